"""Tables of numbers that rules and players read, the same with NumPy and without it.

Compiled code takes NumPy's arrays in as constants. Where there is no NumPy (Python in a browser), a table is a
memoryview: both are read by `table[i, j]`, one index a dimension.
"""

import ast
import struct
import zipfile
from array import array
from collections.abc import Iterable
from math import prod
from pathlib import Path
from typing import Any

KINDS = ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "f4", "f8")
FORMATS: dict[str, Any] = dict(zip(KINDS, "bBhHiIqfd", strict=True))
HALF = "f2"  # numbers of half precision are read as f4, since neither Numba nor a memoryview knows them
HEADER = struct.Struct("<8xH")  # of NumPy's format 1: where the description ends


def table(values: Iterable[float], kind: str, shape: tuple[int, ...] | None = None) -> Any:
    """Numbers in a row (the last index runs fastest) as a table of a shape that nobody can change."""
    numbers = array(FORMATS[kind], values)
    return arranged(numbers.tobytes(), kind, shape or (len(numbers),))


def arranged(data: bytes, kind: str, shape: tuple[int, ...]) -> Any:
    """Bytes as a table."""
    try:
        import numpy as np
    except ImportError:
        return memoryview(data).cast(FORMATS[kind], shape)
    return np.frombuffer(data, dtype=kind).reshape(shape)


def stored(file: Path) -> dict[str, Any]:
    """The tables of a file that NumPy's `savez` wrote, by name; of little-endian numbers."""
    with zipfile.ZipFile(file) as archive:
        return {name.removesuffix(".npy"): read_array(archive.read(name)) for name in archive.namelist()}


def read_array(data: bytes) -> Any:
    """One array of NumPy's file format, version 1."""
    (length,) = HEADER.unpack_from(data)
    begin = HEADER.size + length
    described = ast.literal_eval(data[HEADER.size : begin].decode("latin-1"))
    kind, shape = described["descr"].lstrip("<|"), described["shape"]
    if described["fortran_order"] or kind not in (*FORMATS, HALF):
        raise ValueError(f"a table is stored row by row as one of {', '.join(FORMATS)}, {HALF}, not as {described}")
    if kind == HALF:
        return table(struct.unpack_from(f"<{prod(shape)}e", data, begin), "f4", shape)
    return arranged(data[begin : begin + prod(shape) * struct.calcsize(FORMATS[kind])], kind, shape)
