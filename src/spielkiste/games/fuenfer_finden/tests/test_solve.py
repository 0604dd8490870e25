"""The exact best round against trying everything; the planner's parts against plain counting."""

from itertools import combinations

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.compiled import compiled
from spielkiste.core.state import State
from spielkiste.games.fuenfer_finden.bot import planner, plans
from spielkiste.games.fuenfer_finden.bot.solver import ALL_SHAPES, best_completion, best_round, plan, search
from spielkiste.games.fuenfer_finden.shapes import (
    CELLS_A_BOARD,
    PLACEMENT_CELLS,
    ROLL_TALLIES,
    ROLL_WEIGHTS,
    SHAPE_TABLE,
    VALUES,
)
from spielkiste.games.fuenfer_finden.tools.learning import any_board
from spielkiste.games.fuenfer_finden.tools.measuring import any_roll, by_table, fivers, solo_points
from spielkiste.search.limit import Limit

from .positions import EMPTY, SIX, L, X, Y, done, drawn, outlined


def value_of(placement: int) -> int:
    return VALUES[int(SHAPE_TABLE[placement])]


def fits(placements: tuple[int, ...]) -> bool:
    cells = [cell for placement in placements for cell in PLACEMENT_CELLS[placement]]
    shapes = {int(SHAPE_TABLE[placement]) for placement in placements}
    return len(set(cells)) == len(cells) and len(shapes) == len(placements)


def by_trying_everything(places: list[int]) -> int:
    """The best total of at most five that fit together: every combination is looked at."""
    groups = (group for size in range(6) for group in combinations(places, size) if fits(group))
    return max(sum(map(value_of, group)) for group in groups)


def random_base(seed: int) -> State:
    return sk.deal(sk.game("fuenfer_finden").start(), np.random.default_rng(seed))


def test_best_round_is_as_good_as_trying_everything() -> None:
    rng, tried = np.random.default_rng(7), 0
    while tried < 150:
        places = fivers(planner.read_board(any_board(rng)), any_roll(rng))
        some = sorted(int(p) for p in rng.permutation(places)[:16])  # more would take all day to try
        found, value = search(some, (0, 0), ALL_SHAPES, 5)
        assert value == sum(map(value_of, found)) == by_trying_everything(some)
        tried += 1


def test_best_rounds_are_disjoint_distinct_and_right() -> None:
    rng = np.random.default_rng(8)
    for _ in range(300):
        places = fivers(planner.read_board(any_board(rng)), any_roll(rng))
        found, value = search(places, (0, 0), ALL_SHAPES, 5)
        assert len(found) <= 5 and fits(tuple(found)) and set(found) <= set(places)
        assert value == sum(map(value_of, found))


@pytest.mark.parametrize("seed", range(8))
def test_the_judge_gives_what_the_best_round_promises(seed: int) -> None:
    state = random_base(seed)
    for _ in range(5):
        best, before = best_round(state, 0), state.scores[0]
        for move in best.outlines:
            assert best_completion(state, 0).points == best.points
            state = state.play(move, seat=0)
        state = done(state, 0, 1)
        assert state.scores[0] - before == best.points
        state = sk.deal(state, np.random.default_rng(seed))
    assert state.over


def test_more_than_five_never_pays() -> None:
    best = best_round(drawn(SIX), 0)
    assert best.points == 13 and len(best.outlines) == 5
    assert best_round(drawn(SIX, before=4), 0).points == 26


def test_a_scrap_is_in_nobodys_way_but_a_fiver_is() -> None:
    scraps = outlined(drawn(SIX), 0, L, "a1 b1 c1 d1 e1", "f8 g7")
    assert best_completion(scraps, 0).points == 1 + 4 + 4 + 2 + 2
    assert f"outline {X}" in best_completion(scraps, 0).outlines
    two_cheap = outlined(drawn(SIX), 0, L, Y)
    assert best_completion(two_cheap, 0).points == 1 + 1 + 4 + 4 + 2


def test_nothing_to_find() -> None:
    assert best_round(drawn(EMPTY), 0) == (0, ())


