"""Fünf gewinnt: put 16 stones each to a growing field; five in a line win. Then stones move, and cut others off."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.record import Field, Out, Record

from .field import (
    NOWHERE,
    SIDE,
    beside,
    bordering,
    clear_part,
    count_stones,
    fingerprint,
    list_cells,
    move_frame,
    occupied,
    on_table,
    run,
    spread,
)

STONES_EACH = 16
FIVE = 5
QUIET_TURNS = 100  # so many turns without a capture are a draw
FIRST_CELL = SIDE + 1  # where the first stone goes: absolute 0,0
PASS = SIDE * SIDE
MAX_MOVES = 64  # 31 connected stones have at most 2 * 31 + 2 cells around them

PLACING, LIFTING, KEEPING, PUTTING = 0, 1, 2, 3  # LIFTING: a turn of the moving phase begins
NOT_DRAWN, TOO_FEW, THIRD_TIME, NO_CAPTURE = 0, 1, 2, 3

MEMORY: tuple[str, ...] = ("seen", "quiet")


def fields(options: Mapping[str, Any]) -> list[Field]:
    """The frame moves with the field: its row 1 is the field's lowest row, its column 1 the leftmost column.

    row 3    102 103 104 105 ...    A cell's number (an action) is row * 34 + column, in the frame.
    row 2     68  69  70  71 ...    Row r is a number whose bit c is column c.
    row 1     34  35  36  37 ...    Row 0 and column 0 are empty; stones can be put there, then the frame moves.
    row 0      0   1   2   3 ...
         column 0  1   2   3 ...    Absolute x = left + column, y = low + row.
    """
    return [
        ("stones", "i8", (SIDE, 2)),  # by row and seat: that seat's stones in this row
        ("part", "i8", SIDE),  # by row: while KEEPING the stones of all largest parts; else 0 (a scratch pad)
        ("seen", "i8", QUIET_TURNS),  # fingerprints at the beginnings of turns since the last capture
        ("left", "i2"),  # absolute x of column 0; a turn widens the field by 1 at most, and no game has 3100 turns
        ("low", "i2"),  # absolute y of row 0
        ("source", "i2"),  # the cell the stone in hand came from, or NOWHERE; it borders on every part that is left
        ("tall", "i1"),  # rows of the field
        ("men", "i1", 2),  # by seat: stones on the table and in hand
        ("quiet", "i1"),  # turns since the last capture; -1: this turn does not count
        ("phase", "i1"),  # PLACING, LIFTING, KEEPING or PUTTING
        ("turn", "i1"),  # seat
        ("winner", "i1"),  # seat, or -1
        ("drawn", "i1"),  # NOT_DRAWN, or why it is a draw
    ]


def action_count(options: Mapping[str, Any]) -> int:
    return PASS + 1


def start(s: Record, options: Mapping[str, Any]) -> None:
    s.left = s.low = -1
    s.source = NOWHERE
    s.quiet = -1
    s.winner = -1


def in_turn(s: Record) -> int:
    if s.winner >= 0 or s.drawn != NOT_DRAWN:
        return 0
    return 1 << (int(s.turn) + 2)


def score(s: Record, seat: int) -> int:
    return 1 if s.winner == seat else 0


# --- which moves there are -----------------------------------------------------------------------


def legal(s: Record, seat: int, out: Out) -> int:
    if s.phase == LIFTING:
        return lifts(s, seat, out)
    if s.phase == KEEPING:
        return keeps(s, out)
    if s.tall == 0:
        out[0] = FIRST_CELL
        return 1
    return puts(s, out)


def lifts(s: Record, seat: int, out: Out) -> int:
    """Own stones with a free side; who has none passes."""
    count = 0
    for row in range(1, s.tall + 1):
        count = list_cells(with_free_side(s, seat, row), row, NOWHERE, out, count)
    if count == 0:
        out[0] = PASS
        return 1
    return count


def keeps(s: Record, out: Out) -> int:
    """Any stone of a largest part."""
    count = 0
    for row in range(1, s.tall + 1):
        count = list_cells(int(s.part[row]), row, NOWHERE, out, count)
    return count


def puts(s: Record, out: Out) -> int:
    """Empty cells that share a side with the field, but not the one the stone came from."""
    count = 0
    for row in range(s.tall + 2):
        count = list_cells(bordering(s, row), row, s.source, out, count)
    return count


def with_free_side(s: Record, seat: int, row: int) -> int:
    """The stones of a seat in this row that are not shut in on all four sides."""
    here = occupied(s, row)
    return int(s.stones[row][seat] & ~((here << 1) & (here >> 1) & occupied(s, row - 1) & occupied(s, row + 1)))


# --- what a move does ----------------------------------------------------------------------------


def play(s: Record, seat: int, action: int) -> None:
    if action == PASS:
        end_turn(s)
    elif s.phase == LIFTING:
        lift(s, seat, action)
    elif s.phase == KEEPING:
        keep(s, action)
    else:
        put(s, seat, action)


def put(s: Record, seat: int, cell: int) -> None:
    if s.phase == PLACING:
        s.men[seat] += 1
    s.stones[cell // SIDE][seat] |= 1 << (cell % SIDE)
    s.source = NOWHERE
    x, y = s.left + cell % SIDE, s.low + cell // SIDE
    move_frame(s)
    if makes_five(s, seat, x - s.left, y - s.low):
        s.winner = seat
    else:
        end_turn(s)


def lift(s: Record, seat: int, cell: int) -> None:
    s.stones[cell // SIDE][seat] ^= 1 << (cell % SIDE)
    s.source = cell
    s.phase = PUTTING
    move_frame(s)
    captured_by_lifting(s)


def captured_by_lifting(s: Record) -> None:
    """The largest part stays. Every part borders on the source, which had a free side: three at most."""
    sizes, largest = part_sizes(s)
    clear_part(s)
    how_many = 0
    for side in range(4):
        if largest > 0 and (sizes >> (8 * side)) & 255 == largest:
            spread(s, beside(s.source, side))
            how_many += 1
    if how_many == 1:
        capture(s)
    elif how_many > 1:
        s.phase = KEEPING


def part_sizes(s: Record) -> tuple[int, int]:
    """The sizes of the parts beside the source, 8 bits a side (a part once), and the largest; 0, 0 if there is one."""
    sizes, largest, counted = 0, 0, 0
    for side in range(4):
        cell = beside(s.source, side)
        if counted < on_table(s) and (occupied(s, cell // SIDE) & ~s.part[cell // SIDE]) >> (cell % SIDE) & 1:
            size = spread(s, cell)
            counted += size
            sizes |= size << (8 * side)
            largest = max(largest, size)
    if largest == on_table(s):
        return 0, 0
    return sizes, largest


def keep(s: Record, cell: int) -> None:
    """The player who lifted says which of the largest parts stays."""
    clear_part(s)
    spread(s, cell)
    s.phase = PUTTING
    capture(s)


def capture(s: Record) -> None:
    """What is not in `part` leaves the game; a draw if nobody has five stones then."""
    s.men[0] = s.men[1] = 0
    s.men[s.turn] = 1  # in hand
    for row in range(1, s.tall + 1):
        for seat in range(2):
            s.stones[row][seat] &= s.part[row]
            s.men[seat] += count_stones(int(s.stones[row][seat]))
    clear_part(s)
    move_frame(s)
    s.quiet = -1
    if s.men[0] < FIVE and s.men[1] < FIVE:
        s.drawn = TOO_FEW


def makes_five(s: Record, seat: int, column: int, row: int) -> bool:
    """Whether five or more stones of a seat lie in a line through this one."""
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        if 1 + run(s, seat, column, row, right, up) + run(s, seat, column, row, -right, -up) >= FIVE:
            return True
    return False


def end_turn(s: Record) -> None:
    s.turn = 1 - s.turn
    if s.men[0] + s.men[1] < 2 * STONES_EACH and s.phase == PLACING:
        return
    s.phase = LIFTING
    s.quiet += 1
    now = fingerprint(s)
    if times_seen(s, now) >= 2:
        s.drawn = THIRD_TIME
    elif s.quiet == QUIET_TURNS:
        s.drawn = NO_CAPTURE
    else:
        s.seen[s.quiet] = now


def times_seen(s: Record, now: int) -> int:
    """How often this position was there with the same player to move: every other turn since the last capture."""
    times = 0
    for turn in range(s.quiet % 2, s.quiet, 2):
        if s.seen[turn] == now:
            times += 1
    return times
