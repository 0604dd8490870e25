"""A school class plays Knister: forty people at one table cost little, because they are told together."""

import sys
import time
from pathlib import Path

import pytest

from spielkiste.server.app import ServerHouse, Settings
from spielkiste.server.live_connection import TOGETHER

sys.path.append(str(Path(__file__).parent.parent.parent / "bench"))
from moves import Party, one_round, sit

pytestmark = pytest.mark.anyio
PEOPLE = 40
UPDATE = 0.004  # seconds of CPU, generously: it is less than a millisecond on a quiet machine
BYTES = 9_000  # of an update


async def test_a_round_of_forty_people_is_told_together(tmp_path: Path) -> None:
    house = await ServerHouse.open(Settings(database=str(tmp_path / "games.db"), warm=False, bot_processes=1))
    try:
        party = await sit(house, "knister", {"players": PEOPLE})
        await party.connect()
        await a_round_is_cheap(party)
        await party.leave()
    finally:
        await house.close()


async def a_round_is_cheap(party: Party) -> None:
    begun, sent, events = time.monotonic(), party.sent, party.table.number
    cpu = await one_round(party)
    assert party.table.number >= events + PEOPLE, "everybody has written"
    times = 4 + (time.monotonic() - begun) / TOGETHER  # its own move, others before and after it, the last, and between
    assert party.sent - sent < BYTES * PEOPLE * times
    assert cpu < UPDATE * PEOPLE * times
    assert all(page.number == party.table.number for page in party.pages)
