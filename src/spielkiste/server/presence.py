"""Who has the page of a table open, in all processes."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Set
from typing import TYPE_CHECKING, Protocol

from spielkiste.server.broker import LOOK, Broker, LocalBroker

if TYPE_CHECKING:
    from spielkiste.server.store import Store  # a database, which a browser has not

HOLDS = 45.0  # seconds a note of attendance is good for
RENEWED = 20.0  # seconds after which it is written again
GRACE = 60.0  # seconds somebody may usually be gone before the others are asked what to do
FRESH = 2.0  # seconds an answer from the store is reused

Around = tuple[Set[str], Set[str]]  # who is at a table now, and who was there until a short while ago


class Presence:
    """Attendance of this process's pages, shared with the other processes where there are any."""

    def __init__(self, store: "Store", broker: Broker, grace: float = GRACE) -> None:
        self.broker = broker
        self._here: dict[str, Counter[str]] = {}  # by table: how many pages of each person
        self._people: dict[str, frozenset[str]] = {}  # the same without numbers, one object for all who ask
        self._notes: Notes = NotesInMemory(grace) if isinstance(broker, LocalBroker) else NotesInStore(store, grace)

    async def come(self, match: str, person: str) -> None:
        here = self._here.setdefault(match, Counter())
        here[person] += 1
        if here[person] == 1:
            self._people[match] = frozenset(here)
            await self._note(match, person, HOLDS)

    async def go(self, match: str, person: str) -> None:
        here = self._here[match]
        here[person] -= 1
        if here[person]:
            return
        del here[person]
        self._people[match] = frozenset(here)
        if not here:
            del self._here[match], self._people[match]
        await self._note(match, person, 0.0)

    async def _note(self, match: str, person: str, holds: float) -> None:
        await self._notes.note(match, person, holds)
        await self.broker.publish(match, LOOK)

    async def around(self, match: str) -> Around:
        """Who is there now, and who was there until a short while ago."""
        return self.at_hand(match) or self._with_those_here(match, await self._notes.around(match))

    def at_hand(self, match: str) -> Around | None:
        """The same, where nobody else has to be asked."""
        known = self._notes.at_hand(match)
        return None if known is None else self._with_those_here(match, known)

    def _with_those_here(self, match: str, around: Around) -> Around:
        """Whatever the clock or the store say."""
        here = self._people.get(match, NOBODY)
        there, lately = around
        return there | here if there else here, lately | here if lately else here

    async def renew(self) -> None:
        """Keeps this process's notes good, for ever."""
        while True:
            await asyncio.sleep(RENEWED)
            await self._notes.renew((match, person) for match, here in self._here.items() for person in here)


class Notes(Protocol):
    """What is known of people at tables beyond the pages that are open here."""

    async def note(self, match: str, person: str, holds: float) -> None:
        """Somebody is there for so many seconds; 0 says that they left."""

    async def around(self, match: str) -> Around: ...

    def at_hand(self, match: str) -> Around | None:
        """The same, where nobody has to be asked for it."""

    async def renew(self, here: Iterable[tuple[str, str]]) -> None: ...


class NotesInStore:
    """For several processes: each writes down who is there, and asks who else is."""

    def __init__(self, store: "Store", grace: float) -> None:
        self.store, self.grace = store, grace
        self._asked: dict[str, tuple[float, Around]] = {}

    async def note(self, match: str, person: str, holds: float) -> None:
        self._asked.pop(match, None)
        await self.store.attend([(match, person, self.store.now() + holds)])

    async def around(self, match: str) -> Around:
        now = self.store.now()
        until = await self.store.attendance(match, now - self.grace)
        there = {person for person, end in until.items() if end > now}
        self._asked[match] = now, (there, set(until))
        return there, set(until)

    def at_hand(self, match: str) -> Around | None:
        at, known = self._asked.get(match, (0.0, None))
        return known if 0 <= self.store.now() - at <= FRESH else None  # a clock may jump, back too

    async def renew(self, here: Iterable[tuple[str, str]]) -> None:
        until = self.store.now() + HOLDS
        self._asked.clear()
        await self.store.attend([(match, person, until) for match, person in here])


class NotesInMemory:
    """For one process: who is not here is nowhere else, so that only those who left lately are to be remembered."""

    def __init__(self, grace: float) -> None:
        self.grace = grace
        self._begun = time.monotonic()
        self._left: dict[str, dict[str, float]] = {}  # by table: when each of them left

    async def note(self, match: str, person: str, holds: float) -> None:
        self._left.setdefault(match, {})[person] = time.monotonic()

    async def around(self, match: str) -> Around:
        return self.at_hand(match)

    def at_hand(self, match: str) -> Around:
        since = time.monotonic() - self.grace
        if since < self._begun:  # people need a moment to come back to a server that was started anew
            return NOBODY, EVERYBODY
        left = self._left.get(match)
        return NOBODY, {person for person, at in left.items() if at > since} if left else NOBODY

    async def renew(self, here: Iterable[tuple[str, str]]) -> None:
        """Forgets those who left long ago."""
        since = time.monotonic() - self.grace
        for match, left in list(self._left.items()):
            lately = {person: at for person, at in left.items() if at > since}
            if lately:
                self._left[match] = lately
            else:
                del self._left[match]


class Everybody(frozenset[str]):
    """All people there are."""

    def __contains__(self, person: object) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return self is other  # and not nobody, as it would be if its members were counted

    __hash__ = frozenset.__hash__

    def __bool__(self) -> bool:
        return True

    def __or__(self, others: object) -> "Everybody":
        return self


NOBODY: frozenset[str] = frozenset()
EVERYBODY = Everybody()
