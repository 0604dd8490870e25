"""The store keeps what it acknowledged, counts nothing twice, and says clearly when it cannot."""

import asyncio
import contextlib
import random
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from server import processes
from server.stored import begun, exported, match, move, standing

from spielkiste.server import database, statements
from spielkiste.server.events import Event, Listed, Match, Person
from spielkiste.server.news import Chatted, Erased, Opened, Sat
from spielkiste.server.schema import METADATA, event_values, standing_values
from spielkiste.server.store import Missing, Repeated, Store, StoreError, Taken

pytestmark = pytest.mark.anyio


# What is stored comes back as it was


async def test_a_table_comes_back_as_it_was_stored(store: Store) -> None:
    made = match(turn_seconds=90, previous="t0", public=True, options={"name": 'Ärger "und" ☃ \u0000 \'; --'})
    stood = standing(1, deadline=2000.5, turn=("anna", "ben"), players=({"person": "anna", "name": "Änne 🎲"}, {}))
    events = [
        Event(0, "", Opened(), 1.5),
        Event(1, "ben", Chatted("hallo\n\u0000", 'Ärger "und" ☃'), 2.5, "m"),
    ]
    await store.create(made, events, stood)
    assert await store.match("t1") == made
    assert await store.standing("t1") == stood
    assert await store.events("t1") == events
    assert await store.events("t1", after=0) == events[1:]
    assert await store.events("t1", after=1) == []


async def test_what_is_not_there_is_none(store: Store) -> None:
    assert await store.match("t1") is None
    assert await store.standing("t1") is None
    assert await store.events("t1") == []
    assert await store.by_token("join-t1") is None
    assert await store.person("anna") is None
    assert await store.next_deadline() is None


async def test_links_for_playing_and_for_watching_differ(store: Store) -> None:
    made = await begun(store)
    await begun(store, "t2")
    assert await store.by_token("join-t1") == (made, "join")
    assert await store.by_token("watch-t1") == (made, "watch")
    assert await store.by_token("t1") is None


async def test_all_is_there_after_opening_again(database_url: str) -> None:
    async with await Store.open(database_url) as store:
        made, key = await begun(store), await store.secret()
    async with await Store.open(database_url) as store:
        assert await store.match("t1") == made
        assert await store.events("t1") == [move(0)]
        assert await store.secret() == key and len(key) == 32


# Events have unique numbers; a message counts once


async def test_append_adds_events_and_changes_the_standing(store: Store) -> None:
    await begun(store)
    stood = standing(2, phase="over", players=({"score": 7},))
    await store.append("t1", [move(1), move(2, "")], stood, {"ben": "watcher", "anna": "host"})
    assert [event.number for event in await store.events("t1")] == [0, 1, 2]
    assert await store.standing("t1") == stood
    assert await store.members("t1") == {"anna": "host", "ben": "watcher"}
    await store.append("t1", [move(3)], standing(3), {"ben": None})
    assert await store.members("t1") == {"anna": "host"}


@pytest.mark.parametrize("number", [0, 1, 3])
async def test_only_the_next_number_is_free(store: Store, number: int) -> None:
    await begun(store)
    await store.append("t1", [move(1)], standing(1))
    with pytest.raises(Taken, match=f"so {number} is not the next"):
        await store.append("t1", [move(number, "ben")], standing(number, phase="over"), {"ben": "player"})
    assert await store.events("t1") == [move(0), move(1)]
    assert await store.standing("t1") == standing(1)
    assert await store.members("t1") == {"anna": "player"}


async def test_a_message_sent_twice_counts_once(store: Store) -> None:
    await begun(store)
    await begun(store, "t2")
    await store.append("t1", [move(1, message="m"), move(2, "")], standing(2))
    for number in (1, 3):  # the client had seen the first one's answer, or not
        with pytest.raises(Repeated) as answer:
            await store.append("t1", [move(number, message="m")], standing(number))
        assert answer.value.number == 1
    await store.append("t1", [move(3, "ben", message="m")], standing(3))  # somebody else's message of the same id
    await store.append("t2", [move(1, message="m")], standing(1))  # at another table
    await store.append("t1", [move(4, ""), move(5, "")], standing(5))  # without a message nothing can be repeated
    assert len(await store.events("t1")) == 6


