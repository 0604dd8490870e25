"""A small network that knows how a game for two stands. This module is compiled.

A position is seen from the seat in turn, before its number is drawn. Each stone adds two rows of numbers: one by its
rank among the own stones and where it stands, one by where it stands and how many numbers let it move. The sum goes
through two layers. `tools/learn.py` found the numbers by self-play.
"""

import math
from pathlib import Path
from typing import Any

from spielkiste.core.record import Record
from spielkiste.core.scratch import int32, scratch
from spielkiste.core.tables import stored

from .rules import STONES, is_classic, number_of

WIDE, HIGH = 128, 32  # units of the two layers
PLACES = 25
BUCKETS = 16  # a stone's freedom: so many parts of all numbers let it move; classic: so many numbers more than one
ROWS = 2 * STONES * PLACES + 2 * PLACES * BUCKETS
# What 1 is in the tables. Processors multiply whole numbers of 16 bits in pairs: estimates are six times as fast as by
# real ones. The units keep every sum within 32 bits.
ROW_UNIT, MIX_UNIT = 2048, 2048
HIGHEST_UNIT = 15 * ROW_UNIT  # a unit of the first layer is cut off there
FILE = Path(__file__).with_name("net.npz")
TABLES = stored(FILE)
# What was learnt for a kind of game: the rows and their biases, the second layer, its biases and the last one.
CLASSIC_ROWS, CLASSIC_MIX, CLASSIC_LAST = TABLES["classic_rows"], TABLES["classic_mix"], TABLES["classic_last"]
CARD_ROWS, CARD_MIX, CARD_LAST = TABLES["cards_rows"], TABLES["cards_mix"], TABLES["cards_last"]


def value_for_two(s: Record) -> float:
    """The expected result, from -1 to 1, for the seat whose turn it is."""
    if is_classic(s):
        return layers(s, CLASSIC_ROWS, CLASSIC_MIX, CLASSIC_LAST)
    return layers(s, CARD_ROWS, CARD_MIX, CARD_LAST)


def layers(s: Record, rows: Any, mix: Any, last: Any) -> float:
    """From the stones to the value; the last of the rows holds the first layer's biases."""
    first, units = scratch(WIDE, "i4"), scratch(WIDE, "i2")
    for k in range(WIDE):
        first[k] = rows[ROWS, k]
    for role in range(2):
        for stone in range(1, STONES + 1):
            add_stone(s, role, stone, rows, first)
    for k in range(WIDE):
        units[k] = min(max(first[k], 0), HIGHEST_UNIT)
    result = float(last[2 * HIGH])  # NumPy would go on in single precision, compiled code does not
    for j in range(HIGH):
        total = int32(0)
        for k in range(WIDE):
            total = int32(total + int32(units[k]) * int32(mix[j, k]))
        result += max(0.0, total / (ROW_UNIT * MIX_UNIT) + float(last[j])) * float(last[HIGH + j])
    return math.tanh(result)


def add_stone(s: Record, role: int, stone: int, rows: Any, first: Any) -> None:
    """Adds the two rows of a stone; role 0 is the seat in turn. Stones that are gone add nothing."""
    seat = int(s.seat) ^ role
    own = number_of(s, seat, stone)
    if own == 0:
        return
    rank, lower, higher = 0, 0, int(s.highest) + 1
    for other in range(1, STONES + 1):
        number = number_of(s, seat, other)
        if 0 < number < own or (number == own and other < stone):
            rank += 1
        if lower < number < own:
            lower = number
        elif own < number < higher:
            higher = number
    place, freedom = seen_from_home(seat, int(s.where[seat][stone])), higher - lower - 2
    if is_classic(s):
        rank = stone - 1
    else:
        freedom = BUCKETS * freedom // int(s.highest)
    by_rank = (role * STONES + rank) * PLACES + place
    by_freedom = 2 * STONES * PLACES + (role * PLACES + place) * BUCKETS + freedom
    for k in range(WIDE):
        first[k] += rows[by_rank, k] + rows[by_freedom, k]


def seen_from_home(seat: int, cell: int) -> int:
    """A cell as its owner sees it: 0 is the own corner, 24 the goal."""
    place = 5 * (cell >> 3) + (cell & 7) - 6
    return place if seat == 0 else PLACES - 1 - place
