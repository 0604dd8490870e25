"""What the fuzzer sends: every address, form and message of the server, right, nearly right, and wrong.

All of it is made from the server's own tables: its routes, the options of its games and its message types. A case is
plain JSON, so that it can be printed and sent again. Words in angle brackets stand for what only a running server
knows: <table>, <join>, <csrf>, <move> and so on.
"""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import quote, quote_from_bytes, urlencode

from fuzz_bodies import BODIES, DEEP
from msgspec import inspect
from starlette.routing import Route

import spielkiste as sk
from spielkiste.core.room import all_rooms
from spielkiste.server import live_connection, messages
from spielkiste.server.routes import routes
from spielkiste.server.serve import MESSAGE_BYTES

NASTY = (
    "", " ", "0", "-1", "1", "²", "٣", "1e9", "9" * 5000, "0x10", "null", "NaN", "true", "\x00", "a\x00b", "\r\nx: y",
    "../../etc/passwd", "..%2f..%2f", "%", "%zz", "\ud800", "\U0001f600" * 40, "ä" * 300, "x" * 70_000, "' OR 1=1 --",
    "<script>alert(1)</script>", "{{7*7}}", "${x}", "__proto__", "\u202eabc", "seat-99", "-0", "1" * 19, "\ufeff",
    "9" * 15_000, "' " * 7_000, "a" + "\u0301" * 5_000 + "\u0316" * 5_000, "cannot be, " * 1_400,
)  # fmt: skip
KNOWN = {
    "slug": tuple(sk.games()),
    "id": ("<table>", "<other>", "<done>"),
    "token": ("<join>", "<watch>", "<device>", "<replay>", "<replay>"),
}  # what stands in an address at these places
QUERIES = ("step", "part", "lang", "again", "number", "page", "after", "view", "seat")
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "FOO")
HEADERS: dict[str, tuple[str, ...]] = {
    "origin": ("<origin>", "null", "http://[", "https://evil.example", "http://", ":", "x" * 300),
    "host": ("<host>", "[", "a:b:c", "evil.example", "x" * 2000, "127.0.0.1:99999"),
    "cookie": (
        "<cookie>",
        "spielkiste=",
        "spielkiste=x.y.z",
        "a=b; " * 300,
        "spielkiste=" + "A" * 3000,
        ";;;=",
        "\xff",
    ),
    "accept-language": ("de", "en;q=0.5, de", "de" * 500, ";q=", "*;q=²", "zz-ZZ", ",,,", "de;q=9e999"),
    "content-length": ("-1", "99999999999999999999", "x", "1, 1", "²".encode().decode("latin1"), "70000"),
    "content-type": ("application/json", "multipart/form-data; boundary=x", "text/plain; charset=utf-7", ""),
    "transfer-encoding": ("chunked", "identity", "gzip"),
    "x-forwarded-for": ("1.2.3.4", "x", ",,,", "[::1", "1.2.3.4, " * 200),
    "x-forwarded-proto": ("https", "ws", "ftp", ""),
    "sec-fetch-site": ("cross-site", "same-origin", "none", "x"),
    "range": ("bytes=0-1", "bytes=9-1", "bytes=-", "bytes=0-0," * 100),
    "if-none-match": ("*", '"x"', "W/"),
    "upgrade": ("websocket", "h2c"),
    "expect": ("100-continue", "x"),
}
JSON = {"content-type": "application/json"}


class Case(NamedTuple):
    """A request, or with messages an open page that sends them."""

    method: str
    path: str
    headers: Mapping[str, str] = MappingProxyType({})
    body: str | None = None
    says: tuple[str, ...] = ()
    open: str = "<table>"  # whose page
    at_once: bool = False  # all of them in one packet

    @property
    def live(self) -> bool:
        return self.method == "LIVE"

    @property
    def breaks_off(self) -> bool:
        """Whether it says something after which the connection ends at once, perhaps before its reason is read."""
        return any(len(text) > MESSAGE_BYTES or "\ud800" in text for text in self.says)

    def line(self) -> str:
        """The case as it can be given to --replay."""
        given = self._asdict() | {"headers": dict(self.headers)}
        return json.dumps({name: value for name, value in given.items() if value or value == ""})

    @classmethod
    def read(cls, line: str) -> "Case":
        given = json.loads(line)
        return cls(**{**given, "says": tuple(given.get("says", ()))})


GARBAGE = (
    "", "{", "[" * DEEP, '{"a":' * DEEP, "null", "[]", '"x"', "\x00", "{}" * 50, '{"id":"x","id":"y"}', "x" * 17_000,
    '{"do":"ping","id":"' + "9" * 100 + '"}', '{"do":"ping","id":"\\ud800"}', "\ud800", '{"do":"ping","id":1e400}',
)  # fmt: skip


def nasty(chance: random.Random) -> str:
    return chance.choice(NASTY)


