"""A page at which nothing happens keeps no texts; what it is sent afterwards is what it would have been sent anyway."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from rooms import every_sample
from server.test_table import HOST
from server.test_told_anew import LATER, some_positions, unfolded
from starlette.websockets import WebSocketDisconnect

from spielkiste.core.game import Game
from spielkiste.server import house as house_module
from spielkiste.server import messages as m
from spielkiste.server.answers import encode
from spielkiste.server.app import ServerHouse, Settings
from spielkiste.server.events import Person
from spielkiste.server.live_connection import PARTS, LiveConnection
from spielkiste.server.presentation import runs
from spielkiste.server.rulings import Who
from spielkiste.server.table import Seat, Table
from spielkiste.server.traces import Traces

PEOPLE = (HOST, "somebody else")
GRACE = 0.3  # seconds


class Browser:
    """Puts together what it is told."""

    def __init__(self, page: LiveConnection) -> None:
        self.page = page
        self.elements: tuple[str, ...] = ()
        self.pieces: dict[str, tuple[str, ...]] = dict.fromkeys(PARTS, ())
        self.controls: dict[str, Any] = {}

    def look(self, table: Table) -> bytes:
        """What it is told of a table."""
        around = {*table.people, self.page.person.id}
        self.page._wake()
        told = encode(self.page._seen(table, (around, around)))
        update = json.loads(told)
        for name, sent in update.get("parts", {}).items():
            self.pieces[name] = unfolded(self.pieces[name], sent)
        if "board" in update:
            self.controls = update["board"]
            svg, base = self.controls.pop("svg"), self.controls.pop("base")
            self.controls.pop("glides", None)  # what moves while one looks
            self.elements = unfolded(() if base == -1 else self.elements, svg["runs"])
        return told

    @property
    def shown(self) -> tuple[Any, ...]:
        return self.elements, self.pieces, self.controls

    def fall_asleep(self) -> None:
        assert self.page.rest(-1.0) and not self.page._parts and self.page._board is None


def browser(person: str, lang: str) -> Browser:
    house = Mock()
    house.base.return_value, house.store.now.return_value = "http://x", LATER
    page = LiveConnection(house, Mock(), Person(person, "Ida", lang, 0.0, 0.0), "t")
    return Browser(page)


@pytest.mark.parametrize("game", every_sample())
def test_a_page_that_has_rested_is_told_the_same(game: Game) -> None:
    tables = some_positions(game, 11)
    for person, lang in zip(PEOPLE, ("de", "en"), strict=True):
        rested, awake = browser(person, lang), browser(person, lang)
        for table in tables:
            assert rested.look(table) == awake.look(table), "not more, not less, and not something else"
            rested.fall_asleep()
            fresh = browser(person, lang)
            fresh.look(table)
            assert rested.shown == fresh.shown


def test_a_page_that_misses_moves_while_it_rests_is_told_them_all() -> None:
    tables = some_positions(next(iter(every_sample())).values[0], 3)
    late, fresh = browser(HOST, "en"), browser(HOST, "en")
    late.look(tables[0])
    late.fall_asleep()
    late.look(tables[-1])
    fresh.look(tables[-1])
    assert late.shown == fresh.shown


def test_traces_tell_what_is_new_and_nothing_else() -> None:
    rng, words = random.Random(5), ["", "a", "b", "Anna", "Ännä", "<g/>", "<g></g>"]
    for _ in range(300):
        before, other, now = ([rng.choice(words) for _ in range(rng.randrange(7))] for _ in range(3))
        trace = Traces([other, before, []]).taken_apart()
        assert trace[1].recalled(now) == tuple(one if one in now else None for one in before)
        assert unfolded(before, runs(trace[1].recalled(now), now)) == tuple(now)
        assert trace[0].recalled(other) == tuple(other) and trace[2].recalled(now) == ()
        assert Traces([trace[1]]).taken_apart()[0].recalled(now) == trace[1].recalled(now)


# --- in a house ---------------------------------------------------------------------------------------


class Heard:
    """A page's end of the wire."""

    ready = True

    def __init__(self) -> None:
        self.frames: list[dict[str, Any]] = []
        self.looks = 0
        self._gone = asyncio.Event()

    def write(self, text: bytes) -> None:
        self.frames.append(json.loads(text))

    async def read(self) -> str:
        """What it says is given to its page; here one hears that it goes."""
        await self._gone.wait()
        raise WebSocketDisconnect

    def hang_up(self) -> None:
        self._gone.set()

    async def send_text(self, text: str) -> None:
        raise NotImplementedError("it is always ready")

    async def close(self, code: int) -> None:
        raise NotImplementedError("it stays open")

    def look_after(self) -> None:
        self.looks += 1

    def stay(self, page: Callable[[], Awaitable[None]]) -> None:
        raise NotImplementedError("it has been let in")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[ServerHouse]:
    settings = Settings(database=str(tmp_path / "games.db"), warm=False, bot_processes=1, grace=GRACE, lots=False)
    house = await ServerHouse.open(settings)
    yield house
    await house.close()


