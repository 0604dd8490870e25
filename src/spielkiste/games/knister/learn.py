"""Learning the net from self-play. This module is compiled.

The net plays a game; then, from the end to the beginning, what it thought of each position moves towards what it
thought of the next one (temporal differences, with a trace). Steps of the network are divided by the running size of
what they are made of, as in RMSprop; those of the line values are plain. The first line values are what chance would
bring: from zero the net never learns to hope for more than pairs (34 points).
"""

from typing import Any, NamedTuple

import numpy as np

from .ahead import two_dice
from .bot import hope
from .net import DIAGONALS, HIGH, NOTHING, SHAPES, WIDE, Net, Space, best_cell, learnt_value, new_space, take
from .rules import CELLS, FIRST_DIAGONAL, LINES, LOWEST, ROUNDS, SIDE
from .sheet import (
    CELL_KIND,
    CENTRE,
    COLLECTIONS,
    DIAGONAL,
    FIRST_FULL,
    HELD,
    IN_MIDDLE,
    LINE_KIND,
    last_cell,
    total,
)

MEMORY = np.float32(0.001)  # a running mean square forgets a thousandth at each step
SMALL = np.float32(1e-3)  # keeps a step finite where nothing has been seen yet
SLOWER = np.float32(0.3)  # for what all positions share: the second layer and the biases


class Rates(NamedTuple):
    """How fast to learn."""

    trace: float  # how much of the final result a target holds, as lambda in TD(lambda)
    lines: float
    net: float


class Sizes(NamedTuple):
    """Running mean squares of what steps are made of, by round."""

    cells: Any
    cells_slope: Any
    units_slope: Any
    out: Any


def new_net(seed: int) -> Net:
    """Lines as chance would fill them, a small random network."""
    rng = np.random.default_rng(seed)
    spread = Net(0.0, 0.1, 0.1, 0.15, 0.1, 0.1)
    net = Net(*(rng.normal(0, by, shape).astype(np.float32) for by, shape in zip(spread, SHAPES, strict=True)))
    chance = np.array([hope(tuple(n + LOWEST for n in held)) for held in COLLECTIONS], dtype=np.float32)
    net.lines[:, :2] = chance
    net.lines[:, 2] = 2 * chance
    return net


def new_sizes() -> Sizes:
    return Sizes(*(np.ones((ROUNDS + 1, size), np.float32) for size in (WIDE, WIDE, HIGH, HIGH)))


def play_one(net: Net, dice: Any, table: Any, cells: Any, space: Space) -> float:
    """The net plays a game alone; table and cells get the sheet after each round; its points."""
    for cell in range(CELLS):
        cells[0, cell] = cell
    for written in range(1, ROUNDS + 1):
        number, count = two_dice(dice), CELLS - written + 1
        for line in range(LINES):
            table[written, line] = table[written - 1, line]
        for k in range(count):
            cells[written, k] = cells[written - 1, k]
        i, _ = best_cell(net, table[written], cells[written], count, number, space)
        take(table[written], cells[written], count, number, i)
    return total(table[ROUNDS])


def correct_lines(net: Net, lines: Any, written: int, step: Any) -> None:
    for line in range(LINES):
        if lines[line] < FIRST_FULL:
            net.lines[written, LINE_KIND[line], lines[line]] += step


def correct_units(net: Net, sizes: Sizes, written: int, error: Any, rate: Any, space: Space, slope: Any) -> None:
    """The last layer and the second layer's shifts; slope gets how the error falls with each unit."""
    units = space.units
    for j in range(HIGH):
        pull = error * max(NOTHING, units[j])
        slope[j] = error * net.out[written, j] if units[j] > 0 else NOTHING
        sizes.out[written, j] += MEMORY * (pull * pull - sizes.out[written, j])
        sizes.units_slope[written, j] += MEMORY * (slope[j] * slope[j] - sizes.units_slope[written, j])
        net.out[written, j] += rate * pull / (np.sqrt(sizes.out[written, j]) + SMALL)
        net.shift[written, j] += rate * slope[j] / (np.sqrt(sizes.units_slope[written, j]) + SMALL)


