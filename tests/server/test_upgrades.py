"""Refused connections leave nothing behind, whoever plays meanwhile: a short part of `bench/upgrades.py`."""

import asyncio
import gc
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
import uvicorn

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "bench"))

from tables import seed
from upgrades import ADDRESSES, KINDS, attempts, run, try_once

from spielkiste.server import app
from spielkiste.server.app import Settings, create_app
from spielkiste.server.door import DoorProtocol
from spielkiste.server.loop import Loop
from spielkiste.server.serve import MESSAGE_BYTES
from spielkiste.server.wire import PageProtocol

ATTEMPTS = 5000
GROWTH = 8.0  # MiB: it was 18.5 when each refused upgrade left up to 81 objects behind, and is 0.6
TRIES = 20  # of each kind
LEFT = 5  # objects a try: an error that holds its frames leaves 13 at least, the clock of the store a few a second


def test_memory_is_flat_while_somebody_plays() -> None:
    report = run(ATTEMPTS)
    assert not report.wrong and report.moves > 0, str(report)
    assert report.growth < GROWTH, str(report)


@asynccontextmanager
async def serving(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """A whole server in this process, whose garbage collector never runs by itself; its port."""

    async def never_collect() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(app, "collect_when_quiet", never_collect)
    settings = Settings(database=database, warm=False, bot_processes=1, rate=1000.0)
    config = uvicorn.Config(
        create_app(settings), port=0, http=DoorProtocol, ws=PageProtocol, log_config=None, ws_ping_interval=None,
        ws_max_size=MESSAGE_BYTES, ws_per_message_deflate=False,
    )  # fmt: skip
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    async with asyncio.timeout(30):
        while not server.started:
            await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
        async with asyncio.timeout(10):
            while server.server_state.connections or server.server_state.tasks:
                await asyncio.sleep(0.01)
    finally:
        server.should_exit = True
        await running


@contextmanager
def no_collection() -> Iterator[None]:
    """Nothing is collected but by `garbage`, and what is there already is left out."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def garbage() -> Counter[str]:
    """Collects what only the collector finds; its types."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    gc.set_debug(0)
    found = Counter(type(one).__qualname__ for one in gc.garbage)
    gc.garbage.clear()
    gc.collect()
    return found


@pytest.fixture
def anyio_backend() -> tuple[str, dict[str, type[Loop]]]:
    """The server's own event loop: transports of asyncio's refer to themselves."""
    return "asyncio", {"loop_factory": Loop}


@pytest.mark.anyio
async def test_no_attempt_leaves_a_reference_cycle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = str(tmp_path / "games.db")
    (sitting,) = await seed(database, KINDS, 1)
    left: dict[str, Counter[str]] = {}
    async with serving(database, monkeypatch) as port:
        with no_collection():
            for name, attempt in attempts(sitting).items():
                await asyncio.to_thread(try_once, port, attempt, ADDRESSES[0])  # what is made once for a process
                garbage()
                for _ in range(TRIES):
                    await asyncio.to_thread(try_once, port, attempt, ADDRESSES[0])
                await asyncio.sleep(0.05)
                found = garbage()
                if found.total() >= LEFT * TRIES:
                    left[name] = found
    assert not left
