"""What everybody knows, as JSON values: nothing is hidden but the order of the pile, which chance decides."""

from typing import Any

from spielkiste.core.record import Record

from .notation import cell_name, event
from .rules import STONES, is_classic, number_of, players, side

CELLS = {side: [8 * row + column for row in range(1, side + 1) for column in range(1, side + 1)] for side in (5, 6)}


def phase(s: Record) -> str:
    """deal: the board is laid; start: who begins is drawn; draw: a number is due; move; over."""
    if s.winner >= 0:
        return "over"
    if s.drawn:
        return "move"
    if s.drawing:
        return "start"
    return "deal" if event(s) == "deal" else "draw"


def seats(bits: int) -> list[int]:
    return [seat for seat in range(4) if bits >> seat & 1]


def cells(s: Record) -> list[int]:
    """All cells in board order: a1, b1, …"""
    return CELLS[side(s)]


def stones(s: Record) -> list[dict[str, Any]]:
    """The stones on the board; `number` is what they count as (None before the card under one is dealt)."""
    return [
        {
            "seat": seat,
            "stone": stone,
            "cell": cell_name(s.where[seat][stone]),
            "number": number_of(s, seat, stone) or None,
        }
        for seat in range(players(s))
        for stone in range(1, STONES + 1)
        if s.where[seat][stone]
    ]


def describe(s: Record, seat: int | None) -> dict[str, Any]:
    cards = None if is_classic(s) else {cell_name(cell): s.number[cell] for cell in cells(s) if s.number[cell]}
    pile = None if is_classic(s) else {str(n): s.pile[n] for n in range(1, s.highest + 1) if s.pile[n]}
    return {
        "phase": phase(s),
        "side": side(s),
        "seat": s.seat,
        "drawn": s.drawn or None,
        "stones": stones(s),
        "stones_left": list(s.left),
        "cards": cards,
        "pile": pile,
        "start": {"still_to_draw": seats(s.drawing), "ahead": seats(s.ahead), "highest": s.top or None},
        "winning_team": s.winner if s.winner >= 0 else None,
    }
