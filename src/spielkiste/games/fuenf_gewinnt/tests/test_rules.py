"""Each rule of Fünf gewinnt. Positions are drawn: O is seat 0, X is seat 1, the lower left corner is 0,0."""

import random
from typing import Any

import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.fuenf_gewinnt import rules
from spielkiste.games.fuenf_gewinnt.field import fingerprint

GAME = sk.game("fuenf_gewinnt")
Cells = list[tuple[int, int]]


def drawn(*rows: str, turn: int = 0, quiet: int = 0, placing: bool = False) -> State:
    """A position at the beginning of a turn of the moving phase, or in the placing phase."""
    assert rows[0].strip(".") and rows[-1].strip(".") and any(row[0] != "." for row in rows)
    s: Any = GAME.plain.unpack(GAME.first)
    for row, line in enumerate(reversed(rows), 1):
        for column, stone in enumerate(line, 1):
            if stone != ".":
                s.stones[row]["OX".index(stone)] |= 1 << column
                s.men["OX".index(stone)] += 1
    s.tall, s.turn = len(rows), turn
    if not placing:
        s.phase, s.quiet = rules.LIFTING, quiet
        s.seen[quiet] = fingerprint(s)
    return State(GAME, s.pack())


def played(state: State, *moves: str) -> State:
    for move in moves:
        state = state.play(move)
    return state


def placed(*cells: str) -> State:
    return played(GAME.start(), *(f"put {cell}" for cell in cells))


def position(state: State) -> dict[str, Any]:
    found: dict[str, Any] = state.view(None)["position"]
    return found


def stones(state: State, seat: int) -> Cells:
    return sorted((x, y) for x, y in position(state)["stones"][seat])


def men(state: State) -> list[int]:
    """Stones on the table and in hand."""
    return list(position(state)["stones_left"])


RECTANGLE = ("OOXXOOXX", "XXOOXXOO", "OOXXOOXX", "XXOOXXOO")


def rectangle_placed() -> State:
    """All 32 stones put down one by one as in RECTANGLE; nobody has five."""
    wanted = {(x - 2, 3 - y): "OX".index(c) for y, row in enumerate(RECTANGLE) for x, c in enumerate(row)}
    state = GAME.start()
    while wanted:
        mine = [
            cell
            for cell, seat in wanted.items()
            if seat == state.turn[0] and f"put {cell[0]},{cell[1]}" in state.moves()
        ]
        x, y = min(mine, key=lambda cell: (abs(cell[0]) + abs(cell[1]), cell))
        state = state.play(f"put {x},{y}")
        del wanted[x, y]
    return state


# --- placing --------------------------------------------------------------------------------------


def test_the_first_stone_lies_on_0_0() -> None:
    assert GAME.start().turn == (0,)
    assert GAME.start().moves() == ["put 0,0"]


def test_four_cells_after_the_first_stone() -> None:
    state = placed("0,0")
    assert state.turn == (1,)
    assert state.moves() == ["put -1,0", "put 0,-1", "put 0,1", "put 1,0"]


@pytest.mark.parametrize("second", ["1,0", "-1,0", "0,1", "0,-1"])
def test_six_cells_after_two_stones(second: str) -> None:
    assert len(placed("0,0", second).moves()) == 6


@pytest.mark.parametrize(("third", "count"), [("2,0", 8), ("-1,0", 8), ("1,1", 7), ("0,-1", 7)])
def test_eight_cells_around_a_straight_three_and_seven_around_an_l(third: str, count: int) -> None:
    assert len(placed("0,0", "1,0", third).moves()) == count


def test_corner_contact_is_not_enough() -> None:
    with pytest.raises(sk.IllegalMove, match="share a side"):
        placed("0,0", "1,1")


def test_a_cell_takes_one_stone() -> None:
    with pytest.raises(sk.IllegalMove, match="already"):
        placed("0,0", "0,0")


def test_32_stones_in_one_row_fit_the_frame() -> None:
    assert len(placed(*(f"{k},0" for k in range(31))).moves()) == rules.MAX_MOVES
    row = placed(*(f"{k},0" for k in range(32)))
    assert set(row.moves()) == {f"lift {k},0" for k in range(0, 32, 2)}
    row = played(row, "lift 0,0", "put 32,0", "lift 1,0", "put 33,0")
    assert stones(row, 0) == [(k, 0) for k in range(2, 33, 2)]
    assert stones(row, 1) == [(k, 0) for k in range(3, 34, 2)]
    column = placed(*(f"0,{-k}" for k in range(32)))
    column = played(column, "lift 0,0", "put 0,-32", "lift 0,-1", "put 0,-33")
    assert stones(column, 0) == [(0, k) for k in range(-32, -1, 2)]