async def test_a_message_repeated_inside_a_batch_stores_nothing_of_it(store: Store) -> None:
    await begun(store)
    with pytest.raises(StoreError, match="refused"):
        await store.append("t1", [move(1, message="m"), move(2, message="m")], standing(2))
    assert await store.events("t1") == [move(0)] and await store.standing("t1") == standing(0)


async def test_tables_that_are_there_or_not(store: Store) -> None:
    await begun(store)
    with pytest.raises(Taken):
        await store.create(match(host="ben"), [move(0)], standing(0))
    with pytest.raises(Missing):
        await store.append("t9", [move(1)], standing(1))
    assert await store.match("t1") == match()


async def test_numbers_with_gaps_are_a_mistake_of_the_caller(store: Store) -> None:
    await begun(store)
    with pytest.raises(ValueError, match=re.escape("events [1, 3]")):
        await store.append("t1", [move(1), move(3)], standing(3))
    with pytest.raises(ValueError, match="standing's 2"):
        await store.append("t1", [move(1)], standing(2))
    with pytest.raises(ValueError, match="count up from 0"):
        await store.create(match("t2"), [move(1)], standing(1))


async def test_of_two_who_come_at_once_one_is_first(store: Store, database_url: str) -> None:
    """Two stores, forty numbers: each is stored once, by the one that was not told otherwise."""
    await begun(store)
    async with await Store.open(database_url) as other:
        for number in range(1, 41):
            answers = await asyncio.gather(
                store.append("t1", [move(number, "anna")], standing(number)),
                other.append("t1", [move(number, "ben")], standing(number)),
                return_exceptions=True,
            )
            assert sorted(type(answer).__name__ for answer in answers) == ["NoneType", "Taken"]
            winner = "anna" if answers[0] is None else "ben"
            assert [event.by for event in await store.events("t1", number - 1)] == [winner]


async def test_processes_that_race_for_numbers(store: Store, database_url: str) -> None:
    names = ("anna", "ben", "cem")
    await begun(store)
    pipes = [processes.start(processes.race, database_url, "t1", name) for name in names]
    for pipe in pipes:
        pipe.send("go")
    won = [set(await asyncio.to_thread(pipe.recv)) for pipe in pipes]
    by = {event.number: event.by for event in await store.events("t1", after=0)}
    assert by == {number: name for name, numbers in zip(names, won, strict=True) for number in numbers}
    assert sorted(by) == list(range(1, len(by) + 1)) and len(by) == sum(map(len, won)) > 0


async def test_the_same_message_by_two_ways_counts_once(store: Store, database_url: str) -> None:
    await begun(store)
    async with await Store.open(database_url) as other:
        for number in range(1, 21):
            answers = await asyncio.gather(
                *(s.append("t1", [move(number, message=f"m{number}")], standing(number)) for s in (store, other)),
                return_exceptions=True,
            )
            assert [a.number for a in answers if isinstance(a, Repeated)] == [number], answers
            assert None in answers


# Group commit


async def test_a_failing_job_does_not_spoil_its_neighbours(store: Store) -> None:
    ids = [f"t{n}" for n in range(100)]
    await asyncio.gather(*(begun(store, id) for id in ids))
    broken = move(1, played=object())  # type: ignore[arg-type]  # cannot be written as JSON: fails within the transaction
    answers = await asyncio.gather(
        *(
            store.append(id, [broken if n % 5 == 1 else move(2 if n % 5 == 2 else 1)], standing(2 if n % 5 == 2 else 1))
            for n, id in enumerate(ids)
        ),
        return_exceptions=True,
    )
    for n, (id, answer) in enumerate(zip(ids, answers, strict=True)):
        expected = {1: TypeError, 2: Taken}.get(n % 5, type(None))
        assert isinstance(answer, expected), (id, answer)
        assert len(await store.events(id)) == (2 if answer is None else 1)


async def test_many_jobs_share_a_commit(store: Store) -> None:
    commits: list[sa.Connection] = []
    sa.event.listen(store._writing, "commit", commits.append)
    await begun(store)
    await asyncio.gather(*(store.admit("t1", f"p{n}", "player") for n in range(400)))
    assert len(await store.members("t1")) == 401
    assert 400 / 64 <= len(commits) <= 100


async def test_who_no_longer_waits_disturbs_nobody(store: Store) -> None:
    waiting = [asyncio.ensure_future(begun(store, f"t{n}")) for n in range(10)]
    await asyncio.sleep(0)
    waiting[3].cancel()
    answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert [n for n, answer in enumerate(answers) if not isinstance(answer, Match)] == [3]


