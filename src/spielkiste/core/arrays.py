"""Arrays that players fill and searches read: NumPy's where there is NumPy, else memoryviews with the same indexing."""

from collections.abc import Iterable
from typing import Any

from spielkiste.core.record import Plain
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


class PlainRecords:
    """Records in a row where there is no compiler: as in NumPy's arrays, what is put in is a copy."""

    def __init__(self, records: Iterable[Plain]) -> None:
        self.records = [record.copy() for record in records]

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, k: int) -> Plain:
        return self.records[k]

    def __setitem__(self, k: int, record: Plain) -> None:
        self.records[k] = record.copy()
