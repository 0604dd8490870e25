"""Memory that a function needs while it runs, without NumPy and without an allocation.

In compiled code it lies on the stack (`compiled.py` says how), so that a search takes nothing from the heap, on the CPU
and in WebAssembly alike. It ends with the function: it may be handed to functions that are called, never returned.
"""

import ctypes
from math import prod
from struct import calcsize
from typing import Any

from spielkiste.core.tables import FORMATS


def scratch(shape: int | tuple[int, int], kind: str) -> Any:
    """Zeros in a row, or in rows and columns. Shape and kind must be constants."""
    sides = shape if isinstance(shape, tuple) else (shape,)
    return memoryview(bytearray(prod(sides) * calcsize(FORMATS[kind]))).cast(FORMATS[kind], sides)


def array_at(address: int, shape: int | tuple[int, ...], kind: str) -> Any:
    """Numbers in a row, or in rows and columns and so on, that lie in memory already; whoever calls owns it."""
    sides = shape if isinstance(shape, tuple) else (shape,)
    size = prod(sides) * calcsize(FORMATS[kind])
    return memoryview((ctypes.c_ubyte * size).from_address(address)).cast("B").cast(FORMATS[kind], sides)


def borrowed(arrays: Any) -> Any:
    """A tuple of arrays and numbers as it is; compiled code does not count who holds the arrays, which took half of the
    time where many small functions hand them on. Whoever calls holds them until the end."""
    return arrays


def int32(value: int) -> int:
    """A number that compiled code may keep in 32 bits, which processors multiply several at a time."""
    return int(value)
