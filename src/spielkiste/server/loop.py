"""The event loop of a server process: uvloop, which accepts many new connections in one iteration.

libuv, and so uvloop, accepts one connection from each listening socket in an iteration. An iteration takes a tenth of a
second where everybody moves at once: then ten newcomers a second would be accepted, the others waiting for half a
minute (a request took 5.2 s, a connection up to 24 s, and takes 0.23 s with this loop).
"""

import asyncio
import os
import socket
from collections.abc import Callable
from typing import Any, cast

import uvloop

ACCEPTED_TOGETHER = 32  # in an iteration: a request takes 0.3 ms, so they hold the loop for 10


class Loop(uvloop.Loop):
    """Beside uvloop's own handle each listening socket has a reader, which accepts what is left in its queue."""

    def __init__(self) -> None:
        super().__init__()
        self._listening: set[socket.socket] = set()
        self._accepting: set[asyncio.Task[Any]] = set()

    async def create_server(self, protocol_factory: Any, *args: Any, **named: Any) -> "Server":  # type: ignore[override]
        server = cast(asyncio.Server, await super().create_server(protocol_factory, *args, **named))  # does all it does
        # Copies, as libuv watches a file only once.
        beside = {socket.socket(fileno=os.dup(one.fileno())) for one in server.sockets}
        self._listening |= beside
        for listening in beside:
            self.add_reader(listening, self._accept, listening, protocol_factory)
        return Server(server, lambda: self._stop(beside))

    def _accept(self, listening: socket.socket, protocol_factory: Any) -> None:
        for _ in range(ACCEPTED_TOGETHER):
            try:
                accepted, _address = listening.accept()
            except OSError:  # nobody waits any more, somebody went away, or no file is left: uvloop sees to that
                return
            accepted.setblocking(False)
            task = self.create_task(self.connect_accepted_socket(protocol_factory, accepted))
            self._accepting.add(task)
            task.add_done_callback(self._accepting.discard)

    def _stop(self, beside: set[socket.socket]) -> None:
        for listening in beside & self._listening:
            self.remove_reader(listening)
            listening.close()
        self._listening -= beside

    def close(self) -> None:
        self._stop(set(self._listening))
        super().close()


class Server(asyncio.AbstractServer):
    """uvloop's server, whose `close` also closes the sockets beside it. One that stays open would keep the port: who
    connects while the process ends would be reset instead of refused, and a proxy could not try another server."""

    def __init__(self, server: asyncio.Server, stop: Callable[[], None]) -> None:
        self._server, self._stop = server, stop

    @property
    def sockets(self) -> tuple[socket.socket, ...]:
        return tuple(self._server.sockets)

    def get_loop(self) -> asyncio.AbstractEventLoop:
        return self._server.get_loop()

    def is_serving(self) -> bool:
        return self._server.is_serving()

    async def start_serving(self) -> None:
        await self._server.start_serving()

    async def serve_forever(self) -> None:
        await self._server.serve_forever()

    async def wait_closed(self) -> None:
        await self._server.wait_closed()

    def close(self) -> None:
        self._stop()
        self._server.close()
