"""A table that cannot be replayed or shown says so wherever it is asked for, stops nothing else, and can be left."""

import asyncio
import logging
import re
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from server.harness import csrf_in
from server.stored import exported
from server.test_unfamiliar import ANNA, BEN, begun, everything, members, renewed_torris, serving, url, visiting
from starlette.applications import Starlette
from starlette.routing import Route

from spielkiste.server import database, table_pages, tips
from spielkiste.server.answers import Closed
from spielkiste.server.events import Person, StoreError
from spielkiste.server.live_connection import why_not
from spielkiste.server.people import COOKIE
from spielkiste.server.routes import routes
from spielkiste.server.schema import EVENT, MATCH
from spielkiste.server.store import Store

__all__ = ["renewed_torris", "url"]  # fixtures
pytestmark = pytest.mark.anyio
DAMAGE: dict[str, tuple[str, str]] = {  # kind and data of an event that is added
    "unknown kind": ("juggled", "{}"),
    "no JSON": ("chatted", "{"),
    "a list": ("played", "[]"),
    "a number": ("undone", "7"),
    "stopped by nobody": ("stopped", '{"why":"resigned","seat":1000000}'),
    "a seat that is not": ("sat", '{"seat":1000000,"person":"anna","name":"Anna"}'),
    "an odd colour": ("coloured", '{"seat":0,"colour":"purple"}'),
    "an odd move": ("played", '{"moves":[[0,"\\u0000-1e999"]]}'),
    "a seat far away": ("played", '{"moves":[[123456789012,"pass"]]}'),
    "shown for ever": ("played", '{"moves":[],"shows":1e308}'),
    "undone before the beginning": ("undone", '{"number":-5}'),
}
MATCHES: dict[str, dict[str, Any]] = {  # other values of the match
    "older rules": {"version": 1},
    "newer rules": {"version": 99},
    "unknown game": {"slug": "gone_fishing"},
    "impossible options": {"options": '{"players":"many"}'},
    "endless age": {"created": 1e308, "version": 99},
    "odd players": {"players": '[{"score":"x","place":"y","name":7},{}]'},
    "changed in no time": {"changed": 1e308},
}
ALL = [*MATCHES, *DAMAGE]


def damage(url: str, id: str, how: str) -> None:
    engine = sa.create_engine(database.address(url))
    with engine.begin() as connection:
        this = sa.update(MATCH).where(MATCH.c.id == id)
        if how in MATCHES:
            connection.execute(this, MATCHES[how])
        else:
            newest = sa.select(sa.func.max(EVENT.c.number)).where(EVENT.c.match_id == id)
            number, (kind, data) = connection.execute(newest).scalar_one() + 1, DAMAGE[how]
            row = {"match_id": id, "number": number, "kind": kind, "person": ANNA, "data": data, "at": 1.0}
            connection.execute(sa.insert(EVENT), row)
            connection.execute(this, {"number": number})
    engine.dispose()


def addresses() -> list[tuple[str, str]]:
    """Every page and form of a table or a link, by method and address."""
    found = [one for one in routes() if isinstance(one, Route) and re.match(r"/[tjwr]/{", one.path)]
    assert len(found) >= 14
    return [(sorted((one.methods or {"GET"}) - {"HEAD"})[0], one.path) for one in found]


async def asked(client: httpx.AsyncClient, method: str, path: str) -> httpx.Response:
    if method == "GET":
        return await client.get(path)
    return await client.post(path, data={"csrf": csrf_in((await client.get("/me")).text), "step": "1"})


