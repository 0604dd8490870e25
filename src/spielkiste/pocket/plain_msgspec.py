"""What this package uses of msgspec, in plain Python: where its compiled module cannot be imported this one is found
under its name (`bundle.py` puts it there). Slower, and the same: `tests/pocket/test_plain_msgspec.py` compares both.
"""

import base64
import inspect
import json as plain_json
import re
import sys
import types
import typing
from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any, Literal, Union, dataclass_transform, get_args, get_origin

COPIED = (list, dict, set)  # defaults that every struct gets its own of


class MsgspecError(Exception):
    pass


class DecodeError(MsgspecError):
    pass


class ValidationError(DecodeError):
    pass


class UnsetType(Enum):
    UNSET = "UNSET"

    def __bool__(self) -> bool:
        return False


UNSET = UnsetType.UNSET


class Meta:
    """Limits of a value."""

    def __init__(self, **limits: Any) -> None:
        self.limits = limits


class Config(typing.NamedTuple):
    """What a struct's class says of itself."""

    frozen: bool = False
    forbid_unknown_fields: bool = False
    omit_defaults: bool = False
    tag_field: str | None = None
    tag: str | None = None


@dataclass_transform(frozen_default=True)
class StructMeta(type):
    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any], **said: Any) -> "StructMeta":
        cls = super().__new__(mcs, name, bases, space)
        parents = [base for base in cls.__mro__[1:] if isinstance(base, StructMeta)]
        config = parents[0].__struct_config__ if parents else Config()
        cls.__struct_config__ = config._replace(tag=None)._replace(**said)
        own = inspect.get_annotations(cls)
        inherited = [field for base in reversed(parents) for field in base.__struct_fields__]
        fields = [*dict.fromkeys([*inherited, *own])]
        given = {field: getattr(cls, field) for field in fields if hasattr(cls, field)}
        cls.__struct_fields__ = tuple(
            [one for one in fields if one not in given] + [one for one in fields if one in given]
        )
        cls.__struct_given__ = given
        return cls

    def __init__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any], **said: Any) -> None:
        super().__init__(name, bases, space)

    __struct_config__: Config
    __struct_fields__: tuple[str, ...]
    __struct_given__: dict[str, Any]


class Struct(metaclass=StructMeta):
    def __init__(self, *values: Any, **named: Any) -> None:
        cls = type(self)
        if len(values) > len(cls.__struct_fields__):
            raise TypeError("Extra positional arguments provided")
        found = dict(zip(cls.__struct_fields__, values, strict=False)) | named
        for field in cls.__struct_fields__:
            if field in found:
                continue
            if field not in cls.__struct_given__:
                raise TypeError(f"Missing required argument '{field}'")
            usual = cls.__struct_given__[field]
            found[field] = type(usual)(usual) if type(usual) in COPIED else usual
        if len(found) > len(cls.__struct_fields__):
            raise TypeError(f"Unexpected keyword argument '{next(k for k in found if k not in cls.__struct_fields__)}'")
        self.__dict__.update(found)

    def __setattr__(self, name: str, value: Any) -> None:
        if type(self).__struct_config__.frozen:
            raise AttributeError(f"immutable type: {type(self).__name__!r}")
        super().__setattr__(name, value)

    def _values(self) -> tuple[Any, ...]:
        return tuple(self.__dict__[field] for field in type(self).__struct_fields__)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={self.__dict__[k]!r}' for k in type(self).__struct_fields__)})"


# --- out --------------------------------------------------------------------------------------------------


