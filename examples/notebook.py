"""Runs a notebook's cells as they stand, and prints what they print: `python examples/notebook.py ppo_knister`.

For those that need what not everybody has; the others run in the tests and when the docs are built.
"""

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def code(name: str) -> str:
    """All code of a notebook."""
    cells = json.loads((HERE / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def needs(name: str) -> list[str]:
    """What it imports that the package does not bring along; `cuda` is a GPU."""
    told: dict[str, Any] = json.loads((HERE / f"{name}.ipynb").read_text(encoding="utf-8"))["metadata"]
    return list(told.get("spielkiste", {}).get("needs", []))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        exec(compile(code(name), f"{name}.ipynb", "exec"), {"__name__": "__main__"})
