"""What the picture of Abräumen shows, and what is touched for a jump."""

import re

import pytest

import spielkiste as sk
from spielkiste.core.look import Look
from spielkiste.core.svg import STONES as COLOURS
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


def stones_drawn(svg: str) -> dict[str, tuple[str, str]]:
    """The stones of a picture by their ids: where they lie, and their colour."""
    found = re.findall(r'<circle id="stone-(\w\d)"[^>]*?cx="([\d.]+)"[^>]*?cy="([\d.]+)"[^>]*?fill="(#\w+)"', svg)
    return {name: (f"{x} {y}", fill) for name, x, y, fill in found}


def test_stones_are_white_in_the_middle_and_black_around_it_as_printed() -> None:
    start = stones_drawn(sk.game("abraeumen").start().svg(0))
    white, black = (COLOURS[name][0] for name in ("light", "dark"))
    inner = {f"{column}{row}" for column in "bcde" for row in "2345"}
    assert len(start) == 32
    assert {name for name, (_, fill) in start.items() if fill == white} == inner
    assert {fill for name, (_, fill) in start.items() if name not in inner} == {black}


def test_a_stone_keeps_its_colour_wherever_it_jumps() -> None:
    before = stones_drawn(sk.game("abraeumen").start().svg(0))
    after = stones_drawn(played(["c1-a1", "b3-b1", "b5-b3"]).svg(0))
    assert before["b3"][0] != after["b3"][0]
    assert all(after[name][1] == before[name][1] for name in after)


def test_the_terminal_shows_both_colours_and_speaks_both_languages() -> None:
    state = played(["c1-a1"])
    assert state.text(0).split("\n") == [
        "Clear the Board: 31 stones, 1 jump, 1 move",
        "",
        "6  · ● ● ● ● ·",
        "5  ● ○ ○ ○ ○ ●",
        "4  ● ○ ○ ○ ○ ●",
        "3  ● ○ ○ ○ ○ ●",
        "2  ● ○ ○ ○ ○ ●",
        "1  ◉ · · ● ● ·",
        "   a b c d e f",
    ]
    assert "1  ● ◎ · ● ● ·" in state.play("b3-b1").text(0)
    assert state.text(0, "de").startswith("Abräumen: 31 Steine, 1 Sprung, 1 Zug")


def test_a_stone_says_where_it_can_jump() -> None:
    state = played(["c1-a1"])
    assert "b3: Stein, kann nach b1 springen" in state.svg(0, "de") and "a1: stone, jumped last" in state.svg(0)


def test_a_jump_goes_from_cell_to_cell_and_is_told() -> None:
    state = played(["c1-a1"])
    assert state.paths(0)["b3-b1"] == ("cell-b3", "cell-b1")
    assert state.tell(0, "b3-b1", GERMAN) == "b3 über b2 nach b1"
    assert played(["f3-f1", "c1-a1", "b3-b1"]).tell(0, "b1-d1", Look()) == "b1 over c1 to d1, in the same move"


@pytest.mark.parametrize(
    ("move", "german", "english"),
    [
        ("a1-b2", "zwei Felder weit", "jumps two cells"),
        ("a1-a3", "auf a1 liegt kein Stein", "there is no stone on a1"),
        ("c3-c5", "c5 ist nicht leer", "c5 is not empty"),
    ],
)
def test_why_a_jump_is_not_possible_is_said_in_both_languages(move: str, german: str, english: str) -> None:
    start = sk.game("abraeumen").start()
    assert german in start.why_not(move, GERMAN) and english in start.why_not(move, Look(0))
    after = played(["c1-a1"])
    assert after.why_not("a1-c1", GERMAN) == "auf b1 liegt kein Stein zum Überspringen"
