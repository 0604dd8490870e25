"""Looking ahead with the net: the next roll exactly, then many games played on by the net. This module is compiled."""

from typing import Any, NamedTuple

import numpy as np

from spielkiste.core.dice import below

from .net import Net, Space, best_cell, new_space, take, values_after
from .rules import CELLS, LINES, ROUNDS
from .sheet import FALLS, NUMBERS, WAYS, total

NEVER = ROUNDS + 1
SURE = 3  # so few free cells: the next roll looked at exactly is all there is to know
PRIOR = 64  # what the next roll said counts as much as so many playouts, for a few are noise
RACE_PRIOR = 16  # the same for chances to win, of which the next roll knows less
SCALE = 2.0  # points of lead that make a win as likely as 73 % when all is written: smooths what few playouts say
SPREAD = 1.5  # the same before the last rounds, times the square root of how many there are


class Manner(NamedTuple):
    """How far a bot looks."""

    keep: int  # so many cells that the net likes best are compared by all next rolls
    wide: int  # so many of these by playouts
    samples: int  # playouts for each of them, half of them before the weaker half drops out
    depth: int  # rounds a playout goes on before the net judges
    race: int  # from so many cells written on, playouts go to the end and count wins, not points


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


def write_copy(lines: Any, free: Any, count: int, number: int, i: int, to_lines: Any, to_free: Any) -> int:
    """A copy of a sheet, with a number in its i-th free cell; the number of free cells left."""
    for line in range(LINES):
        to_lines[line] = lines[line]
    for k in range(count):
        to_free[k] = free[k]
    return take(to_lines, to_free, count, number, i)


def play_on(net: Net, lines: Any, free: Any, count: int, rolls: Any, depth: int, space: Space) -> float:
    """The net plays these rolls; the points at the end or what it thinks after so many rounds."""
    value = total(lines)
    for k in range(min(depth, count)):
        i, value = best_cell(net, lines, free, count, rolls[k], False, space)
        count = take(lines, free, count, rolls[k], i)
    return value


def likely(lead: float, scale: float) -> float:
    """How likely such a lead wins."""
    return float(1 / (1 + np.exp(-lead / scale)))


def rival_total(
    net: Net, table: Any, cells: Any, count: int, seat: int, number: int, rolls: Any, space: Space
) -> float:
    """The most that any other seat makes of these rolls, played by the net; -1 if there is none."""
    lines, free = np.zeros(LINES, np.int64), np.zeros(CELLS, np.int64)
    most = -1.0
    for other in range(len(table)):
        if other != seat:
            i, _ = best_cell(net, table[other], cells[other], count, number, False, space)
            left = write_copy(table[other], cells[other], count, number, i, lines, free)
            most = max(most, play_on(net, lines, free, left, rolls, ROUNDS, space))
    return most


def sample(
    net: Net, table: Any, cells: Any, count: int, seat: int, number: int, kept: Any, samples: int, depth: int,
    race: bool, dice: Any, sums: Any, space: Space,
) -> None:  # fmt: skip
    """Plays on after each kept cell, with the same rolls for all; adds up points, or chances to win in a race."""
    lines, free, rolls = np.zeros(LINES, np.int64), np.zeros(CELLS, np.int64), np.zeros(ROUNDS, np.int64)
    for _ in range(samples):
        for k in range(count):
            rolls[k] = two_dice(dice)
        rival = rival_total(net, table, cells, count, seat, number, rolls, space) if race else 0.0
        for i in range(count):
            if kept[i] != 0:
                left = write_copy(table[seat], cells[seat], count, number, i, lines, free)
                value = play_on(net, lines, free, left, rolls, ROUNDS if race else depth, space)
                sums[i] += likely(value - rival, SCALE) if race else value


def by_next_roll(
    net: Net, lines: Any, free: Any, count: int, number: int, kept: Any, values: Any, space: Space
) -> None:
    """What each kept cell is worth when the net sees the next roll."""
    after, left = np.zeros(LINES, np.int64), np.zeros(CELLS, np.int64)
    for i in range(count):
        if kept[i] != 0:
            write_copy(lines, free, count, number, i, after, left)
            values[i] = expected(net, after, left, count - 1, space)


def as_chances(net: Net, table: Any, cells: Any, count: int, seat: int, number: int, values: Any, space: Space) -> None:
    """Points that cells will bring become chances to win, by the lead over the best rival."""
    rival = -1.0
    for other in range(len(table)):
        if other != seat:
            rival = max(rival, best_cell(net, table[other], cells[other], count, number, False, space)[1])
    for i in range(count):
        values[i] = likely(values[i] - rival, SPREAD * np.sqrt(count))


def by_playouts(
    net: Net, table: Any, cells: Any, count: int, seat: int, number: int, kept: Any, manner: Manner, race: bool,
    dice: Any, values: Any, space: Space,
) -> None:  # fmt: skip
    """Corrects the values of the kept cells by playouts; half-way the weaker half drops out."""
    sums, half, prior = np.zeros(CELLS), manner.samples // 2, RACE_PRIOR if race else PRIOR
    for i in range(count):
        sums[i] = prior * values[i]
    sample(net, table, cells, count, seat, number, kept, half, manner.depth, race, dice, sums, space)
    keep_best(sums, kept, count, (manner.wide + 1) // 2)
    sample(net, table, cells, count, seat, number, kept, half, manner.depth, race, dice, sums, space)
    for i in range(count):
        if kept[i] != 0:
            values[i] = sums[i] / (prior + 2 * half)


def think(
    net: Net, table: Any, cells: Any, count: int, seat: int, number: int, manner: Manner, dice: Any, values: Any
) -> int:
    """The index, among a seat's free cells, of the cell it chooses for a number. `table` holds the lines by seat,
    `cells` the free cells; `values` gets what the cells are worth, as far as they were compared."""
    space = new_space()
    kept = np.ones(CELLS, np.int64)
    lines, free = table[seat], cells[seat]
    race = CELLS - count >= manner.race and len(table) > 1
    values_after(net, lines, free, count, number, False, space, values)
    if manner.keep < 2 or (count <= 2 and not race):
        return highest(values, kept, count)
    keep_best(values, kept, count, manner.keep)
    if count > 2:
        by_next_roll(net, lines, free, count, number, kept, values, space)
    if manner.samples > 0 and (count > SURE or race):
        keep_best(values, kept, count, manner.wide)
        if race:
            as_chances(net, table, cells, count, seat, number, values, space)
        by_playouts(net, table, cells, count, seat, number, kept, manner, race, dice, values, space)
    return highest(values, kept, count)


def play_games(net: Net, manners: Any, games: int, fate: Any, dice: Any, totals: Any) -> None:
    """Whole games of as many seats as there are manners; their totals by game and seat."""
    players = len(manners)
    table, cells = np.zeros((players, LINES), np.int64), np.zeros((players, CELLS), np.int64)
    chosen, values = np.zeros(players, np.int64), np.zeros(CELLS)
    for game in range(games):
        for seat in range(players):
            table[seat] = 0
            for cell in range(CELLS):
                cells[seat, cell] = cell
        for written in range(ROUNDS):
            number, count = two_dice(fate), CELLS - written
            for seat in range(players):
                chosen[seat] = think(net, table, cells, count, seat, number, manners[seat], dice, values)
            for seat in range(players):
                take(table[seat], cells[seat], count, number, chosen[seat])
        for seat in range(players):
            totals[game, seat] = total(table[seat])
