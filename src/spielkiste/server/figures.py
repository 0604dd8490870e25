"""How the house is: counts and times of this process, kept always and told to whoever asks (health, metrics, load)."""

import asyncio
import time
from bisect import bisect_left
from collections import Counter

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # seconds
LOOK_EVERY = 0.05  # seconds between two looks of the watchdog


class Times:
    """How long something took: how often up to each bound, the sum, and the longest since somebody last asked."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0
        self.longest = 0.0
        self.running = 0  # begun and not ended

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)

    @property
    def count(self) -> int:
        return sum(self.counts)

    def share_below(self, part: float) -> float:
        """The bound below which so large a part of all lies; the longest where it lies beyond the last bound."""
        wanted, passed = part * self.count, 0
        for bound, count in zip(BOUNDS, self.counts, strict=False):
            passed += count
            if passed >= wanted:
                return bound
        return self.longest

    def take_longest(self) -> float:
        """The longest since this was last asked."""
        longest, self.longest = self.longest, 0.0
        return longest

    def measured(self) -> "Measured":
        return Measured(self)


class Measured:
    """As long as it is entered; a generator for it would cost four times as much, and every message is measured."""

    __slots__ = ("_begun", "_times")

    def __init__(self, times: Times) -> None:
        self._times = times

    def __enter__(self) -> None:
        self._times.running += 1
        self._begun = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self._times.running -= 1
        self._times.add(time.perf_counter() - self._begun)


class Figures:
    """Everything that is counted in one process."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.acknowledged = Times()  # from hearing a message to its acknowledgement
        self.bots = Times()  # from asking a bot to its answer
        self.requests = Times()  # from a request to the end of its answer
        self.store = Times()  # from asking the store to its answer
        self.loop_lag = Times()  # how late the event loop comes to what is due

    async def watch_loop(self) -> None:
        """Measures for ever how late the event loop is: whatever holds it holds everybody."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK_EVERY
            await asyncio.sleep(LOOK_EVERY)
            self.loop_lag.add(max(0.0, loop.time() - due))


FIGURES = Figures()
