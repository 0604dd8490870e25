"""Writes moves and new tables to a SQLite file: the statements are carried out at once, and a thread only waits for
the disk.

A move is two statements of a few microseconds each. In a thread they would take milliseconds: SQLite lets go of the
interpreter with every statement, and the event loop, busy with other tables, gives it back late. So what comes in one
turn of the loop, or while the disk is waited for, is one transaction, begun in the loop; its commit is for the thread.
While the committer writes it waits (`pen.py`). Whatever is out of the ordinary (a file that another process writes, a
full disk) is left to the committer.
"""

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from spielkiste.server.events import Missing, Repeated, Standing, Taken
from spielkiste.server.pen import Pen
from spielkiste.server.schema import json

log = logging.getLogger("spielkiste.store")
MOST = 64  # jobs in one transaction
CACHE = 16_000  # KiB: where hundreds of tables are played at, each has pages of its own
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
NEW_TABLE = (
    "INSERT INTO match (id, slug, options, version, host, public, created, seed, commitment, join_token, watch_token,"
    " turn_seconds, previous, handed_in, phase, number, changed, deadline, turn, players) VALUES (:id, :slug,"
    " :options, :version, :host, :public, :created, :seed, :commitment, :join_token, :watch_token, :turn_seconds,"
    " :previous, :handed_in, :phase, :number, :changed, :deadline, :turn, :players) ON CONFLICT (id) DO NOTHING"
)
NEW_MEMBER = "INSERT INTO member (match_id, person, role) VALUES (?, ?, ?)"


class NotNow(Exception):  # noqa: N818 - nothing is wrong
    """It cannot be stored here and now, and nothing of it is: the committer's turn."""


class Addition(NamedTuple):
    """The next events of a table, as rows in the order of NEW_EVENT, and what then is true of it."""

    match: str
    events: Sequence[tuple[Any, ...]]
    standing: Standing

    @property
    def before(self) -> int:
        return self.standing.number - len(self.events)


class Opening(NamedTuple):
    """A new table: its columns, its standing among them, its first events as rows, and those who belong to it, as
    rows."""

    table: dict[str, Any]
    standing: Standing
    events: Sequence[tuple[Any, ...]]
    members: Sequence[tuple[str, str, str]]


Stored = dict[str, Standing]  # by table: what was written here last
Work = Callable[[sqlite3.Connection, Stored], Exception | None]  # which says why nothing was changed


class Job(NamedTuple):
    work: Work
    future: "asyncio.Future[None]"


class Appender:
    """One connection, used by the event loop and, while the loop keeps off it, by a thread that commits."""

    def __init__(self, connection: sqlite3.Connection, pen: Pen) -> None:
        self._connection, self._pen = connection, pen
        connection.execute(f"PRAGMA cache_size = -{CACHE}")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._given: list[Job] = []
        self._committing: list[tuple[Job, Exception | None]] | None = None
        self._stored: Stored = {}
        self._commits: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._commit_for_ever, name="store-append", daemon=True)
        self._thread.start()
        pen.call(self._go_on)

    def append(self, addition: Addition) -> "asyncio.Future[None]":
        """Done when it is on disk; Taken, Repeated or Missing where it cannot be the table's next, NotNow (perhaps at
        once) where somebody else has to store it."""
        return self._do(partial(add, addition))

    def open(self, opening: Opening) -> "asyncio.Future[None]":
        """Done when the table is on disk; Taken where there is one of that id, NotNow as above."""
        return self._do(partial(open_table, opening))

    def _do(self, work: Work) -> "asyncio.Future[None]":
        loop = asyncio.get_running_loop()
        if self._loop is None:
            self._loop = loop
        if self._closed or self._loop is not loop:
            raise NotNow
        future: asyncio.Future[None] = loop.create_future()
        self._given.append(Job(work, future))
        if len(self._given) == 1 and self._committing is None:
            loop.call_soon(self._begin)
        return future

    def _go_on(self) -> None:
        """Somebody else has written, in their thread."""
        if self._given and self._loop is not None:
            with contextlib.suppress(RuntimeError):  # a loop that has ended has nobody left who waits
                self._loop.call_soon_threadsafe(self._begin)

    def _begin(self) -> None:
        """Carries out what was given, and has it committed; while somebody else writes, that has to wait."""
        if self._committing is not None or not self._given or not self._pen.taken():
            return
        jobs, self._given = self._given[:MOST], self._given[MOST:]
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._committing = [(job, job.work(self._connection, self._stored)) for job in jobs]
        except Exception as error:  # also what cannot be written at all: it must not keep the others from writing
            self._take_back()
            self._leave_to_others(jobs, error)
            return
        self._commits.put(True)

    def _take_back(self) -> None:
        """Nothing of the transaction is stored; others may write."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        self._pen.put_down()

    def _leave_to_others(self, jobs: list[Job], error: Exception) -> None:
        log.debug("not stored at once: %s", error)
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
                self._pen.put_down()
            except sqlite3.Error as wrong:
                error = wrong
                self._take_back()
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


def add(new: Addition, connection: sqlite3.Connection, stored: Stored) -> Exception | None:
    """Adds the events and changes the standing; where they are not the table's next, everything is left as it was and
    the answer says why."""
    first, *more = new.events
    if not inserted(connection, first):
        return why_not(connection, new)
    for event in more:
        if not inserted(connection, event):
            raise sqlite3.IntegrityError("the second of two events cannot be stored, though the first could")
    if not stands_at(connection, new, stored.get(new.match)):
        connection.executemany(TAKE_BACK, [event[:2] for event in new.events])
        return why_not(connection, new)
    note(stored, new.match, new.standing)
    return None


def stands_at(connection: sqlite3.Connection, new: Addition, stored: Standing | None) -> bool:
    """Changes the standing: only the number where nothing else is new. Whether the table was where it must be."""
    match, before, now = new.match, new.before, new.standing
    if stored is not None and stored.number == before and but_for_the_turn(stored) == but_for_the_turn(now):
        values: tuple[Any, ...] = (now.number, now.changed, json(now.turn), match, before)
        return connection.execute(NEXT_NUMBER, values).rowcount > 0
    written = json(now.turn), json(now.players)
    values = (now.phase, now.number, now.changed, now.deadline, *written, match, before)
    return connection.execute(NEXT_STANDING, values).rowcount > 0


def but_for_the_turn(standing: Standing) -> tuple[Any, ...]:
    """What most moves leave as it was."""
    return standing.phase, standing.deadline, standing.players


def note(stored: Stored, match: str, standing: Standing) -> None:
    if len(stored) >= STANDINGS_KEPT:
        stored.clear()
    stored[match] = standing


def open_table(new: Opening, connection: sqlite3.Connection, stored: Stored) -> Exception | None:
    table = new.table
    if not connection.execute(NEW_TABLE, table).rowcount:
        return Taken(f"there is a table {table['id']} already")
    connection.executemany(NEW_EVENT, new.events)
    connection.executemany(NEW_MEMBER, new.members)
    note(stored, table["id"], new.standing)
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
