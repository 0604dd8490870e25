"""Moves reach a SQLite file without a thread's detour, and everything is as the committer would have stored it."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest
from server.stored import begun, match, move, standing

from spielkiste.server.events import Event, Standing
from spielkiste.server.store import Missing, Repeated, Store, Taken

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


async def test_one_that_is_refused_leaves_the_others_of_its_transaction_alone(file: str) -> None:
    async with await Store.open(file) as store:
        for id in ("t1", "t2", "t3", "t4"):
            await begun(store, id)
        await store.append("t3", [move(1, message="m")], standing(1))
        asked = [("t1", move(1)), ("t2", move(7)), ("t3", move(2, message="m")), ("t0", move(1)), ("t4", move(1))]
        answers = await asyncio.gather(
            *(store.append(id, [event], standing(event.number)) for id, event in asked), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [type(None), Taken, Repeated, Missing, type(None)]
        assert [len(await store.events(id)) for id in ("t1", "t2", "t3", "t4", "t0")] == [2, 1, 2, 2, 0]
        assert [await store.standing(id) for id in ("t2", "t4")] == [standing(0), standing(1)]


async def test_what_cannot_be_written_at_all_keeps_nobody_from_writing(file: str) -> None:
    async with await Store.open(file) as store:
        await begun(store)
        endless = store.append("t1", [move(1)], standing(1, deadline=2**70))
        refused, other = await asyncio.gather(endless, begun(store, "t2"), return_exceptions=True)
        assert isinstance(refused, OverflowError) and not isinstance(other, BaseException)
        await asyncio.wait_for(store.append("t1", [move(1)], standing(1)), 5)
        assert await store.events("t1") == [move(0), move(1)] and await store.events("t2") == [move(0)]


async def test_the_standing_is_what_the_last_event_says(file: str) -> None:
    players = ({"person": "anna", "name": "Änne"},)
    stood = [
        standing(1, turn=("anna",), players=players), standing(2, turn=("ben",), players=players),
        standing(3, deadline=2000.5, players=players), standing(4, turn=("anna",), players=players),
        standing(5, players=({"person": "anna", "name": "Anna"},)),
        standing(6, phase="over"), standing(7, phase="over"),
    ]  # fmt: skip
    async with await Store.open(file) as store, await Store.open(file) as other:
        await begun(store)
        for number, one in enumerate(stood, 1):
            await (other if number in (4, 6) else store).append("t1", [move(number)], one)  # as two processes would
            assert await store.standing("t1") == one
        assert await store.events("t1") == [move(number) for number in range(8)]


async def test_while_somebody_else_writes_to_the_file_one_waits(file: str) -> None:
    async with await Store.open(file) as store:
        await begun(store)
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(store.append("t1", [move(1)], standing(1)))
            await asyncio.sleep(0.1)
            assert not waiting.done()
            other.execute("COMMIT")
        await waiting
        assert await store.events("t1") == [move(0), move(1)]
        await store.append("t1", [move(2)], standing(2))


async def test_moves_and_new_tables_take_turns_with_all_else_that_is_stored(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move that met another writer took the long way, where it was in the way of the next, and so on."""
    async with await Store.open(file) as store:
        await begun(store)
        monkeypatch.setattr(store, "_append_by_committer", None)
        for n in range(1, 30):
            asked = [store.admit("t1", f"p{n}", "player"), store.append("t1", [move(n)], standing(n))]
            await asyncio.gather(*asked, begun(store, f"n{n}"))
        assert len(await store.members("t1")) == 30
        assert await store.events("t1") == [move(n) for n in range(30)]
        assert await store.events("n7") == [move(0)]
        with pytest.raises(Taken):
            await begun(store, "n7", join="another", watch="other")


async def test_a_new_table_is_stored_as_the_committer_would(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stood = standing(0, deadline=5.5, turn=("anna",), players=({"person": "anna", "name": "Änne"},))
    async with await Store.open(file) as store:
        for id in ("here", "there"):
            await store.create(match(id, turn_seconds=30, public=True), [move(0)], stood, {"anna": "host"})
            monkeypatch.setattr(store, "_appender", None)
        here, there = [await store.match(id) for id in ("here", "there")]
        assert (here, there) == (
            match("here", turn_seconds=30, public=True),
            match("there", turn_seconds=30, public=True),
        )
        assert [await store.standing(id) for id in ("here", "there")] == [stood, stood]
        assert [await store.members(id) for id in ("here", "there")] == [{"anna": "host"}, {"anna": "host"}]


def test_a_store_is_of_use_in_another_event_loop_too(file: str) -> None:
    async def first() -> Store:
        store = await Store.open(file)
        await begun(store)
        await store.append("t1", [move(1)], standing(1))
        return store

    async def second(store: Store) -> tuple[list[Event], Standing | None]:
        await store.append("t1", [move(2)], standing(2))
        found = await store.events("t1"), await store.standing("t1")
        await store.close()
        return found

    assert asyncio.run(second(asyncio.run(first()))) == ([move(0), move(1), move(2)], standing(2))
