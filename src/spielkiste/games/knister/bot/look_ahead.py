"""Looking ahead with the net: the next roll exactly, then many games played on by the net; for the win, all rolls.

This module is compiled.
"""

from typing import Any, NamedTuple

import numpy as np

from spielkiste.core.dice import below

from ..rules import CELLS, LINES, ROUNDS
from .net import Net, Space, best_cell, new_space, take, values_after, write_copy
from .race import LAST, chances
from .sheet import FALLS, NUMBERS, WAYS, total

SURE = 3  # so few free cells: the next roll looked at exactly is all there is to know
PRIOR = 64  # what the next roll said counts as much as so many playouts, for a few are noise


class LookAhead(NamedTuple):
    """How far a bot looks."""

    keep: int  # so many cells that the net likes best are compared by all next rolls
    wide: int  # so many of these by playouts
    samples: int  # playouts for each of them, half of them before the weaker half drops out
    depth: int  # rounds a playout goes on before the net judges
    race: int = 0  # with so few free cells (at most LAST) the chance to win counts, not points; 0: never


def two_dice(dice: Any) -> int:
    return below(dice, 6) + below(dice, 6)


def expected(net: Net, lines: Any, free: Any, count: int, space: Space) -> float:
    """What a sheet is worth before the dice are rolled."""
    value = 0.0
    for number in range(NUMBERS):
        value += WAYS[number] * best_cell(net, lines, free, count, number, number > 0, space)[1]
    return value / FALLS


def keep_best(values: Any, kept: Any, count: int, keep: int) -> None:
    """Of the kept entries only so many stay, those with the highest values."""
    for i in range(count):
        better = 0
        for j in range(count):
            if kept[j] != 0 and (values[j] > values[i] or (values[j] == values[i] and j < i)):
                better += 1
        if kept[i] != 0 and better >= keep:
            kept[i] = -1
    for i in range(count):
        kept[i] = max(0, kept[i])


def highest(values: Any, kept: Any, count: int) -> int:
    best = -1
    for i in range(count):
        if kept[i] != 0 and (best < 0 or values[i] > values[best]):
            best = i
    return best


def play_on(net: Net, lines: Any, free: Any, count: int, rolls: Any, depth: int, space: Space) -> float:
    """The net plays these rolls; the points at the end or what it thinks after so many rounds."""
    value = total(lines)
    for k in range(min(depth, count)):
        i, value = best_cell(net, lines, free, count, rolls[k], False, space)
        count = take(lines, free, count, rolls[k], i)
    return value


def sample(
    net: Net, lines: Any, free: Any, count: int, number: int, kept: Any, samples: int, depth: int, dice: Any, sums: Any,
    space: Space,
) -> None:  # fmt: skip
    """Plays on after each kept cell, with the same rolls for all; adds up what comes of it."""
    after, left, rolls = np.zeros(LINES, np.int64), np.zeros(CELLS, np.int64), np.zeros(ROUNDS, np.int64)
    for _ in range(samples):
        for k in range(count):
            rolls[k] = two_dice(dice)
        for i in range(count):
            if kept[i] != 0:
                write_copy(lines, free, count, number, i, after, left)
                sums[i] += play_on(net, after, left, count - 1, rolls, depth, space)


def by_next_roll(
    net: Net, lines: Any, free: Any, count: int, number: int, kept: Any, values: Any, space: Space
) -> None:
    """What each kept cell is worth when the net sees the next roll."""
    after, left = np.zeros(LINES, np.int64), np.zeros(CELLS, np.int64)
    for i in range(count):
        if kept[i] != 0:
            write_copy(lines, free, count, number, i, after, left)
            values[i] = expected(net, after, left, count - 1, space)


def by_playouts(
    net: Net, lines: Any, free: Any, count: int, number: int, kept: Any, how: LookAhead, dice: Any, values: Any,
    space: Space,
) -> None:  # fmt: skip
    """Corrects the values of the kept cells by playouts; half-way the weaker half drops out."""
    sums, half = np.zeros(CELLS), how.samples // 2
    for i in range(count):
        sums[i] = PRIOR * values[i]
    sample(net, lines, free, count, number, kept, half, how.depth, dice, sums, space)
    keep_best(sums, kept, count, (how.wide + 1) // 2)
    sample(net, lines, free, count, number, kept, half, how.depth, dice, sums, space)
    for i in range(count):
        if kept[i] != 0:
            values[i] = sums[i] / (PRIOR + 2 * half)


def think(
    net: Net, table: Any, cells: Any, count: int, seat: int, number: int, how: LookAhead, dice: Any, values: Any
) -> int:
    """The index, among a seat's free cells, of the cell it chooses for a number. `table` holds the lines by seat,
    `cells` the free cells; `values` gets what the cells are worth, as far as they were compared."""
    space = new_space()
    kept = np.ones(CELLS, np.int64)
    lines, free = table[seat], cells[seat]
    if 1 < count <= min(how.race, LAST) and len(table) > 1:
        chances(net, table, cells, count, seat, number, space, values)
        return highest(values, kept, count)
    values_after(net, lines, free, count, number, False, space, values)
    if how.keep < 2 or count <= 2:
        return highest(values, kept, count)
    keep_best(values, kept, count, how.keep)
    by_next_roll(net, lines, free, count, number, kept, values, space)
    if how.samples > 0 and count > SURE:
        keep_best(values, kept, count, how.wide)
        by_playouts(net, lines, free, count, number, kept, how, dice, values, space)
    return highest(values, kept, count)
