"""What learners are shown: the sum to write, their sheet, and the sheets of the others as far as all can see them."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.features import Feature
from spielkiste.core.record import Out, Record

from .rules import CELLS, HIGHEST, ROUNDS, SIDE


def features(options: Mapping[str, Any]) -> list[Feature]:
    mine = [
        Feature("rolled", (), 0, HIGHEST),
        Feature("round", (), 0, ROUNDS),
        Feature("sheet", (SIDE, SIDE), 0, HIGHEST),  # 0: free
    ]
    others = options["players"] - 1
    return [*mine, Feature("others", (others, SIDE, SIDE), 0, HIGHEST)] if others else mine


def observe(s: Record, seat: int, out: Out) -> None:
    """Others in the order of their seats after mine."""
    out[0] = s.rolled
    out[1] = s.round
    for k in range(s.players):
        other = seat + k
        other -= s.players if other >= s.players else 0
        for cell in range(CELLS):
            out[2 + k * CELLS + cell] = s.sheet[other][cell]
