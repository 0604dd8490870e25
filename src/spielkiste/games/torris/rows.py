"""Torris by rows: eight cells in one number, a byte each, column a lowest, so that all stones of a row look for their
landings at once (SWAR: arithmetic within a register).

A byte is a height, a symbol or a count, all below 64; bit 6 of it says yes. So nothing is carried to the next cell.
"""

from typing import Any

from spielkiste.core.record import Record

COLUMNS, STONES = 8, 32
EACH = 0x0101010101010101  # 1 in each cell
YES = 0x40 * EACH
IN_ROW = 0x7F * EACH  # what is pushed out of a row is gone
LOW_63 = (1 << 63) - 1
LAST = 56  # where the byte of column h begins
COLOUR_BIT = 3  # of a stone; the symbol is below it
STONE, EMPTY = 0x0F, 0x10  # no count is equal to EMPTY, so nothing moves from there
SYMBOL = 0x17
WAYS = 0x0F  # the four directions as bits of a cell: north, east, south, west

Rows = tuple[int, int, int, int]  # from the lowest row up


def row_of(cells: Any, row: int) -> int:
    word = 0
    for column in range(COLUMNS):
        word |= (int(cells[COLUMNS * row + column]) & 0xFF) << (8 * column)
    return word


def height_rows(s: Record) -> Rows:
    return row_of(s.height, 0), row_of(s.height, 1), row_of(s.height, 2), row_of(s.height, 3)


def occupied(heights: int) -> int:
    """1 in each cell with a tower."""
    return (heights + (YES - EACH)) >> 6 & EACH


def ends(heights: int, before: int) -> int:
    """How many stones lie on the cells up to each one, with those of the rows before."""
    return ((heights + before) * EACH) & LOW_63


def tops(s: Record, heights: int, through: int) -> int:
    """The stone on top of each tower, or EMPTY; `through`: the stones up to each cell."""
    word = 0
    for column in range(COLUMNS):
        word |= int(s.stone[((through >> (8 * column)) - 1) & (STONES - 1)]) << (8 * column)
    towers = occupied(heights)
    return (word & towers * STONE) | (towers ^ EACH) * EMPTY


def top_rows(s: Record, heights: Rows) -> Rows:
    first = ends(heights[0], 0)
    second = ends(heights[1], first >> LAST)
    third = ends(heights[2], second >> LAST)
    fourth = ends(heights[3], third >> LAST)
    return (
        tops(s, heights[0], first),
        tops(s, heights[1], second),
        tops(s, heights[2], third),
        tops(s, heights[3], fourth),
    )


def lands(symbols: int, passed: int, heights: int, there: int) -> int:
    """Yes where as many towers were passed as the symbol says and the tower there is at least as high. (Also bits below
    the one that says yes.) An empty cell is lower than all towers, so it is never the one that counts."""
    return (YES - (symbols ^ passed)) & ((there | YES) - heights)


def along_row(symbols: int, heights: int) -> int:
    """The moves to the east (bit 1 of a cell) and to the west (bit 3) in a row."""
    towers = occupied(heights)
    east, west, passed_east, passed_west = 0, 0, 0, 0
    for way in (8, 16, 24, 32, 40, 48, 56):
        passed_east += towers >> way
        passed_west += (towers << way) & IN_ROW
        east |= lands(symbols, passed_east, heights, heights >> way)
        west |= lands(symbols, passed_west, heights, (heights << way) & IN_ROW)
    return (east & YES) >> 5 | (west & YES) >> 3


def over_one(symbols: int, heights: int, near: int) -> int:
    """Moves to the row beside this one, as yes."""
    return lands(symbols, occupied(near), heights, near) & YES


def over_two(symbols: int, heights: int, near: int, far: int) -> int:
    """Moves to the two rows ahead."""
    passed = occupied(near) + occupied(far)
    return over_one(symbols, heights, near) | (lands(symbols, passed, heights, far) & YES)


def over_three(symbols: int, heights: int, near: int, far: int, farthest: int) -> int:
    """Moves to the three rows ahead."""
    passed = occupied(near) + occupied(far) + occupied(farthest)
    return over_two(symbols, heights, near, far) | (lands(symbols, passed, heights, farthest) & YES)


def across_rows(symbols: Rows, heights: Rows) -> Rows:
    """The moves to the north (bit 0 of a cell) and to the south (bit 2), of each row."""
    one, two, three, four = heights
    return (
        over_three(symbols[0], one, two, three, four) >> 6,
        over_two(symbols[1], two, three, four) >> 6 | over_one(symbols[1], two, one) >> 4,
        over_one(symbols[2], three, four) >> 6 | over_two(symbols[2], three, two, one) >> 4,
        over_three(symbols[3], four, three, two, one) >> 4,
    )


def closed_up(word: int) -> int:
    """The low half of every byte, side by side: 32 bits, four a cell."""
    word = (word | word >> 4) & 0x00FF00FF00FF00FF
    word = (word | word >> 8) & 0x0000FFFF0000FFFF
    return (word | word >> 16) & 0xFFFFFFFF


def ways_of_rows(stones: Rows, heights: Rows) -> Rows:
    """In which directions the stone on each cell may land, whosever it is."""
    each = SYMBOL * EACH
    symbols = stones[0] & each, stones[1] & each, stones[2] & each, stones[3] & each
    across = across_rows(symbols, heights)
    return (
        along_row(symbols[0], heights[0]) | across[0],
        along_row(symbols[1], heights[1]) | across[1],
        along_row(symbols[2], heights[2]) | across[2],
        along_row(symbols[3], heights[3]) | across[3],
    )


def ways_of(seat: int, ways: int, stones: int) -> int:
    """Those of a seat's stones in a row, as 32 bits: the numbers of its moves, counted from the first of the row."""
    own = (stones ^ (1 - seat) * EACH << COLOUR_BIT) >> COLOUR_BIT & EACH
    return closed_up(ways & own * WAYS)


def moves_of_rows(seat: int, ways: Rows, stones: Rows) -> Rows:
    return (
        ways_of(seat, ways[0], stones[0]),
        ways_of(seat, ways[1], stones[1]),
        ways_of(seat, ways[2], stones[2]),
        ways_of(seat, ways[3], stones[3]),
    )
