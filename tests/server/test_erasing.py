"""Who wants to be forgotten is forgotten at once: in the store, in every process's memory, on every page."""

import asyncio
import json
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import httpx
import msgspec
import pytest
import sqlalchemy as sa
import websockets
from server import services
from server.harness import Page, Server, Visitor, csrf_in, serving
from server.stored import exported, match, move, standing
from starlette.requests import HTTPConnection

from spielkiste.cli.main import main
from spielkiste.server import statements
from spielkiste.server.answers import Closed
from spielkiste.server.app import Settings, create_app
from spielkiste.server.broker import LocalBroker
from spielkiste.server.desk import Desk
from spielkiste.server.erasing import nameless
from spielkiste.server.events import DEVICES, Event
from spielkiste.server.me_pages import in_turn
from spielkiste.server.messages import Chat, Sit
from spielkiste.server.news import Chatted, WentOn
from spielkiste.server.people import COOKIE, People
from spielkiste.server.rulings import Who
from spielkiste.server.store import Store
from spielkiste.server.table import Seat

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["one", "two"])
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """One process twice, or two that share PostgreSQL and Valkey."""
    if request.param == "one":
        with serving(str(tmp_path / "games.db")) as server:
            yield server, server
        return
    database = services.new_database(request.getfixturevalue("postgres_server"), f"erasing{time.time_ns()}")
    broker = request.getfixturevalue("valkey_server").url
    with serving(database, broker=broker) as one, serving(database, broker=broker) as other:
        yield one, other


async def farewell(page: Page) -> int:
    with pytest.raises(websockets.ConnectionClosed) as why:
        await page.until(lambda: False)
    assert why.value.rcvd
    return why.value.rcvd.code


def seen_by(page: Page) -> str:
    return " ".join(page.parts.values())


async def stored(server: Server, table: str) -> str:
    """All that the store knows of a table and its people."""
    async with await Store.open(server.settings["database"]) as store:
        standing, match = await store.standing(table), await store.match(table)
        known = [await store.plain_events(table), await store.members(table), standing, match and match.host]
        return msgspec.json.encode(known).decode()


async def test_nobody_remembers_who_was_erased(servers: tuple[Server, Server]) -> None:
    one, other = servers
    async with Visitor(one.base) as anna, Visitor(other.base) as bob, Visitor(other.base) as phone:
        table = await anna.open("torris", name="Annamirl")
        async with anna.page(table) as hers:
            link = re.search(r'value="(http[^"]*/j/[^"]*)"', hers.parts["seats"])
            assert link
            await bob.http.get(link[1].removeprefix(one.base), follow_redirects=True)
            phone.http.cookies = anna.http.cookies  # her other device, at another process
            async with bob.page(table) as his, phone.page(table) as pocket:
                assert (await his.ask(do="sit", seat=1, name="Bob"))["is"] == "ack"
                assert (await hers.ask(do="chat", text="Servus"))["is"] == "ack"
                assert (await hers.ask(do="start", first="others"))["is"] == "ack"
                await his.until(lambda: his.turn and "Servus" in seen_by(his) and "Annamirl" in seen_by(his))
                before = await stored(one, table)
                id = re.search(r'"([\w-]+)"\]$', before)
                assert id and "Annamirl" in before and id[1] in before

                gone = await anna.http.post("/me/erase", data={"csrf": await anna.token()})
                assert gone.status_code == 303 and "Max-Age=0" in gone.headers["set-cookie"]
                assert await farewell(hers) == await farewell(pocket) == Closed.SIGNED_OUT
                await his.until(lambda: "Annamirl" not in seen_by(his) and "Servus" not in seen_by(his))

                assert (await his.play(his.moves[0]))["is"] == "ack"  # the next move writes nothing back
                after = await stored(one, table)
                assert "Annamirl" not in after and "Servus" not in after and id[1] not in after
        known = dict(phone.http.cookies)
        async with httpx.AsyncClient(base_url=other.base, cookies=known) as again:
            page = await again.get("/me")
            assert page.headers["set-cookie"] and table not in (await again.get("/")).text, "the old cookie is nobody's"


