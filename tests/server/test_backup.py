"""Copies of a database, made while it is written to, and brought back."""

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import httpx
import psycopg
import pytest
from server import services
from server.harness import serving
from server.stored import begun, move, older, standing
from sqlalchemy import text

from spielkiste.cli.main import main
from spielkiste.server.backup import backup, restore
from spielkiste.server.database import address, engine, migrate
from spielkiste.server.events import StoreError
from spielkiste.server.locks import alone, shared
from spielkiste.server.store import Store


@pytest.mark.anyio
async def test_a_copy_made_while_moves_are_stored_is_whole(database_url: str, tmp_path: Path) -> None:
    store = await Store.open(database_url)
    await begun(store)
    writing = True

    async def play() -> int:
        number = 0
        while writing:
            number += 1
            await store.append("t1", [move(number)], standing(number), {})
        return number

    playing = asyncio.create_task(play())
    await asyncio.sleep(0.2)
    copy = tmp_path / "copy"
    await asyncio.to_thread(backup, database_url, copy)
    writing = False
    last = await playing
    before = await store.events("t1")
    await store.close()
    assert len(before) == last + 1 and stat.S_IMODE(copy.stat().st_mode) == 0o600
    with pytest.raises(StoreError, match="--replace"):
        await asyncio.to_thread(restore, database_url, copy)
    await asyncio.to_thread(restore, database_url, copy, replace=True)
    again = await Store.open(database_url)
    kept = await again.events("t1")
    assert 0 < len(kept) <= len(before) and kept == before[: len(kept)]
    await again.close()


