"""JSON bodies that the fuzzer sends: finished games for the hand-in, and records for the replay.

Each begins as a valid one of a game that was really played (offline_games.py), and is then changed at one place or
several. What a place may hold is asked of the server's own types, so a new field is changed as soon as it exists.
Words in angle brackets are filled in when a body is sent, as in fuzz_cases.py; <new> is another id each time.
"""

import json
import random
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

from msgspec import inspect
from offline_games import PERSON, Finished, finished_games, with_ids

from spielkiste.server.guard import BODY_AT_MOST
from spielkiste.server.hand_in import HandedTable
from spielkiste.server.news import KINDS

GAMES_SEED = 1  # of the games that all bodies begin as
NEW = "<new>"  # so that a body that is sent again is another game
DEEP = 4000  # brackets within brackets; more than any parser here goes into
DEPTHS = (50, 300, 500, 700, 900, 950, 990, 1000, DEEP)  # between: some are read, and cannot be copied or written
NESTED = "<<nested>>"  # stands for them: JSON is not written so deep
TEXTS = (
    "", " ", "x", "x" * 61, "x" * 4_000, "W" * 10_000, "x" * 50_000, "\U0001f600" * 2_000, "\u0301" * 3_000,
    "ä b " * 900, "\x00", "a\x00b", "\ud800", "\u202eabc", "\r\n", "<script>alert(1)</script>", "{{7*7}}",
    "' OR 1=1 --", "../../etc/passwd", "null", "-1", "²", "9" * 400, "#12345", "url(#x)", "red", "__proto__",
    PERSON, "lowest", "1" * 64, "<table>", "<other>", "<join>", "<watch>", "<done>", "<replay>", "<csrf>",
)  # fmt: skip
INTEGERS = (
    -1, 0, 1, 2, 7, 59, 60, 99, 255, 10**6, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64, 10**25, 10**300, -2, -(10**6),
    -(2**63), -(2**63) - 1,
)  # fmt: skip
FLOATS = (
    0.0, -0.0, -1.0, 1.5, 0.1, 1e-308, 5e-324, 1e15, 1e18, 1e308, -1e308, float("inf"), float("-inf"), float("nan"),
)  # fmt: skip
CONTAINERS: tuple[Any, ...] = (
    [], {}, [None], [[]], {"": ""}, [0] * 1000, ["x" * 100] * 200, {"a": {"a": {"a": []}}}, NESTED, [[0, "x"]] * 300,
    {str(k): k for k in range(500)}, [5e-324] * 7000,
)  # fmt: skip
ANYTHING: tuple[Any, ...] = (*TEXTS, *INTEGERS, *FLOATS, *CONTAINERS, None, True, False)
GARBAGE = ("", "{", "null", "[]", "0", '"x"', "[" * DEEP, '{"match":' * DEEP, "\x00", "\ud800", "{}" * 50, "\ufeff{}")
CHANGES = (0, 1, 1, 1, 1, 2, 2, 3, 5, 10)  # how many places of a body are changed


@cache
def games() -> tuple[Finished, ...]:
    return tuple(finished_games(GAMES_SEED))


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """All games as JSON, to be handed in and as records: read again it is a copy, sooner than by copying."""
    return tuple((json.dumps(with_ids(game.handed, NEW)), json.dumps(game.record)) for game in games())


@cache
def values() -> dict[str, list[Any]]:
    """Of all games, what stands at the places of a name."""
    found: dict[str, list[Any]] = {}
    for game in games():
        for place in [*places(game.handed, HANDED, "body"), *places({"record": game.record}, None, "body")]:
            found.setdefault(place.name, []).append(place.value)
    return found


class Place(NamedTuple):
    """A place in a body, what stands there, and what the server's types say of it."""

    inside: Any  # a list or dict
    key: Any
    name: str  # such as Match.seed; a part of a record has the names on the way to it
    kind: inspect.Type | None

    @property
    def value(self) -> Any:
        return self.inside[self.key]


Change = Callable[[random.Random, Place], None]

# --- places -----------------------------------------------------------------------------------------------


def places(value: Any, kind: inspect.Type | None, name: str) -> list[Place]:
    """All places in a value, by its type; where nothing is known of that, by what stands there."""
    found: list[Place] = []
    gather(found, value, kind, name)
    return found


def gather(found: list[Place], value: Any, kind: inspect.Type | None, name: str) -> None:
    if isinstance(value, dict):
        struct = kind if isinstance(kind, inspect.StructType) else None
        known, within = (fields_of(struct, value), struct.cls.__name__) if struct else ({}, name)
        others = kind.value_type if isinstance(kind, inspect.DictType) else None
        parts = [(key, part, f"{within}.{key}", known.get(key, others)) for key, part in value.items()]
    elif isinstance(value, list):
        parts = [(k, part, f"{name}[]", item_of(kind, k)) for k, part in enumerate(value)]
    else:
        return
    for key, part, called, of in parts:
        found.append(Place(value, key, called, of))
        gather(found, part, of, called)


