"""The notebooks of examples/ run as they stand; what needs more than the package is marked, and run by a command."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "examples"))

from notebook import code, needs  # noqa: E402 - the script lies there

NOTEBOOKS = sorted(file.stem for file in (ROOT / "examples").glob("*.ipynb"))
PLAIN = [name for name in NOTEBOOKS if not needs(name)]


def contents(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((ROOT / "examples" / f"{name}.ipynb").read_text(encoding="utf-8"))
    return loaded


@pytest.mark.parametrize("name", PLAIN)
def test_a_notebook_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code(name), f"{name}.ipynb", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out.strip()


def test_there_is_one_for_each() -> None:
    assert {"ten_lines", "cpu_batch", "zahlenpoker_openspiel", "replay_match"} <= set(PLAIN)
    assert {"gpu_batch", "ppo_knister", "rllib_abraeumen", "torchrl_zahlenpoker"} == set(NOTEBOOKS) - set(PLAIN)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_says_what_it_shows_and_keeps_no_output(name: str) -> None:
    cells = contents(name)["cells"]
    assert cells[0]["cell_type"] == "markdown" and cells[0]["source"][0].startswith("# ")
    assert not [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")]
    compile(code(name), name, "exec")
    assert re.search(r"^(import|from) spielkiste", code(name), re.MULTILINE)  # a linter takes away what seems unused


def test_what_needs_more_is_told_and_not_run_by_the_site() -> None:
    settings = (ROOT / "docs" / "site" / "conf.py").read_text(encoding="utf-8")
    left_out = re.search(r"nb_execution_excludepatterns = \[(.*?)\]", settings, re.DOTALL)
    assert left_out
    for name in set(NOTEBOOKS) - set(PLAIN):
        assert f"{name}.ipynb" in left_out[1]
        assert f"python examples/notebook.py {name}" in "".join(contents(name)["cells"][0]["source"])
