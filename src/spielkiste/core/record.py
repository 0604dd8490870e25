"""Records: the one flat form of a position, as a NumPy dtype for compiled code and as a plain object for Python.

Compiled code sees a record of a structured array. Plain Python sees an object with the same field names whose numbers
are ints and whose arrays are lists, because that is many times faster than NumPy scalars, has the arithmetic that
compiled code has (64 bits, never 8), and refuses a value that does not fit its field.
"""

import keyword
import struct
from collections.abc import Callable, MutableSequence, Sequence
from itertools import chain
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from spielkiste.core.errors import RoomError
from spielkiste.core.once import once

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
            if not name.isidentifier() or keyword.iskeyword(name):
                raise RoomError(f"{slug}: field {name!r} cannot be an attribute's name")
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

    @once
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

    @once
    def offsets(self) -> list[int]:
        offsets, at = [], 0
        for _, kind, shape in self.fields:
            offsets.append(at)
            at += SIZES[kind][1] * prod(shape)
        return offsets

    @once
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
        parts = {"__slots__": names, "layout": self, "rules": rules, "pack": packer(self), "copy": copier(self)}
        made: type[Plain] = type(f"Plain_{self.slug}", (Plain,), parts)
        made.unpack = staticmethod(unpacker(self, made))
        return made


class Plain:
    """A position as plain Python values: ints, lists of ints, lists of lists."""

    __slots__ = ()
    layout: Layout
    rules: "Verbs"
    unpack: ClassVar[Callable[[bytes], "Plain"]]  # the record that bytes hold

    def __getattr__(self, name: str) -> Any:  # reached only for a name that is no field
        raise AttributeError(f"a {self.layout.slug} record has no field {name!r}")

    @classmethod
    def zero(cls) -> "Plain":
        return cls.unpack(bytes(cls.layout.size))

    def pack(self) -> bytes:
        """The record's bytes; struct.error where a value does not fit its field."""
        raise NotImplementedError("made for each layout")

    def copy(self) -> "Plain":
        raise NotImplementedError("made for each layout")


# Every question to a state unpacks its record, every move packs one. So each layout gets functions with its fields
# written out, as dataclasses do: two to five times as fast as a loop over the fields.


def packer(layout: Layout) -> Callable[[Plain], bytes]:
    values = ", ".join(flat(f"self.{name}", len(shape)) for name, _, shape in layout.fields)
    return function(f"def pack(self):\n return struct({values})", struct=layout.struct.pack, chain=chain.from_iterable)


def unpacker(layout: Layout, made: type[Plain]) -> Callable[[bytes], Plain]:
    lines, at = ["def unpack(data):", "values, record = struct(data), new(made)"], 0
    for name, _, shape in layout.fields:
        lines.append(f"record.{name} = {nested(at, shape)}")
        at += prod(shape)
    lines.append("return record")
    return function("\n ".join(lines), struct=layout.struct.unpack, new=object.__new__, made=made)


def copier(layout: Layout) -> Callable[[Plain], Plain]:
    lines = ["def copy(self):", "record = new(self.__class__)"]
    lines += [f"record.{name} = {copied(f'self.{name}', len(shape))}" for name, _, shape in layout.fields]
    lines.append("return record")
    return function("\n ".join(lines), new=object.__new__)


def function(source: str, **known: Any) -> Callable[..., Any]:
    """The function that a source of our own making defines."""
    exec(source, known)  # made of field names, which a layout has checked
    made: Callable[..., Any] = known[source.split("(")[0].removeprefix("def ")]
    return made


def nested(at: int, shape: tuple[int, ...]) -> str:
    """The values from a place on, as an int, a list or lists of lists."""
    if not shape:
        return f"values[{at}]"
    if len(shape) == 1:
        return f"[*values[{at}:{at + shape[0]}]]"
    step = prod(shape[1:])
    return f"[{', '.join(nested(at + k * step, shape[1:]) for k in range(shape[0]))}]"


def flat(value: str, depth: int) -> str:
    """Arguments for all numbers of a value."""
    if depth == 0:
        return value
    for _ in range(depth - 1):
        value = f"chain({value})"
    return f"*{value}"


def copied(value: str, depth: int) -> str:
    if depth < 2:
        return f"[*{value}]" if depth else value
    return f"[{copied('row', depth - 1)} for row in {value}]"
