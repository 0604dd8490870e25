"""Looks whether a server could use a database, and says what it would find. Nothing is made, changed or migrated."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL, Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from spielkiste.server.database import FORM, address, engine, is_sqlite, newest_form, reason
from spielkiste.server.events import StoreError

BESIDE = ("", "-wal", "-shm", ".lock")  # a database and the files that SQLite and servers keep beside it
READ_ONLY = "may only be read, not written, by this user"


def inspected(database: str) -> str:
    """What a server would do with the database, in a sentence; StoreError says why none could use it."""
    place, found = form_of(database)
    if found is None:
        return f"The database {place} has no tables yet; they will be made."
    if found > newest_form():
        raise StoreError(f"{place} was made by a newer version of Spielkiste (form {found}); start that version")
    if found < newest_form():
        return f"The database {place} will be brought up to date (from form {found} to {newest_form()})."
    return f"The database {place} is there and up to date."


def has_tables(database: str) -> bool:
    return form_of(database)[1] is not None


def form_of(database: str) -> tuple[str, str | None]:
    """How a database is called, and the form of its tables; None where there are none yet."""
    url = address(database)
    place = str(url.database) if is_sqlite(url) else url.render_as_string(hide_password=True)
    return place, form_in_file(Path(place)) if is_sqlite(url) else form_in_postgres(url, place)


def form_in_file(file: Path) -> str | None:
    """The form of the tables in a file; None where there are none yet."""
    folder = file.absolute().parent
    if not folder.is_dir():
        raise StoreError(f"there is no folder {folder} for the database {file.name}")
    if not os.access(folder, os.W_OK | os.X_OK):  # SQLite keeps files beside the database
        raise StoreError(f"the folder {folder} {READ_ONLY}")
    for one in (file.with_name(file.name + rest) for rest in BESIDE):
        if one.exists() and not os.access(one, os.R_OK | os.W_OK):
            raise StoreError(f"the file {one} {READ_ONLY}")
    if not file.exists() or not file.stat().st_size:
        return None
    log, index = (file.with_name(file.name + rest) for rest in ("-wal", "-shm"))
    if log.exists() and not index.exists():  # left by a server that was killed; SQLite would make the index anew
        with TemporaryDirectory() as place:
            for one in (file, log):
                shutil.copyfile(one, Path(place) / one.name)
            return form_of_tables(Path(place) / file.name, "mode=rw", file)
    # SQLite would make the files of the log to read a database that has none: then nobody writes, and none is needed.
    return form_of_tables(file, "mode=ro" if log.exists() else "immutable=1", file)


def form_of_tables(opened_file: Path, how: str, file: Path) -> str | None:
    try:
        with closing(sqlite3.connect(f"{opened_file.absolute().as_uri()}?{how}", uri=True)) as opened:
            tables = {str(row[0]) for row in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if tables and "alembic_version" not in tables:
                raise StoreError(f"{file} is a database of another program; give another path")
            if not tables:
                return None
            row = opened.execute(FORM).fetchone()
    except sqlite3.Error as error:
        raise StoreError(f"the database {file} cannot be opened: {reason(error)}") from error
    return str(row[0]) if row else None


def form_in_postgres(url: URL, place: str) -> str | None:
    reading = engine(url, 1, reading=True)
    try:
        with reading.connect() as connection:
            found = form_in_tables(connection)
            if not may_write(connection, found):
                raise StoreError(f"the database {place} {READ_ONLY}")
            return found
    except DBAPIError as error:
        raise StoreError(f"the database {place} cannot be opened: {reason(error)}") from error
    finally:
        reading.dispose()


def form_in_tables(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text(FORM)).scalar_one_or_none()
    return None if found is None else str(found)


def may_write(connection: Connection, form: str | None) -> bool:
    """Whether the server lets anybody write, and us: into our tables, or new ones where there are changes to come."""
    if connection.execute(text("SHOW transaction_read_only")).scalar_one() == "on":
        return False
    asked = "has_table_privilege('event', 'INSERT')"
    if form is None or form < newest_form():
        asked = "has_schema_privilege(current_schema(), 'CREATE')"
    return bool(connection.execute(text(f"SELECT {asked}")).scalar_one())
