"""Tables for the load and the crash test: made by the server's own code, and audited in the database afterwards."""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

from clients import Game, Shown

from spielkiste.server.broker import LocalBroker
from spielkiste.server.desk import Desk
from spielkiste.server.events import Event
from spielkiste.server.news import Moves, Played
from spielkiste.server.people import People
from spielkiste.server.presentation import board
from spielkiste.server.store import Store
from spielkiste.server.table import Seat, Table
from spielkiste.server.texts import catalogue
from spielkiste.server.viewer import Viewer

NAMES = ("Anna", "Ben", "Clara", "David")
LANG = "de"


class Kind(NamedTuple):
    """What is played, by how many people; bots of a level fill the other seats."""

    slug: str
    options: Mapping[str, Any]
    people: int
    bots: int = 0
    level: int = 1
    turn_seconds: int | None = None
    asleep: int = 0  # of the people: they never open the page


class Sitting(NamedTuple):
    """A running table and its people who are awake: who they are, and the cookie that proves it."""

    game: Game
    people: list[tuple[str, str]]
    kind: Kind


async def seed(database: str, kinds: Sequence[Kind], count: int) -> list[Sitting]:
    """So many running tables, kinds in turn; each has people and names of its own, so that no limit per person applies
    and no picture or sentence of one table will do for another."""
    async with await Store.open(database) as store:
        people = People(store, await store.keys())
        desk = Desk(store, LocalBroker())
        return [await sit(desk, people, kinds[k % len(kinds)], k) for k in range(count)]


async def sit(desk: Desk, people: People, kind: Kind, number: int) -> Sitting:
    persons = [secrets.token_urlsafe(12) for _ in range(kind.people)]
    seats = {k: Seat("person", person, f"{NAMES[k]} {number}") for k, person in enumerate(persons)}
    seats |= {kind.people + k: Seat("bot", level=kind.level) for k in range(kind.bots)}
    table = await desk.open(
        kind.slug, kind.options, persons[0], seats, turn_seconds=kind.turn_seconds, start=True
    )  # fmt: skip
    awake = persons[: kind.people - kind.asleep]
    return Sitting(Game(table.match.id), [(person, people.cookie(person)) for person in awake], kind)


# --- the audit -----------------------------------------------------------------------------------


@dataclass
class Audit:
    """What the database says about what players were told."""

    tables: int = 0
    acknowledged: int = 0
    missing: int = 0  # acknowledged, but not stored as that number
    doubled: int = 0  # stored more than once
    unasked: int = 0  # stored for a person who was never told so
    gaps: int = 0  # tables whose numbers are not 0, 1, 2, …
    pictures: int = 0  # compared: the newest picture of a page with the one replay gives
    wrong_pictures: int = 0
    behind: int = 0  # pages that had not been told of the newest event
    problems: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return not (self.missing or self.doubled or self.unasked or self.gaps or self.wrong_pictures or self.behind)

    def __str__(self) -> str:
        return (
            f"{self.acknowledged:,} acknowledged moves at {self.tables:,} tables: {self.missing} missing, "
            f"{self.doubled} doubled, {self.unasked} stored but not acknowledged; {self.pictures:,} pictures compared "
            f"with replay: {self.wrong_pictures} wrong, {self.behind} behind"
        )


async def audit(database: str, games: Sequence[Game], until: float = inf) -> Audit:
    """Replays every table and holds it against what its players were told; of what happened after that time nobody
    need have been told."""
    found = Audit()
    async with await Store.open(database) as store:
        for game in games:
            match = await store.match(game.table)
            assert match is not None, f"table {game.table} is gone"
            events = await store.events(game.table)
            found.tables += 1
            compare_moves(found, game, events)
            table = Table(match)
            pages = sorted(game.shown.values(), key=lambda page: page.number)
            for event in events:
                table.apply(event)
                for page in [page for page in pages if page.number == event.number]:
                    compare_picture(found, table, page)
                    later = [one for one in events[event.number + 1 :] if one.at < until]
                    found.behind += bool(later)
                    found.problems += [f"{game.table}: the page of {page.person} was not told of {later}"] * bool(later)
    return found


def moves_in(event: Event) -> Moves:
    """What was played by an event, if it is one of a move."""
    return event.news.moves if isinstance(event.news, Played) else ()


def compare_moves(found: Audit, game: Game, events: Sequence[Event]) -> None:
    if [event.number for event in events] != list(range(len(events))):
        found.gaps += 1
    stored = {(event.by, event.message): event for event in events if moves_in(event) and event.by}
    copies = Counter((event.by, event.message) for event in events if event.by and event.message)
    found.doubled += sum(count - 1 for count in copies.values())
    for move in game.moves:
        found.acknowledged += 1
        event = stored.pop((move.person, f"{move.person}/{move.id}"), None)
        if event is None or event.number != move.number or moves_in(event)[0] != (move.seat, move.move):
            found.missing += 1
            found.problems.append(f"{game.table}: {move} is not in the log as acknowledged")
    found.unasked += len(stored)


def compare_picture(found: Audit, table: Table, page: Shown) -> None:
    """The newest update a page got, against the board drawn from the replayed position."""
    found.pictures += 1
    viewer = Viewer(page.person, LANG, catalogue(LANG).gettext, page.seat)
    if board(table, viewer).picture.parts != page.parts:
        found.wrong_pictures += 1
        found.problems.append(f"{table.match.id}: the page of seat {page.seat} shows another board at {page.number}")
