"""Matches that are over: replay by a link, review in the background, playing on; bad records are refused kindly."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.harness import Page, Visitor, csrf_in, serving

import spielkiste as sk
from spielkiste.server import replay_pages
from spielkiste.server.app import Settings, create_app
from spielkiste.server.guard import Buckets
from spielkiste.server.messages import Play, Resign
from spielkiste.server.people import COOKIE
from spielkiste.server.rulings import Who
from spielkiste.server.table import Seat

pytestmark = pytest.mark.anyio


async def played(anna: Visitor, page: Page) -> str:
    """A short Zahlenpoker on one device, given up after a round; the address of its replay."""
    for seat, move in ((0, "show 4"), (1, "show 3"), (0, "show 1"), (1, "show 2")):
        assert (await page.ask(do="play", seat=seat, move=move))["is"] == "ack"
    await page.ask(do="resign", seat=0)
    answer = await anna.http.get(f"/t/{page.table}/replay")
    assert answer.status_code == 303
    return str(answer.headers["location"])


async def reviewed(visitor: Visitor, address: str) -> dict[str, Any]:
    for _ in range(300):
        state = (await visitor.http.get(f"{address}/review")).json()
        if state["found"] or state["failed"]:
            return dict(state)
        await asyncio.sleep(0.1)
    raise AssertionError("the review took too long")


async def test_a_finished_game_is_replayed_reviewed_and_played_on(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.db")) as server:
        async with Visitor(server.base) as anna, Visitor(server.base) as bert:
            async with anna.page(await anna.open("zahlenpoker", mode="device")) as page:
                early = await anna.http.get(f"/t/{page.table}/replay")
                assert early.status_code == 403 and "when the game is over" in early.text
                address = await played(anna, page)
            shown = await bert.http.get(address)  # the link is enough
            assert shown.status_code == 200 and 'id="replay"' in shown.text and 'id="play-on"' not in shown.text
            views = [(await bert.http.get(f"{address}/frames?view={view}")).json() for view in ("", "0", "1", "x9")]
            assert [len(view["frames"]) for view in views] == [5, 5, 5, 5]
            assert (
                views[0]["frames"][1]["runs"] != views[2]["frames"][1]["runs"]
            )  # Bert's eyes: what Anna chose is hidden
            assert views[3]["frames"] == views[0]["frames"]
            record = sk.load_record((await bert.http.get(f"{address}/record.json")).json())
            assert [move for _, move in record.moves] == ["show 4", "show 3", "show 1", "show 2"]
            found = (await reviewed(bert, address))["found"]
            assert found["exact"] and len(found["accounts"]) == 2 and len(found["curve"]) == 5
            for one in found["accounts"]:
                assert one["start"] + one["luck"] + one["gifts"] - one["errors"] == pytest.approx(one["result"])
            await plays_on(anna, bert, address)


async def plays_on(anna: Visitor, bert: Visitor, address: str) -> None:
    """From the second round on, with the same seats."""
    for visitor, step, code in ((bert, "2", 403), (anna, "99", 400), (anna, "x", 400)):
        form = {"csrf": await visitor.token(), "step": step}
        assert (await visitor.http.post(f"{address}/play", data=form)).status_code == code
    answer = await anna.http.post(f"{address}/play", data={"csrf": await anna.token(), "step": "2"})
    assert answer.status_code == 303
    async with anna.page(answer.headers["location"].removeprefix("/t/")) as page:
        assert (await page.ask(do="play", seat=0, move="show 4"))["is"] == "ack"  # one four is left
        assert (await page.ask(do="play", seat=1, move="show 3"))["is"] == "ack"
        assert (await page.ask(do="play", seat=0, move="show 4"))["is"] == "refused"


async def sent(visitor: Visitor, body: Any) -> httpx.Response:
    return await visitor.http.post("/replay/frames", json=body, headers={"origin": str(visitor.http.base_url)})


async def test_a_record_from_elsewhere_is_shown_or_refused_kindly(tmp_path: Path) -> None:
    record = sk.MatchRecord.of(sk.game("abraeumen").start().play("a3-a1"), ["Zoe"]).data
    with serving(str(tmp_path / "games.db")) as server:
        async with Visitor(server.base) as anna:
            assert 'id="replay-file"' in (await anna.http.get("/replay")).text
            told = (await sent(anna, {"record": record, "view": ""})).json()
            assert told["names"] == ["Zoe"] and len(told["frames"]) == 2
            damaged: list[dict[str, Any]] = [{"game": "halma"}, {"scores": [5]}, {"events": 3}]
            bodies: list[dict[str, Any]] = [{}, {"record": []}, *({"record": record | change} for change in damaged)]
            for wrong in bodies:
                answer = await sent(anna, wrong)
                assert answer.status_code == 400 and answer.json()["wrong"]
            for depth in (10, 400, 700, 900, 965, 1000, 5000):
                nested = "[" * depth + "]" * depth
                for field in ("x", "players", "events"):
                    body = (
                        f'{{"view": {nested}, "record": {{"game": "knister", "options": {{}}, "{field}": {nested}}}}}'
                    )
                    answer = await anna.http.post("/replay/frames", content=body, headers={"origin": server.base})
                    assert answer.status_code == 400 and answer.json()["wrong"], (depth, field)
                body = f'{{"record": {{"game": "knister", "options": {{"players": {nested}}}}}}}'
                answer = await anna.http.post("/replay/frames", content=body, headers={"origin": server.base})
                assert answer.status_code == 400 and answer.json()["wrong"], depth
            foreign = await anna.http.post("/replay/frames", json={}, headers={"origin": "https://evil.example"})
            assert foreign.status_code == 403
            assert (await anna.http.get("/r/nowhere")).status_code == 404


async def test_a_match_is_never_played_again_on_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may take seconds; a bot's process is another one, where nothing is changed for this test."""
    monkeypatch.setattr(replay_pages, "load_record", None)
    record = sk.MatchRecord.of(sk.game("abraeumen").start().play("a3-a1"), ["Zoe"]).data
    app = create_app(Settings(database=str(tmp_path / "games.db"), warm=False, bot_processes=1))
    async with app.router.lifespan_context(app):
        there = httpx.ASGITransport(app)
        async with httpx.AsyncClient(
            transport=there, base_url="http://here", headers={"origin": "http://here"}
        ) as anna:
            answer = await anna.post("/replay/frames", json={"record": record}, timeout=60)
            assert answer.status_code == 200 and len(answer.json()["frames"]) == 2


