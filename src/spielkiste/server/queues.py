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


class IterationQuota:
    """Limits what each key begins in one iteration of the event loop. What exceeds the quota waits for a later
    iteration, in order; a single cost above the quota has an iteration of its key to itself."""

    def __init__(self, quota: float) -> None:
        self._quota = quota
        self._used: dict[str, float] = {}  # in this iteration
        self._waiting: dict[str, deque[tuple[float, asyncio.Future[None]]]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    async def take(self, key: str, cost: float = 1.0) -> None:
        """Returns as soon as the key may begin something of this cost."""
        loop = asyncio.get_running_loop()
        if not self._used:
            loop.call_soon(self._renew)
        used = self._used.get(key, 0.0)
        if key not in self._waiting and fits(used, cost, self._quota):
            self._used[key] = used + cost
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.setdefault(key, deque()).append((cost, turn))
        await turn

    def _renew(self) -> None:
        """The next iteration: those who wait longest come first."""
        self._used.clear()
        for key, waiting in list(self._waiting.items()):
            used = 0.0
            while waiting and fits(used, waiting[0][0], self._quota):
                cost, turn = waiting.popleft()
                if not turn.done():
                    turn.set_result(None)
                    used += cost
            self._used[key] = used
            if not waiting:
                del self._waiting[key]
        if self._used:
            asyncio.get_running_loop().call_soon(self._renew)


def fits(used: float, cost: float, quota: float) -> bool:
    return not used or used + cost <= quota
