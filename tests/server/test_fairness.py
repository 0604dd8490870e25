"""What one address asks of the processes where bots think holds up nobody at another address."""

import asyncio
import contextlib
import functools
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import numpy as np
import pytest
from server.stored import match
from starlette.applications import Starlette

import spielkiste as sk
from spielkiste.core import questions
from spielkiste.core.compiled import NotCompiled
from spielkiste.server import messages as m
from spielkiste.server import reviews
from spielkiste.server.app import Settings, create_app
from spielkiste.server.bots import UNCOMPILED_AT_MOST, Bots
from spielkiste.server.events import Person
from spielkiste.server.lanes import Lane
from spielkiste.server.people import COOKIE
from spielkiste.server.rulings import Who
from spielkiste.server.table import Seat, Table
from spielkiste.server.turns import Asker, Busy

pytestmark = pytest.mark.anyio
CROWDED, ELSEWHERE = "10.0.0.1", "10.0.0.2"
TIPS = 6
EVA = Person("eva", "", "en", 0.0, 0.0)


@asynccontextmanager
async def visitor(app: Starlette, person: str, address: str) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app, client=(address, 1))
    cookies = {COOKIE: app.state.house.people.cookie(person)}
    headers = {"origin": "http://here"}
    async with httpx.AsyncClient(
        transport=transport, base_url="http://here", cookies=cookies, headers=headers, timeout=60
    ) as client:
        yield client


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Starlette]:
    app = create_app(Settings(database=str(tmp_path / "games.db"), warm=False, bot_processes=2, rate=100.0))
    async with app.router.lifespan_context(app):
        yield app


async def table_of(app: Starlette, person: str, over: bool = False) -> Table:
    """Abräumen alone: tips, lamp and review need no compiled code."""
    desk = app.state.house.desk
    table = await desk.open("abraeumen", {}, person, {0: Seat("person", person, person)}, start=True)
    if over:
        await desk.do(table.match.id, m.Play("1", 0, table.state.moves(0)[0]), Who(person))
        await desk.do(table.match.id, m.Resign("2", 0), Who(person))
    opened: Table = await desk.table(table.match.id)
    return opened


def long_record() -> dict[str, Any]:
    """Knister for sixty, as far as a form has room for it."""
    state, seats = sk.game("knister", players=60).start(), 60
    moves: list[tuple[int, str]] = []
    while len(moves) < 1500:
        seat = state.turn[0]
        move = state.moves(seat)[0] if seat >= 0 else "roll 7"
        state = state.play(move, seat=seat)
        moves.append((seat, move))
    return sk.MatchRecord.of(state, ["x" * 100] * seats).data


async def test_all_that_is_asked_carries_the_address(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Asker] = []
    ask = app.state.house.bots.ask

    async def noted(*given: Any, asker: Asker, **more: Any) -> Any:
        asked.append(asker)
        return await ask(*given, asker=asker, **more)

    monkeypatch.setattr(app.state.house.bots, "ask", noted)
    over, running = await table_of(app, "eva", over=True), await table_of(app, "eva")
    replay = f"/r/{over.match.watch}"
    async with visitor(app, "eva", ELSEWHERE) as eva:
        for address in (f"/t/{running.match.id}/tip", f"/t/{running.match.id}/lamp", f"{replay}/frames"):
            assert (await eva.get(address)).status_code == 200
        assert (await eva.get(f"{replay}/review")).status_code == 200
        await asyncio.wait([app.state.house.reviews._kept[over.match.id].task])
        record = (await eva.get(f"{replay}/record.json")).json()
        assert (await eva.post("/replay/frames", json={"record": record})).status_code == 200
    bots = app.state.house.bot_seats
    assert bots._asker(running) == Asker("eva", running.match.id, ""), "nobody has come from anywhere yet"
    async with visitor(app, "eva", ELSEWHERE) as eva:
        await eva.post("/me/name", data={"name": "Eva", "csrf": app.state.house.people.token(EVA)})
    assert bots._asker(running) == Asker("eva", running.match.id, ELSEWHERE)
    at_two = SimpleNamespace(match=match("t1", host="host"), people=["host", "eva"])
    assert bots._asker(at_two).place == ELSEWHERE, "the host's page is open at another process"
    assert len(asked) >= 5 and {(one.person, one.address) for one in asked} == {("eva", ELSEWHERE)}


