"""Finds all positions of 21 stones and more that can arise and from which one stone can no longer be left.

With 26 stones and more nothing is lost yet, with 25 two positions are. To find them all, the positions of a game are
listed from the start down to 17 stones, those that can be won from the end up to 16, and where both meet it is known
who wins; from there upwards one jump at a time.

`python -m spielkiste.games.abraeumen.tools.openings` makes `openings.npz` in 3.3 minutes of one core, with 1.9 GB of
memory.
"""

import argparse
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from spielkiste.core.record import Out

from ..endings import START, last_cells_table, name_of, smallest, turn_table
from ..openings import FEWEST, FILE
from ..rules import JUMP_TABLE, JUMPS, LAST_CELLS

MEETING = 17
WIDEST = 60_000_000  # more positions than on any level: 52,513,770 with 17 stones


def is_marked(marks: Any, name: int) -> bool:
    return bool(marks[name >> 6] >> (name & 63) & 1)


def mark(marks: Any, name: int) -> None:
    marks[name >> 6] |= 1 << (name & 63)


def one_on(positions: Any, back: int, jumps: Any, turn: Any, last: Any, marks: Any, out: Out) -> int:
    """The positions one jump on (or back) that are not marked, into `out`, and marked; their number."""
    count = 0
    for stones in positions:
        for jump in range(JUMPS):
            start, over, to = 1 << jumps[jump, 0], 1 << jumps[jump, 1], 1 << jumps[jump, 2]
            needed = to if back else start | over
            if stones & (start | over | to) == needed:
                best, _ = smallest(stones ^ start ^ over ^ to, 0, turn, last)
                if not is_marked(marks, name_of(best)):
                    mark(marks, name_of(best))
                    out[count] = best
                    count += 1
    return count


def lost_ones(positions: Any, jumps: Any, turn: Any, last: Any, won: Any, out: Out) -> int:
    """Marks positions that lead to a marked one; the others go into `out`; their number."""
    count = 0
    for stones in positions:
        found = False
        for jump in range(JUMPS):
            start, over, to = 1 << jumps[jump, 0], 1 << jumps[jump, 1], 1 << jumps[jump, 2]
            if not found and stones & (start | over | to) == start | over:
                best, _ = smallest(stones ^ start ^ over ^ to, 0, turn, last)
                found = is_marked(won, name_of(best))
        if found:
            mark(won, name_of(stones))
        else:
            out[count] = stones
            count += 1
    return count


def spread(first: int, levels: range, back: int, marks: Any) -> dict[int, Any]:
    """The positions on each level, from the one of `first` on; all marked."""
    from spielkiste.core.compiled import compiled

    turn, last = turn_table(), last_cells_table()
    best, _ = smallest(first, 0, turn, last)
    mark(marks, name_of(best))
    out = np.empty(WIDEST, dtype=np.int64)
    found = {levels[0]: np.array([best])}
    for before, stones in pairwise(levels):
        count = compiled(one_on)(found[before], back, JUMP_TABLE, turn, last, marks, out)
        found[stones] = out[:count].copy()
        if back:
            del found[before]
        print(f"{stones:2} stones: {count:,} positions {'that can be won' if back else 'can arise'}", flush=True)
    return found


def find_lost() -> Any:
    """The names of the lost positions of FEWEST stones and more, sorted."""
    from spielkiste.core.compiled import compiled

    arising = spread(START, range(32, MEETING - 1, -1), 0, np.zeros(1 << 26, dtype=np.int64))
    won = np.zeros(1 << 26, dtype=np.int64)
    spread(1 << LAST_CELLS[0], range(1, MEETING), 1, won)
    out = np.empty(WIDEST, dtype=np.int64)
    lost = []
    for stones in range(MEETING, 32):
        count = compiled(lost_ones)(arising[stones], JUMP_TABLE, turn_table(), last_cells_table(), won, out)
        print(f"{stones:2} stones: {count:,} of {len(arising.pop(stones)):,} lost", flush=True)
        if stones >= FEWEST:
            lost.append(name_of(out[:count].copy()))
    return np.sort(np.concatenate(lost))


def save(file: Path = FILE) -> None:
    names = find_lost()
    made = file.with_suffix(".new.npz")  # whoever interrupts this keeps the old file
    np.savez_compressed(made, gaps=np.diff(names, prepend=0).astype(np.uint32))
    made.replace(file)
    print(f"{len(names):,} positions, {file.stat().st_size:,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description="Finds the lost openings anew.")
    parser.add_argument("--out", type=Path, default=FILE, help="where they are kept (default: where they are read)")
    save(parser.parse_args().out)


if __name__ == "__main__":
    from spielkiste.games.abraeumen.tools import openings as itself  # compiled code goes by the module's full name

    itself.main()
