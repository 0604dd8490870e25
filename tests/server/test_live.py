"""Real sockets to a real server: what is acknowledged, what is refused, and what everybody then knows."""

import asyncio
import json
import random
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from server import services
from server.harness import Page, Server, Visitor, csrf_in, serving

from spielkiste.server.answers import Closed
from spielkiste.server.live_connection import STRIKES
from spielkiste.server.store import Store

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module", params=["one process with SQLite", "two with PostgreSQL and Valkey"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if "SQLite" in request.param:
        with serving(str(tmp_path_factory.mktemp("live") / "games.db")) as running:
            yield running
        return
    valkey: services.Valkey = request.getfixturevalue("valkey_server")
    database = services.new_database(request.getfixturevalue("postgres_server"), "live")
    with serving(database, workers=2, broker=valkey.url) as running:
        yield running


@pytest.fixture
async def anna(server: Server) -> AsyncIterator[Visitor]:
    async with Visitor(server.base) as visitor:
        yield visitor


@pytest.fixture
async def bob(server: Server) -> AsyncIterator[Visitor]:
    async with Visitor(server.base, "de") as visitor:
        yield visitor


def link(page: Page, kind: str) -> str:
    found = re.search(rf"http://[^\"]*/{kind}/[\w-]+", json.dumps(page.parts))
    assert found
    return found[0]


async def reached(page: Page, number: int) -> None:
    await page.until(lambda: page.number >= number)


async def both_at(stack: AsyncExitStack, anna: Visitor, bob: Visitor, slug: str, **fields: str) -> tuple[Page, Page]:
    """Anna opens a table, Bob comes by her link and sits down, and the game begins."""
    table = await anna.open(slug, **fields)
    hers = await stack.enter_async_context(anna.page(table))
    await bob.follow(link(hers, "j"))
    his = await stack.enter_async_context(bob.page(table))
    assert (await his.ask(do="sit", seat=1, name="Bob"))["is"] == "ack"
    started = await hers.ask(do="start")
    assert started["is"] == "ack"
    await reached(hers, started["number"])
    await reached(his, started["number"])
    return hers, his


async def step(pages: list[Page], rng: random.Random) -> None:
    """Whoever may move moves; then both know it."""
    for page in pages:
        if page.moves and not page.over:
            answer = await page.play(rng.choice(page.moves))
            assert answer["is"] == "ack", answer
            for other in pages:
                await reached(other, answer["number"])
            return
    raise AssertionError("nobody can move")


async def test_two_people_play_a_whole_game(anna: Visitor, bob: Visitor) -> None:
    rng = random.Random(3)
    async with AsyncExitStack() as stack:
        hers, his = await both_at(stack, anna, bob, "torris")
        assert (hers.board["seat"], his.board["seat"]) == (0, 1)
        while not hers.over:
            await step([hers, his], rng)
        assert his.over and "won" in hers.parts["result"] + hers.parts["result"].replace("draw", "won")
        assert "gewonnen" in his.parts["result"] or "Unentschieden" in his.parts["result"]
        record = (await anna.http.get(f"/t/{hers.table}/record.json")).json()
        assert record["places"] and len(record["events"]) > 10
        assert (await his.ask(do="chat", text="Once more?"))["is"] == "ack"
        assert (await his.ask(do="rematch"))["is"] == "ack"
        await hers.until(lambda: "would like to play once more" in hers.parts["result"])
        await his.until(lambda: "Wir fragen Anna" in his.parts["result"])
        assert his.go is None and hers.go is None, "nobody is taken away unasked"
        assert (await his.ask(do="rematch"))["is"] == "refused"
        assert (await hers.ask(do="rematch"))["is"] == "ack"
        await hers.until(lambda: hers.go is not None)
        async with anna.page(str(hers.go).removeprefix("/t/")) as again:
            assert again.board["seats"] == [1], "seats moved on by one"
            assert "Once more?" in again.parts["chat"], "what was said goes along"


async def test_two_who_ask_for_another_game_at_once_find_it(anna: Visitor, bob: Visitor) -> None:
    async with AsyncExitStack() as stack:
        hers, his = await both_at(stack, anna, bob, "torris")
        assert (await hers.ask(do="resign", seat=0))["is"] == "ack"
        await his.until(lambda: his.over)
        answers = await asyncio.gather(hers.ask(do="rematch"), his.ask(do="rematch"))
        assert [answer["is"] for answer in answers] == ["ack", "ack"]
        await hers.until(lambda: hers.go is not None)
        async with anna.page(str(hers.go).removeprefix("/t/")) as again:
            assert again.board["seats"] == [1]


