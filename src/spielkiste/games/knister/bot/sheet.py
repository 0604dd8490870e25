"""A sheet as the bots see it: twelve lines, each known by the numbers in it, and the list of free cells.

The order in a line is irrelevant, so a line is one of 4,368 collections of up to five numbers; writing a number is one
look into a table for each line through the cell. Numbers count from 0 here (a 2) to 10 (a 12). This module is compiled.
"""

import itertools
from typing import Any

import numpy as np

from spielkiste.core.record import Record

from ..rules import CELLS, FIRST_DIAGONAL, HIGHEST, LINES, LOWEST, SIDE
from .hope import points

NUMBERS = HIGHEST - LOWEST + 1
WAYS = tuple(6 - abs(n - 5) for n in range(NUMBERS))  # of the 36 falls of two dice
FALLS = 36

COLLECTIONS = [
    held for size in range(SIDE + 1) for held in itertools.combinations_with_replacement(range(NUMBERS), size)
]
HELD = len(COLLECTIONS)
INDEX = {held: k for k, held in enumerate(COLLECTIONS)}
FIRST_FULL = INDEX[(0,) * SIDE]

AFTER = np.zeros((HELD, NUMBERS), dtype=np.int16)  # the collection with one number more; 0 for a full line
for _held, _k in INDEX.items():
    if len(_held) < SIDE:
        AFTER[_k] = [INDEX[tuple(sorted((*_held, _n)))] for _n in range(NUMBERS)]
POINTS = np.zeros(HELD, dtype=np.float32)  # of full lines
POINTS[FIRST_FULL:] = [points(tuple(n + LOWEST for n in held)) for held in COLLECTIONS[FIRST_FULL:]]

# The sheet has 32 symmetries (turn, mirror, and exchange the outer two lines on both sides): three kinds of lines,
# the middle row and column (1), the diagonals (2) and the others (0), and four kinds of cells.
LINE_KIND = (0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 2, 2)
LINE_KINDS = 3
CENTRE, ON_DIAGONAL, IN_MIDDLE, ASIDE = range(4)
CELL_KINDS = 4


def cell_kind(cell: int) -> int:
    row, column = cell // SIDE, cell % SIDE
    if row == column or row + column == SIDE - 1:
        return CENTRE if row == 2 and column == 2 else ON_DIAGONAL
    return IN_MIDDLE if row == 2 or column == 2 else ASIDE


CELL_KIND = tuple(cell_kind(cell) for cell in range(CELLS))


def diagonal_of(cell: int) -> int:
    """The diagonal through a cell (of the centre the first), or -1."""
    row, column = cell // SIDE, cell % SIDE
    if row == column:
        return FIRST_DIAGONAL
    return FIRST_DIAGONAL + 1 if row + column == SIDE - 1 else -1


DIAGONAL = tuple(diagonal_of(cell) for cell in range(CELLS))


def write_number(lines: Any, cell: int, number: int) -> None:
    """A number goes into a cell: each line through it holds one more."""
    row, column = cell // SIDE, cell % SIDE
    lines[row] = AFTER[lines[row], number]
    lines[SIDE + column] = AFTER[lines[SIDE + column], number]
    if row == column:
        lines[FIRST_DIAGONAL] = AFTER[lines[FIRST_DIAGONAL], number]
    if row + column == SIDE - 1:
        lines[FIRST_DIAGONAL + 1] = AFTER[lines[FIRST_DIAGONAL + 1], number]


def total(lines: Any) -> float:
    """The points of the full lines."""
    points = 0.0
    for line in range(LINES):
        points += POINTS[lines[line]] * (2 if line >= FIRST_DIAGONAL else 1)
    return points


def gain_of_last(lines: Any, cell: int, number: int) -> float:
    """The points that come when a number goes into the last free cell."""
    gained = POINTS[AFTER[lines[cell // SIDE], number]] + POINTS[AFTER[lines[SIDE + cell % SIDE], number]]
    if DIAGONAL[cell] >= 0:
        gained += 2 * POINTS[AFTER[lines[DIAGONAL[cell]], number]]
        if CELL_KIND[cell] == CENTRE:
            gained += 2 * POINTS[AFTER[lines[FIRST_DIAGONAL + 1], number]]
    return float(gained)


def last_cell(lines: Any, cell: int) -> float:
    """The expected total when one cell is free."""
    ways = 0.0
    for number in range(NUMBERS):
        ways += WAYS[number] * gain_of_last(lines, cell, number)
    return total(lines) + ways / FALLS


def read_sheet(numbers: Any) -> tuple[Any, Any, int]:
    """A sheet (numbers by cell, 0: free) as collections by line, free cells and how many these are."""
    lines, free = np.zeros(LINES, dtype=np.int16), np.zeros(CELLS, dtype=np.int16)
    return lines, free, write_sheet(numbers, lines, free)


def write_sheet(numbers: Any, lines: Any, free: Any) -> int:
    """The same, written to arrays of zeros; the number of free cells."""
    count = 0
    for cell in range(CELLS):
        if numbers[cell]:
            write_number(lines, cell, numbers[cell] - LOWEST)
        else:
            free[count] = cell
            count += 1
    return count


def write_sheets(s: Record, seat: int, most: int, table: Any, cells: Any) -> int:
    """A seat's sheet and those of so many rivals with the most points, the first of equals; how many."""
    taken, written = 1 << seat, 1
    write_sheet(s.sheet[seat], table[0], cells[0])
    while written <= most:
        best = -1
        for other in range(s.players):
            if taken >> other & 1 == 0 and (best < 0 or s.points[other] > s.points[best]):
                best = other
        if best < 0:
            return written
        taken |= 1 << best
        write_sheet(s.sheet[best], table[written], cells[written])
        written += 1
    return written
