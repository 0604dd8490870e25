"""Where the database is: addresses, engines, and bringing its tables up to date."""

import contextlib
import sqlite3
import stat
import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from spielkiste.server.events import StoreError
from spielkiste.server.locks import CONNECTING, share

WAIT_SECONDS = 10  # a statement may take, and wait for another process that writes the same
LOG_PAGES = 4000  # 16 MB that are written before they go to their places: a page that tables share goes there once
FORM = "SELECT version_num FROM alembic_version"
TROUBLES = {  # by what SQLite or PostgreSQL call it
    "SQLITE_FULL": "the disk is full",
    "53100": "the disk is full",
    "SQLITE_READONLY": "it may only be read, not written",
    "25006": "it may only be read, not written",
    "SQLITE_BUSY": "another program holds it locked",
    "SQLITE_LOCKED": "another program holds it locked",
    "55P03": "another program holds it locked",
    "57014": "it took too long",
    "55006": "a copy is being brought back; wait until that is done",
    "SQLITE_CORRUPT": "the file is damaged; stop the server and bring a copy back (spielkiste restore)",
    "SQLITE_NOTADB": "the file is damaged, or no database; stop the server and bring a copy back (spielkiste restore)",
    "SQLITE_IOERR": "the disk does not work",
    "SQLITE_CANTOPEN": "the file cannot be opened",
}
MIGRATING = 0x5B1E1  # any number will do, as long as all versions lock the same one
_one_at_a_time = threading.Lock()  # Alembic keeps its context in a global variable


def address(url: str) -> URL:
    """The database meant by `sqlite:///file`, the path of a file, or `postgresql://…`. StoreError where it can be
    none, as a folder or a device is."""
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
    check_path(Path(parsed.database))
    return parsed


def check_path(file: Path) -> None:
    """That a file can be there, or is: no folder, no device, no endless name."""
    try:
        mode = file.stat().st_mode
        if stat.S_ISDIR(mode):
            raise StoreError(f"{file} is a folder; give the path of a file")
        if not stat.S_ISREG(mode):
            raise StoreError(f"{file} is no ordinary file; give another path")
    except (FileNotFoundError, NotADirectoryError):
        return
    except (OSError, ValueError) as error:
        raise StoreError(f"{file} cannot be used: {getattr(error, 'strerror', None) or error}") from error


def without_password(url: str) -> str:
    """An address as it may be shown: what stands before the last @ is left out."""
    scheme, there, rest = url.partition("://")
    return f"{scheme}://…@{rest.rpartition('@')[2]}" if there and "@" in rest else url


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def engine(url: URL, connections: int, *, reading: bool, seconds: int = WAIT_SECONDS) -> Engine:
    """An engine for reading (each statement sees what is committed by then) or for writing (in transactions)."""
    settings: dict[str, Any] = {"pool_size": connections, "max_overflow": 0, "hide_parameters": True}
    if reading:
        settings["isolation_level"] = "AUTOCOMMIT"
    if not is_sqlite(url):
        limits = f"-c statement_timeout={seconds * 1000} -c lock_timeout={seconds * 1000}"
        settings["connect_args"] = CONNECTING | {"options": limits}
    try:
        made = create_engine(url, **settings)
    except ModuleNotFoundError as error:
        raise StoreError("PostgreSQL needs a driver: pip install 'spielkiste[postgres]'") from error
    if is_sqlite(url):
        keep_private(Path(url.database or ""))
        event.listen(made, "connect", partial(prepare_sqlite, seconds=seconds))
        if not reading:
            event.listen(made, "begin", begin_writing)
    else:
        event.listen(made, "connect", share)
    return made


def plain_connection(url: URL) -> sqlite3.Connection | None:
    """A connection that does not wait for others who write, past SQLAlchemy; None where the file cannot be opened by
    its name alone, or is none."""
    if not is_sqlite(url) or url.query or not url.database:
        return None
    connection = sqlite3.connect(url.database, check_same_thread=False)
    prepare_sqlite(connection, None, seconds=0)
    return connection


def keep_private(file: Path) -> None:
    """A new database is readable by its owner alone: it holds the key of the cookies. Its other files follow it."""
    if not file.exists() and file.parent.is_dir():
        with contextlib.suppress(OSError):  # opening it will say what is wrong
            file.touch(mode=0o600)


def prepare_sqlite(connection: sqlite3.Connection, _record: object, seconds: int = WAIT_SECONDS) -> None:
    """Durable (what is committed survives a power cut), readable while somebody writes, strict, and without traces of
    what was deleted."""
    connection.isolation_level = None  # the driver's own BEGIN comes too late to be of use
    connection.execute(f"PRAGMA busy_timeout = {seconds * 1000}")
    if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")


def empty_log(reading: Engine) -> bool:
    """Empties SQLite's log; whether another connection uses it, so that it could not. It does not wait until that
    ends: a checkpoint that waits for readers lets nobody write meanwhile."""
    with reading.connect() as connection:
        patience = plainly(connection, "PRAGMA busy_timeout").fetchone()[0]
        plainly(connection, "PRAGMA busy_timeout = 0")
        try:
            return bool(plainly(connection, "PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])
        finally:
            plainly(connection, f"PRAGMA busy_timeout = {patience}")


def begin_writing(connection: Connection) -> None:
    # A transaction that begins by reading could not always be turned into a writing one when others write.
    plainly(connection, "BEGIN IMMEDIATE")


def plainly(connection: Connection, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
    """Has SQLite carry out a text: SQLAlchemy's way to it costs three times as much as SQLite itself."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    try:
        return driver.execute(statement, values)
    except sqlite3.Error as error:
        raise DBAPIError.instance(
            statement, None, error, sqlite3.Error, hide_parameters=True, dialect=connection.dialect
        ) from error


def migrate(writing: Engine) -> None:
    """Brings the tables of the database to the newest form; several servers may do so at once."""
    place = writing.url.render_as_string(hide_password=True)
    try:
        with _one_at_a_time, writing.begin() as connection:
            if not is_sqlite(writing.url):  # BEGIN IMMEDIATE is a lock already
                connection.execute(text("SET LOCAL statement_timeout = 0"))  # a large database takes its time
                connection.execute(text("SET LOCAL lock_timeout = 0"))
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
    """What is wrong, in a sentence where it is known, and what the database itself said, without the statement and
    what people wrote in it."""
    said = error.orig if isinstance(error, DBAPIError) else error
    known, words = TROUBLES.get(code_of(said)), " ".join(str(said).split())
    return f"{known} ({words})" if known else words


def code_of(error: BaseException | None) -> str:
    """What the database calls a fault: the name of SQLite, without what follows it, or the number of PostgreSQL."""
    name = getattr(error, "sqlite_errorname", None) or ""
    return "_".join(name.split("_")[:2]) if name else str(getattr(error, "sqlstate", None) or "")


def is_locked(error: BaseException | None) -> bool:
    """Whether somebody else held the database for as long as one waits: another try would take as long again."""
    code = code_of(error.orig if isinstance(error, DBAPIError) else error)
    return code in ("SQLITE_BUSY", "55P03", "57014")


def is_lost(error: DBAPIError) -> bool:
    """Whether the whole transaction is gone with a fault: SQLite takes it back itself where the disk fails."""
    return error.connection_invalidated or code_of(error.orig) in ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY")


def newest_form() -> str:
    """The form of the tables that this version knows."""
    return str(max(file.name[:4] for file in (Path(__file__).with_name("migrations") / "versions").glob("0*.py")))
