"""The short way between an open page and its connection.

Once a page is let in, what is sent to it need not pass the layers that answer requests: a text frame is written as
bytes, at once, unless the page is slow to read.
"""

from typing import Any

from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from spielkiste.server.live_connection import WIRE

AHEAD = 8  # messages of a page that may wait before no more are read
TEXT = 0x81  # how a text frame in one piece begins


class PageProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which pages can also be spoken to directly."""

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[WIRE] = self
        try:
            await super().run_asgi()
        finally:
            del extensions[WIRE]  # else it would wait, in a circle, for a look at all garbage

    @property
    def ready(self) -> bool:
        """Whether the page reads what it is sent; if not, one has to wait for it."""
        return self.writable.is_set()

    def write(self, text: bytes) -> None:
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise WebSocketDisconnect
        self.transport.write(head(len(text)) + text)

    async def read(self) -> str:
        """The next message; a binary frame is none, and ends the connection like its loss."""
        message: dict[str, Any] = await self.receive()  # type: ignore[assignment]  # of several kinds
        if "text" not in message:
            raise WebSocketDisconnect
        return str(message["text"])

    def handle_text(self, event: Frame) -> None:
        """A message in one piece. uvicorn would stop reading after each: two calls of the system for nothing."""
        if not event.fin or self.close_sent:
            super().handle_text(event)
            return
        try:
            text = bytes(event.data).decode()
        except UnicodeDecodeError:
            super().handle_text(event)  # which ends the connection
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() >= AHEAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()


def head(length: int) -> bytes:
    """What stands before the text of a frame."""
    if length < 126:
        return bytes((TEXT, length))
    if length < 1 << 16:
        return bytes((TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((TEXT, 127)) + length.to_bytes(8, "big")
