"""A database is made, brought up to date, found again, or the reason why not is said."""

import asyncio
import time
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from server import processes
from server.stored import begun, move, standing

from spielkiste.server import database
from spielkiste.server.schema import METADATA
from spielkiste.server.store import Store, StoreError

pytestmark = pytest.mark.anyio


async def test_migrations_make_the_declared_tables(store: Store) -> None:
    with store._reading.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


async def test_migrating_twice_changes_nothing(database_url: str) -> None:
    for _ in range(2):
        async with await Store.open(database_url) as store, store:
            pass
    engine = sa.create_engine(database.address(database_url))
    with engine.connect() as connection:
        assert connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all() == [
            database.newest_form()
        ]
    engine.dispose()


async def test_many_servers_open_an_empty_database_at_once(database_url: str) -> None:
    pipes = [processes.start(processes.tell_secret, database_url) for _ in range(4)]
    for pipe in pipes:
        pipe.send("go")
    stores = await asyncio.gather(*(Store.open(database_url) for _ in range(4)))
    keys = {await store.secret() for store in stores} | {await asyncio.to_thread(pipe.recv) for pipe in pipes}
    await asyncio.gather(*(store.close() for store in stores))
    assert len(keys) == 1


async def test_a_database_of_a_newer_version_is_left_alone(store: Store, database_url: str) -> None:
    with store._writing.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="newer version of Spielkiste"):
        await Store.open(database_url)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("sqlite:////nowhere/at/all/games.db", "unable to open database file"),
        ("/nowhere/at/all/games.db", "unable to open database file"),
        ("postgresql://nobody@127.0.0.1:1/games", "(?i)connection refused"),
        ("postgresql://nobody:geheim@127.0.0.1:1/games", r"nobody:\*\*\*@127"),
        ("mysql://localhost/games", "a mysql database cannot be used"),
        ("sqlite://", "give its path"),
        ("sqlite:///:memory:", "give its path"),
        (":memory:", "give its path"),
        ("", "give its path"),
        ("://", "not the address of a database"),
        ("postgresql://127.0.0.1:port/games", "not the address of a database"),
    ],
)
async def test_an_address_that_does_not_work_is_explained(url: str, reason: str) -> None:
    with pytest.raises(StoreError, match=reason):
        await Store.open(url)


async def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Liebe Oma, " * 100)
    with pytest.raises(StoreError, match="not a database"):
        await Store.open(str(file))
    assert file.read_text() == "Liebe Oma, " * 100


async def test_sqlite_is_durable_and_strict(tmp_path: Path) -> None:
    async with await Store.open(str(tmp_path / "games.db")) as store:
        for engine in (store._writing, store._reading):
            with engine.connect() as connection:
                settings = [
                    connection.execute(sa.text(f"PRAGMA {name}")).scalar()
                    for name in ("journal_mode", "synchronous", "foreign_keys")
                ]
                assert settings == ["wal", 2, 1]  # 2: FULL


async def test_a_restarted_database_is_found_again(postgres_server: str, database_url: str, store: Store) -> None:
    """All connections are cut; reading and writing go on as if nothing had happened."""
    await begun(store)
    if database_url.startswith("postgresql"):
        engine = sa.create_engine(database.address(postgres_server))
        with engine.connect() as connection:
            connection.execute(
                sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            )
        engine.dispose()
    await store.append("t1", [move(1)], standing(1))
    assert len(await store.events("t1")) == 2


async def test_reading_is_quick_while_others_write(store: Store) -> None:
    await begun(store)
    writing = asyncio.ensure_future(asyncio.gather(*(begun(store, f"w{n}") for n in range(500))))
    reads = list[float]()
    while not writing.done():
        started = time.monotonic()
        assert len(await store.events("t1")) == 1
        reads.append(time.monotonic() - started)
    await writing
    assert len(reads) > 3 and min(reads) < 0.5, "one, if it waited until all is written"
