"""The plain msgspec says and understands the same as the real one, for everything that is stored or travels."""

import importlib
import itertools
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from spielkiste.pocket import plain_msgspec
from spielkiste.server import answers, messages, news

USED = re.compile(r"\bmsgspec\.(json|structs)\.(\w+)")
MESSAGES: list[dict[str, Any]] = [
    {"do": "hello", "id": "a", "last": 3, "lang": "de"},
    {"do": "play", "id": "a-1", "seat": 0, "move": "b2"},
    {"do": "play", "id": "a", "seat": 0, "move": "b2", "after": 7.0},
    {"do": "touch", "id": "a", "seat": 1, "tool": "t", "elements": ["x", "y"]},
    {"do": "rematch", "id": "a", "sequel": 1},
    {"do": "absent", "id": "a", "seat": 1, "what": "wait"},
    {"do": "start", "id": "a", "first": "seat-3"},
    {"do": "play", "id": "", "seat": 0, "move": "b2"},
    {"do": "play", "id": "a", "seat": 100, "move": "b2"},
    {"do": "play", "id": "a", "seat": True, "move": "b2"},
    {"do": "play", "id": "a", "seat": 0},
    {"do": "play", "id": "a", "seat": 0, "move": 3},
    {"do": "absent", "id": "a", "seat": 1, "what": "leave"},
    {"do": "start", "id": "a", "first": "me"},
    {"do": "ping", "id": "a", "more": 1},
    {"do": "nothing", "id": "a"},
    {"id": "a"},
]
NEWS: list[tuple[str, str]] = [
    ("sat", '{"seat":0,"person":"p","name":"Änne"}'),
    ("seated_bot", '{"seat":1,"level":2}'),
    ("played", '{"moves":[[0,"b2"],[-1,"4"]],"shows":2.5}'),
    ("played", '{"moves":[[0,"b2","c"]]}'),
    ("drew", '{"first":0,"how":"lot"}'),
    ("drew", '{"first":0,"how":"dice"}'),
    ("opened", '{"more":1}'),
    ("wanted_again", "{}"),
    ("undone", "[]"),
    ("undone", "{"),
]


@contextmanager
def in_plain_python() -> Iterator[None]:
    """Modules imported now find the plain one."""
    real = sys.modules["msgspec"]
    sys.modules["msgspec"] = plain_msgspec
    try:
        yield
    finally:
        sys.modules["msgspec"] = real


def plainly(module: ModuleType) -> Any:
    """A second copy of a module, made with the plain msgspec."""
    spec = importlib.util.spec_from_file_location(f"plain_{module.__name__.rpartition('.')[2]}", str(module.__file__))
    assert spec and spec.loader
    copy = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = copy
    with in_plain_python():
        spec.loader.exec_module(copy)
    return copy


def understood(decode: Any, error: Any, *given: Any) -> str:
    try:
        return str(decode(*given))
    except error:
        return "refused"


@pytest.mark.parametrize("message", MESSAGES, ids=json.dumps)
def test_messages_are_understood_alike(message: dict[str, Any]) -> None:
    text = json.dumps(message)
    plain = plainly(messages)
    expected = understood(messages.decode, msgspec.DecodeError, text)
    assert understood(plain.decode, plain_msgspec.DecodeError, text) == expected


def test_what_is_stored_is_read_and_written_alike() -> None:
    plain = plainly(news)
    for kind, data in NEWS:
        expected = understood(news.from_stored, news.UnknownEvent, kind, data)
        assert understood(plain.from_stored, plain.UnknownEvent, kind, data) == expected, (kind, data)
        if expected != "refused":
            assert plain.to_stored(plain.from_stored(kind, data)) == news.to_stored(news.from_stored(kind, data))


def test_answers_are_told_alike() -> None:
    told = []
    for module in (answers, plainly(answers)):
        svg = module.Svg("<svg>", ["<g/>", (0, 3)])
        draft = module.DraftBoard(svg, [module.ButtonSpec("b", "Würfeln", True)])
        update = module.Update(3, 1.5, module.ClockMessage(None, 2.0, "x"), True, False, parts={"log": ["a", (1, 2)]})
        frames = [update, module.Ack("a", 3, 2.0), module.Ack("a", 3, 2.0, update), module.Refusal("a", "no", 1, False),
                  module.DraftMessage("a", draft, {"x": "y"}, None, "")]  # fmt: skip
        told.append([module.encode(frame) for frame in frames])
    for real, plain in itertools.zip_longest(*told):
        assert json.loads(plain) == json.loads(real)
        assert plain == real


def test_all_that_the_server_asks_of_msgspec_is_there() -> None:
    package = Path(plain_msgspec.__file__).parent.parent
    files = [*package.glob("server/*.py"), *package.glob("core/*.py"), *package.glob("pocket/*.py")]
    used = {found.groups() for file in files for found in USED.finditer(file.read_text(encoding="utf-8"))}
    assert ("structs", "asdict") in used
    assert not [names for names in used if names[1] not in vars(getattr(plain_msgspec, names[0]))]
