"""Entry points for WebAssembly: the exact end of the classic game, over flat memory (`core/wasm.py`).

Whoever calls owns the memory and passes addresses.
"""

from spielkiste.core.scratch import array_at

from .solver import fill


def zahlenluchs_chances(stones: int, count: int, table: int, size: int, wanted: int, many: int, out: int) -> int:
    """How probably a seat wins whose turn it is, in each wanted position (seat and number), of all that can follow one
    with these stones."""
    chances, positions = array_at(table, (2, size), "f4"), array_at(wanted, (many, 2), "i8")
    found = array_at(out, many, "f8")
    fill(array_at(stones, (count, 4), "i8"), chances)
    for k in range(many):
        found[k] = chances[positions[k, 0], positions[k, 1]]
    return many


ENTRIES = (zahlenluchs_chances,)
