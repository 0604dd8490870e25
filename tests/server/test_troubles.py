"""A database that is full, read-only, locked, damaged, newer or slow: a sentence each, and all goes on afterwards."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
import sqlalchemy as sa
from server import services
from server.harness import csrf_in, serving

from spielkiste.server import live_connection
from spielkiste.server import messages as m
from spielkiste.server.broker import LOOK, LocalBroker
from spielkiste.server.desk import Desk
from spielkiste.server.events import Person, StoreError
from spielkiste.server.rulings import Who
from spielkiste.server.store import Store
from spielkiste.server.table import Seat, Table
from spielkiste.server.turns import BotFailed, Busy

pytestmark = pytest.mark.anyio
IDA = Person("ida", "Ida" * 4000, "de", 0.0, 0.0)  # more than fits into a page of the file


async def writer(store: Store) -> sqlite3.Connection:
    """The one connection that writes."""
    found = await store._write("look", lambda connection: connection.connection.driver_connection)
    assert isinstance(found, sqlite3.Connection)
    return found


@pytest.mark.parametrize(
    ("begin", "end", "sentence"),
    [
        ("max_page_count = 1", "max_page_count = 1000000", "the disk is full"),
        ("query_only = ON", "query_only = OFF", "only be read"),
    ],
    ids=["full", "read-only"],
)
async def test_what_cannot_be_written_is_said_and_goes_on(
    begin: str, end: str, sentence: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with await Store.open(str(tmp_path / "games.db")) as store:
        writing = await writer(store)
        writing.execute(f"PRAGMA {begin}")
        for _ in range(2):
            with pytest.raises(StoreError, match=sentence):
                await store.save_person(IDA)
        assert [record.levelname for record in caplog.records] == ["ERROR"], "said once"
        writing.execute(f"PRAGMA {end}")
        await store.save_person(IDA)
        await store.ping()
        assert "stores again" in caplog.text and await store.person("ida")


async def test_a_locked_file_is_waited_for_once(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    async with await Store.open(str(file), seconds=1) as store:
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        with pytest.raises(StoreError, match="another program holds it locked"):
            await store.save_person(IDA)
        assert time.monotonic() - begun < 3
        with pytest.raises(StoreError, match="locked"):
            await store.ping()
        with pytest.raises(StoreError, match="locked"):
            await Store.open(str(file), seconds=1)
        other.execute("ROLLBACK")
        await store.ping()
        other.close()


async def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    async with await Store.open(str(file)) as store:
        await store.save_person(IDA)
    data = bytearray(file.read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 200] = b"\xff" * 200
    file.write_bytes(data)
    with pytest.raises(StoreError, match="damaged"):
        async with await Store.open(str(file)) as store:
            await store.person("ida")
    file.write_bytes(b"no database at all" * 500)
    with pytest.raises(StoreError, match="damaged"):
        await Store.open(str(file))


async def test_a_database_that_became_newer_is_noticed(store: Store) -> None:
    await store.ping()
    with store._writing.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="newer version"):
        await store.ping()


async def test_postgres_gives_a_statement_so_much_time(postgres_server: str) -> None:
    url = services.new_database(postgres_server, f"slow{time.time_ns()}")
    async with await Store.open(url, seconds=1) as store:
        with pytest.raises(StoreError, match="too long"):
            await store._all(sa.text("SELECT pg_sleep(5)"), str)
        await store.ping()


def test_players_are_told_and_the_house_says_it(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with (
        serving(str(file), store_seconds=1) as server,
        httpx.Client(base_url=server.base, headers={"origin": server.base}, timeout=20) as ida,
    ):
        token = csrf_in(ida.get("/me").text)
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        told = ida.post("/me/name", data={"csrf": token, "name": "Ida"})
        assert told.status_code == 503 and "nothing that was acknowledged is lost" in told.text
        report = ida.get("/readyz")
        assert report.status_code == 503 and "locked" in report.json()["store"]
        assert ida.get("/games/torris").status_code == 200, "what only reads goes on"
        other.execute("ROLLBACK")
        other.close()
        assert ida.post("/me/name", data={"csrf": token, "name": "Ida"}).status_code == 303
        assert ida.get("/readyz").status_code == 200


async def test_what_was_stored_though_the_store_said_no_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection may be lost between a commit and its answer."""
    async with await Store.open(str(tmp_path / "games.db")) as store:
        desk, append = Desk(store, LocalBroker(), lots=False), store.append
        seats = {k: Seat("person", f"p{k}", f"P{k}") for k in range(2)}
        id = (await desk.open("fuenf_gewinnt", {}, "p0", seats, start=True, first="seats")).match.id

        async def lost(*given: Any) -> None:
            await append(*given)
            raise StoreError("the connection was lost")

        async def move(by: str) -> int:
            table = Table((await desk.store.match(id)) or Mock(), await store.events(id))
            message = m.Play(id=by, seat=table.state.turn[0], move=table.state.moves()[0], after=table.number)
            return await desk.do(id, message, Who(by))

        monkeypatch.setattr(store, "append", lost)
        async with desk.broker.subscribe(id) as numbers:
            with pytest.raises(StoreError):
                await move("p0")
            assert await asyncio.wait_for(numbers.get(), 5) == LOOK, "all pages of the table find out"
        monkeypatch.setattr(store, "append", append)
        assert await move("p1") == (await store.events(id))[-1].number


async def test_of_a_move_that_comes_again_all_are_told(tmp_path: Path) -> None:
    """The process that had stored it may have died before it told anybody."""
    async with await Store.open(str(tmp_path / "games.db")) as store:
        died, other = Desk(store, LocalBroker(), lots=False), Desk(store, LocalBroker(), lots=False)
        seats = {k: Seat("person", f"p{k}", f"P{k}") for k in range(2)}
        table = await died.open("fuenf_gewinnt", {}, "p0", seats, start=True, first="seats")
        message = m.Play(id="m", seat=0, move=table.state.moves()[0], after=table.number)
        number = await died.do(table.match.id, message, Who("p0"))
        async with other.broker.subscribe(table.match.id) as numbers:
            assert await other.do(table.match.id, message, Who("p0")) == number
            assert await asyncio.wait_for(numbers.get(), 5) == number


@pytest.mark.parametrize("trouble", [StoreError, BotFailed, Busy])
async def test_a_page_is_told_as_soon_as_a_trouble_is_over(
    monkeypatch: pytest.MonkeyPatch, trouble: type[Exception]
) -> None:
    monkeypatch.setattr(live_connection, "PAUSE", 0.0)
    page = live_connection.LiveConnection(Mock(), Mock(), IDA, "t")
    page._greeted = True
    told, broker = asyncio.Event(), LocalBroker()
    answers: list[Exception | Callable[[], None]] = [trouble("gone"), trouble("gone"), told.set]

    async def update(number: int = -1) -> None:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        answer()

    monkeypatch.setattr(page, "update", update)
    async with broker.subscribe("t") as numbers:
        teller = asyncio.create_task(page._tell(numbers))
        await broker.publish("t", 5)
        await asyncio.wait_for(told.wait(), 5)
        teller.cancel()
