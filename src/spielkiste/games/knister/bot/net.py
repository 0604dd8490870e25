"""What a sheet is worth: line values and a small network over the free cells. This module is compiled.

value = for each line a learnt number, by its kind, what it holds and the round
      + a network: for each free cell, what the lines that cross there say (WIDE numbers each) is added up and cut at
        zero; the sum over the cells goes through one more layer.

So it knows where two lines want the same number at their crossing, and which lines compete for it. Both parts were
learnt from self-play (`tools/learn.py`).
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..rules import CELLS, FIRST_DIAGONAL, LINES, ROUNDS, SIDE
from .sheet import (
    AFTER,
    CELL_KIND,
    CELL_KINDS,
    CENTRE,
    DIAGONAL,
    HELD,
    LINE_KIND,
    LINE_KINDS,
    last_cell,
    total,
    write_number,
)

WIDE = 128  # numbers a crossing is described by
HIGH = 64  # units of the second layer
EIGHT = 8  # rows of `mix` taken at a time: keeps sums in registers, three times as fast
NOTHING = np.float32(0)
FILE = Path(__file__).with_name("net.npz")


class Net(NamedTuple):
    """The learnt numbers; the first index of most is the number of cells written."""

    lines: Any  # [round, kind of line, held]: points a line will bring
    cross: Any  # [kind of line * HELD + held, WIDE]: what a line adds to the cells it crosses
    bias: Any  # [round, kind of cell, WIDE]
    mix: Any  # [WIDE, HIGH]
    shift: Any  # [round, HIGH]
    out: Any  # [round, HIGH]


SHAPES = Net(
    (ROUNDS + 1, LINE_KINDS, HELD),
    (LINE_KINDS * HELD, WIDE),
    (ROUNDS + 1, CELL_KINDS, WIDE),
    (WIDE, HIGH),
    (ROUNDS + 1, HIGH),
    (ROUNDS + 1, HIGH),
)


class Space(NamedTuple):
    """Arrays to work in."""

    seen: Any  # [i, WIDE]: the crossing at the i-th free cell before it is cut at zero
    sum: Any  # [WIDE]: all crossings
    less: Any  # [i, WIDE]: what goes when the i-th free cell is written, counted in the lines through it as well
    more: Any  # [line, WIDE]: what the other crossings of a line gain when it gets the number
    vector: Any  # [WIDE]: all crossings once a cell is written
    units: Any  # of the second layer
    gains: Any  # [line]: by its own value
    values: Any  # [i]: of the free cells
    last: Any  # lines of a sheet whose last cell is looked at


def new_space() -> Space:
    return Space(
        seen=np.zeros((CELLS, WIDE), np.float32),
        sum=np.zeros(WIDE, np.float32),
        less=np.zeros((CELLS, WIDE), np.float32),
        more=np.zeros((LINES, WIDE), np.float32),
        vector=np.zeros(WIDE, np.float32),
        units=np.zeros(HIGH, np.float32),
        gains=np.zeros(LINES),
        values=np.zeros(CELLS),
        last=np.zeros(LINES, np.int16),
    )


@cache
def load() -> Net:
    """The net that is shipped; half precision in the file."""
    with np.load(FILE) as file:
        return Net(*(file[name].astype(np.float32) for name in Net._fields))


def cross_row(lines: Any, line: int) -> int:
    """Where a line's part of the crossings stands in `cross`."""
    return int(LINE_KIND[line] * HELD + lines[line])


