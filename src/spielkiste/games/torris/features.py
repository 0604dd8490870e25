"""What learners are shown: the towers, and every stone in them; own symbols are positive, the other's negative."""

from collections.abc import Mapping
from typing import Any

from spielkiste.core.features import Feature
from spielkiste.core.record import Out, Record

from .rules import CELLS, COLUMNS, ROWS, SYMBOLS, owner, symbol


def features(options: Mapping[str, Any]) -> list[Feature]:
    return [
        Feature("height", (ROWS, COLUMNS), 0, CELLS),
        Feature("top", (ROWS, COLUMNS), -SYMBOLS, SYMBOLS),  # the symbol on top of each tower
        Feature("stones", (CELLS,), -SYMBOLS, SYMBOLS),  # cell after cell, each tower from the bottom up
    ]


def observe(s: Record, seat: int, out: Out) -> None:
    end = 0
    for cell in range(CELLS):
        height = int(s.height[cell])
        end += height
        top = signed(int(s.stone[(end - 1) & (CELLS - 1)]), seat)
        out[cell] = height
        out[CELLS + cell] = top if height > 0 else 0
    for k in range(CELLS):
        out[2 * CELLS + k] = signed(int(s.stone[k]), seat)


def signed(stone: int, seat: int) -> int:
    return symbol(stone) * (1 if owner(stone) == seat else -1)