# --- five in a line -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "cell"),
    [
        (("OOOO", "XXX."), "4,1"),
        (("OOOO", ".XXX"), "-1,1"),
        (("OX", "OX", "OX", "O."), "0,4"),
        (("...OX", "..OX.", ".OX..", "OX..."), "4,4"),
        (("OX...", ".OX..", "..OX.", "...OX"), "4,-1"),
        (("OOO.OO", "XXOXXX"), "3,1"),  # six are five or more
    ],
)
def test_five_in_a_line_win_at_once(rows: tuple[str, ...], cell: str) -> None:
    state = drawn(*rows, placing=True).play(f"put {cell}")
    assert state.over and state.scores == (1, 0) and state.places == (1, 2) and state.returns == (1, -1)
    assert position(state)["winner"] == 0 and position(state)["phase"] == "over"


def test_four_or_a_broken_line_or_the_other_colour_do_not_win() -> None:
    assert not drawn("OOO", "XXX", placing=True).play("put 3,1").over
    assert not drawn("OOO.O", "XXXOX", placing=True).play("put 5,1").over
    assert not drawn("OO.OO", "XXOXX", placing=True, turn=1).play("put 2,1").over


def test_five_in_a_line_win_in_the_moving_phase_too() -> None:
    state = played(drawn("XXXX.", "OOOXX", "OOOX.", turn=1), "lift 3,0", "put 4,2")
    assert state.scores == (0, 1) and state.places == (2, 1)


# --- lifting and putting --------------------------------------------------------------------------


def test_when_all_32_lie_seat_0_begins_to_move() -> None:
    state = rectangle_placed()
    assert len(state.moves_made) == 32 and state.turn == (0,)
    assert men(state) == [16, 16] and all(move.startswith("lift") for move in state.moves())


def test_only_own_stones_with_a_free_side_are_lifted() -> None:
    state = drawn("XOX", "OOO", "XOX")
    assert state.moves() == ["lift 0,1", "lift 1,0", "lift 1,2", "lift 2,1"]
    for move, why in (
        ("lift 1,1", "free side"),
        ("lift 0,0", "not yours"),
        ("lift 70,7", "no stone"),
        ("put 3,0", "lift"),
    ):
        with pytest.raises(sk.IllegalMove, match=why):
            state.play(move)


def test_an_enclosed_empty_cell_is_a_free_side_and_a_cell_to_put_on() -> None:
    state = drawn("XXOX", "XOOX", "O.OX", "XOOX", "XXOX")
    assert "lift 2,2" in state.moves()
    assert "put 1,2" in state.play("lift 2,0").moves()


def test_the_same_player_puts_the_lifted_stone() -> None:
    state = drawn("OOXX", "XXOO", "OOXX").play("lift 0,0")
    assert state.turn == (0,) and all(move.startswith("put") for move in state.moves())
    assert state.play("put 4,1").turn == (1,)


def test_a_stone_may_not_go_back_in_the_same_turn() -> None:
    state = drawn("OOXX", "XXOO", "OOXX").play("lift 0,0")
    assert "put 0,0" not in state.moves() and "put 0,3" in state.moves()
    with pytest.raises(sk.IllegalMove, match="came from"):
        state.play("put 0,0")
    assert "put 0,0" in played(state, "put 4,1", "lift 3,2", "put 4,0", "lift 4,1").moves()


# --- capture --------------------------------------------------------------------------------------


def test_stones_cut_off_leave_at_once_whosever_they_are() -> None:
    state = drawn("OXOX.", "XOXOO", "....X", "....O").play("lift 4,2")
    assert stones(state, 0) == [(0, 3), (1, 2), (2, 3), (3, 2)]
    assert stones(state, 1) == [(0, 2), (1, 3), (2, 2), (3, 3)]
    assert men(state) == [5, 4]  # the one in hand counts


def test_corner_contact_counts_as_separated() -> None:
    held = drawn("OOXX.", "XXOOX", "OOXXO", turn=1).play("lift 4,1")
    assert men(held) == [7, 7]  # 4,0 hangs on 3,0
    cut = drawn("OOXX.", "XXOOX", "OOX.O", turn=1).play("lift 4,1")
    assert men(cut) == [6, 6] and (4, 0) not in stones(cut, 0)  # 4,0 only touched the corner of 3,1


