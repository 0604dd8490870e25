"""Matches: a heap of random size; take one to three; whoever takes the last match wins."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.record import Field, Out, Record
from spielkiste.core.verbs import CHANCE

MAX_MOVES = 3  # the longest list `legal` writes
MAX_OUTCOMES = 60  # the longest list `odds` writes
SMALLEST_HEAP = 4


def fields(options: Mapping[str, Any]) -> list[Field]:
    return [
        ("players", "i1"),
        ("most", "i1"),  # the largest possible heap
        ("heap", "i1"),  # matches left; 0 before the heap is poured and at the end
        ("turn", "i1"),  # whose turn: CHANCE, then a seat
        ("winner", "i1"),  # seat, or -1
    ]


def action_count(options: Mapping[str, Any]) -> int:
    """The numbers of all moves of players are below this."""
    return MAX_MOVES


def start(s: Record, options: Mapping[str, Any]) -> None:
    s.players = options["players"]
    s.most = options["most"]
    s.turn = CHANCE
    s.winner = -1


def in_turn(s: Record) -> int:
    if s.winner >= 0:
        return 0
    return 1 << int(s.turn + 2)


def odds(s: Record, out: Out) -> int:
    """A heap of k + 4 matches, all sizes equally likely."""
    sizes = s.most - SMALLEST_HEAP + 1
    for k in range(sizes):
        out[k] = 1
    return int(sizes)


def legal(s: Record, seat: int, out: Out) -> int:
    """Action k: take k + 1 matches."""
    count = min(3, s.heap)
    for k in range(count):
        out[k] = k
    return int(count)


def play(s: Record, seat: int, action: int) -> None:
    if seat == CHANCE:
        s.heap = action + SMALLEST_HEAP
        s.turn = 0
        return
    s.heap -= action + 1
    if s.heap == 0:
        s.winner = seat
    s.turn = (seat + 1) % s.players


def score(s: Record, seat: int) -> int:
    return 1 if s.winner == seat else 0