def look_at_cells(net: Net, lines: Any, free: Any, count: int, written: int, space: Space) -> None:
    """What the crossings at the free cells look like to a sheet with so many cells written."""
    total = space.sum
    for k in range(WIDE):
        total[k] = NOTHING
    for i in range(count):
        cell = free[i]
        seen, bias = space.seen[i], net.bias[written, CELL_KIND[cell]]
        row, column = net.cross[cross_row(lines, cell // SIDE)], net.cross[cross_row(lines, SIDE + cell % SIDE)]
        for k in range(WIDE):
            seen[k] = bias[k] + row[k] + column[k]
        if DIAGONAL[cell] >= 0:
            slant = net.cross[cross_row(lines, DIAGONAL[cell])]
            for k in range(WIDE):
                seen[k] += slant[k]
        if CELL_KIND[cell] == CENTRE:
            slant = net.cross[cross_row(lines, FIRST_DIAGONAL + 1)]
            for k in range(WIDE):
                seen[k] += slant[k]
        for k in range(WIDE):
            total[k] += max(NOTHING, seen[k])


def change_line(net: Net, lines: Any, line: int, number: int, i: int, space: Space) -> None:
    """What a crossing gains when one line through it gets a number elsewhere."""
    seen, less, more = space.seen[i], space.less[i], space.more[line]
    kind = LINE_KIND[line] * HELD
    old, new = net.cross[kind + lines[line]], net.cross[kind + AFTER[lines[line], number]]
    for k in range(WIDE):
        gain = max(NOTHING, seen[k] - old[k] + new[k]) - max(NOTHING, seen[k])
        more[k] += gain
        less[k] += gain


def change_lines(net: Net, lines: Any, free: Any, count: int, number: int, space: Space) -> None:
    """All that must be known to write a number into any of the free cells: lines meet in one cell only, so that what
    writing a cell changes is the sum of what its lines change, less what they change in the cell itself."""
    for line in range(LINES):
        for k in range(WIDE):
            space.more[line, k] = NOTHING
    for i in range(count):
        cell = free[i]
        seen, less = space.seen[i], space.less[i]
        for k in range(WIDE):
            less[k] = max(NOTHING, seen[k])
        change_line(net, lines, cell // SIDE, number, i, space)
        change_line(net, lines, SIDE + cell % SIDE, number, i, space)
        if DIAGONAL[cell] >= 0:
            change_line(net, lines, DIAGONAL[cell], number, i, space)
        if CELL_KIND[cell] == CENTRE:
            change_line(net, lines, FIRST_DIAGONAL + 1, number, i, space)


def vector_after(cell: int, i: int, space: Space) -> None:
    """The sum of all crossings once a number is written into the i-th free cell."""
    vector, less = space.vector, space.less[i]
    row, column = space.more[cell // SIDE], space.more[SIDE + cell % SIDE]
    for k in range(WIDE):
        vector[k] = space.sum[k] - less[k] + row[k] + column[k]
    if DIAGONAL[cell] >= 0:
        slant = space.more[DIAGONAL[cell]]
        for k in range(WIDE):
            vector[k] += slant[k]
    if CELL_KIND[cell] == CENTRE:
        slant = space.more[FIRST_DIAGONAL + 1]
        for k in range(WIDE):
            vector[k] += slant[k]


def weigh(net: Net, written: int, cells: Any, units: Any) -> float:
    """The second layer."""
    mix, out = net.mix, net.out[written]
    for j in range(HIGH):
        units[j] = net.shift[written, j]
    for k in range(0, WIDE, EIGHT):
        a, b, c, d = cells[k], cells[k + 1], cells[k + 2], cells[k + 3]
        e, f, g, h = cells[k + 4], cells[k + 5], cells[k + 6], cells[k + 7]
        for j in range(HIGH):
            units[j] += ((a * mix[k, j] + b * mix[k + 1, j]) + (c * mix[k + 2, j] + d * mix[k + 3, j])) + (
                (e * mix[k + 4, j] + f * mix[k + 5, j]) + (g * mix[k + 6, j] + h * mix[k + 7, j])
            )
    value = NOTHING
    for j in range(HIGH):
        value += max(NOTHING, units[j]) * out[j]
    return float(value)


def learnt_value(net: Net, lines: Any, free: Any, count: int, space: Space) -> float:
    """What a sheet will bring, by the net alone."""
    written = CELLS - count
    look_at_cells(net, lines, free, count, written, space)
    return value_by_lines(net, lines, written) + weigh(net, written, space.sum, space.units)


def value_by_lines(net: Net, lines: Any, written: int) -> float:
    value = 0.0
    for line in range(LINES):
        value += net.lines[written, LINE_KIND[line], lines[line]]
    return value


def gain_at(cell: int, gains: Any) -> float:
    """The sum of what the lines through a cell gain."""
    gain = gains[cell // SIDE] + gains[SIDE + cell % SIDE]
    if DIAGONAL[cell] >= 0:
        gain += gains[DIAGONAL[cell]]
    if CELL_KIND[cell] == CENTRE:
        gain += gains[FIRST_DIAGONAL + 1]
    return float(gain)


def values_after(
    net: Net, lines: Any, free: Any, count: int, number: int, looked: bool, space: Space, values: Any
) -> None:
    """What a sheet will bring once a number is written into each of its free cells; exact when at most one is left
    then. looked: the crossings were looked at already, for another number."""
    if count <= 2:
        few_left(lines, free, count, number, space.last, values)
        return
    written = CELLS - count + 1
    if not looked:
        look_at_cells(net, lines, free, count, written, space)
    change_lines(net, lines, free, count, number, space)
    base = value_by_lines(net, lines, written)
    for line in range(LINES):
        kind, held = LINE_KIND[line], lines[line]
        space.gains[line] = net.lines[written, kind, AFTER[held, number]] - net.lines[written, kind, held]
    for i in range(count):
        vector_after(free[i], i, space)
        values[i] = base + gain_at(free[i], space.gains) + weigh(net, written, space.vector, space.units)


def few_left(lines: Any, free: Any, count: int, number: int, after: Any, values: Any) -> None:
    """With one or two free cells the expected total is known."""
    for i in range(count):
        for line in range(LINES):
            after[line] = lines[line]
        write_number(after, free[i], number)
        values[i] = total(after) if count == 1 else last_cell(after, free[1 - i])


def best_cell(
    net: Net, lines: Any, free: Any, count: int, number: int, looked: bool, space: Space
) -> tuple[int, float]:
    """Where a number goes by the net (an index into the free cells), and what the sheet is worth then."""
    values_after(net, lines, free, count, number, looked, space, space.values)
    best = 0
    for i in range(1, count):
        if space.values[i] > space.values[best]:
            best = i
    return best, float(space.values[best])


def take(lines: Any, free: Any, count: int, number: int, i: int) -> int:
    """Writes a number into the i-th free cell; the number of free cells left."""
    write_number(lines, free[i], number)
    free[i] = free[count - 1]
    return count - 1


def write_copy(lines: Any, free: Any, count: int, number: int, i: int, to_lines: Any, to_free: Any) -> int:
    """A copy of a sheet, with a number in its i-th free cell; the number of free cells left."""
    for line in range(LINES):
        to_lines[line] = lines[line]
    for k in range(count):
        to_free[k] = free[k]
    return take(to_lines, to_free, count, number, i)