NEWS = {kind: inspect.type_info(struct) for kind, struct in KINDS.items()}


def fields_of(struct: inspect.StructType, value: Mapping[str, Any]) -> dict[str, inspect.Type]:
    """The fields of a struct by their names in JSON. The data of an event are of the type its kind names."""
    fields = known_fields(struct.cls)
    news = NEWS.get(str(value.get("kind"))) if "data" in fields else None
    return {**fields, "data": news} if news else fields


@cache
def known_fields(struct: type) -> dict[str, inspect.Type]:
    found = inspect.type_info(struct)
    return {field.encode_name: field.type for field in found.fields} if isinstance(found, inspect.StructType) else {}


def item_of(kind: inspect.Type | None, k: int) -> inspect.Type | None:
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return kind.item_type
    if isinstance(kind, inspect.TupleType):
        return kind.item_types[k] if k < len(kind.item_types) else None
    return None


def any_place(chance: random.Random, value: Any, kind: inspect.Type | None, name: str) -> Place | None:
    """By name first, so that what is there a hundred times is not changed a hundred times as often."""
    by_name: dict[str, list[Place]] = {}
    for place in places(value, kind, name):
        by_name.setdefault(place.name, []).append(place)
    return chance.choice(by_name[chance.choice(sorted(by_name))]) if by_name else None


# --- changes ----------------------------------------------------------------------------------------------


def put(chance: random.Random, place: Place) -> None:
    """Another value of the same kind, or of any."""
    value, kind = place.value, chance.random()
    if kind < 0.2 and place.kind is not None:
        new = made(chance, place.kind)
    elif kind < 0.35:
        new = chance.choice(ANYTHING)
    elif isinstance(value, str):
        new = chance.choice((*TEXTS, value * 2, value[:-1], value + "\x00", value.upper()))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        new = chance.choice((*INTEGERS, *FLOATS, value + 1, value - 1, -value, str(value)))
    elif isinstance(value, bool):
        new = chance.choice((not value, int(value), None, str(value)))
    else:
        new = chance.choice(ANYTHING)
    place.inside[place.key] = deepcopy(new)


def take_out(chance: random.Random, place: Place) -> None:
    del place.inside[place.key]


def add(chance: random.Random, place: Place) -> None:
    """Something more: a field that nobody knows, or an item."""
    if isinstance(place.inside, dict):
        place.inside[chance.choice(("more", "", "__class__", "x" * 300, "kind"))] = deepcopy(chance.choice(ANYTHING))
    else:
        new = made(chance, place.kind) if place.kind and chance.random() < 0.7 else chance.choice(ANYTHING)
        place.inside.insert(chance.randint(0, len(place.inside)), deepcopy(new))


def repeat(chance: random.Random, place: Place) -> None:
    """The same item once more, or very often."""
    if isinstance(place.inside, list):
        place.inside[place.key : place.key] = [deepcopy(place.value) for _ in range(chance.choice((1, 1, 2, 50, 300)))]


def reorder(chance: random.Random, place: Place) -> None:
    if isinstance(place.inside, list):
        chance.shuffle(place.inside) if chance.random() < 0.5 else place.inside.reverse()


def cut(chance: random.Random, place: Place) -> None:
    """A list ends, or begins, here."""
    if isinstance(place.inside, list):
        del place.inside[slice(place.key, None) if chance.random() < 0.5 else slice(0, place.key)]


def swap(chance: random.Random, place: Place) -> None:
    """What stands at the same place of another game: its options, its moves, somebody else's id."""
    if there := values().get(place.name):
        place.inside[place.key] = deepcopy(chance.choice(there))


def everywhere(chance: random.Random, place: Place) -> None:
    """The same text at all places of this one's list and below it."""
    text = chance.choice(TEXTS)
    for one in places(place.value, place.kind, place.name):
        if isinstance(one.value, str) and chance.random() < 0.5:
            one.inside[one.key] = text


CHANGED: tuple[Change, ...] = (put, put, put, put, put, take_out, add, repeat, reorder, cut, swap, swap, everywhere)


def change(chance: random.Random, value: Any, kind: inspect.Type | None, name: str) -> str:
    """Changes a body at a place; the name of the place."""
    place = any_place(chance, value, kind, name)
    if place is None:
        return ""
    chance.choice(CHANGED)(chance, place)
    return place.name


# --- made from types alone ------------------------------------------------------------------------------


