"""The short way to a page: frames as any browser reads them, and nothing lost where a page has to be waited for."""

import asyncio

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from spielkiste.server.broker import LOOK, LocalBroker
from spielkiste.server.wire import head


@pytest.mark.parametrize("length", [0, 5, 125, 126, 65_535, 65_536, 300_000])
def test_a_text_is_framed_as_the_library_reads_it(length: int) -> None:
    reader = StreamReader()
    reader.feed_data(head(length) + b"x" * length)
    reading = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as read:
        next(reading)
    frame = read.value.value
    assert frame.opcode is Opcode.TEXT and frame.fin and bytes(frame.data) == b"x" * length


@pytest.mark.anyio
async def test_what_cannot_be_told_at_once_is_heard_by_the_reader() -> None:
    broker, tried = LocalBroker(), list[int]()

    def at_once(number: int) -> bool:
        tried.append(number)
        return number != 7

    async with broker.subscribe("t") as numbers:
        numbers.at_once = at_once
        for number in (4, 5):
            await broker.publish("t", number)
        assert not tried, "whoever wakes has an answer to give first"
        await asyncio.sleep(0)
        assert tried == [5], "once, of the newest"
        await broker.publish("t", 7)
        await broker.publish("t", LOOK)
        assert await asyncio.wait_for(numbers.get(), 5) == 7 and tried == [5, 7]
        await broker.publish("t", 8)
        await asyncio.sleep(0)
        assert tried == [5, 7, 8]
