"""Copies of everything the house knows: made while it runs, checked, and brought back.

SQLite copies itself page by page while others write. PostgreSQL's own tools copy a PostgreSQL database; they must be
installed (Debian: postgresql-client).
"""

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from spielkiste.server.database import FORM, address, check_path, engine, is_sqlite, migrate, newest_form
from spielkiste.server.events import StoreError
from spielkiste.server.locks import alone, belong_as
from spielkiste.server.schema import METADATA

ALWAYS = {"alembic_version", "match", "event", "member", "person"}  # tables of a database of ours since the first
SAID = 300  # characters of what a tool of PostgreSQL says
STOP_THEM = "stop all servers first"
PAGES_AT_ONCE = 512  # copied before the progress is told
Progress = Callable[[int, int], None]  # pages done, pages in all


def backup(database: str, file: Path, progress: Progress | None = None) -> None:
    """Writes a copy to a new file; it is whole or not there at all. StoreError says what is wrong."""
    url = address(database)
    check_path(file)
    if file.exists():
        raise StoreError(f"{file} is there already; give another name")
    if not file.parent.is_dir():
        raise StoreError(f"there is no folder {file.parent}")
    part = file.with_name(file.name + ".part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        copy_sqlite(Path(url.database or ""), part, progress) if is_sqlite(url) else dump_postgres(url, part)
        part.replace(file)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


def restore(database: str, file: Path, *, replace: bool = False) -> None:
    """Brings a copy back and its tables up to date. What is there is replaced only if that was asked for."""
    url = address(database)
    check_path(file)
    if not file.is_file():
        raise StoreError(f"there is no file {file}")
    form = check_sqlite(file) if is_sqlite(url) else check_dump(file)
    if form > newest_form():
        raise StoreError(f"{file} was made by a newer version of Spielkiste; use that version to bring it back")
    if is_sqlite(url):
        restore_sqlite(url, file, replace)
    else:
        restore_postgres(url, file, replace)


def bring_up_to_date(url: URL) -> None:
    made = engine(url, 1, reading=False)
    try:
        migrate(made)
    finally:
        made.dispose()


# --- SQLite ------------------------------------------------------------------------------------------


def copy_sqlite(source: Path, target: Path, progress: Progress | None) -> None:
    if not source.is_file():
        raise StoreError(f"there is no database {source}")

    def tell(_status: int, remaining: int, total: int) -> None:
        if progress:
            progress(total - remaining, total)

    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.execute("BEGIN")
            old.execute("SELECT count(*) FROM sqlite_master")  # a snapshot: else each write would begin it anew
            old.backup(new, pages=PAGES_AT_ONCE, progress=tell)
        check_sqlite(target)
    except sqlite3.Error as error:
        raise StoreError(f"{source} cannot be copied: {error}") from error


def check_sqlite(file: Path) -> str:
    """That a file is an intact database of ours; the form of its tables."""
    copy = f"{file.absolute().as_uri()}?immutable=1"  # or SQLite would leave the files of a log beside it
    try:
        with closing(sqlite3.connect(copy, uri=True)) as opened:
            told = [str(row[0]) for row in opened.execute("PRAGMA integrity_check")]
            tables = {str(row[0]) for row in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            form = opened.execute(FORM).fetchone() if "alembic_version" in tables else None
    except sqlite3.Error as error:
        raise StoreError(f"{file} is not an intact copy: {error}") from error
    if told != ["ok"]:
        raise StoreError(f"{file} is damaged: {told[0]}")
    if form is None or not tables >= ALWAYS:
        raise StoreError(f"{file} is no database of Spielkiste")
    return str(form[0])


def restore_sqlite(url: URL, file: Path, replace: bool) -> None:
    target = Path(url.database or "")
    if target.exists() and not replace:
        raise StoreError(f"{target} is there already; --replace puts the copy in its place")
    part = target.with_name(target.name + ".part")
    try:
        with alone(url, STOP_THEM):
            shutil.copyfile(file, part)
            part.chmod(0o600)
            bring_up_to_date(address(str(part)))
            belong_as(part, target if target.exists() else target.parent)
            for rest in ("-wal", "-shm"):
                target.with_name(target.name + rest).unlink(missing_ok=True)
            part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StoreError(f"{target} cannot be written: {error.strerror}") from error


# --- PostgreSQL ----------------------------------------------------------------------------------------


def dump_postgres(url: URL, file: Path) -> None:
    if not set(run_tool(url, "psql", "-At", "-c", TABLES).split()) >= ALWAYS:
        raise StoreError("this database has no tables of Spielkiste")
    run_tool(url, "pg_dump", "--format=custom", f"--file={file}")


def check_dump(file: Path) -> str:
    """That a file is a copy of a database of ours; the form of its tables."""
    tables = tables_in_dump(file)
    told = run_tool(None, "pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(file))
    form = re.search(r"^COPY .*;\n(\w+)$", told, re.MULTILINE)
    if not tables >= ALWAYS or form is None:
        raise StoreError(f"{file} is no copy of a database of Spielkiste")
    return form[1]


def tables_in_dump(file: Path) -> set[str]:
    listed = run_tool(None, "pg_restore", "--list", str(file))
    return set(re.findall(r" TABLE \S+ (\w+) ", listed))


def restore_postgres(url: URL, file: Path, replace: bool) -> None:
    if not replace and "alembic_version" in run_tool(url, "psql", "-At", "-c", TABLES):
        raise StoreError("this database has tables of Spielkiste already; --replace puts the copy in their place")
    extra = ["--clean", "--if-exists"] if replace else []
    with alone(url, STOP_THEM):
        run_tool(url, "pg_restore", "--no-owner", "--exit-on-error", "--single-transaction", *extra, str(file))
        # An older version's copy leaves tables alone that it does not know; bringing it up to date makes them anew.
        younger = METADATA.tables.keys() - tables_in_dump(file)
        if younger:
            run_tool(url, "psql", "-c", f"DROP TABLE IF EXISTS {', '.join(sorted(younger))}")
    bring_up_to_date(url)


TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"


def run_tool(url: URL | None, tool: str, *words: str) -> str:
    """One of PostgreSQL's own tools, with a database or without; the password goes by the environment, never by the
    command line."""
    command, space = [tool, *words], dict(os.environ)
    if url is not None:
        place = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
        command.insert(1, f"--dbname={place.render_as_string()}")
        space |= {"PGPASSWORD": str(url.password)} if url.password else {}
    try:
        done = subprocess.run(command, env=space, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise StoreError(f"{tool} is needed for a PostgreSQL database (Debian: postgresql-client)") from None
    if done.returncode:
        said = " ".join(done.stderr.replace(f"{tool}: error: ", "").replace(f"{tool}: ", "").split())
        raise StoreError(f"{tool}: {said[:SAID] or 'it failed'}")
    return done.stdout
