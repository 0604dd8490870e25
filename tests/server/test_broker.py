"""The broker wakes who waits for a table, in all processes, and never keeps more than the newest number."""

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from server import services

from spielkiste.server import messages as m
from spielkiste.server.broker import LOOK, Broker, BrokerError, LocalBroker, Subscription, open_broker
from spielkiste.server.desk import Desk
from spielkiste.server.rulings import Who
from spielkiste.server.store import Store
from spielkiste.server.table import Seat
from spielkiste.server.valkey import ValkeyBroker

pytestmark = pytest.mark.anyio

SOON = 10  # seconds; a busy machine may take a while


async def number_of(numbers: Subscription) -> int:
    """The next number; LOOK is no news when nothing was missed."""
    while True:
        number = await asyncio.wait_for(numbers.get(), SOON)
        if number != LOOK:
            return number


async def settle(broker: Broker, *subscriptions: Subscription) -> None:
    """Waits until the server has confirmed the first subscriptions to their tables."""
    for numbers in subscriptions:
        if isinstance(broker, ValkeyBroker):
            assert await asyncio.wait_for(numbers.get(), SOON) == LOOK


async def publish_until_heard(broker: Broker, id: str, number: int, numbers: Subscription) -> None:
    """A channel may be known from an earlier reader, and then nothing says when it is confirmed."""
    async with asyncio.timeout(SOON):
        while True:
            await broker.publish(id, number)
            with contextlib.suppress(TimeoutError):
                assert await asyncio.wait_for(number_of(numbers), 0.2) == number
                return


@pytest.fixture
async def other(broker_url: str | None, broker: Broker) -> AsyncIterator[Broker]:
    """The broker as another server process has it; a local one has no other."""
    if broker_url is None:
        yield broker
    else:
        second = await open_broker(broker_url)
        yield second
        await second.close()


async def test_a_number_reaches_all_readers_of_the_table(broker: Broker, other: Broker) -> None:
    async with broker.subscribe("t1") as here, other.subscribe("t1") as there, other.subscribe("t2") as elsewhere:
        await settle(broker, here)
        await settle(other, there, elsewhere)
        for number in range(20):
            await other.publish("t1", number)
            assert await number_of(here) == number
            assert await number_of(there) == number
        await broker.publish("t2", 77)
        assert await number_of(elsewhere) == 77


async def test_a_slow_reader_finds_only_the_newest(broker: Broker, other: Broker) -> None:
    async with broker.subscribe("t1") as slow, broker.subscribe("t2") as mark:
        await settle(broker, slow, mark)
        for number in range(1000):
            await other.publish("t1", number)
        await other.publish("t2", 1)
        await number_of(mark)
        assert await number_of(slow) == 999
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(slow.get(), 0.05)


async def test_one_can_iterate_over_numbers(broker: Broker) -> None:
    async with broker.subscribe("t1") as numbers:
        await broker.publish("t1", 5)
        async for number in numbers:
            assert number == 5
            break


async def test_who_has_left_is_forgotten(broker: Broker, other: Broker) -> None:
    async with broker.subscribe("t1") as first:
        async with broker.subscribe("t1") as second:
            await settle(broker, first, second)
        await other.publish("t1", 1)
        assert await number_of(first) == 1
    async with broker.subscribe("t1") as again:
        await publish_until_heard(other, "t1", 2, again)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(second.get(), 0.05)
    assert isinstance(broker, LocalBroker | ValkeyBroker) and broker._hub.tables == {}


async def test_who_is_told_at_once_hears_everything_once(broker: Broker) -> None:
    async with broker.subscribe("t1") as quick, broker.subscribe("t1") as reader:
        await settle(broker, quick, reader)
        heard: list[int] = []

        def hear(number: int) -> bool:
            heard.append(number)
            return number != 2

        quick.at_once = hear
        await broker.publish("t1", 1)
        assert not heard, "whoever publishes has an answer to give first"
        broker.tell("t1")
        assert heard == [1]
        await asyncio.sleep(0)
        assert heard == [1] and await number_of(reader) == 1
        await broker.publish("t1", 2)
        broker.tell("t1")
        await asyncio.sleep(0)
        broker.tell("t1")
        assert heard == [1, 2] and await number_of(quick) == 2, "what it could not deal with is the reader's"
        broker.tell("nobody's")


@pytest.mark.parametrize("told", [(5, LOOK), (LOOK, 5), (LOOK, LOOK), (5, LOOK, 6)])
async def test_a_request_to_look_is_not_lost_to_a_number(told: tuple[int, ...]) -> None:
    """A reader that has been told of number 5 already would pass over it, and never hear that the table is gone."""
    broker = LocalBroker()
    async with broker.subscribe("t1") as reader, broker.subscribe("t1") as quick:
        heard: list[int] = []

        def hear(number: int) -> bool:
            heard.append(number)
            return True

        quick.at_once = hear
        for number in told:
            await broker.publish("t1", number)
        broker.tell("t1")
        assert heard == [LOOK]
        assert await number_or_look(reader) == LOOK


async def number_or_look(numbers: Subscription) -> int:
    return await asyncio.wait_for(numbers.get(), SOON)


async def test_other_processes_hear_a_request_to_look_behind_a_number(valkey_server: services.Valkey) -> None:
    here, there = [await open_broker(valkey_server.url) for _ in range(2)]
    async with there.subscribe("t1") as numbers:
        await settle(there, numbers)
        await here.publish("t1", 5)
        await here.publish("t1", LOOK)
        assert await number_or_look(numbers) == LOOK
    await asyncio.gather(here.close(), there.close())


