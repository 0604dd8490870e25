"""Bots beside the server: they think in a few processes, in turn, so that none delays anybody.

Nothing is compiled where bots think. Where code is missing the thought is given up, the process is free for others, and
another process compiles what is missing; then the bot is asked again. So compiling takes nobody's time to think.

Quick levels, and moves for somebody whose time is up, have a process of their own. All others wait for their turn
(`turns.py`). The more wait, the shorter they think; whose turn does not come in time is answered by a quick level.
"""

import logging
import os
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from functools import cache
from typing import Any, NamedTuple, TypeVar

import spielkiste as sk
from spielkiste.core import codecache
from spielkiste.core.compiled import NotCompiled, compiling_forbidden
from spielkiste.core.game import Game
from spielkiste.core.questions import Unanswered, answered, answered_by_machine
from spielkiste.search.bots import levels
from spielkiste.server.compile_queue import AT_A_TABLE, SOME_TIME, CompileQueue, Order
from spielkiste.server.figures import FIGURES
from spielkiste.server.lanes import Lane, limited
from spielkiste.server.turns import (
    ANYBODY,
    INSTEAD,
    LATE,
    MOVES,
    QUESTIONS,
    QUICK,
    TIPS,
    Asker,
    BotFailed,
    Busy,
    Turns,
)

__all__ = ["ANYBODY", "Asker", "BotFailed", "Bots", "Busy"]

log = logging.getLogger("spielkiste.bots")
SECONDS = 1.5  # a bot thinks where time decides; with the pause before, people wait about two seconds
LEAST_SECONDS = 0.02  # however many wait
PATIENCE = 2.0  # seconds a bot waits for its turn, before a quick level answers for it
AT_ONCE = 0.5  # seconds a quick level waits for the process that is there for it, before it takes any
ASKED_PATIENCE = 10.0  # seconds somebody waits for a tip's or a review's turn
OVERRUN = 60.0  # longest wait for a thought, on a machine with much else to do
CORES_LEFT = 1  # for the server itself
FEWEST = 2  # processes: one that is stuck must not be the only one
NICENESS = 5
UNCOMPILED_AT_MOST = 4  # questions of an address that wait for code
QUICK_LEVEL = 2  # levels up to this one take milliseconds

SLOWED = 4.0  # times the seconds of work that a question may take by the clock: three processes share a core with it …
STARTING = 15.0  # … and the process may have to start first, which takes 0.4 s where there is nothing else to do

Options = tuple[tuple[str, Any], ...]
Result = TypeVar("Result")


class Question(NamedTuple):
    """What a bot is asked, and for whom."""

    game: Game
    state: sk.State
    seat: int
    level: int
    seed: int
    asker: Asker

    def pickled(self, seconds: float) -> tuple[Any, ...]:
        """As it goes to a process."""
        return (*Order.of(self.game, self.level), self.state.to_bytes(), self.seat, self.seed, seconds)


