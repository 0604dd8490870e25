"""Bots in processes: none holds up another, none compiles while it thinks, none shares a mind with another."""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.room import HOME
from spielkiste.server import compile_queue
from spielkiste.server.bots import Bots
from spielkiste.server.compile_queue import AT_A_TABLE, MOST_WAITING, SOME_TIME, CompileQueue, Order
from spielkiste.server.turns import BotFailed

pytestmark = pytest.mark.anyio

# --- the order in which is compiled -------------------------------------------------------------------


class Clockwork:
    """A lane whose work takes as long as a test says; it notes what was begun, finished and put aside."""

    def __init__(self) -> None:
        self.noted: list[str] = []
        self.go = asyncio.Event()
        self.fails: set[str] = set()

    async def run(self, seconds: float, work: Any, slug: str, *rest: Any) -> str:
        self.noted.append(f"begin {slug}")
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.noted.append(f"put {slug} aside")
            raise
        if slug in self.fails:
            raise BotFailed(slug)
        self.noted.append(f"end {slug}")
        return slug

    def stop(self) -> None:
        pass


def clockwork() -> tuple[CompileQueue, Clockwork]:
    queue, lane = CompileQueue(), Clockwork()
    queue.lane = lane  # type: ignore[assignment]  # all that is asked of a lane here
    return queue, lane


def order(slug: str) -> Order:
    return Order(slug, (), 5)


async def test_what_is_waited_for_comes_first_then_tables_then_the_rest() -> None:
    queue, lane = clockwork()
    for slug in ("one", "two", "three"):
        queue.expect(order(slug), SOME_TIME)
    queue.expect(order("three"), AT_A_TABLE)
    await asyncio.sleep(0)
    waiting = asyncio.create_task(queue.make(order("four")))
    await asyncio.sleep(0.01)
    assert not waiting.done()
    lane.go.set()
    await waiting
    assert queue.has_made(order("four")) and not queue.has_made(order("two"))
    await queue.idle()
    said = [word for word in lane.noted if not word.startswith("begin")]
    assert said[0] in ("put three aside", "end four")
    assert [word for word in said if word.startswith("end")] == ["end four", "end three", "end one", "end two"]


async def test_what_somebody_waits_for_is_not_put_aside_for_others() -> None:
    queue, lane = clockwork()
    first = asyncio.create_task(queue.make(order("one")))
    await asyncio.sleep(0.01)
    second = asyncio.create_task(queue.make(order("two")))
    queue.expect(order("one"), AT_A_TABLE)
    await asyncio.sleep(0.01)
    lane.go.set()
    await asyncio.gather(first, second)
    assert lane.noted == ["begin one", "end one", "begin two", "end two"]


async def test_what_failed_is_tried_again_when_somebody_waits_for_it() -> None:
    queue, lane = clockwork()
    lane.go.set()
    lane.fails.add("one")
    queue.expect(order("one"), SOME_TIME)
    await queue.idle()
    queue.expect(order("one"), AT_A_TABLE)
    await queue.idle()
    assert lane.noted == ["begin one"] and not queue.has_made(order("one"))
    with pytest.raises(BotFailed):
        await queue.make(order("one"))
    lane.fails.clear()
    await queue.make(order("one"))
    assert lane.noted == ["begin one"] * 3 + ["end one"] and queue.has_made(order("one"))


async def test_no_queue_without_end_for_whoever_opens_other_tables_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_queue, "ORDERS_KEPT", 5)
    queue, lane = clockwork()
    for number in range(3 * MOST_WAITING):
        queue.expect(order(f"stack {number}"), AT_A_TABLE)
        queue.expect(order("usual"), SOME_TIME)
    assert len(queue._jobs) == MOST_WAITING + 1
    waiting = asyncio.create_task(queue.make(order("asked for")))
    lane.go.set()
    await waiting
    await queue.idle()
    for number in range(10):
        queue.expect(order(f"later {number}"), AT_A_TABLE)
        await queue.idle()
    assert len(queue._orders) < MOST_WAITING + 3, "of those that are done, one is forgotten for each new one"


# --- real processes ------------------------------------------------------------------------------------

ROOM = """
import time
from spielkiste.core import compiled as compiling
from spielkiste.search.player import Back
from spielkiste.search.players import AnyMove

def half(number):
    return number // 2

class Stuck:
    def choose(self, state, seat, limit):
        time.sleep(600)

class Thorough:
    def choose(self, state, seat, limit):
        time.sleep(limit.seconds)
        return state.moves(seat)[0]

class Needing:
    def __init__(self, level):
        self.level = level

    def choose(self, state, seat, limit):
        if self.level == 3 or limit.seconds > 1:  # level 4 is asked for less in preparing: that does not find out
            if not compiling._forbidden:
                time.sleep(0.2)  # as if it took long
            compiling.compiled(half)(self.level)
        return state.moves(seat)[-1]

def player(game, level, seed):
    return AnyMove(seed) if level == 1 else Stuck() if level == 2 else Thorough() if level == 5 else Needing(level)

BACK = Back(levels=(1, 2, 3, 4, 5), player=player)
"""


