"""The pace of a search: how much to do until the next look at the clock, so that it ends in time and stops at once."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

SLICE_SECONDS = 0.01  # between two looks at the clock: so soon a stop is heard
GROWTH = 2.0  # a slice is at most so many times the one before: the first ones may not tell what the next cost
NEARLY = 0.01  # of the time may be left over: smaller slices would cost more than they are worth

Result = TypeVar("Result")


class Stoppable:
    """A search that can be stopped."""

    def __init__(self) -> None:
        self._stop = threading.Event()

    def stop(self) -> None:
        """Ends a running search at once, from any thread: it returns what was found. Where none runs: nothing."""
        self._stop.set()


class Pace:
    """Hands out work in slices until the time is over, all is done, or somebody stops it.

    What is done in a slice must not depend on its size: then the same amount of work gives the same answer. The first
    slice is always handed out, so that there is an answer.
    """

    def __init__(self, seconds: float | None, most: float | None, stop: threading.Event, first: int = 8) -> None:
        self.stop = stop
        self.left = float("inf") if most is None else most
        self.size = float(first)
        self.done = 0
        self._looked = time.perf_counter()
        self._end = float("inf") if seconds is None else self._looked + seconds * (1 - NEARLY)

    def slice(self) -> int:
        """How much to do now; 0: it is time to end."""
        now = time.perf_counter()
        size = min(self.size, self.left)
        if self.done:
            if self.stop.is_set() or now >= self._end:
                return 0
            size = min(size, max(1.0, (self._end - now) / self._cost))
        self._looked = now
        return max(0, int(size))

    def did(self, amount: int) -> None:
        """So much was done since the last look."""
        spent = max(time.perf_counter() - self._looked, 1e-7)
        self._cost = spent / max(1, amount)
        self.left -= amount
        self.done += amount
        self.size = max(1.0, min(GROWTH * self.size, SLICE_SECONDS / self._cost))


def on_cores(cores: int, work: Callable[[int], Result], stop: threading.Event) -> list[Result]:
    """The same work on each core, by its number. Ctrl-C stops all of them and goes on upwards."""
    if cores == 1:
        return [work(0)]
    with ThreadPoolExecutor(cores - 1) as pool:
        try:
            others = [pool.submit(work, core) for core in range(1, cores)]
            own = work(0)  # in this thread, which hears Ctrl-C between two slices
            return [own, *(other.result() for other in others)]
        except BaseException:
            stop.set()
            raise
