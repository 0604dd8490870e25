"""Figures for Prometheus, on a port of their own: players never reach them, and a busy house still answers.

They are read by a thread that only looks at what is counted anyway (figures.py); what has to be asked for is asked by a
chore every few seconds. Each process has figures of its own, and so a port of its own: the next free one.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from spielkiste import __version__
from spielkiste.server.figures import BOUNDS, FIGURES, Times
from spielkiste.server.health import store_answers

if TYPE_CHECKING:
    from spielkiste.server.app import ServerHouse

log = logging.getLogger("spielkiste.metrics")
LOOKED_EVERY = 10.0  # seconds between two questions to the store
PORTS = 64  # how many processes of one machine may look for the next free port


class Census:
    """What cannot be counted as it happens: whether the store answers, and how many tables it has."""

    def __init__(self, house: "ServerHouse") -> None:
        self.house = house
        self.answers = True
        self.tables: dict[str, int] = {}

    async def take(self) -> None:
        """Asks again and again, for ever."""
        while True:
            with FIGURES.store.measured():
                self.answers = await store_answers(self.house) == ""
            if self.answers:
                self.tables = await self.house.store.count_live()
            await asyncio.sleep(LOOKED_EVERY)


class HouseCollector(Collector):
    """All figures of one process, in Prometheus' words."""

    def __init__(self, house: "ServerHouse", census: Census) -> None:
        self.house, self.census = house, census

    def collect(self) -> Iterator[Metric]:
        yield from self._tables()
        yield from self._times()
        yield from self._counts()
        yield from self._states()

    def _tables(self) -> Iterator[Metric]:
        tables = GaugeMetricFamily("spielkiste_tables", "Tables in the database, by phase.", labels=["phase"])
        for phase, count in self.census.tables.items():
            tables.add_metric([phase], count)
        yield tables
        yield gauge("tables_in_memory", "Tables this process has at hand.", self.house.desk.in_memory)
        yield gauge("sockets", "Open pages of this process.", self.house.sockets)
        yield gauge("bots_waiting", "Thoughts of bots that wait for a process.", self.house.processes.waiting)
        yield gauge("bots_asked", "Bots asked for a move that have not answered yet.", FIGURES.bots.running)

    def _times(self) -> Iterator[Metric]:
        yield histogram("acknowledgement", "From hearing a message to its acknowledgement.", FIGURES.acknowledged)
        yield histogram("bot", "From asking a bot to its answer, waiting included.", FIGURES.bots)
        yield histogram("loop_lag", "How late the event loop comes to what is due.", FIGURES.loop_lag)
        yield histogram("store", "How long the store took to answer a ping.", FIGURES.store)
        yield histogram("request", "From a request to the end of its answer; open pages are none.", FIGURES.requests)
        longest = FIGURES.loop_lag.take_longest()
        yield gauge("loop_lag_longest_seconds", "The longest lag since these figures were last read.", longest)

    def _counts(self) -> Iterator[Metric]:
        counts = dict(FIGURES.counts)  # a copy in one step: the house goes on counting meanwhile
        moves = CounterMetricFamily("spielkiste_moves", "Moves of people, or of bots and clocks.", labels=["by"])
        answers = CounterMetricFamily("spielkiste_answers", "Answers to requests, by class.", labels=["status"])
        for who in ("people", "house"):
            moves.add_metric([who], counts.get(f"moves of {who}", 0))
        for status in range(1, 6):
            answers.add_metric([f"{status}xx"], counts.get(f"answers {status}xx", 0))
        yield from (moves, answers)
        yield counter("tables_opened", "Tables opened.", counts.get("tables opened", 0))
        quick = counts.get("bots answered by a quick level", 0)
        yield counter("bots_answered_quickly", "Moves of a quick level, since too many waited for a better one.", quick)
        yield counter("store_failures", "Messages that could not be stored.", counts.get("store failures", 0))
        yield counter("connections_dropped", "Connections closed: no place for them, or their request took too long.",
                      counts.get("connections dropped", 0))  # fmt: skip
        yield counter(
            "faults",
            "Requests that ended with a fault of ours, and tables that cannot be shown.",
            counts.get("faults", 0),
        )
        yield counter("chores_restarted", "How often background work had to be begun again.",
                      counts.get("chores restarted", 0))  # fmt: skip

    def _states(self) -> Iterator[Metric]:
        yield gauge("store_answers", "1 while the store answers.", self.census.answers)
        yield gauge("broker_connected", "1 while other processes hear of this one.", self.house.broker.connected)
        sound = GaugeMetricFamily("spielkiste_chore_sound", "1 while this background work goes well.", labels=["chore"])
        for name, report in self.house.chores.report().items():
            sound.add_metric([name], bool(report["sound"]))
        yield sound
        version = GaugeMetricFamily("spielkiste_info", "Always 1; the version is in the label.", labels=["version"])
        version.add_metric([__version__], 1)
        yield version


def gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"spielkiste_{name}", text, value)


def counter(name: str, text: str, value: float) -> Metric:
    return CounterMetricFamily(f"spielkiste_{name}", text, value)


def histogram(name: str, text: str, times: Times) -> Metric:
    below = list(accumulate(times.counts))
    bounds = [*map(str, BOUNDS), "+Inf"]
    return HistogramMetricFamily(
        f"spielkiste_{name}_seconds", text, buckets=list(zip(bounds, below, strict=True)), sum_value=times.total
    )


@contextmanager
def told(house: "ServerHouse", host: str, port: int) -> Iterator[None]:
    """Serves the figures of this process while the house is open."""
    census = Census(house)
    house.chores.begin("counting tables", census.take)
    registry = CollectorRegistry()
    registry.register(HouseCollector(house, census))
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    GCCollector(registry=registry)
    server, thread = listen(registry, host, port)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def listen(registry: CollectorRegistry, host: str, first: int) -> "Listening":
    """At the first of these ports that no other process of this house has taken."""
    last: OSError | None = None
    for port in range(first, min(first + PORTS, 65536)):
        try:
            return start_http_server(port, host, registry)
        except OSError as taken:
            last = taken
    raise OSError(f"no free port for the figures at {host} from {first} on: {last}")


if TYPE_CHECKING:
    from threading import Thread
    from wsgiref.simple_server import WSGIServer

    Listening = tuple[WSGIServer, Thread]
