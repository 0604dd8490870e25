"""Processes beside the server, each with one thing to do at a time; a dead or stuck one is replaced."""

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from spielkiste.server.turns import BotFailed

Result = TypeVar("Result")
START = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"  # not everywhere


class Lane:
    """One process. It is started when there is something to do."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._context = multiprocessing.get_context(START)
        self._executor: ProcessPoolExecutor | None = None

    def _started(self) -> ProcessPoolExecutor:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                1, mp_context=self._context, initializer=begin, initargs=(self._niceness,)
            )
        return self._executor

    async def run(self, seconds: float, work: Callable[..., Result], *given: object) -> Result:
        """What a function returns or raises there; BotFailed if it took longer, or the process died. Cancelled, it is
        stopped at once."""
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.get_running_loop().run_in_executor(self._started(), work, *given)
        except (BrokenProcessPool, TimeoutError) as broken:
            self.stop()
            raise BotFailed(type(broken).__name__) from broken
        except asyncio.CancelledError:
            self.stop()
            raise

    def stop(self, *, wait: bool = False) -> None:
        """Ends the process; the next one starts when there is something to do. Waits until all that belonged to it is
        given back: before Python itself ends, or it warns of what is left behind."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        for process in list((executor._processes or {}).values()):  # an executor has no way to stop a running task
            process.kill()
        executor.shutdown(wait=wait, cancel_futures=True)

    def processes(self) -> list[int]:
        return list((self._executor and self._executor._processes) or {})


def limited(seconds: float, work: Callable[..., Result], *given: object) -> Result:
    """What a function returns, if that takes no more than so many seconds of the processor's time; else the system ends
    this process. What it waits for is not counted: other processes that are at work, or its own start."""
    if sys.platform == "win32":  # has no such timer; the time by the clock is limited everywhere
        return work(*given)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return work(*given)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def begin(niceness: int) -> None:
    """A process: people's clicks go before its work, and it ends when the server does, however that ended. Ctrl-C in a
    terminal reaches it too; that is the server's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(niceness)
    threading.Thread(target=end_with_the_server, daemon=True).start()


def end_with_the_server() -> None:
    """A server that was killed could not tell its bots; without this they would wait for it for ever."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)
