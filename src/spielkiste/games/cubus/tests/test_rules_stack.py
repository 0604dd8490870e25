"""What a stack is, which ones can be drawn, and the tiles they take."""

from collections.abc import Iterator
from functools import cache

import pytest

from spielkiste.games.cubus.build_search import can_build_with
from spielkiste.games.cubus.notation import read_columns
from spielkiste.games.cubus.stack import (
    CLOSED,
    LEFT,
    MOST,
    OPEN,
    RIGHT,
    boxes,
    can_be_drawn,
    column,
    count,
    height_of,
    left_sides,
    normalise,
    open_lids_stay,
    push_layer_under,
    right_sides,
    same,
    set_column,
    take_box,
    tiles,
    tiles_of_kind,
    x_of,
    y_of,
)

Stack = tuple[int, ...]
Point = tuple[int, int, int]
START: Stack = tuple([column(0, 0, 1, 0)] + [0] * (MOST - 1))


def one_box_more(stack: Stack) -> Iterator[Stack]:
    """Every stack in one piece with one box more, drawable or not."""
    heights = {(x_of(c), y_of(c)): height_of(c) for c in stack if c}
    places = {(x + dx, y + dy) for x, y in heights for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))}
    for x, y in places:
        out = [0] * MOST
        set_column(stack, out, x, y, heights.get((x, y), 0) + 1, 0)
        yield tuple(out)


@cache
def stacks_in_one_piece(n: int) -> frozenset[Stack]:
    if n == 1:
        return frozenset({START})
    return frozenset(more for stack in stacks_in_one_piece(n - 1) for more in one_box_more(stack))


@cache
def drawable(n: int) -> frozenset[Stack]:
    if n == 1:
        return frozenset({START})
    return frozenset(more for stack in drawable(n - 1) for more in one_box_more(stack) if can_be_drawn(more))


def test_the_start_box_takes_one_tile_of_each_kind() -> None:
    assert boxes(START) == count(START) == 1
    assert [tiles_of_kind(START, kind) for kind in range(4)] == [1, 1, 1, 0]
    assert tiles(START) == 3


def test_a_box_beside_the_start_box_takes_a_right_side_and_a_lid_more() -> None:
    stack = read_columns("0,0=1 1,0=1")
    assert boxes(stack) == 2
    assert (left_sides(stack), right_sides(stack), count(stack)) == (1, 2, 2)


# --- the drawing, triangle by triangle ----------------------------------------------------------


def corners(x: int, y: int, z: int) -> list[list[Point]]:
    """The three faces of a box; the second and the fourth corner lie on the line that halves it into triangles."""
    front = (x + 1, y + 1, z + 1)
    return [
        [(x + 1, y, z + 1), front, (x + 1, y + 1, z), (x + 1, y, z)],
        [(x, y + 1, z + 1), front, (x + 1, y + 1, z), (x, y + 1, z)],
        [(x + 1, y, z + 1), front, (x, y + 1, z + 1), (x, y, z + 1)],
    ]


def drawing(stack: Stack) -> list[int] | None:
    """The tiles of each kind if the stack can be drawn: every face owns both of its triangles or none."""
    owner: dict[frozenset[tuple[int, int]], tuple[int, Point, int]] = {}
    all_boxes = [(x_of(c), y_of(c), z) for c in stack if c for z in range(height_of(c))]
    for box in all_boxes:
        for kind, (one, two, three, four) in enumerate(corners(*box)):
            for triangle in ((one, two, four), (three, two, four)):
                seen = frozenset((y - x, x + y - 2 * z) for x, y, z in triangle)
                near = sum(map(sum, triangle))
                owner[seen] = max(owner.get(seen, (-1, box, kind)), (near, box, kind))
    owned: dict[tuple[Point, int], int] = {}
    for _, box, kind in owner.values():
        owned[box, kind] = owned.get((box, kind), 0) + 1
    tops = {(x_of(c), y_of(c), height_of(c) - 1) for c in stack if c}
    if set(owned.values()) != {2} or tops - {box for box, _ in owned}:
        return None
    return [sum(shown == kind for _, shown in owned) for kind in range(3)]


@pytest.mark.parametrize("n", range(1, 6))
def test_a_stack_can_be_drawn_if_no_tile_is_half_covered(n: int) -> None:
    for stack in stacks_in_one_piece(n):
        needed = drawing(stack)
        assert (needed is not None) == can_be_drawn(stack)
        assert needed in (None, [tiles_of_kind(stack, kind) for kind in (LEFT, RIGHT, CLOSED)])


@pytest.mark.parametrize("n", range(1, 8))
def test_so_many_stacks_can_be_drawn(n: int) -> None:
    assert len(drawable(n)) == (1, 3, 7, 19, 48, 131, 346)[n - 1]


@pytest.mark.parametrize(
    "stack", ["0,0=1 0,2=1", "0,0=1 2,0=1", "0,0=1 1,1=1", "0,0=1 0,1=1 1,1=1", "0,0=1 1,1=1 1,2=1"]
)
def test_the_floor_is_in_one_piece_and_has_no_missing_inner_corner(stack: str) -> None:
    assert not can_be_drawn(read_columns(stack))


