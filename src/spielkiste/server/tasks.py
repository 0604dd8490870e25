"""Work that goes on beside what asked for it."""

import asyncio
import time
from collections.abc import Coroutine

SLICE = 0.005  # seconds of long work before others have a turn


class Tasks:
    """Keeps hold of what was begun, until it is done or the server stops."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def close(self) -> None:
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


class Slices:
    """Long work on the event loop, done in slices."""

    def __init__(self) -> None:
        self._begun = time.perf_counter()

    async def pause(self) -> None:
        """Between two steps: lets others have their turn when a slice is over."""
        if time.perf_counter() - self._begun > SLICE:
            await asyncio.sleep(0)
            self._begun = time.perf_counter()
