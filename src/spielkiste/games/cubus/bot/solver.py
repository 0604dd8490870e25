"""Exact answers about a position: can this seat build at all, and what is its best build?

They hold for any free-form build, not only for the listed ones.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Any

from spielkiste.core.arrays import array, zeros
from spielkiste.core.record import Record
from spielkiste.core.state import State

from ..box_tables import BEHIND, FRONT, SHAPES, STARTS
from ..build_search import (
    BACK,
    FOUND,
    FOUND_LINES,
    FOUND_Y,
    MOST_PINS,
    TURNED,
    best_lines,
    can_build_with,
    read_pins,
    turn,
)
from ..column_lines import BEGIN, HIGH, LENGTH, LIDS, LINES, WIDTH
from ..column_lines import LEFT as FRONT_LEFT
from ..line_shapes import SIZE, Heights, lines_before, lines_behind, shape_of
from ..notation import spell
from ..rules import BUILD, DEAL, DRAW, TAKE, whose_tiles
from ..stack import CLOSED, LEFT, MOST, OPEN, RIGHT, column

Placed = tuple[int, Heights]  # the first y of a line, and its heights


def can_build(state: State, seat: int) -> bool:
    """Whether any build is possible with the tiles this seat would use (see `tiles_for`)."""
    s = state.record()
    if s.phase == TAKE:
        return False
    return bool(
        fast(can_build_with, state)(*(array(given, "i8") for given in (s.stack, s.laid, tiles_for(s, seat))), s.young)
    )


def best_build(state: State, seat: int) -> tuple[int, str] | None:
    """The points of the best build and its move, or None if there is no build."""
    s = state.record()
    if s.phase == TAKE:
        return None
    have = [laid + own for laid, own in zip(s.laid, tiles_for(s, seat), strict=True)]
    lines, found = zeros(LINES * WIDTH, "i8"), zeros(FOUND, "i8")
    points = fast(best_lines, state)(
        array(s.stack, "i8"), have[LEFT], have[RIGHT], have[CLOSED] + have[OPEN], s.young, lines, found
    )
    if points == 0:
        return None
    columns = columns_of(lines, found, s.stack)
    open_where_needed(columns, have[CLOSED])
    return int(points), f"build {spell(columns)}"


def tiles_for(s: Record, seat: int) -> list[int]:
    """The tiles a seat would build with: its own; of whoever passed if it could knock; all leftovers at the end."""
    return list(s.hand[seat if s.phase in (DEAL, DRAW, BUILD) else whose_tiles(s)])


def fast(function: Callable[..., Any], state: State) -> Callable[..., Any]:
    from spielkiste.core.compiled import bind, can_compile, compiled  # only here: nobody needs a compiler to play

    if can_compile():
        bind(state.game)
    return compiled(function)


# --- from the search's result to columns ---------------------------------------------------------


def columns_of(lines: Any, found: Any, stack: Any) -> list[int]:
    """The whole stack: the lines searched, those behind the first of them, and those before the last."""
    searched = [lines[k * WIDTH : (k + 1) * WIDTH].tolist() for k in range(1, found[FOUND_LINES] + 1)]
    core: list[Placed] = [(line[BEGIN], tuple(line[HIGH : HIGH + line[LENGTH]])) for line in searched]
    tiles = found[FRONT_LEFT : LIDS + 1].tolist(), found[FRONT_LEFT + BACK : LIDS + BACK + 1].tolist()
    before = list(others(core[-1], FRONT, lines_before, *tiles[0]))
    behind = list(others(core[0], BEHIND, lines_behind, *tiles[1]))
    old, pins = array(stack, "i8"), zeros((MOST_PINS, 3), "i8")
    if found[TURNED]:
        turn(old)
    n = read_pins(old, pins)
    open_places = {(len(behind) + int(pins[k, 0]), int(found[FOUND_Y] + pins[k, 1])) for k in range(n)}
    placed = [*reversed(behind), *core, *before]
    least = min(begin for begin, _ in placed)
    built = [
        column(x, begin - least + k, height, int((x, begin + k) in open_places))
        for x, (begin, line) in enumerate(placed)
        for k, height in enumerate(line)
    ]
    columns = built + [0] * (MOST - len(built))
    if found[TURNED]:
        turn(columns)
    return columns


def others(start: Placed, table: Any, neighbours: Any, left: int, right: int, lids: int) -> Iterator[Placed]:
    """The lines beside a line that hold as many boxes as the table promises for so many tiles."""
    begin, line = start
    boxes = promised(table, line, left, right, lids)
    while boxes:
        line, taken, shift = next(
            (other, taken, shift)
            for other, taken, shift in neighbours(line)
            if taken <= left and other[0] <= right and len(other) <= lids
            if sum(other) + promised(table, other, left - taken, right - other[0], lids - len(other)) == boxes
        )
        begin, left, right, lids = begin + shift, left - taken, right - line[0], lids - len(line)
        boxes -= sum(line)
        yield begin, line


def promised(table: Any, line: Heights, left: int, right: int, lids: int) -> int:
    start = int(STARTS[bisect_left(SHAPES, shape_of(line))])
    return int(table[start + (left * (SIZE - line[0]) + right) * (SIZE - len(line)) + lids])


def open_where_needed(columns: list[int], closed: int) -> None:
    """Open lids for as many columns as there are too few closed ones; those that were open are so already."""
    for k in range(MOST - 1, -1, -1):
        if columns[k] and sum(1 - c % 2 for c in columns if c) > closed:
            columns[k] |= 1
