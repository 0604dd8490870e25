"""All positions of 21 to 25 stones that can arise and from which one stone can no longer be left: `openings.npz`.

With more stones nothing is lost yet. `python -m spielkiste.games.abraeumen.tools.openings` makes the file.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .endings import SLOTS, fill

FILE = Path(__file__).parent / "openings.npz"
FEWEST = 21  # stones; 276,069 positions, 0.45 MB; those of 20 stones would be 1.5 million more


@cache
def lost_openings() -> Any:
    """The lost positions as a table like that of the endings, read from the file."""
    from spielkiste.core.compiled import compiled

    with np.load(FILE) as kept:
        entries = np.cumsum(kept["gaps"].astype(np.int64)) << 4 | 1
    table = np.zeros(SLOTS >> 2, dtype=np.int64)
    compiled(fill)(table, entries)
    return table