async def test_close_finishes_what_waits_and_then_takes_nothing(database_url: str) -> None:
    store = await Store.open(database_url)
    waiting = [asyncio.ensure_future(begun(store, f"t{n}")) for n in range(200)]
    await asyncio.sleep(0)
    await store.close()
    assert len(await asyncio.gather(*waiting)) == 200
    with pytest.raises(StoreError, match="closed"):
        await begun(store, "t999")
    async with await Store.open(database_url) as store:
        assert len(await store.mine("anna", 1000)) == 200


async def test_what_was_acknowledged_survives_a_kill(store: Store, database_url: str, tmp_path: Path) -> None:
    """Eight processes, four at a time, each killed at a random moment while it plays at three tables."""
    ids = [f"t{n}" for n in range(24)]
    await asyncio.gather(*(begun(store, id) for id in ids))
    chance = random.Random(11)
    for first in range(0, 24, 12):
        playing = []
        for n in range(first, first + 12, 3):
            said = tmp_path / f"said{n}"
            arguments = (database_url, ids[n : n + 3], str(said))
            playing.append((said, processes.FORKS.Process(target=processes.play_until_killed, args=arguments)))
            playing[-1][1].start()
        for said, process in chance.sample(playing, 4):
            while not said.exists() or not said.stat().st_size:
                assert process.is_alive()
                await asyncio.sleep(0.01)
            await asyncio.sleep(chance.uniform(0, 0.15))
            process.kill()
            process.join()
        for said, _ in playing:
            for id, number in dict(line.split() for line in said.read_text().splitlines()).items():
                await assert_stands_at(store, id, int(number))


async def assert_stands_at(store: Store, id: str, acknowledged: int) -> None:
    """The table has every acknowledged event, at most one more that was under way, and plays on."""
    while True:
        stored = [event.number for event in await store.events(id)]
        assert stored == list(range(len(stored))) and stored[-1] in (acknowledged, acknowledged + 1)
        with contextlib.suppress(Taken):  # PostgreSQL may still have been finishing the last one
            await store.append(id, [move(stored[-1] + 1)], standing(stored[-1] + 1))
            break
    assert await store.standing(id) == standing(stored[-1] + 1)


# Lists and clocks


async def test_due_tables_are_running_and_late(store: Store) -> None:
    deadlines = {"t1": 50.0, "t2": 30.0, "t3": None, "t4": 70.0}
    for id, deadline in deadlines.items():
        await store.create(match(id), [move(0)], standing(0, deadline=deadline))
    await store.create(match("t5"), [move(0)], standing(0, deadline=10.0, phase="over"))
    assert await store.due(60.0, 10) == ["t2", "t1"]
    assert await store.due(60.0, 1) == ["t2"]
    assert await store.due(29.0, 10) == []
    assert await store.next_deadline() == 30.0
    await store.append("t2", [move(1)], standing(1, deadline=90.0))
    assert await store.next_deadline() == 50.0


async def test_lists(store: Store) -> None:
    phases = ["open", "running", "over", "open", "running"]
    for n, phase in enumerate(phases):
        made = match(f"t{n}", created=float(n), public=n != 4, host="anna" if n < 3 else "ben")
        members = {"anna": "player"} if n % 2 == 0 else {"ben": "watcher"}
        await store.create(made, [move(0)], standing(0, phase=phase, changed=float(-n)), members)

    def ids(tables: list[Listed]) -> list[str]:
        return [table.match.id for table in tables]

    assert ids(await store.public(10)) == ["t3", "t1", "t0"]
    assert ids(await store.public(2)) == ["t3", "t1"]
    for phase in statements.LIVE:  # however many there are, only those that are shown are read
        assert "ORDER BY" not in plan_of(statements.public_tables(phase, 2))
    assert ids(await store.mine("anna", 10)) == ["t0", "t4", "t2"]
    assert ids(await store.mine("anna", 1)) == ["t0"]
    assert ids(await store.mine("nobody", 10)) == []
    assert await store.count_hosted("anna") == 2 and await store.count_hosted("ben") == 2
    assert (await store.public(1))[0].standing == standing(0, phase="open", changed=-3.0)