@pytest.mark.parametrize("interrupted", [False, True])
async def test_what_was_sent_before_and_stored_later_is_erased_too(tmp_path: Path, interrupted: bool) -> None:
    """A second tab of the same person; and a server that was killed in the middle of it."""
    app = create_app(Settings(database=str(tmp_path / "games.db"), warm=False))
    async with app.router.lifespan_context(app):
        house = app.state.house
        people, desk, store = house.people, house.desk, house.store
        ida, ben = [await people.named(await people.who(visit()), name) for name in ("Annamirl", "Ben")]
        table = await desk.open("torris", {}, ben.id, {0: Seat("person", ben.id, "Ben")}, public=True)
        if interrupted:
            await store.begin_erasing(ida.id)
        else:
            await house.erase(ida)
        assert (await people.who(visit(people.cookie(ida.id)))).id != ida.id, "from the first moment"
        seats = {0: Seat("person", ida.id, "Annamirl"), 1: Seat("bot", level=1)}
        late = await desk.open("torris", {}, ida.id, seats, public=True)
        await store.admit(table.match.id, ida.id, "guest")
        await desk.do(table.match.id, Sit(id="s", seat=1, name="Annamirl"), Who(ida.id, "Annamirl"))
        await desk.do(table.match.id, Chat(id="c", text="Servus miteinander"), Who(ida.id, "Annamirl"))
        assert await store.erasing(store.now()) == [ida.id]
        again = asyncio.create_task(house.erase_again(after=0.0, every=0.01))
        async with asyncio.timeout(10):
            while await store.erasing(store.now()):
                await asyncio.sleep(0.01)
        again.cancel()
        for one in (late, table):
            now = await desk.table(one.match.id)
            assert "Annamirl" not in [seat.name for seat in now.seats] and ida.id not in now.people
        assert ida.id not in await store.members(table.match.id) and await store.person(ida.id) is None
    found = all_bytes(tmp_path)
    assert b"Servus" not in found and b"Annamirl" not in found and ida.id.encode() not in found


async def test_other_devices_are_logged_out(servers: tuple[Server, Server]) -> None:
    one, other = servers
    async with Visitor(one.base) as anna, Visitor(other.base) as phone:
        table = await anna.open("torris", "bots", level="1")
        phone.http.cookies = httpx.Cookies(anna.http.cookies)
        async with phone.page(table) as lost:
            left = await anna.http.post("/me/devices", data={"csrf": await anna.token()})
            assert left.status_code == 303
            assert await farewell(lost) == Closed.SIGNED_OUT
        assert table in (await anna.http.get("/")).text, "this device stays"
        async with anna.page(table) as page:
            assert page.board
        assert table not in (await phone.http.get("/")).text


