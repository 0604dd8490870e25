"""The house tells how it is."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from server import services
from server.harness import Server

from spielkiste.server.broker import LOOK, open_broker
from spielkiste.server.figures import BOUNDS, Figures, Times


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(str(tmp_path_factory.mktemp("health") / "games.db"))
    running.start()
    yield running
    running.stop()


def test_a_sound_server_is_alive_and_ready(server: Server) -> None:
    assert httpx.get(f"{server.base}/healthz").json()["alive"] is True
    answer = httpx.get(f"{server.base}/readyz")
    told = answer.json()
    assert answer.status_code == 200 and told["ready"] and told["store"] == "answers" and told["broker"] == "none"
    assert {"deadlines", "attendance", "cleaning up"} <= set(told["chores"])


def test_times_know_how_large_a_part_lies_below(tmp_path: Path) -> None:
    times = Times()
    for milliseconds in [1] * 90 + [15] * 9 + [400]:
        times.add(milliseconds / 1000)
    assert times.share_below(0.5) == 0.001 and times.share_below(0.95) == 0.02 and times.share_below(1.0) == 0.5
    assert times.count == 100 and times.longest == 0.4 and times.total == pytest.approx(0.625)
    times.add(2 * BOUNDS[-1])
    assert times.share_below(1.0) == 2 * BOUNDS[-1]


@pytest.mark.anyio
async def test_the_watchdog_sees_what_holds_the_loop() -> None:
    figures = Figures()
    watching = asyncio.create_task(figures.watch_loop())
    await asyncio.sleep(0.1)
    time.sleep(0.2)
    await asyncio.sleep(0.1)
    watching.cancel()
    assert 0.1 < figures.loop_lag.longest < 1.0 and figures.loop_lag.count >= 2


@pytest.mark.anyio
async def test_while_the_broker_is_gone_readers_look_into_the_store() -> None:
    with services.valkey() as valkey:
        broker = await open_broker(valkey.url)
        async with broker.subscribe("table") as numbers:
            assert await asyncio.wait_for(numbers.get(), 10) == LOOK and broker.connected
            valkey.stop()
            heard = [await asyncio.wait_for(numbers.get(), 20) for _ in range(2)]
            assert heard == [LOOK, LOOK] and not broker.connected
        await broker.close()


def test_the_watchdog_tells_how_often_the_loop_was_late(server: Server) -> None:
    time.sleep(0.3)
    counts = httpx.get(f"{server.base}/healthz").json()["loop_lag"]
    assert len(counts) == len(BOUNDS) + 1 and sum(counts) >= 2
