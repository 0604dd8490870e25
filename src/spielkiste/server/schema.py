"""The tables of the database, and how a row becomes a struct and back."""

from typing import Any

import msgspec
from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    Table,
    Text,
    UniqueConstraint,
)

from spielkiste.server.events import Event, Listed, Match, Person, Standing
from spielkiste.server.news import from_stored, to_stored

METADATA = MetaData()

# JSON is kept as text: both databases store it as it came, and msgspec reads it faster than any of them.
MATCH = Table(
    "match",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("slug", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("host", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("join_token", Text, nullable=False, unique=True),
    Column("watch_token", Text, nullable=False, unique=True),
    Column("turn_seconds", Integer),
    Column("previous", Text),
    Column("handed_in", Integer, nullable=False, server_default="0"),
    # From here on the standing, which changes with each event.
    Column("phase", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("changed", Double, nullable=False),
    Column("deadline", Double),
    Column("turn", Text, nullable=False),
    Column("players", Text, nullable=False),
    Index("ix_match_deadline", "phase", "deadline"),
    Index("ix_match_host", "host", "phase"),
    Index("ix_match_public", "public", "phase", "created"),
)

EVENT = Table(
    "event",
    METADATA,
    Column("match_id", Text, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("message", Text),
    UniqueConstraint("match_id", "person", "message", name="uq_event_message"),
    sqlite_with_rowid=False,  # a table's events lie side by side, and are found without a second index
)

MEMBER = Table(
    "member",
    METADATA,
    Column("match_id", Text, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("person", Text, primary_key=True, index=True),
    Column("role", Text, nullable=False),
)

# Who has the page of a table open, as far as known. Without foreign keys: a late sign of life is no error.
ATTENDANCE = Table(
    "attendance",
    METADATA,
    Column("match_id", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("until", Double, nullable=False),
)

PERSON = Table(
    "person",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("lang", Text),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False, index=True),
    Column("settings", Text, nullable=False),
)

LINK = Table(
    "link",
    METADATA,
    Column("digest", Text, primary_key=True),  # of the token: who reads the database cannot use the links
    Column("person", Text, nullable=False),
    Column("until", Double, nullable=False),
)

# Whose cookies are no longer good: of people who were erased, or who logged their other devices out.
REVOKED = Table(
    "revoked",
    METADATA,
    Column("digest", Text, primary_key=True),  # of the person's id, which is not stored any more
    Column("at", Double, nullable=False, index=True),
    Column("devices", Text),  # what the cookies that are still good say; nothing: none is
)

# Who is being erased: what they sent meanwhile is erased a minute later, also after a crash.
ERASING = Table(
    "erasing",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("at", Double, nullable=False),
)

SECRET = Table(
    "secret",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

Values = dict[str, Any]


def json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def match_values(match: Match) -> Values:
    values: Values = msgspec.structs.asdict(match)
    values["join_token"], values["watch_token"] = values.pop("join"), values.pop("watch")
    return values | {"options": json(match.options)}


def standing_values(standing: Standing) -> Values:
    return {
        "phase": standing.phase,
        "number": standing.number,
        "changed": standing.changed,
        "deadline": standing.deadline,
        "turn": json(standing.turn),
        "players": json(standing.players),
    }


def event_row(match_id: str, event: Event) -> tuple[Any, ...]:
    """In the order of the columns."""
    return (match_id, event.number, event.kind, event.by, to_stored(event.news), event.at, event.message)


def event_values(match_id: str, event: Event) -> Values:
    return dict(zip(EVENT.c.keys(), event_row(match_id, event), strict=True))


def person_values(person: Person) -> Values:
    return msgspec.structs.asdict(person) | {"settings": json(person.settings)}


def to_match(row: Row[Any]) -> Match:
    return Match(
        id=row.id,
        slug=row.slug,
        options=msgspec.json.decode(row.options),
        version=row.version,
        host=row.host,
        public=row.public,
        created=row.created,
        seed=bytes(row.seed),
        commitment=row.commitment,
        join=row.join_token,
        watch=row.watch_token,
        turn_seconds=row.turn_seconds,
        previous=row.previous,
        handed_in=row.handed_in,
    )


def to_standing(row: Row[Any]) -> Standing:
    return Standing(
        phase=row.phase,
        number=row.number,
        changed=row.changed,
        deadline=row.deadline,
        turn=msgspec.json.decode(row.turn, type=tuple[str, ...]),
        players=msgspec.json.decode(row.players, type=tuple[dict[str, Any], ...]),
    )


def to_listed(row: Row[Any]) -> Listed:
    return Listed(to_match(row), to_standing(row))


def to_event(row: Row[Any]) -> Event:
    """UnknownEvent where this version cannot read it."""
    return Event(row.number, row.person, from_stored(row.kind, row.data), row.at, row.message)


def json_value(text: str) -> Any:
    """A stored value; None where it is no JSON, so that one damaged row stops no list of them."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None


def to_plain_event(row: Row[Any]) -> Values:
    """An event as JSON values, just as it is stored: also one that this version cannot read."""
    return {
        "number": row.number,
        "kind": row.kind,
        "by": row.person,
        "data": json_value(row.data),
        "at": row.at,
        "message": row.message,
    }


def to_person(row: Row[Any]) -> Person:
    return Person(row.id, row.name, row.lang, row.created, row.seen, msgspec.json.decode(row.settings))
