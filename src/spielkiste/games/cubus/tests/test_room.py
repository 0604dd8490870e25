"""How moves are read and refused, and pictures of every phase."""

from typing import Any
from xml.etree import ElementTree

import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.cubus.board.tiles import faces
from spielkiste.games.cubus.notation import read_columns
from spielkiste.games.cubus.rules import BUILD, DRAW, KNOCKED, LAST, OFFER, OVER, WINDOW, set_stack
from spielkiste.games.cubus.stack import MOST, tiles_of_kind

BAR = " ".join(f"{x},0=1" for x in range(16))
STAIRS = "0,0=4o 0,1=3 0,2=1 1,0=3 1,1=2o 1,2=1 2,0=2 2,1=2 2,2=1o"


def shown(stack: str, phase: int, players: int = 6, **changes: Any) -> State:
    game = sk.game("cubus", players=players, leftovers="best")
    s: Any = game.start().record()
    set_stack(s, read_columns(stack))
    s.phase = phase
    for name, value in changes.items():
        setattr(s, name, value)
    return State(game, s.pack())


def titles(svg: str) -> dict[str, str]:
    """What is spoken, by id."""
    return {
        str(element.get("id")): element[0].text or ""
        for element in ElementTree.fromstring(svg).iter()
        if element.get("id") and len(element)
    }


@pytest.mark.parametrize("stack", ["0,0=1", STAIRS, BAR, "0,0=16"])
def test_every_tile_of_the_drawing_is_in_the_picture(stack: str) -> None:
    columns = read_columns(stack)
    found = [kind for _, _, _, kind in faces(columns)]
    assert [found.count(kind) for kind in range(4)] == [tiles_of_kind(columns, kind) for kind in range(4)]
    picture = ElementTree.fromstring(sk.game("cubus", mode="dismantle", stack=stack).start().svg(0))
    drawn = [element for element in picture if str(element.get("id")).startswith("column-")]
    used = [str(tile.get("href")) for column in drawn for tile in column.iter() if tile.get("href")]
    assert sorted(used) == sorted(f"#tile-{'LRTO'[kind]}" for kind in found)


def test_a_column_says_what_it_is() -> None:
    state = sk.game("cubus", mode="dismantle", stack="0,0=2 0,1=1o").start()
    assert titles(state.svg(0))["column-0-1"] == "column 0,1: 1 box, open lid"
    assert titles(state.svg(0, "de"))["column-0-0"] == "Säule 0,0: 2 Kisten, geschlossener Deckel"


@pytest.mark.parametrize("phase", [DRAW, BUILD, WINDOW, KNOCKED, LAST, OFFER, OVER])
def test_every_phase_has_a_picture(phase: int) -> None:
    state = shown(STAIRS, phase, turn=1, knocker=3 if phase == KNOCKED else -1, silent=0b10 if phase >= WINDOW else 0)
    for seat in (None, *range(6)):
        assert "player 6" in state.text(seat)
        assert "player-5" in titles(state.svg(seat))


def test_one_sees_who_is_asked_who_passed_and_who_is_quiet() -> None:
    spoken = titles(shown(STAIRS, WINDOW, turn=1, silent=0b110).svg(0))
    assert [spoken[f"saying-{seat}"] for seat in range(3)] == ["asked", "passed", "quiet"]
    spoken = titles(shown(STAIRS, KNOCKED, turn=1, knocker=4).svg(0))
    assert (spoken["saying-1"], spoken["saying-4"]) == ("passed", "knocked")


def test_only_the_own_offer_is_shown() -> None:
    offers = [read_columns("0,0=2"), read_columns("0,0=3")] + [[0] * MOST] * 4
    state = shown("0,0=1", OFFER, silent=0b11, offer=offers)
    assert titles(state.svg(1))["saying-1"] == "offers 0,0=3 for 2"
    assert titles(state.svg(1))["saying-0"] == titles(state.svg(None))["saying-1"] == "has decided"


def test_the_terminal_shows_columns_by_name_and_open_lids() -> None:
    picture = sk.game("cubus", mode="dismantle", stack="0,0=1 0,1=1o").start().text(None)
    assert picture.split("\n")[2:10] == [
        "    / \\",
        "   /0,0\\",
        "  |\\   / \\",
        "  | \\ /0,1\\",
        "   \\ |\\ o /|",
        "    \\| \\ / |",
        "      \\ | /",
        "       \\|/",
    ]


def test_an_empty_table_has_a_picture() -> None:
    state = sk.game("cubus", mode="dismantle", stack="0,0=1").start().play("take 0,0")
    assert "no box is left" in state.text(0) and "wins" in state.svg(0)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("build 0,0=1 0,0=2", "named twice"),
        ("build 0,0=0", "at least one box"),
        ("build 0,0=17", "not enough tiles"),
        ("take 0,0", "dismantling game only"),
        ("draw L", "chance"),
        ("time", "clock"),
        ("knock", "passed just before"),
    ],
)
def test_a_builder_is_told_why_not(move: str, why: str) -> None:
    with pytest.raises(sk.IllegalMove, match=why):
        shown("0,0=1", BUILD).play(move)


def test_others_are_told_why_not() -> None:
    with pytest.raises(sk.IllegalMove, match="knock, or stay quiet"):
        shown("0,0=1", WINDOW, silent=1).play("build 0,0=2", seat=1)
    with pytest.raises(sk.IllegalMove, match="not possible now"):
        shown("0,0=1", WINDOW, silent=1).play("build 0,0=2", seat=sk.CLOCK)
    with pytest.raises(sk.NotAMove):
        shown("0,0=1", BUILD).play("build")


@pytest.mark.parametrize(
    ("stack", "move", "why"),
    [
        ("0,0=2o 0,1=1", "take 0,0", "an open lid waits"),
        ("0,0=1 0,1=1 0,2=1", "take 0,1", "could not be drawn"),
        ("0,0=1", "take 3,3", "no column"),
        ("0,0=1", "pass", "take and a column"),
    ],
)
def test_a_taker_is_told_why_not(stack: str, move: str, why: str) -> None:
    with pytest.raises(sk.IllegalMove, match=why):
        sk.game("cubus", mode="dismantle", stack=stack).start().play(move)


@pytest.mark.parametrize(
    ("stack", "why"),
    [
        (7, "must be a text"),
        ("a cube", "no list of columns"),
        ("0,0=1 1,1=1", "one piece"),
        ("0,0=1 0,1=2", "higher than one behind"),
        ("0,0=9 0,1=9", "not enough tiles"),
        ("0,0=1o 0,1=1o 0,2=1o 0,3=1o 0,4=1o", "not enough tiles"),
    ],
)
def test_a_stack_to_dismantle_is_checked(stack: Any, why: str) -> None:
    with pytest.raises(sk.OptionError, match=why):
        sk.game("cubus", mode="dismantle", stack=stack)