def test_base_and_puzzle_are_asked_differently() -> None:
    with pytest.raises(sk.OptionError):
        best_round(drawn(SIX, mode="puzzle"), 0)
    with pytest.raises(sk.OptionError):
        plan(drawn(SIX), 0, Limit())
    with pytest.raises(sk.NotYourTurn):
        plan(drawn(SIX, mode="puzzle").play("done", seat=0), 0, Limit())
    with pytest.raises(sk.NotYourTurn):
        best_round(done(drawn(SIX), 0, 1), 0)


def test_a_board_is_read_as_the_rules_read_it() -> None:
    state = sk.deal(sk.game("fuenfer_finden", mode="solo").start(), np.random.default_rng(3))
    s = state.record()
    board = planner.read_board(s.board[0])
    for placement in range(0, len(PLACEMENT_CELLS), 7):
        tally = sum(1 << (3 * s.board[0][cell]) for cell in PLACEMENT_CELLS[placement])
        ways = ROLL_WEIGHTS[ROLL_TALLIES.index(tally)] if tally in ROLL_TALLIES else 0
        assert board.ways[placement] == ways
    moves = [f for f in state.moves() if f.startswith("outline")]
    assert len(fivers(board, s.roll)) == len(moves)
    tallies = [sum(1 << (3 * s.board[0][cell]) for cell in cells) for cells in PLACEMENT_CELLS]
    for roll, wanted in enumerate(ROLL_TALLIES):
        found = board.fivers[board.first[roll] : board.first[roll + 1]]
        assert list(found) == [p for p, tally in enumerate(tallies) if tally == wanted]


def test_ways_that_stay_alive() -> None:
    board = planner.read_board(any_board(np.random.default_rng(4)))
    alive, shapes, first = planner.new_alive(), 0b101101, 700
    left, right = int(planner.LEFT[first]), int(planner.RIGHT[first])
    compiled(planner.list_alive)(board, 0, 0, shapes, alive)
    compiled(planner.worth_after)(alive, plans.table(), left, right, shapes)
    for shape in (0, 2, 3, 5):
        clear = [p for p in range(4096) if SHAPE_TABLE[p] == shape and not set(PLACEMENT_CELLS[p]) & taken(first)]
        assert alive.sums[shape] == sum(int(board.ways[p]) for p in clear)


def taken(placement: int) -> set[int]:
    return set(PLACEMENT_CELLS[placement])


def test_looking_at_all_rolls_is_the_mean_of_playing_one_round() -> None:
    board = planner.read_board(any_board(np.random.default_rng(5)))
    alive, dice, start = planner.new_alive(), np.zeros(3, dtype=np.int64), np.array([0, 0, 0b111], dtype=np.int64)
    exact = compiled(planner.mean_of_all_rolls)(board, plans.table(), start, alive)
    tried = compiled(planner.mean_points)(board, plans.table(), start, 1, 9, 0, 4000, dice, alive)
    assert tried == pytest.approx(exact, abs=0.06)  # four standard errors


def test_the_last_round_is_planned_exactly() -> None:
    """One shape left and the roll on the table: circling it is worth its value, striking nothing."""
    state = drawn(SIX, mode="solo")
    s = state.record()
    s.sheet[0] = [2] * 12
    s.sheet[0][9] = 0  # X
    found = plan(State(state.game, s.pack()), 0, Limit(simulations=8))
    assert found[0].move == f"outline {X}" and found[0].score == 4 and found[-1].move == "done"


def test_planned_strikes_are_legal_and_cheap() -> None:
    state = sk.deal(sk.game("fuenfer_finden", mode="solo").start(), np.random.default_rng(6)).play("done")
    found = plan(state, 0, Limit(simulations=8))
    assert {strike.move for strike in found} <= set(state.moves()) and found[0].move.split()[1] in "LYP"
    assert plan(state, 0, Limit(simulations=8)) == found  # a number instead of seconds: repeatable


def test_the_table_alone_beats_taking_the_dearest() -> None:
    """Taking the dearest fiver scores 24.0 (docs/fuenfer-planner.md); four standard errors of 200 games are 0.7."""
    points = [solo_points(by_table, 2, game) for game in range(200)]
    assert np.mean(points) > 24.3 and max(points) <= 30 and CELLS_A_BOARD == 100