@pytest.mark.parametrize("how", ALL)
@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
async def test_no_address_of_it_fails(how: str, over: bool, url: str, renewed_torris: None) -> None:
    """Whatever is asked for at it gets a page or a refusal; a failure would be raised here."""
    id = await begun(url, bot=False, over=over, version=2)
    damage(url, id, how)
    match = everything(url, id)[0]
    tokens = {"j": match.join_token, "w": match.watch_token, "r": match.watch_token}
    async with visiting(url) as anna, asyncio.timeout(60):
        for method, path in addresses():
            if not path.endswith(("/leave", "/remove")):
                answer = await asked(anna, method, path.format(id=id, token=tokens.get(path[1], "")))
                assert answer.status_code in (200, 303, 400, 403, 404, 409, 429), (path, answer.status_code)
        for page in ("/", "/mine", "/me/export"):
            assert (await anna.get(page)).status_code == 200
        assert id in (await anna.get("/mine")).text
        if how not in ("odd players", "changed in no time"):  # these stop no page of the table
            shown = await anna.get(f"/t/{id}")
            assert shown.status_code == 200 and 'id="unfamiliar"' in shown.text
            assert f'href="/t/{id}/leave"' in shown.text
            for path in ("tip", "lamp", "replay"):
                assert (await anna.get(f"/t/{id}/{path}")).status_code == 409


@pytest.mark.parametrize("how", ["older rules", "newer rules", "unknown game", "unknown kind", "stopped by nobody"])
@pytest.mark.parametrize("way", ["leave", "remove"])
async def test_it_can_be_taken_from_ones_list(how: str, way: str, url: str, renewed_torris: None) -> None:
    """The others keep it; when nobody is left, a game that was not over goes altogether."""
    id = await begun(url, bot=False, version=2)
    damage(url, id, how)
    before = everything(url, id)
    for person, left in ((ANNA, {BEN}), (BEN, set())):
        async with visiting(url, person) as client:
            asks = await client.get(f"/t/{id}/leave")
            assert asks.status_code == 200 and "no longer among your games" in asks.text
            assert id in (await client.get("/mine")).text
            assert (await asked(client, "POST", f"/t/{id}/{way}")).status_code == 303
            assert id not in (await client.get("/mine")).text
        assert await members(url, id) == left
        assert everything(url, id) == (before if left else [])


async def test_a_finished_one_stays_for_whoever_has_its_link(url: str) -> None:
    id = await begun(url, over=True, version=99)
    before = everything(url, id)
    async with visiting(url) as anna:
        assert (await asked(anna, "POST", f"/t/{id}/remove")).status_code == 303
    assert await members(url, id) == set() and everything(url, id) == before


@pytest.mark.parametrize("how", ["unknown kind", "no JSON", "a list", "stopped by nobody"])
async def test_it_stops_neither_clocks_nor_housekeeping_nor_erasing(how: str, url: str) -> None:
    id, sound = await begun(url, bot=False), await begun(url)
    damage(url, id, how)
    events = len(everything(url, sound))
    async with serving(url) as app, asyncio.timeout(30):
        desk = app.state.house.desk
        while len(everything(url, sound)) == events:  # its bot was forgotten, and is woken
            await asyncio.sleep(0.05)
        assert await desk.end_abandoned(time.time() + 10) == 1
        assert (await desk.table(sound)).ended == "forgotten"
        person = Person(ANNA, "", "de", 0.0, 0.0)
        assert await why_not(app.state.house, id, person, "here") == Closed.OTHER_RULES
        await desk.erase(ANNA)
    async with await Store.open(url) as store:
        assert ANNA not in await store.members(id) and not (await exported(store, ANNA))["events"]
    assert ANNA not in str(everything(url, id))


