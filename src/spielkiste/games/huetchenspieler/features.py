"""What learners are shown: what lies on the table. Covered faces are blank: whoever wants them must remember."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.features import Feature
from spielkiste.core.record import Out, Record

from .rules import PLACES, ROUNDS, SLIDES, TAKE, slider

STONES_AT_MOST = 64  # four hidings with four stones, for each of four players


def features(options: Mapping[str, Any]) -> list[Feature]:
    players = options["players"]
    return [
        Feature("row", (PLACES,), 0, PLACES),  # the symbol on each place; 0: not seen
        Feature("uncovered", (PLACES,)),
        Feature("phase", (), 0, TAKE),
        Feature("slides", (), 0, max(SLIDES)),  # still to make
        Feature("asked", (), 0, PLACES),  # the symbol
        Feature("slider"),  # 1: it is me
        Feature("hiding", (), 0, ROUNDS * players),
        Feature("won", (players,), 0, STONES_AT_MOST),  # mine, then those of the seats after me
    ]


def observe(s: Record, seat: int, out: Out) -> None:
    for place in range(PLACES):
        out[place] = s.row[place]
        out[PLACES + place] = s.uncovered[place]
    out[2 * PLACES] = s.phase
    out[2 * PLACES + 1] = s.slides
    out[2 * PLACES + 2] = s.asked
    out[2 * PLACES + 3] = 1 if slider(s) == seat else 0
    out[2 * PLACES + 4] = s.hiding
    for k in range(s.players):
        other = seat + k
        other -= s.players if other >= s.players else 0
        out[2 * PLACES + 5 + k] = s.won[other]
