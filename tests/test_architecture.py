"""docs/architecture.md speaks of what is there."""

import re
from pathlib import Path

import pytest

from spielkiste.core.room import HOME

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGE = HOME.parent
FILES = sorted(set(re.findall(r"`((?:core|search|lab|check|server)/\w+\.py)`", PAGE)))
IN_CODE = {
    "core": "contract room record verbs state compiled gpu game",
    "search": "player limit players mcts alphabeta infoset matrix bots playout",
    "lab": "batch tournament ratings kernels",
    "check": "checks",
}


def test_the_files_it_names_are_there() -> None:
    assert len(FILES) > 10
    for file in FILES:
        assert (PACKAGE / file).is_file(), file
    for layer, names in IN_CODE.items():
        for name in names.split():
            assert (PACKAGE / layer / f"{name}.py").is_file() and f"{name}.py" in PAGE, name


@pytest.mark.parametrize(
    "name",
    ["Desk.do", "decide", "Refused", "Bots.choose", "Bot", "back_of", "BACK", "Player", "decision_random", "TreePlayer",
     "Limit", "Room", "Card.settle", "State.play", "State.seen", "GpuBatch", "gpu.kernel", "random_games", "CUDA"],
)  # fmt: skip
def test_the_names_it_uses_are_in_the_code(name: str) -> None:
    assert f"`{name}`" in PAGE or f"`{name}(" in PAGE
    last = name.rpartition(".")[2]
    defined = re.compile(rf"^\s*(?:async )?(?:def|class) {last}\b|^\s*{last}\b.* = ", re.MULTILINE)
    assert any(defined.search(file.read_text(encoding="utf-8")) for file in PACKAGE.rglob("*.py"))


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / target).is_file(), target
