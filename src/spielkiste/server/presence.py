"""Who has the page of a table open, in all processes."""

import asyncio
import time
from collections import Counter

from spielkiste.server.broker import LOOK, Broker
from spielkiste.server.store import Store

HOLDS = 45.0  # seconds a note of attendance is good for
RENEWED = 20.0  # seconds after which it is written again
GRACE = 60.0  # seconds somebody may usually be gone before the others are asked what to do
FRESH = 2.0  # seconds an answer from the store is reused


class Presence:
    """Attendance of this process's pages, written to the store for the others."""

    def __init__(self, store: Store, broker: Broker, grace: float = GRACE) -> None:
        self.store, self.broker, self.grace = store, broker, grace
        self._here: Counter[tuple[str, str]] = Counter()
        self._asked: dict[str, tuple[float, set[str], set[str]]] = {}

    async def come(self, match: str, person: str) -> None:
        self._here[match, person] += 1
        if self._here[match, person] == 1:
            await self._note(match, person, time.time() + HOLDS)

    async def go(self, match: str, person: str) -> None:
        self._here[match, person] -= 1
        if not self._here[match, person]:
            del self._here[match, person]
            await self._note(match, person, time.time())

    async def _note(self, match: str, person: str, until: float) -> None:
        self._asked.pop(match, None)
        await self.store.attend([(match, person, until)])
        await self.broker.publish(match, LOOK)

    async def around(self, match: str) -> tuple[set[str], set[str]]:
        """Who is there now, and who was there until a short while ago."""
        now = time.time()
        known = self._asked.get(match)
        if known is None or not 0 <= now - known[0] <= FRESH:  # a clock may jump, back too
            until = await self.store.attendance(match, now - self.grace)
            there = {person for person, end in until.items() if end > now}
            known = self._asked[match] = (now, there, set(until))
        here = {person for at, person in self._here if at == match}  # whatever the clock or the store say
        return known[1] | here, known[2] | here

    async def renew(self) -> None:
        """Keeps this process's notes good, for ever."""
        while True:
            await asyncio.sleep(RENEWED)
            until = time.time() + HOLDS
            self._asked.clear()
            await self.store.attend([(match, person, until) for match, person in self._here])
