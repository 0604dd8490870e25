"""Who has the page of a table open, in all processes."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from spielkiste.server.broker import LOOK, Broker, LocalBroker

if TYPE_CHECKING:
    from spielkiste.server.store import Store  # a database, which a browser has not

HOLDS = 45.0  # seconds a note of attendance is good for
RENEWED = 20.0  # seconds after which it is written again
GRACE = 60.0  # seconds somebody may usually be gone before the others are asked what to do
FRESH = 2.0  # seconds an answer from the store is reused


class Presence:
    """Attendance of this process's pages, shared with the other processes where there are any."""

    def __init__(self, store: "Store", broker: Broker, grace: float = GRACE) -> None:
        self.broker = broker
        self._here: dict[str, Counter[str]] = {}  # by table: how many pages of each person
        self._notes: Notes = NotesInMemory(grace) if isinstance(broker, LocalBroker) else NotesInStore(store, grace)

    async def come(self, match: str, person: str) -> None:
        here = self._here.setdefault(match, Counter())
        here[person] += 1
        if here[person] == 1:
            await self._note(match, person, HOLDS)

    async def go(self, match: str, person: str) -> None:
        here = self._here[match]
        here[person] -= 1
        if here[person]:
            return
        del here[person]
        if not here:
            del self._here[match]
        await self._note(match, person, 0.0)

    async def _note(self, match: str, person: str, holds: float) -> None:
        await self._notes.note(match, person, holds)
        await self.broker.publish(match, LOOK)

    async def around(self, match: str) -> tuple[set[str], set[str]]:
        """Who is there now, and who was there until a short while ago."""
        there, lately = await self._notes.around(match)
        here = set(self._here.get(match, ()))  # whatever the clock or the store say
        return there | here, lately | here

    async def renew(self) -> None:
        """Keeps this process's notes good, for ever."""
        while True:
            await asyncio.sleep(RENEWED)
            await self._notes.renew((match, person) for match, here in self._here.items() for person in here)


class Notes(Protocol):
    """What is known of people at tables beyond the pages that are open here."""

    async def note(self, match: str, person: str, holds: float) -> None:
        """Somebody is there for so many seconds; 0 says that they left."""

    async def around(self, match: str) -> tuple[set[str], set[str]]: ...

    async def renew(self, here: Iterable[tuple[str, str]]) -> None: ...


class NotesInStore:
    """For several processes: each writes down who is there, and asks who else is."""

    def __init__(self, store: "Store", grace: float) -> None:
        self.store, self.grace = store, grace
        self._asked: dict[str, tuple[float, set[str], set[str]]] = {}

    async def note(self, match: str, person: str, holds: float) -> None:
        self._asked.pop(match, None)
        await self.store.attend([(match, person, self.store.now() + holds)])

    async def around(self, match: str) -> tuple[set[str], set[str]]:
        now = self.store.now()
        known = self._asked.get(match)
        if known is None or not 0 <= now - known[0] <= FRESH:  # a clock may jump, back too
            until = await self.store.attendance(match, now - self.grace)
            there = {person for person, end in until.items() if end > now}
            known = self._asked[match] = (now, there, set(until))
        return known[1], known[2]

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

    async def around(self, match: str) -> tuple[set[str], set[str]]:
        since = time.monotonic() - self.grace
        if since < self._begun:  # people need a moment to come back to a server that was started anew
            return set(), Everybody()
        return set(), {person for person, at in self._left.get(match, {}).items() if at > since}

    async def renew(self, here: Iterable[tuple[str, str]]) -> None:
        """Forgets those who left long ago."""
        since = time.monotonic() - self.grace
        for match, left in list(self._left.items()):
            lately = {person: at for person, at in left.items() if at > since}
            if lately:
                self._left[match] = lately
            else:
                del self._left[match]


class Everybody(set[str]):
    """All people there are."""

    def __contains__(self, person: object) -> bool:
        return True

    def __or__(self, others: object) -> "Everybody":  # type: ignore[override]  # nobody is missing here
        return self
