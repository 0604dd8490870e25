"""What a run measures while it goes on: memory and processor time of a server, and how far the run is."""

import asyncio
import contextlib
import json
import math
import os
import platform
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

from rich.progress import Progress, TaskID
from servers import Server

from spielkiste.server.figures import Times

GROUP, USER, SYSTEM, PAGES = 2, 11, 12, 21  # where /proc/…/stat has them, counted from the state


def machine() -> str:
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}."


def busy_machine() -> str:
    """With how much it had to do: waiting times mean little where much else goes on."""
    return f"{machine()} Load at the end, with all else it had to do: {os.getloadavg()[0]:.1f}."


class Usage:
    """Memory and processor time of a server with all it started, as Linux counts them."""

    def __init__(self, server: Server) -> None:
        self._group = str(server.process.pid)

    def _processes(self) -> Iterator[list[str]]:
        """The fields of each process's `stat` from its state on (proc(5) numbers them from 3)."""
        for file in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):  # it has ended meanwhile
                fields = file.read_text().rpartition(")")[2].split()
                if fields[GROUP] == self._group:
                    yield fields

    def kib(self) -> float:
        return sum(int(fields[PAGES]) for fields in self._processes()) * resource.getpagesize() / 1024

    def seconds(self) -> float:
        ticks = sum(int(fields[USER]) + int(fields[SYSTEM]) for fields in self._processes())
        return ticks / os.sysconf("SC_CLK_TCK")


class LoopLag:
    """How late the event loop of a server with one process comes to what is due, from now on, as its own watchdog
    counts it; nothing is known of servers that do not tell."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._before = self._counts()

    def _counts(self) -> list[int]:
        """How often it was late by up to each of the bounds."""
        try:
            with urlopen(f"http://{self._address}/healthz", timeout=10) as answer:
                return list(json.load(answer)["loop_lag"])
        except (OSError, ValueError, KeyError):
            return []

    def milliseconds(self, part: float = 0.999) -> float | None:
        """The bound that so large a part stayed under."""
        meanwhile = Times()
        meanwhile.counts = [now - then for now, then in zip(self._counts(), self._before, strict=True)]
        meanwhile.longest = math.inf
        return 1000 * meanwhile.share_below(part) if meanwhile.count else None


class Watch:
    """Shows how far the whole run is, with the time that is left."""

    def __init__(self, progress: Progress, seconds: float) -> None:
        self._progress = progress
        self._task: TaskID = progress.add_task("starting", total=seconds)

    def now(self, what: str) -> None:
        self._progress.update(self._task, description=what)

    async def wait(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            step = min(left, 0.5)
            await asyncio.sleep(step)
            self._progress.advance(self._task, step)
