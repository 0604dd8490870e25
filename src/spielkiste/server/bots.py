"""Bots beside the server: each thinks in a process of its own, so that none delays anybody."""

import asyncio
import logging
import multiprocessing
import os
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from typing import Any

import spielkiste as sk
from spielkiste.search.bots import levels

log = logging.getLogger("spielkiste.bots")
SECONDS = 1.5  # a bot thinks where time decides; with the pause before, people wait about two seconds
OVERRUN = 60.0  # longest wait for a move: the first one of a game may have to be compiled
CORES_LEFT = 1  # for the server itself


class BotFailed(RuntimeError):  # noqa: N818 - what happened, said as it is
    """A bot died or took too long; its process has been replaced."""


def think(slug: str, options: tuple[tuple[str, Any], ...], state: bytes, seat: int, level: int, seed: int) -> str:
    """One move; runs in a bot's process. The player is made anew from its seed: it remembers what its seat has seen."""
    game = sk.game(slug, **dict(options))
    return sk.bot(game, level, seed=seed, seconds=SECONDS, cores=1).choose(game.from_bytes(state), seat)


def warm(slug: str) -> None:
    """Loads a game's compiled code by one move of each level; runs in a bot's process."""
    import numpy as np

    game = sk.game(slug)
    state = sk.deal(game.start(), np.random.default_rng(1))
    for level in levels(game.room):
        for seat in [seat for seat in state.turn if seat >= 0][:1]:
            sk.bot(game, level, seed=1, seconds=0.05).choose(state, seat)


def begin() -> None:
    """A bot's process: people's clicks go before its thoughts, and it ends when the server does, however that ended."""
    if hasattr(os, "nice"):
        os.nice(5)
    threading.Thread(target=end_with_the_server, daemon=True).start()


def end_with_the_server() -> None:
    """A server that was killed could not tell its bots; without this they would wait for it for ever."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


class Bots:
    """A few processes that think, one thought at a time each; a dead or stuck one is replaced."""

    def __init__(self, processes: int | None = None) -> None:
        count = processes or max(1, (os.cpu_count() or 2) - CORES_LEFT)
        self._context = multiprocessing.get_context("forkserver" if hasattr(os, "fork") else "spawn")
        self._free: asyncio.Queue[ProcessPoolExecutor] = asyncio.Queue()
        self._all: set[ProcessPoolExecutor] = set()
        for _ in range(count):
            self._free.put_nowait(self._new())

    def _new(self) -> ProcessPoolExecutor:
        lane = ProcessPoolExecutor(1, mp_context=self._context, initializer=begin)
        self._all.add(lane)
        return lane

    @asynccontextmanager
    async def _lane(self) -> AsyncIterator[ProcessPoolExecutor]:
        """A process nobody uses; one that is broken on return is replaced by a fresh one."""
        lane = await self._free.get()
        try:
            yield lane
        except (BrokenProcessPool, TimeoutError) as broken:
            self._stop(lane)
            lane = self._new()
            raise BotFailed(type(broken).__name__) from broken
        finally:
            self._free.put_nowait(lane)

    async def choose(self, game: sk.core.game.Game, state: sk.State, seat: int, level: int, seed: int) -> str:
        """A bot's move; BotFailed if its process died or took too long."""
        options = tuple(sorted(game.options.items()))
        async with self._lane() as lane:
            loop = asyncio.get_running_loop()
            thought = loop.run_in_executor(lane, think, game.slug, options, state.to_bytes(), seat, level, seed)
            async with asyncio.timeout(OVERRUN):
                return await thought

    async def warm_up(self, slugs: tuple[str, ...]) -> None:
        """Compiles or loads what the bots need, game by game, in the background."""
        for slug in slugs:
            try:
                async with self._lane() as lane:
                    await asyncio.get_running_loop().run_in_executor(lane, warm, slug)
            except BotFailed:
                log.warning("the bots of %s could not be warmed up", slug)

    def _stop(self, lane: ProcessPoolExecutor) -> None:
        self._all.discard(lane)
        for process in list((lane._processes or {}).values()):  # the executor itself has no way to stop a running task
            process.kill()
        lane.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        for lane in list(self._all):
            self._stop(lane)

    def processes(self) -> list[int]:
        """The process ids, for those who look after the machine."""
        return [pid for lane in self._all for pid in (lane._processes or {})]