async def test_an_address_drops_its_own_reviews_first(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "KEPT", 6)
    kept = app.state.house.reviews

    async def unfinished(*_: Any, asker: Asker, **__: Any) -> Any:
        if asker.person == "fails":
            raise Busy
        await asyncio.Event().wait()

    monkeypatch.setattr(kept.bots, "ask", unfinished)
    for k, person in enumerate(("eva", "bob", "fails", *[f"cookie-{k}" for k in range(5)])):
        kept.ask(person, {}, Asker(person, "", CROWDED if k > 2 else f"10.0.1.{k}"))
        await asyncio.sleep(0)
    assert set(kept._kept) == {"eva", "bob", "cookie-1", "cookie-2", "cookie-3", "cookie-4"}


async def test_questions_of_an_address_that_wait_for_code_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    bots, go_on = Bots(1), asyncio.Event()

    async def compile_for_long(*_: Any) -> str:
        await go_on.wait()
        return "done"

    def missing(*_: Any) -> Any:
        raise NotCompiled("no code")

    monkeypatch.setattr(bots.compiling, "do", compile_for_long)
    monkeypatch.setattr(Lane, "run", lambda *_: asyncio.to_thread(missing))
    ask = functools.partial(bots.ask, print, seconds=1.0)
    waiting = [asyncio.create_task(ask(asker=Asker(f"cookie-{k}", "", CROWDED))) for k in range(UNCOMPILED_AT_MOST)]
    while sum(bots._uncompiled.values()) < UNCOMPILED_AT_MOST:
        await asyncio.sleep(0.01)
    with pytest.raises(Busy):
        await ask(asker=Asker("one more", "", CROWDED))
    elsewhere = asyncio.create_task(ask(asker=Asker("eva", "", ELSEWHERE)))
    await asyncio.sleep(0.05)
    go_on.set()
    assert await asyncio.gather(*waiting, elsewhere) == ["done"] * (UNCOMPILED_AT_MOST + 1)
    assert not bots._uncompiled
    bots.close()


async def test_twelve_cookies_of_one_address_starve_no_tip(app: Starlette) -> None:
    """Neither elsewhere nor of a classmate at the same address."""
    record = long_record()
    crowd = [f"cookie-{k}" for k in range(12)]
    reviewed = [await table_of(app, person, over=True) for person in crowd]
    tables = {person: await table_of(app, person) for person in ("eva", "classmate")}

    async with AsyncExitStack() as stack:

        async def flood(client: httpx.AsyncClient, review: Table) -> None:
            while True:
                asked = [client.post("/replay/frames", json={"record": record}) for _ in range(4)]
                await asyncio.gather(client.get(f"/r/{review.match.watch}/review"), *asked)

        floods = [
            asyncio.create_task(flood(await stack.enter_async_context(visitor(app, person, CROWDED)), review))
            for person, review in zip(crowd, reviewed, strict=True)
        ]
        while app.state.house.processes.waiting < len(crowd):
            await asyncio.sleep(0.01)
        for person, address in (("eva", ELSEWHERE), ("classmate", CROWDED)) * (TIPS // 2):
            async with visitor(app, person, address) as client:
                tip = await client.get(f"/t/{tables[person].match.id}/tip")
                assert tip.status_code == 200, "it would be refused after the patience"
        async with visitor(app, "eva", ELSEWHERE) as eva:
            assert (await eva.post("/replay/frames", json={"record": record})).status_code == 200
        for task in floods:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


def test_a_replay_answers_open_questions_by_machine_code() -> None:
    """Whether a game of Cubus is over takes seconds in plain Python, and a replay may take three."""
    rng, luck = np.random.default_rng(3), random.Random(3)  # a game with two open questions
    state = sk.deal(sk.game("cubus").start(), rng)
    while not state.over:
        seat = luck.choice([seat for seat in state.turn if seat >= 0] or list(state.turn))
        state = sk.deal(state.play(luck.choice(state.moves(seat)), seat=seat), rng)
    record = sk.MatchRecord.of(state).data
    questions._answers.clear()
    with questions.answered_by_machine():
        assert sk.load_record(record).end == state
    assert questions._answers, "it was asked, and its answers are remembered"
