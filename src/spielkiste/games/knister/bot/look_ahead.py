"""Looking ahead with the net: the next roll exactly, then many games played on by the net; for the win, all rolls.

This module is compiled and allocates nothing.
"""

from typing import Any

from spielkiste.core.dice import below
from spielkiste.core.scratch import scratch

from ..rules import CELLS, LINES, ROUNDS
from .manner import LAST, PRIOR, SURE, LookAhead
from .net import Net, Space, best_cell, take, values_after, write_copy
from .race import chances
from .sheet import FALLS, NUMBERS, WAYS, total


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
    after, left, rolls = scratch(LINES, "i2"), scratch(CELLS, "i2"), scratch(ROUNDS, "i8")
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
    after, left = scratch(LINES, "i2"), scratch(CELLS, "i2")
    for i in range(count):
        if kept[i] != 0:
            write_copy(lines, free, count, number, i, after, left)
            values[i] = expected(net, after, left, count - 1, space)


def by_playouts(
    net: Net, lines: Any, free: Any, count: int, number: int, kept: Any, how: LookAhead, dice: Any, values: Any,
    space: Space,
) -> None:  # fmt: skip
    """Corrects the values of the kept cells by playouts; half-way the weaker half drops out."""
    sums, half = scratch(CELLS, "f8"), how.samples // 2
    for i in range(count):
        sums[i] = PRIOR * values[i]
    sample(net, lines, free, count, number, kept, half, how.depth, dice, sums, space)
    keep_best(sums, kept, count, (how.wide + 1) // 2)
    sample(net, lines, free, count, number, kept, half, how.depth, dice, sums, space)
    for i in range(count):
        if kept[i] != 0:
            values[i] = sums[i] / (PRIOR + 2 * half)


def think(
    net: Net, table: Any, cells: Any, count: int, seat: int, number: int, how: LookAhead, dice: Any, values: Any,
    space: Space, race: Any,
) -> int:  # fmt: skip
    """The index, among a seat's free cells, of the cell it chooses for a number. `table` holds the lines by seat,
    `cells` the free cells; `values` gets what the cells are worth, as far as they were compared."""
    kept = scratch(CELLS, "i8")
    for i in range(count):
        kept[i] = 1
    lines, free = table[seat], cells[seat]
    if 1 < count <= min(how.race, LAST) and len(table) > 1:
        chances(net, table, cells, count, seat, number, space, race, values)
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
