"""The rules of 5er finden, one by one. Worked numbers are those of the rules page."""

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.check.walk import falls

from .. import quick_rules, rules
from ..actions import ANY_CELLS, outline_action, outline_cells, set_number
from ..rules import AVAILABLE, BASE, CIRCLED, MOST_OUTLINES, STRUCK
from ..shapes import FIRST_OF_SHAPE, PLACEMENTS, ROLL_WEIGHTS, ROLLS, SHAPES, VALUES
from .positions import (
    EMPTY,
    FOUR,
    MIXED,
    SECOND_L,
    SIX,
    WRONG_Y,
    F,
    L,
    U,
    W,
    X,
    Y,
    done,
    drawn,
    edited,
    outlined,
    own_outlines,
)

# --- material --------------------------------------------------------------------------------------


def test_placements_of_the_twelve_shapes() -> None:
    counts = {shape: FIRST_OF_SHAPE[k + 1] - FIRST_OF_SHAPE[k] for k, shape in enumerate(SHAPES)}
    assert counts == {"P": 576, "F": 512, "L": 504, "Y": 504, "N": 504, "U": 288, "V": 256, "T": 256, "W": 256,
                      "Z": 256, "I": 120, "X": 64}  # fmt: skip
    assert PLACEMENTS == 4096


def test_values_of_the_shapes() -> None:
    by_value = {value: {shape for k, shape in enumerate(SHAPES) if VALUES[k] == value} for value in range(1, 5)}
    assert by_value == {1: set("LYP"), 2: set("UFN"), 3: set("ZVT"), 4: set("XIW")}


def test_no_symbol_is_rolled_more_than_twice() -> None:
    assert len(ROLLS) == 126 and sum(ROLL_WEIGHTS) == 6120
    assert sorted({(len(set(roll)), weight) for roll, weight in zip(ROLLS, ROLL_WEIGHTS, strict=True)}) == [
        (3, 30),
        (4, 60),
        (5, 120),
    ]
    chances = dict(done(drawn(EMPTY), 0, 1).chances())
    assert len(chances) == 126 and chances["roll AABBC"] == 30 / 6120 and chances["roll BCDEF"] == 120 / 6120


def test_boards_are_dealt_along_the_rows_from_a_bag_each() -> None:
    state = sk.game("fuenfer_finden").start()
    for symbol, count in (("A", 17), ("B", 17), ("C", 17), ("D", 17), ("E", 16), ("F", 16)):
        assert dict(state.chances())[f"deal {symbol}"] == pytest.approx(count / (100 - len(state.moves_made)))
        for _ in range(count):
            state = state.play(f"deal {symbol}")
        assert len(state.moves_made) == 100 or f"deal {symbol}" not in state.moves()
    first, second = state.view(None)["position"]["seats"]
    assert first["rows_from_1"][:2] == ["AAAAAAAAAA", "AAAAAAABBB"] and first["rows_from_1"][9] == "FFFFFFFFFF"
    assert second["rows_from_1"] == ["." * 10] * 10
    assert (
        len(state.moves()) == 6
        and state.play("deal F").view(0)["position"]["seats"][1]["rows_from_1"][0] == "F........."
    )


def test_the_same_board_is_dealt_once() -> None:
    state = sk.game("fuenfer_finden", players=3, boards="same").start()
    for symbol, count in (("A", 17), ("B", 17), ("C", 17), ("D", 17), ("E", 16), ("F", 16)):
        for _ in range(count):
            state = state.play(f"deal {symbol}")
    boards = [seat["rows_from_1"] for seat in state.view(None)["position"]["seats"]]
    assert boards[0] == boards[1] == boards[2] and state.moves()[0].startswith("roll")


# --- searching -------------------------------------------------------------------------------------


def test_listed_outlines_are_the_fivers() -> None:
    listed = {f"outline {cells}" for cells in (L, X, U, Y, F, W)}
    assert set(drawn(SIX).moves(0)) == {*listed, "turn", "done"}


