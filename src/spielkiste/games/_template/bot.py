"""What a bot should know: leave a multiple of four."""

from typing import Any


def worth(s: Any, seat: int, action: int) -> float:
    """How good a legal move looks, before it is made; `s` is what the seat sees."""
    return -float((s.heap - action - 1) % 4)
