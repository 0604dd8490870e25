"""Knister: in each of 25 rounds everybody writes the same sum of two dice into a free cell of their own sheet."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.dice import below
from spielkiste.core.record import Field, Out, Record
from spielkiste.core.tables import table
from spielkiste.core.verbs import CHANCE

SIDE = 5
CELLS = SIDE * SIDE
ROUNDS = CELLS
LOWEST, SEVEN, HIGHEST = 2, 7, 12  # sums of two dice

# Twelve lines: the five rows, the five columns, the diagonals a1-e5 and a5-e1. Each is a first cell and a step.
LINES = 12
FIRST_DIAGONAL = 10
LINE_START = (0, 5, 10, 15, 20, 0, 1, 2, 3, 4, 0, 20)
LINE_STEP = (1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 6, -4)

# In a line of five the number of ways to choose two equal numbers names the figure:
#                0  pair  two pairs  three  full house  -  four  -  -  -  five
POINTS_BY_TWINS = (0, 1, 3, 3, 8, 0, 6, 0, 0, 0, 10)
STRAIGHT_WITH_SEVEN, STRAIGHT_WITHOUT_SEVEN = 8, 12
BEST_SHEET = (LINES + 2) * STRAIGHT_WITHOUT_SEVEN  # a straight without a 7 in every line, diagonals double: 168

MAX_MOVES = CELLS
MAX_OUTCOMES = HIGHEST - LOWEST + 1
SUM_OF_WAY = table((k for k in range(MAX_OUTCOMES) for _ in range(6 - abs(k + LOWEST - SEVEN))), "u1")
TABLE_SIZES = (1, 4, 12, 60)  # a record has room for so many sheets: few layouts, so that little compiles anew


def fields(options: Mapping[str, Any]) -> list[Field]:
    """Cells of a sheet by number, a1 = 0 ... e5 = 24; an action is a cell, of CHANCE the sum rolled minus 2.

    5 | 20 21 22 23 24
    4 | 15 16 17 18 19
    3 | 10 11 12 13 14
    2 |  5  6  7  8  9
    1 |  0  1  2  3  4
         a  b  c  d  e
    """
    seats = min(size for size in TABLE_SIZES if size >= options["players"])
    return [
        ("waiting", "i8"),  # who has yet to write the sum, as the set of seats that `in_turn` gives
        ("sheet", "i1", (seats, CELLS)),  # the numbers all can see; 0: free
        ("entry", "i1", seats),  # the cell, counted from 1, of this round's entry; 0: none, or none the viewer may know
        ("points", "u1", seats),  # of the full lines all can see
        ("players", "i1"),
        ("round", "i1"),  # rounds finished
        ("rolled", "i1"),  # the sum to write; 0: the dice are to be rolled
    ]


def action_count(options: Mapping[str, Any]) -> int:
    return CELLS


def start(s: Record, options: Mapping[str, Any]) -> None:
    s.players = options["players"]


def in_turn(s: Record) -> int:
    if s.round == ROUNDS:
        return 0
    if s.rolled == 0:
        return 1 << (CHANCE + 2)
    return int(s.waiting)


# --- a round ------------------------------------------------------------------------------------


def odds(s: Record, out: Out) -> int:
    """Of the 36 ways two dice fall, 6 - |sum - 7| give a sum."""
    for k in range(MAX_OUTCOMES):
        out[k] = 6 - abs(k + LOWEST - SEVEN)
    return MAX_OUTCOMES


def fall(s: Record, dice: Any, out: Out) -> int:
    return int(SUM_OF_WAY[below(dice, len(SUM_OF_WAY))])


def roll(s: Record, total: int) -> None:
    """Everybody has to write this sum."""
    s.rolled = total
    s.waiting = ((1 << s.players) - 1) << 2


def legal(s: Record, seat: int, out: Out) -> int:
    """Any free cell of one's own sheet."""
    count = 0
    for cell in range(CELLS):
        if s.sheet[seat][cell] == 0:
            out[count] = cell
            count += 1
    return count


def write_secretly(s: Record, seat: int, cell: int) -> None:
    s.entry[seat] = cell + 1
    s.waiting &= ~(1 << (seat + 2))


def show_all(s: Record) -> None:
    """The last has written: what all wrote becomes visible and counts, and the next round begins."""
    for seat in range(s.players):
        if s.entry[seat] > 0:  # not where the entry is blanked: thinking ahead from what one seat knows ends here too
            write_openly(s, seat, s.entry[seat] - 1)
            s.entry[seat] = 0
    s.rolled = 0
    s.round += 1


def write_openly(s: Record, seat: int, cell: int) -> None:
    """The number stands on the sheet; lines that are full now count."""
    s.sheet[seat][cell] = s.rolled
    row, column = cell // SIDE, cell % SIDE
    points = line_points(s, seat, row) + line_points(s, seat, SIDE + column)
    if row == column:
        points += line_points(s, seat, FIRST_DIAGONAL)
    if row + column == SIDE - 1:
        points += line_points(s, seat, FIRST_DIAGONAL + 1)
    s.points[seat] += points


def play(s: Record, seat: int, action: int) -> None:
    if seat == CHANCE:
        roll(s, action + LOWEST)
        return
    write_secretly(s, seat, action)
    if s.waiting == 0:
        show_all(s)


def conceal(s: Record, seat: int) -> None:
    """What the others wrote this round is secret until the last has written."""
    for other in range(s.players):
        if other != seat:
            s.entry[other] = 0


# --- points -------------------------------------------------------------------------------------


def is_full(s: Record, seat: int, line: int) -> bool:
    cell = LINE_START[line]
    for _ in range(SIDE):
        if s.sheet[seat][cell] == 0:
            return False
        cell += LINE_STEP[line]
    return True


def twins(s: Record, seat: int, line: int) -> int:
    """In how many ways two equal numbers can be chosen from a line."""
    count = 0
    start, step = LINE_START[line], LINE_STEP[line]
    for i in range(1, SIDE):
        for j in range(i):
            if s.sheet[seat][start + i * step] == s.sheet[seat][start + j * step]:
                count += 1
    return count


def straight(s: Record, seat: int, line: int) -> int:
    """Points for five different numbers: only five consecutive ones count."""
    low, high = HIGHEST, LOWEST
    cell = LINE_START[line]
    for _ in range(SIDE):
        low = min(low, s.sheet[seat][cell])
        high = max(high, s.sheet[seat][cell])
        cell += LINE_STEP[line]
    if high - low != SIDE - 1:
        return 0
    return STRAIGHT_WITH_SEVEN if low <= SEVEN <= high else STRAIGHT_WITHOUT_SEVEN


def line_points(s: Record, seat: int, line: int) -> int:
    """What a full line is worth by its best figure, diagonals double; 0 while a cell is free."""
    if not is_full(s, seat, line):
        return 0
    same = twins(s, seat, line)
    points = straight(s, seat, line) if same == 0 else POINTS_BY_TWINS[same]
    return 2 * points if line >= FIRST_DIAGONAL else points


def score(s: Record, seat: int) -> int:
    return int(s.points[seat])