def test_the_lifted_stone_cannot_rescue() -> None:
    state = drawn("OOXX..", "XXOOOX", "OOXX..").play("lift 4,1")
    assert men(state) == [7, 6]
    assert "put 5,0" not in state.moves() and "put 5,2" not in state.moves()


def test_cells_freed_by_a_capture_may_be_used() -> None:
    state = played(drawn("OOXX..", "XXOOOX", "OOXX.."), "lift 4,1", "put 4,2", "lift 3,0", "put 4,1", "lift 0,0")
    assert men(state) == [7, 6] and "put 5,1" in state.moves()


def test_the_largest_part_stays_counting_both_colours() -> None:
    state = drawn("OOO.....", "O.OOXXXX", "...XXXXO").play("lift 3,1")
    assert men(state) == [2, 8]  # capturing oneself is allowed
    assert state.turn == (0,) and not state.over  # and with fewer than five one plays on


TIE = ("OXO.OXO", "XXOOOXX", "...X...")  # 3,1 joins two parts of six stones and a single one


def test_of_several_largest_parts_the_lifter_keeps_one() -> None:
    state = drawn(*TIE).play("lift 3,1")
    assert state.turn == (0,) and men(state) == [7, 7]  # nothing is removed yet
    assert state.moves() == [f"keep {x},{y}" for x in (0, 1, 2, 4, 5, 6) for y in (1, 2)]
    for move, why in (("keep 3,0", "largest"), ("keep 3,1", "no stone"), ("put 3,1", "stays")):
        with pytest.raises(sk.IllegalMove, match=why):
            state.play(move)
    kept = played(drawn("OXO.OXO", "XOOOOXX", "...X..."), "lift 3,1", "keep 2,2")
    assert stones(kept, 0) == [(0, 2), (1, 1), (2, 1), (2, 2)] and stones(kept, 1) == [(0, 1), (1, 2)]
    assert kept.turn == (0,) and not kept.over and men(kept) == [5, 2]
    assert "put 3,1" not in kept.moves() and "put 3,2" in kept.moves()


def test_naming_another_stone_of_the_part_keeps_the_same() -> None:
    state = drawn("OXO.OXO", "XOOOOXX", "...X...").play("lift 3,1")
    assert state.play("keep 0,1") == state.play("keep 2,2") != state.play("keep 4,1")


def test_three_largest_parts() -> None:
    state = drawn("OXOXOXOXO", "....X....", "....O....", "....X....", "....O....").play("lift 4,4")
    assert len(state.moves()) == 12
    below = state.play("keep 4,0")
    assert stones(below, 0) == [(4, 0), (4, 2)] and stones(below, 1) == [(4, 1), (4, 3)]


# --- passing --------------------------------------------------------------------------------------

SHUT_IN = (".O..", "OXOO", ".O..")


def test_who_cannot_lift_any_stone_passes() -> None:
    state = played(drawn(*SHUT_IN), "lift 3,1", "put 2,2")
    assert state.turn == (1,) and state.moves() == ["pass"]
    assert state.play("pass").turn == (0,)


def test_who_has_no_stones_left_passes() -> None:
    assert drawn("OOO", "OO.", turn=1).moves() == ["pass"]


def test_who_can_lift_may_not_pass() -> None:
    with pytest.raises(sk.IllegalMove, match="only"):
        drawn(*RECTANGLE).play("pass")


# --- draws ----------------------------------------------------------------------------------------


def drawn_because(state: State) -> str | None:
    assert not state.over or (state.scores == (0, 0) and state.places == (1, 1) and state.returns == (0, 0))
    reason: str | None = position(state)["draw"]
    return reason


def test_a_draw_at_once_when_a_capture_leaves_neither_with_five_stones() -> None:
    state = drawn("OXO..", "XOXOX", "O..XO").play("lift 3,1")
    assert drawn_because(state) is None and men(state) == [5, 3]  # the fifth is in hand
    state = drawn("OXO..", "XOXOX", "X..XO").play("lift 3,1")
    assert drawn_because(state) == "too few stones" and state.over and men(state) == [4, 4]


def test_without_a_capture_few_stones_are_no_draw() -> None:
    state = played(drawn("OOXX", "XXOO"), "lift 0,1", "put 4,0")
    assert not state.over