# --- requests -----------------------------------------------------------------------------------------


def addresses() -> list[tuple[str, frozenset[str]]]:
    """Every address with its places, and how it may be asked for."""
    known = [(route.path, frozenset(route.methods or ())) for route in routes() if isinstance(route, Route)]
    others = ("/healthz", "/readyz", "/static/{file}", "/t/{id}/live", "/{anything}", "/metrics")
    return [*known, *((path, frozenset({"GET"})) for path in others)]


ADDRESSES = addresses()


def request(chance: random.Random) -> Case:
    """Any address: filled in right or wrong, asked for in a way it knows or does not."""
    template, methods = chance.choice(ADDRESSES)
    method = chance.choice(sorted(methods)) if chance.random() < 0.85 else chance.choice(METHODS)
    path = address(chance, template)
    if chance.random() < 0.3:
        path += "?" + "&".join(query(chance) for _ in range(chance.randint(1, 3)))
    if method in ("GET", "HEAD"):
        return Case(method, path, headers(chance))
    if template in BODIES:
        return Case(method, path, JSON | headers(chance), BODIES[template](chance))
    return Case(method, path, headers(chance), body(chance, template))


def json_body(chance: random.Random) -> Case:
    """A body in JSON at an address that reads it, sent as a page does."""
    path = chance.choice(sorted(BODIES))
    return Case("POST", path, {**JSON, "origin": "<origin>", "cookie": "<cookie>"}, BODIES[path](chance))


