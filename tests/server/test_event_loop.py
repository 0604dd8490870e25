"""The server's event loop lets newcomers in however busy it is."""

import asyncio
import socket
import time
from typing import cast

import pytest

from spielkiste.server.loop import ACCEPTED_TOGETHER, Loop

pytestmark = pytest.mark.anyio
NEWCOMERS = 200


@pytest.fixture
def anyio_backend() -> tuple[str, dict[str, type[Loop]]]:
    return "asyncio", {"loop_factory": Loop}


class Greeting(asyncio.Protocol):
    """Greets everybody who is let in, and closes."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport = cast(asyncio.Transport, transport)  # uvloop's are of no class of asyncio's
        transport.write(b"hello")
        transport.close()


def knock(port: int) -> socket.socket:
    """Asks for a connection without waiting for it."""
    newcomer = socket.socket()
    newcomer.setblocking(False)
    newcomer.connect_ex(("127.0.0.1", port))
    return newcomer


async def test_a_busy_loop_accepts_many_connections_in_each_iteration() -> None:
    loop, iterations, greeted = asyncio.get_running_loop(), 0, list[int]()

    class Noting(Greeting):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            greeted.append(iterations)
            super().connection_made(transport)

    async with await loop.create_server(Noting, "127.0.0.1", 0, backlog=NEWCOMERS) as server:
        newcomers = [knock(server.sockets[0].getsockname()[1]) for _ in range(NEWCOMERS)]
        while len(greeted) < NEWCOMERS and iterations < NEWCOMERS:
            iterations += 1
            time.sleep(0.002)  # held by something else
            await asyncio.sleep(0)
        assert len(greeted) == NEWCOMERS and iterations <= 3 * NEWCOMERS / ACCEPTED_TOGETHER
        for newcomer in newcomers:
            newcomer.settimeout(5)
            assert newcomer.recv(10) == b"hello"
            newcomer.close()


async def test_a_server_that_was_closed_refuses_connections() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Greeting, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    assert await reader.read() == b"hello"
    writer.close()
    server.close()
    await server.wait_closed()
    for _ in range(3):  # at once, not only the first time
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", port)
