"""What learners are shown: the field in its frame, mine and theirs, and what a move is about now."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.bits import lowest
from spielkiste.core.features import Feature
from spielkiste.core.record import Out, Record

from .field import SIDE
from .rules import PUTTING, QUIET_TURNS, STONES_EACH

CELLS = SIDE * SIDE


def features(options: Mapping[str, Any]) -> list[Feature]:
    return [
        Feature("mine", (SIDE, SIDE)),  # rows from the bottom, as `rules.fields` draws them
        Feature("theirs", (SIDE, SIDE)),
        Feature("phase", (), 0, PUTTING),
        Feature("source", (2,), 0, SIDE),  # row and column, from 1, where the stone in hand came from; 0: none
        Feature("men", (2,), 0, STONES_EACH),  # mine and theirs
        Feature("quiet", (), -1, QUIET_TURNS),  # turns without a capture
    ]


def observe(s: Record, seat: int, out: Out) -> None:
    for row in range(1, s.tall + 1):
        mark(int(s.stones[row][seat]), row * SIDE, out)
        mark(int(s.stones[row][1 - seat]), CELLS + row * SIDE, out)
    out[2 * CELLS] = s.phase
    if s.source >= 0:
        out[2 * CELLS + 1] = int(s.source) // SIDE + 1
        out[2 * CELLS + 2] = int(s.source) % SIDE + 1
    out[2 * CELLS + 3] = s.men[seat]
    out[2 * CELLS + 4] = s.men[1 - seat]
    out[2 * CELLS + 5] = s.quiet


def mark(columns: int, at: int, out: Out) -> None:
    while columns:
        out[at + lowest(columns)] = 1
        columns &= columns - 1
