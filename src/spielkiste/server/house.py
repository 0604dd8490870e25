"""A house: desk, bots, people, pages and live connections under one roof, wherever it stands.

A server's is opened in `app.py`; a browser's in `pocket/house.py`. Nothing here needs a database or other processes.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from spielkiste.server import messages as m
from spielkiste.server.answers import Closed
from spielkiste.server.bot_seats import PAUSE, BotSeats, Thinkers
from spielkiste.server.broker import LOOK, Broker
from spielkiste.server.chores import Chores
from spielkiste.server.clocks import Clocks
from spielkiste.server.desk import RESTING_EVERY, Desk
from spielkiste.server.events import DEVICES, Match, Person
from spielkiste.server.guard import Buckets, Whereabouts
from spielkiste.server.live_connection import LiveConnection
from spielkiste.server.pages import Pages
from spielkiste.server.people import People
from spielkiste.server.presence import GRACE, Around, Presence
from spielkiste.server.queues import IterationQuota
from spielkiste.server.referee import Referee
from spielkiste.server.reviews import Reviews
from spielkiste.server.table import Table
from spielkiste.server.tasks import Slices

if TYPE_CHECKING:
    from spielkiste.server.store import Store  # a database, which a browser has not

SOCKETS_OF_AN_ADDRESS = 2000  # a school behind one address; a flood from one place is refused
SOCKETS_IN_ALL = 20_000  # of one process
MOMENT_SECONDS = 2.5
DAY = 86400.0
HOUSEKEEPING = 3600.0
BETWEEN_LOOKS = 0.5  # seconds between two looks whose cookies were revoked: each takes 20 ms where 2,000 pages are open
LOOKED_AFTER = 25.0  # seconds between two looks at an open page, which says something every twenty while it is seen
TURNS = 25  # in which all pages are looked after, one part after the other
RESTS_AFTER = 30.0  # seconds since a page was told something …
MANY_AWAKE, RESTS_SOONER = 1200, 2.0  # … and where so many pages are awake, which keep tens of kilobytes each
TALK = m.Chat | m.React | m.Rename  # stored without end, if it were not limited …
ARRANGING = m.Colour | m.Sit | m.Stand | m.SeatBot | m.Swap | m.SwitchTips  # … and so are these
PEOPLE = "~people"  # where processes tell each other to look whose cookies were revoked; no table has such an id


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    database: str = "spielkiste.db"
    broker: str | None = None
    address: str | None = None  # the public one, such as https://spiele.example; default: what the browser asked for
    warm: bool = True  # have the bots' code compiled in the background, before they are asked
    bot_pause: tuple[float, float] = PAUSE
    bot_processes: int | None = None
    lots: bool = True  # who begins is drawn unless the host chooses; else whoever opened the table
    moment_seconds: float = MOMENT_SECONDS  # in which everybody looks at a reveal or a scoring
    grace: float = GRACE  # seconds somebody may be away before the others may decide what happens
    rate: float = 1.0  # how many times the usual number of requests an address may send
    sockets: int = SOCKETS_OF_AN_ADDRESS
    abandoned_days: int = 30  # after which a running game that nobody touches is ended
    forget_days: int = 90  # after which a table that nobody touches is deleted
    store_seconds: int = 10  # the database may take for a statement
    broker_seconds: int = 5  # the broker may take for an answer
    proxy: str | None = None  # proxies that are trusted, by commas
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = None  # of the first process; None: no figures are served
    log: str = "text"  # or json
    log_requests: bool = False

    @property
    def secure(self) -> bool:
        """Whether people come by https, also where a proxy in front speaks it."""
        return (self.address or "").startswith("https://")


class House:
    """Everything a request may need, opened once for each process, or browser."""

    def __init__(self, settings: Settings, store: "Store", broker: Broker, keys: list[bytes], bots: Thinkers) -> None:
        self.settings, self.store, self.broker = settings, store, broker
        self.bots = bots
        self.desk = Desk(store, broker, settings.lots, settings.moment_seconds, Referee(bots.answer))
        self.whereabouts = Whereabouts()
        self.bot_seats = BotSeats(self.desk, bots, settings.bot_pause, self.whereabouts.of)
        self.clocks = Clocks(self.desk, self.bot_seats)
        self.reviews = Reviews(bots)
        self.people = People(store, keys, settings.secure)
        self.presence = Presence(store, broker, settings.grace)
        self.pages = Pages(self)
        self.open_pages: set[LiveConnection] = set()
        self.awake_pages: set[LiveConnection] = set()  # those that keep what they were sent
        self._sockets: Counter[str] = Counter()
        rate = settings.rate
        self.beginning = IterationQuota(5.0)  # by address: milliseconds of requests and messages
        # Messages of an address, by what they cost: everybody in a school may move every few seconds.
        self.messages = Buckets(3000 * rate, 200 * rate)
        self.arranging = Buckets(300 * rate, 5 * rate)  # seats, colours and whether there are tips, of an address
        self.talk_of_a_person = Buckets(40 * rate, 1 * rate)  # chat lines and new names
        self.talk = Buckets(300 * rate, 3 * rate)  # the same, of an address: long lines take 5 KB each
        self.rematches = Buckets(120 * rate, 1 * rate)  # of an address: each may open a table
        self._upgrades = Buckets(400 * settings.rate, 20 * settings.rate)  # new connections of an address
        self._erasing = asyncio.Lock()
        self.chores = Chores()

    async def close(self) -> None:
        await self.chores.close()
        await self.clocks.close()
        await self.bot_seats.close()
        await self.reviews.close()
        self.bots.close()
        await self.broker.close()
        await self.store.close()

    async def clean_up(self) -> None:
        """Forgets what nobody has touched for long, for ever."""
        while True:
            await asyncio.sleep(HOUSEKEEPING)
            now = self.store.now()
            await self.desk.end_abandoned(now - self.settings.abandoned_days * DAY)
            await self.store.forget(now - self.settings.forget_days * DAY)

    async def look_after_pages(self, every: float = LOOKED_AFTER) -> None:
        """Sees that open pages are still there, each in its turn, for ever."""
        while True:
            pages = list(self.open_pages)
            for turn in range(TURNS):
                await asyncio.sleep(every / TURNS)
                slices = Slices()
                for page in pages[turn::TURNS]:
                    if page.wire is not None:
                        page.wire.look_after()
                    await slices.pause()

    async def rest_pages(self, every: float = RESTING_EVERY) -> None:
        """Lets pages rest at which nothing happens, for ever; where many are awake, sooner."""
        while True:
            await asyncio.sleep(every)
            slices, patience = Slices(), RESTS_AFTER if len(self.awake_pages) <= MANY_AWAKE else RESTS_SOONER
            for page in list(self.awake_pages):
                if page.rest(patience):
                    self.awake_pages.discard(page)
                await slices.pause()

    # --- people who are gone -------------------------------------------------------------------------

    async def erase(self, person: Person) -> None:
        """Forgets somebody, in all processes. From the first moment their cookie is worthless and their pages are
        closed; what was under way is erased a minute later."""
        await self.store.begin_erasing(person.id)
        await self._say_farewell(person)
        async with self._erasing:  # it keeps all others from writing: between two of them moves are stored
            await self.desk.erase(person.id)

    async def log_out_others(self, person: Person) -> Person:
        """Makes the cookies of all devices worthless; the person returned gets a new one."""
        person = await self.people.alone(person)
        await self._say_farewell(person)
        return person

    async def _say_farewell(self, person: Person) -> None:
        await self.close_pages_of_the_gone({person.id})
        await self.broker.publish(PEOPLE, LOOK)

    async def watch_people(self) -> None:
        """Looks whose cookies were revoked by another process, whenever there is news of people, for ever."""
        async with self.broker.subscribe(PEOPLE) as numbers:
            while True:
                await self.close_pages_of_the_gone({page.person.id for page in self.open_pages})
                await asyncio.sleep(BETWEEN_LOOKS)
                await numbers.get()

    async def close_pages_of_the_gone(self, people: Collection[str]) -> None:
        """Closes pages of those, of these people, whose cookies were revoked. It is asked of everybody who has a page
        open here, not since when: clocks of several machines differ."""
        gone = await self.store.revoked(people)
        for page in list(self.open_pages) if gone else ():
            id, devices = page.person.id, page.person.settings.get(DEVICES, "")
            if id in gone and gone[id] != devices:
                with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):  # gone already, or too slow
                    await asyncio.wait_for(page.close(Closed.SIGNED_OUT), 1.0)

    def base(self, connection: HTTPConnection) -> str:
        """The address links begin with."""
        if self.settings.address:
            return self.settings.address.rstrip("/")
        scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
        return f"{scheme}://{connection.headers.get('host', connection.url.netloc)}"

    async def around(self, table: Table) -> Around:
        """Who is at a table now, and who was lately; of a new table everybody counts as on their way."""
        return self._with_those_on_their_way(table, await self.presence.around(table.match.id))

    def around_at_hand(self, table: Table) -> Around | None:
        """The same, where nobody has to be asked."""
        known = self.presence.at_hand(table.match.id)
        return None if known is None else self._with_those_on_their_way(table, known)

    def _with_those_on_their_way(self, table: Table, around: Around) -> Around:
        there, lately = around
        new = self.store.now() - table.match.created < self.settings.grace
        return there, lately | table.seating.of.keys() if new else lately

    async def may_see(self, match: Match, seated: Collection[str], person: str) -> bool:
        """Players, the host, who came by a link for watching, and everybody at a public table."""
        if match.public or person == match.host or person in seated:
            return True
        return await self.store.role(match.id, person) is not None

    @property
    def sockets(self) -> int:
        """Open pages of this process."""
        return self._sockets.total()

    async def only_watches(self, table: Table, person: str) -> bool:
        """Whether somebody came by a link for watching, which lets nobody sit."""
        if table.match.public or person == table.match.host or person in table.people:
            return False
        return await self.store.role(table.match.id, person) == "watcher"

    def has_room(self, message: m.Anything, person: str, address: str, cost: float = 1.0) -> bool:
        """Whether a message may be carried out now, after all that this person and this address have sent lately."""
        if not self.messages.take(address, cost):
            return False
        if isinstance(message, TALK):
            return self.talk_of_a_person.take(person) and self.talk.take(address)
        if isinstance(message, ARRANGING):
            return self.arranging.take(address)
        return not isinstance(message, m.Rematch) or self.rematches.take(address)

    def is_too_quick(self, address: str) -> bool:
        """Whether an address has opened more connections lately than people do."""
        return not self._upgrades.take(address)

    def may_connect(self, address: str) -> bool:
        """Whether there is room for the connection that asks."""
        return self._sockets[address] <= self.settings.sockets and self._sockets.total() <= SOCKETS_IN_ALL

    @contextmanager
    def connection(self, address: str) -> Iterator[None]:
        self._sockets[address] += 1
        try:
            yield
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]
