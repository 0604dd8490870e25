"""What could be had if all 25 rolls were known: the order of rolls does not matter then, only who stands where.

Simulated annealing over exchanges of two numbers, from several beginnings. This module is compiled.
"""

from typing import Any

import numpy as np

from spielkiste.core.dice import below, roll32

from ..bot.sheet import AFTER, POINTS
from ..rules import CELLS, FIRST_DIAGONAL, LINE_START, LINE_STEP, LINES, SIDE

HOT, COLD = 4.0, 0.3  # points: at first a loss of 4 is often taken, at last hardly one of 1


def line_total(numbers: Any, line: int) -> float:
    """The points of a line, diagonals double."""
    held, cell = 0, LINE_START[line]
    for _ in range(SIDE):
        held = AFTER[held, numbers[cell]]
        cell += LINE_STEP[line]
    return float(POINTS[held] * (2 if line >= FIRST_DIAGONAL else 1))


def sheet_total(numbers: Any) -> float:
    points = 0.0
    for line in range(LINES):
        points += line_total(numbers, line)
    return points


def best_sheet(rolls: Any, beginnings: int, steps: int, dice: Any, best: Any) -> float:
    """The best sheet found with these 25 numbers (0 to 10), written to best; its points."""
    numbers, highest = rolls.copy(), -1.0
    for _ in range(beginnings):
        for k in range(CELLS):
            other = below(dice, k + 1)
            numbers[k], numbers[other] = numbers[other], numbers[k]
        points = sheet_total(numbers)
        for step in range(steps):
            heat = HOT * (COLD / HOT) ** (step / steps)
            one, two = below(dice, CELLS), below(dice, CELLS)
            if numbers[one] == numbers[two]:
                continue
            numbers[one], numbers[two] = numbers[two], numbers[one]
            after = sheet_total(numbers)
            if after >= points or roll32(dice) < 4294967296.0 * np.exp((after - points) / heat):
                points = after
                if points > highest:
                    highest = points
                    best[:] = numbers
            else:
                numbers[one], numbers[two] = numbers[two], numbers[one]
    return highest
