"""What a seat knows, as JSON values. Nothing is hidden here."""

from typing import Any

from spielkiste.core.record import Record


def describe(s: Record, seat: int | None) -> dict[str, Any]:
    return {"heap": s.heap, "winner": s.winner if s.winner >= 0 else None}
