"""Where the database is: addresses, engines, and bringing its tables up to date."""

import contextlib
import sqlite3
import threading
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from spielkiste.server.events import StoreError

WAIT_SECONDS = 20  # how long one process waits for another that writes to the same SQLite file
MIGRATING = 0x5B1E1  # any number will do, as long as all versions lock the same one
_one_at_a_time = threading.Lock()  # Alembic keeps its context in a global variable


def address(url: str) -> URL:
    """The database meant by `sqlite:///file`, the path of a file, or `postgresql://…`."""
    try:
        parsed = make_url(url) if "://" in url else URL.create("sqlite", database=url)
    except (ArgumentError, ValueError) as error:
        raise StoreError(f"'{without_password(url)}' is not the address of a database") from error
    kind = parsed.get_backend_name()
    if kind in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise StoreError(f"a {kind} database cannot be used; give the path of a file, or postgresql://…")
    if parsed.database in (None, "", ":memory:"):
        raise StoreError("tables are kept in a file: give its path, as in sqlite:///games.db")
    return parsed


def without_password(url: str) -> str:
    """An address as it may be shown: what stands before the last @ is left out."""
    scheme, there, rest = url.partition("://")
    return f"{scheme}://…@{rest.rpartition('@')[2]}" if there and "@" in rest else url


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def engine(url: URL, connections: int, *, reading: bool) -> Engine:
    """An engine for reading (each statement sees what is committed by then) or for writing (in transactions)."""
    settings: dict[str, Any] = {"pool_size": connections, "max_overflow": 0, "hide_parameters": True}
    if reading:
        settings["isolation_level"] = "AUTOCOMMIT"
    if not is_sqlite(url):
        settings["connect_args"] = {"connect_timeout": 5}
    try:
        made = create_engine(url, **settings)
    except ModuleNotFoundError as error:
        raise StoreError("PostgreSQL needs a driver: pip install 'spielkiste[postgres]'") from error
    if is_sqlite(url):
        keep_private(Path(url.database or ""))
        event.listen(made, "connect", prepare_sqlite)
        if not reading:
            event.listen(made, "begin", begin_writing)
    return made


def keep_private(file: Path) -> None:
    """A new database is readable by its owner alone: it holds the key of the cookies. Its other files follow it."""
    if not file.exists() and file.parent.is_dir():
        with contextlib.suppress(OSError):  # opening it will say what is wrong
            file.touch(mode=0o600)


def prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """Durable (what is committed survives a power cut), readable while somebody writes, and strict."""
    connection.isolation_level = None  # the driver's own BEGIN comes too late to be of use
    connection.execute(f"PRAGMA busy_timeout = {WAIT_SECONDS * 1000}")
    if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def begin_writing(connection: Connection) -> None:
    # A transaction that begins by reading could not always be turned into a writing one when others write.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def migrate(writing: Engine) -> None:
    """Brings the tables of the database to the newest form; several servers may do so at once."""
    place = writing.url.render_as_string(hide_password=True)
    try:
        with _one_at_a_time, writing.begin() as connection:
            if not is_sqlite(writing.url):  # BEGIN IMMEDIATE is a lock already
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
            config = Config()
            config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError(f"{place} was made by a newer version of Spielkiste ({error})") from error
    except (DBAPIError, sqlite3.Error) as error:
        raise StoreError(f"the database {place} cannot be opened: {reason(error)}") from error


def reason(error: BaseException | None) -> str:
    """What the database itself said, without the statement and what people wrote in it."""
    return str(error.orig if isinstance(error, DBAPIError) else error).strip()
