"""Bots beside the server: each thinks in a process of its own, so that none delays anybody.

Nothing is compiled where bots think. Where code is missing the thought is given up, the process is free for others, and
another process compiles what is missing; then the bot is asked again. So compiling takes nobody's time to think.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, nullcontext
from functools import cache
from typing import Any

import spielkiste as sk
from spielkiste.core import codecache
from spielkiste.core.compiled import NotCompiled, compiling_forbidden
from spielkiste.core.game import Game
from spielkiste.search.bots import levels
from spielkiste.server.compile_queue import AT_A_TABLE, SOME_TIME, CompileQueue, Order
from spielkiste.server.lanes import BotFailed, Lane

__all__ = ["BotFailed", "Bots"]

log = logging.getLogger("spielkiste.bots")
SECONDS = 1.5  # a bot thinks where time decides; with the pause before, people wait about two seconds
OVERRUN = 60.0  # longest wait for a thought, on a machine with much else to do
CORES_LEFT = 1  # for the server itself
FEWEST = 2  # processes: one that is stuck must not be the only one
NICENESS = 5

Options = tuple[tuple[str, Any], ...]


class Bots:
    """A few processes that think, one thought at a time each, and one that compiles: `ahead` of being asked, if so."""

    def __init__(self, processes: int | None = None, *, ahead: bool = True) -> None:
        count = processes or max(FEWEST, (os.cpu_count() or 2) - CORES_LEFT)
        self.ahead = ahead
        self.compiling = CompileQueue()
        self._lanes = [Lane(NICENESS) for _ in range(count)]
        self._free = list(self._lanes)
        self._turn = asyncio.Semaphore(count)  # who came first thinks first, as a queue would not have it

    @asynccontextmanager
    async def _lane(self) -> AsyncIterator[Lane]:
        """A process nobody uses."""
        async with self._turn:
            lane = self._free.pop()
            try:
                yield lane
            finally:
                self._free.append(lane)

    async def choose(self, game: Game, state: sk.State, seat: int, level: int, seed: int) -> str:
        """A bot's move; BotFailed if its process died or took too long."""
        order = Order.of(game, level)
        question = (*order, state.to_bytes(), seat, seed)
        try:
            return await self._think(*question)
        except NotCompiled as missing:
            log.info("%s, level %s, has to wait: %s", game, level, missing)
        if not self.compiling.has_made(order):
            try:
                await self.compiling.make(order)
                return await self._think(*question)
            except (NotCompiled, BotFailed) as missing:
                log.warning("%s, level %s, was not well prepared: %s", game, level, missing)
        return str(await self.compiling.do(think_and_compile, *question))  # what this very position needs

    async def _think(self, *question: Any) -> str:
        async with self._lane() as lane:
            return await lane.run(OVERRUN, think, *question)

    def expect(self, game: Game, level: int) -> None:
        """A table may soon ask this level: what it needs is compiled next."""
        if self.ahead:
            self.compiling.expect(Order.of(game, level), AT_A_TABLE)

    def expect_all(self, slugs: Iterable[str]) -> None:
        """Has everything compiled that bots need in games with their usual options, in the background."""
        if self.ahead:
            for game in map(sk.game, slugs):
                for level in levels(game.room):
                    self.compiling.expect(Order.of(game, level), SOME_TIME)

    def close(self) -> None:
        self.compiling.close()
        for lane in self._lanes:
            lane.stop()

    def processes(self) -> list[int]:
        """The process ids, for those who look after the machine."""
        return [pid for lane in (*self._lanes, self.compiling.lane) for pid in lane.processes()]


# --- in a bot's process -------------------------------------------------------------------------------


def think(slug: str, options: Options, level: int, state: bytes, seat: int, seed: int) -> str:
    """One move; NotCompiled where code is missing that another process can compile."""
    with compiling_forbidden() if cache_is_shared() else nullcontext():
        return think_and_compile(slug, options, level, state, seat, seed)


def think_and_compile(slug: str, options: Options, level: int, state: bytes, seat: int, seed: int) -> str:
    """The player is made anew from its seed: it remembers what its seat has seen."""
    game = sk.game(slug, **dict(options))
    move = sk.bot(game, level, seed=seed, seconds=SECONDS, cores=1).choose(game.from_bytes(state), seat)
    codecache.stay_in_use()
    return move


@cache
def cache_is_shared() -> bool:
    """Whether what one process compiles can be found by others; where not, each process must compile for itself."""
    return codecache.writable(codecache.base_folder())
