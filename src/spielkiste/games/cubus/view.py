"""What a seat knows, as JSON values. Only offers for the last build are secret, until all are made."""

from typing import Any

from spielkiste.core.record import Record

from .notation import LETTERS, spell
from .rules import DEAL, DRAW, HEAP, OFFER, OVER, TAKE, whose_tiles
from .stack import boxes, count, height_of, is_open, x_of, y_of

PHASES = ("deal", "draw", "build", "knocking window", "knocked", "last build", "offers", "take", "over")


def describe(s: Record, seat: int | None) -> dict[str, Any]:
    return {
        "phase": PHASES[s.phase],
        "stack": spell(s.stack),  # as a build writes it, and as the option `stack` takes it for dismantling
        "columns": [
            {"x": x_of(c), "y": y_of(c), "height": height_of(c), "open": is_open(c)} for c in s.stack[: count(s.stack)]
        ],
        "boxes": boxes(s.stack),
        "tiles": by_kind(s.laid),
        "hands": [by_kind(s.hand[other]) for other in range(s.players)],
        "heap": by_kind(s.hand[HEAP]),
        "pile": by_kind(s.pile),
        "player": s.turn if s.phase != OVER else None,
        "building_with": None
        if s.phase in (DEAL, DRAW, TAKE, OVER)
        else ("heap" if whose_tiles(s) == HEAP else s.turn),
        "knocker": s.knocker if s.knocker >= 0 else None,
        "silent": [other for other in range(s.players) if s.silent >> other & 1],
        "offers": [spell(offer) or None for offer in s.offer[: s.players]] if len(s.offer) > 1 else [],
    }


def by_kind(tiles: list[int]) -> dict[str, int]:
    return dict(zip(LETTERS, tiles, strict=True))


def epoch(s: Record) -> int:
    """Offers are open once all are made."""
    return 1 if s.phase == OFFER else 2 if s.phase == OVER else 0


def hides(s: Record, viewer: int, seat: int, move: str) -> bool:
    return bool(s.phase == OFFER and viewer != seat)
