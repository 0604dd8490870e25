"""What learners are shown: the board as seen from their own corner, the numbers on it, and what was drawn."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.features import Feature
from spielkiste.core.record import Out, Record

from .rules import MAX_OUTCOMES, STONES, from_corner, is_classic, players, side

FOUR = 4


def features(options: Mapping[str, Any]) -> list[Feature]:
    length = 5 if options["players"] == 2 else 6
    board = (length, length)
    common = [
        Feature("drawn", (), 0, MAX_OUTCOMES),
        Feature("owner", board, 0, FOUR),  # 1: mine, 2 and on: of the seats after me; 0: no stone
    ]
    if options["classic"]:
        return [*common, Feature("stone", board, 0, STONES)]  # its number
    pile = Feature("pile", (options["highest"],), 0, options["copies"])  # cards of each number that can still be drawn
    return [*common, Feature("number", board, 0, MAX_OUTCOMES), pile]  # the card under each cell


def observe(s: Record, seat: int, out: Out) -> None:
    out[0] = s.drawn
    length = side(s)
    cells = length * length
    for row in range(length):
        for column in range(length):
            cell = from_corner(s, seat, 8 * (row + 1) + column + 1)
            stone, at = int(s.board[cell]), 1 + row * length + column
            out[at] = distance(s, seat, stone) if stone else 0
            out[at + cells] = stone & 7 if is_classic(s) else s.number[cell]
    if not is_classic(s):
        for n in range(s.highest):
            out[1 + 2 * cells + n] = s.pile[n + 1]


def distance(s: Record, seat: int, stone: int) -> int:
    """Whose stone it is: 1 mine, 2 and on the seats after me."""
    after = (stone >> 3) - seat
    return after + 1 if after >= 0 else after + players(s) + 1
