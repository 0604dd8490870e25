"""Appends events to a SQLite file: the statements are carried out at once, and a thread only waits for the disk.

A move is two statements of a few microseconds each. In a thread they would take milliseconds: SQLite lets go of the
interpreter with every statement, and the event loop, busy with other tables, gives it back late. So what comes in one
turn of the loop, or while the disk is waited for, is one transaction, begun in the loop; its commit is for the thread.
Whatever is out of the ordinary (a file that somebody else writes, a full disk) is left to the committer.
"""

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Sequence
from typing import Any, NamedTuple

from spielkiste.server.events import Missing, Repeated, Taken

log = logging.getLogger("spielkiste.store")
MOST = 64  # jobs in one transaction
STANDINGS_KEPT = 10_000  # a few hundred bytes each
NEW_EVENT = (
    "INSERT INTO event (match_id, number, kind, person, data, at, message) VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING"
)
NEXT_STANDING = (
    "UPDATE match SET phase = ?, number = ?, changed = ?, deadline = ?, turn = ?, players = ?"
    " WHERE id = ? AND number = ?"
)
NEXT_NUMBER = "UPDATE match SET number = ?, changed = ?, turn = ? WHERE id = ? AND number = ?"
SAME_MESSAGE = "SELECT number FROM event WHERE match_id = ? AND person = ? AND message = ?"
LAST_NUMBER = "SELECT number FROM match WHERE id = ?"
TAKE_BACK = "DELETE FROM event WHERE match_id = ? AND number = ?"


class NotNow(Exception):  # noqa: N818 - nothing is wrong
    """It cannot be stored here and now, and nothing of it is: the committer's turn."""


class Addition(NamedTuple):
    """The next events of a table, as rows in the order of NEW_EVENT, and what then is true of it."""

    match: str
    events: Sequence[tuple[Any, ...]]
    phase: str
    number: int
    changed: float
    deadline: float | None
    turn: str
    players: str

    @property
    def before(self) -> int:
        return self.number - len(self.events)


class Job(NamedTuple):
    addition: Addition
    future: "asyncio.Future[None]"


Rarely = tuple[str, float | None, str]  # what of a standing most moves leave as it was: phase, deadline and players
Stored = dict[str, tuple[int, Rarely]]  # by table: the number and standing that were written here last


class Appender:
    """One connection, used by the event loop and, while the loop keeps off it, by a thread that commits."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._loop: asyncio.AbstractEventLoop | None = None
        self._given: list[Job] = []
        self._committing: list[tuple[Job, Exception | None]] | None = None
        self._stored: Stored = {}
        self._commits: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._commit_for_ever, name="store-append", daemon=True)
        self._thread.start()

    async def append(self, addition: Addition) -> None:
        """Returns when it is on disk; Taken, Repeated or Missing where it cannot be the table's next, NotNow where
        somebody else has to store it."""
        loop = asyncio.get_running_loop()
        if self._loop is None:
            self._loop = loop
        if self._closed or self._loop is not loop:
            raise NotNow
        future: asyncio.Future[None] = loop.create_future()
        self._given.append(Job(addition, future))
        if len(self._given) == 1 and self._committing is None:
            loop.call_soon(self._begin)
        await future

    def _begin(self) -> None:
        """Carries out what was given, and has it committed."""
        if self._committing is not None or not self._given:
            return
        jobs, self._given = self._given[:MOST], self._given[MOST:]
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._committing = [(job, add(self._connection, job.addition, self._stored)) for job in jobs]
        except sqlite3.Error as error:
            self._leave_to_others(jobs, error)
            return
        self._commits.put(True)

    def _leave_to_others(self, jobs: list[Job], error: sqlite3.Error) -> None:
        """Takes the transaction back."""
        log.debug("not stored at once: %s", error)
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        self._stored.clear()
        for job in jobs:
            answer(job, NotNow())
        if self._given and self._loop is not None:
            self._loop.call_soon(self._begin)

    def _commit_for_ever(self) -> None:
        while self._commits.get():
            error: sqlite3.Error | None = None
            try:
                self._connection.execute("COMMIT")
            except sqlite3.Error as wrong:
                error = wrong
            assert self._loop is not None, "somebody has given a job"
            with contextlib.suppress(RuntimeError):  # a loop that has ended has nobody left who waits
                self._loop.call_soon_threadsafe(self._committed, error)

    def _committed(self, error: sqlite3.Error | None) -> None:
        outcomes, self._committing = self._committing or [], None
        if error is not None:
            self._leave_to_others([job for job, _ in outcomes], error)
            return
        for job, refused in outcomes:
            answer(job, refused)
        self._begin()

    async def close(self) -> None:
        """Finishes what is under way."""
        self._closed = True
        while self._loop is asyncio.get_running_loop() and (self._committing is not None or self._given):
            await asyncio.sleep(0.001)
        self._commits.put(False)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()


def answer(job: Job, refused: Exception | None) -> None:
    if job.future.done():  # who waited has gone
        return
    if refused is None:
        job.future.set_result(None)
    else:
        job.future.set_exception(refused)


def add(connection: sqlite3.Connection, new: Addition, stored: Stored) -> Exception | None:
    """Adds the events and changes the standing; where they are not the table's next, everything is left as it was and
    the answer says why."""
    first, *more = new.events
    if not inserted(connection, first):
        return why_not(connection, new)
    for event in more:
        if not inserted(connection, event):
            raise sqlite3.IntegrityError("the second of two events cannot be stored, though the first could")
    rarely = (new.phase, new.deadline, new.players)
    if stored.get(new.match) == (new.before, rarely):
        values: tuple[Any, ...] = (new.number, new.changed, new.turn, new.match, new.before)
        found = connection.execute(NEXT_NUMBER, values).rowcount
    else:
        values = (new.phase, new.number, new.changed, new.deadline, new.turn, new.players, new.match, new.before)
        found = connection.execute(NEXT_STANDING, values).rowcount
    if not found:
        connection.executemany(TAKE_BACK, [event[:2] for event in new.events])
        return why_not(connection, new)
    if len(stored) >= STANDINGS_KEPT:
        stored.clear()
    stored[new.match] = new.number, rarely
    return None


def inserted(connection: sqlite3.Connection, event: tuple[Any, ...]) -> bool:
    try:
        return connection.execute(NEW_EVENT, event).rowcount > 0
    except sqlite3.IntegrityError:  # there is no such table
        return False


def why_not(connection: sqlite3.Connection, new: Addition) -> Exception:
    """Why the events cannot be the table's next."""
    person, message = new.events[0][3], new.events[0][6]
    same = connection.execute(SAME_MESSAGE, (new.match, person, message)).fetchone()
    if same is not None:
        return Repeated(same[0])
    last = connection.execute(LAST_NUMBER, (new.match,)).fetchone()
    if last is None:
        return Missing(f"there is no table {new.match}")
    return Taken(f"table {new.match} is at event {last[0]}, so {new.before + 1} is not the next")
