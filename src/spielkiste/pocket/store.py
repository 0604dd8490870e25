"""Tables of one browser: in memory, and on its disk before anybody hears of it."""

import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from spielkiste.server.broker import LOOK
from spielkiste.server.events import (
    Event,
    EventRow,
    Listed,
    Match,
    Missing,
    Pass,
    Person,
    Repeated,
    Standing,
    StoreError,
    Taken,
)
from spielkiste.server.news import from_stored, to_stored

LIVE = ("open", "running")
TABLE, EVENT, PERSON, SECRET = "table/", "event/", "person/", "secret/"  # how the keys of rows begin
Row = tuple[str, str | None]  # a key and JSON; None: the row goes
Messages = dict[tuple[str, str], int]  # the number of the event that a message of a person was stored as


class Disk(Protocol):
    """Where rows are kept. What `write` has written is there after a power cut, all of it or nothing."""

    async def read(self, prefix: str) -> list[tuple[str, str]]: ...

    async def write(self, rows: list[Row]) -> None:
        """OSError says why not."""


class Kept(msgspec.Struct):
    """A table without its events."""

    match: Match
    standing: Standing
    members: dict[str, str]
    build: str = ""  # the last version of this app that had its rules: it is finished with that one
    handed: bool = False  # to a server


class PocketStore:
    """The methods of a server's `Store` that a house uses, for the tables of one browser."""

    def __init__(self, disk: Disk, build: str = "") -> None:
        self._disk, self._build = disk, build
        self._tables: dict[str, Kept] = {}
        self._people: dict[str, Person] = {}
        self._links: dict[str, tuple[str, float]] = {}
        self._messages: dict[str, Messages] = {}  # of tables that were changed since the start
        self._key = b""

    @classmethod
    async def open(cls, disk: Disk, build: str = "") -> "PocketStore":
        store = cls(disk, build)
        for _, data in await disk.read(TABLE):
            kept: Kept = msgspec.json.decode(data, type=Kept)
            store._tables[kept.match.id] = kept
        for _, data in await disk.read(PERSON):
            person: Person = msgspec.json.decode(data, type=Person)
            store._people[person.id] = person
        return store

    async def _write(self, rows: Iterable[Row]) -> None:
        try:
            await self._disk.write(list(rows))
        except OSError as wrong:
            raise StoreError(f"the browser does not keep it: {wrong}") from None

    async def close(self) -> None:
        """Everything is written already."""

    # Tables

    async def create(
        self, match: Match, events: Sequence[Event], standing: Standing, members: Mapping[str, str | None] | None = None
    ) -> None:
        if match.id in self._tables:
            raise Taken(f"there is a table {match.id} already")
        kept = Kept(match, standing, joined({}, members or {}), self._build)
        await self._write([table_row(kept), *(event_row(match.id, event) for event in events)])
        self._tables[match.id] = kept
        self._messages[match.id] = messages_of(events)

    async def append(
        self,
        id: str,
        events: Sequence[Event],
        standing: Standing,
        members: Mapping[str, str | None] | None = None,
    ) -> None:
        kept, first = self._tables.get(id), events[0]
        if kept is None:
            raise Missing(f"there is no table {id}")
        if first.message and (number := await self.number_of(id, first.by, first.message)) is not None:
            raise Repeated(number)
        if kept.standing.number != first.number - 1:
            raise Taken(f"table {id} is at event {kept.standing.number}, so {first.number} is not the next")
        after = Kept(kept.match, standing, joined(kept.members, members or {}), kept.build, kept.handed)
        await self._write([table_row(after), *(event_row(id, event) for event in events)])
        self._tables[id] = after
        if id in self._messages:
            self._messages[id].update(messages_of(events))

    async def match(self, id: str) -> Match | None:
        kept = self._tables.get(id)
        return kept.match if kept else None

    async def standing(self, id: str) -> Standing | None:
        kept = self._tables.get(id)
        return kept.standing if kept else None

    async def by_token(self, token: str) -> tuple[Match, Pass] | None:
        for kept in self._tables.values():
            if token in (kept.match.join, kept.match.watch):
                return kept.match, "join" if kept.match.join == token else "watch"
        return None

    async def _stored(self, id: str, after: int = -1) -> list[EventRow]:
        """The rows of a table's events from number `after` + 1 on; the others are not decoded."""
        rows, first = await self._disk.read(f"{EVENT}{id}/"), event_key(id, after + 1)
        return [msgspec.json.decode(data, type=EventRow) for key, data in sorted(rows) if key >= first]

    async def events(self, id: str, after: int = -1) -> list[Event]:
        return [
            Event(
                one.number, one.by, from_stored(one.kind, msgspec.json.encode(one.data).decode()), one.at, one.message
            )
            for one in await self._stored(id, after)
        ]

    async def plain_events(self, id: str) -> list[dict[str, Any]]:
        return [
            {"number": one.number, "by": one.by, "kind": one.kind, "data": one.data, "at": one.at}
            for one in await self._stored(id)
        ]

    async def number_of(self, id: str, by: str, message: str) -> int | None:
        """Asked at each move: the log is read once, and what is appended is noted."""
        if id not in self._messages:
            self._messages[id] = messages_of(await self._stored(id))
        return self._messages[id].get((by, message))

    async def due(
        self, now: float, limit: int = 100, rules: Mapping[str, int] | None = None, but: Collection[str] = ()
    ) -> list[str]:
        late = [kept for kept in self._tables.values() if kept.standing.phase == "running" and has(rules, kept.match)]
        ids = [kept.match.id for kept in late if (kept.standing.deadline or now + 1) <= now]
        return [id for id in ids if id not in but][:limit]

    async def next_deadline(self) -> float | None:
        running = (kept.standing.deadline for kept in self._tables.values() if kept.standing.phase == "running")
        return min((deadline for deadline in running if deadline is not None), default=None)

    async def mine(self, person: str, limit: int = 50) -> list[Listed]:
        mine = [kept for kept in self._tables.values() if person in kept.members]
        mine.sort(key=lambda kept: (kept.standing.phase == "over", -kept.standing.changed))
        return [Listed(kept.match, kept.standing) for kept in mine[:limit]]

    async def public(self, limit: int = 50) -> list[Listed]:
        return []  # nobody else is here

    async def count_hosted(
        self, person: str, rules: Mapping[str, int] | None = None, since: float | None = None
    ) -> int:
        return sum(
            kept.match.host == person
            and kept.standing.phase in LIVE
            and has(rules, kept.match)
            and kept.standing.changed >= (since or 0.0)
            for kept in self._tables.values()
        )

    async def members(self, id: str) -> dict[str, str]:
        kept = self._tables.get(id)
        return dict(kept.members) if kept else {}

    async def role(self, id: str, person: str) -> str | None:
        return (await self.members(id)).get(person)

    async def admit(self, id: str, person: str, role: str) -> None:
        await self._change_members(id, {person: role})

    async def dismiss(self, id: str, person: str) -> None:
        """A table that is nobody's any more goes altogether: nobody would ever find it again."""
        await self._change_members(id, {person: None})
        if id in self._tables and not self._tables[id].members:
            await self.remove(id)

    async def _change_members(self, id: str, change: Mapping[str, str | None]) -> None:
        if kept := self._tables.get(id):
            kept.members = joined(kept.members, change)
            await self._write([table_row(kept)])

    async def remove(self, id: str) -> None:
        rows = [(key, None) for key, _ in await self._disk.read(f"{EVENT}{id}/")]
        await self._write([(f"{TABLE}{id}", None), *rows])
        self._tables.pop(id, None)
        self._messages.pop(id, None)

    async def abandoned(
        self, before: float, rules: Mapping[str, int] | None = None, limit: int = 100, but: Collection[str] = ()
    ) -> list[str]:
        return []  # games wait here as long as their owner likes

    async def forget(self, older_than: float) -> int:
        return 0

    # People

    async def person(self, id: str) -> Person | None:
        return self._people.get(id)

    async def save_person(self, person: Person) -> None:
        await self._write([(f"{PERSON}{person.id}", msgspec.json.encode(person).decode())])
        self._people[person.id] = person

    async def export_person(self, id: str) -> AsyncIterator[bytes]:
        """Everything, and the games as they can be brought to another browser: all here are of whoever has this one."""
        games = [await self.whole(kept.match.id) for kept in self.kept()]
        yield msgspec.json.encode({"person": self._people.get(id), "games": games})

    async def begin_erasing(self, id: str) -> None:
        """Nobody else can send anything here."""

    async def erase_person(self, id: str) -> dict[str, int]:
        """All tables here are of whoever has the browser: they go altogether."""
        tables = list(self._tables)
        for table in tables:
            await self.remove(table)
        await self._write([(f"{PERSON}{id}", None)])
        self._people.pop(id, None)
        return dict.fromkeys(tables, LOOK)

    async def revoke(self, person: Person, devices: str) -> None:
        await self.save_person(person)

    async def revoked(self, people: Collection[str]) -> dict[str, str | None]:
        return {}

    async def is_revoked(self, person: str, devices: str) -> bool:
        return False

    async def link(self, token: str, person: str, until: float) -> None:
        self._links[token] = person, until

    async def link_owner(self, token: str, now: float) -> str | None:
        person, until = self._links.get(token, ("", 0.0))
        return person if until > now else None

    async def use_link(self, token: str, now: float) -> str | None:
        owner = await self.link_owner(token, now)
        self._links.pop(token, None)
        return owner

    # The house

    async def keys(self) -> list[bytes]:
        """The key of this browser's one cookie, which never leaves it."""
        self._key = self._key or secrets.token_bytes(32)
        return [self._key]

    def now(self) -> float:
        return time.time()

    async def ping(self) -> None:
        await self._disk.read(SECRET)

    async def setting(self, name: str) -> str | None:
        rows = dict(await self._disk.read(f"{SECRET}{name}"))
        return rows.get(f"{SECRET}{name}")

    async def save_setting(self, name: str, value: str | None) -> None:
        await self._write([(f"{SECRET}{name}", value)])

    # Versions of this app

    def table(self, id: str) -> Kept | None:
        return self._tables.get(id)

    async def take_along(self, familiar: Callable[[Match], bool]) -> None:
        """Tables whose rules are the same in this version of the app go on with it; the others keep theirs."""
        moved = [kept for kept in self._tables.values() if kept.build != self._build and familiar(kept.match)]
        for kept in moved:
            kept.build = self._build
        if moved:
            with contextlib.suppress(StoreError):  # there is no room left: it is written with the next move
                await self._write(table_row(kept) for kept in moved)

    # Handing in

    def kept(self) -> list[Kept]:
        """All tables, the oldest first."""
        return sorted(self._tables.values(), key=lambda kept: kept.match.created)

    async def mark_handed(self, id: str) -> None:
        kept = self._tables[id]
        kept.handed = True
        await self._write([table_row(kept)])

    async def whole(self, id: str) -> dict[str, Any]:
        """A table as it is handed in: the match and its events, without the ids of messages that are answered."""
        kept = self._tables[id]
        events = [msgspec.to_builtins(msgspec.structs.replace(one, message=None)) for one in await self._stored(id)]
        return {"match": msgspec.to_builtins(kept.match), "events": events, "at": time.time()}


def has(rules: Mapping[str, int] | None, match: Match) -> bool:
    return rules is None or rules.get(match.slug) == match.version


def joined(members: Mapping[str, str], change: Mapping[str, str | None]) -> dict[str, str]:
    after = {**members, **change}
    return {person: role for person, role in after.items() if role is not None}


def table_row(kept: Kept) -> Row:
    return f"{TABLE}{kept.match.id}", msgspec.json.encode(kept).decode()


def event_key(id: str, number: int) -> str:
    return f"{EVENT}{id}/{number:06}"


def event_row(id: str, event: Event) -> Row:
    data = msgspec.json.decode(to_stored(event.news))
    stored = EventRow(event.number, event.by, event.kind, data, event.at, event.message)
    return event_key(id, event.number), msgspec.json.encode(stored).decode()


def messages_of(events: Iterable[Event | EventRow]) -> Messages:
    return {(one.by, one.message): one.number for one in events if one.message}
