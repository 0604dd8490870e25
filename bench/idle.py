"""Tables that nobody plays at: how much memory they take by themselves, and with their pages open and everybody quiet.

The tables are in the database with some moves made. A page opens at each, is shown its table and is left, so that the
table stays in memory alone. Then a page opens at each again and stays, saying "ping" as often as a browser does; where
the system has no more files for sockets, it is left too.
"""

import asyncio
import hashlib
import itertools
import random
import resource
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from clients import Club, Onlooker
from measures import Usage, Watch
from servers import free_port, spielkiste
from tables import NAMES, Kind

import spielkiste as sk
from spielkiste.server.events import Event, Match, Standing
from spielkiste.server.house import RESTS_AFTER as PAGE_RESTS_AFTER
from spielkiste.server.news import Moves, News, Opened, Played, Sat, Started
from spielkiste.server.people import People
from spielkiste.server.shelf import RESTS_AFTER
from spielkiste.server.store import Store
from spielkiste.server.table import Table

MOVES = 24  # made at each table
MODELS = 5  # games played for each kind; all tables of it are played like one of them
AT_ONCE = 200  # tables stored together
COMING_AT_ONCE = 40  # pages
FILES_ELSEWHERE = 1000  # of a process, which are no sockets
PING_EVERY = 20.0  # seconds, as in the client's wire.ts
TABLES_SETTLE = RESTS_AFTER + 15  # seconds until all tables are at rest that nobody looks at
PAGES_SETTLE = PAGE_RESTS_AFTER + TABLES_SETTLE  # and all pages, and then their tables
MEASURED = 20.0  # seconds


class Guest(NamedTuple):
    table: str
    cookie: str


@dataclass
class Idle:
    """What so many idle tables take."""

    tables: int
    pages: int  # that stayed open
    moves: int  # made at each table
    seconds_to_open: float
    opening_ms: float  # processor time of the server for each page
    empty_mib: float
    resting_mib: float  # with all tables, and no page
    full_mib: float
    kib_at_rest: float  # a table by itself
    kib_per_page: float  # that is open at it
    kib_per_table: float  # both
    busy: float  # share of a core while nobody does anything


async def measure_idle(tables: int, kinds: Sequence[Kind], folder: Path, watch: Watch) -> Idle:
    database = str(folder / "idle.db")
    watch.now(f"making {tables:,} tables")
    guests = await seed_played(database, kinds, tables)
    with spielkiste(free_port(), folder / "spielkiste.log", database=database) as server:
        server.wait_until_there()
        club, usage = Club(server.address, lambda: 0.0), Usage(server)
        await open_all([Onlooker(club, *guest, stays=False) for guest in guests[: len(kinds)]], watch)
        empty = usage.kib()  # with all that a first page loads
        await open_all([Onlooker(club, *guest, stays=False) for guest in guests], watch)
        watch.now("tables rest")
        await asyncio.sleep(TABLES_SETTLE)
        resting, busy, begun = usage.kib(), usage.seconds(), time.monotonic()
        stay = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - FILES_ELSEWHERE
        pages = [Onlooker(club, *guest, stays=k >= tables - stay) for k, guest in enumerate(guests)]
        await open_all(pages, watch)
        seconds, opening = time.monotonic() - begun, usage.seconds() - busy
        watch.now("pages rest, and say so")
        pinging = asyncio.create_task(ping([page for page in pages if page.stays]))
        await asyncio.sleep(PAGES_SETTLE)
        busy, begun, full = usage.seconds(), time.monotonic(), usage.kib()
        await asyncio.sleep(MEASURED)
        share = (usage.seconds() - busy) / (time.monotonic() - begun)
        pinging.cancel()
        await asyncio.gather(pinging, return_exceptions=True)
        await asyncio.gather(*(page.leave() for page in pages))
    open_pages = min(tables, stay)
    return Idle(
        tables=tables, pages=open_pages, moves=MOVES, seconds_to_open=seconds, opening_ms=1000 * opening / tables,
        empty_mib=empty / 1024, resting_mib=resting / 1024, full_mib=full / 1024,
        kib_at_rest=(resting - empty) / tables, kib_per_page=(full - resting) / open_pages,
        kib_per_table=(full - empty) / tables, busy=share,
    )  # fmt: skip


