"""Who uses a database: any number of servers at a time, or one program alone.

`spielkiste restore` needs the database alone. PostgreSQL keeps an advisory lock for that: every connection of ours
takes its shared form when it is made (`share`), so that a server holds it as long as it can write, and has it again
as soon as it has a connection again. For SQLite a small file beside the database is held locked; every system lets go
of it however a process ends.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from spielkiste.server.events import StoreError

USED = 0x5B1E2  # the key of PostgreSQL's lock; all versions must lock the same one
CONNECTING = {"connect_timeout": 5}  # seconds


def alone(url: URL, advice: str) -> AbstractContextManager[None]:
    """Nobody else uses the database meanwhile; StoreError, with some advice, where somebody does."""
    if url.get_backend_name() == "sqlite":
        return file_locked(Path(url.database or ""), "EXCLUSIVE", advice)
    return postgres_locked(url, advice)


def shared(url: URL, advice: str) -> AbstractContextManager[None]:
    """Nobody has the file of a database alone meanwhile. PostgreSQL's connections see to it themselves."""
    return file_locked(Path(url.database or ""), "DEFERRED", advice)


@contextmanager
def file_locked(database: Path, how: str, advice: str) -> Iterator[None]:
    file = database.with_name(database.name + ".lock")
    try:
        held = sqlite3.connect(file, timeout=0, isolation_level=None)
    except sqlite3.OperationalError as error:
        raise StoreError(f"{file} cannot be made: {error}") from error
    with closing(held):
        try:
            held.execute(f"BEGIN {how}")
            held.execute("SELECT count(*) FROM sqlite_master").fetchall()  # only reading takes the shared lock
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise StoreError(f"{file} cannot be locked: {error}") from error
            raise StoreError(f"another server, or a restore, uses {database} now; {advice}") from None
        belong_as(file, database.parent)
        yield


@contextmanager
def postgres_locked(url: URL, advice: str) -> Iterator[None]:
    place = url.render_as_string(hide_password=True)
    try:
        connection = create_engine(url, poolclass=NullPool, connect_args=CONNECTING).connect()
    except DBAPIError as error:
        raise StoreError(f"the database {place} cannot be opened: {' '.join(str(error.orig).split())}") from error
    with connection:  # the lock ends with it
        connection.execution_options(isolation_level="AUTOCOMMIT")
        if not connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": USED}).scalar_one():
            raise StoreError(f"servers use {place} now; {advice}")
        yield


def share(connection: Any, _record: object) -> None:
    """A new connection to PostgreSQL takes the shared lock, or is refused."""
    from psycopg.errors import ObjectInUse

    shares = connection.execute("SELECT pg_try_advisory_lock_shared(%s)", [USED]).fetchone()[0]
    connection.rollback()  # ends the transaction, not the lock
    if not shares:
        connection.close()
        raise ObjectInUse("spielkiste restore is at work")


def belong_as(file: Path, model: Path) -> None:
    """What root makes for a server that is not root must be the server's."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        there = model.stat()
        with suppress(PermissionError):  # a root of a container that may not: there everything is its own
            os.chown(file, there.st_uid, there.st_gid)