def to_builtins(value: Any) -> Any:
    """As JSON values."""
    if isinstance(value, Struct):
        return told(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {str(key): to_builtins(part) for key, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [to_builtins(part) for part in value]
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value


def told(struct: Struct) -> dict[str, Any]:
    cls = type(struct)
    config, given = cls.__struct_config__, cls.__struct_given__
    said: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field and config.tag else {}
    for field in cls.__struct_fields__:
        value = struct.__dict__[field]
        usual = config.omit_defaults and field in given and value == given[field]
        if value is not UNSET and not usual:
            said[field] = to_builtins(value)
    return said


def encode(value: Any) -> bytes:
    return plain_json.dumps(to_builtins(value), ensure_ascii=False, separators=(",", ":")).encode()


# --- in ---------------------------------------------------------------------------------------------------


def decode(text: str | bytes, *, type: Any = Any) -> Any:
    try:
        value = plain_json.loads(text)
    except ValueError as wrong:
        raise DecodeError(str(wrong)) from None
    return convert(value, type)


def convert(value: Any, kind: Any) -> Any:
    """A JSON value as a type; ValidationError where it is none."""
    if kind is Any or kind is object:
        return value
    origin = get_origin(kind)
    if origin is not None and origin in READERS:
        return READERS[origin](value, kind)
    if isinstance(kind, StructMeta):
        return struct_of(value, {kind.__struct_config__.tag: kind})
    return plain_of(value, kind)


def plain_of(value: Any, kind: Any) -> Any:
    if kind is None or kind is type(None):
        right = value is None
    elif kind is float:
        right = isinstance(value, int | float) and not isinstance(value, bool)
        value = float(value) if right else value
    elif kind is int:
        right = isinstance(value, int) and not isinstance(value, bool)
    elif kind is bytes:
        right = isinstance(value, str)
        value = base64.b64decode(value) if right else value
    else:
        right = isinstance(value, kind)
    if not right:
        raise ValidationError(f"Expected `{getattr(kind, '__name__', kind)}`, got `{type(value).__name__}`")
    return value


def struct_of(value: Any, kinds: dict[str | None, StructMeta]) -> Struct:
    """One of several structs that are told apart by their tag, or the only one."""
    if not isinstance(value, dict):
        raise ValidationError(f"Expected `object`, got `{type(value).__name__}`")
    first = next(iter(kinds.values())).__struct_config__
    tag_field = first.tag_field if first.tag is not None else None
    if tag_field and tag_field not in value and len(kinds) > 1:
        raise ValidationError(f"Object missing required field `{tag_field}`")
    tag = value.get(tag_field, first.tag) if tag_field else None
    if not isinstance(tag, str | None) or tag not in kinds:
        raise ValidationError(f"Invalid value {tag!r}")
    return filled(kinds[tag], {key: part for key, part in value.items() if key != tag_field})


def filled(kind: StructMeta, value: dict[str, Any]) -> Struct:
    hints = hints_of(kind)
    if kind.__struct_config__.forbid_unknown_fields and (more := value.keys() - hints.keys()):
        raise ValidationError(f"Object contains unknown field `{min(more)}`")
    for field in kind.__struct_fields__:
        if field not in value and field not in kind.__struct_given__:
            raise ValidationError(f"Object missing required field `{field}`")
    return typing.cast(
        Struct, kind(**{field: convert(part, hints[field]) for field, part in value.items() if field in hints})
    )


_hints: dict[type, dict[str, Any]] = {}


def hints_of(kind: StructMeta) -> dict[str, Any]:
    if kind not in _hints:
        found = typing.get_type_hints(kind, include_extras=True)
        _hints[kind] = {field: found[field] for field in kind.__struct_fields__}
    return _hints[kind]


def limited(value: Any, kind: Any) -> Any:
    inner, *metas = get_args(kind)
    value = convert(value, inner)
    for limits in (meta.limits for meta in metas if isinstance(meta, Meta)):
        if any(not CHECKS[name](value, limit) for name, limit in limits.items()):
            raise ValidationError(f"{value!r} is outside of its limits")
    return value


CHECKS: dict[str, Callable[[Any, Any], bool]] = {
    "ge": lambda value, limit: value >= limit,
    "le": lambda value, limit: value <= limit,
    "gt": lambda value, limit: value > limit,
    "lt": lambda value, limit: value < limit,
    "min_length": lambda value, limit: len(value) >= limit,
    "max_length": lambda value, limit: len(value) <= limit,
    "pattern": lambda value, limit: re.search(limit, value) is not None,
}


def one_of(value: Any, kind: Any) -> Any:
    """The first of several types that fits; of structs, that of the tag."""
    kinds = [one for one in get_args(kind) if one is not UnsetType]
    structs = [one for one in kinds if isinstance(one, StructMeta)]
    if structs and isinstance(value, dict):
        return struct_of(value, {one.__struct_config__.tag: one for one in structs})
    for one in kinds:
        try:
            return convert(value, one)
        except ValidationError:
            continue
    raise ValidationError(f"Expected one of {len(kinds)} types, got `{type(value).__name__}`")


def literal(value: Any, kind: Any) -> Any:
    if not any(value == one and type(value) is type(one) for one in get_args(kind)):
        raise ValidationError(f"Invalid enum value {value!r}")
    return value


def as_list(value: Any, kind: Any) -> Any:
    inner = (*get_args(kind), Any)[0]
    return [convert(part, inner) for part in array(value)]


def as_tuple(value: Any, kind: Any) -> Any:
    inner = get_args(kind)
    if len(inner) == 2 and inner[1] is Ellipsis:
        return tuple(convert(part, inner[0]) for part in array(value))
    if len(array(value)) != len(inner):
        raise ValidationError(f"Expected `array` of length {len(inner)}")
    return tuple(convert(part, one) for part, one in zip(value, inner, strict=True))


def as_dict(value: Any, kind: Any) -> Any:
    if not isinstance(value, dict):
        raise ValidationError(f"Expected `object`, got `{type(value).__name__}`")
    key, inner = get_args(kind)
    return {convert(name, key): convert(part, inner) for name, part in value.items()}


def array(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValidationError(f"Expected `array`, got `{type(value).__name__}`")
    return value


READERS: dict[Any, Callable[[Any, Any], Any]] = {
    Annotated: limited,
    Union: one_of,
    types.UnionType: one_of,
    Literal: literal,
    list: as_list,
    tuple: as_tuple,
    dict: as_dict,
}


class Decoder:
    def __init__(self, type: Any = Any) -> None:
        self._type = type

    def decode(self, text: str | bytes) -> Any:
        return decode(text, type=self._type)


class Encoder:
    def encode(self, value: Any) -> bytes:
        return encode(value)


# --- under the names of msgspec ----------------------------------------------------------------------------


def replace(struct: Struct, **changes: Any) -> Any:
    return type(struct)(**(asdict(struct) | changes))


def asdict(struct: Struct) -> dict[str, Any]:
    return {field: struct.__dict__[field] for field in type(struct).__struct_fields__}


def astuple(struct: Struct) -> tuple[Any, ...]:
    return tuple(asdict(struct).values())


json = types.ModuleType(f"{__name__}.json")
json.__dict__.update(encode=encode, decode=decode, Encoder=Encoder, Decoder=Decoder)
structs = types.ModuleType(f"{__name__}.structs")
structs.__dict__.update(replace=replace, asdict=asdict, astuple=astuple)
sys.modules[json.__name__], sys.modules[structs.__name__] = json, structs
