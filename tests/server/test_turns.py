"""Whose turn it is to use a process: nobody who asks much holds up who asks little, and nobody waits for ever."""

import asyncio
import os
import time

import pytest

from spielkiste.server.bots import BotFailed, Bots
from spielkiste.server.lanes import Lane
from spielkiste.server.tips import PATIENCE
from spielkiste.server.turns import MOST_OF_A_PERSON, MOST_OF_AN_ADDRESS, TIPS, Asker, Busy, Turns

pytestmark = pytest.mark.anyio
FIRST, SECOND = 0, 1  # ranks
ANNA, BEN = Asker("Anna", "at home"), Asker("Ben", "at home")


def turns(lanes: int = 1, most_of_the_least: int | None = None) -> Turns:
    """Processes are not started before there is something to do; here there never is."""
    return Turns([Lane(0) for _ in range(lanes)], (FIRST, SECOND), most_of_the_least)


class Watched:
    """Notes the order in which things are done that take one round of the event loop each."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.order: list[str] = []
        self.most = 0
        self._now = 0
        self._tasks: list[asyncio.Task[None]] = []

    def ask(self, name: str, asker: Asker, rank: int = FIRST) -> asyncio.Task[None]:
        self._tasks.append(asyncio.get_running_loop().create_task(self._do(name, asker, rank)))
        return self._tasks[-1]

    async def _do(self, name: str, asker: Asker, rank: int) -> None:
        async with self.turns.lane(asker, rank):
            self._now += 1
            self.most = max(self.most, self._now)
            await asyncio.sleep(0)
            self.order.append(name)
            self._now -= 1

    async def done(self) -> list[str]:
        await asyncio.gather(*self._tasks, return_exceptions=True)
        return self.order


async def test_each_person_in_turn_and_of_each_every_table() -> None:
    watched = Watched(turns())
    for k in range(3):
        watched.ask(f"Anna's class {k}", Asker("Anna", "class"))
    watched.ask("Anna's home", Asker("Anna", "home"))
    for k in range(2):
        watched.ask(f"Ben {k}", BEN)
    assert await watched.done() == [
        "Anna's class 0", "Anna's class 1", "Ben 0", "Anna's home", "Ben 1", "Anna's class 2",
    ]  # fmt: skip


async def test_each_address_in_turn_of_which_each_person() -> None:
    watched = Watched(turns())
    for k in range(3):
        watched.ask(f"cookie {k}", Asker(f"cookie {k}", "", "10.0.0.1"))
    watched.ask("cookie 2 again", Asker("cookie 2", "", "10.0.0.1"))
    watched.ask("Eva", Asker("Eva", "home", "10.0.0.2"))
    watched.ask("Ben's bot", BEN)  # nobody knows from where
    assert await watched.done() == ["cookie 0", "cookie 1", "Eva", "Ben's bot", "cookie 2", "cookie 2 again"]


async def test_an_address_cannot_fill_the_line_and_a_person_not_their_address() -> None:
    line = turns()
    crowd = [Asker(f"cookie {k}", "", "10.0.0.1") for k in range(12)]
    async with line.lane(ANNA, FIRST):
        flood = [asyncio.create_task(enter(line, crowd[0])) for _ in range(MOST_OF_A_PERSON + 1)]
        await asyncio.sleep(0)
        other = asyncio.create_task(enter(line, crowd[1]))
        await asyncio.sleep(0)
        assert [task.done() for task in flood].count(True) == 1 and not other.done(), "there is room for a classmate"
        more = [asyncio.create_task(enter(line, asker)) for asker in crowd for _ in range(MOST_OF_A_PERSON)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="the same address"):
            await enter(line, Asker("a new cookie", "", "10.0.0.1"))
        assert line.waiting == MOST_OF_AN_ADDRESS
        assert line.share(BEN) == 1 / 2, "all of them together shorten others' time as one person does"
        elsewhere = asyncio.create_task(enter(line, Asker("Eva", "home", "10.0.0.2")))
        tip = asyncio.create_task(enter(line, crowd[1], SECOND))
        await asyncio.sleep(0)
        assert not elsewhere.done() and not tip.done(), "they wait; of another rank so may who has many waiting"
    await asyncio.gather(other, elsewhere, tip)
    await asyncio.gather(*flood, *more, return_exceptions=True)
    assert line.waiting == 0


async def test_what_matters_less_waits_but_every_fourth_turn_is_its() -> None:
    watched = Watched(turns())
    for k in range(2):
        watched.ask(f"tip {k}", ANNA, SECOND)
    for k in range(7):
        watched.ask(f"move {k}", BEN)
    assert await watched.done() == [
        "tip 0", "move 0", "move 1", "tip 1", "move 2", "move 3", "move 4", "move 5", "move 6",
    ]  # fmt: skip


async def test_what_matters_least_leaves_a_process_to_others() -> None:
    watched = Watched(turns(3, most_of_the_least=2))
    for k in range(6):
        watched.ask(f"tip {k}", ANNA, SECOND)
    await watched.done()
    assert watched.most == 2
    for k in range(6):
        watched.ask(f"move {k}", BEN)
    await watched.done()
    assert watched.most == 3


async def test_who_gives_up_takes_nobodys_turn() -> None:
    watched = Watched(turns())
    for k in range(3):
        watched.ask(f"Anna {k}", ANNA)
    gone = watched.ask("gone", BEN)
    watched.ask("Ben", BEN)
    await asyncio.sleep(0)
    gone.cancel()
    assert await watched.done() == ["Anna 0", "Anna 1", "Ben", "Anna 2"]


async def test_a_process_given_to_somebody_who_just_left_goes_to_the_next() -> None:
    line = turns()
    watched = Watched(line)
    async with line.lane(ANNA, FIRST):
        leaving = watched.ask("leaving", BEN)
        watched.ask("next", ANNA)
        await asyncio.sleep(0)
    leaving.cancel()  # it has been given the process, and has not heard of it yet
    assert await watched.done() == ["next"]
    async with asyncio.timeout(1), line.lane(BEN, FIRST):
        assert line.share(BEN) == 1


async def test_patience_ends_and_a_person_cannot_fill_the_line() -> None:
    line = turns()
    async with line.lane(ANNA, FIRST):
        with pytest.raises(Busy):
            async with line.lane(BEN, FIRST, 0.01):
                raise AssertionError("nothing was free")
        waiting = [asyncio.create_task(enter(line, ANNA)) for _ in range(MOST_OF_A_PERSON)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="the same person"):
            await enter(line, ANNA)
        others = asyncio.create_task(enter(line, BEN))
        await asyncio.sleep(0)
    await asyncio.gather(others, *waiting)


async def enter(line: Turns, asker: Asker, rank: int = FIRST) -> None:
    async with line.lane(asker, rank, 60):
        pass


async def test_the_more_wait_the_less_falls_to_each() -> None:
    line = turns(2)
    assert line.share(ANNA) == 2
    async with line.lane(ANNA, FIRST), line.lane(ANNA, FIRST):
        waiting = [asyncio.create_task(enter(line, ANNA)) for _ in range(9)]
        await asyncio.sleep(0)
        assert line.share(ANNA) == 2 / 10
        assert line.share(BEN) == 2 / 2, "who asks much shortens nobody else's time much"
        waiting += [asyncio.create_task(enter(line, Asker(f"guest {k}", ""))) for k in range(19)]
        await asyncio.sleep(0)
        assert line.share(BEN) == 2 / 21
    await asyncio.gather(*waiting)


# --- questions to the processes ------------------------------------------------------------------------


def sleep_well(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def work(seconds: float) -> int:
    """Uses a core for so long."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return os.getpid()