def test_listed_outlines_avoid_outlined_cells_and_shapes() -> None:
    state = outlined(drawn(MIXED), 0, L)
    assert f"outline {SECOND_L}" not in state.moves(0) and f"outline {SECOND_L}" in state.moves(1)
    wrong = outlined(drawn(SIX), 0, "f6 f7 f8 f9 g9")  # an L, though not of the right symbols; it covers a cell of X
    assert (
        f"outline {L}" not in wrong.moves(0)
        and f"outline {X}" not in wrong.moves(0)
        and f"outline {U}" in wrong.moves(0)
    )
    nonsense = outlined(drawn(SIX), 0, "h8")
    assert f"outline {X}" not in nonsense.moves(0) and f"outline {L}" in nonsense.moves(0)


def test_any_cells_can_be_outlined_in_any_order() -> None:
    state = outlined(drawn(SIX), 0, "d10 a10 c10 b10 a9", "j10", "a1 b2 c3 d4 e5 f6 g7 h8 i9 j1")
    assert [move for _, move in state.moves_made[-3:]] == [
        f"outline {L}", "outline j10", "outline a1 b2 c3 d4 e5 f6 g7 h8 i9 j1"]  # fmt: skip
    assert {move for move in state.moves(0) if move.startswith("erase")} == {"erase a9", "erase j10", "erase a1"}


def test_every_set_of_cells_has_its_own_number() -> None:
    rng = np.random.default_rng(1)
    sets = [[0], [99], list(range(10)), list(range(90, 100)), [49, 50], [0, 99]]
    sets += [sorted(int(cell) for cell in rng.permutation(100)[: rng.integers(1, 11)]) for _ in range(300)]
    for cells in sets:
        assert outline_cells(ANY_CELLS + set_number(cells)) == cells
        assert outline_cells(outline_action(cells)) == cells
    assert [set_number(cells) for cells in ([0], [99], [0, 1], [98, 99])] == [0, 99, 100, 100 + 4949]
    assert outline_action(outline_cells(1234)) == 1234


def test_erasing_takes_the_outline_drawn_last() -> None:
    state = outlined(drawn(SIX), 0, "a2 a3", "a1 a2", "a2", "f1 g1")
    assert [move for move in state.moves(0) if move.startswith("erase")] == ["erase a1", "erase a2", "erase f1"]
    state = state.play("erase a2", seat=0)
    assert own_outlines(state) == [["a2", "a3"], ["a1", "a2"], ["f1", "g1"]]
    state = state.play("erase a2", seat=0)
    assert own_outlines(state) == [["a2", "a3"], ["f1", "g1"]]
    state = state.play("erase g1", seat=0).play("erase a3", seat=0)
    assert own_outlines(state) == [] and state == drawn(SIX)


def test_a_board_holds_forty_outlines() -> None:
    state = outlined(drawn(SIX), 0, *["a1"] * MOST_OUTLINES)
    assert state.moves(0) == ["done", "erase a1", "turn"]
    with pytest.raises(sk.IllegalMove, match="40 outlines"):
        state.play("outline b1", seat=0)


def test_only_the_first_may_turn_the_hourglass() -> None:
    state = drawn(SIX, players=3)
    assert state.turn == (0, 1, 2)
    state = state.play("turn", seat=1)
    assert state.turn == (sk.CLOCK, 0, 2) and "turn" not in state.moves(0) and state.moves(sk.CLOCK) == ["sand"]
    with pytest.raises(sk.IllegalMove, match="has been turned"):
        state.play("turn", seat=0)
    with pytest.raises(sk.NotYourTurn):
        state.play("erase a1", seat=1)
    assert state.play("sand", seat=sk.CLOCK).turn == (sk.CHANCE,)
    assert done(state, 0).turn == (sk.CLOCK, 2) and done(state, 0, 2).turn == (sk.CHANCE,)
    assert done(drawn(SIX), 0).play("turn", seat=1).scores == (0, 1)


# --- judging the base game -------------------------------------------------------------------------


def test_the_five_cheapest_count() -> None:
    state = done(outlined(drawn(SIX), 0, L, X, U, Y, F, W), 0, 1)
    assert state.scores == (10, 0)


def test_overlapping_and_repeated_outlines() -> None:
    state = outlined(drawn(MIXED), 0, "b1 b2", "b2 c2", L, SECOND_L, U)
    assert state.play("turn", seat=0).play("done", seat=1).scores == (4, 0)


