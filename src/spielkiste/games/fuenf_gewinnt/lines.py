"""Lines of five: how full they are, and their empty cells. A line is open for a seat if the other has no stone in it.

All lines that begin in one row and run in one direction are looked at together, as the bits of one number: bit c + EDGE
stands for the line whose lowest cell (of a horizontal one: leftmost) is column c. The grid has no border, so lines may
reach out of the frame.
"""

from typing import Any

from spielkiste.core.record import Out, Record

from .field import NOWHERE, SIDE, bordering, list_cells
from .rules import FIVE

EDGE = FIVE - 1  # a line may begin so far outside the field
LEVEL, UPRIGHT, RISING, FALLING = 0, 1, 2, 3  # directions: (1, 0), (0, 1), (1, 1), (-1, 1)


def row_of(s: Record, seat: int, row: int) -> int:
    """A seat's stones in a row, which may lie outside the frame."""
    return int(s.stones[row][seat]) << EDGE if 0 < row <= s.tall else 0


def along(s: Record, seat: int, row: int, direction: int, k: int) -> int:
    """For all lines that begin in a row: whether a seat has a stone on their cell number k."""
    if direction == LEVEL:
        return row_of(s, seat, row) >> k
    if direction == UPRIGHT:
        return row_of(s, seat, row + k)
    if direction == RISING:
        return row_of(s, seat, row + k) >> k
    return row_of(s, seat, row + k) << k


def stones_in_lines(s: Record, seat: int, row: int, direction: int) -> tuple[int, int, int]:
    """How many stones of a seat each line holds, as a binary number: its ones, twos and fours."""
    ones, twos, fours = 0, 0, 0
    for k in range(FIVE):
        more = along(s, seat, row, direction, k)
        carry = ones & more
        ones ^= more
        fours |= twos & carry
        twos ^= carry
    return ones, twos, fours


def cells_of_lines(begins: int, direction: int, k: int) -> int:
    """The cells number k of lines, as bits of their row, shifted by EDGE like the lines."""
    if direction == UPRIGHT:
        return begins
    return begins >> k if direction == FALLING else begins << k


def empty_in(s: Record, row: int, begins: int, direction: int, k: int) -> int:
    """The cells number k of these lines on which one can put now, as columns of their row."""
    at = row if direction == LEVEL else row + k
    if begins == 0 or at < 0 or at > s.tall + 1:
        return 0
    columns = (cells_of_lines(begins, direction, k) >> EDGE) & bordering(s, at)
    if s.source != NOWHERE and s.source // SIDE == at:
        columns &= ~(1 << (s.source % SIDE))
    return columns


def lowest(columns: int) -> int:
    """The number of the lowest bit."""
    count = 0
    while not columns & 1:
        columns >>= 1
        count += 1
    return count


def any_cell(s: Record, row: int, begins: int, direction: int) -> int:
    """An empty cell of these lines on which one can put now, or NOWHERE."""
    for k in range(FIVE):
        columns = empty_in(s, row, begins, direction, k)
        if columns:
            return (row if direction == LEVEL else row + k) * SIDE + lowest(columns)
    return NOWHERE


def cells_in_lines(s: Record, seat: int, stones: int, rows: Any, out: Out) -> int:
    """The cells on which one can put now, in lines that hold exactly so many stones of a seat and none of the other.

    They are written to out, each once; `rows` is a scratch pad for SIDE rows. The number of cells.
    """
    for row in range(s.tall + 2):
        rows[row] = 0
    for row in range(1 - EDGE, s.tall + 1):
        for direction in range(UPRIGHT if row < 1 else LEVEL, FALLING + 1):
            ones, twos, fours = stones_in_lines(s, seat, row, direction)
            begins = (
                (ones if stones & 1 else ~ones) & (twos if stones & 2 else ~twos) & (fours if stones & 4 else ~fours)
            )
            if begins:
                ones, twos, fours = stones_in_lines(s, 1 - seat, row, direction)
                begins &= ~(ones | twos | fours)
            for k in range(FIVE if begins else 0):
                at = row if direction == LEVEL else row + k
                if 0 <= at <= s.tall + 1:
                    rows[at] |= empty_in(s, row, begins, direction, k)
    count = 0
    for row in range(s.tall + 2):
        count = list_cells(int(rows[row]), row, NOWHERE, out, count)
    return count