async def test_tips_and_reviews_are_thought_about_beside_the_server() -> None:
    bots = Bots(2, ahead=False)
    try:
        pid = await bots.ask(sleep_well, 0.0, asker=ANNA, seconds=30)
        assert pid != os.getpid()
        with pytest.raises(BotFailed):
            await bots.ask(work, 600.0, asker=ANNA, seconds=0.5)
        review = asyncio.create_task(bots.ask(sleep_well, 600.0, asker=ANNA, seconds=30))
        await asyncio.sleep(0.2)
        with pytest.raises(Busy):
            await bots.ask(sleep_well, 0.0, asker=BEN, seconds=30, patience=0.2)
        review.cancel()
        assert await bots.ask(sleep_well, 0.0, asker=BEN, seconds=30) != pid
    finally:
        bots.close()


async def test_time_is_limited_by_what_is_done_not_by_what_is_waited_for() -> None:
    """A process that starts, or has little of a core, has done nothing yet."""
    bots = Bots(2, ahead=False)
    try:
        assert await bots.ask(sleep_well, 1.0, asker=ANNA, seconds=0.5) != os.getpid()
        pid = await bots.ask(work, 0.1, asker=ANNA, seconds=0.5)
        for _ in range(8):  # each has its own half second
            assert await bots.ask(work, 0.1, asker=ANNA, seconds=0.5) == pid
        begun = time.monotonic()
        with pytest.raises(BotFailed):
            await bots.ask(work, 600.0, asker=ANNA, seconds=0.5)
        assert time.monotonic() - begun < 10
    finally:
        bots.close()


async def test_a_flood_of_one_address_holds_up_no_tip() -> None:
    """With two processes as on two cores; everything asked there takes all its time and ends a process."""
    bots = Bots(2, ahead=False)
    cookies = [Asker(f"cookie {k}", "", "10.0.0.1") for k in range(12)]
    await bots.ask(work, 0.0, asker=ANNA, seconds=1)
    flood = [
        asyncio.create_task(bots.ask(work, 600.0, asker=cookie, seconds=1.0, patience=60))
        for _ in range(8)
        for cookie in cookies
    ]
    try:
        await asyncio.sleep(0.1)
        for address in ("10.0.0.2", "10.0.0.1") * 2:  # also a classmate's
            eva = Asker("Eva", "home", address)
            await bots.ask(work, 0.3, asker=eva, seconds=4.0, patience=PATIENCE, rank=TIPS)
        replay = bots.ask(work, 0.3, asker=Asker("Eva", "", "10.0.0.2"), seconds=3.0, patience=PATIENCE)
        assert await replay, "its turn comes after the one that is at work"
        assert not all(task.done() for task in flood)
    finally:
        for task in flood:
            task.cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        bots.close()
