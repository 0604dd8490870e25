"""The event loop of a server process: uvloop, which accepts many new connections in one iteration.

libuv, and so uvloop, accepts one connection from each listening socket in an iteration. An iteration takes a tenth of a
second where everybody moves at once: then ten newcomers a second would be accepted, the others waiting for half a
minute (a request took 5.2 s, a connection up to 24 s, and takes 0.23 s with this loop).
"""

import asyncio
import os
import socket
from typing import Any, cast

import uvloop

ACCEPTED_TOGETHER = 32  # in an iteration: a request takes 0.3 ms, so they hold the loop for 10


class Loop(uvloop.Loop):
    """Beside uvloop's own handle each listening socket has a reader, which accepts what is left in its queue."""

    def __init__(self) -> None:
        super().__init__()
        self._listening: list[socket.socket] = []
        self._accepting: set[asyncio.Task[Any]] = set()

    async def create_server(self, protocol_factory: Any, *args: Any, **named: Any) -> asyncio.Server:
        server = cast(asyncio.Server, await super().create_server(protocol_factory, *args, **named))  # does all it does
        for one in server.sockets:
            listening = socket.socket(fileno=os.dup(one.fileno()))  # libuv watches a file only once
            self._listening.append(listening)
            self.add_reader(listening, self._accept, listening, server, protocol_factory)
        return server

    def _accept(self, listening: socket.socket, server: asyncio.Server, protocol_factory: Any) -> None:
        if not server.is_serving():
            self._stop(listening)
            return
        for _ in range(ACCEPTED_TOGETHER):
            try:
                accepted, _address = listening.accept()
            except OSError:  # nobody waits any more, somebody went away, or no file is left: uvloop sees to that
                return
            accepted.setblocking(False)
            task = self.create_task(self.connect_accepted_socket(protocol_factory, accepted))
            self._accepting.add(task)
            task.add_done_callback(self._accepting.discard)

    def _stop(self, listening: socket.socket) -> None:
        self.remove_reader(listening)
        self._listening.remove(listening)
        listening.close()

    def close(self) -> None:
        for listening in list(self._listening):
            self._stop(listening)
        super().close()
