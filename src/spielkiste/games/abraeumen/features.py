"""What learners are shown: the stones."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.features import Feature
from spielkiste.core.record import Out, Record

from .rules import SIDE


def features(options: Mapping[str, Any]) -> list[Feature]:
    return [Feature("stones", (SIDE, SIDE))]


def observe(s: Record, seat: int, out: Out) -> None:
    stones = int(s.stones)
    cell = 0
    while stones:
        out[cell] = stones & 1
        stones >>= 1
        cell += 1
