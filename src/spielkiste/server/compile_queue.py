"""What bots need is compiled before they are asked, by one process that does nothing else, in an order that serves.

What somebody waits for comes first, and what nobody waits for is put aside for it (what was finished is in the cache);
then the games of open tables, then all others.
"""

import asyncio
import contextlib
import itertools
import logging
import random
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.search.bots import Bot
from spielkiste.search.limit import Limit
from spielkiste.server.lanes import Lane
from spielkiste.server.turns import BotFailed

log = logging.getLogger("spielkiste.compiling")
NICENESS = 15  # compiling gives way to everything
ORDERS_KEPT = 1000  # of which it is known that they were carried out
MOST_WAITING = 100  # orders of a rank that nobody waits for; what is not ordered is compiled when it is needed
LONGEST = 900.0  # seconds for one order, after which its process is taken for stuck
HARDLY = Limit(seconds=0.01)  # of thought: what matters is which code is asked for
GAMES = 2
QUESTIONS = 60  # to a level in each of them
CLOCK_STRIKES = 0.1  # of the times it could

WAITED_FOR, AT_A_TABLE, SOME_TIME = 0, 1, 2  # ranks of jobs


class Order(NamedTuple):
    """All that a level needs in a game with its options."""

    slug: str
    options: tuple[tuple[str, Any], ...]
    level: int

    @classmethod
    def of(cls, game: Game, level: int) -> "Order":
        return cls(game.slug, tuple(sorted(game.options.items())), level)


class Job:
    """Something to be done in the compiling process."""

    def __init__(self, work: Callable[..., Any], given: tuple[Any, ...], rank: int, number: int) -> None:
        self.work, self.given, self.rank, self.number = work, given, rank, number
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.done.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits for it


class CompileQueue:
    """One process that compiles, and what it has to do."""

    def __init__(self) -> None:
        self.lane = Lane(NICENESS)
        self._orders: OrderedDict[Order, Job] = OrderedDict()  # the longest not asked for first
        self._jobs: list[Job] = []
        self._numbers = itertools.count()
        self._worker: asyncio.Task[None] | None = None
        self._current: tuple[Job, asyncio.Task[Any]] | None = None

    def has_made(self, order: Order) -> bool:
        job = self._orders.get(order)
        return job is not None and job.done.done() and job.done.exception() is None

    def expect(self, order: Order, rank: int) -> None:
        """Somebody may need this; sooner, if it was expected later. Whoever opens tables with other options each time
        does not make the queue longer without end."""
        if rank == WAITED_FOR or sum(job.rank == rank for job in self._jobs) < MOST_WAITING:
            self._job_of(order, rank)

    def _job_of(self, order: Order, rank: int) -> Job:
        job = self._orders.pop(order, None)
        if job is None:
            job = self._add(prepare, order, rank)
        elif rank < job.rank:
            job.rank = rank
            self._hurry(job)
        self._orders[order] = job
        if len(self._orders) > ORDERS_KEPT:
            self._forget_one()
        return job

    def _forget_one(self) -> None:
        """The longest not asked for of those that are done; asked for again, it is found in the cache."""
        done = next((order for order, job in self._orders.items() if job.done.done()), None)
        if done is not None:
            del self._orders[done]

    async def make(self, order: Order) -> None:
        """Waits until all that a level needs is in the cache; BotFailed if that fails (once more)."""
        job = self._orders.get(order)
        if job is not None and job.done.done() and job.done.exception() is not None:
            del self._orders[order]
        await asyncio.shield(self._job_of(order, WAITED_FOR).done)

    async def do(self, work: Callable[..., Any], *given: Any) -> Any:
        """Does something else there, before all that nobody waits for."""
        return await asyncio.shield(self._add(work, given, WAITED_FOR).done)

    def begin(self, work: Callable[..., Any], *given: Any) -> None:
        """Does something else there that nobody waits for."""
        self._add(work, given, AT_A_TABLE)

    def _add(self, work: Callable[..., Any], given: tuple[Any, ...], rank: int) -> Job:
        job = Job(work, given, rank, next(self._numbers))
        self._jobs.append(job)
        self._hurry(job)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.get_running_loop().create_task(self._work())
        return job

    def _hurry(self, job: Job) -> None:
        """Puts aside what nobody waits for, for what somebody does."""
        if self._current and job.rank == WAITED_FOR < self._current[0].rank and job is not self._current[0]:
            self._current[1].cancel()

    async def _work(self) -> None:
        while self._jobs:
            job = min(self._jobs, key=lambda job: (job.rank, job.number))
            self._jobs.remove(job)
            doing = asyncio.get_running_loop().create_task(self.lane.run(LONGEST, job.work, *job.given))
            self._current = job, doing
            try:
                await asyncio.wait([doing])
            finally:
                self._current = None
                doing.cancel()
            self._settle(job, doing)

    def _settle(self, job: Job, doing: asyncio.Task[Any]) -> None:
        if doing.cancelled():  # put aside
            self._jobs.append(job)
        elif failed := doing.exception():
            log.warning("%s%r failed: %r", job.work.__name__, job.given[:3], failed)
            job.done.set_exception(BotFailed(repr(failed)))
        else:
            job.done.set_result(doing.result())

    async def idle(self) -> None:
        """Waits until there is nothing more to do."""
        while self._worker is not None and not self._worker.done():
            await asyncio.wait([self._worker])

    def close(self) -> None:
        if self._worker is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: so is the worker
                self._worker.cancel()
        self.lane.stop(wait=True)


# --- in the compiling process ------------------------------------------------------------------------


def prepare(slug: str, options: tuple[tuple[str, Any], ...], level: int) -> None:
    """Has everything compiled that a level can need: it is asked all through a game that it plays itself, and through
    one in which anybody does anything. What it was asked for is in the cache then."""
    game = sk.game(slug, **dict(options))
    for number in range(GAMES):
        ask_through(game, level, number, own_moves=number == 0)


def ask_through(game: Game, level: int, seed: int, own_moves: bool) -> None:
    bot, rng, dice = Bot(game.room, level, seed, HARDLY), random.Random(seed), np.random.default_rng(seed)
    state = sk.deal(game.start(), dice)
    for _ in range(QUESTIONS):
        if state.over:
            return
        players = [seat for seat in state.turn if seat >= 0]
        if not players or (sk.CLOCK in state.turn and rng.random() < CLOCK_STRIKES):
            seat, move = sk.CLOCK, rng.choice(state.moves(sk.CLOCK))
        else:
            seat = rng.choice(players)
            move = bot.choose(state, seat)
            move = move if own_moves else rng.choice(state.moves(seat))
        state = sk.deal(state.play(move, seat=seat), dice)