@pytest.fixture
def space(tmp_path: Path) -> dict[str, str]:
    """Where there is a game whose level 2 never answers and whose levels 3 and 4 need compiled code."""
    folder = tmp_path / "rooms" / "streichhoelzer"
    shutil.copytree(HOME / "_template", folder, ignore=shutil.ignore_patterns("__pycache__"))
    card = folder / "card.py"
    card.write_text(card.read_text(encoding="utf-8").replace('slug="_template"', 'slug="streichhoelzer"'), "utf-8")
    (folder / "bot.py").write_text(ROOM, encoding="utf-8")
    return {"SPIELKISTE_ROOMS": str(folder.parent), "SPIELKISTE_CACHE": str(tmp_path / "cache")}


def run(code: str, *words: str, **space: str) -> str:
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | space)
    assert done.returncode == 0, done.stderr
    return done.stdout


BEGIN = """
import asyncio, logging, sys
import numpy as np, spielkiste as sk
from spielkiste.server.bots import Bots
logging.basicConfig(level=logging.INFO, stream=sys.stdout, format="%(message)s")
game = sk.game("streichhoelzer")
state = sk.deal(game.start(), np.random.default_rng(1))
"""

STUCK = """
async def main():
    bots = Bots(2, ahead=False)
    stuck = asyncio.create_task(bots.choose(game, state, 0, 2, 1))
    await asyncio.sleep(0.5)
    for seed in range(3):
        assert await bots.choose(game, state, 0, 1, seed) in state.moves()
    print("answered", not stuck.done())
    stuck.cancel()
    bots.close()
asyncio.run(main())
"""

COMPILING = """
async def main():
    bots = Bots(1, ahead=False)
    await bots.choose(game, state, 0, 1, 0)  # the process has started
    needs_code = asyncio.create_task(bots.choose(game, state, 0, 3, 1))
    answered = 0
    while not needs_code.done():
        assert await bots.choose(game, state, 0, 1, answered) in state.moves()
        answered += 1
    print("answered", answered, "then", await needs_code == state.moves()[-1])
    print("at once", await bots.choose(game, state, 0, 3, 1) == state.moves()[-1])
    bots.close()
asyncio.run(main())
"""

MISSED = """
async def main():
    bots = Bots(1, ahead=False)
    print("moved", await bots.choose(game, state, 0, 4, 1))
    print("moved", await bots.choose(game, state, 0, 4, 1))
    bots.close()
asyncio.run(main())
"""


CROWD = """
import time
from spielkiste.server import bots as house
from spielkiste.server.bots import Asker
house.QUICK_LEVEL = 1  # level 2 is stuck here
async def took(work):
    begun = time.monotonic()
    assert await work in state.moves()
    return time.monotonic() - begun
async def main():
    bots = Bots(2, ahead=False)
    await asyncio.gather(*(bots.choose(game, state, 0, level, 0) for level in (1, 5, 5)))  # processes have started
    crowd = Asker("a class", "with 29 bots")
    full = [asyncio.create_task(took(bots.choose(game, state, 0, 5, k, crowd))) for k in range(29)]
    await asyncio.sleep(0.3)
    print("shorter:", bots.seconds_for(crowd) < 0.2 < bots.seconds_for(Asker("Eva", "home")))
    stranger = took(bots.choose(game, state, 0, 5, 1, Asker("Eva", "home")))
    quick = took(bots.choose(game, state, 0, 1, 1, crowd))
    late = took(bots.choose_for_the_late(game, state, 0, 1, crowd))
    strangers, *others = await asyncio.gather(stranger, quick, late)
    print("held up:", strangers > 3.5, max(others) > 1, max(await asyncio.gather(*full)) > 10)
    bots.close()
asyncio.run(main())
"""


def test_a_table_full_of_bots_holds_up_no_stranger(space: dict[str, str]) -> None:
    """Its own bots think for a shorter time; quick levels and turns whose time is up do not wait for them."""
    said = run(BEGIN + CROWD, **space).splitlines()
    assert {"shorter: True", "held up: False False False"} <= set(said), said


def test_a_bot_that_is_stuck_holds_up_nobody(space: dict[str, str]) -> None:
    assert "answered True" in run(BEGIN + STUCK, **space)


def test_compiling_holds_up_only_who_needs_it(space: dict[str, str]) -> None:
    """With a single process to think in: a level that needs code waits without it, others are answered meanwhile."""
    said = run(BEGIN + COMPILING, **space).splitlines()
    assert "level 3, has to wait: half is not in the cache" in said[0]
    answered = said[1].split()
    assert int(answered[1]) > 3 and answered[-1] == "True"
    assert said[2:] == ["at once True"]


