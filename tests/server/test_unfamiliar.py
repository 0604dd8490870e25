"""A table whose rules are not here is shown as what it is, its moves can be read, and nothing of it is touched."""

import asyncio
import dataclasses
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from starlette.applications import Starlette

from spielkiste.core.room import room
from spielkiste.server import database
from spielkiste.server import messages as m
from spielkiste.server.answers import Closed
from spielkiste.server.app import Settings, create_app
from spielkiste.server.broker import LocalBroker
from spielkiste.server.desk import Desk
from spielkiste.server.events import Person
from spielkiste.server.familiar import Unfamiliar
from spielkiste.server.live_connection import why_not
from spielkiste.server.people import COOKIE
from spielkiste.server.rulings import Refused, Who
from spielkiste.server.schema import EVENT, MATCH
from spielkiste.server.store import Store
from spielkiste.server.table import Seat, shared_game

pytestmark = pytest.mark.anyio
SECONDS = 2.5  # that the server is given to do what it must not: it looks for deadlines once a second
ANNA, BEN, ZOE = "anna", "ben", "zoe"


async def begun(url: str, game: str = "torris", bot: bool = True, over: bool = False, **changed: Any) -> str:
    """A table of Anna's with a bot or with Ben, stored as another server would have left it; its id."""
    async with await Store.open(url) as store:
        other = Seat("bot", level=1) if bot else Seat("person", BEN, "Ben")
        seats = {0: Seat("person", ANNA, "Änne"), 1: other}
        desk = Desk(store, LocalBroker(), lots=False)
        table = await desk.open(game, {}, ANNA, seats, turn_seconds=10, public=False, start=True)
        id, seat = table.match.id, table.state.turn[0]
        await desk.do(id, m.Play("1", seat, table.state.moves(seat)[0]), Who((ANNA, BEN)[seat], ""))
        if over:
            await desk.do(id, m.Resign("2", 0), Who(ANNA, ""))
    engine = sa.create_engine(database.address(url))
    with engine.begin() as connection:
        deadline = None if over else time.time() - 60
        connection.execute(sa.update(MATCH).where(MATCH.c.id == id), {"deadline": deadline, **changed})
    engine.dispose()
    return id


def everything(url: str, id: str) -> list[Any]:
    """All that is stored of a table."""
    engine = sa.create_engine(database.address(url))
    with engine.connect() as connection:
        match = connection.execute(sa.select(MATCH).where(MATCH.c.id == id)).all()
        events = connection.execute(sa.select(EVENT).where(EVENT.c.match_id == id).order_by(EVENT.c.number)).all()
    engine.dispose()
    return [*match, *events]


@asynccontextmanager
async def serving(url: str) -> AsyncIterator[Starlette]:
    app = create_app(Settings(database=url, warm=False, bot_pause=(0.0, 0.0)))
    async with app.router.lifespan_context(app):
        yield app


@asynccontextmanager
async def visiting(url: str, person: str = ANNA, lang: str = "en") -> AsyncIterator[httpx.AsyncClient]:
    """Somebody's browser at a server of that database."""
    async with serving(url) as app:
        cookies = {COOKIE: app.state.house.people.cookie(person)}
        headers = {"accept-language": lang}
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://here", headers=headers, cookies=cookies
        ) as client:
            yield client


