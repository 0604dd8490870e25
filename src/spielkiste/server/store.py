"""The store: tables and people in a database. What a method has acknowledged is on disk."""

import asyncio
import contextlib
import logging
import math
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from operator import itemgetter
from typing import Any, Self, TypeVar

import msgspec
from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Executable,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    true,
    tuple_,
    union,
    update,
)
from sqlalchemy.exc import DBAPIError

from spielkiste.server import database, statements
from spielkiste.server.appender import Addition, Appender, NotNow, Opening
from spielkiste.server.committer import Committer
from spielkiste.server.events import (
    Event,
    Listed,
    Match,
    Missing,
    Pass,
    Person,
    Repeated,
    Standing,
    StoreError,
    Taken,
    digest,
)
from spielkiste.server.pen import Pen
from spielkiste.server.schema import (
    ATTENDANCE,
    ERASING,
    EVENT,
    LINK,
    MATCH,
    MEMBER,
    PERSON,
    REVOKED,
    SECRET,
    event_row,
    match_values,
    standing_values,
    to_event,
    to_listed,
    to_match,
    to_person,
    to_plain_event,
    to_standing,
)
from spielkiste.server.statements import LIVE, UNCHANGED, Members

__all__ = ["Missing", "Repeated", "Store", "StoreError", "Taken"]

log = logging.getLogger("spielkiste.store")
T = TypeVar("T")
RuleVersions = Mapping[str, int]  # a version for each game
RETIRED = "cookies until "  # how the names of earlier keys begin; the time when follows
WRITERS = {"sqlite": 1, "postgresql": 4}  # SQLite lets one write at a time
READERS = 4
CLOCK_LOOKED_AT = 10.0  # seconds between two looks
CLOCK_LEAP = 60.0  # seconds; a clock put forward by more may be wrong for a moment
CLOCK_SURE = 1.0  # seconds by which two looks may differ, as the answer's way takes time, though nobody set the clock
SET_BACK_AT_MOST = 8 * 86400.0  # seconds that are made up for after a start: a turn may last a week
DATABASE_TIME = select(func.extract("epoch", func.clock_timestamp()).label("now"))
ASKED_AT_ONCE = 500  # people in one question
EVENTS_AT_ONCE = 200  # of a new table, written in the event loop: a millisecond
FORGET_AT_ONCE = 100  # tables deleted in one transaction, so that nobody waits long for it


def exported_event(row: Any) -> bytes:
    """An event as JSON: made by the thread that has read it."""
    return msgspec.json.encode({"table": row.match_id} | to_plain_event(row))


def clock_of(row: Any) -> float:
    return float(row.now)


def retired_name(at: float) -> str:
    return f"{RETIRED}{at:017.6f}"


def has_rules(rules: RuleVersions | None) -> ColumnElement[bool]:
    """Whether a table's game and version are among these."""
    return true() if rules is None else tuple_(MATCH.c.slug, MATCH.c.version).in_(list(rules.items()))