async def test_tables_that_are_over_make_no_counting_longer(store: Store) -> None:
    """Somebody may have made a hundred thousand in three days."""
    for n in range(20):
        await store.create(match(f"t{n}"), [move(0)], standing(0, phase="over"), {})
    query = statements.HOSTED._frequent.text.replace("?", "0")
    if not store._reading.url.get_backend_name().startswith("sqlite"):
        return
    plan = " ".join(str(row) for row in await store._all(sa.text(f"EXPLAIN QUERY PLAN {query}"), tuple))
    assert "ix_match_host (host=? AND phase=?)" in plan, plan
    assert await store.count_hosted("anna") == 0


async def test_attendance(store: Store) -> None:
    await store.attend([])
    await store.attend([("t1", "anna", 10.0), ("t1", "ben", 20.0), ("t2", "anna", 30.0), ("t1", "anna", 15.0)])
    assert await store.attending("t1", 9.0) == {"anna", "ben"}
    assert await store.attending("t1", 15.0) == {"ben"}
    await store.attend([("t1", "anna", 40.0), ("t1", "ben", 0.0)])
    assert await store.attending("t1", 15.0) == {"anna"}
    assert await store.attending("t9", 0.0) == set()
    assert await store.attendance("t1", -1.0) == {"anna": 40.0, "ben": 0.0}
    assert await store.attendance("t1", 20.0) == {"anna": 40.0}


async def test_who_is_admitted_keeps_an_earlier_role(store: Store) -> None:
    await begun(store)
    await store.admit("t1", "ben", "watch")
    await store.admit("t1", "anna", "watch")
    assert await store.members("t1") == {"anna": "player", "ben": "watch"}


# People


ANNA = Person("anna", "Änne 🎲", "de", 5.0, 6.0, {"mute": True})


async def test_people(store: Store) -> None:
    await store.save_person(ANNA)
    assert await store.person("anna") == ANNA
    await store.save_person(Person("anna", "Anna", None, 99.0, 7.0))
    assert await store.person("anna") == Person("anna", "Anna", None, 5.0, 7.0)


async def with_anna(store: Store) -> None:
    """Anna and Ben at two tables; Ben's table has an event about her."""
    await store.save_person(ANNA)
    players = ({"person": "anna", "name": "Änne"}, {"person": "ben", "name": "Ben"})
    stood = standing(2, players=players, turn=("anna", "ben"))
    chat = Event(1, "anna", Chatted("ich bin's", "Änne"), 2.0, "m1")
    seated = Event(2, "ben", Sat(0, "anna", "Änne"), 3.0)
    await store.create(match(), [move(0), chat, seated], stood, {"anna": "player", "ben": "player"})
    await store.create(match("t2", host="ben"), [move(0, "ben")], standing(0), {"ben": "player"})
    await store.link("token", ANNA, 1e12)
    await store.attend([("t1", "anna", 1e12)])


async def test_everything_about_a_person_can_be_taken_home(store: Store) -> None:
    await with_anna(store)
    export = await exported(store, "anna")
    assert export["person"]["name"] == "Änne 🎲" and export["person"]["settings"] == {"mute": True}
    assert [(table["table"], table["role"]) for table in export["tables"]] == [("t1", "player")]
    assert [(event["table"], event["number"], event["kind"]) for event in export["events"]] == [
        ("t1", 0, "played"),
        ("t1", 1, "chatted"),
    ]
    assert (await exported(store, "zoe")) == {"person": None, "tables": [], "events": []}


async def test_an_erased_person_leaves_an_anonymous_id(store: Store, database_url: str) -> None:
    await with_anna(store)
    assert await store.erase_person("anna") == {"t1": 3}
    assert await store.person("anna") is None and await store.mine("anna") == []
    assert await store.use_link("token", 0.0) is None and await store.attending("t1", 0.0) == set()
    first, chat, seated, erased = await store.events("t1")
    assert erased.news == Erased() and erased.by == ""
    alias = first.by
    assert alias.startswith("gone-") and chat.by == alias
    assert first.news == move(0).news and chat.news == Chatted("", "")
    assert seated == Event(2, "ben", Sat(0, alias, ""), 3.0)
    stood, made = await store.standing("t1"), await store.match("t1")
    assert stood and stood.turn == (alias, "ben") and stood.players[0] == {"person": alias, "name": ""}
    assert stood.players[1] == {"person": "ben", "name": "Ben"} and made and made.host == alias
    assert await store.members("t1") == {"ben": "player"}
    assert "anna" not in everything(database_url) and "Änne" not in everything(database_url)


