"""`make quick` chooses the tests of what changed, by the table that CONTRIBUTING.md shows."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def quick() -> ModuleType:
    spec = importlib.util.spec_from_file_location("quick", ROOT / "scripts" / "quick.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_room_is_tested_alone(quick: ModuleType) -> None:
    (group,) = quick.chosen(["src/spielkiste/games/torris/board.py"])
    assert "src/spielkiste/games/torris" in group[0] and group[1] == {"ROOMS": "torris"}


def test_a_test_that_changed_comes_first(quick: ModuleType) -> None:
    groups = quick.chosen(["src/spielkiste/cli/main.py", "tests/test_readme.py"])
    assert [words for words, _ in groups] == ["tests/test_readme.py", "tests/test_cli.py tests/test_cli_solve.py"]


def test_every_file_of_the_table_is_there_and_contributing_shows_it(quick: ModuleType) -> None:
    shown = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for folder, words in quick.GROUPS:
        assert (ROOT / folder).exists()
        tests = [word for word in words.split() if "ROOM" not in word]
        assert tests and all((ROOT / test).is_file() for test in tests)
        row = " ".join(f"`{word}`" for word in words.replace("ROOM", "<game>").split())
        assert f"| `{folder}` | {row} |" in shown
