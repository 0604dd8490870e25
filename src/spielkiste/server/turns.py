"""Whose turn it is to use a process: what matters more first, and then address by address, person by person, table by
table."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from spielkiste.server.lanes import Lane  # processes, which a browser has not

LEAST_EVERY = 4  # turns: then those who matter least come first, so that they come at all
MOST_OF_A_PERSON = 32  # waiting at a time; whoever has more waiting is told at once that there are too many
MOST_OF_AN_ADDRESS = 128  # of one rank: a school shares an address, and thirty children ask four things each


# Ranks: for somebody whose time is up; a quick level; one that answers for a slow one; a slow one; a tip, which takes a
# third of a second; replays, reviews and the like.
LATE, QUICK, INSTEAD, MOVES, TIPS, QUESTIONS = range(6)


class Asker(NamedTuple):
    """For whom something is thought about: whoever opened the table, or asked there; and from where, if that is known.
    Whose address is not known counts as an address."""

    person: str
    table: str
    address: str = ""

    @property
    def place(self) -> str:
        return self.address or self.person


ANYBODY = Asker("", "")


class BotFailed(RuntimeError):  # noqa: N818 - what happened, said as it is
    """Where a bot thinks something died or took too long; it has been replaced."""


class NoMachineCode(BotFailed):
    """What was asked needs compiled code, and there is none here."""


class Busy(RuntimeError):  # noqa: N818 - what happened, said as it is
    """So many wait that this one's turn would not come, or did not come, in time."""


class Round:
    """Those who wait, served in turn (round robin): each address once, of which each person once, of whom each table
    once."""

    def __init__(self) -> None:
        self._parts: OrderedDict[str, Round] = OrderedDict()
        self._turns: deque[asyncio.Future[Lane]] = deque()  # where nothing divides them any more

    def __bool__(self) -> bool:
        return bool(self._parts or self._turns)

    def add(self, asker: Asker, turn: "asyncio.Future[Lane]") -> None:
        self._add((asker.place, asker.person, asker.table), turn)

    def _add(self, path: Sequence[str], turn: "asyncio.Future[Lane]") -> None:
        if path:
            self._parts.setdefault(path[0], Round())._add(path[1:], turn)
        else:
            self._turns.append(turn)

    def next(self) -> "asyncio.Future[Lane] | None":
        """Who is next, if anybody. Those who gave up are passed over and cost nobody a turn."""
        while self:
            turn = self._pop()
            if not turn.done():
                return turn
        return None

    def _pop(self) -> "asyncio.Future[Lane]":
        if self._turns:
            return self._turns.popleft()
        name, part = next(iter(self._parts.items()))
        turn = part._pop()
        if not part:
            del self._parts[name]
        elif not turn.done():
            self._parts.move_to_end(name)
        return turn


class Waiting:
    """How many wait, by address and person."""

    def __init__(self) -> None:
        self._places: dict[str, Counter[str]] = {}

    def count(self, asker: Asker, change: int) -> None:
        people = self._places.setdefault(asker.place, Counter())
        people[asker.person] += change
        if not people[asker.person]:
            del people[asker.person]
        if not people:
            del self._places[asker.place]

    def of_person(self, asker: Asker) -> int:
        return self._people_beside(asker)[asker.person]

    def of_place(self, asker: Asker) -> int:
        return self._people_beside(asker).total()

    def _people_beside(self, asker: Asker) -> Counter[str]:
        """How many wait at this address, by person."""
        return self._places.get(asker.place, Counter())

    def shared_by(self, asker: Asker) -> int:
        """The turns until this person's next one, if one more waits for them and all are served in turn."""
        people = self._people_beside(asker)
        places = len(self._places) + (asker.place not in self._places)
        return places * (len(people) + (asker.person not in people)) * (people[asker.person] + 1)

    def __len__(self) -> int:
        return sum(people.total() for people in self._places.values())


class Turns:
    """A few processes and those who want them. Of the least rank only some may be at work, so that the others find a
    process that is free soon."""

    def __init__(self, lanes: "Sequence[Lane]", ranks: Sequence[int], most_of_the_least: int | None = None) -> None:
        self.lanes = tuple(lanes)
        self._free = list(lanes)
        self._rounds = {rank: Round() for rank in ranks}
        self._least, self._most_of_the_least = ranks[-1], most_of_the_least or len(lanes)
        self._working: Counter[int] = Counter()  # by rank
        self._waiting = Waiting()
        self._waiting_of_rank = {rank: Waiting() for rank in ranks}
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
        return len(self._waiting)

    def share(self, asker: Asker) -> float:
        """The part of the processes that falls to each thing this person waits for, if all who wait are served alike;
        1 or more where hardly anybody does."""
        return len(self.lanes) / self._waiting.shared_by(asker)

    async def _wait(self, asker: Asker, rank: int, patience: float | None) -> "Lane":
        if self._free and self._may_begin(rank):
            return self._begin(rank)
        if patience is not None:
            self._refuse_too_many(asker, rank)
        turn: asyncio.Future[Lane] = asyncio.get_running_loop().create_future()
        self._rounds[rank].add(asker, turn)
        self._count(asker, rank, 1)
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
            self._count(asker, rank, -1)

    def _refuse_too_many(self, asker: Asker, rank: int) -> None:
        """By rank: whoever has many replays waiting may still have a tip."""
        waiting = self._waiting_of_rank[rank]
        if waiting.of_person(asker) >= MOST_OF_A_PERSON:
            raise Busy(f"{MOST_OF_A_PERSON} wait already for the same person")
        if waiting.of_place(asker) >= MOST_OF_AN_ADDRESS:
            raise Busy(f"{MOST_OF_AN_ADDRESS} wait already for the same address")

    def _count(self, asker: Asker, rank: int, change: int) -> None:
        for waiting in (self._waiting, self._waiting_of_rank[rank]):
            waiting.count(asker, change)

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
