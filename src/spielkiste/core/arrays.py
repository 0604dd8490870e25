"""Arrays that players fill and searches read: NumPy's where there is NumPy, else memoryviews with the same indexing."""

from collections.abc import Iterable
from typing import Any

from spielkiste.core.scratch import scratch


def zeros(shape: int | tuple[int, int], kind: str) -> Any:
    try:
        import numpy as np
    except ImportError:
        return scratch(shape, kind)
    return np.zeros(shape, dtype=kind)


def array(values: Iterable[float], kind: str) -> Any:
    """Numbers in a row."""
    given = list(values)
    made = zeros(len(given), kind)
    for k, value in enumerate(given):
        made[k] = value
    return made
