"""What the store does within a transaction."""

import sqlite3
import time
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import starmap
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar

import msgspec
from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    Insert,
    Row,
    Select,
    Table,
    Update,
    bindparam,
    delete,
    exists,
    insert,
    literal_column,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from spielkiste.server.database import plainly
from spielkiste.server.erasing import anonymous, nameless, names_of
from spielkiste.server.events import COOKIES_LIVE, DEVICES, Event, Missing, Person, Repeated, Standing, Taken, digest
from spielkiste.server.news import Erased
from spielkiste.server.schema import (
    ATTENDANCE,
    ERASING,
    EVENT,
    LINK,
    MATCH,
    MEMBER,
    PERSON,
    REVOKED,
    Values,
    event_values,
    json,
    json_value,
    person_values,
)

T = TypeVar("T")
Members = Mapping[str, str | None]  # person to role at the table; None: no longer one of it
ATTENDANCE_KEPT = 86400.0  # seconds; who was there longer ago interests nobody
LIVE = ("open", "running")  # phases of tables that are not over
UNCHANGED: Members = MappingProxyType({})


class Frequent:
    """A statement that every move needs, built once. SQLite gets its text directly; the text is made from the very
    statement that PostgreSQL is sent."""

    def __init__(self, statement: Insert | Update | Select[Any], columns: Iterable[str] = ()) -> None:
        self.statement = statement
        compiled = statement.compile(dialect=sqlite.dialect(), column_keys=list(columns) or None)
        self.text, self.order = str(compiled), tuple(compiled.positiontup or ())

    def execute(self, connection: Connection, values: Mapping[str, Any]) -> Any:
        """A result or cursor: both have `rowcount` and `fetchone`."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self.statement, values)
        return plainly(connection, self.text, [values[name] for name in self.order])


STANDING_COLUMNS = ("phase", "number", "changed", "deadline", "turn", "players")
NEXT_STANDING = Frequent(
    update(MATCH).where(MATCH.c.id == bindparam("of_match"), MATCH.c.number == bindparam("before")), STANDING_COLUMNS
)
NEW_EVENT = Frequent(insert(EVENT), EVENT.c.keys())
THE_MESSAGE = select(EVENT.c.number).where(
    EVENT.c.match_id == bindparam("of_match"),
    EVENT.c.person == bindparam("of_person"),
    EVENT.c.message == bindparam("of_message"),
)
SAME_MESSAGE = Frequent(THE_MESSAGE)

# What other processes and new pages ask for, built once: building a query costs as much as sending it.
MATCH_OF = select(MATCH).where(MATCH.c.id == bindparam("of_match"))
ATTENDANCE_SINCE = select(ATTENDANCE).where(
    ATTENDANCE.c.match_id == bindparam("of_match"), ATTENDANCE.c.until > bindparam("since")
)


class LookUp:
    """Few rows, found by a key. In SQLite that takes microseconds, and no thread is woken for it."""

    def __init__(self, statement: Select[Any]) -> None:
        self._frequent = Frequent(statement)
        self._row = namedtuple("_row", statement.selected_columns.keys())  # type: ignore[misc]  # names of columns

    def query(self, **values: Any) -> Executable:
        return self._frequent.statement.params(**values)

    def rows(self, connection: sqlite3.Connection, **values: Any) -> list[Any]:
        found = connection.execute(self._frequent.text, [values[name] for name in self._frequent.order])
        return list(starmap(self._row, found))


PERSON_OF = LookUp(select(PERSON).where(PERSON.c.id == bindparam("of_person")))
REVOKED_OF = LookUp(select(REVOKED.c.devices).where(REVOKED.c.digest == bindparam("of_digest")))
MESSAGE_OF = LookUp(THE_MESSAGE)
EVENTS_AFTER = LookUp(
    select(EVENT)
    .where(EVENT.c.match_id == bindparam("of_match"), EVENT.c.number > bindparam("after"))
    .order_by(EVENT.c.number)
)
ROLE_OF = LookUp(
    select(MEMBER.c.role).where(MEMBER.c.match_id == bindparam("of_match"), MEMBER.c.person == bindparam("of_person"))
)
HOSTED = LookUp(
    select(MATCH.c.slug, MATCH.c.version).where(
        MATCH.c.host == bindparam("by_host"),
        MATCH.c.phase.in_([literal_column(f"'{phase}'") for phase in LIVE]),
        MATCH.c.changed >= bindparam("since"),
    )
)


def public_tables(phase: str, limit: int) -> Select[Any]:
    """The newest public tables of one phase: so the index has them in their order."""
    query = select(MATCH).where(MATCH.c.public == true(), MATCH.c.phase == phase)
    return query.order_by(MATCH.c.created.desc()).limit(limit)


def fetch(engine: Engine, query: Executable, make: Callable[[Row[Any]], T]) -> list[T]:
    with engine.connect() as connection:
        return [make(row) for row in connection.execute(query)]


def upsert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that knows ON CONFLICT, which each database has in its own dialect."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)


def put(connection: Connection, table: Table, rows: Sequence[Values], keep: str = "") -> None:
    """Inserts the rows, or changes those of the same key, except for the column to keep."""
    keys = [column.name for column in table.primary_key]
    statement = upsert(connection, table)
    changed = {name: statement.excluded[name] for name in rows[0] if name not in (*keys, keep)}
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=changed), rows)


def put_new(connection: Connection, table: Table, row: Values) -> None:
    """Inserts a row unless there is one of the same key."""
    connection.execute(upsert(connection, table).on_conflict_do_nothing(), row)


def admit(connection: Connection, match: str, person: str, role: str) -> None:
    """Nothing where the table was taken away in this very moment: its page will say so."""
    there = select(MATCH.c.id).where(MATCH.c.id == match).with_for_update(read=True, key_share=True)
    if connection.execute(there).first() is None:
        return
    put_new(connection, MEMBER, {"match_id": match, "person": person, "role": role})
    if role != "watcher":  # who watched first was invited since
        watched = (MEMBER.c.match_id == match, MEMBER.c.person == person, MEMBER.c.role == "watcher")
        connection.execute(update(MEMBER).where(*watched), {"role": role})


def check_numbers(events: Sequence[Event], standing: Standing, first: int) -> None:
    numbers = [event.number for event in events]
    if not events or numbers != list(range(first, first + len(events))) or standing.number != numbers[-1]:
        raise ValueError(f"events {numbers} must count up from {first} and end with the standing's {standing.number}")


def add(connection: Connection, match: str, events: Iterable[Event], members: Members) -> None:
    """Inserts events and members of a table whose row this transaction has locked."""
    for event in events:
        NEW_EVENT.execute(connection, event_values(match, event))
    joined = {person: role for person, role in sorted(members.items()) if role is not None}
    if joined:
        put(connection, MEMBER, [{"match_id": match, "person": one, "role": role} for one, role in joined.items()])
    if left := members.keys() - joined:
        connection.execute(delete(MEMBER).where(MEMBER.c.match_id == match, MEMBER.c.person.in_(sorted(left))))


def refuse_repeated(connection: Connection, match: str, event: Event) -> None:
    if event.message is None:
        return
    same = {"of_match": match, "of_person": event.by, "of_message": event.message}
    found = SAME_MESSAGE.execute(connection, same).fetchone()
    if found is not None:
        raise Repeated(found[0])


def refuse(connection: Connection, match: str, event: Event) -> NoReturn:
    """Says why the event cannot be the table's next one."""
    refuse_repeated(connection, match, event)  # it may have come by another server in this very moment
    last = connection.execute(select(MATCH.c.number).where(MATCH.c.id == match)).scalar_one_or_none()
    if last is None:
        raise Missing(f"there is no table {match}")
    raise Taken(f"table {match} is at event {last}, so {event.number} is not the next")


