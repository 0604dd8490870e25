"""All positions of up to twelve stones from which one stone can be left, kept in `endings.npz`.

A jump changes the number of stones on each of three kinds of cells (counted along either diagonal) by one, so whether
two kinds are equally odd or even never changes. Of all sets of cells only one in 16 therefore belongs to a game from
the start, and four cells (a1, b1, a2, b2) follow from the other 32: a position has a 32-bit name. Of the eight turned
and mirrored pictures of a position only the smallest is kept, with the set of cells on which the last stone may stand.

`python -m spielkiste.games.abraeumen.tools.endings` makes the file.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .rules import CELLS, CORNERS, LAST_CELLS, SIDE
from .solutions import turned_cell

FILE = Path(__file__).parent / "endings.npz"
TWELVE = 12  # stones; 1,394,757 positions, 1.5 MB; thirteen would be 2.5 million more
ANY = 15  # any of the last cells, as a set of them
SLOTS = 1 << 22  # about three for each position, so that few share one
PARTS = 3  # a position is turned in parts of 12 cells, by table
START = sum(1 << cell for cell in range(CELLS) if cell not in CORNERS)


# --- turning and naming -------------------------------------------------------------------------


@cache
def turn_table() -> Any:
    """[k][part][stones of that part]: their picture under symmetry k."""
    table = np.zeros((8, PARTS, 1 << 12), dtype=np.int64)
    some = np.arange(1 << 12)
    for k in range(8):
        for cell in range(CELLS):
            table[k, cell // 12] |= (some >> cell % 12 & 1) << turned_cell(cell, k)
    return table


@cache
def last_cells_table() -> Any:
    """[k][set of last cells]: the set under symmetry k."""
    table = np.zeros((8, ANY + 1), dtype=np.int64)
    for k in range(8):
        for number, cell in enumerate(LAST_CELLS):
            table[k] |= (np.arange(ANY + 1) >> number & 1) << LAST_CELLS.index(turned_cell(cell, k))
    return table


def turned(stones: int, k: int, turn: Any) -> int:
    return int(turn[k, 0, stones & 4095] | turn[k, 1, stones >> 12 & 4095] | turn[k, 2, stones >> 24])


def name_of(stones: Any) -> Any:
    """32 bits that tell a position of a game from all others of one; also of an array of positions."""
    return stones >> 2 & 15 | stones >> 8 << 4


def kind_of(stones: int) -> int:
    """What no jump changes; for the positions of a game it is that of the start."""
    kind = 0
    for cell in range(CELLS):
        if stones >> cell & 1:
            x, y = cell % SIDE, cell // SIDE
            kind ^= (1, 3, 2)[(x + y) % 3] | (1, 3, 2)[(x - y) % 3] << 2
    return kind


def question(stones: int, wanted: int, turn: Any, last: Any) -> int:
    """A position and the last cells wanted as one number, the same for all eight pictures."""
    best, cells = stones, wanted
    for k in range(1, 8):
        other = turned(stones, k, turn)
        if other < best:
            best, cells = other, last[k, wanted]
    return int(name_of(best) << 4 | cells)


def smallest(stones: int, cells: int, turn: Any, last: Any) -> tuple[int, int]:
    """The smallest picture, and the last cells in it; of a symmetric position in all pictures that are equal to it."""
    best, ends = stones, cells
    for k in range(1, 8):
        other = turned(stones, k, turn)
        if other < best:
            best, ends = other, last[k, cells]
        elif other == best:
            ends |= last[k, cells]
    return best, ends


# --- a hash table of names with their last cells: name << 4 | cells, 0 is an empty slot -----------


def slot_of(table: Any, name: int) -> int:
    """The slot that holds a name, or the empty one where it belongs."""
    slot = ((name * 0x1E3779B97F4A7C15) >> 40) & (len(table) - 1)
    while table[slot] != 0 and table[slot] >> 4 != name:
        slot = slot + 1 & (len(table) - 1)
    return int(slot)


def last_cells(table: Any, name: int) -> int:
    """The cells on which the last stone may stand; none: one stone cannot be left."""
    return int(table[slot_of(table, name)] & ANY)


def fill(table: Any, entries: Any) -> None:
    for entry in entries:
        table[slot_of(table, entry >> 4)] = entry


@cache
def endings() -> Any:
    """The table, read from the file."""
    from spielkiste.core.compiled import compiled

    with np.load(FILE) as kept:
        entries = np.cumsum(kept["gaps"].astype(np.int64)) << 4 | kept["cells"]
    table = np.zeros(SLOTS, dtype=np.int64)
    compiled(fill)(table, entries)
    return table
