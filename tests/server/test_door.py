"""Connections that only wait cost the others nothing: half requests, endless ones, and very many of both."""

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from spielkiste.server import door
from spielkiste.server.door import DOOR, Door, DoorProtocol
from spielkiste.server.figures import FIGURES
from spielkiste.server.guard import Buckets, Guard
from spielkiste.server.wire import PageProtocol

pytestmark = pytest.mark.anyio
HALF = b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: "
WHOLE = b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    body = await Request(scope, receive).body()
    await PlainTextResponse(f"{len(body)} bytes")(scope, receive, send)


@asynccontextmanager
async def listening(
    monkeypatch: pytest.MonkeyPatch, proxies: str = "", app: ASGIApp | None = None
) -> AsyncIterator[int]:
    """A server of nothing but connections; its port."""
    monkeypatch.setattr(door, "REQUEST_WITHIN", 0.3)
    monkeypatch.setattr(door, "OF_AN_ADDRESS", 20)
    monkeypatch.setattr(door, "DOOR", Door())
    config = Config(
        app or Guard(echo),
        lifespan="off",
        log_config=None,
        forwarded_allow_ips=proxies,
        ws=PageProtocol,
        ws_per_message_deflate=False,
    )
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: DoorProtocol(config, state, {}), "127.0.0.1", 0)
    async with server:
        yield int(server.sockets[0].getsockname()[1])
    assert not DOOR.waiting


PAGE = (
    b"GET /t/abc_-1/live HTTP/1.1\r\nHost: here\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: a=b\r\n\r\n"
)
PAGES = {
    "as a browser asks": PAGE,
    "small letters": PAGE.lower().replace(b"get", b"GET").replace(b"http/1.1", b"HTTP/1.1"),
    "without a key": PAGE.replace(b"Sec-WebSocket-Key", b"X-Key"),
    "another version": PAGE.replace(b": 13", b": 7"),
    "another method": PAGE.replace(b"GET", b"PUT"),
    "another place": PAGE.replace(b"/t/abc_-1/live", b"/t/abc/else"),
    "no upgrade": PAGE.replace(b"Upgrade: WebSocket\r\n", b""),
    "upgrade in another header": PAGE.replace(b"Upgrade: WebSocket", b"X: Upgrade: websocket"),
    "no connection": PAGE.replace(b"Connection: keep-alive, Upgrade\r\n", b""),
    "a chunked body": PAGE.replace(b"Cookie: a=b", b"Transfer-Encoding: chunked"),
    "a name that is none": PAGE.replace(b"Cookie", b"Coo(kie"),
    "an endless header": PAGE.replace(b"a=b", b"a" * 10_000),
    "no host": PAGE.replace(b"Host: here\r\n", b""),
    "two hosts": PAGE.replace(b"Cookie: a=b", b"Host: there"),
    "a length": PAGE.replace(b"Cookie: a=b", b"Content-Length: 3"),
    "a folded header": PAGE.replace(b"Cookie: a=b", b"Cookie: a\r\n b"),
    "a NUL": PAGE.replace(b"a=b", b"a\0b"),
    "a space in a name": PAGE.replace(b"Cookie", b"Coo kie"),
    "bare line ends": PAGE.replace(b"\r\n", b"\n"),
    "more than the request": PAGE + b"GET / HTTP/1.1\r\n\r\n",
}


