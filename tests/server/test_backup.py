"""Copies of a database, made while it is written to, and brought back."""

import asyncio
import stat
from pathlib import Path

import pytest
from server.stored import begun, move, standing

from spielkiste.cli.main import main
from spielkiste.server.backup import backup, restore
from spielkiste.server.events import StoreError
from spielkiste.server.serve import hold_alone
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
    for nonsense in (b"", b"nonsense" * 1000):
        (tmp_path / "bad").write_bytes(nonsense)
        with pytest.raises(StoreError):
            restore(str(tmp_path / "new.db"), tmp_path / "bad")
        assert not (tmp_path / "new.db").exists()
    assert not (tmp_path / "copy").exists() and not (tmp_path / "copy.part").exists()


def test_nothing_is_replaced_while_a_server_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, copy = tmp_path / "games.db", tmp_path / "copy"
    asyncio.run(new_store(database))
    assert main(["backup", str(copy), "--database", str(database)]) == 0
    with hold_alone(database):
        assert main(["restore", str(copy), "--database", str(database), "--replace"]) == 2
    assert "another server" in capsys.readouterr().err
    assert main(["restore", str(copy), "--database", str(database), "--replace"]) == 0


async def new_store(file: Path) -> None:
    await (await Store.open(str(file))).close()
