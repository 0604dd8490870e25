"""Records: the one flat form of a position, as a NumPy dtype for compiled code and as a plain object for Python.

Compiled code sees a record of a structured array. Plain Python sees an object with the same field names whose numbers
are ints and whose arrays are lists, because that is many times faster than NumPy scalars, has the arithmetic that
compiled code has (64 bits, never 8), and refuses a value that does not fit its field.
"""

import struct
from collections.abc import MutableSequence, Sequence
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, Protocol

from spielkiste.core.errors import RoomError

if TYPE_CHECKING:
    from spielkiste.core.contract import Verbs

Field = tuple[str, str] | tuple[str, str, int | tuple[int, ...]]
SIZES = {"i1": ("b", 1), "u1": ("B", 1), "i2": ("h", 2), "u2": ("H", 2), "i4": ("i", 4), "u4": ("I", 4), "i8": ("q", 8)}

Out = MutableSequence[int]  # where a list of moves or weights is written: a list, or an array in compiled code


class Record(Protocol):
    """A position: plain here, a record of a NumPy array in compiled code. Its fields are named by the room's rules."""

    def __getattr__(self, name: str, /) -> Any: ...
    def __setattr__(self, name: str, value: Any, /) -> None: ...


class Layout:
    """The fields of a record in memory: the widest first, so that none needs padding; a tag makes the type unique."""

    def __init__(self, slug: str, fields: Sequence[Field], memory: Sequence[str] = ()) -> None:
        named: list[tuple[str, str, tuple[int, ...]]] = []
        for field in fields:
            name, kind = field[0], field[1]
            shape = field[2] if len(field) == 3 else ()
            if kind not in SIZES:
                raise RoomError(f"{slug}: field {name} has type {kind!r}; known are {', '.join(SIZES)}")
            named.append((name, kind, (shape,) if isinstance(shape, int) else tuple(shape)))
        named.append((f"tag_{slug}", "u1", ()))
        missing = set(memory) - {name for name, _, _ in named}
        if missing:
            raise RoomError(f"{slug}: MEMORY names no field: {', '.join(sorted(missing))}")
        self.slug = slug
        self.fields = sorted(named, key=lambda field: -SIZES[field[1]][1])
        self.memory = frozenset(memory)
        widest = SIZES[self.fields[0][1]][1]
        used = sum(SIZES[kind][1] * prod(shape) for _, kind, shape in self.fields)
        self.size = -(-used // widest) * widest
        codes = [f"{prod(shape)}{SIZES[kind][0]}" for _, kind, shape in self.fields]
        self.struct = struct.Struct("<" + "".join(codes) + f"{self.size - used}x")

    @cached_property
    def dtype(self) -> Any:
        """The same layout as a NumPy dtype."""
        import numpy as np

        return np.dtype(
            {
                "names": [name for name, _, _ in self.fields],
                "formats": [(kind, shape) if shape else kind for _, kind, shape in self.fields],
                "offsets": self.offsets,
                "itemsize": self.size,
            }
        )

    @cached_property
    def offsets(self) -> list[int]:
        offsets, at = [], 0
        for _, kind, shape in self.fields:
            offsets.append(at)
            at += SIZES[kind][1] * prod(shape)
        return offsets

    @cached_property
    def position_parts(self) -> list[slice]:
        """Where in the bytes the position lies; what the record merely remembers is left out."""
        parts: list[slice] = []
        for (name, kind, shape), at in zip(self.fields, self.offsets, strict=True):
            if name in self.memory:
                continue
            end = at + SIZES[kind][1] * prod(shape)
            if parts and parts[-1].stop == at:
                parts[-1] = slice(parts[-1].start, end)
            else:
                parts.append(slice(at, end))
        return parts

    def position(self, data: bytes) -> bytes:
        return b"".join(data[part] for part in self.position_parts)

    def plain(self, rules: "Verbs") -> type["Plain"]:
        """A class of plain records with these fields, whose verbs are those of `rules`."""
        names = tuple(name for name, _, _ in self.fields)
        return type(f"Plain_{self.slug}", (Plain,), {"__slots__": names, "layout": self, "rules": rules})


class Plain:
    """A position as plain Python values: ints, lists of ints, lists of lists."""

    __slots__ = ()
    layout: Layout
    rules: "Verbs"

    def __getattr__(self, name: str) -> Any:  # reached only for a name that is no field
        raise AttributeError(f"a {self.layout.slug} record has no field {name!r}")

    @classmethod
    def zero(cls) -> "Plain":
        return cls.unpack(bytes(cls.layout.size))

    @classmethod
    def unpack(cls, data: bytes) -> "Plain":
        values = cls.layout.struct.unpack(data)
        record, at = cls.__new__(cls), 0
        for name, _, shape in cls.layout.fields:
            if not shape:
                setattr(record, name, values[at])
                at += 1
            else:
                count = prod(shape)
                setattr(record, name, nested(values[at : at + count], shape))
                at += count
        return record

    def pack(self) -> bytes:
        values: list[int] = []
        for name, _, shape in self.layout.fields:
            value = getattr(self, name)
            if not shape:
                values.append(value)
            elif len(shape) == 1:
                values.extend(value)
            else:
                values.extend(flat(value, len(shape)))
        return self.layout.struct.pack(*values)

    def copy(self) -> "Plain":
        return self.unpack(self.pack())


def nested(values: Sequence[int], shape: tuple[int, ...]) -> list[Any]:
    if len(shape) == 1:
        return list(values)
    step = prod(shape[1:])
    return [nested(values[at : at + step], shape[1:]) for at in range(0, len(values), step)]


def flat(value: Any, depth: int) -> list[int]:
    return list(value) if depth == 1 else [number for part in value for number in flat(part, depth - 1)]
