"""Who changes a table, one after the other. Nearly always nobody else is there: an `asyncio.Lock` kept for each table,
and entered and left by coroutines, took longer than the rules of many a game."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Queues:
    """At most one holds a name; whoever comes meanwhile has it in the order they came."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]] | None] = {}  # by the names that somebody holds

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, name: str) -> bool:
        """Whether somebody holds it."""
        return name in self._waiting

    def waiting(self, name: str) -> int:
        """How many wait until the holder of a name lets go of it."""
        return sum(not turn.done() for turn in self._waiting.get(name) or ())

    async def take(self, name: str) -> None:
        """Waits until nobody else holds it; whoever has taken it must let go of it."""
        if name not in self._waiting:
            self._waiting[name] = None
            return
        waiting = self._waiting[name]
        if waiting is None:
            waiting = self._waiting[name] = deque()
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was handed over at the same time
                self.let_go(name)
            raise

    @asynccontextmanager
    async def held(self, name: str) -> AsyncIterator[None]:
        """Holds it for a block."""
        await self.take(name)
        try:
            yield
        finally:
            self.let_go(name)

    def let_go(self, name: str) -> None:
        """Whoever has waited longest holds it now."""
        waiting = self._waiting[name]
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        del self._waiting[name]