def correct_mix(net: Net, sizes: Sizes, written: int, rate: Any, space: Space, slope: Any, step: Any) -> None:
    """The second layer; step gets how each of the WIDE numbers of a crossing should change."""
    cells = space.cells
    for k in range(WIDE):
        along = NOTHING
        for j in range(HIGH):
            along += net.mix[k, j] * slope[j]
        step[k] = along
    for j in range(HIGH):
        slope[j] = slope[j] / (np.sqrt(sizes.units_slope[written, j]) + SMALL)
    for k in range(WIDE):
        sizes.cells[written, k] += MEMORY * (cells[k] * cells[k] - sizes.cells[written, k])
        sizes.cells_slope[written, k] += MEMORY * (step[k] * step[k] - sizes.cells_slope[written, k])
        share = SLOWER * rate * cells[k] / (np.sqrt(sizes.cells[written, k]) + SMALL)
        for j in range(HIGH):
            net.mix[k, j] += share * slope[j]
        step[k] = rate * step[k] / (np.sqrt(sizes.cells_slope[written, k]) + SMALL)


def correct_crossings(net: Net, lines: Any, free: Any, count: int, written: int, step: Any) -> None:
    """What lines add to the free cells they cross, where the crossing is not cut off."""
    for i in range(count):
        cell = free[i]
        kind = CELL_KIND[cell]
        row = LINE_KIND[cell // SIDE] * HELD + lines[cell // SIDE]
        column = LINE_KIND[SIDE + cell % SIDE] * HELD + lines[SIDE + cell % SIDE]
        if kind >= IN_MIDDLE:
            for k in range(WIDE):
                seen = net.bias[written, kind, k] + net.cross[row, k] + net.cross[column, k]
                change = step[k] if seen > 0 else NOTHING
                net.bias[written, kind, k] += SLOWER * change
                net.cross[row, k] += change
                net.cross[column, k] += change
        else:
            one = DIAGONALS + lines[DIAGONAL[cell]]
            two = DIAGONALS + lines[FIRST_DIAGONAL + 1]
            both = np.float32(kind == CENTRE)
            for k in range(WIDE):
                seen = net.bias[written, kind, k] + net.cross[row, k] + net.cross[column, k] + net.cross[one, k]
                change = step[k] if seen + both * net.cross[two, k] > 0 else NOTHING
                net.bias[written, kind, k] += SLOWER * change
                net.cross[row, k] += change
                net.cross[column, k] += change
                net.cross[one, k] += change
                net.cross[two, k] += both * change


def self_play(net: Net, sizes: Sizes, dice: Any, games: int, rates: Rates, totals: Any) -> None:
    """Plays games and learns from each; totals gets their points."""
    table, cells = np.zeros((ROUNDS + 1, LINES), np.int64), np.zeros((ROUNDS + 1, CELLS), np.int64)
    space = new_space()
    slope, step = np.zeros(HIGH, np.float32), np.zeros(WIDE, np.float32)
    rate = np.float32(rates.net)
    for game in range(games):
        totals[game] = play_one(net, dice, table, cells, space)
        target = last_cell(table[ROUNDS - 1], cells[ROUNDS - 1, 0])
        thought = target
        for written in range(ROUNDS - 2, 0, -1):
            lines, free, count = table[written], cells[written], CELLS - written
            target = rates.trace * target + (1 - rates.trace) * thought
            thought = learnt_value(net, lines, free, count, -1, written, space)
            error = np.float32(target - thought)
            correct_lines(net, lines, written, np.float32(rates.lines) * error)
            correct_units(net, sizes, written, error, rate, space, slope)
            correct_mix(net, sizes, written, rate, space, slope, step)
            correct_crossings(net, lines, free, count, written, step)
