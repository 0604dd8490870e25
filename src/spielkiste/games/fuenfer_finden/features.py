"""What learners are shown: their own board with what is outlined on it, the roll, and how everybody stands."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.features import Feature
from spielkiste.core.record import Out, Record

from .actions import HALF
from .outlines import SHAPE_COUNT, used_cells
from .rules import OVER, PUZZLE_ROUNDS, STRUCK, score
from .shapes import CELLS_A_BOARD, ROLL_TALLIES, SIDE, SYMBOLS

KINDS = len(SYMBOLS)
POINTS_AT_MOST = 127


def features(options: Mapping[str, Any]) -> list[Feature]:
    players = options["players"]
    return [
        Feature("board", (SIDE, SIDE), 0, KINDS),  # symbols from 1; columns first, as shapes.py draws the board
        Feature("used", (SIDE, SIDE)),  # outlined or taken by me
        Feature("roll", (KINDS,), 0, 2),  # how often each symbol was rolled
        Feature("sheet", (SHAPE_COUNT,), 0, STRUCK),  # my shapes: available, circled or struck
        Feature("phase", (), 0, OVER),
        Feature("round", (), 0, PUZZLE_ROUNDS),
        Feature("hourglass", (), 0, players),  # who turned it: 0 nobody, 1 me, 2 and on the seats after me
        Feature("acting", (players,)),  # who has not finished: me, then the seats after me
        Feature("points", (players,), 0, POINTS_AT_MOST),
    ]


def observe(s: Record, seat: int, out: Out) -> None:
    for cell in range(CELLS_A_BOARD):
        out[cell] = s.board[seat][cell] + 1
    mark(used_cells(s, seat, 0), CELLS_A_BOARD, out)
    mark(used_cells(s, seat, 1), CELLS_A_BOARD + HALF, out)
    at = 2 * CELLS_A_BOARD
    for kind in range(KINDS):
        out[at + kind] = ROLL_TALLIES[s.roll] >> (3 * kind) & 7 if s.roll >= 0 else 0
    at += KINDS
    for shape in range(SHAPE_COUNT):
        out[at + shape] = s.sheet[seat][shape]
    at += SHAPE_COUNT
    out[at] = s.phase
    out[at + 1] = s.round
    out[at + 2] = after_me(s, seat, int(s.turner)) + 1 if s.turner >= 0 else 0
    for other in range(s.players):
        k = after_me(s, seat, other)
        out[at + 3 + k] = s.acting >> other & 1
        out[at + 3 + s.players + k] = min(score(s, other), POINTS_AT_MOST)


def after_me(s: Record, seat: int, other: int) -> int:
    """How many seats after mine another one is."""
    return other - seat if other >= seat else other - seat + int(s.players)


def mark(cells: int, at: int, out: Out) -> None:
    while cells:
        if cells & 1:
            out[at] = 1
        cells >>= 1
        at += 1
