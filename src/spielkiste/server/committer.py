"""Group commit: what arrives while a transaction is being written to disk shares the next one.

Writing to disk for sure (fsync) takes milliseconds, a job takes a fraction of one. So a writing thread takes all jobs
that wait, runs them in one transaction, commits once, and only then answers them all.
"""

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, OperationalError

from spielkiste.server.database import is_locked, is_lost, reason
from spielkiste.server.events import StoreError
from spielkiste.server.pen import Pen

log = logging.getLogger("spielkiste.store")
T = TypeVar("T")
Work = Callable[[Connection], Any]
MOST = 64  # jobs in one transaction: enough to make the commit cheap, few enough to keep the first of them quick
TRIES = 3  # of a transaction that lost its connection or met a deadlock before it was committed


class Job(NamedTuple):
    key: str
    work: Work
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"


class Outcome(NamedTuple):
    result: Any
    error: BaseException | None


class TryAgain(Exception):  # noqa: N818 - nothing is wrong yet
    """The transaction as a whole has failed before its commit: nothing of it is stored, it may be run again."""


class OfThisThread(threading.local):
    """What each thread keeps for itself."""

    connection: Connection | None = None


class Committer:
    """Runs writing jobs in a few threads, many jobs to a transaction."""

    def __init__(self, engine: Engine, threads: int, pen: Pen | None = None) -> None:
        self._engine, self._pen = engine, pen
        self._given: dict[asyncio.AbstractEventLoop, list[Job]] = {}  # in this turn of each event loop
        self._jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._here = OfThisThread()
        self._closed = False
        self.trouble = ""  # why the last transaction failed as a whole
        self._threads = [threading.Thread(target=self._run, name=f"store-{n}", daemon=True) for n in range(threads)]
        for thread in self._threads:
            thread.start()

    async def do(self, key: str, work: Callable[[Connection], T]) -> T:
        """Runs the work in a transaction; returns when it is on disk.

        Jobs of one transaction run in the order of their keys (what they lock), and jobs of the same key in the order
        in which they came: so two transactions do not wait for each other. The work may be run more than once.
        """
        if self._closed:
            raise StoreError("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        given = self._given.get(loop)
        if given is None:
            given = self._given[loop] = []
            loop.call_soon(self._hand_over, loop)
        given.append(Job(key, work, loop, future))
        return await future

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """All that was given in one turn of the event loop: waking a thread costs as much as a job."""
        if given := self._given.pop(loop, None):
            self._jobs.put(given)

    def stop(self) -> None:
        """Takes no more jobs. Must be called where jobs are given, so that none slips in behind the end."""
        self._closed = True
        for loop in list(self._given):
            self._hand_over(loop)
        for _ in self._threads:
            self._jobs.put(None)

    def wait(self) -> None:
        """Returns when the jobs given before `stop` are done."""
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        ended = False
        while not ended and (first := self._jobs.get()) is not None:
            jobs, ended = self._gather(first)
            for k in range(0, len(jobs), MOST):
                batch = sorted(jobs[k : k + MOST], key=lambda job: job.key)
                with self._pen.held() if self._pen else contextlib.nullcontext():
                    outcomes = self._commit([job.work for job in batch])
                answer(batch, outcomes)
        self._let_go()

    def _gather(self, first: list[Job]) -> tuple[list[Job], bool]:
        """The jobs that wait, and whether the end of all work was among them."""
        jobs = first
        while len(jobs) < MOST:
            try:
                more = self._jobs.get_nowait()
            except queue.Empty:
                break
            if more is None:
                return jobs, True
            jobs += more
        return jobs, False

    def _connection(self) -> Connection:
        """This thread's: to take one and give it back for each transaction costs as much as two jobs."""
        if self._here.connection is None:
            self._here.connection = self._engine.connect()
        return self._here.connection

    def _let_go(self) -> None:
        """After a fault the next transaction has a fresh connection."""
        found, self._here.connection = self._here.connection, None
        if found is not None:
            with contextlib.suppress(Exception):  # it may be lost
                found.close()

    def _commit(self, works: list[Work]) -> list[Outcome]:
        cause: BaseException | None = None
        careful = [partial(self._carefully, last=not left) for left in reversed(range(TRIES))]
        ways: list[Callable[[list[Work]], list[Outcome]]] = [self._plainly, *careful]
        for way in ways:
            try:
                outcomes = way(works)
                self._note("")
                return outcomes
            except TryAgain as again:
                cause = again.__cause__
                if is_locked(cause):
                    break
            except Exception as error:
                cause = error
                break
        self._note(reason(cause))
        failure = StoreError(f"the database did not store this: {reason(cause)}")
        failure.__cause__ = cause
        return [Outcome(None, failure) for _ in works]

    def _note(self, trouble: str) -> None:
        """Tells the operator when storing begins to fail, and when it works again."""
        if trouble and not self.trouble:
            log.error("the database does not store: %s", trouble)
        elif self.trouble and not trouble:
            log.warning("the database stores again")
        self.trouble = trouble

    def _plainly(self, works: list[Work]) -> list[Outcome]:
        """Without savepoints, which cost as much as the jobs; if one job fails, all are to be run again, carefully."""
        try:
            connection = self._connection()
            try:
                connection.begin()
                outcomes = [Outcome(work(connection), None) for work in works]
            except Exception as error:
                raise TryAgain from error
            connection.commit()
            return outcomes
        except BaseException:
            self._let_go()
            raise

    def _carefully(self, works: list[Work], *, last: bool) -> list[Outcome]:
        """Each job within a savepoint, so that those which fail leave the others alone."""
        with self._engine.connect() as connection:
            try:
                connection.begin()
                outcomes = [attempt(connection, work, last=last) for work in works]
            except DBAPIError as error:
                raise TryAgain from error
            connection.commit()
            return outcomes


def attempt(connection: Connection, work: Work, *, last: bool) -> Outcome:
    """Runs one job; if it fails, only what this job did is undone."""
    savepoint = connection.begin_nested()
    try:
        result = work(connection)
        savepoint.commit()
    except DBAPIError as error:
        if is_lost(error) or (isinstance(error, OperationalError) and not last):
            raise  # the transaction is lost, or a deadlock is best solved by doing all of it again
        savepoint.rollback()
        failure = StoreError(f"the database refused this: {reason(error)}")
        failure.__cause__ = error
        return Outcome(None, failure)
    except Exception as error:
        savepoint.rollback()
        return Outcome(None, error)
    return Outcome(result, None)


def answer(batch: list[Job], outcomes: Iterable[Outcome]) -> None:
    """Gives the outcomes to those who wait: one wake-up for each event loop, not one for each job."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Outcome]]] = {}
    for job, outcome in zip(batch, outcomes, strict=True):
        by_loop.setdefault(job.loop, []).append((job.future, outcome))
    for loop, answers in by_loop.items():
        with contextlib.suppress(RuntimeError):  # a loop that has ended has nobody left who waits
            loop.call_soon_threadsafe(resolve, answers)


def resolve(answers: list[tuple["asyncio.Future[Any]", Outcome]]) -> None:
    for future, (result, error) in answers:
        if future.done():  # who waited has gone
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
