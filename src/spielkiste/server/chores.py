"""Background work that must go on: each chore is watched, begun anew when it fails, and can be asked how it is."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from spielkiste.server.figures import FIGURES

log = logging.getLogger("spielkiste.chores")
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds before a failed chore is begun again; twice as long each time
SOUND_AFTER = 300.0  # seconds of undisturbed work after which a chore counts as sound again


@dataclass
class Chore:
    """What is done, and how it goes."""

    name: str
    work: Callable[[], Awaitable[None]]
    failures: int = 0  # in a row
    last_error: str = ""
    begun: float = field(default_factory=time.monotonic)

    @property
    def sound(self) -> bool:
        return not self.failures or time.monotonic() - self.begun > SOUND_AFTER


class Chores:
    """All background work of a process."""

    def __init__(self) -> None:
        self._chores: dict[str, Chore] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Does the work in the background; when it fails, again after a pause. When it ends, it has ended."""
        chore = self._chores[name] = Chore(name, work)
        self._tasks.append(asyncio.create_task(self._keep_at(chore), name=name))

    async def _keep_at(self, chore: Chore) -> None:
        pause = FIRST_PAUSE
        while True:
            chore.begun = time.monotonic()
            try:
                await chore.work()
                chore.failures = 0
                return
            except Exception as error:
                pause = FIRST_PAUSE if chore.sound else min(LONGEST_PAUSE, pause * 2)
                chore.failures = 1 if chore.sound else chore.failures + 1
                chore.last_error = f"{type(error).__name__}: {error}"
                FIGURES.counts["chores restarted"] += 1
                log.exception("%s failed; it is begun again in %g s", chore.name, pause)
                await asyncio.sleep(pause)

    def report(self) -> dict[str, dict[str, object]]:
        """How each chore is."""
        return {
            name: {"sound": chore.sound, "failures": chore.failures, "last_error": chore.last_error}
            for name, chore in self._chores.items()
        }

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
