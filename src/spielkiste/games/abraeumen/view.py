"""What the player knows, as JSON values. Nothing is hidden."""

from typing import Any

from spielkiste.core.record import Record

from .notation import NAMES
from .rules import CELLS, NOWHERE, SIDE, STONES, stones_left


def describe(s: Record, seat: int | None) -> dict[str, Any]:
    left = stones_left(s)
    return {
        "stones": [NAMES[cell] for cell in range(CELLS) if s.home[cell]],
        "rows_from_top": [[int(s.home[at + k] > 0) for k in range(SIDE)] for at in range(CELLS - SIDE, -1, -SIDE)],
        "stones_left": left,
        "jumps": STONES - left,
        "moves": s.moves,
        "last_landed": NAMES[s.landed] if s.landed != NOWHERE else None,
        "solved": left == 1,
    }