async def ping(pages: Sequence[Onlooker]) -> None:
    """As browsers do while their pages are seen; all of them within each round, for ever."""
    rounds = len(pages) / PING_EVERY  # pages a second
    begun = time.monotonic()
    for k, page in enumerate(itertools.cycle(pages)):
        if (early := begun + k / rounds - time.monotonic()) > 0:
            await asyncio.sleep(early)
        await page.ping()


async def open_all(pages: Sequence[Onlooker], watch: Watch) -> None:
    waiting, come = iter(pages), 0

    async def usher() -> None:
        nonlocal come
        for page in waiting:
            await page.come()
            come += 1
            watch.now(f"{come:,} of {len(pages):,} pages are open")

    await asyncio.gather(*(usher() for _ in range(COMING_AT_ONCE)))


# --- tables that have been played at ----------------------------------------------------------------


async def seed_played(database: str, kinds: Sequence[Kind], count: int) -> list[Guest]:
    """Running tables, each with people of its own, and the first of them."""
    models = [[played(kind) for _ in range(MODELS)] for kind in kinds]
    guests: list[Guest] = []
    async with await Store.open(database) as store:
        people = People(store, await store.keys())
        for first in range(0, count, AT_ONCE):
            numbers = range(first, min(count, first + AT_ONCE))
            made = [(k, kinds[k % len(kinds)], random.choice(models[k % len(kinds)])) for k in numbers]
            hosts = await asyncio.gather(*(lay(store, k, kind, moves) for k, kind, moves in made))
            guests += [Guest(f"idle-{k}", people.cookie(host)) for k, host in zip(numbers, hosts, strict=True)]
    return guests


def played(kind: Kind) -> list[Moves]:
    """The moves of the events of a game played at random."""
    table = Table(new_match(kind, "model", "nobody"))
    news: list[News] = [Opened(), Started(table.try_start(1))]
    for k, one in enumerate(news):
        table.apply(Event(k, "", one, 0.0))
    for _ in range(MOVES):
        if table.phase != "running":
            break
        seat = random.choice([seat for seat in table.state.turn if seat >= 0] or [sk.CLOCK])
        news.append(Played(table.try_move(seat, random.choice(table.state.moves(seat)))))
        table.apply(Event(table.number + 1, "", news[-1], 0.0))
    return [one.moves for one in news if isinstance(one, Started | Played)]


async def lay(store: Store, number: int, kind: Kind, moves: Sequence[Moves]) -> str:
    """Stores a table that was played like a model; its host. No clock will wake it."""
    persons = [secrets.token_urlsafe(12) for _ in range(kind.people)]
    match = new_match(kind, f"idle-{number}", persons[0])
    seated = [Sat(k, person, f"{NAMES[k]} {number}") for k, person in enumerate(persons)]
    news: list[News] = [Opened(), *seated, Started(moves[0]), *(Played(one) for one in moves[1:])]
    events = [Event(k, persons[0], one, match.created) for k, one in enumerate(news)]
    standing = Standing("running", len(events) - 1, match.created)
    await store.create(match, events, standing, dict.fromkeys(persons, "player"))
    return persons[0]


def new_match(kind: Kind, id: str, host: str) -> Match:
    game, seed = sk.game(kind.slug, **kind.options), secrets.token_bytes(32)
    return Match(
        id=id, slug=kind.slug, options=game.options, version=game.card.version, host=host, public=False,
        created=time.time(), seed=seed, commitment=hashlib.sha256(seed).hexdigest(), join=secrets.token_urlsafe(12),
        watch=secrets.token_urlsafe(12),
    )  # fmt: skip
