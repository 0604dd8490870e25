"""What holds the event loop of a server, step by step, with the request that is to blame.

It is loaded into the server process before the server starts (`servers.spielkiste(before=...)`), and times each step of
each task: the thread's processor time, which says how much work it was however busy the machine is, and the time it
waited. A step that was interrupted for other processes did not wait by itself. A step that took too long is written to
a file, one JSON object a line.
"""

import asyncio
import json
import time
from collections.abc import Callable, Coroutine, Generator
from pathlib import Path
from resource import RUSAGE_THREAD, getrusage
from typing import Any, NamedTuple

LONGEST = 0.020  # seconds of the processor: whatever holds the loop longer is felt (tests/server/test_loop.py)
LONGEST_WAIT = 0.080  # seconds: a wait for the thread that writes, which gives way within milliseconds, is shorter


class Hold(NamedTuple):
    """A step that took too long: for which request, of what, its processor time, and how long it waited."""

    request: str
    what: str
    cpu: float
    waited: float

    @property
    def seconds(self) -> float:
        return self.cpu + self.waited

    def __str__(self) -> str:
        return f"held the event loop for {1000 * self.cpu:.0f} ms of work and {1000 * self.waited:.0f} ms of waiting"


def before(file: Path) -> str:
    """What the server process runs at first."""
    return f"import sys; sys.path.append({str(Path(__file__).parent)!r}); import holds; holds.note_in({str(file)!r})"


def read(file: Path, begin: int = 0) -> tuple[list[Hold], int]:
    """What was written since a place in the file, and the place after it."""
    if not file.exists():
        return [], begin
    with file.open("rb") as lines:
        lines.seek(begin)
        new = lines.read()
    whole = new[: new.rfind(b"\n") + 1]
    return [Hold(*json.loads(line)) for line in whole.splitlines()], begin + len(whole)


# --- in the server's process ------------------------------------------------------------------------------

Note = Callable[[str, float, float], None]  # what it was, its processor time, and how long it waited


def note_in(file: str) -> None:
    """From now on, in every server that is started here."""
    import uvicorn

    from spielkiste.server.logs import REQUEST

    usual = uvicorn.Server.serve

    def note(what: str, cpu: float, waited: float) -> None:
        with Path(file).open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(Hold(REQUEST.get(), what, cpu, waited)) + "\n")

    def timed(loop: asyncio.AbstractEventLoop, coro: Any, context: Any = None) -> "asyncio.Task[Any]":
        return asyncio.Task(Timed(coro, note), loop=loop, context=context)

    async def serve(self: uvicorn.Server, sockets: Any = None) -> None:
        asyncio.get_running_loop().set_task_factory(timed)
        await usual(self, sockets)

    uvicorn.Server.serve = serve  # type: ignore[method-assign]


class Timed(Coroutine[Any, Any, Any]):
    """A coroutine whose steps are timed. uvloop's own callbacks cannot be, but all requests and pages are tasks."""

    __slots__ = ("_coro", "_note")

    def __init__(self, coro: Any, note: Note) -> None:
        self._coro, self._note = coro, note

    def send(self, value: Any) -> Any:
        begun = now()
        try:
            return self._coro.send(value)
        finally:
            self._look_at(begun)

    def throw(self, *error: Any) -> Any:
        begun = now()
        try:
            return self._coro.throw(*error)
        finally:
            self._look_at(begun)

    def close(self) -> None:
        self._coro.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return (yield from self._coro.__await__())

    def _look_at(self, begun: "Moment") -> None:
        end = now()
        wall, cpu = end.wall - begun.wall, end.cpu - begun.cpu
        waited = max(wall - cpu, 0.0) if end.interrupted == begun.interrupted else 0.0
        if cpu > LONGEST or waited > LONGEST_WAIT:
            self._note(getattr(self._coro, "__qualname__", "?"), cpu, waited)


class Moment(NamedTuple):
    """Where the clocks of this thread stand, and how often it was interrupted."""

    wall: float
    cpu: float
    interrupted: int


def now() -> Moment:
    return Moment(time.perf_counter(), time.thread_time(), getrusage(RUSAGE_THREAD).ru_nivcsw)
