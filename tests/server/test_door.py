"""Connections that only wait cost the others nothing: half requests, endless ones, and very many of both."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from spielkiste.server import door
from spielkiste.server.door import DOOR, Door, DoorProtocol
from spielkiste.server.guard import Guard

pytestmark = pytest.mark.anyio
HALF = b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: "
WHOLE = b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    body = await Request(scope, receive).body()
    await PlainTextResponse(f"{len(body)} bytes")(scope, receive, send)


@asynccontextmanager
async def listening(monkeypatch: pytest.MonkeyPatch, proxies: str = "") -> AsyncIterator[int]:
    """A server of nothing but connections; its port."""
    monkeypatch.setattr(door, "REQUEST_WITHIN", 0.3)
    monkeypatch.setattr(door, "OF_AN_ADDRESS", 20)
    monkeypatch.setattr(door, "DOOR", Door())
    config = Config(Guard(echo), lifespan="off", log_config=None, forwarded_allow_ips=proxies)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: DoorProtocol(config, state, {}), "127.0.0.1", 0)
    async with server:
        yield int(server.sockets[0].getsockname()[1])
    assert not DOOR.waiting


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
    async with listening(monkeypatch) as port:
        assert (await answer(port, slow)).startswith(b"HTTP/1.1 408")
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
        half = [await begin(port, HALF) for _ in range(60)]
        assert b"0 bytes" in await answer(port, WHOLE)
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