def upgrade(chance: random.Random) -> Case:
    """A page that wants a connection and is refused one: for its origin, its table, or what it says."""
    sent = {
        "origin": chance.choice(("<origin>", *HEADERS["origin"])), "cookie": chance.choice(("<cookie>", "a=b")),
        "upgrade": "websocket", "connection": "Upgrade", "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    }  # fmt: skip
    if chance.random() < 0.2:
        sent |= chance.choice(({"sec-websocket-version": "8"}, {"sec-websocket-key": "x"}, {"connection": "close"}))
    table = chance.choice(("nowhere", "nowhere", "<join>", escaped(chance, nasty(chance))))
    return Case("GET", f"/t/{table}/live", sent)


def address(chance: random.Random, template: str) -> str:
    parts = []
    for part in template.split("/"):
        if part.startswith("{"):
            name = part.strip("{}")
            known = KNOWN.get(name)
            parts.append(chance.choice(known) if known and chance.random() < 0.7 else escaped(chance, nasty(chance)))
        else:
            parts.append(part)
    return "/".join(parts) or "/"


def escaped(chance: random.Random, text: str) -> str:
    """In an address: mostly as browsers write it, sometimes raw bytes that are no text."""
    if chance.random() < 0.1:
        return quote_from_bytes(chance.randbytes(8))
    return quote(text.encode("utf-8", "surrogatepass")[:3000], safe="")


def query(chance: random.Random) -> str:
    return f"{chance.choice(QUERIES)}={escaped(chance, nasty(chance))}"


def headers(chance: random.Random) -> dict[str, str]:
    """Usually those of a browser; each may be wrong."""
    sent = {"origin": "<origin>", "cookie": "<cookie>"} if chance.random() < 0.9 else {}
    sent["accept-language"] = chance.choice(("de", "en"))
    for name in chance.sample(sorted(HEADERS), k=chance.choice((0, 0, 0, 1, 1, 2))):
        sent[name] = chance.choice(HEADERS[name])
    return sent


def body(chance: random.Random, template: str) -> str:
    kind = chance.random()
    if kind < 0.1:
        return chance.choice(("", "=" * 500, "&" * 2000, "csrf", "%", "[" * 3000, "a=b&" * 200, "x" * 65_537))
    fields = form(chance, template)
    for name in list(fields):
        wrong = chance.random()
        if wrong < 0.1:
            fields[name] = nasty(chance)
        elif wrong < 0.15:
            del fields[name]
    if kind < 0.95:
        fields["csrf"] = "<csrf>"
    return urlencode(fields, errors="surrogatepass").replace("%3Ccsrf%3E", "<csrf>")


def form(chance: random.Random, template: str) -> dict[str, str]:
    """The fields of the forms of this server, those of a table for any game with any of its options."""
    if template != "/tables":
        step = str(chance.randint(-1, 40))
        return {"name": chance.choice(("Anna", "")), "lang": chance.choice(("de", "en")), "back": "/me", "step": step}
    room = chance.choice(list(all_rooms().values()))
    fields = {
        "game": room.slug, "mode": chance.choice(("device", "bots", "link")), "name": "Anna",
        "level": chance.choice("12"), "turn_seconds": chance.choice(("", "60", "600")),
        "first": chance.choice(("lot", "host", "others")),
    }  # fmt: skip
    for option in room.card.options:
        if chance.random() < 0.3:
            values = option.values[:40] if isinstance(option.values, range | tuple) else ()  # others are free texts
            fields[f"opt-{option.name}"] = str(chance.choice(values)) if values else words(chance)
    return fields


# --- messages -----------------------------------------------------------------------------------------


BURST = live_connection.BURST - 2  # beside hello and the last ping
TYPES = inspect.multi_type_info(list(messages.Anything.__args__))


def live(chance: random.Random, most: int = 12) -> Case:
    """An open page that says a few things."""
    says = tuple(message(chance) for _ in range(chance.randint(1, most)))
    return Case("LIVE", "/t/<table>/live", {}, None, says, chance.choice(("<table>", "<other>")))


def burst(chance: random.Random) -> Case:
    """An open page that says the same many times at once, as far as a page may."""
    kind = chance.choice(TYPES)
    assert isinstance(kind, inspect.StructType)
    said = {field.encode_name: value(chance, field.encode_name, field.type) for field in kind.fields}
    says = tuple(json.dumps({"do": kind.tag, **said, "id": f"burst-{number}"}) for number in range(BURST))
    return Case("LIVE", "/t/<table>/live", {}, None, says, chance.choice(("<table>", "<other>")), at_once=True)


def message(chance: random.Random) -> str:
    """One message of any type: as it should be, or wrong at one place, or no JSON at all."""
    if chance.random() < 0.08:
        return garbage(chance)
    kind = chance.choice(TYPES)
    assert isinstance(kind, inspect.StructType)
    said: dict[str, Any] = {"do": kind.tag}
    for field in kind.fields:
        said[field.encode_name] = value(chance, field.encode_name, field.type)
    if chance.random() < 0.4:
        spoil(chance, said)
    return json.dumps(said, ensure_ascii=chance.random() < 0.9)


def spoil(chance: random.Random, said: dict[str, Any]) -> None:
    name = chance.choice(sorted(said))
    wrong: tuple[Callable[[], Any], ...] = (
        lambda: nasty(chance), lambda: None, lambda: [], lambda: {}, lambda: 1.5, lambda: -1, lambda: 10**25,
        lambda: True, lambda: [nasty(chance)] * 101, lambda: [5e-324] * 2000, lambda: {"do": "play"},
        lambda: 99, lambda: -(2**63),
    )  # fmt: skip
    if chance.random() < 0.15:
        del said[name]
    elif chance.random() < 0.1:
        said[nasty(chance)[:40]] = 1
    else:
        said[name] = chance.choice(wrong)()


def garbage(chance: random.Random) -> str:
    return chance.choice(GARBAGE)


def value(chance: random.Random, name: str, kind: inspect.Type) -> Any:
    """What a field may hold, by its type."""
    if name == "id":
        return f"m-{chance.randrange(10**9)}"
    if isinstance(kind, inspect.IntType):
        low, high = kind.ge if kind.ge is not None else -1, kind.le if kind.le is not None else 50
        return chance.randint(low, min(high, low + 5) if chance.random() < 0.8 else high)
    if isinstance(kind, inspect.LiteralType):
        return chance.choice(kind.values)
    if isinstance(kind, inspect.ListType):
        return [value(chance, "", kind.item_type) for _ in range(chance.randint(0, 4))]
    if isinstance(kind, inspect.StrType):
        return WORDS.get(name, words)(chance)[: kind.max_length or 60]
    return value(chance, name, chance.choice(kind.types)) if isinstance(kind, inspect.UnionType) else None


LARGE_BUILD = "build " + " ".join(f"{x},{y}={5 - x}" for x in range(5) for y in range(4))  # dear to draw


def words(chance: random.Random) -> str:
    return chance.choice(("Anna", "a1", "c2-c3", "x", "", "roll", "1", "hello there", "ä\u0301"))


WORDS: Mapping[str, Callable[[random.Random], str]] = {
    "move": lambda chance: "<move>" if chance.random() < 0.7 else words(chance),
    "text": lambda chance: chance.choice(("<move>", LARGE_BUILD, words(chance))),
    "lang": lambda chance: chance.choice(("de", "en", "zz")),
    "first": lambda chance: chance.choice(("lot", "host", "others", "seats", "seat-1", "seat-99")),
}


# Kinds of cases, and how many of 21 are of each. Pages say several things, so fewer of them are as many cases.
KINDS: Mapping[str, tuple[int, Callable[[random.Random], Case]]] = {
    "requests": (12, request), "pages": (3, live), "bursts": (1, burst), "bodies": (4, json_body),
    "upgrades": (1, upgrade),
}  # fmt: skip


def any_case(chance: random.Random, kinds: Sequence[str] = tuple(KINDS)) -> Case:
    """A case of any of these kinds."""
    (kind,) = chance.choices(kinds, [KINDS[kind][0] for kind in kinds])
    return KINDS[kind][1](chance)
