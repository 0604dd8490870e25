"""The store of a browser: a move costs the same however long the game is."""

from typing import Any

import msgspec
import pytest
from pocket.test_house import Memory
from server import stored

from spielkiste.pocket.store import PocketStore
from spielkiste.server.events import EventRow, Repeated, StoreError

pytestmark = pytest.mark.anyio
MOVES = 700  # of a long game


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the events that were decoded."""
    numbers: list[int] = []
    decode = msgspec.json.decode

    def counted(data: Any, type: Any = Any) -> Any:
        found = decode(data, type=type)
        if type is EventRow:
            numbers.append(found.number)
        return found

    monkeypatch.setattr(msgspec.json, "decode", counted)
    return numbers


async def test_a_move_decodes_no_event_before_it(decoded: list[int]) -> None:
    disk = Memory()
    store = await PocketStore.open(disk)
    await stored.begun(store)  # type: ignore[arg-type]  # it has the methods of the server's
    for number in range(1, MOVES + 1):
        await store.append("t1", [stored.move(number, message=f"m{number}")], stored.standing(number))
    assert decoded == []
    assert [event.number for event in await store.events("t1", MOVES - 2)] == [MOVES - 1, MOVES] == decoded


async def test_after_a_start_the_log_is_decoded_once(decoded: list[int]) -> None:
    disk = Memory()
    store = await PocketStore.open(disk)
    await stored.begun(store)  # type: ignore[arg-type]
    await store.append("t1", [stored.move(1, message="m1")], stored.standing(1))
    again = await PocketStore.open(disk)
    for number in range(2, 20):
        await again.append("t1", [stored.move(number, message=f"m{number}")], stored.standing(number))
    assert decoded == [0, 1]
    for number in (1, 19):  # stored before and after the start
        with pytest.raises(Repeated) as repeated:
            await again.append("t1", [stored.move(20, message=f"m{number}")], stored.standing(20))
        assert repeated.value.number == number


async def test_what_could_not_be_written_may_be_sent_again(decoded: list[int]) -> None:
    disk = Memory()
    store = await PocketStore.open(disk)
    await stored.begun(store)  # type: ignore[arg-type]
    disk.full = True
    with pytest.raises(StoreError):
        await store.append("t1", [stored.move(1, message="m1")], stored.standing(1))
    disk.full = False
    await store.append("t1", [stored.move(1, message="m1")], stored.standing(1))
    assert await store.number_of("t1", "anna", "m1") == 1
    await store.remove("t1")
    assert await store.number_of("t1", "anna", "m1") is None
