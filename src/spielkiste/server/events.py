"""What is stored about tables and people, and what the store may answer instead of storing."""

import hashlib
from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from spielkiste.server.news import News, UnknownEvent, from_stored, kind_of, to_stored

Phase = Literal["open", "running", "over"]
Pass = Literal["join", "watch"]
COOKIES_LIVE = 400 * 86400  # seconds; browsers keep cookies no longer
DEVICES = "devices"  # the setting that a person's cookies must repeat, since the other devices were logged out


class Event(msgspec.Struct, frozen=True):
    """One thing that happened at a table. The table is what its events, in order, make of it."""

    number: int  # 0, 1, 2, … without gaps
    by: str  # id of a person, or "" for the server (dice, clocks, bots)
    news: News
    at: float  # seconds since 1970
    message: str | None = None  # the id the client gave; the same message sent twice counts once

    @property
    def kind(self) -> str:
        return kind_of(self.news)


class EventRow(msgspec.Struct, frozen=True):
    """An event as a browser keeps it, and hands it in."""

    number: int
    by: str
    kind: str
    data: Any
    at: float
    message: str | None = None


Written = tuple[int, str, str, str, float]  # number, kind, person, data and time of an event


def written(events: Iterable[Event]) -> str:
    """Events as other processes can read them."""
    plain: list[Written] = [(one.number, one.kind, one.by, to_stored(one.news), one.at) for one in events]
    return msgspec.json.encode(plain).decode()


def read(text: str) -> list[Event]:
    """What `written` wrote; UnknownEvent where this version cannot read it."""
    try:
        plain = msgspec.json.decode(text, type=list[Written])
    except msgspec.DecodeError as wrong:
        raise UnknownEvent(f"these are no events: {wrong}") from None
    return [Event(number, by, from_stored(kind, data), at) for number, kind, by, data, at in plain]


CONTINUED = -1  # in the place of a size, as such a table counts for nothing


class Match(msgspec.Struct, frozen=True):
    """What is fixed about a table when it is made."""

    id: str
    slug: str  # of the game
    options: dict[str, Any]
    version: int  # of the game's rules
    host: str
    public: bool
    created: float
    seed: bytes  # secret until the game is over
    commitment: str  # hash of the seed, shown before the first move
    join: str  # secret of the link for players
    watch: str  # secret of the link for spectators
    turn_seconds: int | None = None
    previous: str | None = None  # the table this one is a rematch of
    handed_in: int = 0  # bytes of a game that a device handed in; CONTINUED: its beginning was; 0: it was played here

    @property
    def fair(self) -> bool:
        """Whether this server drew all that was left to chance."""
        return not self.handed_in


class Standing(msgspec.Struct, frozen=True):
    """What lists and clocks need to know of a table without replaying it; stored anew with every event."""

    phase: Phase
    number: int  # of the last event
    changed: float  # when that was
    deadline: float | None = None  # when the server has to act by itself
    turn: tuple[str, ...] = ()  # people who may act
    players: tuple[dict[str, Any], ...] = ()  # one for each seat; those of a person have "person" and "name"


class Listed(msgspec.Struct, frozen=True):
    """A table in a list."""

    match: Match
    standing: Standing


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays here. There is no account: the id lives in a signed cookie."""

    id: str
    name: str
    lang: str | None
    created: float
    seen: float
    settings: dict[str, Any] = {}


def digest(token: str) -> str:
    """What is stored of a secret: who reads the database cannot use it."""
    return hashlib.sha256(token.encode()).hexdigest()


class StoreError(RuntimeError):
    """The store cannot be reached or did not work. Whether something was stored may be unknown: send it again."""


class Taken(StoreError):  # noqa: N818 - an answer rather than an error
    """Somebody else was first with an event of that number. Nothing was stored."""


class Missing(StoreError):  # noqa: N818
    """There is no such table (any more). Nothing was stored."""


class Repeated(StoreError):  # noqa: N818
    """The message was stored before, as the event of this number. Nothing was stored."""

    def __init__(self, number: int) -> None:
        super().__init__(f"this message was stored before, as number {number}")
        self.number = number
