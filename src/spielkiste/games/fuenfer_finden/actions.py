"""Moves as numbers, and the cells they mean.

       0 …  4095   outline this placement
    4096 …  4195   erase the outline on this cell
            4196   turn the hourglass
            4197   done
            4198   the sand has run out
    4200 …  4211   strike this shape without marking it
    5000 …  9095   strike the shape of this placement and mark it there
   10000 …         outline any other set of 1 to 10 cells, numbered by size, then as combinations

A set of cells is two numbers of 50 bits: half 0 holds the columns a to e, half 1 the columns f to j.
"""

from collections.abc import Sequence
from math import comb

from .shapes import (
    CELL_TABLE,
    CELLS_A_BOARD,
    FORM_CELLS,
    FORM_TABLE,
    ORIGIN_OF,
    PLACEMENT_CELLS,
    PLACEMENT_OF,
    PLACEMENTS,
    SHAPE_TABLE,
)

ERASE = 4096
TURN = 4196
DONE = 4197
SAND = 4198
STRIKE_UNMARKED = 4200
STRIKE = 5000
ANY_CELLS = 10_000
MOST_CELLS = 10  # in one outline
HALF = 50  # cells in one word
ALL_CELLS = (1 << HALF) - 1  # of half a board


def cell_of(placement: int, k: int) -> int:
    """One of the five cells. (Each table has one reader, so that GPU code holds it once.)"""
    return int(CELL_TABLE[5 * placement + k])


def cells_of_form(placement: int) -> int:
    """Its cells as a set, if its origin were cell 0."""
    return int(FORM_CELLS[FORM_TABLE[placement]])


def origin_of(placement: int) -> int:
    return int(ORIGIN_OF[placement])


def shape_of(placement: int) -> int:
    return int(SHAPE_TABLE[placement])


def outlined(action: int, half: int) -> int:
    """The cells of an outline, one half of the board as bits."""
    if action >= ANY_CELLS:
        return numbered_set(action - ANY_CELLS, half)
    cells, origin = cells_of_form(int(action)), origin_of(int(action))
    if half == 0:
        return cells << origin & ALL_CELLS if origin < HALF else 0
    return cells >> (HALF - origin) if origin < HALF else cells << (origin - HALF)


def numbered_set(number: int, half: int) -> int:
    """The set of cells with this number: first the sets of one cell, then those of two, …

    Walks down from the highest cell; `below` is the number of ways to choose all cells still wanted from lower ones.
    """
    size = 1
    sets = CELLS_A_BOARD
    while number >= sets:
        number -= sets
        sets = sets * (CELLS_A_BOARD - size) // (size + 1)
        size += 1
    cells = 0
    cell = CELLS_A_BOARD - 1
    below = sets * (CELLS_A_BOARD - size) // CELLS_A_BOARD
    while size:
        if number < below:  # the wanted set lies below this cell
            below = below * (cell - size) // cell
        else:
            number -= below
            below = below * size // max(cell, 1)
            size -= 1
            if cell // HALF == half:
                cells |= 1 << (cell - HALF * half)
        cell -= 1
    return cells


def set_number(cells: Sequence[int]) -> int:
    """The number of a set of cells (sorted), so that `numbered_set` gives it back. Plain Python only."""
    smaller = sum(comb(CELLS_A_BOARD, size) for size in range(1, len(cells)))
    return smaller + sum(comb(cell, k + 1) for k, cell in enumerate(cells))


def outline_action(cells: Sequence[int]) -> int:
    """The move that outlines these cells (sorted). Plain Python only."""
    placement = PLACEMENT_OF.get(tuple(cells))
    return ANY_CELLS + set_number(cells) if placement is None else placement


def outline_cells(action: int) -> list[int]:
    """The cells of an outline, sorted. Plain Python only."""
    if action < PLACEMENTS:
        return list(PLACEMENT_CELLS[action])
    bits = outlined(action, 0) | outlined(action, 1) << HALF
    return [cell for cell in range(CELLS_A_BOARD) if bits >> cell & 1]


def shape_or_none(action: int) -> int | None:
    """The shape of an outline, or None for a set of cells that is no fiver whatever its symbols. Plain Python only."""
    return shape_of(action) if action < PLACEMENTS else None
