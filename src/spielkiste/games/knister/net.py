"""What a sheet is worth: line values and a small network over the free cells. This module is compiled.

value = for each line a learnt number, by its kind, what it holds and the round
      + a network: for each free cell, what the lines that cross there say (WIDE numbers each) is added up and cut at
        zero; the sum over the cells goes through one more layer.

So it knows where two lines want the same number at their crossing, and which lines compete for it. Both parts were
learnt from self-play (`learn.py`).
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .rules import CELLS, FIRST_DIAGONAL, LINES, ROUNDS, SIDE
from .sheet import (
    AFTER,
    CELL_KIND,
    CELL_KINDS,
    CENTRE,
    DIAGONAL,
    HELD,
    IN_MIDDLE,
    LINE_KIND,
    LINE_KINDS,
    last_cell,
    total,
    write_number,
)

WIDE = 32  # numbers a crossing is described by
HIGH = 32  # units of the second layer
FEW = 5  # cells the net looks at: as good as all (64.73 and 64.77 points, 2,000 games) and twice as fast
EIGHT = 8  # rows of `mix` taken at a time: keeps sums in registers, three times as fast
NOTHING = np.float32(0)
FILE = Path(__file__).with_name("net.npz")
DIAGONALS = 2 * HELD  # where their rows of `cross` begin


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

    lines: Any  # of the sheet after a move
    cells: Any  # what its crossings look like, added up
    units: Any  # of the second layer
    gains: Any  # of the free cells, by lines alone
    top: Any  # the FEW highest of them


def new_space() -> Space:
    single = np.float32
    return Space(
        np.zeros(LINES, np.int64), np.zeros(WIDE, single), np.zeros(HIGH, single), np.zeros(CELLS), np.zeros(FEW)
    )


@cache
def load() -> Net:
    """The net that is shipped; half precision in the file."""
    with np.load(FILE) as file:
        return Net(*(file[name].astype(np.float32) for name in Net._fields))


def look_at_cells(net: Net, lines: Any, free: Any, count: int, but: int, written: int, cells: Any) -> None:
    """Adds up what the crossings at the free cells (but one) look like."""
    for k in range(WIDE):
        cells[k] = NOTHING
    for i in range(count):
        cell = free[i]
        if cell == but:
            continue
        kind = CELL_KIND[cell]
        row = LINE_KIND[cell // SIDE] * HELD + lines[cell // SIDE]
        column = LINE_KIND[SIDE + cell % SIDE] * HELD + lines[SIDE + cell % SIDE]
        if kind >= IN_MIDDLE:
            for k in range(WIDE):
                cells[k] += max(NOTHING, net.bias[written, kind, k] + net.cross[row, k] + net.cross[column, k])
        elif kind != CENTRE:
            slant = DIAGONALS + lines[DIAGONAL[cell]]
            for k in range(WIDE):
                cells[k] += max(
                    NOTHING,
                    net.bias[written, kind, k] + net.cross[row, k] + net.cross[column, k] + net.cross[slant, k],
                )
        else:
            one, two = DIAGONALS + lines[FIRST_DIAGONAL], DIAGONALS + lines[FIRST_DIAGONAL + 1]
            for k in range(WIDE):
                seen = net.bias[written, kind, k] + net.cross[row, k] + net.cross[column, k]
                cells[k] += max(NOTHING, seen + net.cross[one, k] + net.cross[two, k])


def weigh(net: Net, written: int, cells: Any, units: Any) -> float:
    """The second layer."""
    mix = net.mix
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
        value += max(NOTHING, units[j]) * net.out[written, j]
    return float(value)


def learnt_value(net: Net, lines: Any, free: Any, count: int, but: int, written: int, space: Space) -> float:
    """What a sheet will bring, by the net alone."""
    value = 0.0
    for line in range(LINES):
        value += net.lines[written, LINE_KIND[line], lines[line]]
    look_at_cells(net, lines, free, count, but, written, space.cells)
    return value + weigh(net, written, space.cells, space.units)


def value_after(net: Net, lines: Any, free: Any, count: int, number: int, i: int, space: Space) -> float:
    """What a sheet will bring once a number is written into its i-th free cell; exact when one cell is left then."""
    after = space.lines
    for line in range(LINES):
        after[line] = lines[line]
    write_number(after, free[i], number)
    if count == 1:
        return total(after)
    if count == 2:
        return last_cell(after, free[1 - i])
    return learnt_value(net, after, free, count, free[i], CELLS - count + 1, space)


def gain_by_lines(net: Net, lines: Any, cell: int, number: int, written: int) -> float:
    """How much more the lines through a cell are worth with a number in it, by their own values alone."""
    row, column, diagonal = cell // SIDE, SIDE + cell % SIDE, DIAGONAL[cell]
    gain = gain_of_line(net, lines, row, number, written) + gain_of_line(net, lines, column, number, written)
    if diagonal >= 0:
        gain += gain_of_line(net, lines, diagonal, number, written)
        if CELL_KIND[cell] == CENTRE:
            gain += gain_of_line(net, lines, FIRST_DIAGONAL + 1, number, written)
    return gain


def gain_of_line(net: Net, lines: Any, line: int, number: int, written: int) -> float:
    kind, held = LINE_KIND[line], lines[line]
    return float(net.lines[written, kind, AFTER[held, number]] - net.lines[written, kind, held])


def sieve(net: Net, lines: Any, free: Any, count: int, number: int, space: Space) -> float:
    """The gain by lines that the FEW best cells reach; all gains are in space.gains then."""
    gains, top = space.gains, space.top
    for k in range(FEW):
        top[k] = -1e9
    for i in range(count):
        gain = gain_by_lines(net, lines, free[i], number, CELLS - count + 1)
        gains[i] = gain
        k = FEW - 1
        if gain > top[k]:
            while k > 0 and top[k - 1] < gain:
                top[k] = top[k - 1]
                k -= 1
            top[k] = gain
    return float(top[FEW - 1])


def best_cell(net: Net, lines: Any, free: Any, count: int, number: int, space: Space) -> tuple[int, float]:
    """Where a number goes by the net (an index into the free cells), and what the sheet is worth then.

    Only the FEW cells with the best lines are looked at.
    """
    best, highest = 0, -1.0
    bar = sieve(net, lines, free, count, number, space) if count > FEW else -1e9
    for i in range(count):
        if count <= FEW or space.gains[i] >= bar:
            value = value_after(net, lines, free, count, number, i, space)
            if value > highest:
                best, highest = i, value
    return best, highest


def take(lines: Any, free: Any, count: int, number: int, i: int) -> int:
    """Writes a number into the i-th free cell; the number of free cells left."""
    write_number(lines, free[i], number)
    free[i] = free[count - 1]
    return count - 1