class Bots:
    """A few processes that think, one thought at a time each, one for quick thoughts, and one that compiles: `ahead` of
    being asked, if so."""

    def __init__(self, processes: int | None = None, *, ahead: bool = True) -> None:
        count = processes or max(FEWEST, (os.cpu_count() or 2) - CORES_LEFT)
        self.ahead = ahead
        self.compiling = CompileQueue()
        ranks = LATE, QUICK, MOVES, TIPS, QUESTIONS
        self._slow = Turns([Lane(NICENESS) for _ in range(count)], ranks, max(1, count - 1))
        self._answering: set[Game] = set()  # whose open questions are, or are being, compiled
        self._quick = Turns([Lane(NICENESS)], (LATE, QUICK, INSTEAD))
        self._uncompiled: Counter[str] = Counter()  # questions that wait for code, by address or person

    async def choose(
        self, game: Game, state: sk.State, seat: int, level: int, seed: int, asker: Asker = ANYBODY
    ) -> str:
        """A bot's move; BotFailed if its process died or took too long."""
        question = Question(game, state, seat, level, seed, asker)
        with FIGURES.bots.measured():
            if level <= QUICK_LEVEL:
                return await self._move_at_once(question, QUICK)
            try:
                return await self._move(question, self._slow, MOVES, PATIENCE)
            except Busy as busy:
                log.info("%s, level %s, is answered by a quick one: %s", game, level, busy)
                FIGURES.counts["bots answered by a quick level"] += 1
            return await self._move(question._replace(level=quick_level(game)), self._quick, INSTEAD)

    async def choose_for_the_late(self, game: Game, state: sk.State, seat: int, seed: int, asker: Asker) -> str:
        """A quick bot's move for somebody whose time is up, before all others."""
        return await self._move_at_once(Question(game, state, seat, quick_level(game), seed, asker), LATE)

    async def _move_at_once(self, question: Question, rank: int) -> str:
        """In the process for that; where it is held up, in any that becomes free."""
        try:
            return await self._move(question, self._quick, rank, AT_ONCE)
        except Busy:
            return await self._move(question, self._slow, rank)

    async def ask(
        self,
        work: Callable[..., Result],
        *given: Any,
        asker: Asker,
        seconds: float,
        patience: float = ASKED_PATIENCE,
        rank: int = QUESTIONS,
    ) -> Result:
        """What a function returns or raises in a process where bots think: tips, reviews and the like. `work` and what
        it is given can be pickled. Bots' moves go before it, and those of the rank TIPS before all other questions; who
        asks much waits longer than who asks little. Busy if its turn did not come within one's `patience`, BotFailed if
        it took more than `seconds` of the processor's time or its process died. Cancelled, it is stopped. What needs
        code that is not compiled is done where compiling is done."""
        try:
            async with self._slow.lane(asker, rank, patience) as lane:
                within = SLOWED * seconds + STARTING
                return await lane.run(within, limited, seconds, uncompiling, with_machine_code, work, *given)
        except NotCompiled as missing:
            log.info("a question has to wait: %s", missing)
        return await self._ask_where_compiling_is_done(asker, work, *given)

    async def _ask_where_compiling_is_done(self, asker: Asker, work: Callable[..., Result], *given: Any) -> Result:
        """Busy where several things asked from the same place wait for code already: one may take minutes."""
        if self._uncompiled[asker.place] >= UNCOMPILED_AT_MOST:
            raise Busy(f"{UNCOMPILED_AT_MOST} wait already for code, asked from the same place")
        self._uncompiled[asker.place] += 1
        try:
            done: Result = await self.compiling.do(with_machine_code, work, *given)
            return done
        finally:
            self._uncompiled[asker.place] -= 1
            if not self._uncompiled[asker.place]:
                del self._uncompiled[asker.place]

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a process."""
        return self._slow.waiting + self._quick.waiting

    async def answer(self, question: Unanswered) -> bytes:
        """What rules leave open to a search, by machine code as soon as there is some: it takes seconds without."""
        game = question.game
        try:
            return await self._answer_at_once(game, question.data, True)
        except NotCompiled:
            if game not in self._answering:
                self._answering.add(game)
                self.compiling.begin(answered, game, question.data, True)
        except BotFailed as failed:
            log.warning("%s: a question is asked once more: %s", game, failed)
        return await self._answer_at_once(game, question.data, False)

    async def _answer_at_once(self, game: Game, data: bytes, compiled: bool) -> bytes:
        try:
            async with self._quick.lane(ANYBODY, LATE, AT_ONCE) as lane:
                return await lane.run(OVERRUN, uncompiling, answered, game, data, compiled)
        except Busy:
            async with self._slow.lane(ANYBODY, LATE) as lane:
                return await lane.run(OVERRUN, uncompiling, answered, game, data, compiled)

    def seconds_for(self, asker: Asker, most: float = SECONDS) -> float:
        """How long somebody's thoughts may take now: the more wait, the shorter."""
        return max(LEAST_SECONDS, min(most, most * self._slow.share(asker)))

    async def _move(self, question: Question, turns: Turns, rank: int, patience: float | None = None) -> str:
        """A level's move; where code is missing, when that has been compiled."""
        order = Order.of(question.game, question.level)
        try:
            return await self._think(question, turns, rank, patience)
        except NotCompiled as missing:
            log.info("%s, level %s, has to wait: %s", question.game, question.level, missing)
        if not self.compiling.has_made(order):
            try:
                await self.compiling.make(order)
                return await self._think(question, turns, rank, patience)
            except (NotCompiled, BotFailed) as missing:
                log.warning("%s, level %s, was not well prepared: %s", question.game, question.level, missing)
        return str(await self.compiling.do(think, *question.pickled(SECONDS)))  # what this very position needs

    async def _think(self, question: Question, turns: Turns, rank: int, patience: float | None) -> str:
        async with turns.lane(question.asker, rank, patience) as lane:
            return await lane.run(OVERRUN, uncompiling, think, *question.pickled(self.seconds_for(question.asker)))

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
        for lane in self._lanes():
            lane.stop(wait=True)

    def _lanes(self) -> tuple[Lane, ...]:
        return (*self._slow.lanes, *self._quick.lanes, self.compiling.lane)

    def processes(self) -> list[int]:
        """The process ids, for those who look after the machine."""
        return [pid for lane in self._lanes() for pid in lane.processes()]


def quick_level(game: Game) -> int:
    """The strongest level that answers at once."""
    there = levels(game.room)
    return max((level for level in there if level <= QUICK_LEVEL), default=min(there))


# --- in a bot's process -------------------------------------------------------------------------------


def uncompiling(work: Callable[..., Result], *given: Any) -> Result:
    """What a function returns; NotCompiled where code is missing that another process can compile."""
    with compiling_forbidden() if cache_is_shared() else nullcontext():
        return work(*given)


def with_machine_code(work: Callable[..., Result], *given: Any) -> Result:
    """What a function returns. What rules leave open to a search is answered by machine code: in plain Python the end
    of one game of Cubus can take seconds."""
    with answered_by_machine() if cache_is_shared() else nullcontext():
        return work(*given)


def think(slug: str, options: Options, level: int, state: bytes, seat: int, seed: int, seconds: float) -> str:
    """One move. The player is made anew from its seed: it remembers what its seat has seen."""
    game = sk.game(slug, **dict(options))
    move = sk.bot(game, level, seed=seed, seconds=seconds, cores=1).choose(game.from_bytes(state), seat)
    codecache.stay_in_use()
    return move


@cache
def cache_is_shared() -> bool:
    """Whether what one process compiles can be found by others; where not, each process must compile for itself."""
    return codecache.writable(codecache.base_folder())
