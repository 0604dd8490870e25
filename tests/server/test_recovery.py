"""The server is killed in the middle of things; afterwards every table stands where it was, and goes on by itself."""

import hashlib
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from server import services
from server.harness import Server, Visitor, serving

import spielkiste as sk

pytestmark = pytest.mark.anyio


@pytest.fixture
def server(database_url: str) -> Iterator[Server]:
    with serving(database_url) as running:
        yield running


async def test_an_acknowledged_move_survives_and_the_bot_answers_it(server: Server) -> None:
    async with Visitor(server.base) as anna:
        table = await anna.open("torris", "bots", level="1")
        async with anna.page(table) as page:
            await page.until(lambda: bool(page.moves))
            answer = await page.play(page.moves[0])
            assert answer["is"] == "ack"
            server.kill()
        server.start()
        async with anna.page(table) as again:
            assert again.number >= answer["number"]
            await again.until(lambda: again.number > answer["number"])  # the bot was thinking when the power failed
            await again.until(lambda: again.turn or again.over)


async def test_a_message_resent_after_the_restart_counts_once(server: Server) -> None:
    async with Visitor(server.base) as anna:
        table = await anna.open("abraeumen", "device")
        async with anna.page(table) as page:
            await page.until(lambda: bool(page.moves))
            move, after = page.moves[0], page.number
            first = await page.ask(id="the-same", do="play", seat=0, move=move, after=after)
            server.kill()
        server.start()
        async with anna.page(table) as again:
            second = await again.ask(id="the-same", do="play", seat=0, move=move, after=after)
            assert told(second) == told(first) and again.number == first["number"]


def told(answer: dict[str, Any]) -> tuple[Any, ...]:
    return answer["is"], answer["id"], answer["number"]


async def test_the_sand_runs_out_while_the_server_is_down_and_after(server: Server) -> None:
    async with Visitor(server.base) as anna, Visitor(server.base) as bob:
        table = await anna.open("fuenfer_finden", "device", **{"opt-hourglass": "10"})
        async with anna.page(table) as page:
            await page.until(lambda: bool(page.board))
            await page.ask(do="lift", seat=0)
            await page.until(lambda: "turn" in page.moves)
            turned = await page.play("turn")
            await page.until(lambda: page.number >= turned["number"] and page.clock is not None)
            assert page.clock and page.clock["total"] == 10
            deadline = page.clock["deadline"]
            server.kill()
        server.start()
        async with anna.page(table) as again:
            assert again.clock and again.clock["deadline"] == deadline, "the same sand"
            await again.until(lambda: again.number > turned["number"], patience=20)
            assert 0 <= time.time() - deadline < 3
            assert again.clock is None
        assert (await bob.http.get(f"/t/{table}")).status_code == 403


async def test_the_dice_can_be_checked_after_the_game(server: Server) -> None:
    async with Visitor(server.base) as anna:
        table = await anna.open("zahlenluchs", "bots", level="1", **{"opt-classic": "1"})
        async with anna.page(table) as page:
            promised = page.parts["table-head"]
            assert (await anna.http.get(f"/t/{table}/record.json")).status_code == 403, "not before the end"
            while not page.over:
                await page.until(lambda: bool(page.moves) or page.over)
                if page.moves:
                    answer = await page.play(page.moves[0])
                    await page.until(lambda number=answer["number"]: page.number >= number)
        record = (await anna.http.get(f"/t/{table}/record.json")).json()
    seed = bytes.fromhex(record["seed"])
    assert hashlib.sha256(seed).hexdigest() == record["commitment"] and record["commitment"] in promised
    state = sk.game(record["game"], **record["options"]).start()
    for event in record["events"]:
        for seat, move in event["moves"]:
            if seat >= 0:
                state = state.play(move, seat=seat)
        digest = hashlib.sha256(seed + f":{event['number']}".encode()).digest()
        state = sk.deal(state, np.random.default_rng(int.from_bytes(digest, "big")))
        fallen = [[seat, move] for seat, move in event["moves"] if seat == sk.CHANCE]
        made = [list(one) for one in state.moves_made[len(state.moves_made) - len(fallen) :]]
        assert made == fallen
    assert list(state.scores) == record["scores"] and state.over


async def test_two_workers_share_tables(postgres_server: str, valkey_server: services.Valkey) -> None:
    """Pages of one table end up at different processes; each hears of the other's moves."""
    database = services.new_database(postgres_server, "shared")
    with serving(database, workers=2, broker=valkey_server.url) as server:
        async with Visitor(server.base) as anna:
            table = await anna.open("torris", "device")
            pages = [anna.page(table) for _ in range(6)]
            for page in pages:
                await page.connect()
            for k in range(12):
                mover = pages[k % len(pages)]
                await mover.until(lambda mover=mover: bool(mover.moves))
                answer = await mover.play(mover.moves[0])
                assert answer["is"] == "ack", answer
                for page in pages:
                    await page.until(lambda page=page, number=answer["number"]: page.number >= number)
            assert len({page.svg for page in pages}) == 1
            for page in pages:
                await page.disconnect()
