"""The short way to a page: frames as any browser reads them, and nothing lost where a page has to be waited for."""

import asyncio
import contextlib
import gc
import time
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
import websockets
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from spielkiste.server.broker import LOOK, LocalBroker
from spielkiste.server.gate import Gate, Inbox
from spielkiste.server.live_connection import WIRE
from spielkiste.server.wire import PING, PageProtocol, head


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
        return number not in (7, LOOK)

    async with broker.subscribe("t") as numbers:
        numbers.at_once = at_once
        for number in (4, 5):
            await broker.publish("t", number)
        assert not tried, "whoever wakes has an answer to give first"
        await asyncio.sleep(0)
        assert tried == [5], "once, of the newest"
        await broker.publish("t", 7)
        assert await asyncio.wait_for(numbers.get(), 5) == 7 and tried == [5, 7]
        await broker.publish("t", 7)
        await broker.publish("t", LOOK)
        assert await asyncio.wait_for(numbers.get(), 5) == LOOK and tried == [5, 7, LOOK]
        await broker.publish("t", 8)
        await asyncio.sleep(0)
        assert tried == [5, 7, LOOK, 8]


# --- open pages ---------------------------------------------------------------------------------------


class Echo:
    """Lets everybody in, and says back what they say."""

    def __init__(self) -> None:
        self.wires: weakref.WeakSet[PageProtocol] = weakref.WeakSet()
        self.headers: list[Any] = []
        self.left = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        wire = scope["extensions"][WIRE]
        self.wires.add(wire)
        self.headers += [wire.request.headers, len(wire.request.headers)]
        wire.stay(lambda: self.listen(wire))

    async def listen(self, wire: PageProtocol) -> None:
        try:
            while True:
                text = await wire.read()
                if text == "enough":
                    await wire.close(4000)
                elif text == "no more":
                    await asyncio.sleep(0.05)
                    await wire.close(4000)
                    return
                elif wire.ready and text != "slow":
                    wire.write(text.encode())
                else:
                    await wire.send_text(text)
        except WebSocketDisconnect:
            self.left.set()


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(5):
        while not holds():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def echoing() -> AsyncIterator[tuple[Echo, int]]:
    echo = Echo()
    config = uvicorn.Config(echo, port=0, ws=PageProtocol, lifespan="off", log_level="error", ws_ping_interval=None,
                            ws_max_size=16 * 1024, ws_per_message_deflate=False)  # fmt: skip
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    await until(lambda: server.started)
    try:
        yield echo, server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await serving


@pytest.mark.anyio
async def test_a_page_is_listened_to_when_its_request_is_forgotten() -> None:
    async with echoing() as (echo, port), websockets.connect(f"ws://127.0.0.1:{port}/", compression=None) as page:
        for text in ("one", "slow", "ä" * 300):
            await page.send(text)
            assert await page.recv() == text
        (wire,) = echo.wires
        assert echo.headers[1] > 3 and not echo.headers[0] and not wire.scope, "no cookie is kept while a page is open"
        await page.send("enough")
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await page.recv()
        assert closed.value.rcvd and closed.value.rcvd.code == 4000
        await asyncio.wait_for(echo.left.wait(), 5)


@pytest.mark.anyio
async def test_nothing_is_left_of_a_page_that_went_away_even_before_a_look_for_garbage() -> None:
    gc.collect()
    gc.disable()
    try:
        async with echoing() as (echo, port):
            async with websockets.connect(f"ws://127.0.0.1:{port}/", compression=None) as page:
                await page.send("one")
                await page.recv()
            await asyncio.wait_for(echo.left.wait(), 5)
            await until(lambda: not echo.wires)
    finally:
        gc.enable()


HANDSHAKE = (
    "GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
)


def frame(text: bytes, first: int = 0x81, mask: bytes = b"\x11\x22\x33\x44", length: bytes | None = None) -> bytes:
    """A frame as a browser sends it."""
    size = len(text)
    long = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    masked = bytes(one ^ mask[k % 4] for k, one in enumerate(text))
    return bytes((first,)) + (long if length is None else length) + mask + masked