def test_wrong_symbol_and_four_cells() -> None:
    state = outlined(drawn(THREE_AND_ONE), 0, WRONG_Y, FOUR, L, "g1 h1 h2 h3 i3")
    assert done(state, 0, 1).scores == (4, 0)


THREE_AND_ONE = """
    A B C D . . . . . .
    E . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . A B C D .
    . . . . . . A . . .
    . . . . . . . A B .
    . A B . . . . C . .
    . C D . . . E D . .
"""


def test_a_scrap_does_not_spoil_the_fiver_it_overlaps() -> None:
    assert done(outlined(drawn(SIX), 0, L, X, "g8"), 0, 1).scores == (5, 0)
    assert done(outlined(drawn(SIX), 0, "f8 g8 h8 i8 j8", X, L), 0, 1).scores == (5, 0)  # five in a row, wrong symbols


def test_two_fivers_that_share_a_cell_are_both_invalid() -> None:
    assert done(outlined(drawn(CROSSING), 0, "a1 a2 a3 a4 a5", "a1 b1 c1 d1 e1", L), 0, 1).scores == (1, 0)
    judged = done(outlined(drawn(CROSSING), 0, "a1 a2 a3 a4 a5", L), 0, 1)
    assert judged.scores == (5, 0) and "invalid" not in judged.svg(0)


CROSSING = """
    A B C D . . . . . .
    E . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    E . . . . . . . . .
    D . . . . . . . . .
    C . . . . . . . . .
    B . . . . . . . . .
    A B C D E . . . . .
"""


def test_an_outline_drawn_twice_is_one() -> None:
    judged = done(outlined(drawn(SIX), 0, X, X, L), 0, 1)
    assert judged.scores == (5, 0) and "invalid" not in judged.svg(0)
    crossed = outlined(drawn(CROSSING), 0, "a1 a2 a3 a4 a5", "a1 b1 c1 d1 e1", "a1 a2 a3 a4 a5")
    assert done(crossed, 0, 1).scores == (0, 0)


def test_the_rules_are_the_second_version() -> None:
    assert drawn(SIX).game.card.version == 2


def test_the_last_round_counts_double_but_not_the_hourglass() -> None:
    state = outlined(drawn(SIX, before=4), 0, X).play("turn", seat=0)
    over = outlined(state, 1, L, U).play("sand", seat=sk.CLOCK)
    assert over.scores == (9, 6) and over.over and over.places == (1, 2) and over.returns == (1.0, -1.0)
    assert "invalid" not in over._repr_svg_()


def test_boards_are_clean_again_after_a_round() -> None:
    state = done(outlined(drawn(SIX), 0, L, "a1"), 0, 1)
    assert own_outlines(state) == [L.split(), ["a1"]]  # open to all until the next roll
    assert "invalid" in state._repr_svg_()
    state = state.play("roll ABCDE")
    assert own_outlines(state) == [] and f"outline {L}" in state.moves(0) and state.scores == (1, 0)


def test_base_ties_go_to_the_best_round_before_the_last() -> None:
    last = drawn(SIX, before=4)
    points = [[4, 0, 0, 0] + [0] * 8, [2, 2, 0, 0] + [0] * 8, [0] * 12, [0] * 12]
    assert done(edited(last, points=points), 0, 1).places == (1, 2)
    points[1] = [0, 0, 0, 4] + [0] * 8
    assert done(edited(last, points=points), 0, 1).places == (1, 1)
    late = outlined(edited(last, points=[[0] * 12, [1, 1] + [0] * 10, [0] * 12, [0] * 12]), 0, L)
    assert done(late, 0, 1).places == (2, 1)  # the double round breaks no tie


# --- the puzzle game -------------------------------------------------------------------------------


def test_puzzle_takes_one_outline_a_round() -> None:
    state = outlined(drawn(SIX, mode="puzzle"), 0, X)
    assert state.moves(0) == ["done", "erase f8", "turn"]
    with pytest.raises(sk.IllegalMove, match="one outline"):
        outlined(state, 0, L)
    assert f"outline {L}" in state.play("erase f8", seat=0).moves(0)