def table_summary(row: Row[Any]) -> dict[str, Any]:
    return {"table": row.id, "game": row.slug, "created": row.created, "phase": row.phase, "role": row.role}


def erase_from_match(connection: Connection, match: str, person: str, alias: str) -> int | None:
    """Puts the alias in the person's place at one table; the number of the event that says so, if there is one.

    As that takes the next number, whoever has the table in memory cannot write what they still know.
    """
    row = connection.execute(select(MATCH).where(MATCH.c.id == match).with_for_update()).one_or_none()
    if row is None:
        return None
    named = EVENT.c.data.contains(json(person), autoescape=True)
    about = select(EVENT).where(EVENT.c.match_id == match, or_(EVENT.c.person == person, named))
    events = connection.execute(about).all()
    connection.execute(delete(MEMBER).where(MEMBER.c.match_id == match, MEMBER.c.person == person))
    if not events and row.host != person:  # who only watched
        return None
    names = {name for event in events for name in names_of(json_value(event.data), person)}
    erased = [values for event in events if (values := erased_event(event, person, alias))]
    if erased:
        connection.execute(ERASE_EVENT, erased)
    players = nameless(anonymous(json_value(row.players) or [], person, alias), names)
    connection.execute(
        update(MATCH).where(MATCH.c.id == match),
        {
            "host": alias if row.host == person else row.host,
            "turn": json(anonymous(json_value(row.turn) or [], person, alias)),
            "players": json(players),
            "number": row.number + 1,
        },
    )
    add(connection, match, [Event(row.number + 1, "", Erased(), row.changed)], UNCHANGED)
    return int(row.number) + 1