LONG = "ä" * 9000  # more than a message may have
SAID = {
    "a message": [frame(b"one"), frame(b"two")],
    "a long one": [frame(b"x" * 300), frame(b"two")],
    "a length in eight bytes": [frame(b"one", length=b"\xff" + (3).to_bytes(8, "big")), frame(b"two")],
    "nothing": [frame(b""), frame(b"two")],
    "two at once": [frame(b"one") + frame(b"two"), frame(b"three")],
    "a piece of one": [frame(b"one")[:3], frame(b"one")[3:], frame(b"two")],
    "a byte at a time": [bytes((byte,)) for byte in frame(b"x" * 130)],
    "one and a half": [frame(b"one") + frame(b"two")[:5], frame(b"two")[5:], frame(b"three")],
    "a head whose rest looks like a frame": [frame(frame(b"inner"))[:6], frame(frame(b"inner"))[6:], frame(b"two")],
    "in fragments": [frame(b"on", 0x01), frame(b"e", 0x80), frame(b"two")],
    "a text within fragments": [frame(b"on", 0x01), frame(b"two"), frame(b"e", 0x80)],
    "a ping between": [frame(b"one"), frame(b"!", 0x89), frame(b"two")],
    "a ping within fragments": [frame(b"on", 0x01), frame(b"!", 0x89), frame(b"e", 0x80), frame(b"two")],
    "a pong and a text": [frame(b"", 0x8A) + frame(b"one"), frame(b"two")],
    "bytes": [frame(b"one", 0x82), frame(b"two")],
    "no text": [frame(b"\xff\xfe"), frame(b"two")],
    "not masked": [b"\x81\x03one", frame(b"two")],
    "a bit that nobody may set": [frame(b"one", 0xC1), frame(b"two")],
    "an unknown kind": [frame(b"one", 0x83), frame(b"two")],
    "too much": [frame(LONG.encode()), frame(b"two")],
    "a farewell": [frame(b"one"), frame((1000).to_bytes(2, "big"), 0x88), frame(b"two")],
    "a farewell and more": [frame((1000).to_bytes(2, "big"), 0x88) + frame(b"one"), frame(b"two")],
    "the end": [frame(b"enough"), frame(b"two")],
}