def test_a_found_shape_is_circled_and_its_cells_are_taken() -> None:
    state = outlined(outlined(drawn(SIX, mode="puzzle"), 0, X), 1, L).play("turn", seat=1)
    state = done(state, 0)
    assert state.scores == (4, 2) and state.turn == (sk.CHANCE,)
    s = state.record()
    assert s.sheet[0][SHAPES.index("X")] == CIRCLED and s.sheet[1][SHAPES.index("L")] == CIRCLED
    state = state.play("roll ABCDE")
    assert f"outline {X}" not in state.moves(0) and f"outline {L}" in state.moves(0)
    again = done(outlined(outlined(state, 0, X), 1, X), 0, 1)  # on taken cells: invalid
    assert again.scores == (4, 6) and again.turn == (0,)


@pytest.mark.parametrize("wrong", [None, "a1", "a1 a2 a3 a4 a5", "i7 j7 j8 j9 j10", "i6 j6 j7 j8 j9"])
def test_who_finds_nothing_must_strike(wrong: str | None) -> None:
    state = drawn(MIXED, mode="puzzle")
    state = done(outlined(outlined(state, 0, L), 1, L), 0, 1).play("roll ABCDE")  # now both have used L
    state = outlined(state, 0, U)
    state = done(outlined(state, 1, wrong) if wrong else state, 0, 1)
    assert state.scores == (3, 1) and state.turn == (1,) and state.moves(0) == []
    struck = state.play("strike W c3 b2 a2 a1 b3", seat=1)
    assert struck.moves_made[-1] == (1, "strike W a1 a2 b2 b3 c3") and struck.turn == (sk.CHANCE,)
    assert struck.record().sheet[1][SHAPES.index("W")] == STRUCK
    assert struck.view(0)["position"]["seats"][1]["sheet"]["W"] == {
        "state": "struck",
        "cells": ["a1", "a2", "b2", "b3", "c3"],
    }
    assert own_outlines(struck) == []


def test_strikes_are_listed_for_every_free_placement() -> None:
    state = done(outlined(drawn(SIX, players=4, mode="puzzle"), 0, X), 0, 1, 2, 3)
    assert state.turn == (1, 2, 3) and len(state.moves(1)) == 4096
    state = state.play("strike I a1 a2 a3 a4 a5", seat=3)
    assert state.turn == (1, 2)
    state = state.play("strike I a1 a2 a3 a4 a5", seat=1).play("strike P a1 a2 b1 b2 c1", seat=2)
    assert state.turn == (sk.CHANCE,)


def test_a_shape_is_struck_without_marking_only_if_none_fits() -> None:
    state = drawn(SIX, mode="puzzle", before=11)
    s = state.record()
    sheet, mark = s.sheet, s.mark
    for shape in range(12):
        sheet[1][shape] = AVAILABLE if SHAPES[shape] in "XW" else STRUCK
    state = edited(state, sheet=sheet)
    striking = done(outlined(state, 0, L), 0, 1)
    assert {move.split()[1] for move in striking.moves(1)} == {"X", "W"}
    # Marks on the columns c, f and i leave strips two cells wide, too narrow for both.
    strips = [outline_action([10 * column + row + k for k in range(5)]) for column in (2, 5, 8) for row in (0, 5)]
    for shape, placement in zip((sh for sh in range(12) if SHAPES[sh] not in "XW"), strips, strict=False):
        mark[1][shape] = 1 + placement
    full = edited(striking, mark=mark)
    assert full.moves(1) == ["strike W", "strike X"]
    over = full.play("strike X", seat=1)
    assert (
        over.over
        and over.record().mark[1][SHAPES.index("X")] == 0
        and over.record().sheet[1][SHAPES.index("X")] == STRUCK
    )


def test_the_puzzle_ends_when_nobody_finds_a_fiver() -> None:
    state = outlined(drawn(SIX, mode="puzzle"), 0, "a1").play("turn", seat=0).play("sand", seat=sk.CLOCK)
    assert state.over and state.scores == (1, 0) and state.places == (1, 2)
    assert set(state.record().sheet[0]) == {AVAILABLE}


def test_strikes_also_after_the_last_round() -> None:
    state = done(outlined(drawn(SIX, mode="puzzle", before=11), 0, L), 0, 1)
    assert state.turn == (1,)
    assert state.play(state.moves(1)[0], seat=1).over
    both = outlined(outlined(drawn(SIX, mode="puzzle", before=11), 0, L), 1, L)
    assert done(both, 0, 1).over