def test_a_copy_ends_however_much_is_written(tmp_path: Path) -> None:
    """SQLite begins anew where another program has written between two steps, unless it copies a snapshot."""
    database, steps = tmp_path / "games.db", list[tuple[int, int]]()
    with closing(sqlite3.connect(database, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        migrate(engine(address(str(database)), 1, reading=False))
        writer.execute("CREATE TABLE filling (page BLOB)")
        writer.executemany("INSERT INTO filling VALUES (randomblob(4000))", [()] * 2000)

        def write(done: int, pages: int) -> None:
            steps.append((done, pages))
            assert len(steps) < 20, "it began anew"
            writer.execute("INSERT INTO filling VALUES (randomblob(4000))")

        backup(str(database), tmp_path / "copy", write)
    assert len(steps) > 3 and [done for done, _ in steps] == sorted(done for done, _ in steps)


def test_what_cannot_be_copied_or_brought_back_is_said(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with pytest.raises(StoreError, match="no database"):
        backup(str(database), tmp_path / "copy")
    asyncio.run(new_store(database))
    (tmp_path / "there").write_text("something")
    with pytest.raises(StoreError, match="there already"):
        backup(str(database), tmp_path / "there")
    with pytest.raises(StoreError, match="no folder"):
        backup(str(database), tmp_path / "nowhere" / "copy")
    for name, why in (("x" * 300, "name too long"), (".", "is a folder")):
        with pytest.raises(StoreError, match=f"(?i){why}"):
            backup(str(database), tmp_path / name)
        with pytest.raises(StoreError, match=f"(?i){why}"):
            restore(str(tmp_path / "new.db"), tmp_path / name)
        with pytest.raises(StoreError, match=f"(?i){why}"):
            restore(str(tmp_path / name), database, replace=True)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StoreError, match="no ordinary file"):
        restore(str(tmp_path / "pipe"), database, replace=True)
    assert (tmp_path / "pipe").is_fifo()
    for nonsense in (b"", b"nonsense" * 1000):
        (tmp_path / "bad").write_bytes(nonsense)
        with pytest.raises(StoreError):
            restore(str(tmp_path / "new.db"), tmp_path / "bad")
        assert not (tmp_path / "new.db").exists()
    assert not (tmp_path / "copy").exists() and not (tmp_path / "copy.part").exists()


@pytest.mark.anyio
@pytest.mark.parametrize("wrong", ["of a newer version", "of another program", "of nothing"])
async def test_a_wrong_copy_replaces_nothing(wrong: str, database_url: str, tmp_path: Path) -> None:
    async with await Store.open(database_url) as store:
        await begun(store)
    copy = tmp_path / "copy"
    await asyncio.to_thread(backup, database_url, copy)
    changes = {
        "of a newer version": ("UPDATE alembic_version SET version_num = '9999'",),
        "of another program": ("DROP TABLE attendance", "DROP TABLE member", "DROP TABLE event", "DROP TABLE match"),
        "of nothing": tuple(f"DROP TABLE {name}" for name in ("member", "event", "match", "alembic_version")),
    }
    made = engine(address(database_url), 1, reading=False)
    with made.begin() as connection:
        for change in changes[wrong]:
            connection.execute(text(change))
    made.dispose()
    bad = tmp_path / "bad"
    if wrong == "of a newer version":
        await asyncio.to_thread(backup, database_url, bad)
    else:
        with pytest.raises(StoreError, match="Spielkiste"):
            await asyncio.to_thread(backup, database_url, bad)
        whole_copy(database_url, bad)
    await asyncio.to_thread(restore, database_url, copy, replace=True)
    with pytest.raises(StoreError, match="Spielkiste"):
        await asyncio.to_thread(restore, database_url, bad, replace=True)
    async with await Store.open(database_url) as store:
        assert len(await store.events("t1")) == 1


def whole_copy(database: str, file: Path) -> None:
    """As the databases' own tools make it, whatever is in there."""
    url = address(database)
    if url.get_backend_name() == "sqlite":
        shutil.copyfile(str(url.database), file)
    else:
        plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
        subprocess.run(["pg_dump", "--format=custom", f"--file={file}", plain], check=True)


def test_a_file_is_not_replaced_while_a_server_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, copy = tmp_path / "games.db", tmp_path / "copy"
    asyncio.run(new_store(database))
    assert main(["backup", str(copy), "--database", str(database)]) == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy", "games.db"]
    for held in (alone, shared):
        with held(address(str(database)), ""):
            assert main(["restore", str(copy), "--database", str(database), "--replace"]) == 2
        assert "another server" in capsys.readouterr().err
    assert main(["restore", str(copy), "--database", str(database), "--replace"]) == 0


def test_what_root_brings_back_belongs_to_the_server(tmp_path: Path) -> None:
    home, copy = tmp_path / "home", tmp_path / "copy"
    home.mkdir()
    asyncio.run(new_store(home / "games.db"))
    backup(str(home / "games.db"), copy)
    if user := services.humble_user():
        for one in (home, home / "games.db"):
            shutil.chown(one, user)
    restore(str(home / "games.db"), copy, replace=True)
    restore(str(home / "new.db"), copy)
    assert {file.name: file.stat().st_uid for file in home.iterdir() if file.stat().st_uid != home.stat().st_uid} == {}


@pytest.mark.anyio
async def test_a_copy_of_an_older_version_replaces_a_newer_database(database_url: str, tmp_path: Path) -> None:
    """Also the tables are gone that the older version did not have; they are made anew."""
    older(database_url)
    await asyncio.to_thread(backup, database_url, tmp_path / "copy")
    async with await Store.open(database_url) as store:
        await begun(store)
    await asyncio.to_thread(restore, database_url, tmp_path / "copy", replace=True)
    async with await Store.open(database_url) as store:
        await store.ping()
        assert await store.match("t1") is None


@pytest.mark.anyio
async def test_times_of_the_future_are_brought_back(database_url: str) -> None:
    """Version 2 believed a device's times: such a game was never forgotten, and the first in every list."""
    older(database_url, "0002")
    made = engine(address(database_url), 1, reading=False)
    with made.begin() as connection:
        for id, changed in (("t1", 1e308), ("t2", 1000.0)):
            values = {"id": id, "created": changed, "changed": changed, "join_token": f"j{id}", "watch_token": f"w{id}"}
            fixed = {"slug": "torris", "options": "{}", "version": 1, "host": "anna", "public": False, "seed": b"s"}
            rest = {"commitment": "c", "phase": "over", "number": -1, "turn": "[]", "players": "[]"}
            names = {**values, **fixed, **rest}
            line = f"INSERT INTO match ({', '.join(names)}) VALUES ({', '.join(f':{name}' for name in names)})"
            connection.execute(text(line), names)
    made.dispose()
    async with await Store.open(database_url) as store:
        [old, odd] = [await store.standing(id) for id in ("t2", "t1")]
        assert old and odd and old.changed == 1000.0 and abs(odd.changed - time.time()) < 60
        assert await store.forget(time.time() + 60) == 2


def test_a_postgres_database_is_not_replaced_while_a_server_runs(postgres_server: str, tmp_path: Path) -> None:
    url, copy = services.new_database(postgres_server, "used"), tmp_path / "copy"
    with serving(url) as server:
        backup(url, copy)
        with pytest.raises(StoreError, match="servers use"):
            restore(url, copy, replace=True)
        end_connections(postgres_server, "used")
        wait_for(lambda: httpx.get(f"{server.base}/readyz").status_code == 200)  # it has new ones
        with pytest.raises(StoreError, match="servers use"):
            restore(url, copy, replace=True)
    restore(url, copy, replace=True)


def test_no_server_uses_a_postgres_database_that_is_brought_back(
    postgres_server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url = services.new_database(postgres_server, "restored")
    with serving(url) as server:
        with ExitStack() as restoring:
            wait_for(lambda: begins(restoring, postgres_server, "restored"))
            assert main(["serve", "--database", url, "--port", "23987"]) == 2
            assert "a copy is being brought back" in capsys.readouterr().err
            assert httpx.get(f"{server.base}/readyz").status_code == 503
        wait_for(lambda: httpx.get(f"{server.base}/readyz").status_code == 200)


def end_connections(server: str, database: str) -> None:
    """As where the network fails, or PostgreSQL is started anew."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [database])


def begins(restoring: ExitStack, server: str, database: str) -> bool:
    """Takes the database alone in a moment in which the server has lost its connections."""
    end_connections(server, database)
    with suppress(StoreError):
        restoring.enter_context(alone(address(server.removesuffix("postgres") + database), ""))
        return True
    return False


def wait_for(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + services.PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.parametrize("where", ["environment", "file", "config"])
def test_every_command_finds_the_database_as_the_server_does(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, copy = tmp_path / "elsewhere.db", tmp_path / "copy"
    asyncio.run(new_store(database))
    (tmp_path / "config.toml").write_text(f'database = "{database}"\nlog = "json"\n')
    (tmp_path / "secret").write_text(f"{database}\n")
    words = ["--config", str(tmp_path / "config.toml")] if where == "config" else []
    if where == "environment":
        monkeypatch.setenv("SPIELKISTE_DATABASE", str(database))
    if where == "file":
        monkeypatch.setenv("SPIELKISTE_DATABASE_FILE", str(tmp_path / "secret"))
    monkeypatch.chdir(tmp_path)
    assert main(["keys", "rotate", *words]) == 0
    assert main(["backup", str(copy), *words]) == 0
    database.unlink()
    assert main(["restore", str(copy), *words]) == 0 and database.exists()
    assert not (tmp_path / "spielkiste.db").exists()


async def new_store(file: Path) -> None:
    await (await Store.open(str(file))).close()
