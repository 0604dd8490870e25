"""The exact solver: against trying all stacks, against the tables made anew, and in play."""

import random
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.games.cubus import box_tables, builds, line_shapes, rules
from spielkiste.games.cubus.bot.solver import best_build, can_build, columns_of, open_where_needed
from spielkiste.games.cubus.build_search import FOUND, best_lines, can_build_with
from spielkiste.games.cubus.column_lines import LINES, WIDTH
from spielkiste.games.cubus.notation import LETTERS, read_columns
from spielkiste.games.cubus.stack import (
    CLOSED,
    KINDS,
    LEFT,
    MOST,
    OPEN,
    RIGHT,
    boxes,
    can_be_drawn,
    count,
    left_sides,
    open_lids_stay,
    right_sides,
    tiles,
    tiles_of_kind,
)
from spielkiste.games.cubus.tests import naive
from spielkiste.games.cubus.tools import box_tables as making

CASES_EACH = 60  # for every choice of tiles; the solver runs as plain Python here


def best(stack: list[int], left: int, right: int, lids: int, young: bool) -> tuple[int, list[int]]:
    """The solver's points and stack, checked to be a legal build of that worth; it runs as plain Python."""
    lines, found = np.zeros(LINES * WIDTH, np.int64), np.zeros(FOUND, np.int64)
    points = best_lines(stack, left, right, lids, int(young), lines, found)
    if points == 0:
        return 0, []
    new = columns_of(lines, found, stack)
    more = boxes(new) - boxes(stack)
    assert can_be_drawn(new) and open_lids_stay(stack, new) and more > 0
    assert left_sides(new) <= left and right_sides(new) <= right and count(new) <= lids
    assert points == (more if young else 3 * more - tiles(new) + tiles(stack))
    return points, new


@pytest.mark.parametrize(
    ("left", "right", "lids"), [(2, 3, 4), (4, 4, 4), (3, 6, 5), (5, 5, 5), (7, 3, 6), (4, 6, 6), (8, 8, 4), (6, 5, 7)]
)
def test_the_best_build_is_that_of_trying_all_stacks(left: int, right: int, lids: int) -> None:
    chosen = random.Random(left * 100 + right * 10 + lids)
    stacks = naive.stacks_within(left, right, lids)
    for _ in range(CASES_EACH):
        old = dict(
            max((chosen.choice(stacks)[0] for _ in range(chosen.randint(1, 6))), key=lambda key: sum(h for _, h in key))
        )
        young = chosen.random() < 0.1
        opens = frozenset(chosen.sample(sorted(old), min(len(old), 0 if young else chosen.randint(0, 4))))
        hand = dict(zip("LRT", np.subtract((left, right, lids), naive.tiles(old)).tolist(), strict=True)) | {"O": 0}
        stack = read_columns(naive.write_stack(old, opens))
        laid = [tiles_of_kind(stack, kind) for kind in range(KINDS)]
        wanted = naive.best_build(old, opens, hand, young)
        assert best(stack, left, right, lids, young)[0] == (wanted or 0)
        exists = can_build_with(stack, laid, [hand[letter] for letter in LETTERS], int(young))
        assert exists == (wanted is not None)


@pytest.mark.parametrize(
    ("stack", "left", "right", "lids", "points"),
    [
        ("0,0=1", 1, 2, 2, 1),  # a box beside the start box
        ("0,0=1", 3, 1, 1, 0),  # two tiles of the same kind
        ("0,0=1 1,0=1 2,0=1 3,0=1", 4, 4, 4, 9),  # a row of four and three left sides become 2x2x2
        ("0,1=2 1,0=2 1,1=2", 4, 4, 4, 5),  # a box on an unseen box at the back, for a lid
        ("0,0=2 0,1=1 0,2=1 1,0=1 1,1=1 1,2=1 2,0=1 2,1=1 2,2=1", 6, 6, 9, 20),  # a layer, the box on top taken off
        ("0,0=3 0,1=1 0,2=1 1,0=1 1,1=1 1,2=1 2,0=1 2,1=1 2,2=1", 6, 6, 9, 19),  # ... and two boxes
        ("0,0=1 1,0=1", 16, 16, 16, 3 * 62 - 43),  # the cube of 64
    ],
)
def test_builds_of_the_rules_page(stack: str, left: int, right: int, lids: int, points: int) -> None:
    assert best(read_columns(stack), left, right, lids, False)[0] == points


def test_open_lids_hold_the_build_back() -> None:
    free, held = read_columns("0,0=1 1,0=1 2,0=1 3,0=1"), read_columns("0,0=1o 1,0=1 2,0=1 3,0=1o")
    assert best(free, 9, 9, 9, False)[0] == best(read_columns("0,0=1o 1,0=1 2,0=1 3,0=1"), 9, 9, 9, False)[0] == 51
    assert best(held, 9, 9, 9, False)[0] == 29


