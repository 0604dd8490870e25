"""What a player of Fünf gewinnt knows: a cell is worth the lines of five through it, a position its open lines."""

from typing import Any

from spielkiste.core.record import Record

from .field import NOWHERE, SIDE
from .lines import EDGE, FALLING, LEVEL, UPRIGHT, any_cell, row_of, stones_in_lines
from .rules import FIVE, KEEPING, LIFTING, PASS, PLACING

COUNT = tuple(bin(five).count("1") for five in range(32))
FIVE_CELLS, NINE_CELLS = 31, 511

# By how many stones of one colour already lie in a line of five through a cell that has none of the other. Set by
# hand, not tuned: flatter than `worth` in bot.py, so that the tree search looks beyond what seems best.
PULL_OF_OWN = (0, 1, 6, 40, 20000)
PULL_OF_SPOILT = (0, 1, 5, 30, 4000)
LIFT = (60, 40, 20, 6, 1)  # by how many others lie in the fullest open line of a stone that is lifted

# A position by its open lines. From a logistic regression on 10,916 positions of 300 games of the tree search against
# itself, 80 simulations a move: lines of one stone are worth nothing, of two next to nothing. 20 units: log odds of 1.
MINE, THEIRS = (0.2, 2.4), (0.1, 2.2)  # lines with two and with three stones: the mover's, the other's
THREAT = 16.0  # the other would make five, if it were in turn, on one cell
STONE_AHEAD = 16.0  # a stone more, in the moving phase
HALF = 40.0  # an advantage of so much is worth half a win
# Five can be made now; the other threatens it on two cells: means of the same games.
FIVE_NOW, TWO_THREATS = 0.93, -0.95


def lean(s: Record, seat: int, action: int) -> int:
    """How readily a move is considered (its prior)."""
    if action == PASS or s.phase == KEEPING:
        return 1
    if s.phase == LIFTING:
        return LIFT[fullest_line(s, seat, action % SIDE, action // SIDE)]
    return pull_of_cell(s, seat, action % SIDE, action // SIDE)


def lines_through(s: Record, seat: int, column: int, row: int) -> tuple[int, int, int, int]:
    """In four directions the nine cells of a seat with this cell in the middle, as bits; in the middle nothing."""
    level = (row_of(s, seat, row) >> column) & (NINE_CELLS ^ 1 << EDGE)
    upright, rising, falling = 0, 0, 0
    for k in range(2 * EDGE + 1):
        near = row_of(s, seat, row + k - EDGE) >> column if k != EDGE else 0
        upright |= (near >> EDGE & 1) << k
        rising |= (near >> k & 1) << k
        falling |= (near >> (2 * EDGE - k) & 1) << k
    return level, upright, rising, falling


def pull_of_cell(s: Record, seat: int, column: int, row: int) -> int:
    """All lines of five through an empty cell, by what lies in them."""
    own, other = lines_through(s, seat, column, row), lines_through(s, 1 - seat, column, row)
    pull = 1
    for direction in range(4):
        mine, theirs = own[direction], other[direction]
        if mine | theirs:
            for _ in range(FIVE):
                if theirs & FIVE_CELLS == 0:
                    pull += PULL_OF_OWN[COUNT[mine & FIVE_CELLS]]
                elif mine & FIVE_CELLS == 0:
                    pull += PULL_OF_SPOILT[COUNT[theirs & FIVE_CELLS]]
                mine >>= 1
                theirs >>= 1
    return pull


def fullest_line(s: Record, seat: int, column: int, row: int) -> int:
    """How many other stones of a seat lie in the fullest open line through one of its stones."""
    own, other = lines_through(s, seat, column, row), lines_through(s, 1 - seat, column, row)
    most = 0
    for direction in range(4):
        for first in range(FIVE):
            if other[direction] >> first & FIVE_CELLS == 0:
                most = max(most, COUNT[own[direction] >> first & FIVE_CELLS])
    return most


def estimate(s: Record, seat: int) -> float:
    """From -1 to 1: five at once, two threats that cannot both be met, else the open lines of both players."""
    value = estimate_of_mover(s)
    return value if s.turn == seat else -value


def estimate_of_mover(s: Record) -> float:
    mover = int(s.turn)
    ahead = STONE_AHEAD * (s.men[mover] - s.men[1 - mover]) if s.phase != PLACING else 0.0
    threat, threats = NOWHERE, 0
    for row in range(1 - EDGE, s.tall + 1):
        for direction in range(UPRIGHT if row < 1 else LEVEL, FALLING + 1):
            ones, twos, fours = stones_in_lines(s, mover, row, direction)
            their_ones, their_twos, their_fours = stones_in_lines(s, 1 - mover, row, direction)
            free, theirs_free = ~(their_ones | their_twos | their_fours), ~(ones | twos | fours)
            if fours & free and any_cell(s, row, fours & free, direction) != NOWHERE:
                return FIVE_NOW
            full = their_fours & theirs_free
            while full:
                cell = any_cell(s, row, full & -full, direction)
                full &= full - 1
                if cell != NOWHERE and cell != threat:
                    threat = cell
                    threats += 1
            ahead += worth_of_lines(ones & free, twos & free, MINE)
            ahead -= worth_of_lines(their_ones & theirs_free, their_twos & theirs_free, THEIRS)
    if threats > 1:
        return TWO_THREATS
    ahead -= THREAT * threats
    return float(ahead / (HALF + abs(ahead)))


def worth_of_lines(ones: int, twos: int, worth: Any) -> float:
    """Of the lines that begin in a row, those that hold two or three stones."""
    return float(worth[0] * count_bits(twos & ~ones) + worth[1] * count_bits(ones & twos))


def count_bits(x: int) -> int:
    """Bits of a number below 2**48, without a branch."""
    x -= x >> 1 & 0x555555555555
    x = (x & 0x333333333333) + (x >> 2 & 0x333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F
    return x % 255
