"""What a seat knows, as JSON values. Nothing is hidden: stones inside towers are open too."""

from typing import Any

from spielkiste.core.record import Record

from .notation import cell_name
from .rules import owner, symbol

COLOURS = ("white", "black")  # as a program reads them


def towers(s: Record) -> dict[int, list[tuple[int, int]]]:
    """The stones on each occupied cell, from the bottom up, each with its home."""
    found, at, stones = {}, 0, list(zip(s.stone, s.home, strict=True))
    for cell, height in enumerate(s.height):
        if height:
            found[cell] = stones[at : at + height]
        at += height
    return found


def describe(s: Record, seat: int | None) -> dict[str, Any]:
    return {
        "dealt": s.dealt,
        "towers": {
            cell_name(cell): {
                "height": len(tower),
                "owner": owner(tower[-1][0]),
                "stones_from_bottom": [
                    {"seat": owner(stone), "colour": COLOURS[owner(stone)], "symbol": symbol(stone)}
                    for stone, _ in tower
                ],
            }
            for cell, tower in towers(s).items()
        },
    }
