"""What surrounds the rules: coordinates, notation, view, pictures, and what a beginner's bot must see."""

import random

import pytest

import spielkiste as sk
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.games.fuenf_gewinnt.tests.test_rules import (
    FOUR_TURNS,
    GAME,
    TIE,
    drawn,
    placed,
    played,
    position,
    quiet_turn,
    rectangle_placed,
    stones,
)


@pytest.mark.parametrize(
    "text", ["put 00,0", "put -0,0", "put 0, 0", "put", "lift a1", "Put 0,0", "pass 0,0", "put 0,0\n"]
)
def test_what_is_not_a_move(text: str) -> None:
    with pytest.raises(sk.NotAMove):
        GAME.start().play(text)


def test_reasons_in_the_placing_phase() -> None:
    for move, why in (("put 1,0", "first stone"), ("lift 0,0", "is put now"), ("pass", "cannot lift")):
        with pytest.raises(sk.IllegalMove, match=why):
            GAME.start().play(move)
    with pytest.raises(sk.IllegalMove, match="share a side"):
        placed("0,0").play("put 999,-999")


def test_the_view_names_everything() -> None:
    view = position(placed("0,0", "-1,0"))
    assert view["stones"] == [[[0, 0]], [[-1, 0]]] and view["stock"] == [15, 15] and view["phase"] == "placing"
    view = position(drawn(*TIE).play("lift 3,1"))
    assert view["phase"] == "keeping" and view["lifted_from"] == [3, 1] and len(view["largest_parts"]) == 12


def test_text_shows_stones_and_cells_to_put_on() -> None:
    lines = str(placed("0,0", "1,0")).splitlines()
    assert "○   ●" in next(line for line in lines if line.startswith("    0 "))
    assert sum(line.count("·") for line in lines) == 6
    assert "•" in str(drawn(*TIE).play("lift 3,1")) and "×" in str(drawn(*TIE).play("lift 3,1"))


def test_the_picture_names_cells_and_marks_the_five() -> None:
    picture = placed("0,0", "-1,0").svg(None)
    assert 'id="stone--1,0"' in picture and 'id="cell-0,1"' in picture and 'class="five"' not in picture
    won = drawn("OOOO", "XXX.", placing=True).play("put 4,1")
    assert won.svg(None).count('class="five"') == 1
    assert 'opacity="0.45"' in drawn(*TIE).play("lift 3,1").svg(None)


def test_the_bot_wins_and_prevents() -> None:
    bot = sk.bot(GAME, 2, seed=1)
    assert bot.choose(drawn("OOOO", "XXX.", placing=True), 0) in ("put -1,1", "put 4,1")
    assert bot.choose(drawn("OOO.", "XXXX", placing=True), 0) in ("put -1,0", "put 4,0")
    state = drawn("OOOO.", "XXXOX", "XOXXX")
    for _ in range(2):
        state = state.play(bot.choose(state, 0))
    assert state.scores == (1, 0)


def test_the_bot_keeps_its_larger_half() -> None:
    state = played(drawn("OXO.OXO", "XOOOOXX", "...X..."), "lift 3,1")
    assert sk.bot(GAME, 2, seed=1).choose(state, 0) in {
        f"keep {cell}" for cell in ("0,1", "0,2", "1,1", "1,2", "2,1", "2,2")
    }


# --- coordinates ----------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [1, -1])
def test_coordinates_stay_when_the_field_wanders(way: int) -> None:
    """To the upper right or the lower left; a plain set of cells is kept beside it."""
    rng = random.Random(8)
    state = rectangle_placed()
    lying = [set(stones(state, seat)) for seat in range(2)]
    for _ in range(40):
        tries = [quiet_turn(state, rng) for _ in range(3)]
        state = max(tries, key=lambda after: way * sum(x + y for seat in range(2) for x, y in stones(after, seat)))
        for seat, move in state.moves_made[-2:]:
            x, y = map(int, move.split(" ")[1].split(","))
            lying[seat] ^= {(x, y)}
        assert [set(stones(state, seat)) for seat in range(2)] == lying
    assert way * sum(x + y for x, y in lying[0] | lying[1]) > 32 * 2 + 32 * 3 * (way > 0)  # it began at 3 a stone


def test_positions_reached_in_different_ways_are_equal() -> None:
    one, other = placed("0,0", "1,0", "0,1", "-1,0"), placed("0,0", "-1,0", "0,1", "1,0")
    assert one == other and hash(one) == hash(other)
    assert played(rectangle_placed(), *FOUR_TURNS) == rectangle_placed()


def test_positions_elsewhere_are_not_equal() -> None:
    one, other = placed("0,0", "1,0", "2,0", "3,0"), placed("0,0", "-1,0", "-2,0", "-3,0")
    assert one != other  # the coordinates are part of the position, though not for repetition


# --- both languages -----------------------------------------------------------------------------------


LIFTED = drawn("OOXX", "XXOO", "OOXX").play("lift 0,0")


def test_the_terminal_speaks_both_languages() -> None:
    states = [placed("0,0"), drawn(*TIE), drawn(*TIE).play("lift 3,1"), LIFTED]
    for state in states:
        german, english = state.text(0, "de", ("Anna", "Ben")), state.text(0, "en", ("Anna", "Ben"))
        name = ("Anna", "Ben")[state.turn[0]]
        assert german != english and name in german and name in english and "seat" not in english
    assert states[0].text(0, "de", ("Anna", "Ben")).endswith("● Ben legt einen Stein, 16 im Vorrat")


@pytest.mark.parametrize(
    ("state", "move", "why"),
    [
        (GAME.start(), "put 1,0", "der erste Stein liegt auf 0,0"),
        (GAME.start(), "lift 0,0", "jetzt wird ein Stein gelegt"),
        (GAME.start(), "pass", "nur wer keinen Stein heben kann, passt"),
        (drawn("XOX", "OOO", "XOX"), "lift 1,1", "dieser Stein hat keine freie Seite"),
        (drawn("XOX", "OOO", "XOX"), "lift 0,0", "dieser Stein gehört dir nicht"),
        (drawn("XOX", "OOO", "XOX"), "lift 7,7", "auf 7,7 liegt kein Stein"),
        (drawn("XOX", "OOO", "XOX"), "put 3,0", "jetzt wird ein Stein gehoben"),
        (drawn(*TIE).play("lift 3,1"), "put 3,1", "sag jetzt, welcher der größten Teile bleibt"),
        (drawn(*TIE).play("lift 3,1"), "keep 3,0", "der Stein auf 3,0 gehört zu keinem größten Teil"),
        (LIFTED, "put 0,0", "der Stein darf nicht zurück auf sein altes Kästchen"),
        (placed("0,0", "1,0"), "put 0,0", "dort liegt schon ein Stein"),
        (placed("0,0", "1,0"), "put 9,9", "das Kästchen stößt mit keiner Seite an einen Stein"),
    ],
)
def test_why_not_is_said_in_german(state: State, move: str, why: str) -> None:
    assert state.why_not(move, Look(0, "de")) == why
    assert state.why_not(move, Look(0, "en")) != why