async def test_a_message_sent_twice_counts_once(anna: Visitor, bob: Visitor) -> None:
    async with AsyncExitStack() as stack:
        hers, his = await both_at(stack, anna, bob, "torris")
        move, id = hers.moves[0], "11111111-aaaa"
        first = await hers.ask(id=id, do="play", seat=0, move=move, after=hers.number)
        again = await hers.ask(id=id, do="play", seat=0, move=move, after=hers.number)
        assert first["is"] == again["is"] == "ack" and first["number"] == again["number"]
        await his.until(lambda: his.number == first["number"])
        assert his.turn


async def test_wrong_seats_and_strangers_are_refused(server: Server, anna: Visitor, bob: Visitor) -> None:
    async with AsyncExitStack() as stack:
        hers, his = await both_at(stack, anna, bob, "torris")
        move = hers.moves[0]
        answer = await his.ask(do="play", seat=0, move=move, after=his.number)
        assert answer["is"] == "refused" and "Platz" in answer["why"], "in Bob's language"
        assert (await his.ask(do="play", seat=1, move=move, after=his.number))["is"] == "refused"
        assert (await his.ask(do="start"))["is"] == "refused"
        async with Visitor(server.base) as stranger:
            assert (await stranger.http.get(f"/t/{hers.table}")).status_code == 403
            assert await closed(stranger.page(hers.table)) == Closed.NOT_FOR_YOU
            await stranger.follow(link(hers, "w"))
            async with stranger.page(hers.table) as watching:
                assert watching.board["seat"] is None and not watching.moves
                for message in ({"do": "play", "seat": 0, "move": move}, {"do": "chat", "text": "hi"}, {"do": "undo"}):
                    assert (await watching.ask(**message))["is"] == "refused"
                assert "/j/" not in json.dumps(watching.parts), "who watches does not get the link for playing"
        with pytest.raises(websockets.InvalidStatus):
            await anna.page(hers.table).connect(origin="http://elsewhere.example")
        assert (await hers.play(move))["is"] == "ack", "nothing was lost by all that"


@pytest.mark.parametrize(
    "frame",
    [
        "", "nonsense", "[]", "{}", "null", '{"do":"play"}', '{"id":"1","do":"fly"}', '{"id":1,"do":"ping"}',
        '{"id":"1","do":"play","seat":-1,"move":"a"}', '{"id":"1","do":"play","seat":0,"move":7}',
        '{"id":"1","do":"play","seat":0,"move":"a1n","extra":1}', '{"id":"1","do":"chat","text":"' + "x" * 400 + '"}',
        '{"id":"<b>","do":"ping"}', '{"id":"1","do":"touch","seat":0,"tool":"x","elements":[1]}', "\x00", '{"id":"1"',
    ],
)  # fmt: skip
async def test_malformed_messages_get_an_answer_and_harm_nothing(anna: Visitor, frame: str) -> None:
    table = await anna.open("torris", "bots", level="1")
    async with anna.page(table) as page:
        assert page.socket
        await page.until(lambda: bool(page.moves))
        await page.socket.send(frame)
        await page.until(lambda: any("refused" in one for one in page.heard))
        assert (await page.play(page.moves[0]))["is"] == "ack"


async def test_too_large_a_message_closes_only_that_connection(anna: Visitor) -> None:
    table = await anna.open("torris", "bots", level="1")
    async with anna.page(table) as page:
        assert page.socket
        await page.socket.send("x" * 100_000)
        with pytest.raises(websockets.ConnectionClosed):
            await page.until(lambda: False)
    async with anna.page(table) as page:
        await page.until(lambda: bool(page.moves))


async def test_a_flood_is_refused(anna: Visitor) -> None:
    table = await anna.open("torris", "bots", level="1")
    async with anna.page(table) as page:
        for k in range(80):
            await page.say(do="chat", text=f"{k}")
        await page.until(lambda: any("too much" in answer.get("why", "") for answer in page.answers.values()))


async def closed(page: Page) -> int:
    """What a connection is closed with."""
    with pytest.raises(websockets.ConnectionClosed) as why:
        await page.connect()
        await page.until(lambda: False)
    assert why.value.rcvd
    return why.value.rcvd.code


