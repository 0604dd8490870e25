"""All positions of up to twelve stones from which one stone can be left: found backwards, kept in `endings.npz`.

A jump changes the number of stones on each of three kinds of cells (counted along either diagonal) by one, so whether
two kinds are equally odd or even never changes. Of all sets of cells only one in 16 therefore belongs to a game from
the start, and four cells (a1, b1, a2, b2) follow from the other 32: a position has a 32-bit name. Of the eight turned
and mirrored pictures of a position only the smallest is kept, with the set of cells on which the last stone may stand.

`python -m spielkiste.games.abraeumen.endings` makes the file.
"""

import argparse
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .rules import CELLS, CORNERS, JUMP_TABLE, JUMPS, SIDE

FILE = Path(__file__).parent / "endings.npz"
TWELVE = 12  # stones; 1,394,757 positions, 1.5 MB; thirteen would be 2.5 million more
LAST_CELLS = (7, 10, 25, 28)  # b2, e2, b5, e5: no other cell is of the right kind
ANY = 15  # any of the last cells, as a set of them
SLOTS = 1 << 22  # about three for each position, so that few share one
PARTS = 3  # a position is turned in parts of 12 cells, by table
START = sum(1 << cell for cell in range(CELLS) if cell not in CORNERS)


# --- turning and naming -------------------------------------------------------------------------


def turned_cell(cell: int, k: int) -> int:
    """Where a cell comes to lie under symmetry k: columns mirrored (1), rows mirrored (2), then both swapped (4)."""
    x, y = cell % SIDE, cell // SIDE
    x = SIDE - 1 - x if k & 1 else x
    y = SIDE - 1 - y if k & 2 else y
    return SIDE * x + y if k & 4 else SIDE * y + x


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


# --- found backwards ----------------------------------------------------------------------------


def unjump(positions: Any, cells: Any, jumps: Any, turn: Any, last: Any, table: Any, found: Any) -> int:
    """All positions one jump before these: into the table, and those that are new into `found`; their number."""
    count = 0
    for k in range(len(positions)):
        for jump in range(JUMPS):
            full, empty = 1 << jumps[jump, 2], 1 << jumps[jump, 0] | 1 << jumps[jump, 1]
            if positions[k] & full and not positions[k] & empty:
                before = positions[k] ^ full ^ empty
                best, ends = smallest(before, cells[k], turn, last)
                slot = slot_of(table, name_of(best))
                if table[slot] == 0:
                    found[count] = best
                    count += 1
                table[slot] |= name_of(best) << 4 | ends
    return count


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


def find_all() -> Any:
    """The table, from one stone upwards."""
    from spielkiste.core.compiled import compiled

    turn, last = turn_table(), last_cells_table()
    table, found = np.zeros(SLOTS, dtype=np.int64), np.zeros(SLOTS, dtype=np.int64)
    best, ends = compiled(smallest)(1 << LAST_CELLS[0], 1, turn, last)
    positions, cells = np.array([best]), np.array([ends])
    fill(table, [name_of(best) << 4 | ends])
    for stones in range(2, TWELVE + 1):
        count = compiled(unjump)(positions, cells, JUMP_TABLE, turn, last, table, found)
        positions = found[:count].copy()
        slots = [compiled(slot_of)(table, int(name)) for name in name_of(positions)]
        cells = table[slots] & ANY
        print(f"{stones:2} stones: {count:7,} positions")
    return table


def save(file: Path = FILE) -> None:
    entries = np.sort(find_all())
    entries = entries[entries > 0]
    gaps = np.diff(entries >> 4, prepend=0).astype(np.uint32)
    made = file.with_suffix(".new.npz")  # whoever interrupts this keeps the old file
    np.savez_compressed(made, gaps=gaps, cells=(entries & ANY).astype(np.uint8))
    made.replace(file)
    print(f"{len(entries):,} positions, {file.stat().st_size:,} bytes")


@cache
def endings() -> Any:
    """The table, read from the file."""
    from spielkiste.core.compiled import compiled

    with np.load(FILE) as kept:
        entries = np.cumsum(kept["gaps"].astype(np.int64)) << 4 | kept["cells"]
    table = np.zeros(SLOTS, dtype=np.int64)
    compiled(fill)(table, entries)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description="Finds the endings anew.")
    parser.add_argument("--out", type=Path, default=FILE, help="where they are kept (default: where they are read)")
    save(parser.parse_args().out)


if __name__ == "__main__":
    from spielkiste.games.abraeumen import endings as itself  # compiled code goes by the module's full name

    itself.main()
