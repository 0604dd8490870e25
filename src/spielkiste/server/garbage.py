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


async def collect_when_quiet(every: float = LOOK_EVERY) -> None:
    """Looks through everything when nobody has been answered for a while, for ever."""
    usual = gc.get_threshold()
    gc.set_threshold(*YOUNG, NEVER)
    last, heard = 0.0, -1
    try:
        while True:
            quiet = heard == FIGURES.acknowledged.count
            heard = FIGURES.acknowledged.count
            if last == 0.0 or (quiet and gc.get_count()[1]) or time.monotonic() - last > AT_LEAST_EVERY:
                look_through_everything()
                last = time.monotonic()
            await asyncio.sleep(every)
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)


def look_through_everything() -> None:
    """What is in use now need not be looked at again before the next time."""
    begun = time.perf_counter()
    gc.unfreeze()
    found = gc.collect()
    gc.freeze()
    log.debug("%d objects of garbage in %.0f ms", found, 1000 * (time.perf_counter() - begun))