async def test_a_page_is_told_that_there_is_no_such_table(anna: Visitor) -> None:
    await anna.http.get("/")
    assert await closed(anna.page("nowhere")) == Closed.NO_SUCH_TABLE


async def test_who_sends_only_nonsense_is_cut_off(anna: Visitor) -> None:
    page = anna.page(await anna.open("torris", "bots", level="1"))
    await page.connect()
    assert page.socket
    for _ in range(STRIKES):
        await page.socket.send("nonsense")
    with pytest.raises(websockets.ConnectionClosed) as why:
        await page.until(lambda: False)
    assert why.value.rcvd and why.value.rcvd.code == Closed.NONSENSE


async def test_what_is_nested_without_end_is_refused_by_a_sentence(anna: Visitor) -> None:
    async with anna.page(await anna.open("torris", "bots", level="1")) as page:
        assert page.socket
        for deep in ("[" * 8000 + "]" * 7000, '{"id": "x", "do": "ping", "y": ' + '{"a":' * 2500, "[" * 16_000):
            await page.socket.send(deep)
        await page.until(lambda: "x" in page.answers or "" in page.answers)
        assert (await page.ask(do="ping"))["is"] == "ack"


async def test_who_does_not_stop_is_cut_off(anna: Visitor) -> None:
    page = anna.page(await anna.open("torris", "bots", level="1"))
    await page.connect()
    with pytest.raises(websockets.ConnectionClosed) as why:
        for _ in range(400):
            await page.say(do="ping")
        await page.until(lambda: False)
    assert why.value.rcvd and why.value.rcvd.code == Closed.TOO_MANY


