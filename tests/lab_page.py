"""The examples of docs/lab.md, for tests of what they need."""

import re
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "lab.md"
LEARN = ("torchrl", "sb3", "rllib")  # adapters whose libraries `make learn-check` sets up


def snippets() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