ERASE_EVENT = (
    update(EVENT)
    .where(EVENT.c.match_id == bindparam("of_match"), EVENT.c.number == bindparam("of_number"))
    .values(person=bindparam("new_person"), data=bindparam("new_data"), message=bindparam("new_message"))
)


def erased_event(event: Row[Any], person: str, alias: str) -> Values | None:
    """What takes an event's place, with the alias instead of the person; None where nothing changes."""
    theirs = event.person == person
    data = json(anonymous(json_value(event.data), person, alias, theirs=theirs))
    if not theirs and data == event.data:
        return None
    message = event.message.replace(person, alias) if event.message and theirs else event.message
    return {
        "of_match": event.match_id, "of_number": event.number, "new_person": alias if theirs else event.person,
        "new_data": data, "new_message": message,
    }  # fmt: skip


def save_person(connection: Connection, person: Person) -> None:
    """Stores somebody, unless they were erased or logged this device out meanwhile: a page that is still open
    somewhere must not undo that."""
    if still_good(connection, person):
        put(connection, PERSON, [person_values(person)], keep="created")


def still_good(connection: Connection, person: Person) -> bool:
    """Whether the cookie that this person came with is good now."""
    query = select(REVOKED.c.devices).where(REVOKED.c.digest == digest(person.id))
    found = connection.execute(query).first()
    return found is None or found.devices == person.settings.get(DEVICES, "")


def log_others_out(connection: Connection, person: Person, devices: str) -> None:
    """Makes the person's cookies worthless, except for those that say `devices`. A device that was logged out itself
    cannot do that."""
    if still_good(connection, person):
        revoke(connection, person.id, devices)
        save_person(connection, msgspec.structs.replace(person, settings={**person.settings, DEVICES: devices}))


def begin_erasing(connection: Connection, person: str, now: float) -> None:
    """From now on nobody is known by the person's cookies, and it is known that their tables are to be changed."""
    erase_from_people(connection, person)
    put(connection, ERASING, [{"person": person, "at": now}])


def erase_from_people(connection: Connection, person: str) -> None:
    for table in (ATTENDANCE, LINK):
        connection.execute(delete(table).where(table.c.person == person))
    connection.execute(delete(PERSON).where(PERSON.c.id == person))
    revoke(connection, person, None)


def revoke(connection: Connection, person: str, devices: str | None) -> None:
    """From now on only cookies that say this are good for the person; without it none is."""
    put(connection, REVOKED, [{"digest": digest(person), "at": time.time(), "devices": devices}])
    connection.execute(delete(LINK).where(LINK.c.person == person))


def forget_matches(connection: Connection, stale: Select[tuple[str]]) -> int:
    """Deletes tables with all that belongs to them; returns how many."""
    ids = connection.execute(stale).scalars().all()
    connection.execute(delete(ATTENDANCE).where(ATTENDANCE.c.match_id.in_(ids)))
    connection.execute(delete(MATCH).where(MATCH.c.id.in_(ids)))  # events and members go with it
    return len(ids)


def forget_people(connection: Connection, older_than: float) -> None:
    """Deletes people not seen for long who are at no table any more, links that ran out and old attendances."""
    somewhere = exists().where(MEMBER.c.person == PERSON.c.id)
    connection.execute(delete(PERSON).where(PERSON.c.seen < older_than, ~somewhere))
    connection.execute(delete(LINK).where(LINK.c.until < time.time()))
    connection.execute(delete(ATTENDANCE).where(ATTENDANCE.c.until < time.time() - ATTENDANCE_KEPT))
    connection.execute(delete(REVOKED).where(REVOKED.c.at < time.time() - COOKIES_LIVE))
