"""Moves: what to touch for them, and what they do, in words."""

from collections.abc import Mapping
from functools import cache

from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.verbs import CHANCE


def paths(s: Record, seat: int, moves: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """The cell to write into."""
    return {move: touched(move) for move in moves}


@cache
def touched(move: str) -> tuple[str]:
    return (f"cell-{move}",)


def tell(s: Record, seat: int, move: str, look: Look) -> str:
    if seat == CHANCE:
        number = move.split()[1]
        return look.say(f"eine {number}", f"{an(number)} {number}")
    return look.say(f"schreibt die {s.rolled} auf {move}", f"writes the {s.rolled} on {move}")


def an(number: str) -> str:
    return "an" if number in ("8", "11") else "a"
