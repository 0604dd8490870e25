"""What learners are shown: hands and booty of all, my own choice, and who else has chosen."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.features import Feature
from spielkiste.core.record import Out, Record

from .rules import COPIES, ROUNDS, SECRET, VALUES


def features(options: Mapping[str, Any]) -> list[Feature]:
    """Of each player, me first, then the seats after mine."""
    players = options["players"]
    return [
        Feature("round", (), 0, ROUNDS + 1),
        Feature("hands", (players, VALUES), 0, COPIES),
        Feature("booty", (players, VALUES), 0, COPIES * players),
        Feature("unused", (players,)),  # 1: still has its empty hand
        Feature("choice", (players,), 0, SECRET),  # 0: not chosen yet; a value, the empty hand, or a secret
    ]


def observe(s: Record, seat: int, out: Out) -> None:
    out[0] = s.round
    players = int(s.players)
    for k in range(players):
        other = seat + k
        other -= players if other >= players else 0
        for value in range(VALUES):
            out[1 + k * VALUES + value] = s.hand[other][value]
            out[1 + (players + k) * VALUES + value] = s.booty[other][value]
        out[1 + 2 * players * VALUES + k] = s.unused[other]
        out[1 + 2 * players * VALUES + players + k] = s.choice[other]