def test_what_preparing_missed_is_compiled_for_the_position(space: dict[str, str]) -> None:
    """Not in the process that thinks, and once."""
    said = run(BEGIN + MISSED, **space).splitlines()
    assert len([line for line in said if line.startswith("moved")]) == 2
    assert len([line for line in said if "was not well prepared" in line]) == 1


# --- what preparing covers -----------------------------------------------------------------------------

PREPARE = """
import sys, json
import numpy as np, spielkiste as sk
from spielkiste.server import compile_queue
slug, options, level, way = sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
game = sk.game(slug, **options)
if way == "first position":
    state = sk.deal(game.start(), np.random.default_rng(1))
    sk.bot(game, level, seed=1, seconds=0.05).choose(state, state.turn[0])
else:
    compile_queue.prepare(*compile_queue.Order.of(game, level))
"""

PLAY = """
import sys, json
import numpy as np, spielkiste as sk
from spielkiste.core.compiled import NotCompiled, compiling_forbidden
slug, options, level = sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3])
game = sk.game(slug, **options)
with compiling_forbidden():
    for seed in (11, 12):
        dice = np.random.default_rng(seed)
        bot, state = sk.bot(game, level, seed=seed, seconds=0.02, cores=1), sk.deal(game.start(), dice)
        while not state.over:
            seat = max(state.turn)
            try:
                state = sk.deal(state.play(bot.choose(state, seat), seat=seat), dice)
            except NotCompiled as missing:
                print("after", state.length, "moves", missing)
                sys.exit()
        print("over")
"""


@pytest.mark.parametrize(
    ("slug", "options", "level"),
    [("fuenf_gewinnt", "{}", "5"), ("torris", "{}", "4")],
)
def test_a_prepared_level_compiles_nothing_in_play(slug: str, options: str, level: str, tmp_path: Path) -> None:
    space = {"SPIELKISTE_CACHE": str(tmp_path)}
    run(PREPARE, slug, options, level, "whole games", **space)
    assert run(PLAY, slug, options, level, **space).split() == ["over", "over"]


def test_the_first_position_does_not_prepare_a_level(tmp_path: Path) -> None:
    """How bots were warmed up once: with one legal move at first nothing is compiled, and the stall comes later."""
    space = {"SPIELKISTE_CACHE": str(tmp_path)}
    run(PREPARE, "fuenf_gewinnt", "{}", "5", "first position", **space)
    assert "is not in the cache" in run(PLAY, "fuenf_gewinnt", "{}", "5", **space)


# --- no shared minds -----------------------------------------------------------------------------------

BY_NUMBER = [
    ("cubus", {"young": True}, 1),
    ("huetchenspieler", {}, 3),
    ("zahlenpoker", {"players": 3}, 3),
    ("torris", {}, 3),
    ("knister", {"players": 2}, 3),
    ("abraeumen", {}, 3),
]  # levels that do not go by time
MOVES = 24


class Match:
    """A game between bots of one level, whose chance falls as its number says."""

    def __init__(self, game: Game, level: int, number: int) -> None:
        self.game, self.level, self.number = game, level, number
        self.dice = np.random.default_rng(number)
        self.state = sk.deal(game.start(), self.dice)
        self.moves: list[str] = []

    @property
    def goes_on(self) -> bool:
        return not self.state.over and len(self.moves) < MOVES

    @property
    def seat(self) -> int:
        return max(self.state.turn)

    def seed(self, seat: int) -> int:
        return 100 * self.number + seat

    def make(self, move: str) -> None:
        self.moves.append(move)
        self.state = sk.deal(self.state.play(move, seat=self.seat), self.dice)


def alone(match: Match) -> list[str]:
    """Each seat has its own player from the first move to the last."""
    players = [sk.bot(match.game, match.level, seed=match.seed(k), cores=1) for k in range(match.game.players)]
    while match.goes_on:
        match.make(players[match.seat].choose(match.state, match.seat))
    return match.moves


async def interleaved(matches: list[Match]) -> list[list[str]]:
    """Move by move in turn, in whichever of two processes is free; every other time both at once."""
    bots = Bots(2, ahead=False)

    async def one(match: Match) -> None:
        if match.goes_on:
            seat = match.seat
            match.make(await bots.choose(match.game, match.state, seat, match.level, match.seed(seat)))

    try:
        while any(match.goes_on for match in matches):
            await asyncio.gather(*map(one, matches))
            for match in matches:
                await one(match)
    finally:
        bots.close()
    return [match.moves for match in matches]


@pytest.mark.parametrize(("slug", "options", "level"), BY_NUMBER)
async def test_two_tables_at_a_time_play_as_each_alone(slug: str, options: dict[str, Any], level: int) -> None:
    game = sk.game(slug, **options)
    expected = [alone(Match(game, level, number)) for number in (1, 2)]
    assert await interleaved([Match(game, level, number) for number in (1, 2)]) == expected
