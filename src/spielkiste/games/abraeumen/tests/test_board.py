"""What the picture of Abräumen shows, and what is touched for a jump."""

import re

from spielkiste.core.look import Look
from spielkiste.games.abraeumen.tests.test_rules import SOLUTION, drawn, played

GERMAN = Look(0, "de", ("Anna",))


def written(svg: str) -> list[str]:
    """The words in a picture."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_stones_jumps_and_moves_are_counted() -> None:
    words = written(played(SOLUTION.split()[:23]).svg(0, "de"))  # the last two by the same stone
    assert words[:6] == ["9", "Steine", "23", "Sprünge", "22", "Züge"]
    words = written(played(["c1-a1"]).svg(0, "en"))
    assert words[:6] == ["31", "stones", "1", "jump", "1", "move"]


def test_the_end_is_said() -> None:
    assert "Gelöst in 27 Zügen!" in written(played(SOLUTION.split()).svg(0, "de"))
    stuck = drawn(". . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\no . . . . o")
    assert "Kein Sprung mehr: 2 Steine übrig" in written(stuck.svg(0, "de"))


def test_a_stone_says_where_it_can_jump() -> None:
    state = played(["c1-a1"])
    assert "b3: Stein, kann nach b1 springen" in state.svg(0, "de") and "a1: stone, jumped last" in state.svg(0)


def test_a_jump_goes_from_cell_to_cell_and_is_told() -> None:
    state = played(["c1-a1"])
    assert state.paths(0)["b3-b1"] == ("cell-b3", "cell-b1")
    assert state.tell(0, "b3-b1", GERMAN) == "b3 über b2 nach b1"
    assert played(["f3-f1", "c1-a1", "b3-b1"]).tell(0, "b1-d1", Look()) == "b1 over c1 to d1, in the same move"