def test_puzzle_ties_go_to_more_circled_shapes() -> None:
    state = drawn(SIX, mode="puzzle")
    state = outlined(outlined(state, 0, L), 1, U).play("turn", seat=0)  # 1 + 1 against 2, one circled shape each
    state = done(state, 1)
    assert state.scores == (2, 2)
    assert done(state.play("roll ABCDE"), 0, 1).places == (1, 1)
    more = outlined(state.play("roll ABCDE"), 0, Y).play("done", seat=0).play("turn", seat=1)
    more = more.play("strike I j1 j2 j3 j4 j5", seat=1).play("roll AABBC")
    assert more.scores == (3, 3) and done(more, 0, 1).places == (1, 2)


# --- the solo game ---------------------------------------------------------------------------------


def test_solo_has_no_hourglass_and_always_twelve_rounds() -> None:
    state = drawn(SIX, mode="solo")
    assert "turn" not in state.moves()
    with pytest.raises(sk.IllegalMove, match="no hourglass"):
        state.play("turn")
    state = state.play("done")
    assert state.turn == (0,) and len(state.moves()) == 4096
    for number in range(2, 13):
        state = state.play(state.moves()[0]).play("roll AABBC")
        assert state.view(0)["position"]["round"] == number
        state = state.play("done")
    assert state.play(state.moves()[0]).over
    last = outlined(drawn(SIX, mode="solo", before=11), 0, X).play("done")
    assert last.over and last.scores == (4,) and last.returns == (4 / 30,) and last.places == (1,)


@pytest.mark.parametrize("mode", ["base", "puzzle", "solo"])
def test_random_games_keep_their_limits(mode: str) -> None:
    """No listed move is refused, points never go down, nothing lies on taken cells."""
    rng = np.random.default_rng(4)
    state = sk.deal(sk.game("fuenfer_finden", mode=mode).start(), rng)
    while not state.over:
        seat = state.turn[rng.integers(len(state.turn))]
        moves = state.moves(seat)
        after = sk.deal(state.play(moves[rng.integers(len(moves))], seat=seat), rng)
        assert all(new >= old for new, old in zip(after.scores, state.scores, strict=True))
        state = after
    s = state.record()
    taken = [cell for shape in range(12) if s.mark[0][shape] for cell in outline_cells(s.mark[0][shape] - 1)]
    assert len(set(taken)) == len(taken) and (s.mode != BASE or not taken)


@pytest.mark.parametrize("options", [{}, {"mode": "puzzle", "players": 4}])
def test_a_round_opens_by_the_rules_as_in_plain_python(options: dict[str, object]) -> None:
    """Tables play by `quick_rules`; what is compiled says the same."""
    rng = np.random.default_rng(5)
    state = sk.game("fuenfer_finden", **options).start()
    while state.record().phase != rules.ROLL:
        moves, weights = zip(*state.chances(), strict=True)
        state = state.play(str(rng.choice(moves, p=weights)))
    for roll in (0, 40, 100):
        slow, quick = state.record(), state.record()
        rules.play(slow, -1, roll)
        quick_rules.play(quick, -1, roll)
        assert slow.pack() == quick.pack()


@pytest.mark.parametrize("mode", ["base", "puzzle", "solo"])
def test_moves_are_listed_by_the_rules_as_in_plain_python(mode: str) -> None:
    """In a whole random game, for everyone in turn and for the hourglass."""
    rng = np.random.default_rng(6)
    state = sk.deal(sk.game("fuenfer_finden", mode=mode).start(), rng)
    while not state.over:
        for seat in state.turn:
            slow, quick = [0] * rules.MAX_MOVES, [0] * rules.MAX_MOVES
            count = rules.legal(state.record(), seat, slow)
            assert count == quick_rules.legal(state.record(), seat, quick) and slow == quick
        seat = state.turn[rng.integers(len(state.turn))]
        moves = state.moves(seat)
        state = sk.deal(state.play(moves[rng.integers(len(moves))], seat=seat), rng)


def test_what_falls_is_what_the_odds_say() -> None:
    fallen = list(falls(sk.game("fuenfer_finden")))
    assert len(fallen) == 205 and all(outcome == wanted for outcome, wanted in fallen)
