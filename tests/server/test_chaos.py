"""A short part of `make chaos`: a server is killed and the broker lost under play; nobody notices more than a pause."""

import json
import sys
from functools import partial
from pathlib import Path

import msgspec
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "bench"))

from chaos import Fault, Report, kill, lose_broker, possible_faults, run
from offline_games import Finished, finished_games, with_ids
from offline_people import HandedIn, Visits, audit, moves_of
from tables import Kind

from spielkiste.server.events import Event
from spielkiste.server.hand_in import HandedTable
from spielkiste.server.news import from_stored
from spielkiste.server.store import Store
from spielkiste.server.table import Table

pytestmark = pytest.mark.anyio


def test_nothing_is_lost_and_everybody_goes_on() -> None:
    faults = (Fault("killed", kill), Fault("broker", partial(lose_broker, seconds=5)))
    kinds = (Kind("zahlenluchs", {"classic": True}, people=2), Kind("torris", {}, people=1, bots=1))
    report = run(faults, tables=4, scale=0.2, kinds=kinds, servers=2)
    assert report.ok, str(report)
    assert report.kills == 1 and len(report.faults) == 2 and report.audit.acknowledged > 0, str(report)
    assert report.visits.handed and report.visits.answers[200] > 10, str(report)


def test_what_cannot_be_tried_is_said() -> None:
    faults = (Fault("disk full for 15 s", kill), Fault("killed", kill))
    possible, missing = possible_faults(faults, small_disk=False)
    assert [fault.name for fault in possible] == ["killed"] and "root" in missing[0]


async def keep(store: Store, game: Finished, id: str, host: str, last: int | None = None) -> HandedIn:
    """Stores a game as if it had been handed in, up to its last event or another; as it was acknowledged."""
    handed = msgspec.convert(with_ids(game.handed, id), HandedTable)
    news = [from_stored(one.kind, json.dumps(one.data)) for one in handed.events]
    events = [Event(one.number, "", said, one.at) for one, said in zip(handed.events, news, strict=True)]
    match = msgspec.structs.replace(handed.match, host=host)
    await store.create(match, events[:last], Table(match, events[:last]).standing(), {host: "host"})
    return HandedIn(id, moves_of(game.handed))


async def test_games_handed_in_that_are_lost_or_doubled_are_noticed(tmp_path: Path) -> None:
    database, game = str(tmp_path / "games.db"), finished_games()[2]
    async with await Store.open(database) as store:
        right = [await keep(store, game, "right", "anna")]
        await keep(store, game, "first", "ben")
        doubled = [await keep(store, game, "again", "ben")]
        cut = [await keep(store, game, "cut", "eve", last=6)]
    for handed, missing, twice in ((right, 0, 0), (doubled, 0, 1), (cut, 1, 0), ([HandedIn("gone", [])], 1, 0)):
        visits = Visits(handed=handed)
        await audit(database, visits)
        assert (visits.missing, visits.doubled) == (missing, twice), visits.problems
        assert visits.clean == Report(visits=visits).ok == (handed is right)


def test_an_answer_of_500_or_a_leak_is_not_well() -> None:
    assert not Report(visits=Visits(leaked=1)).ok
    visits = Visits()
    visits.answers[500] += 1
    assert not Report(visits=visits).ok