async def test_clocks_that_differ_keep_nobody_logged_in(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process lives in 1970; whoever has a page open elsewhere is found all the same, among a thousand others."""
    people = People(store, await store.keys())
    ida, ben = [await people.named(await people.who(visit()), name) for name in ("Ida", "Ben")]
    monkeypatch.setattr(statements, "time", SimpleNamespace(time=lambda: 0.0))
    here = await people.alone(ida)
    await store.erase_person(ben.id)
    others = [f"nobody-{k}" for k in range(1000)]
    found = await store.revoked([*others[:700], ida.id, ben.id, *others[700:]])
    assert found == {ida.id: here.settings[DEVICES], ben.id: None}


async def test_a_device_that_was_logged_out_changes_nothing(store: Store) -> None:
    """Its form was under way. It had made the new cookie worthless, and its own good again."""
    people = People(store, await store.keys())
    ida = await people.named(await people.who(visit()), "Ida")
    here = await people.alone(ida)
    await people.named(ida, "Thief")
    await people.alone(ida)
    assert not await store.link("token", ida, 1e12) and await store.use_link("token", 1.0) is None
    assert await store.link("good", here, 1e12)
    owner = await people.who(visit(people.cookie(ida.id, here.settings[DEVICES])))
    assert (owner.id, owner.name) == (ida.id, "Ida")
    assert (await people.who(visit(people.cookie(ida.id)))).id != ida.id
    again = await people.alone(here)
    assert (await people.who(visit(people.cookie(ida.id, again.settings[DEVICES])))).id == ida.id


async def test_a_page_that_is_still_open_brings_nobody_back(store: Store) -> None:
    people = People(store, await store.keys())
    ida = await people.named(await people.who(visit()), "Ida")
    await store.erase_person(ida.id)
    await people.named(ida, "Ida")
    assert await store.person(ida.id) is None
    assert (await people.who(visit(people.cookie(ida.id)))).id != ida.id


async def test_long_games_are_given_out_and_erased_table_by_table(store: Store) -> None:
    games, events = 5, 1000
    for number in range(games):
        long = [move(0), *(Event(k, "anna", WentOn(), 1000.5, f"anna/{k}") for k in range(1, events))]
        await store.create(match(f"t{number}", watch=f"w{number}", join=f"j{number}"), long, standing(events - 1))
    parts = [part async for part in store.export_person("anna")]
    told = json.loads(b"".join(parts))["events"]
    assert len(told) == games * events and len(parts) == games + 2
    made = list[str]()

    def note(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        made.append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        erased = await store.erase_person("anna")
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)
    assert erased == dict.fromkeys((f"t{number}" for number in range(games)), events)
    assert len(made) < 20 * games, "one statement for each event takes seconds, and others wait to write"
    *_, last, _ = await store.events("t0")
    assert last.by.startswith("gone-") and last.message == f"{last.by}/{events - 1}"
    assert (await exported(store, "anna"))["events"] == []


async def test_what_was_erased_leaves_the_log_when_nobody_reads_it_any_more(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    async with await Store.open(str(file)) as store:
        chat = Event(1, "anna", Chatted("Rumpelstilzchen", "Anna"), 2.0)
        await store.create(match(), [move(0), chat], standing(1), {"anna": "player"})
        with closing(sqlite3.connect(file, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM event").fetchone()
            begun = time.monotonic()
            await store.erase_person("anna")
            await store.append("t1", [move(3)], standing(3), {})
            assert time.monotonic() - begun < 2, "nobody waits until the log can be emptied"
            assert b"Rumpelstilzchen" in (tmp_path / "games.db-wal").read_bytes()
        keeping = asyncio.create_task(store.keep_time(every=0.05))
        async with asyncio.timeout(5):
            while (tmp_path / "games.db-wal").stat().st_size:
                await asyncio.sleep(0.05)
        keeping.cancel()
        assert b"Rumpelstilzchen" not in file.read_bytes()


async def test_one_copy_of_ones_data_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_on = asyncio.Event()

    async def slow(_store: Store, _person: str) -> AsyncIterator[bytes]:
        yield b"{"
        await read_on.wait()
        yield b"}"

    monkeypatch.setattr(Store, "export_person", slow)
    app = create_app(Settings(database=str(tmp_path / "games.db"), warm=False))
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://here") as anna,
    ):
        await anna.post("/me/name", data={"csrf": csrf_in((await anna.get("/me")).text), "name": "Anna"})
        given_up, at_once = (asyncio.create_task(anna.get("/me/export")) for _ in range(2))
        assert (await at_once).status_code == 429
        assert (await anna.get("/me/export")).status_code == 429
        given_up.cancel()
        await asyncio.wait([given_up])
        read_on.set()
        assert (await anna.get("/me/export")).json() == {}


async def test_a_name_that_a_bot_took_over_is_forgotten_too() -> None:
    players = [{"kind": "bot", "person": "", "name": "Ida"}, {"kind": "bot", "person": "", "name": "Bot 2"}]
    assert [player["name"] for player in nameless(players, {"Ida"})] == ["", "Bot 2"]


# --- keys ------------------------------------------------------------------------------------------


def visit(cookie: str = "") -> HTTPConnection:
    headers = [(b"cookie", f"{COOKIE}={cookie}".encode())] if cookie else []
    return HTTPConnection({"type": "http", "headers": headers})


async def test_an_old_key_is_good_until_it_is_dropped(database_url: str) -> None:
    async with await Store.open(database_url) as store:
        people = People(store, await store.keys())
        ida = await people.named(await people.who(visit()), "Ida")
        old = people.cookie(ida.id)
        assert len(await store.keys()) == 1
        await store.rotate_key(1000.0)
        await store.rotate_key(2000.0)
        first, *_, newest = await store.keys()
        assert len(await store.keys()) == 3 and newest == await store.secret() != first

        another = People(store, await store.keys())  # a process started since
        assert (await another.who(visit(old))).name == "Ida" and another.cookie(ida.id) != old
        people._asked -= 60
        assert (await people.who(visit(another.cookie(ida.id)))).name == "Ida", "one that runs asks for newer keys"

        assert await store.retired_keys() == [1000.0, 2000.0]
        assert await store.drop_old_keys(before=2000.0) == 2
        people = People(store, await store.keys())
        assert (await people.who(visit(old))).id != ida.id
        assert (await people.who(visit(another.cookie(ida.id)))).id == ida.id


async def test_keys_replaced_lately_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who has not come since would be a stranger; an old key is dropped, a known one by force."""
    file = str(tmp_path / "games.db")
    words = ["--database", file]
    async with await Store.open(file) as store:
        people = People(store, await store.keys())
        await people.named(await people.who(visit()), "Ida")
        await asyncio.to_thread(main, ["keys", "rotate", *words])
        assert "1 earlier" in capsys.readouterr().out
        assert await asyncio.to_thread(main, ["keys", "drop", *words]) == 2
        said = capsys.readouterr().err
        assert "at most 1)" in said and "90 days" in said and "--force" in said and len(await store.keys()) == 2

        await store.rotate_key(time.time() - 91 * 86400)
        assert await asyncio.to_thread(main, ["keys", "drop", *words]) == 0
        assert "1 earlier" in capsys.readouterr().out and len(await store.keys()) == 2
        assert await asyncio.to_thread(main, ["keys", "drop", "--force", *words]) == 0
        assert len(await store.keys()) == 1
    assert await asyncio.to_thread(main, ["keys", "drop", "--database", "mysql://x"]) == 2
    assert "mysql" in capsys.readouterr().err


async def test_nothing_of_what_was_erased_is_in_the_files(tmp_path: Path) -> None:
    """Neither in unused bytes of SQLite's pages, nor in its log of pages."""
    async with await Store.open(str(tmp_path / "games.db")) as store:
        people = People(store, await store.keys())
        ida = await people.named(await people.who(visit()), "Annamirl")
        desk, seats = Desk(store, LocalBroker()), {0: Seat("person", ida.id, "Annamirl"), 1: Seat("bot", level=1)}
        table = await desk.open("torris", {}, ida.id, seats, start=True)
        await desk.do(table.match.id, Chat(id="c", text="Servus miteinander"), Who(ida.id))
        assert b"Servus miteinander" in all_bytes(tmp_path) and b"Annamirl" in all_bytes(tmp_path)
        await desk.erase(ida.id)
        found = all_bytes(tmp_path)
        assert b"Servus" not in found and b"Annamirl" not in found and ida.id.encode() not in found


def all_bytes(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


async def test_a_person_alone_is_known_by_the_new_cookie(store: Store) -> None:
    people = People(store, await store.keys())
    ida = await people.named(await people.who(visit()), "Ida")
    old = people.cookie(ida.id)
    ida = await people.alone(ida)
    new = people.cookie(ida.id, ida.settings[DEVICES])
    assert (await people.who(visit(new))).id == ida.id != (await people.who(visit(old))).id


async def test_whoever_only_watched_is_erased_without_reading_the_game(store: Store) -> None:
    """Many watchers of a long game erase themselves at once: meanwhile nobody else could write."""
    events, watchers = 20_000, [f"watcher-{number}" for number in range(20)]
    long = [move(0), *(Event(k, "anna", WentOn(), 1000.5, f"anna/{k}") for k in range(1, events))]
    await store.create(match(), long, standing(events - 1), {"anna": "host", **dict.fromkeys(watchers, "watcher")})
    begun = time.monotonic()
    for one in watchers:
        assert await store.erase_person(one) == {}, "nobody has to read the table anew"
    assert time.monotonic() - begun < 1, "2.8 s, if all events were read"
    assert (await store.members("t1")).keys() == {"anna"}
    assert (await store.standing("t1") or standing(0)).number == events - 1


async def test_one_person_is_erased_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written meanwhile comes between two of them."""
    now = most = 0

    async def erase(_desk: Desk, _person: str) -> None:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.01)
        now -= 1

    app = create_app(Settings(database=str(tmp_path / "games.db"), warm=False))
    async with app.router.lifespan_context(app):
        house = app.state.house
        people = [await house.people.named(await house.people.who(visit()), "Ida") for _ in range(5)]
        monkeypatch.setattr(Desk, "erase", erase)
        await asyncio.gather(*(house.erase(person) for person in people))
        assert most == 1
        assert not [one for one in people if await house.store.person(one.id)]


async def test_copies_for_an_address_are_read_one_part_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever takes long to receive one keeps nobody waiting."""
    now = most = 0

    async def parts(_store: Store, _person: str) -> AsyncIterator[bytes]:
        nonlocal now, most
        for _ in range(3):
            now += 1
            most = max(most, now)
            await asyncio.sleep(0.01)
            now -= 1
            yield b" "

    monkeypatch.setattr(Store, "export_person", parts)
    app = create_app(Settings(database=str(tmp_path / "games.db"), warm=False))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        clients = [httpx.AsyncClient(transport=transport, base_url="http://here") for _ in range(4)]
        answers = await asyncio.gather(*(client.get("/me/export") for client in clients))
        assert [answer.content for answer in answers] == [b"   "] * 4 and most == 1
        pages = app.state.house.pages
        slow = in_turn(pages, "10.0.0.1", parts(app.state.house.store, "anna"))
        assert await anext(slow) == b" " and "10.0.0.1" not in pages.reading
        for client in clients:
            await client.aclose()


async def test_to_log_out_looks_up_one_person_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where thousands of pages are open it would take long, and anybody can ask for it often."""
    looked_up = list[set[str]]()
    plain = Store.revoked

    async def noted(store: Store, people: Collection[str]) -> dict[str, str | None]:
        looked_up.append(set(people))
        return await plain(store, people)

    app = create_app(Settings(database=str(tmp_path / "games.db"), warm=False))
    async with app.router.lifespan_context(app):
        house = app.state.house
        ida, ben = [await house.people.named(await house.people.who(visit()), name) for name in ("Ida", "Ben")]
        monkeypatch.setattr(Store, "revoked", noted)
        others = [SimpleNamespace(person=one, close=AsyncMock()) for one in (ida, ben)]
        monkeypatch.setattr(house, "open_pages", others)
        for _ in range(10):
            ida = await house.log_out_others(ida)
        assert others[0].close.called and not others[1].close.called
        assert looked_up.count({ida.id}) == 10 and len(looked_up) <= 12
