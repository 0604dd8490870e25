"""Who writes to a SQLite file now. The file would refuse the second of two, and both would lose time."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Pen:
    """One for a file and process. The event loop takes it where it lies there; a thread waits for it, and comes first:
    the loop has always more to write."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._awaited = False
        self._listeners: list[Callable[[], None]] = []

    def call(self, listener: Callable[[], None]) -> None:
        """From now on somebody hears, in the thread that had waited for it, that the pen lies there again."""
        self._listeners.append(listener)

    def taken(self) -> bool:
        """Whether it could be taken, without waiting; who has it puts it down."""
        return not self._awaited and self._lock.acquire(blocking=False)

    def put_down(self) -> None:
        self._lock.release()

    @contextmanager
    def held(self) -> Iterator[None]:
        """For the one thread that waits."""
        self._awaited = True
        with self._lock:
            self._awaited = False
            yield
        for listener in self._listeners:
            listener()
