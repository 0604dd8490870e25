"""What a seat knows, as JSON values. Choices are secret until all have chosen."""

from typing import Any

from spielkiste.core.record import Record

from .rules import EMPTY, NOT_YET, SECRET, VALUES, all_have_chosen, nobody_has_stones, thief

FATES = ("lost", "booty", "stolen")


def describe(s: Record, seat: int | None) -> dict[str, Any]:
    stealing = all_have_chosen(s)
    over = not stealing and nobody_has_stones(s)
    return {
        "phase": "over" if over else "steal" if stealing else "choose",
        "round": s.round if over or stealing else s.round + 1,
        "thief": thief(s) if stealing else None,
        "players": [player(s, other) for other in range(s.players)],
        "last_round": [
            {"seat": other, "shown": said(s.last_shown[other]), "fate": fate(s, other)}
            for other in range(s.players)
            if s.last_shown[other] and not stealing
        ],
    }


def player(s: Record, seat: int) -> dict[str, Any]:
    """Hands are public: what was shown is known. `choice` is 0 for the empty hand, None if not made or not known."""
    return {
        "hand": stones(s.hand[seat]),
        "empty_hand": s.unused[seat] == 1,
        "has_chosen": s.choice[seat] != NOT_YET,
        "choice": None if s.choice[seat] in (NOT_YET, SECRET) else said(s.choice[seat]),
        "booty": stones(s.booty[seat]),
    }


def stones(counts: Any) -> list[int]:
    """Counts as the values themselves, in order."""
    return [k + 1 for k in range(VALUES) for _ in range(counts[k])]


def said(choice: int) -> int:
    return 0 if choice == EMPTY else choice


def fate(s: Record, seat: int) -> str:
    return "used" if s.last_shown[seat] == EMPTY else FATES[s.last_fate[seat]]


def epoch(s: Record) -> int:
    """Choices are secrets of their round; showing begins the next."""
    return int(s.round)


def hides(s: Record, viewer: int, seat: int, move: str) -> bool:
    return seat != viewer and move.startswith("show")
