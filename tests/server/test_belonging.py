"""Who may sit, who may not any more, and how one gets away from tables: before the game, by links, after long."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from server.harness import Page, Server, Visitor, serving

from spielkiste.server.broker import LocalBroker
from spielkiste.server.desk import TABLE_COUNTS, TABLES_OF_A_PERSON, Desk
from spielkiste.server.endings import result_facts
from spielkiste.server.rulings import Refused
from spielkiste.server.store import Store
from spielkiste.server.table import Seat
from spielkiste.server.texts import catalogue
from spielkiste.server.viewer import Viewer

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(str(tmp_path_factory.mktemp("belonging") / "games.db"))
    running.start()
    yield running
    running.stop()


def link(page: Page, kind: str) -> str:
    found = re.search(rf'http://[^"]*/{kind}/[\w-]+', " ".join(page.parts.values()))
    assert found
    return found[0]


async def test_a_watch_link_shows_and_a_join_link_lets_sit(server: Server) -> None:
    async with Visitor(server.base) as anna, Visitor(server.base) as bob:
        table = await anna.open("torris")
        async with anna.page(table) as hers:
            async with await Store.open(server.settings["database"]) as store:
                match = await store.match(table)
            assert match
            shown = await bob.follow(f"{server.base}/w/{match.watch}")
            assert shown.status_code == 200 and 'data-do="sit"' not in shown.text
            async with bob.page(table) as his:
                answer = await his.ask(do="sit", seat=1, name="Bob")
                assert answer["is"] == "refused" and "watching" in answer["why"]
                assert 'data-do="sit"' not in his.parts["seats"]
            await bob.follow(link(hers, "j"))
            async with bob.page(table) as his:
                assert 'data-do="sit"' in his.parts["seats"]
                assert (await his.ask(do="sit", seat=1, name="Bob"))["is"] == "ack"


async def test_people_of_an_address_who_come_by_links_are_limited(tmp_path: Path) -> None:
    """Each is stored. Who belongs to the table already may come as often as they like."""
    with serving(str(tmp_path / "games.db"), rate=0.05) as server:
        async with Visitor(server.base) as anna, await Store.open(server.settings["database"]) as store:
            match = await store.match(await anna.open("torris"))
            assert match
            came = [httpx.get(f"{server.base}/w/{match.watch}").status_code for _ in range(20)]
            assert came[:15] == [303] * 15 and 429 in came
            assert len(await store.members(match.id)) - 1 == came.count(303) < 20
            assert (await anna.http.get(f"/w/{match.watch}")).status_code == 303
            assert await store.role(match.id, match.host) == "player" and await store.role(match.id, "eva") is None


async def test_who_was_removed_sits_again_only_when_the_host_allows(server: Server) -> None:
    async with Visitor(server.base) as anna, Visitor(server.base) as bob:
        table = await anna.open("torris")
        async with anna.page(table) as hers:
            await bob.follow(link(hers, "j"))
            async with bob.page(table) as his:
                assert (await his.ask(do="sit", seat=1, name="Bob"))["is"] == "ack"
                assert (await his.ask(do="stand", seat=1))["is"] == "ack"
                assert (await his.ask(do="sit", seat=1, name="Bob"))["is"] == "ack", "by oneself one may"
                assert (await hers.ask(do="stand", seat=1))["is"] == "ack"
                again = await his.ask(do="sit", seat=1, name="Bob")
                assert again["is"] == "refused" and "host" in again["why"]
                await hers.until(lambda: 'data-do="allow"' in hers.parts["seats"])
                assert (await his.ask(do="allow", who=0))["is"] == "refused"
                assert (await hers.ask(do="allow", who=1))["is"] == "refused"
                assert (await hers.ask(do="allow", who=0))["is"] == "ack"
                assert (await his.ask(do="sit", seat=1, name="Bob"))["is"] == "ack"


async def test_home_lists_every_unfinished_table_and_one_can_leave_them(server: Server) -> None:
    async with Visitor(server.base) as anna:
        tables = [await anna.open("torris") for _ in range(TABLES_OF_A_PERSON - 1)]
        running = await anna.open("torris", "bots", level="1")
        home = (await anna.http.get("/mine")).text
        assert all(f"/t/{table}/leave" in home for table in (*tables, running))
        data = {"csrf": await anna.token(), "game": "torris", "mode": "link", "name": "Anna"}
        assert (await anna.http.post("/tables", data=data)).status_code == 403
        for table, meaning in ((tables[0], "deleted"), (running, "give up")):
            assert meaning in (await anna.http.get(f"/t/{table}/leave")).text
            assert f"/t/{table}" in (await anna.http.get("/mine")).text, "asking does nothing"
            left = await anna.http.post(f"/t/{table}/leave", data={"csrf": data["csrf"]})
            assert left.status_code == 303
        assert (await anna.http.get(f"/t/{tables[0]}")).status_code == 404
        assert f"/t/{running}/leave" not in (await anna.http.get("/mine")).text
        await anna.open("torris")


async def test_a_guest_who_leaves_frees_the_seat(server: Server) -> None:
    async with Visitor(server.base) as anna, Visitor(server.base) as bob:
        table = await anna.open("torris")
        async with anna.page(table) as hers:
            await bob.follow(link(hers, "j"))
            async with bob.page(table) as his:
                await his.ask(do="sit", seat=1, name="Bob")
                await hers.until(lambda: "Bob" in hers.parts["seats"])
            assert (await bob.http.post(f"/t/{table}/leave", data={"csrf": await bob.token()})).status_code == 303
            await hers.until(lambda: "Bob" not in hers.parts["seats"])
        assert table not in (await bob.http.get("/mine")).text


async def test_a_game_nobody_comes_back_to_is_ended_with_a_sentence(store: Store) -> None:
    desk, seats = Desk(store, LocalBroker()), {0: Seat("person", "ida", "Ida"), 1: Seat("bot", level=1)}
    table = await desk.open("torris", {}, "ida", seats, start=True)
    assert await desk.end_abandoned(table.changed) == 0
    assert await desk.end_abandoned(time.time() + 1) == 1
    ended = await desk.table(table.match.id)
    assert ended and ended.phase == "over" and ended.ended == "forgotten"
    for lang, word in (("de", "lange"), ("en", "long time")):
        assert word in result_facts(ended, Viewer("ida", lang, catalogue(lang).gettext)).result
    assert await store.forget(time.time() + 1) == 1 and await store.match(table.match.id) is None


async def test_old_tables_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await Store.open(str(tmp_path / "games.db")) as store:
        desk, seats = Desk(store, LocalBroker()), {0: Seat("person", "ida", "Ida")}
        for _ in range(TABLES_OF_A_PERSON):
            await desk.open("torris", {}, "ida", seats)
        with pytest.raises(Refused):
            await desk.open("torris", {}, "ida", seats)
        later = time.time() + TABLE_COUNTS + 60
        monkeypatch.setattr("spielkiste.server.store.time.time", lambda: later)
        await store.look_at_clock()
        await store.look_at_clock()
        await desk.open("torris", {}, "ida", seats)
