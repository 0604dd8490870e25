"""Moves: what to touch for them, and what they do, in words."""

from collections.abc import Mapping
from functools import cache

from spielkiste.core.look import Look
from spielkiste.core.record import Record


def paths(s: Record, seat: int, moves: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """A part of one's own hand, or the stone shown by whoever is robbed."""
    return {move: touched(move) for move in moves}


@cache
def touched(move: str) -> tuple[str]:
    return (f"{'slot' if move.startswith('steal') else 'hand'}-{move[-1]}",)


def tell(s: Record, seat: int, move: str, look: Look) -> str:
    verb, number = move.split()
    if verb == "steal":
        name, stone = look.name(int(number)), s.choice[int(number)]
        return look.say(f"stiehlt die {stone} von {name}", f"steals the {stone} of {name}")
    if number == "0":
        return look.say("zeigt die leere Hand", "shows the empty hand")
    return look.say(f"zeigt eine {number}", f"shows a {number}")