def test_a_taller_column_in_front_of_a_lower_one_cannot_be_drawn() -> None:
    assert not can_be_drawn(read_columns("0,0=1 0,1=2"))
    assert not can_be_drawn(read_columns("0,0=1 1,0=2"))
    assert can_be_drawn(read_columns("0,0=2 0,1=1"))


def test_holes_and_steps_at_the_back_can_be_drawn() -> None:
    assert can_be_drawn(read_columns("0,1=1 1,0=3 1,1=1"))


def test_nothing_is_no_stack() -> None:
    assert not can_be_drawn([0] * MOST)


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 7))
def test_most_boxes_with_some_tiles_of_each_kind(n: int) -> None:
    """A box more never takes fewer tiles of a kind, so growing within the tiles finds all stacks."""
    level, most = {START}, 0
    while level:
        most += 1
        level = {
            more
            for stack in level
            for more in one_box_more(stack)
            if max(left_sides(more), right_sides(more), count(more)) <= n and can_be_drawn(more)
        }
    assert most == (1, 2, 4, 8, 9, 12)[n - 1]


@pytest.mark.parametrize("n", range(1, 10))
def test_the_search_knows_the_most_boxes(n: int) -> None:
    most = (1, 2, 4, 8, 9, 12, 15, 20, 27)[n - 1]

    def more_than(tower: int) -> bool:
        stack = [column(0, 0, tower, 0)] + [0] * (MOST - 1)
        return can_build_with(stack, [n, n, n, 0], [0, 0, 0, 0], 1)

    assert not more_than(most)
    assert most == 1 or more_than(most - 1)


def corner_stacks(a: int, b: int, c: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Heights in an a by b corner, at most c, that never grow to the front; the empty one included."""

    def lines(limit: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        def longer(line: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if len(line) == b:
                yield line
                return
            for height in range(min(limit[len(line)], line[-1] if line else c) + 1):
                yield from longer((*line, height))

        yield from longer(())

    def further(behind: tuple[tuple[int, ...], ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
        if len(behind) == a:
            yield behind
            return
        for line in lines(behind[-1] if behind else (c,) * b):
            yield from further((*behind, line))

    yield from further(())


@pytest.mark.parametrize(("side", "number", "every"), [(2, 20, 1), (3, 980, 1), (4, 232_848, 100)])
def test_stacks_in_a_corner_are_macmahons_and_can_be_drawn(side: int, number: int, every: int) -> None:
    found = 0
    for found, heights in enumerate(corner_stacks(side, side, side), 1):
        if found > 1 and found % every == 0:
            standing = [column(x, y, h, 0) for x, line in enumerate(heights) for y, h in enumerate(line) if h]
            assert can_be_drawn(standing + [0] * (MOST - len(standing)))
    assert found == number


# --- changing a stack -----------------------------------------------------------------------------


def test_only_shape_and_relative_position_matter() -> None:
    moved = sorted([column(2, 3, 1, 0), column(3, 3, 1, 0)]) + [0] * (MOST - 2)
    normalise(moved)
    assert moved == read_columns("0,0=1 1,0=1")
    assert same(moved, read_columns("7,4=1 6,4=1"))
    assert not same(moved, read_columns("0,0=1 0,1=1"))


def test_a_column_put_behind_moves_the_others() -> None:
    out = [0] * MOST
    set_column(read_columns("0,0=1"), out, 0, -1, 2, 1)
    assert out == read_columns("0,0=2o 0,1=1")


def test_a_layer_lifts_every_column() -> None:
    out = [0] * MOST
    push_layer_under(read_columns("0,0=2o 0,1=1"), out)
    assert out == read_columns("0,0=3o 0,1=2")


def test_taking_a_box_may_end_its_column() -> None:
    out = [0] * MOST
    take_box(read_columns("0,0=2 0,1=1"), out, 0)
    assert out == read_columns("0,0=1 0,1=1")
    take_box(read_columns("0,0=1 0,1=1"), out, 0)
    assert out == read_columns("0,0=1")


@pytest.mark.parametrize(
    ("old", "new", "fine"),
    [
        ("0,0=1", "0,0=5", True),  # no open lid yet
        ("0,0=1o", "0,0=1 1,0=1o", True),  # moved as a whole
        ("0,0=1o", "0,0=2o", True),  # a layer below
        ("0,0=2o", "0,0=1o 0,1=1", False),  # never lower
        ("0,0=1o", "0,0=1", False),  # it stays open
        ("0,0=2o 0,1=1o", "0,0=3o 0,1=2o", True),
        ("0,0=2o 0,1=1o", "0,0=3o 0,1=1o", False),  # not lifted alike
        ("0,0=2o 0,1=1o", "0,0=2o 0,1=1", False),
        ("0,0=2 0,1=1o", "0,0=1 0,1=1 0,2=1o", True),
    ],
)
def test_open_lids_stay_but_for_a_common_shift_and_lift(old: str, new: str, fine: bool) -> None:
    assert open_lids_stay(read_columns(old), read_columns(new)) == fine


def test_open_lids_are_counted_as_a_kind_of_their_own() -> None:
    stack = read_columns("0,0=2o 0,1=1")
    assert (tiles_of_kind(stack, CLOSED), tiles_of_kind(stack, OPEN)) == (1, 1)
