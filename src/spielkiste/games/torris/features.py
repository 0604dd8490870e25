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
        end += s.height[cell]
        out[CELLS + cell] = s.stone[(end - 1) & (CELLS - 1)]
    for cell in range(CELLS):  # loops without a sum from cell to cell: a processor does many cells at a time
        out[cell] = s.height[cell]
        out[CELLS + cell] = signed(int(out[CELLS + cell]), seat) if s.height[cell] > 0 else 0
        out[2 * CELLS + cell] = signed(int(s.stone[cell]), seat)


def signed(stone: int, seat: int) -> int:
    return symbol(stone) * (1 if owner(stone) == seat else -1)