async def test_too_many_pages_of_one_address_are_told_so(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.db"), sockets=2) as server:
        async with Visitor(server.base) as anna:
            table = await anna.open("torris")
            async with anna.page(table), anna.page(table):
                assert await closed(anna.page(table)) == Closed.TOO_MANY
            async with anna.page(table) as page:
                assert page.board


async def test_a_table_that_is_forgotten_closes_its_pages(tmp_path: Path) -> None:
    database = str(tmp_path / "games.db")
    with serving(database) as server:
        async with Visitor(server.base) as anna:
            table = await anna.open("torris")
            server.kill()
            async with await Store.open(database) as store:
                assert await store.forget(time.time() + 1) == 1
            server.start()
            assert await closed(anna.page(table)) == Closed.NO_SUCH_TABLE


async def test_two_tabs_stay_in_step(anna: Visitor) -> None:
    table = await anna.open("torris", "bots", level="1")
    async with anna.page(table) as one, anna.page(table) as other:
        await one.until(lambda: bool(one.moves))
        answer = await one.play(one.moves[0])
        await other.until(lambda: other.number >= answer["number"] and other.turn)
        await one.until(lambda: one.number == other.number)
        assert one.svg == other.svg


async def test_a_lost_connection_comes_back_to_the_truth(anna: Visitor, bob: Visitor) -> None:
    async with AsyncExitStack() as stack:
        hers, his = await both_at(stack, anna, bob, "torris")
        assert his.socket and his.socket.transport
        his.socket.transport.abort()  # as when a phone loses the network
        await hers.play(hers.moves[0])
        begin = asyncio.get_running_loop().time()
        await his.connect()
        await his.until(lambda: his.number == hers.number or his.turn)
        assert his.turn and asyncio.get_running_loop().time() - begin < 1.0


async def test_one_device_with_secrets_has_a_curtain(anna: Visitor) -> None:
    table = await anna.open("zahlenpoker", "device")
    async with anna.page(table) as page:
        await page.until(lambda: bool(page.board))
        assert page.board["curtain"] == "Anna" and page.board["seat"] is None and not page.moves
        assert (await page.ask(do="lift", seat=0))["is"] == "ack"
        await page.until(lambda: page.board["seat"] == 0)
        await page.play(page.moves[0])
        await page.until(lambda: page.board["curtain"] is not None and page.board["waiting"] == 1)
        assert not page.moves and (await page.ask(do="lift", seat=3))["is"] == "refused"
        await page.ask(do="lift", seat=1)
        await page.until(lambda: page.board["seat"] == 1 and bool(page.moves))


async def test_one_device_without_secrets_has_none(anna: Visitor) -> None:
    table = await anna.open("torris", "device")
    async with anna.page(table) as page:
        await page.until(lambda: bool(page.moves))
        assert page.board["curtain"] is None and page.board["seat"] == 0
        await page.play(page.moves[0])
        await page.until(lambda: page.board["seat"] == 1)


async def test_undo_by_consent(anna: Visitor, bob: Visitor) -> None:
    async with AsyncExitStack() as stack:
        hers, his = await both_at(stack, anna, bob, "torris")
        before = hers.svg
        await hers.play(hers.moves[0])
        assert (await hers.ask(do="undo"))["is"] == "ack"
        await his.until(lambda: 'data-do="agree"' in his.parts["ask"])
        assert (await his.ask(do="agree"))["is"] == "ack"
        await hers.until(lambda: hers.turn)
        assert hers.svg == before


async def test_only_who_is_away_can_be_replaced(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.db"), grace=0.5) as server:
        async with Visitor(server.base) as anna, Visitor(server.base) as bob, AsyncExitStack() as stack:
            hers, his = await both_at(stack, anna, bob, "torris")
            refused = await hers.ask(do="absent", seat=1, what="bot")
            assert refused["is"] == "refused" and "not been away" in refused["why"]
            await his.disconnect()
            await hers.until(lambda: "away" in hers.parts["players"])
            await asyncio.sleep(3)  # the grace, and the time an answer about who is there is reused
            await hers.ask(do="ping")
            await hers.until(lambda: 'data-what="bot"' in hers.parts["ask"])
            assert (await hers.ask(do="absent", seat=1, what="bot"))["is"] == "ack"
            await hers.play(hers.moves[0])
            await hers.until(lambda: hers.turn or hers.over)  # the bot has moved


async def test_nobody_has_too_many_tables(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.db")) as server:
        async with Visitor(server.base) as anna:
            for _ in range(30):
                await anna.open("torris")
            token = await anna.token()
            more = await anna.http.post("/tables", data={"csrf": token, "game": "torris", "mode": "link"})
            assert more.status_code == 403 and "too many open tables" in more.text


async def test_names_and_chat_are_escaped(anna: Visitor, bob: Visitor) -> None:
    async with AsyncExitStack() as stack:
        hers, his = await both_at(stack, anna, bob, "torris")
        await his.ask(do="name", name="<img src=x onerror=alert(1)>")
        await his.ask(do="chat", text="<script>alert(1)</script>")
        await hers.until(lambda: "alert" in hers.parts.get("chat", ""))
        everything = "".join(hers.heard)
        assert "<script" not in everything and "<img" not in everything and "&lt;script&gt;" in hers.parts["chat"]


async def test_the_bot_that_dies_is_replaced(anna: Visitor, server: Server) -> None:
    """Bots are killed while they think; the table says so, and the game goes on."""
    table = await anna.open("torris", "bots", level="5")
    async with anna.page(table) as page:
        await page.until(lambda: bool(page.moves))
        await page.play(page.moves[0])
        await asyncio.sleep(0.3)
        killed = kill_bots(server)
        assert killed
        await page.until(lambda: page.turn or page.over, patience=120)


def kill_bots(server: Server) -> int:
    """Kills the processes that think for a server: those below it that are not it."""
    import os
    import signal

    assert server.process
    mine = [
        int(entry.name)
        for entry in Path("/proc").iterdir()
        if entry.name.isdigit() and session_of(entry) == server.process.pid and int(entry.name) != server.process.pid
    ]
    workers = [pid for pid in mine if b"forkserver" in Path(f"/proc/{pid}/cmdline").read_bytes() and children(pid) == 0]
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    return len(workers)


def session_of(entry: Path) -> int:
    try:
        return int((entry / "stat").read_text().rpartition(")")[2].split()[3])
    except OSError:
        return -1


def children(pid: int) -> int:
    return len(Path(f"/proc/{pid}/task/{pid}/children").read_text().split())


async def test_pages_refuse_what_they_should(server: Server, anna: Visitor) -> None:
    token = await anna.token()
    good: dict[str, Any] = {"csrf": token, "game": "torris", "mode": "link"}
    async with httpx.AsyncClient(base_url=server.base) as bare:
        assert (await bare.post("/tables", data=good)).status_code == 403, "a token without its cookie"
    assert (await anna.http.post("/tables", data=good, headers={"origin": "http://evil.example"})).status_code == 403
    assert (await anna.http.post("/tables", data={**good, "csrf": "x"})).status_code == 403
    assert (await anna.http.post("/tables", data={**good, "game": "nix"})).status_code == 404
    assert (await anna.http.post("/tables", content=b"x" * 100_000)).status_code == 413
    wrong = await anna.http.post("/tables", data={**good, "game": "cubus", "opt-players": "17"})
    assert wrong.status_code == 400 and "players" in wrong.text and "Traceback" not in wrong.text
    assert (await anna.http.post("/tables", data={**good, "turn_seconds": "-5"})).status_code == 400
    assert (await anna.http.post("/tables", data={**good, "mode": "bots", "level": "9"})).status_code == 400
    for path in ("/t/nix", "/games/nix", "/j/nix", "/w/nix", "/me/nix", "/t/" + "x" * 500, "/games/..%2f..%2fetc"):
        answer = await anna.http.get(path)
        assert answer.status_code == 404 and "Traceback" not in answer.text, path
    assert (await anna.http.get("/t/" + "x" * 5000)).status_code == 414


async def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.db"), rate=0.05) as strict:
        async with Visitor(strict.base) as visitor:
            answers = await asyncio.gather(*(visitor.http.get("/me") for _ in range(60)))
        codes = [answer.status_code for answer in answers]
        assert codes.count(200) >= 5 and 429 in codes


async def test_a_class_behind_one_address_sends_its_forms_and_nobody_takes_them_from_others(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.db"), rate=1) as server, ExitStack() as stack:
        visitors = [stack.enter_context(httpx.Client(base_url=server.base)) for _ in range(31)]
        tokens = [csrf_in(one.get("/me").text) for one in visitors]
        for one, token in zip(visitors[:30], tokens[:30], strict=True):
            for k in range(5):
                assert one.post("/me/name", data={"csrf": token, "name": f"Kind {k}"}).status_code == 303
        greedy, token = visitors[30], tokens[30]
        codes = [greedy.post("/me/name", data={"csrf": token, "name": "Max"}).status_code for _ in range(60)]
        assert 25 < codes.count(303) < 35 and codes.count(429) > 25
        assert visitors[0].post("/me/name", data={"csrf": tokens[0], "name": "Ida"}).status_code == 303
        for one, token in zip(visitors[:30], tokens[:30], strict=True):  # until the address has used up its forms
            for _ in range(10):
                one.post("/me/name", data={"csrf": token, "name": "Ida"})
        assert visitors[1].post("/me/name", data={"csrf": tokens[1], "name": "Ida"}).status_code == 429
        assert visitors[1].post("/me/devices", data={"csrf": tokens[1]}).status_code == 303, "always possible"
        assert visitors[2].post("/me/erase", data={"csrf": tokens[2]}).status_code == 303, "always possible"
        large = {"csrf": tokens[3], "more": "x" * 5000}
        assert visitors[3].post("/me/erase", data=large).status_code == 413


async def test_pages_are_protected(anna: Visitor) -> None:
    answer = await anna.http.get("/")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    assert "<script>" not in answer.text and "style=" not in answer.text and " onclick" not in answer.text
    forged = {"spielkiste": "IkhBQ0si.forged"}
    async with httpx.AsyncClient(base_url=str(anna.http.base_url), cookies=forged) as forger:
        assert "set-cookie" in (await forger.get("/")).headers, "a forged cookie is nobody's"


async def test_another_device_and_forgetting(server: Server, anna: Visitor) -> None:
    table = await anna.open("torris", "bots", level="1")
    page = (await anna.http.post("/me/link", data={"csrf": await anna.token()})).text
    found = re.search(r"http://[^\"]*/me/[\w-]+", page)
    assert found
    async with Visitor(server.base) as phone, Visitor(server.base) as thief:
        assert (await phone.follow(found[0])).status_code == 200, "it asks first"
        assert (await phone.http.post(found[0], data={"csrf": await phone.token()})).status_code == 303
        assert f"/t/{table}" in (await phone.http.get("/")).text
        assert (await thief.follow(found[0])).status_code == 404, "the link works once"
        assert "Anna" in (await phone.http.get("/me/export")).text
        assert (await phone.http.post("/me/erase", data={"csrf": await phone.token()})).status_code == 303
        assert "Anna" not in (await phone.http.get("/me/export")).text