def made(chance: random.Random, kind: inspect.Type, depth: int = 0) -> Any:
    """A new value of a type, with its limits where it has some."""
    if isinstance(kind, inspect.StructType):
        return made_struct(chance, kind, depth)
    if isinstance(kind, inspect.UnionType):
        return made(chance, chance.choice(kind.types), depth)
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return [made(chance, kind.item_type, depth + 1) for _ in range(chance.randint(0, 8 if depth < 2 else 2))]
    if isinstance(kind, inspect.TupleType):
        return [made(chance, one, depth + 1) for one in kind.item_types]
    if isinstance(kind, inspect.DictType):
        return {str(made(chance, kind.key_type)): made(chance, kind.value_type, depth + 1) for _ in range(3)}
    if isinstance(kind, inspect.LiteralType):
        return chance.choice(kind.values)
    usual, odd = next((values for of, values in SIMPLE.items() if isinstance(kind, of)), (ANYTHING, ANYTHING))
    return deepcopy(chance.choice(usual if chance.random() < 0.5 else odd))


# What values of simple types mostly are, so that not all of a struct is wrong, and what they should not be.
SIMPLE: Mapping[type[inspect.Type], tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    inspect.StrType: (("Anna", PERSON, "red", "x"), TEXTS), inspect.IntType: ((0, 1, 2), INTEGERS),
    inspect.FloatType: ((0.0, 2.5), (*FLOATS, *INTEGERS)), inspect.BoolType: ((True, False), (True, False)),
    inspect.NoneType: ((None,), (None,)), inspect.BytesType: (("A" * 43 + "=",), ("", "x", "A" * 40_000, "=" * 9)),
}  # fmt: skip


def made_struct(chance: random.Random, kind: inspect.StructType, depth: int) -> dict[str, Any]:
    value = {
        field.encode_name: made(chance, field.type, depth + 1)
        for field in kind.fields
        if field.required or chance.random() < 0.5
    }
    if "kind" in value and "data" in value:  # an event
        value["kind"] = chance.choice([*KINDS, "nothing we know"])
        if news := NEWS.get(value["kind"]):
            value["data"] = made(chance, news, depth + 1)
    return value


# --- bodies -----------------------------------------------------------------------------------------------


HANDED = inspect.type_info(HandedTable)


def hand_in(chance: random.Random) -> str:
    """A finished game of the offline app, right or wrong."""
    if chance.random() < 0.05:
        return chance.choice(GARBAGE)
    return as_text(chance, handed_in(chance))


def handed_in(chance: random.Random) -> Any:
    """The same, as values, with an id that nobody has used before."""
    if chance.random() < 0.1:
        body = made(chance, HANDED)
        if isinstance(body.get("match"), dict) and chance.random() < 0.7:  # so that it gets as far as its events
            body["match"] = json.loads(chance.choice(texts())[0])["match"]
    else:
        body = json.loads(chance.choice(texts())[0])
    if chance.random() < 0.3 and body["events"]:
        spread_events(chance, body["events"])
    for _ in range(chance.choice(CHANGES)):
        change(chance, body, HANDED, "body")
    return body


def spread_events(chance: random.Random, events: list[Any]) -> None:
    """Events of any kind among those of a game, numbered as they should be."""
    event = next(kind for kind in HANDED_EVENTS if isinstance(kind, inspect.StructType))
    for _ in range(chance.choice((1, 3, 10, 30))):
        new = made_struct(chance, event, 1) | {"at": events[-1].get("at", 0.0), "by": events[0].get("by", "")}
        events.insert(chance.randint(0, len(events)), new)
    for number, one in enumerate(events):
        one["number"] = number


HANDED_EVENTS = [
    field.type.item_type
    for field in getattr(HANDED, "fields", ())
    if isinstance(field.type, inspect.ListType) and isinstance(field.type.item_type, inspect.StructType)
]


def record(chance: random.Random) -> str:
    """A record to be seen as a replay, right or wrong."""
    if chance.random() < 0.05:
        return chance.choice(GARBAGE)
    body: dict[str, Any] = {"record": json.loads(chance.choice(texts())[1]), "view": chance.choice(VIEWS)}
    for _ in range(chance.choice(CHANGES)):
        change(chance, body, None, "body")
    return as_text(chance, body)


VIEWS: tuple[Any, ...] = ("", "0", "1", "99", "-1", "²", "x" * 500, 0, None)


def as_text(chance: random.Random, body: Any) -> str:
    """JSON as anybody may write it; up to the largest body that is read, and beyond."""
    text = json.dumps(body, ensure_ascii=chance.random() < 0.7, separators=(",", ":"))
    depth = chance.choice(DEPTHS)
    text = text.replace(json.dumps(NESTED), "[" * depth + "]" * depth, 1)
    kind = chance.random()
    if kind < 0.05:
        return text[: chance.randrange(len(text) + 1)]
    if kind < 0.08:
        return text.replace('":', '":' + text[:50], 1)
    if kind < 0.15:
        return text + " " * (
            BODY_AT_MOST + chance.choice((-1, 0, 1, 5000)) - len(text.encode("utf-8", "surrogatepass"))
        )
    return text


# The addresses that read JSON, and what is sent to each.
BODIES: Mapping[str, Callable[[random.Random], str]] = {"/pocket/hand-in": hand_in, "/replay/frames": record}
