"""Garbage: it is looked for when nobody waits.

Only what refers to itself in a circle needs to be looked for, and what a move leaves behind does not. To look through
the young objects every few thousand of them, as is usual, took a twelfth of the processor's time, and found a closed
connection now and then; a look at everything takes a tenth of a second with many tables in memory. Afterwards memory
that is free is given back to the system.
"""

import asyncio
import ctypes
import gc
import logging
import sys
import time

from spielkiste.server.figures import FIGURES

log = logging.getLogger("spielkiste.garbage")
NEVER = 1_000_000_000  # new objects, after which they are looked through in the midst of things
FEW = 5000  # new objects, for which no look is worth while
MANY = 5_000_000  # new objects, which are looked through whatever goes on: circles after all
LOOK_EVERY = 20.0  # seconds
AT_LEAST_EVERY = 4 * 3600.0  # seconds, however much is going on
PAUSE = 1000  # times as long as the last look took, at least: where many pages are open, one takes a while


async def collect_when_quiet(every: float = LOOK_EVERY, pause: float = PAUSE) -> None:
    """Looks through everything when nobody has been answered for a while, for ever."""
    usual = gc.get_threshold()
    gc.set_threshold(NEVER, NEVER, NEVER)
    try:
        last, took, heard = time.monotonic(), look_through_everything(), FIGURES.acknowledged.count
        while True:
            await asyncio.sleep(every)
            quiet = heard == FIGURES.acknowledged.count
            heard = FIGURES.acknowledged.count
            since = time.monotonic() - last
            new = gc.get_count()[0]
            if (quiet and new > FEW and since > pause * took) or since > AT_LEAST_EVERY or new > MANY:
                last, took = time.monotonic(), look_through_everything()
                if quiet:
                    took += await asyncio.to_thread(give_back)
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)


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