def test_a_draw_by_too_few_stones_waits_for_the_keep() -> None:
    state = drawn(*TIE).play("lift 3,1")
    assert not state.over
    assert drawn_because(state.play("keep 0,1")) == "too few stones"


FOUR_TURNS = ("lift -2,3", "put -2,-1", "lift 5,3", "put 5,-1", "lift -2,-1", "put -2,3", "lift 5,-1", "put 5,3")


def test_a_draw_when_a_position_is_there_for_the_third_time() -> None:
    """The position after the 32nd stone is the first."""
    second = played(rectangle_placed(), *FOUR_TURNS)
    assert not second.over and position(second)["seen_before"] == 1
    almost = played(second, *FOUR_TURNS[:-1])
    assert not almost.over
    assert drawn_because(almost.play(FOUR_TURNS[-1])) == "third repetition"


def test_positions_are_equal_up_to_translation() -> None:
    state = drawn("OXOXOXOXOX")
    for k in range(0, 4, 2):
        assert not state.over
        state = played(state, f"lift {k},0", f"put {k + 10},0", f"lift {k + 1},0", f"put {k + 11},0")
    assert drawn_because(state) == "third repetition"
    assert stones(state, 0) == [(k, 0) for k in range(4, 14, 2)]


def test_mirrored_positions_are_not_equal() -> None:
    one, mirrored, turned = (drawn(*rows).record() for rows in (("OOX", "O.."), ("XOO", "..O"), ("..O", "XOO")))
    assert len({fingerprint(s) for s in (one, mirrored, turned)}) == 3


def test_the_same_stones_with_the_other_player_to_move_are_another_position() -> None:
    """After a pass the stones lie as before: five times here, and three times with seat 0 to move."""
    state = drawn(*SHUT_IN)
    there, back = ("lift 3,1", "put 2,2", "pass"), ("lift 2,2", "put 3,1", "pass")
    state = played(state, *there, *back, *there, *back[:-1])
    assert not state.over
    assert drawn_because(state.play("pass")) == "third repetition"


def test_a_capture_makes_earlier_positions_impossible_and_forgets_them() -> None:
    state = drawn("OXOX.", "XOXOO", "....X", "....O", quiet=98).play("lift 4,2")
    assert position(state)["quiet_turns"] == 0
    assert position(state.play("put 4,3"))["quiet_turns"] == 0


def quiet_turn(state: State, rng: random.Random) -> State:
    """Some turn without a capture that neither wins nor repeats a position."""
    while True:
        lifted = state.play(rng.choice(state.moves()))
        if men(lifted) == men(state) and position(lifted)["phase"] == "putting":
            after = lifted.play(rng.choice(lifted.moves()))
            if position(after)["winner"] is None and position(after)["seen_before"] == 0:
                return after


def test_a_draw_after_100_turns_without_a_capture() -> None:
    rng = random.Random(5)
    state = rectangle_placed()
    for turns in range(100):
        assert not state.over and position(state)["quiet_turns"] == turns
        state = quiet_turn(state, rng)
    assert drawn_because(state) == "100 turns without a capture" and men(state) == [16, 16]


def test_passes_count_among_the_100_turns() -> None:
    state = played(drawn(*SHUT_IN, quiet=98), "lift 3,1", "put 2,2")
    assert not state.over
    assert drawn_because(state.play("pass")) == "100 turns without a capture"


def test_a_capture_in_the_100th_turn_goes_on() -> None:
    state = played(drawn("OXOX.", "XOXOO", "....X", "....O", quiet=99), "lift 4,2", "put 4,3")
    assert not state.over and position(state)["quiet_turns"] == 0


def test_a_win_goes_before_every_draw() -> None:
    state = played(drawn("XXXX.", "OOOXX", "OOOX.", turn=1, quiet=99), "lift 3,0", "put 4,2")
    assert state.scores == (0, 1)


def test_the_third_time_goes_before_the_100th_turn() -> None:
    s: Any = drawn(*SHUT_IN, turn=1, quiet=99).record()
    s.seen[96] = s.seen[98] = s.seen[99]
    rules.play(s, 1, rules.PASS)
    assert drawn_because(State(GAME, s.pack())) == "third repetition"


def test_moves_are_numbers_below_the_count() -> None:
    rng, state = random.Random(2), GAME.start()
    while not state.over:
        assert set(state.actions().values()) <= set(range(GAME.action_count or 0))
        state = state.play(rng.choice(state.moves()))
    assert drawn("OOO", "OO.", turn=1).actions() == {"pass": (GAME.action_count or 0) - 1}
