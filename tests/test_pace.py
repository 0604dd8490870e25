"""Searches keep their time, and stop at once without damage."""

import _thread
import gc
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.search.beam import Beam
from spielkiste.search.bound import Brancher
from spielkiste.search.deepen import Deepener
from spielkiste.search.infoset import Guesser
from spielkiste.search.limit import Limit
from spielkiste.search.pace import Pace, on_cores
from spielkiste.search.think import Thinker

LONG = 30.0  # seconds: no search below is done so soon
AT_ONCE = 1.0  # seconds: 0.05 and what a busy machine may add

Search = Callable[[float], Any]


def dealt(slug: str) -> State:
    return sk.deal(sk.game(slug).start(), np.random.default_rng(1))


def thinker(cores: int) -> tuple[Any, Search]:
    state = dealt("torris")
    made = Thinker(state.game, seed=1, cores=cores, nodes=1 << 22)
    return made, lambda seconds: made.think(state, Limit(seconds=seconds))


def deepener() -> tuple[Any, Search]:
    state = dealt("torris")
    made = Deepener(state.game)
    return made, lambda seconds: made.search(state, Limit(seconds=seconds))


def judging() -> tuple[Any, Search]:
    state = dealt("torris")
    made = Deepener(state.game)
    return made, lambda seconds: made.think(state, Limit(seconds=seconds))


def guesser(cores: int) -> tuple[Any, Search]:
    state = sk.game("zahlenpoker", players=3).start()
    made = Guesser(state.game, seed=1, cores=cores)
    return made, lambda seconds: made.think(state, 0, Limit(seconds=seconds))


def beam() -> tuple[Any, Search]:
    state = sk.game("knister").start()
    made = Beam(state.game, width=20_000)
    return made, lambda seconds: made.search(state, Limit(seconds=seconds), seed=1)


def brancher() -> tuple[Any, Search]:
    state = sk.game("knister").start()
    made = Brancher(state.game)
    return made, lambda seconds: made.search(state, Limit(seconds=seconds), seed=1)


SEARCHES: dict[str, Callable[[], tuple[Any, Search]]] = {
    "tree": lambda: thinker(1),
    "trees": lambda: thinker(2),
    "alpha-beta": deepener,
    "every move by alpha-beta": judging,
    "guesses": lambda: guesser(1),
    "guesses on two cores": lambda: guesser(2),
    "beam": beam,
    "branch and bound": brancher,
}


def own_analysis(slug: str) -> tuple[Any, Search]:
    """A room's own way to think about moves."""
    state = dealt(slug)
    return None, lambda seconds: sk.analyse(state, seconds=seconds)


INTERRUPTIBLE: dict[str, Callable[[], tuple[Any, Search]]] = {
    **SEARCHES,
    "Knister's analysis": lambda: own_analysis("knister"),
}


def seconds_of(search: Search, seconds: float) -> float:
    begun = time.perf_counter()
    assert search(seconds)
    return time.perf_counter() - begun


# --- stopping -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SEARCHES)
def test_another_thread_stops_it_at_once(kind: str) -> None:
    """It returns what it found, and the next search is none the worse."""
    made, search = SEARCHES[kind]()
    search(0.001)  # compiled
    stopped: list[float] = []

    def stop() -> None:
        stopped.append(time.perf_counter())
        made.stop()

    threading.Timer(0.2, stop).start()
    assert search(LONG)
    assert 0 < time.perf_counter() - stopped[0] < AT_ONCE
    assert seconds_of(search, 0.05) > 0.04  # a stop does not last


@pytest.fixture
def hears_ctrl_c() -> Iterator[None]:
    """What a shell starts in the background ignores Ctrl-C from birth. And a Ctrl-C that falls into a callback of the
    garbage collector (Hypothesis has one) is swallowed there, so none is collected meanwhile."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.disable()
    yield
    gc.enable()
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("hears_ctrl_c")
@pytest.mark.parametrize("kind", INTERRUPTIBLE)
def test_ctrl_c_stops_it_at_once(kind: str) -> None:
    _, search = INTERRUPTIBLE[kind]()
    search(0.001)
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.perf_counter())
        _thread.interrupt_main()

    threading.Timer(0.2, press).start()
    with pytest.raises(KeyboardInterrupt):
        search(LONG)
    assert time.perf_counter() - pressed[0] < AT_ONCE
    assert search(0.01)


def test_a_stop_where_nothing_runs_does_nothing() -> None:
    state = dealt("torris")
    one, other = (Thinker(state.game, seed=1, nodes=1 << 14) for _ in range(2))
    one.stop()
    assert one.think(state, Limit(simulations=200)) == other.think(state, Limit(simulations=200))


# --- time -----------------------------------------------------------------------------------------


class Clock:
    """A clock that only work moves on, and a little each look at it."""

    def __init__(self) -> None:
        self.now = 100.0

    def perf_counter(self) -> float:
        self.now += 1e-6
        return self.now


@pytest.mark.parametrize("milliseconds", [1, 3, 10, 50, 200, 1500])
@pytest.mark.parametrize("growth", [1.0, 1.3, 0.8], ids=["steady", "dearer", "cheaper"])
def test_a_pace_uses_the_time(milliseconds: int, growth: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of 5 microseconds, which slowly become dearer or cheaper: the time is used to within 5 %, and somebody
    looks at the clock often enough to stop at once."""
    clock = Clock()
    monkeypatch.setattr("spielkiste.search.pace.time", clock)
    pace, begun, longest, cost = Pace(milliseconds / 1000, None, threading.Event()), clock.now, 0.0, 5e-6
    while amount := pace.slice():
        cost = 5e-6 * growth ** ((clock.now - begun) * 1000 / milliseconds)
        clock.now += amount * cost
        longest = max(longest, amount * cost)
        pace.did(amount)
    assert (clock.now - begun) * 1000 == pytest.approx(milliseconds, rel=0.05)
    assert longest < 0.025


@pytest.mark.parametrize("seconds", [0.005, 0.05])
@pytest.mark.parametrize("kind", ["tree", "guesses", "alpha-beta"])
def test_short_budgets_are_used(kind: str, seconds: float) -> None:
    """Most of it at least (the best of some tries), and little more than it; making the answer comes on top."""
    _, search = SEARCHES[kind]()
    search(0.001)
    used = [seconds_of(search, seconds) for _ in range(8)]
    assert max(used) > 0.95 * seconds
    assert min(used) < 1.2 * seconds + 0.1


def test_amounts_are_kept_exactly() -> None:
    pace, done = Pace(None, 1000, threading.Event()), 0
    while amount := pace.slice():
        pace.did(amount)
        done += amount
    assert done == pace.done == 1000


def test_cores_do_what_they_are_told() -> None:
    assert on_cores(3, lambda core: core * core, threading.Event()) == [0, 1, 4]
    stop = threading.Event()
    with pytest.raises(ZeroDivisionError):
        on_cores(2, lambda core: 1 // core if core == 0 else 0, stop)
    assert stop.is_set()
