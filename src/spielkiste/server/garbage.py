"""The cyclic garbage collector: when it runs.

Moves and refused connections leave no reference cycles behind; HTML pages and statements of the database leave some
(Jinja's macros, SQLAlchemy's aliases). So the youngest generation is collected ten times a second, whatever goes on:
that takes as long as what was made in between and is still there, however many tables are in memory: 0.5 ms under a
flood of pages, 7 (16 at most) while 300 tables a second are opened. What outlives that is looked through when nobody
waits: a full collection takes a tenth of a second with many tables in memory, and two seconds with a gigabyte of them.
Afterwards memory that is free is given back to the system.
"""

import asyncio
import contextlib
import ctypes
import gc
import logging
import os
import sys
import time
from pathlib import Path

from spielkiste.server.figures import FIGURES

log = logging.getLogger("spielkiste.garbage")
NEVER = 1_000_000_000  # new objects: Python counts those that went away against them, so its own rule comes too late
YOUNG_EVERY = 0.1  # seconds between two collections of the youngest generation
FEW = 5000  # blocks of memory more than after the last look, for which none is worth while
BLOCK = 200  # bytes, on average
SHARE = 4  # of this machine's memory a quarter may be new before everything is looked through, whatever goes on
LOOK_EVERY = 20.0  # seconds
AT_LEAST_EVERY = 86400.0  # seconds, however much is going on
USUAL_MEMORY = 4 << 30  # bytes, where the system does not say
GROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")
PAUSE = 1000  # times as long as the last look took, at least: where many pages are open, one takes a while


async def collect_when_quiet(every: float = LOOK_EVERY, pause: float = PAUSE) -> None:
    """Looks through everything when nobody has been answered for a while, for ever."""
    usual, many = gc.get_threshold(), machine_memory() // SHARE // BLOCK
    gc.set_threshold(NEVER, NEVER, NEVER)
    try:
        last, took, heard = time.monotonic(), look_through_everything(), FIGURES.acknowledged.count
        blocks = sys.getallocatedblocks()
        while True:
            await collect_young(every)
            quiet = heard == FIGURES.acknowledged.count
            heard = FIGURES.acknowledged.count
            since = time.monotonic() - last
            new = sys.getallocatedblocks() - blocks
            if (quiet and new > FEW and since > pause * took) or since > AT_LEAST_EVERY or new > many:
                last, took, blocks = time.monotonic(), look_through_everything(), sys.getallocatedblocks()
                if quiet:
                    took += await asyncio.to_thread(give_back)
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)


async def collect_young(seconds: float) -> None:
    """Collects the youngest generation again and again for a while."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        await asyncio.sleep(min(left, YOUNG_EVERY))
        gc.collect(0)


def machine_memory() -> int:
    """Bytes that this process may use: of the machine, or of its control group (a container)."""
    found = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else USUAL_MEMORY
    with contextlib.suppress(OSError, ValueError):  # no control groups, or no limit
        found = min(found, int(GROUP_LIMIT.read_text(encoding="ascii")))
    return found


def look_through_everything() -> float:
    """What is in use now need not be looked at again before the next time. How many seconds it took."""
    begun = time.perf_counter()
    gc.unfreeze()
    found = gc.collect()
    gc.freeze()
    took = time.perf_counter() - begun
    log.debug("%d objects of garbage in %.0f ms", found, 1000 * took)
    return took


def give_back() -> float:
    """What was freed between things in use: glibc keeps it otherwise, as if there were as many visitors for ever. How
    many seconds it took, in which whoever needs much memory waits."""
    begun = time.perf_counter()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
    return time.perf_counter() - begun