@pytest.fixture
def url(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


@pytest.fixture
def renewed_torris(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Torris has got new rules."""
    home = room("torris")
    monkeypatch.setitem(home.__dict__, "card", dataclasses.replace(home.card, version=2))
    shared_game.cache_clear()  # a game keeps its card
    yield
    shared_game.cache_clear()


async def untouched(url: str, id: str) -> None:
    """However long the server runs, and whoever comes: the table is as it was."""
    before = everything(url, id)
    assert len(before) > 4
    async with serving(url) as app:
        house = app.state.house
        with pytest.raises(Unfamiliar):
            await house.desk.table(id)
        await asyncio.sleep(SECONDS)
        assert not house.clocks._timers and not house.bot_seats._thinking
    async with visiting(url, ZOE) as zoe:
        assert (await zoe.get(f"/j/{before[0].join_token}")).status_code == 200
    assert everything(url, id) == before and await members(url, id) == {ANNA}


async def members(url: str, id: str) -> set[str]:
    async with await Store.open(url) as store:
        return set(await store.members(id))


async def test_nothing_of_a_table_of_newer_rules_is_touched(url: str) -> None:
    await untouched(url, await begun(url, version=99))


async def test_nothing_of_a_table_of_older_rules_is_touched(url: str, renewed_torris: None) -> None:
    await untouched(url, await begun(url, version=1))


async def test_nothing_of_a_table_of_an_unknown_game_is_touched(url: str) -> None:
    await untouched(url, await begun(url, slug="gone_fishing"))


async def test_a_table_of_known_rules_goes_on_by_itself(url: str) -> None:
    """What the tests above would see if it were not held back."""
    id = await begun(url)
    before = everything(url, id)
    async with visiting(url), asyncio.timeout(30):
        while len(everything(url, id)) == len(before):
            await asyncio.sleep(0.1)


async def test_its_page_says_so_in_words(url: str, renewed_torris: None) -> None:
    ids = [await begun(url, **changed) for changed in ({"version": 1}, {"version": 99}, {"slug": "gone_fishing"})]
    said = {
        "en": ("older rules (version 1)", "newer rules (version 99)", "is not here", "Begun", "was not over"),
        "de": ("älteren Regeln begonnen (Fassung 1)", "neueren Regeln", "gibt es hier gerade nicht", "Begonnen",
               "war noch nicht zu Ende"),
    }  # fmt: skip
    for lang, sentences in said.items():
        async with visiting(url, lang=lang) as anna:
            pages = [await anna.get(f"/t/{id}") for id in ids]
        for page, sentence in zip(pages, sentences, strict=False):
            assert page.status_code == 200 and sentence in page.text
            assert "Änne" in page.text and all(words in page.text for words in sentences[3:])
            assert "data-live" not in page.text and "data-do" not in page.text, "there is nothing to do"


async def test_only_who_may_see_the_table_sees_that(url: str) -> None:
    id = await begun(url, bot=False, version=99)
    for person, status in ((ANNA, 200), (BEN, 200), (ZOE, 403)):
        async with visiting(url, person) as client:
            assert (await client.get(f"/t/{id}")).status_code == status
            if status == 403:
                assert (await client.get(f"/t/{id}/record.json")).status_code == 403


async def test_a_page_that_is_open_still_is_told_by_its_connection(url: str) -> None:
    """As when the server was renewed while somebody played."""
    id = await begun(url, version=99)
    async with serving(url) as app:
        person = Person(ANNA, "", "de", 0.0, 0.0)
        assert await why_not(app.state.house, id, person, "here") == Closed.OTHER_RULES


async def test_lists_show_it_with_a_note(url: str) -> None:
    await begun(url, version=99)
    await begun(url, slug="gone_fishing")
    async with visiting(url, lang="de") as anna:
        page = await anna.get("/")
    assert page.status_code == 200 and page.text.count("Andere Regeln") == 2
    assert "gone_fishing" in page.text and "your-turn" not in page.text


async def test_such_tables_do_not_count_as_too_many(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielkiste.server.desk.TABLES_OF_A_PERSON", 1)
    await begun(url, version=99)
    await begun(url)
    with pytest.raises(Refused, match="too many open tables"):
        await begun(url)


async def test_the_record_of_a_finished_one_can_be_read(url: str) -> None:
    id = await begun(url, over=True, version=99)
    async with visiting(url) as anna:
        record = (await anna.get(f"/t/{id}/record.json")).json()
        page = await anna.get(f"/t/{id}")
    assert (record["game"], record["version"], record["players"][0]) == ("torris", 99, "Änne")
    assert record["scores"] is record["places"] is None and len(record["seed"]) == 64
    assert [seat for event in record["events"] for seat, _ in event["moves"] if seat >= 0] == [0]
    assert f"/t/{id}/record.json" in page.text and "is over" in page.text


async def test_the_moves_of_one_that_never_goes_on_can_be_read_without_the_seed(url: str, renewed_torris: None) -> None:
    old, new = await begun(url, version=1), await begun(url, version=99)
    async with visiting(url) as anna:
        record = (await anna.get(f"/t/{old}/record.json")).json()
        refused = await anna.get(f"/t/{new}/record.json")
        pages = [(await anna.get(f"/t/{id}")).text for id in (old, new)]
    assert ["record.json" in page for page in pages] == [True, False]
    assert record["seed"] is None and record["version"] == 1
    assert all(move for event in record["events"] for _, move in event["moves"])
    assert refused.status_code == 403, "another server may go on with it"


async def test_secrets_stay_secret_in_it(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    home = room("zahlenpoker")
    id = await begun(url, "zahlenpoker", bot=False)
    monkeypatch.setitem(home.__dict__, "card", dataclasses.replace(home.card, version=2))
    for person, known in ((ANNA, True), (BEN, False)):
        async with visiting(url, person) as client:
            record = (await client.get(f"/t/{id}/record.json")).json()
        assert [bool(move) for event in record["events"] for seat, move in event["moves"] if seat == 0] == [known]


async def test_a_table_with_an_event_nobody_here_can_read_is_left_alone(url: str) -> None:
    id = await begun(url)
    engine = sa.create_engine(database.address(url))
    with engine.begin() as connection:
        last = connection.execute(sa.select(sa.func.max(EVENT.c.number)).where(EVENT.c.match_id == id)).scalar_one()
        row = {"match_id": id, "number": last + 1, "kind": "juggled", "person": ANNA, "data": "{}", "at": 1.0}
        connection.execute(sa.insert(EVENT), row)
        connection.execute(sa.update(MATCH).where(MATCH.c.id == id), {"number": last + 1})
    engine.dispose()
    before = everything(url, id)
    async with visiting(url, lang="de") as anna:
        assert "nicht lesen können" in (await anna.get(f"/t/{id}")).text
        assert "juggled" in (await anna.get("/me/export")).text
        await asyncio.sleep(SECONDS)
    assert everything(url, id) == before
