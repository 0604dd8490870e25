"""Garbage: young objects are looked through a few thousand at a time; all of them only when nobody waits.

A look at everything takes a tenth of a second with many tables in memory, and it comes when somebody moves.
"""

import asyncio
import gc
import logging
import time

from spielkiste.server.figures import FIGURES

log = logging.getLogger("spielkiste.garbage")
NEVER = 1_000_000_000  # looks, after which all is looked through in the midst of things
YOUNG = (5000, NEVER)  # new objects between two looks, a millisecond each; what survives one is seldom garbage later
LOOK_EVERY = 20.0  # seconds
AT_LEAST_EVERY = 4 * 3600.0  # seconds, however much is going on
PAUSE = 1000  # times as long as the last look took, at least: where many pages are open, one takes a while


async def collect_when_quiet(every: float = LOOK_EVERY, pause: float = PAUSE) -> None:
    """Looks through everything when nobody has been answered for a while, for ever."""
    usual = gc.get_threshold()
    gc.set_threshold(*YOUNG, NEVER)
    try:
        last, took, heard = time.monotonic(), look_through_everything(), FIGURES.acknowledged.count
        while True:
            await asyncio.sleep(every)
            quiet = heard == FIGURES.acknowledged.count
            heard = FIGURES.acknowledged.count
            since = time.monotonic() - last
            if (quiet and gc.get_count()[1] and since > pause * took) or since > AT_LEAST_EVERY:
                last, took = time.monotonic(), look_through_everything()
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