def test_a_stack_and_its_mirror_image_have_builds_of_the_same_worth() -> None:
    one, other = read_columns("0,0=3o 0,1=1o 1,0=2 2,0=2 3,0=1o"), read_columns("0,0=3o 0,1=2 0,2=2 0,3=1o 1,0=1o")
    assert best(one, 9, 11, 10, False)[0] == best(other, 11, 9, 10, False)[0] > 0


# --- the tables ----------------------------------------------------------------------------------

SMALL = 7  # the tables are made anew for so many tiles of a kind


def test_the_stored_table_of_most_boxes_is_what_the_command_computes() -> None:
    part = (slice(SMALL + 1),) * 4
    assert np.array_equal(making.most_boxes(SMALL), box_tables.MOST_BOXES[part])
    assert np.array_equal(making.most_gain(box_tables.MOST_BOXES), box_tables.MOST_GAIN)


@pytest.mark.parametrize("side", ["front", "behind"])
def test_the_stored_tables_of_lines_are_what_the_command_computes(side: str) -> None:
    neighbours: Any = line_shapes.lines_before if side == "front" else line_shapes.lines_behind
    stored = box_tables.FRONT if side == "front" else box_tables.BEHIND
    stored_gain = box_tables.FRONT_GAIN if side == "front" else box_tables.BEHIND_GAIN
    made = making.most_beside(neighbours, SMALL)
    for line, boxes_beside, gain in zip(line_shapes.all_lines(SMALL), made, making.gains(made), strict=True):
        number = int(np.searchsorted(box_tables.SHAPES, line_shapes.shape_of(line)))
        shape = line_shapes.SIZE - sum(line), line_shapes.SIZE - line[0], line_shapes.SIZE - len(line)
        start = int(box_tables.STARTS[number])
        part = tuple(slice(size) for size in boxes_beside.shape)
        assert np.array_equal(stored[start : start + np.prod(shape)].reshape(shape)[part], boxes_beside)
        assert np.array_equal(stored_gain[start : start + np.prod(shape)].reshape(shape)[part], gain)


# --- in play -------------------------------------------------------------------------------------


def after_random_moves(game: Game, seed: int, moves: int) -> State:
    rng = np.random.default_rng(seed)
    state = sk.deal(game.start(), rng)
    for _ in range(moves):
        seats = [seat for seat in state.turn if seat >= 0]
        if not seats:
            break
        seat = int(rng.choice(seats))
        state = sk.deal(state.play(str(rng.choice(state.moves(seat))), seat=seat), rng)
    return state


@pytest.mark.parametrize("options", [{}, {"players": 3, "young": True}, {"players": 4, "leftovers": "lowest"}])
@pytest.mark.parametrize("seed", range(12))
def test_the_best_build_can_be_played_and_no_listed_one_is_better(options: dict[str, Any], seed: int) -> None:
    state = after_random_moves(sk.game("cubus", **options), seed, 8 * seed)
    if state.over:
        return
    seat = state.turn[-1]
    found = best_build(state, seat)
    assert can_build(state, seat) == (found is not None)
    s = state.record()
    if s.phase not in (rules.BUILD, rules.KNOCKED, rules.LAST):
        return
    listed = [0] * rules.MAX_MOVES
    count_of_builds = builds.list_builds(s, rules.whose_tiles(s), listed, 0)
    worths = []
    for action in listed[:count_of_builds]:
        out = [0] * MOST
        builds.write_build(s.stack, action, out)
        worths.append(builds.worth(s, out))
    assert max(worths, default=0) <= (found[0] if found else 0)
    if found:
        assert state.play(found[1], seat=seat).scores[seat] - state.scores[seat] == found[0]


def test_who_could_knock_is_told_of_the_tiles_of_who_passed() -> None:
    state = sk.game("cubus", players=3).start()
    for letter in "LRTT":  # the first round, then a lid for seat 0, which has a left side
        state = state.play(f"draw {letter}")
    assert best_build(state, 0) is not None
    passed = state.play("pass", seat=0)
    assert best_build(passed, 2) == best_build(state, 0) and can_build(passed, 2)


def test_there_is_no_build_in_the_dismantling_game() -> None:
    state = sk.game("cubus", mode="dismantle").start()
    assert best_build(state, 0) is None and not can_build(state, 0)


def test_lids_are_opened_only_when_closed_ones_run_out() -> None:
    columns = read_columns("0,0=2 0,1=1o 1,0=1 1,1=1")
    open_where_needed(columns, 3)
    assert columns == read_columns("0,0=2 0,1=1o 1,0=1 1,1=1")
    open_where_needed(columns, 1)
    assert columns == read_columns("0,0=2 0,1=1o 1,0=1o 1,1=1o")


def test_the_tiles_of_a_build_are_counted_by_kind() -> None:
    stack = read_columns("0,0=2 0,1=1o 1,0=1")
    assert [tiles_of_kind(stack, kind) for kind in (LEFT, RIGHT, CLOSED, OPEN)] == [3, 3, 2, 1]