def everything(url: str) -> str:
    engine = sa.create_engine(database.address(url))
    with engine.connect() as connection:
        rows = [row for table in METADATA.sorted_tables for row in connection.execute(sa.select(table))]
    engine.dispose()
    return repr(rows)


async def test_a_device_link_is_good_once(store: Store, database_url: str) -> None:
    await store.link("token", ANNA, 100.0)
    assert "token" not in everything(database_url)
    assert await store.use_link("token", 100.0) is None  # too late, though nobody used it
    assert await store.use_link("other", 50.0) is None
    async with await Store.open(database_url) as other:
        uses = [asyncio.ensure_future(s.use_link("token", 50.0)) for s in (store, other) * 10]
        assert sorted(filter(None, await asyncio.gather(*uses))) == ["anna"]


async def test_forgetting(store: Store) -> None:
    for n, (phase, changed) in enumerate([("over", 10), ("over", 30), ("open", 10), ("running", 10)]):
        await store.create(
            match(f"t{n}"),
            [move(0)],
            standing(0, phase=phase, changed=float(changed)),
            {"anna" if n else "ben": "player"},
        )
    for name, seen in (("anna", 10.0), ("ben", 10.0), ("cem", 30.0)):
        await store.save_person(Person(name, name, None, 0.0, seen))
    await store.attend([("t0", "ben", 1e12), ("t1", "anna", 1e12)])
    await store.link("old", ANNA, 1.0)
    assert await store.forget(20.0) == 3
    there = [n for n in range(4) if await store.match(f"t{n}")]
    assert there == [1] and await store.events("t0") == [] and await store.members("t0") == {}
    assert [name for name in ("anna", "ben", "cem") if await store.person(name)] == ["anna", "cem"]
    assert await store.attending("t0", 0.0) == set() and await store.attending("t1", 0.0) == {"anna"}
    assert await store.use_link("old", 0.0) is None
    assert await store.forget(20.0) == 0


# Opening


# What every move needs


def test_sqlite_is_sent_what_sqlalchemy_would_send(tmp_path: Path) -> None:
    engine = database.engine(database.address(str(tmp_path / "games.db")), 1, reading=False)
    database.migrate(engine)
    sent: list[str] = []
    sa.event.listen(engine, "before_cursor_execute", lambda *given: sent.append(given[2]))
    change = {**standing_values(standing(1)), "of_match": "t", "before": 0}
    same = {"of_match": "t", "of_person": "p", "of_message": "m"}
    with engine.connect() as connection:
        connection.execute(statements.NEXT_STANDING.statement, change)
        connection.execute(statements.SAME_MESSAGE.statement, same)
        with contextlib.suppress(sa.exc.IntegrityError):  # there is no such table: it is sent nevertheless
            connection.execute(statements.NEW_EVENT.statement, event_values("t", Event(0, "", Opened(), 1.5)))
    texts = [one.text for one in (statements.NEXT_STANDING, statements.SAME_MESSAGE, statements.NEW_EVENT)]
    assert [text for text in sent if text != "BEGIN IMMEDIATE"] == texts
    engine.dispose()


async def test_a_fault_of_sqlite_itself_is_a_fault_of_the_store(tmp_path: Path) -> None:
    async with await Store.open(str(tmp_path / "games.db")) as store:
        await store.create(match(), [Event(0, "", Opened(), 1.0)], standing(0))
        with sqlite3.connect(tmp_path / "games.db") as beside:
            beside.execute("ALTER TABLE event RENAME TO elsewhere")
        said = Event(1, "anna", Chatted("hallo", "Anna"), 2.0)
        with pytest.raises(StoreError, match="no such table: event"):
            await store.append("t1", [said], standing(1))
        with sqlite3.connect(tmp_path / "games.db") as beside:
            beside.execute("ALTER TABLE elsewhere RENAME TO event")
        await store.append("t1", [said], standing(1))
        assert (await store.events("t1"))[-1] == said


async def test_nobody_is_admitted_to_a_table_that_was_taken_away(store: Store) -> None:
    await begun(store)
    await store.remove("t1")
    await store.admit("t1", "ida", "watcher")
    assert await store.members("t1") == {}


def plan_of(query: sa.Select[Any]) -> str:
    """How SQLite looks for rows in empty tables."""
    engine = sa.create_engine("sqlite://")
    METADATA.create_all(engine)
    text = str(query.compile(engine, compile_kwargs={"literal_binds": True}))
    with engine.connect() as connection:
        return "\n".join(str(row[3]) for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}"))
