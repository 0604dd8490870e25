"""What learners are shown: the stack as columns, everybody's tiles and points, and what is to be done."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.features import Feature
from spielkiste.core.record import Out, Record

from .rules import HEAP, OVER
from .stack import HIGHEST, KINDS, MOST, count, height_of, is_open, x_of, y_of

MOST_POINTS = 1000
TILES = 15  # of a kind, at most


def features(options: Mapping[str, Any]) -> list[Feature]:
    """Of players: me first, then the seats after mine."""
    players = options["players"]
    return [
        Feature("heights", (MOST, MOST), 0, HIGHEST),  # by x and y, as stack.py draws them
        Feature("open", (MOST, MOST)),  # 1: an open lid
        Feature("hands", (players, KINDS), 0, TILES),
        Feature("heap", (KINDS,), 0, 6 * TILES),  # tiles for the build with the leftovers
        Feature("pile", (KINDS,), 0, TILES),  # still face down
        Feature("points", (players,), 0, MOST_POINTS),
        Feature("phase", (), 0, OVER),
        Feature("turn", (), 0, players),  # whose it is: 1 mine, 2 and on of the seats after me
        Feature("knocker", (), 0, players),  # the same; 0: nobody
    ]


def observe(s: Record, seat: int, out: Out) -> None:
    for k in range(count(s.stack)):
        at = MOST * x_of(s.stack[k]) + y_of(s.stack[k])
        out[at] = height_of(s.stack[k])
        out[MOST * MOST + at] = 1 if is_open(s.stack[k]) else 0
    players, at = int(s.players), 2 * MOST * MOST
    for other in range(players):
        k = after_me(s, seat, other)
        for kind in range(KINDS):
            out[at + k * KINDS + kind] = s.hand[other][kind]
        out[at + (players + 2) * KINDS + k] = s.points[other]
    for kind in range(KINDS):
        out[at + players * KINDS + kind] = s.hand[HEAP][kind]
        out[at + (players + 1) * KINDS + kind] = s.pile[kind]
    at += (players + 2) * KINDS + players
    out[at] = s.phase
    out[at + 1] = after_me(s, seat, int(s.turn)) + 1
    out[at + 2] = after_me(s, seat, int(s.knocker)) + 1 if s.knocker >= 0 else 0


def after_me(s: Record, seat: int, other: int) -> int:
    """How many seats after mine another one is."""
    return other - seat if other >= seat else other - seat + int(s.players)
