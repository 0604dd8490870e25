"""What a seat knows, as JSON values. Nothing is hidden here."""

from typing import Any

from spielkiste.core.record import Record

from .field import NOWHERE, SIDE, fingerprint
from .notation import place
from .rules import KEEPING, LIFTING, NO_CAPTURE, PLACING, PUTTING, STONES_EACH, THIRD_TIME, TOO_FEW, times_seen

PHASES = {PLACING: "placing", LIFTING: "lifting", KEEPING: "keeping", PUTTING: "putting"}
DRAWS = {TOO_FEW: "too few stones", THIRD_TIME: "third repetition", NO_CAPTURE: "100 turns without a capture"}


def describe(s: Record, seat: int | None) -> dict[str, Any]:
    over = s.winner >= 0 or s.drawn
    return {
        "phase": "over" if over else PHASES[s.phase],
        "stones": [[list(place(s, cell)) for cell in cells_of(s, owner)] for owner in range(2)],
        "stones_left": list(s.men),
        "stock": [STONES_EACH - men if s.phase == PLACING else 0 for men in s.men],
        "lifted_from": list(place(s, s.source)) if s.source != NOWHERE else None,
        "largest_parts": [list(place(s, cell)) for cell in cells(s.part)],
        "quiet_turns": max(0, s.quiet),
        "seen_before": times_seen(s, fingerprint(s)) if s.phase == LIFTING else 0,
        "winner": s.winner if s.winner >= 0 else None,
        "draw": DRAWS.get(s.drawn),
    }


def cells_of(s: Record, seat: int) -> list[int]:
    """The cells of the frame on which a seat's stones lie."""
    return cells([row[seat] for row in s.stones])


def cells(rows: list[int]) -> list[int]:
    return [
        row * SIDE + column
        for row, bits in enumerate(rows)
        if bits
        for column in range(bits.bit_length())
        if bits >> column & 1
    ]
