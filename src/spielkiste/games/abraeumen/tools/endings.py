"""Finds all positions of up to twelve stones from which one can be left, backwards from the end: `endings.npz`.

`python -m spielkiste.games.abraeumen.tools.endings` makes the file in seconds.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from ..endings import ANY, FILE, SLOTS, TWELVE, fill, last_cells_table, name_of, slot_of, smallest, turn_table
from ..rules import JUMP_TABLE, JUMPS, LAST_CELLS


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


def main() -> None:
    parser = argparse.ArgumentParser(description="Finds the endings anew.")
    parser.add_argument("--out", type=Path, default=FILE, help="where they are kept (default: where they are read)")
    save(parser.parse_args().out)


if __name__ == "__main__":
    from spielkiste.games.abraeumen.tools import endings as itself  # compiled code goes by the module's full name

    itself.main()