async def test_a_number_published_while_a_request_to_look_is_sent_follows_it(
    valkey_server: services.Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may have looked before number 5 was stored."""
    here, there = [await open_broker(valkey_server.url) for _ in range(2)]
    assert isinstance(here, ValkeyBroker)
    make, numbers_left = here._client.pipeline, [5]

    def pipeline(transaction: bool) -> Any:
        made = make(transaction=transaction)
        execute = made.execute

        async def slowly(*given: Any, **named: Any) -> Any:
            if numbers_left:
                await here.publish("t1", numbers_left.pop())
            return await execute(*given, **named)

        monkeypatch.setattr(made, "execute", slowly)
        return made

    async with there.subscribe("t1") as numbers:
        await settle(there, numbers)
        monkeypatch.setattr(here._client, "pipeline", pipeline)
        await here.publish("t1", LOOK)
        assert [await number_or_look(numbers) for _ in range(2)] == [LOOK, 5]
    await here.close()
    await there.close()


async def test_nobody_has_to_listen(broker: Broker) -> None:
    await broker.publish("t1", 1)


async def test_many_tables_come_and_go(broker: Broker, other: Broker) -> None:
    async def visit(id: str) -> None:
        for number in range(5):
            async with broker.subscribe(id) as numbers:
                await publish_until_heard(other, id, number, numbers)

    await asyncio.gather(*(visit(f"t{n}") for n in range(100)))


async def test_another_process_is_heard(valkey_server: services.Valkey) -> None:
    code = """
import asyncio, sys
from spielkiste.server.broker import open_broker

async def main():
    broker = await open_broker(sys.argv[1])
    async with broker.subscribe("answer") as numbers:
        await numbers.get()
        await broker.publish("question", 6)
        while (number := await numbers.get()) != 7:
            pass
        print(number)
    await broker.close()

asyncio.run(main())"""
    broker = await open_broker(valkey_server.url)
    async with broker.subscribe("question") as numbers:
        await settle(broker, numbers)
        process = subprocess.Popen([sys.executable, "-c", code, valkey_server.url], stdout=subprocess.PIPE, text=True)
        assert await number_of(numbers) == 6
        await broker.publish("answer", 7)
        output, _ = await asyncio.to_thread(process.communicate)
        assert output == "7\n"
    await broker.close()


async def test_after_a_lost_connection_readers_look_and_go_on() -> None:
    with services.valkey() as server:
        broker, other = await open_broker(server.url), await open_broker(server.url)
        async with broker.subscribe("t1") as here, other.subscribe("t1") as there:
            await settle(broker, here)
            await settle(other, there)
            await asyncio.to_thread(server.stop)
            await broker.publish("t1", 1)
            assert await number_of(here) == 1  # at once within the process, whatever happens outside
            async with broker.subscribe("t2") as late:
                await asyncio.to_thread(server.start)
                await settle(broker, here, late)
                assert await asyncio.wait_for(there.get(), SOON) in (LOOK, 1)
                await other.publish("t2", 3)
                assert await number_of(late) == 3
                await broker.publish("t1", 4)
                while await number_of(there) != 4:
                    pass
        await broker.close()
        await other.close()


async def test_what_could_not_be_published_is_published_later() -> None:
    with services.valkey() as server:
        broker = await open_broker(server.url)
        await asyncio.to_thread(server.stop)
        await broker.publish("t1", 8)
        await asyncio.sleep(0.3)
        await asyncio.to_thread(server.start)
        other = await open_broker(server.url)
        async with other.subscribe("t1") as numbers:
            await settle(other, numbers)  # from here on it would look into the store by itself
            await broker.publish("t1", 9)
            while await number_of(numbers) != 9:
                pass
        await broker.close()
        await other.close()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("redis://127.0.0.1:1", r"no broker answers at 127\.0\.0\.1:1"),
        ("valkey://:geheim@127.0.0.1:1/0", r"no broker answers at 127\.0\.0\.1:1"),
        ("amqp://localhost", "not the address of a broker"),
        ("localhost", "not the address of a broker"),
        ("redis://:geheim@127.0.0.1:port", "not the address of a broker"),
        ("redis://:geheim@[::1", "not the address of a broker"),
    ],
)
async def test_an_address_that_does_not_work_is_explained(url: str, reason: str) -> None:
    with pytest.raises(BrokerError, match=reason) as refusal:
        await open_broker(url)
    assert "geheim" not in str(refusal.value)


async def test_valkey_addresses_are_understood(valkey_server: services.Valkey) -> None:
    broker = await open_broker(valkey_server.url.replace("redis", "valkey"))
    assert isinstance(broker, ValkeyBroker)
    await broker.close()


async def test_who_has_a_table_hears_what_happened_without_asking_the_store(
    valkey_server: services.Valkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = [await open_broker(valkey_server.url) for _ in range(2)]
    async with await Store.open(str(tmp_path / "games.db")) as store:
        hers, his = Desk(store, here), Desk(store, there)
        table = await hers.open(
            "torris", {}, "ida", {0: Seat("person", "ida", "Ida"), 1: Seat("bot", level=1)}, start=True
        )
        id, seat = table.match.id, table.mine("ida")[0]
        async with there.subscribe(id) as numbers:
            await settle(there, numbers)
            await his.table(id)
            monkeypatch.setattr(store, "events", None)
            number = await hers.do(id, m.Resign("1", seat), Who("ida"))
            assert await number_of(numbers) == number
            kept = his.at_hand(id, number)
            assert kept is not None and kept.phase == "over" and kept.quitter == seat
            for nonsense in ("no events", "[]", '[[99,"stopped","ida","{}",1.0]]'):
                await here.publish(id, number + 1, nonsense)
                number = await number_of(numbers)
            assert his.newest(kept) is kept, "what does not follow is looked up"
    await asyncio.gather(here.close(), there.close())