async def opened(house: ServerHouse) -> tuple[LiveConnection, Heard]:
    """Anna's page of a table where Ben should be too."""
    seats = {k: Seat("person", person, person.title()) for k, person in enumerate(("anna", "ben"))}
    table, wire, socket = await house.desk.open("torris", {}, "anna", seats, start=True), Heard(), Mock()
    socket.url.scheme, socket.headers = "ws", {"host": "localhost"}
    page = LiveConnection(house, socket, Person("anna", "Anna", "en", 0.0, 0.0), table.match.id, wire)
    await house.presence.come(page.id, "anna")
    await page._hear('{"id": "1", "do": "hello", "lang": "en"}')
    return page, wire


async def pinged(page: LiveConnection, wire: Heard) -> dict[str, Any]:
    """The parts that a page is told with the answer to a ping."""
    await page._hear('{"id": "2", "do": "ping"}')
    assert wire.frames[-1]["is"] == "ack"
    parts: dict[str, Any] = wire.frames[-1].get("update", {}).get("parts", {})
    return parts


@pytest.mark.anyio
async def test_a_ping_looks_at_the_table_only_if_somebody_has_come_or_gone(
    house: ServerHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, wire = await opened(house)
    assert page.rest(0.0)
    await asyncio.sleep(1.1 * GRACE)
    assert "Ben" in str((await pinged(page, wire))["ask"]), "he has been away for long: time alone has told"
    assert page.rest(0.0)
    looks = Mock(side_effect=house.desk.at_hand)
    monkeypatch.setattr(house.desk, "at_hand", looks)
    assert await pinged(page, wire) == {} and not looks.called and page._resting
    await house.presence.come(page.id, "ben")
    assert await pinged(page, wire) and looks.called
    looks.reset_mock()
    assert await pinged(page, wire) == {} and not looks.called, "nor while it does not rest"


@pytest.mark.anyio
async def test_a_move_is_told_to_a_page_that_rests_by_what_is_new(house: ServerHouse) -> None:
    page, wire = await opened(house)
    everything, table = wire.frames[-1]["update"]["board"], await house.desk.table(page.id)
    assert table is not None and page.rest(0.0)
    move = table.state.moves()[0]
    number = await house.desk.do(page.id, m.Play("3", 0, move, table.number), Who("anna", "Anna"))
    assert page.tell_at_once(number)
    told = wire.frames[-1]["board"]
    assert wire.frames[-1]["number"] == number and told["base"] == table.number
    assert 0 < sum(isinstance(run, str) for run in told["svg"]["runs"]) < len(everything["svg"]["runs"]) / 2
    assert page.rest(0.0) and not page.tell_at_once(number + 1), "what is not here yet has to be waited for"


@pytest.mark.anyio
async def test_a_page_that_could_not_be_told_asks_again_with_its_next_ping(
    house: ServerHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, wire = await opened(house)
    table = await house.desk.table(page.id)
    assert table is not None and page.rest(0.0)
    number = await house.desk.do(page.id, m.Play("3", 0, table.state.moves()[0], table.number), Who("anna", "Anna"))
    with monkeypatch.context() as broken:
        broken.setattr(house.desk, "at_hand", Mock(side_effect=RuntimeError("a fault")))
        assert page.tell_at_once(number) and page.number < number
    assert "log" in await pinged(page, wire) and wire.frames[-1]["update"]["number"] == number


@pytest.mark.anyio
async def test_every_page_is_looked_after_in_its_turn(house: ServerHouse) -> None:
    pages = [await opened(house) for _ in range(3)]
    house.open_pages.update(page for page, _ in pages)
    chore = asyncio.create_task(house.look_after_pages(every=0.05))
    async with asyncio.timeout(5):
        while not all(wire.looks for _, wire in pages):
            await asyncio.sleep(0.01)
    chore.cancel()
    assert max(wire.looks for _, wire in pages) <= 2


@pytest.mark.anyio
async def test_pages_rest_sooner_where_many_are_awake(house: ServerHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [page for page, _ in [await opened(house) for _ in range(3)]]
    assert house.awake_pages == set(pages)
    chore = asyncio.create_task(house.rest_pages(every=0.01))
    await asyncio.sleep(0.1)
    assert house.awake_pages == set(pages) and not any(page._resting for page in pages), "few may stay awake"
    monkeypatch.setattr(house_module, "MANY_AWAKE", 1)
    monkeypatch.setattr(house_module, "RESTS_SOONER", 0.05)
    async with asyncio.timeout(5):
        while house.awake_pages:
            await asyncio.sleep(0.01)
    chore.cancel()
    assert all(page._resting for page in pages)


@pytest.mark.anyio
async def test_a_page_that_was_woken_for_nothing_rests_again(house: ServerHouse) -> None:
    page, wire = await opened(house)
    assert page.rest(0.0)
    house.awake_pages.clear()
    page._around = None  # as if others were around than it shows
    assert await pinged(page, wire) == {} and page._parts and not page._resting
    assert house.awake_pages == {page}


@pytest.mark.anyio
async def test_a_page_that_has_gone_is_forgotten(house: ServerHouse) -> None:
    page, wire = await opened(house)
    other, _ = await opened(house)
    running = asyncio.create_task(page.run())
    while page not in house.open_pages:
        await asyncio.sleep(0)
    wire.hang_up()
    await asyncio.wait_for(running, 5)
    await asyncio.sleep(0)  # who is left at the table is told
    assert house.awake_pages == {other} and not house.open_pages


class Burst(Heard):
    """A page's end of the wire where many messages wait to be read."""

    def __init__(self, messages: list[str]) -> None:
        super().__init__()
        self.left = messages

    async def read(self) -> str:
        if not self.left:
            raise WebSocketDisconnect
        return self.left.pop()


@pytest.mark.anyio
async def test_of_an_address_few_messages_begin_in_an_iteration(
    house: ServerHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many of its pages send however many at once: answering one may take milliseconds."""
    page, _ = await opened(house)
    socket, iterations, heard = Mock(), 0, list[tuple[str, int, float]]()
    socket.url.scheme, socket.headers = "ws", {"host": "localhost"}

    def count() -> None:
        nonlocal iterations
        iterations += 1
        asyncio.get_running_loop().call_soon(count)

    async def answer(page: LiveConnection, message: m.Anything) -> None:
        heard.append((page.address, iterations, m.cost(message)))

    monkeypatch.setattr(LiveConnection, "_answer", answer)
    anna, places = Person("anna", "Anna", "en", 0.0, 0.0), ("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2")
    long = "x" * 200
    said = [f'{{"id": "{k}", "do": "draft", "seat": 0, "text": "{long * (k % 2)}"}}' for k in range(10)]
    count()
    await asyncio.gather(
        *(LiveConnection(house, socket, anna, page.id, Burst([*said]), place).run() for place in places)
    )
    assert len(heard) == 40
    spent = Counter[tuple[str, int]]()
    for place, iteration, cost in heard:
        spent[place, iteration] += cost  # type: ignore[assignment]  # milliseconds
    assert max(spent.values()) <= 2 * m.cost(m.Sketch("1", 0, long)), "240, if nobody limited it"
    assert not house.beginning
