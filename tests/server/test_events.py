"""Every kind of event is read as it has always been stored, and nothing else is taken for one."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from server.stored import exported, match, standing

from spielkiste.server import database
from spielkiste.server.events import Event, Match
from spielkiste.server.news import KINDS, Moves, News, UnknownEvent, from_stored, kind_of, to_stored
from spielkiste.server.schema import EVENT
from spielkiste.server.store import Store
from spielkiste.server.table import Table

# A table as the first version of the server stored it: kind, person and data of each event.
ROWS = [
    ("opened", "anna", "{}"),
    ("sat", "anna", '{"seat":0,"person":"anna","name":"Änne"}'),
    ("seated_bot", "anna", '{"seat":1,"level":2}'),
    ("stood", "anna", '{"seat":1}'),
    ("sat", "ben", '{"seat":1,"person":"ben","name":"Ben"}'),
    ("swapped", "anna", '{"seat":0,"other":1}'),
    ("renamed", "ben", '{"person":"ben","name":"Benno"}'),
    ("drew", "anna", '{"first":0,"how":"lot"}'),
    ("started", "anna", '{"moves":[]}'),
    ("played", "ben", '{"moves":[[0,"c2n"]]}'),
    ("went_on", "ben", "{}"),
    ("asked", "ben", '{"number":9,"name":"Benno"}'),
    ("declined", "anna", "{}"),
    ("asked", "ben", '{"number":9,"name":"Benno"}'),
    ("agreed", "anna", "{}"),
    ("undone", "anna", '{"number":9}'),
    ("chatted", "anna", '{"text":"Na \\"gut\\"","name":"Änne"}'),
    ("reacted", "ben", '{"what":"smile","name":"Benno"}'),
    ("waited", "anna", '{"seat":0}'),
    ("replaced", "anna", '{"seat":0,"level":3}'),
    ("hiccuped", "", '{"seat":0}'),
    ("stopped", "anna", '{"why":"resigned","seat":1}'),
    ("allowed", "anna", '{"person":"ben"}'),
    ("coloured", "ben", '{"seat":0,"colour":"red"}'),
    ("erased", "", "{}"),
    ("tips_switched", "anna", '{"on":false}'),
    ("wanted_again", "anna", '{"sequel":false}'),
    ("followed", "anna", '{"match":"0123456789abcdef"}'),
]


def a_match() -> Match:
    return match(slug="fuenf_gewinnt", options={})


def first_move() -> str:
    return Table(a_match()).state.moves()[0]


def test_the_rows_above_show_every_kind() -> None:
    assert {kind for kind, _, _ in ROWS} == set(KINDS)


@pytest.mark.parametrize(("kind", "data"), [(kind, data) for kind, _, data in ROWS])
def test_an_event_is_stored_as_it_always_was(kind: str, data: str) -> None:
    news = from_stored(kind, data)
    assert type(news) is KINDS[kind] and kind_of(news) == kind
    assert to_stored(news) == data


def test_moves_come_back_as_seats_and_texts() -> None:
    moves: Moves = ((0, "c2n"), (-1, "3"))
    assert from_stored("played", '{"moves":[[0,"c2n"],[-1,"3"]]}') == KINDS["played"](moves)


@pytest.mark.anyio
async def test_a_table_of_the_first_version_is_replayed(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    async with await Store.open(url) as store:
        await store.create(a_match(), [Event(0, "anna", from_stored("opened", "{}"), 1.0)], standing(0))
    engine = sa.create_engine(database.address(url))
    with engine.begin() as connection:
        for number, (kind, person, data) in list(enumerate(ROWS))[1:]:
            stored = data.replace("c2n", first_move())
            row = {"match_id": "t1", "number": number, "kind": kind, "person": person, "data": stored, "at": 1.0}
            connection.execute(sa.insert(EVENT), row)
    engine.dispose()
    async with await Store.open(url) as store:
        found = await store.match("t1")
        assert found is not None
        table = Table(found, await store.events("t1"))
        told = (await exported(store, "ben"))["events"]
    assert table.names == ("Benno", "Änne") and [seat.kind for seat in table.seats] == ["bot", "person"]
    assert (table.phase, table.ended, table.quitter, table.made) == ("over", "resigned", 1, 0)
    assert [line.text for line in table.lines] == ['Na "gut"', "smile"]
    assert table.colours == ("red", "dark") and not table.tips
    assert table.hiccups == 1 and table.again == "0123456789abcdef"
    assert told[0]["kind"] == "sat" and told[0]["data"] == {"seat": 1, "person": "ben", "name": "Ben"}


@pytest.mark.parametrize(
    ("kind", "data", "reason"),
    [
        ("play", '{"moves":[[0,"c2n"]]}', "'play' is no kind of event"),
        ("moved_on", "{}", "is no kind of event"),
        ("", "{}", "is no kind of event"),
        ("played", "{}", "missing required field `moves`"),
        ("played", '{"moves":[[0]]}', "length 2"),
        ("played", '{"moves":[],"dice":3}', "unknown field `dice`"),
        ("stopped", '{"why":"bored","seat":0}', "bored"),
        ("opened", "nonsense", "cannot be read"),
    ],
)
def test_what_is_no_event_is_refused_with_the_reason(kind: str, data: str, reason: str) -> None:
    with pytest.raises(UnknownEvent, match=reason):
        from_stored(kind, data)


def test_a_table_refuses_news_it_knows_nothing_of() -> None:
    class Rained(News, frozen=True):
        pass

    table = Table(a_match())
    with pytest.raises(UnknownEvent, match="Rained"):
        table.apply(Event(0, "", Rained(), 1.0))
    assert table.number == -1