async def said_back(port: int, chunks: list[bytes]) -> bytes:
    """All that comes back for what is sent in these pieces, the connection's end included."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HANDSHAKE.encode())
    await reader.readuntil(b"\r\n\r\n")
    heard = b""
    for chunk in chunks:
        writer.write(chunk)
        with contextlib.suppress(TimeoutError):
            heard += await asyncio.wait_for(reader.read(65_536), 0.05)
    with contextlib.suppress(TimeoutError):
        while more := await asyncio.wait_for(reader.read(65_536), 0.05):
            heard += more
        heard += b" gone"
    writer.close()
    return heard


@pytest.mark.anyio
async def test_whatever_comes_is_understood_as_the_library_does(monkeypatch: pytest.MonkeyPatch) -> None:
    async with echoing() as (_, port):
        short = {name: await said_back(port, chunks) for name, chunks in SAID.items()}
        monkeypatch.setattr(PageProtocol, "_between", property(lambda page: False, lambda page, said: None))
        whole = {name: await said_back(port, chunks) for name, chunks in SAID.items()}
    assert short == whole
    assert b"two" in short["a message"] and b"gone" in short["bytes"], "some are answered, some end the connection"


@pytest.mark.anyio
@pytest.mark.parametrize("name", ["a message", "a long one", "nothing", "a ping between"])
async def test_ordinary_messages_take_the_short_way(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed, plain = list[bytes](), WebSocketsSansIOProtocol.data_received

    def noting(page: WebSocketsSansIOProtocol, data: bytes) -> None:
        parsed.append(data)
        plain(page, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", noting)
    async with echoing() as (_, port):
        await said_back(port, SAID[name])
    assert not any(data[:1] == b"\x81" for data in parsed), "no text is left to the library"


FLOODS = {
    "pings": frame(b"", 0x89),
    "pongs": frame(b"", 0x8A),
    "empty texts": frame(b""),
    "continuations": frame(b"", 0x00),
    "fragments with pings between": frame(b"", 0x01) + frame(b"", 0x89),
    "messages": frame(b"x" * 40),
    "longer messages": frame(b"x" * 1000),
}


@pytest.mark.anyio
@pytest.mark.parametrize("name", FLOODS)
async def test_a_page_that_sends_without_end_holds_nobody_up(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each frame takes time, empty ones too, and thousands of them come in one piece."""
    steps = noted_steps(monkeypatch, "data_received"), noted_steps(monkeypatch, "_read_on")
    async with echoing() as (echo, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HANDSHAKE.encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(FLOODS[name] * (1_000_000 // len(FLOODS[name])))
        heard = b""
        with contextlib.suppress(ConnectionError):
            heard = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        await asyncio.wait_for(echo.left.wait(), 5)
        broken = name in ("continuations", "fragments with pings between")  # of the protocol, so the library closes
        assert broken or b"\x88\x02" in heard, "it is told why"
    assert 0.0 < max(longest for (longest,) in steps) < 0.02


def noted_steps(monkeypatch: pytest.MonkeyPatch, name: str) -> list[float]:
    """How many seconds of the processor a method takes, each time."""
    steps, plain = [0.0], getattr(PageProtocol, name)

    def timed(*given: Any) -> None:
        begun = time.thread_time()
        plain(*given)
        steps[0] = max(steps[0], time.thread_time() - begun)

    monkeypatch.setattr(PageProtocol, name, timed)
    return steps


@pytest.mark.anyio
async def test_many_messages_at_once_all_arrive_in_their_order() -> None:
    texts = [f"{number:3} " + "x" * (number % 7) * 200 for number in range(150)]
    async with echoing() as (_, port), websockets.connect(f"ws://127.0.0.1:{port}/", compression=None) as page:
        page.transport.write(b"".join(frame(text.encode()) for text in texts))
        assert [await asyncio.wait_for(page.recv(), 5) for _ in texts] == texts


@pytest.mark.anyio
@pytest.mark.parametrize("messages", [2, 12, 100])
async def test_a_page_is_closed_at_once_though_it_has_said_more(messages: int) -> None:
    """Its answer comes behind messages that nobody reads any more."""
    async with echoing() as (_, port), websockets.connect(f"ws://127.0.0.1:{port}/", compression=None) as page:
        for text in ["no more", *(f"more {number}" for number in range(messages))]:
            page.protocol.send_text(text.encode())
        page.transport.write(b"".join(page.protocol.data_to_send()))
        begun = time.monotonic()
        await page.wait_closed()
        assert page.close_code == 4000 and time.monotonic() - begun < 5, "10 s, until the server gives up"


@pytest.mark.anyio
async def test_a_silent_page_is_asked_and_given_up_if_it_does_not_answer() -> None:
    async with echoing() as (echo, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HANDSHAKE.encode())
        await reader.readuntil(b"\r\n\r\n")
        await until(lambda: echo.wires)
        (wire,) = echo.wires
        wire.look_after()  # its request was heard
        wire.look_after()
        assert await reader.readexactly(2) == PING
        writer.write(b"\x8a\x80\0\0\0\0")  # a masked pong
        await until(lambda: wire._heard)
        wire.look_after()
        assert not echo.left.is_set()
        wire.look_after()
        assert await reader.readexactly(2) == PING
        wire.look_after()
        await asyncio.wait_for(echo.left.wait(), 5)
        assert (await reader.read())[2:4] == (1011).to_bytes(2, "big")
        writer.close()


@pytest.mark.anyio
async def test_whoever_waits_at_a_gate_goes_on_when_it_opens() -> None:
    gate = Gate()
    waiting = [asyncio.create_task(gate.wait()) for _ in range(3)]
    await asyncio.sleep(0)
    waiting.pop().cancel()
    assert not gate.is_set() and not any(one.done() for one in waiting)
    gate.set()
    await asyncio.wait_for(asyncio.gather(*waiting), 5)
    await gate.wait()
    gate.clear()
    assert not gate.is_set() and gate._waiting == ()


@pytest.mark.anyio
async def test_an_inbox_gives_its_messages_in_their_order() -> None:
    inbox = Inbox[int]()
    reading = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    assert inbox.empty() and not reading.done()
    for k in range(3):
        inbox.put_nowait(k)
    assert inbox.qsize() == 3 and await reading == 0
    assert [await inbox.get(), await inbox.get()] == [1, 2] and inbox.empty()
