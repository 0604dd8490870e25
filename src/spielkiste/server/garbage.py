"""The cyclic garbage collector: when it runs.

Moves and refused connections leave no reference cycles behind; HTML pages and statements of the database leave some
(Jinja's macros, SQLAlchemy's aliases). So the youngest generation is collected whenever it has grown by `YOUNG`
objects, whatever goes on: that takes a few milliseconds, however many tables are in memory. What outlives that is
looked through when nobody waits: a full collection takes a tenth of a second with many tables in memory. Afterwards
memory that is free is given back to the system.
"""

import asyncio
import ctypes
import gc
import logging
import sys
import time

from spielkiste.server.figures import FIGURES

log = logging.getLogger("spielkiste.garbage")
YOUNG = 20_000  # objects more than after the last collection: to free as many takes 1.3 to 2.3 ms
NEVER = 1_000_000_000  # collections of a generation, after which the next older one is collected too
FEW = 5000  # new objects, for which no look is worth while
MANY = 5_000_000  # new objects that outlived their first collection, which are looked through whatever goes on
LOOK_EVERY = 20.0  # seconds
AT_LEAST_EVERY = 4 * 3600.0  # seconds, however much is going on
PAUSE = 1000  # times as long as the last look took, at least: where many pages are open, one takes a while


async def collect_when_quiet(every: float = LOOK_EVERY, pause: float = PAUSE) -> None:
    """Looks through everything when nobody has been answered for a while, for ever."""
    usual = gc.get_threshold()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    try:
        last, took, heard = time.monotonic(), look_through_everything(), FIGURES.acknowledged.count
        survived = young_survivors()
        while True:
            await asyncio.sleep(every)
            quiet = heard == FIGURES.acknowledged.count
            heard = FIGURES.acknowledged.count
            since = time.monotonic() - last
            new = young_survivors() - survived + gc.get_count()[0]
            if (quiet and new > FEW and since > pause * took) or since > AT_LEAST_EVERY or new > MANY:
                last, took, survived = time.monotonic(), look_through_everything(), young_survivors()
                if quiet:
                    took += await asyncio.to_thread(give_back)
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)


def young_survivors() -> int:
    """By how many objects all automatic collections of the youngest generation have let the others grow."""
    young = gc.get_stats()[0]
    return int(YOUNG * young["collections"] - young["collected"])


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
