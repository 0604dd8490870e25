"""Whose turn it is to use a process: what matters more first, and then person by person, table by table."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from spielkiste.server.lanes import Lane  # processes, which a browser has not

LEAST_EVERY = 4  # turns: then those who matter least come first, so that they come at all
MOST_OF_A_PERSON = 32  # waiting at a time; whoever has more waiting is told at once that there are too many


class Asker(NamedTuple):
    """For whom something is thought about: whoever opened the table, or asked there."""

    person: str
    table: str


ANYBODY = Asker("", "")


class BotFailed(RuntimeError):  # noqa: N818 - what happened, said as it is
    """Where a bot thinks something died or took too long; it has been replaced."""


class NoMachineCode(BotFailed):
    """What was asked needs compiled code, and there is none here."""


class Busy(RuntimeError):  # noqa: N818 - what happened, said as it is
    """So many wait that this one's turn would not come, or did not come, in time."""


class Round:
    """Those who wait, served in turn (round robin): each person once, of whom each table once."""

    def __init__(self) -> None:
        self._people: OrderedDict[str, OrderedDict[str, deque[asyncio.Future[Lane]]]] = OrderedDict()

    def add(self, asker: Asker, turn: "asyncio.Future[Lane]") -> None:
        self._people.setdefault(asker.person, OrderedDict()).setdefault(asker.table, deque()).append(turn)

    def next(self) -> "asyncio.Future[Lane] | None":
        """Who is next, if anybody. Those who gave up are passed over and cost nobody a turn."""
        while self._people:
            person, tables = self._people.popitem(last=False)
            table, turns = tables.popitem(last=False)
            turn = turns.popleft()
            if turns:
                tables[table] = turns
                tables.move_to_end(table, last=not turn.done())
            if tables:
                self._people[person] = tables
                self._people.move_to_end(person, last=not turn.done())
            if not turn.done():
                return turn
        return None


class Turns:
    """A few processes and those who want them. Of the least rank only some may be at work, so that the others find a
    process that is free soon."""

    def __init__(self, lanes: "Sequence[Lane]", ranks: Sequence[int], most_of_the_least: int | None = None) -> None:
        self.lanes = tuple(lanes)
        self._free = list(lanes)
        self._rounds = {rank: Round() for rank in ranks}
        self._least, self._most_of_the_least = ranks[-1], most_of_the_least or len(lanes)
        self._working: Counter[int] = Counter()  # by rank
        self._waiting: Counter[str] = Counter()  # by person
        self._begun = 0

    @asynccontextmanager
    async def lane(self, asker: Asker, rank: int, patience: float | None = None) -> "AsyncIterator[Lane]":
        """A process for oneself; Busy if that would take, or took, longer than one's patience."""
        lane = await self._wait(asker, rank, patience)
        try:
            yield lane
        finally:
            self._working[rank] -= 1
            self._free.append(lane)
            self._hand_out()

    @property
    def waiting(self) -> int:
        return self._waiting.total()

    def share(self, asker: Asker) -> float:
        """The part of the processes that falls to each thing this person waits for, if all who wait are served alike;
        1 or more where hardly anybody does."""
        own = self._waiting[asker.person] + 1
        people = len(self._waiting) + (asker.person not in self._waiting)
        return len(self.lanes) / (own * people)

    async def _wait(self, asker: Asker, rank: int, patience: float | None) -> "Lane":
        if self._free and self._may_begin(rank):
            return self._begin(rank)
        if patience is not None and self._waiting[asker.person] >= MOST_OF_A_PERSON:
            raise Busy(f"{MOST_OF_A_PERSON} wait already for the same person")
        turn: asyncio.Future[Lane] = asyncio.get_running_loop().create_future()
        self._rounds[rank].add(asker, turn)
        self._waiting[asker.person] += 1
        try:
            async with asyncio.timeout(patience):
                return await turn
        except BaseException as left:
            if turn.done() and not turn.cancelled():  # given a process in the very moment of leaving
                self._working[rank] -= 1
                self._free.append(turn.result())
                self._hand_out()
            if isinstance(left, TimeoutError):
                raise Busy(f"no process was free within {patience:g} s") from None
            raise
        finally:
            self._waiting[asker.person] -= 1
            if not self._waiting[asker.person]:
                del self._waiting[asker.person]

    def _may_begin(self, rank: int) -> bool:
        return rank != self._least or self._working[rank] < self._most_of_the_least

    def _begin(self, rank: int) -> "Lane":
        self._working[rank] += 1
        self._begun += 1
        return self._free.pop()

    def _hand_out(self) -> None:
        """Gives processes that are free to those who are next."""
        while self._free and (found := self._next()):
            rank, turn = found
            turn.set_result(self._begin(rank))

    def _next(self) -> "tuple[int, asyncio.Future[Lane]] | None":
        ranks = list(self._rounds)
        for rank in reversed(ranks) if self._begun % LEAST_EVERY == LEAST_EVERY - 1 else ranks:
            if self._may_begin(rank) and (turn := self._rounds[rank].next()):
                return rank, turn
        return None