async def test_games_copied_by_an_address_are_limited_in_number_and_bytes(tmp_path: Path) -> None:
    """Each copy is stored, and needs no play."""
    app = create_app(Settings(database=str(tmp_path / "games.db"), warm=False, bot_processes=1))
    async with app.router.lifespan_context(app):
        house, transport = app.state.house, httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as anna:
            token = csrf_in((await anna.get("/me")).text)
            await anna.post("/me/name", data={"csrf": token, "name": "Anna"})
            id, _ = house.people.read(anna.cookies[COOKIE])
            table = await house.desk.open("abraeumen", {}, id, {0: Seat("person", id, "Anna")}, start=True)
            move = table.state.moves()[0]
            who = Who(id, "Anna", "en")
            await house.desk.do(table.match.id, Play("1", 0, move), who)
            await house.desk.do(table.match.id, Resign("2", 0), who)
            address, form = f"/r/{table.match.watch}/play", {"csrf": token, "step": "1"}
            assert (await anna.post(address, data=form)).status_code == 303
            house.pages.handed_bytes = Buckets(100, 0)
            assert (await anna.post(address, data=form)).status_code == 429
            house.pages.handed_bytes, house.pages.opened = Buckets(10_000, 0), Buckets(2, 0)
            new = {"csrf": token, "game": "abraeumen", "mode": "alone"}
            for code in (303, 429):
                for path, sent_form in (("/tables", new), (address, form)):
                    assert (await anna.post(path, data=sent_form)).status_code == code