async def test_many_of_them_hold_up_no_clock(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those longest overdue are looked after first, and some of them for ever."""
    for _ in range(3):
        damage(url, await begun(url, bot=False), "unknown kind")
    due = Store.due

    async def few(store: Store, now: float, limit: int = 100, **more: Any) -> list[str]:
        return await due(store, now, 2, **more)

    monkeypatch.setattr(Store, "due", few)
    sound = await begun(url)
    events = len(everything(url, sound))
    async with serving(url), asyncio.timeout(30):
        while len(everything(url, sound)) == events:
            await asyncio.sleep(0.05)


async def test_its_failure_is_logged_once_with_its_traceback(url: str, caplog: pytest.LogCaptureFixture) -> None:
    id = await begun(url, bot=False, over=True)
    damage(url, id, "stopped by nobody")
    async with visiting(url) as anna:
        for _ in range(5):
            assert (await anna.get(f"/t/{id}")).status_code == 200
    told = [record for record in caplog.records if id in record.getMessage() and record.levelno >= logging.WARNING]
    assert len(told) == 1 and told[0].exc_info and "BadEvent" in str(told[0].exc_info[0])


def broken(*given: Any, **named: Any) -> Any:
    raise IndexError("list index out of range")


async def unanswered(*given: Any, **named: Any) -> Any:
    raise StoreError("the database does not answer")


@pytest.mark.parametrize(
    ("place", "name", "path", "status"),
    [
        (table_pages, "facts", "/t/{id}", 200),
        (table_pages, "record_of", "/t/{id}/record.json", 409),
        (tips, "asked_of", "/t/{id}/tip", 409),
    ],
)
async def test_what_fails_only_when_it_is_shown_says_so_too(
    place: Any, name: str, path: str, status: int, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that breaks of data which nobody foresaw."""
    monkeypatch.setattr(place, name, broken)
    id = await begun(url, over=name == "record_of")
    async with visiting(url) as anna:
        monkeypatch.setattr(tips, "asked_seat", lambda *asked: 0)
        answer = await anna.get(path.format(id=id))
    assert answer.status_code == status and 'id="unfamiliar"' in answer.text


async def opened_page(app: Starlette, id: str, tell: Callable[[dict[str, Any]], None]) -> asyncio.Queue[dict[str, Any]]:
    """A live connection of Anna's."""
    said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    await said.put({"type": "websocket.connect"})
    cookie = f"{COOKIE}={app.state.house.people.cookie(ANNA)}"
    scope = {
        "type": "websocket", "path": f"/t/{id}/live", "raw_path": f"/t/{id}/live".encode(), "query_string": b"",
        "root_path": "", "scheme": "ws", "server": ("here", 80), "client": ("10.0.0.1", 1), "subprotocols": [],
        "headers": [(b"host", b"here"), (b"origin", b"http://here"), (b"cookie", cookie.encode())],
    }  # fmt: skip

    async def send(message: Any) -> None:
        tell(message)

    app.state.page = asyncio.create_task(app(scope, said.get, send))
    return said


def hello(number: int) -> dict[str, Any]:
    return {"type": "websocket.receive", "text": f'{{"do":"hello","id":"h{number}","last":-1,"lang":"en"}}'}


async def test_an_open_page_is_closed_when_its_table_cannot_be_shown(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    id = await begun(url, bot=False)
    told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    async with serving(url) as app, asyncio.timeout(30):
        said = await opened_page(app, id, told.put_nowait)
        assert (await told.get())["type"] == "websocket.accept"
        monkeypatch.setattr("spielkiste.server.live_connection.facts", broken)
        for number in range(2):
            await said.put(hello(number))
            answer = await told.get()
            assert f'"h{number}"' in answer["text"] and '"ack"' in answer["text"], "it is acknowledged all the same"
        assert await told.get() == {"type": "websocket.close", "code": Closed.OTHER_RULES, "reason": ""}
        await said.put({"type": "websocket.disconnect", "code": 1000})
        await app.state.page


async def test_a_table_is_not_to_blame_for_a_database_that_is_away(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    id = await begun(url, bot=False)
    told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    async with serving(url) as app, asyncio.timeout(30):
        said = await opened_page(app, id, told.put_nowait)
        assert (await told.get())["type"] == "websocket.accept"
        desk = app.state.house.desk
        monkeypatch.setattr(desk, "at_hand", lambda *asked: None)
        monkeypatch.setattr(desk, "table", unanswered)
        for number in range(3):
            await said.put(hello(number))
            assert f'"h{number}"' in (await told.get())["text"]
        monkeypatch.undo()
        await said.put(hello(3))
        assert '"board"' in (await told.get())["text"], "the page is open, and sees its table again"
        await said.put({"type": "websocket.disconnect", "code": 1000})
        await app.state.page
    assert not [record for record in caplog.records if "replayed or shown" in record.getMessage()]