async def shown(scope: Scope, receive: Receive, send: Send) -> None:
    """Lets a page in, and says what it was asked for."""
    if scope["type"] == "http":
        await PlainTextResponse("no page")(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.accept"})
    told = {name: scope[name] for name in ("path", "raw_path", "query_string", "subprotocols", "scheme", "headers")}
    await send({"type": "websocket.send", "text": repr(told)})
    await send({"type": "websocket.close", "code": 1000})


async def first_answers(port: int) -> dict[str, bytes]:
    answers = {}
    for name, request in PAGES.items():
        reader, writer = await begin(port, request)
        heard = b""
        with contextlib.suppress(TimeoutError):
            while more := await asyncio.wait_for(reader.read(65_536), 0.3):
                heard += more
        writer.close()
        answers[name] = re.sub(rb"(?im)^date: .*$", b"", heard)
    return answers


async def test_a_page_that_asks_plainly_is_let_in_as_by_all_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, plain = list[bytes](), DoorProtocol._become_a_page

    def noting(one: DoorProtocol, request: bytes) -> None:
        asked.append(request)
        plain(one, request)

    monkeypatch.setattr(DoorProtocol, "_become_a_page", noting)
    async with listening(monkeypatch, app=shown) as port:
        short = await first_answers(port)
    monkeypatch.setattr(door, "ASKS_FOR_A_TABLE", re.compile(b"nothing"))
    async with listening(monkeypatch, app=shown) as port:
        whole = await first_answers(port)
    assert short == whole
    odd = ("without a key", "another version", "an endless header", "a length")
    assert asked == [PAGES[name] for name in ("as a browser asks", "small letters", *odd)]
    assert all(short[name].startswith((b"HTTP/1.1 4", b"HTTP/1.1 200")) for name in PAGES if b"101" not in short[name])
    assert b"101 Switching" in short["as a browser asks"] and b"(b'cookie', b'a=b')" in short["as a browser asks"]


async def begin(port: int, said: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(said)
    return reader, writer


async def answer(port: int, said: bytes) -> bytes:
    """Everything that is said to a connection, until it is closed."""
    reader, writer = await begin(port, said)
    try:
        return await asyncio.wait_for(reader.read(), 5)
    finally:
        writer.close()


@pytest.mark.parametrize(
    "slow", [b"", HALF, b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nabc"], ids=["mute", "head", "form"]
)
async def test_a_request_must_come_to_its_end(
    slow: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before = FIGURES.counts["connections dropped"]
    async with listening(monkeypatch) as port:
        assert (await answer(port, slow)).startswith(b"HTTP/1.1 408")
        assert FIGURES.counts["connections dropped"] - before == 1
        assert b"0 bytes" in await answer(port, WHOLE)
    assert not caplog.records  # nothing to read in the log, let alone a traceback


async def test_a_second_request_on_the_same_connection_has_a_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async with listening(monkeypatch) as port:
        reader, writer = await begin(port, b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        assert (await reader.readuntil(b"0 bytes")).startswith(b"HTTP/1.1 200")
        writer.write(HALF)
        assert (await asyncio.wait_for(reader.read(), 5)).startswith(b"HTTP/1.1 408")
        writer.close()


async def test_half_requests_give_way_to_whole_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    async with listening(monkeypatch) as port:
        monkeypatch.setattr(door, "REQUEST_WITHIN", 60.0)
        before = FIGURES.counts["connections dropped"]
        half = [await begin(port, HALF) for _ in range(60)]
        assert b"0 bytes" in await answer(port, WHOLE)
        assert FIGURES.counts["connections dropped"] - before == 41, "20 of an address have a place"
        assert door.DOOR.open["127.0.0.1"] <= 20 and len(door.DOOR.waiting) <= 20
        with pytest.raises(ConnectionError):
            await half[0][0].read()
            raise ConnectionResetError  # closed without a word is as good
        for _, writer in half:
            writer.transport.abort()
        await asyncio.sleep(0.05)
        assert not door.DOOR.open and not door.DOOR.waiting


async def test_behind_a_proxy_all_come_from_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    async with listening(monkeypatch, "10.0.0.0/8, 127.0.0.1") as port:
        monkeypatch.setattr(door, "REQUEST_WITHIN", 60.0)
        half = [await begin(port, HALF) for _ in range(40)]
        assert b"0 bytes" in await answer(port, WHOLE)
        assert door.DOOR.open["127.0.0.1"] == 40
        door.DOOR.places = 30  # now the house is full
        assert b"0 bytes" in await answer(port, WHOLE)
        assert door.DOOR.open["127.0.0.1"] < 40
        for _, writer in half:
            writer.transport.abort()


CHUNKED = b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
ENDLESS = {  # requests that would take long to read, and what is answered
    "tiny chunks": (CHUNKED, b"1\r\nx\r\n" * 200_000, b"411"),
    "chunks beside a length": (CHUNKED.replace(b"Host", b"Content-Length: 5\r\nHost"), b"GET / HTTP/1.1\r\n", b"411"),
    "an encoding that is none": (CHUNKED.replace(b"chunked", b"gzip"), b"", b"400"),
    "a hundred thousand headers": (b"GET / HTTP/1.1\r\n", b"a:b\r\n" * 100_000, b"431"),
    "many headers": (b"GET / HTTP/1.1\r\nHost: here\r\n", b"a:b\r\n" * 101 + b"\r\n", b"431"),
    "a long head": (b"GET / HTTP/1.1\r\nHost: here\r\n", b"a: " + b"b" * 40_000 + b"\r\n\r\n", b"431"),
}


@pytest.mark.parametrize("name", ENDLESS)
async def test_nothing_is_read_for_long(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    request, more, status = ENDLESS[name]
    longest = noted_steps(monkeypatch, DoorProtocol)
    async with listening(monkeypatch) as port:
        reader, writer = await begin(port, request + more[:100_000])
        heard = b""
        with contextlib.suppress(ConnectionError):
            writer.write(more)
            heard = await asyncio.wait_for(reader.read(12), 5)
            await asyncio.wait_for(reader.read(), 5)  # it is closed
        writer.close()
        assert heard in (b"HTTP/1.1 " + status, b""), "or reset, as more has come than was read"
        assert b"0 bytes" in await answer(port, WHOLE)
    assert max(longest) < 0.02


def noted_steps(monkeypatch: pytest.MonkeyPatch, protocol: type[asyncio.Protocol]) -> list[float]:
    """How many seconds of the processor it takes to receive something, each time."""
    steps, plain = list[float](), protocol.data_received

    def timed(one: asyncio.Protocol, data: bytes) -> None:
        begun = time.thread_time()
        plain(one, data)
        steps.append(time.thread_time() - begun)

    monkeypatch.setattr(protocol, "data_received", timed)
    return steps


@pytest.mark.parametrize("proxies", ["", "127.0.0.1"], ids=["a visitor", "a proxy"])
async def test_an_address_may_ask_so_often(proxies: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with listening(monkeypatch, proxies) as port:
        monkeypatch.setattr(door.DOOR, "requests", Buckets(10, 0.0))
        heard = await answer(port, (b"GET / HTTP/1.1\r\nHost: here\r\n\r\n" * 10) + WHOLE)
    assert (heard.count(b"200 OK"), heard.count(b"429 Too")) == ((10, 1) if not proxies else (11, 0))


async def much(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("x" * (16 << 20))(scope, receive, send)


@pytest.mark.parametrize("reads", [False, True], ids=["reads nothing", "reads slowly"])
async def test_an_answer_that_nobody_reads_is_dropped(reads: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "READ_WITHIN", 0.2)
    dropped = FIGURES.counts["connections dropped"]
    async with listening(monkeypatch, app=much) as port:
        reader, writer = await begin(port, WHOLE)
        got = len(await reader.read(1024))
        while reads and (part := await reader.read(1 << 19)):
            got += len(part)
            await asyncio.sleep(0.02)
        if not reads:
            await asyncio.sleep(0.5)
        assert FIGURES.counts["connections dropped"] - dropped == (0 if reads else 1)
        assert not reads or got > 16 << 20
        writer.transport.abort()