class Store:
    """Tables and people. One object for each process; any number of processes may share a database.

    ```
    store = await Store.open("games.db")
    await store.append(id, [event], standing)
    await store.close()
    ```
    """

    def __init__(self, url: URL, seconds: int) -> None:
        writers = WRITERS[url.get_backend_name()]
        self._writing = database.engine(url, writers, reading=False, seconds=seconds)
        database.migrate(self._writing)
        self._reading = database.engine(url, READERS, reading=True, seconds=seconds)
        self._plain, plain = database.plain_connection(url), database.plain_connection(url)
        pen = Pen() if plain else None
        self._appender = Appender(plain, pen) if plain and pen else None
        self._committer = Committer(self._writing, writers, pen)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-read")
        self._ahead = -math.inf  # seconds that the time is ahead of this machine's steady clock
        self._newest = -math.inf  # the latest time that was told
        self._seen_ahead = -math.inf  # how far the clock was ahead when it was last looked at
        self._log_in_use = False  # whether SQLite's log could not be emptied when something was erased
        self._set_back = False  # whether the clock is behind the time, and the log says so

    @classmethod
    async def open(cls, url: str, seconds: int = database.WAIT_SECONDS) -> Self:
        """Opens `sqlite:///file`, the path of a file or `postgresql://…`, made or brought up to date where needed."""
        store = await asyncio.to_thread(cls, database.address(url), seconds)
        await store._begin_time()
        return store

    async def close(self) -> None:
        """Finishes what is under way, then lets go of the database."""
        if self._appender is not None:
            await self._appender.close()
        if self._plain is not None:
            self._plain.close()
        self._committer.stop()
        await asyncio.to_thread(self._committer.wait)
        await asyncio.to_thread(self._readers.shutdown)
        self._writing.dispose()
        self._reading.dispose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # Tables

    async def create(
        self, match: Match, events: Sequence[Event], standing: Standing, members: Members = UNCHANGED
    ) -> None:
        """A new table with its first events, numbered from 0. Raises Taken if there is a table of that id."""
        statements.check_numbers(events, standing, 0)
        values = match_values(match) | standing_values(standing)
        if self._appender is not None and len(events) <= EVENTS_AT_ONCE:
            rows = [event_row(match.id, event) for event in events]
            there = [(match.id, person, role) for person, role in sorted(members.items()) if role is not None]
            with contextlib.suppress(NotNow):
                await self._appender.open(Opening(values, standing, rows, there))
                return

        def work(connection: Connection) -> None:
            new = statements.upsert(connection, MATCH).on_conflict_do_nothing(index_elements=["id"])
            if connection.execute(new.returning(MATCH.c.id), values).scalar_one_or_none() is None:
                raise Taken(f"there is a table {match.id} already")
            statements.add(connection, match.id, events, members)

        await self._write(match.id, work)

    async def append(self, id: str, events: Sequence[Event], standing: Standing, members: Members = UNCHANGED) -> None:
        """Adds the table's next events, with what then is true of it: all or nothing.

        Raises Taken if another was first with the number, Repeated if the first event's message was stored before, and
        Missing if there is no such table.
        """
        statements.check_numbers(events, standing, events[0].number)
        if self._appender is None or members:
            await self._append_by_committer(id, events, standing, members)
            return
        try:
            rows = [event_row(id, event) for event in events]
            await self._appender.append(Addition(id, rows, standing))
        except NotNow:
            await self._append_by_committer(id, events, standing, members)

    async def _append_by_committer(
        self, id: str, events: Sequence[Event], standing: Standing, members: Members
    ) -> None:
        first = events[0]
        change = {**standing_values(standing), "of_match": id, "before": first.number - 1}

        def work(connection: Connection) -> None:
            statements.refuse_repeated(connection, id, first)
            # This also locks the table's row: whoever comes at the same time waits here, and then finds it changed.
            if not statements.NEXT_STANDING.execute(connection, change).rowcount:
                statements.refuse(connection, id, first)
            statements.add(connection, id, events, members)

        await self._write(id, work)

    async def match(self, id: str) -> Match | None:
        return await self._one(statements.MATCH_OF.params(of_match=id), to_match)

    async def standing(self, id: str) -> Standing | None:
        return await self._one(select(MATCH).where(MATCH.c.id == id), to_standing)

    async def by_token(self, token: str) -> tuple[Match, Pass] | None:
        """The table a link belongs to, and what the link is for."""
        query = select(MATCH).where(or_(MATCH.c.join_token == token, MATCH.c.watch_token == token))
        match = await self._one(query, to_match)
        if match is None:
            return None
        return (match, "join") if match.join == token else (match, "watch")

    async def events(self, id: str, after: int = -1) -> list[Event]:
        """The table's events from number `after` + 1 on; UnknownEvent where this version cannot read one."""
        if after < 0:  # the whole table: that takes a while
            return await self._all(statements.EVENTS_AFTER.query(of_match=id, after=after), to_event)
        return await self._look_up(statements.EVENTS_AFTER, to_event, of_match=id, after=after)

    async def plain_events(self, id: str) -> list[dict[str, Any]]:
        """The table's events as JSON values, just as they are stored: also those that this version cannot read."""
        query = select(EVENT).where(EVENT.c.match_id == id).order_by(EVENT.c.number)
        return await self._all(query, to_plain_event)

    async def number_of(self, id: str, by: str, message: str) -> int | None:
        """What a message of a person was stored as, if it was."""
        found = await self._look_up(statements.MESSAGE_OF, itemgetter(0), of_match=id, of_person=by, of_message=message)
        return int(found[0]) if found else None

    async def due(
        self, now: float, limit: int = 100, rules: RuleVersions | None = None, but: Collection[str] = ()
    ) -> list[str]:
        """Running tables whose deadline has passed, the longest overdue first; only those of these rules, if given."""
        query = select(MATCH.c.id).where(MATCH.c.phase == "running", MATCH.c.deadline <= now, has_rules(rules))
        query = query.where(MATCH.c.id.not_in(but)) if but else query
        return await self._all(query.order_by(MATCH.c.deadline).limit(limit), lambda row: str(row.id))

    async def next_deadline(self) -> float | None:
        query = select(func.min(MATCH.c.deadline).label("first")).where(MATCH.c.phase == "running")
        return await self._one(query, lambda row: row.first)

    async def mine(self, person: str, limit: int = 50) -> list[Listed]:
        """The tables somebody belongs to, in whatever role: those not over first, then the latest changed."""
        query = select(MATCH).join(MEMBER, MEMBER.c.match_id == MATCH.c.id).where(MEMBER.c.person == person)
        order = (MATCH.c.phase == "over", MATCH.c.changed.desc(), MATCH.c.id)
        return await self._all(query.order_by(*order).limit(limit), to_listed)

    async def public(self, limit: int = 50) -> list[Listed]:
        """Public tables one may join or watch, newest first."""
        found = list[Listed]()
        for phase in LIVE:
            found += await self._all(statements.public_tables(phase, limit), to_listed)
        return sorted(found, key=lambda row: (-row.match.created, row.match.id))[:limit]

    async def count_hosted(self, person: str, rules: RuleVersions | None = None, since: float | None = None) -> int:
        """How many tables somebody has made that are not over, and were touched since; of these rules, if given."""
        found = await self._look_up(
            statements.HOSTED, tuple, by_host=person, since=-math.inf if since is None else since
        )
        return sum(rules is None or rules.get(slug) == version for slug, version in found)

    async def handed_in(self, person: str) -> tuple[int, int]:
        """How many games somebody has handed in that are still kept, and how many bytes those were."""
        size = MATCH.c.handed_in
        query = select(func.count().label("games"), func.coalesce(func.sum(size), 0).label("size"))
        query = query.where(MATCH.c.host == person, size > 0)
        found = await self._all(query, lambda row: (int(row.games), int(row.size)))
        return found[0]

    async def count_live(self) -> dict[str, int]:
        """How many tables are open, and how many running."""
        query = select(MATCH.c.phase, func.count().label("n")).where(MATCH.c.phase.in_(LIVE)).group_by(MATCH.c.phase)
        return dict.fromkeys(LIVE, 0) | dict(await self._all(query, lambda row: (str(row.phase), int(row.n))))

    async def members(self, id: str) -> dict[str, str]:
        """Who belongs to the table, in which role."""
        query = select(MEMBER).where(MEMBER.c.match_id == id)
        return dict(await self._all(query, lambda row: (row.person, row.role)))

    async def role(self, id: str, person: str) -> str | None:
        """What somebody is at the table; None where they do not belong to it."""
        found = await self._look_up(statements.ROLE_OF, itemgetter(0), of_match=id, of_person=person)
        return str(found[0]) if found else None

    async def admit(self, id: str, person: str, role: str) -> None:
        """Somebody came by a link; whoever belongs to the table already keeps their role, unless it was to watch."""
        await self._write(id, partial(statements.admit, match=id, person=person, role=role))

    async def dismiss(self, id: str, person: str) -> None:
        """Somebody does not belong to the table any more."""
        gone = delete(MEMBER).where(MEMBER.c.match_id == id, MEMBER.c.person == person)
        await self._write(id, lambda connection: connection.execute(gone).rowcount)

    async def remove(self, id: str) -> None:
        """Deletes a table with all that belongs to it."""
        this = select(MATCH.c.id).where(MATCH.c.id == id)
        await self._write(id, lambda connection: statements.forget_matches(connection, this))

    async def abandoned(
        self, before: float, rules: RuleVersions | None = None, limit: int = 100, but: Collection[str] = ()
    ) -> list[str]:
        """Running tables untouched since then, the oldest first; only those of these rules, if given."""
        query = select(MATCH.c.id).where(MATCH.c.phase == "running", MATCH.c.changed < before, has_rules(rules))
        query = query.where(MATCH.c.id.not_in(but)) if but else query
        return await self._all(query.order_by(MATCH.c.changed).limit(limit), lambda row: str(row.id))

    # Attendance

    async def attend(self, rows: Iterable[tuple[str, str, float]]) -> None:
        """Notes who (table, person) has the page open, until when; a time gone by says that they left."""
        newest = {(match, person): until for match, person, until in rows}
        values = [{"match_id": m, "person": p, "until": newest[m, p]} for m, p in sorted(newest)]
        if values:
            await self._write("attendance", lambda c: statements.put(c, ATTENDANCE, values))

    async def attendance(self, id: str, since: float) -> dict[str, float]:
        """Who has, or since then had, the page open, and until when that is known."""
        query = statements.ATTENDANCE_SINCE.params(of_match=id, since=since)
        return dict(await self._all(query, lambda row: (str(row.person), float(row.until))))

    async def attending(self, id: str, now: float) -> set[str]:
        return set(await self.attendance(id, now))

    # People

    async def person(self, id: str) -> Person | None:
        found = await self._look_up(statements.PERSON_OF, to_person, of_person=id)
        return found[0] if found else None

    async def save_person(self, person: Person) -> None:
        """Stores somebody, new or changed; when they first came stays as it was."""
        await self._write(f"person {person.id}", partial(statements.save_person, person=person))

    async def export_person(self, id: str) -> AsyncIterator[bytes]:
        """Everything that is stored about somebody as JSON, in parts: the events of one table after the other."""
        member = select(MATCH, MEMBER.c.role).join(MEMBER, MEMBER.c.match_id == MATCH.c.id).where(MEMBER.c.person == id)
        tables = await self._all(member.order_by(MATCH.c.created, MATCH.c.id), statements.table_summary)
        head = msgspec.json.encode({"person": await self.person(id), "tables": tables})
        yield head[:-1] + b', "events": ['
        acted, comma = select(EVENT.c.match_id).where(EVENT.c.person == id).distinct().order_by(EVENT.c.match_id), b""
        for match in await self._all(acted, lambda row: str(row.match_id)):
            acts = select(EVENT).where(EVENT.c.match_id == match, EVENT.c.person == id).order_by(EVENT.c.number)
            yield comma + b", ".join(await self._all(acts, exported_event))
            comma = b", "
        yield b"]}"

    async def begin_erasing(self, id: str) -> None:
        """Forgets who somebody is, so that their cookies are worthless; their tables are to be changed next."""
        await self._write(f"person {id}", partial(statements.begin_erasing, person=id, now=self.now()))

    async def erasing(self, before: float) -> list[str]:
        """Those whose erasing was begun before then, and not ended."""
        return await self._all(select(ERASING).where(ERASING.c.at <= before), lambda row: str(row.person))

    async def end_erasing(self, id: str) -> None:
        """Nothing of somebody is left, and nothing can come any more."""
        ended = delete(ERASING).where(ERASING.c.person == id)
        await self._write(f"person {id}", lambda connection: connection.execute(ended))
        await self._empty_log()

    async def erase_person(self, id: str) -> dict[str, int]:
        """Forgets somebody: name, settings, links and memberships go; in events an anonymous id stands for them.
        Gives the tables concerned with the number of their last event; whoever has one in memory reads it anew."""
        alias = f"gone-{secrets.token_urlsafe(9)}"
        hosted = select(MATCH.c.id).where(MATCH.c.host == id)
        acted = select(EVENT.c.match_id).where(EVENT.c.person == id)
        joined = select(MEMBER.c.match_id).where(MEMBER.c.person == id)
        numbers: dict[str, int] = {}
        for match in await self._all(union(hosted, acted, joined), lambda row: str(row[0])):
            erase = partial(statements.erase_from_match, match=match, person=id, alias=alias)
            number = await self._write(match, erase)
            if number is not None:
                numbers[match] = number
        await self._write(f"person {id}", partial(statements.erase_from_people, person=id))
        await self._empty_log()
        return numbers

    async def revoke(self, person: Person, devices: str) -> None:
        """Stores somebody; from now on only cookies that say `devices` are good for them."""
        await self._write(f"person {person.id}", partial(statements.log_others_out, person=person, devices=devices))

    async def revoked(self, people: Collection[str]) -> dict[str, str | None]:
        """Whose cookies, of these people, were ever revoked, and what those still good say (None: none is)."""
        asked, found = list(people), dict[str, str | None]()
        for k in range(0, len(asked), ASKED_AT_ONCE):
            ids = {digest(id): id for id in asked[k : k + ASKED_AT_ONCE]}
            query = select(REVOKED).where(REVOKED.c.digest.in_(ids))
            rows = await self._all(query, lambda row: (str(row.digest), row.devices))
            found |= {ids[key]: devices for key, devices in rows}
        return found

    async def is_revoked(self, person: str, devices: str) -> bool:
        good = await self._look_up(statements.REVOKED_OF, itemgetter(0), of_digest=digest(person))
        return bool(good) and good[0] != devices

    async def link(self, token: str, person: Person, until: float) -> bool:
        """Keeps a one-time link that carries somebody to another device; not for a device that was logged out."""
        key = digest(token)

        def work(connection: Connection) -> bool:
            good = statements.still_good(connection, person)
            if good:
                connection.execute(insert(LINK).values(digest=key, person=person.id, until=until))
            return good

        return await self._write(f"link {key}", work)

    async def link_owner(self, token: str, now: float) -> str | None:
        """The person of a link that is still good; it stays so."""
        query = select(LINK.c.person).where(LINK.c.digest == digest(token), LINK.c.until > now)
        return await self._one(query, lambda row: str(row.person))

    async def use_link(self, token: str, now: float) -> str | None:
        """The person of a link that is still good; it never is again."""
        key = digest(token)
        used = delete(LINK).where(LINK.c.digest == key, LINK.c.until > now).returning(LINK.c.person)
        return await self._write(f"link {key}", lambda connection: connection.execute(used).scalar_one_or_none())

    # The house

    def now(self) -> float:
        """What time it is for all who share this database: by its clock, whatever that of this machine says. It never
        goes back, or limits of time would begin anew."""
        self._newest = max(self._newest, time.monotonic() + self._ahead)
        return self._newest

    async def look_at_clock(self) -> None:
        """Sets the time by the clock, unless the database took too long to say it."""
        ahead = await self._clock_ahead()
        if ahead is not None:
            self._follow_clock(ahead)

    async def _clock_ahead(self) -> float | None:
        """How far the clock is ahead of this process's own: that of the database, which may be on another machine."""
        asked = time.monotonic()
        told = time.time() if database.is_sqlite(self._reading.url) else await self._one(DATABASE_TIME, clock_of)
        answered = time.monotonic()
        return None if told is None or answered - asked > CLOCK_SURE else told - (asked + answered) / 2

    def _follow_clock(self, ahead: float) -> None:
        """Sets the time by the clock. One that was set back is not followed: the time goes on from where it was. As it
        can never go back, a clock that was put forward is followed only when the next look says the same."""
        leaps = ahead > self._ahead + CLOCK_LEAP and abs(ahead - self._seen_ahead) > CLOCK_SURE
        set_back = ahead <= self._ahead - CLOCK_SURE
        if set_back and not self._set_back:
            log.warning("the clock was set back by %.0f s; the time goes on without it", self._ahead - ahead)
        elif not set_back and not leaps:
            self._ahead = ahead
        self._seen_ahead, self._set_back = ahead, set_back

    async def _begin_time(self) -> None:
        """The time goes on from the newest event, also where the clock was set back before this process began. Only
        running tables have limits; the times of others may be those of a device that handed them in."""
        lately = MATCH.c.changed < time.time() + SET_BACK_AT_MOST
        last = select(func.max(MATCH.c.changed).label("last")).where(MATCH.c.phase == "running", lately)
        newest = await self._one(last, lambda row: row.last)
        if newest is not None:
            self._ahead = float(newest) - time.monotonic()
        ahead = await self._clock_ahead()
        self._seen_ahead = time.time() - time.monotonic() if ahead is None else ahead  # of this machine, to begin with
        self._follow_clock(self._seen_ahead)

    async def keep_time(self, every: float = CLOCK_LOOKED_AT) -> None:
        """Looks at the clock again and again, for ever; while the database is gone, the time goes on."""
        while True:
            await asyncio.sleep(every)
            with contextlib.suppress(StoreError):
                await self.look_at_clock()
            if self._log_in_use:
                await self._empty_log()

    async def ping(self) -> None:
        """Whether the database answers and, where it has lately refused to, stores; StoreError where it does not."""
        form = await self._one(text("SELECT version_num FROM alembic_version"), lambda row: str(row.version_num))
        if form is not None and form > database.newest_form():
            raise StoreError("a newer version of Spielkiste has changed the database; start that version here too")
        if self._committer.trouble:
            same = update(SECRET).where(SECRET.c.name == "cookies").values(name="cookies")
            await self._write("secret", lambda connection: connection.execute(same).rowcount)

    async def secret(self) -> bytes:
        """The key that cookies are signed with: made once, the same for all servers of this database."""
        fresh = {"name": "cookies", "value": secrets.token_bytes(32)}

        def work(connection: Connection) -> bytes:
            connection.execute(statements.upsert(connection, SECRET).on_conflict_do_nothing(), fresh)
            return bytes(connection.execute(select(SECRET.c.value).where(SECRET.c.name == "cookies")).scalar_one())

        return await self._write("secret", work)

    async def keys(self) -> list[bytes]:
        """All keys that cookies may be signed with, the one for new ones last."""
        newest = await self.secret()
        query = select(SECRET.c.value).where(SECRET.c.name.startswith(RETIRED)).order_by(SECRET.c.name)
        return [*await self._all(query, lambda row: bytes(row.value)), newest]

    async def rotate_key(self, now: float) -> None:
        """A new key for new cookies; what the old one has signed stays good until it is dropped."""
        fresh = secrets.token_bytes(32)
        await self.secret()

        def work(connection: Connection) -> None:
            retired = {"name": retired_name(now)}
            connection.execute(update(SECRET).where(SECRET.c.name == "cookies"), retired)
            connection.execute(insert(SECRET), {"name": "cookies", "value": fresh})

        await self._write("secret", work)

    async def retired_keys(self) -> list[float]:
        """When the earlier keys that are still good were replaced, the oldest first."""
        query = select(SECRET.c.name).where(SECRET.c.name.startswith(RETIRED)).order_by(SECRET.c.name)
        return await self._all(query, lambda row: float(row.name.removeprefix(RETIRED)))

    async def drop_old_keys(self, before: float) -> int:
        """Cookies of keys that were replaced before then are no longer good; how many keys that were."""
        old = delete(SECRET).where(SECRET.c.name.startswith(RETIRED), SECRET.c.name <= retired_name(before))
        return await self._write("secret", lambda connection: connection.execute(old).rowcount)

    async def count_people(self, before: float) -> int:
        """How many people were not noted as seen since then."""
        query = select(func.count().label("n")).where(PERSON.c.seen < before)
        return await self._one(query, lambda row: int(row.n)) or 0

    async def forget(self, older_than: float) -> int:
        """Deletes tables untouched since then, and people not seen since; counts the tables. Running ones of rules
        that are here were ended long before."""
        stale = select(MATCH.c.id).where(MATCH.c.changed < older_than)
        stale = stale.order_by(MATCH.c.id).limit(FORGET_AT_ONCE)
        forgotten = 0
        while count := await self._write("match", lambda c: statements.forget_matches(c, stale)):
            forgotten += count
        await self._write("person", partial(statements.forget_people, older_than=older_than))
        await self._empty_log()
        return forgotten

    async def _empty_log(self) -> None:
        """What was erased must not stay in SQLite's log, where earlier pages lie until they are written over."""
        if not database.is_sqlite(self._reading.url):
            return
        try:
            used = await asyncio.get_running_loop().run_in_executor(self._readers, database.empty_log, self._reading)
        except DBAPIError as error:
            log.warning("the log of the database could not be emptied: %s", database.reason(error))
        else:
            if used and not self._log_in_use:
                log.warning("the log of the database is in use; it is emptied as soon as it is not")
            self._log_in_use = bool(used)

    # How it reads and writes

    async def _write(self, key: str, work: Callable[[Connection], T]) -> T:
        return await self._committer.do(key, work)

    async def _look_up(self, query: statements.LookUp, make: Callable[[Any], T], **values: Any) -> list[T]:
        if self._plain is not None:
            with contextlib.suppress(sqlite3.Error):  # the long way says what is wrong
                return [make(row) for row in query.rows(self._plain, **values)]
        return await self._all(query.query(**values), make)

    async def _one(self, query: Executable, make: Callable[[Any], T]) -> T | None:
        found = await self._all(query, make)
        return found[0] if found else None

    async def _all(self, query: Executable, make: Callable[[Any], T]) -> list[T]:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, self._fetch, query, make)
        except (DBAPIError, sqlite3.Error) as error:
            raise StoreError(f"the database does not answer: {database.reason(error)}") from error

    def _fetch(self, query: Executable, make: Callable[[Any], T]) -> list[T]:
        try:
            return statements.fetch(self._reading, query, make)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            return statements.fetch(
                self._reading, query, make
            )  # the database was started anew; connections are fresh now
