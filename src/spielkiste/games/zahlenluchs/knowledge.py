"""What players know beyond the rules: how a position looks, and which moves come to mind.

For two players a network judges a position (`net.py`), for four a sum of learnt weights, seen from the seat in turn:
each stone counts by where it stands, how many numbers let it move and whether it is threatened. They were found by
self-play (`tools/learn_teams.py`); they are whole numbers, thousandths of a logit of the winning chances.
"""

import math
from typing import Any

from spielkiste.core.record import Record

from .net import value_for_two
from .rules import (
    ACROSS,
    ALONG,
    DIAGONAL,
    STONES,
    cells_to_deal,
    goal,
    goes_east,
    goes_north,
    number_of,
    players,
    side,
    step,
    team,
)
from .weights import TEAMS

UNIT = 1000.0  # a weight of one logit
BUCKETS = 8  # a stone's freedom: eighths of all numbers let it move
WEIGHTS = 4 * 36 * BUCKETS * 2  # in the table for four players


def estimate(s: Record, seat: int) -> float:
    """The expected result by what was learnt; even until the first turn begins."""
    if s.dealt < cells_to_deal(s) or s.drawing:
        return 0.0
    value = value_for_two(s) if players(s) == 2 else math.tanh(logit(s, TEAMS) / (2.0 * UNIT))
    return value if team(s, seat) == team(s, s.seat) else -value


def logit(s: Record, table: Any) -> float:
    """Four players: the sum of the weights of all stones, seen from the team of the seat in turn."""
    value = 0.0
    for role in range(players(s)):
        seat = whose(s, role)
        sign = 1 if team(s, seat) == team(s, s.seat) else -1
        for stone in range(1, STONES + 1):
            if s.where[seat][stone]:
                value += sign * table[of_stone(s, role, seat, stone)]
    return value


# --- which weight: roles count from the seat in turn, cells from the owner's corner -----------------


def whose(s: Record, role: int) -> int:
    seat = int(s.seat) + role
    return seat if seat < players(s) else seat - players(s)


def place(s: Record, seat: int, cell: int) -> int:
    """A cell as the seat sees it: 0 is its own corner, the last one its goal."""
    row, column = (cell >> 3) - 1, (cell & 7) - 1
    if not goes_north(s, seat):
        row = side(s) - 1 - row
    if not goes_east(s, seat):
        column = side(s) - 1 - column
    return row * side(s) + column


def of_stone(s: Record, role: int, seat: int, stone: int) -> int:
    cell = int(s.where[seat][stone])
    at = (role * side(s) * side(s) + place(s, seat, cell)) * BUCKETS + freedom(s, seat, stone)
    return 2 * at + (1 if threatened(s, seat, cell) else 0)


def freedom(s: Record, seat: int, stone: int) -> int:
    """How many numbers let a stone move: those between its neighbours among the own numbers, in buckets."""
    own = number_of(s, seat, stone)
    lower, higher = 0, s.highest + 1
    for other in range(1, STONES + 1):
        n = number_of(s, seat, other)
        if lower < n < own:
            lower = n
        elif own < n < higher:
            higher = n
    return int(BUCKETS * (higher - lower - 2) // s.highest)


def threatened(s: Record, seat: int, cell: int) -> bool:
    """Whether a stone of the other team stands one step before a cell, by its own ways."""
    for other in range(players(s)):
        if team(s, other) != team(s, seat):
            for way in (ACROSS, ALONG, DIAGONAL):
                before = 2 * cell - step(s, other, cell, way)
                if 0 < before < len(s.board) and s.board[before] and s.board[before] >> 3 == other:
                    return True
    return False


def lean(s: Record, seat: int, action: int) -> int:
    """A prior: the straight way to the goal, and captures of the other side's stones; own stones rather not."""
    target = step(s, seat, action >> 2, action & 3)
    if target == goal(s, seat):
        return 1000
    weight = 3 if action & 3 == DIAGONAL else 1
    taken = s.board[target]
    if taken == 0:
        return 2 * weight
    return 3 * weight if team(s, taken >> 3) != team(s, seat) else weight
