"""The short way between an open page and its connection.

Once a page is let in, what is sent to it need not pass the layers that answer requests: a text frame is written as
bytes, at once, unless the page is slow to read. Nothing of the request is kept either: an open page that nobody uses
is to cost little.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from spielkiste.server.gate import Gate, Inbox
from spielkiste.server.live_connection import WIRE

AHEAD = 8  # messages of a page that may wait before no more are read
TEXT = 0x81  # how a text frame in one piece begins
PING = b"\x89\x00"  # a whole frame; a browser answers it whatever its page does
NO_SCOPE: Any = {}


class PageProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which pages can also be spoken to directly."""

    _heard = True  # since it was last looked after
    _asked = False  # whether it is there, and no answer has come yet
    _page: Callable[[], Awaitable[None]] | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Inbox()  # type: ignore[assignment]  # does all that uvicorn asks of a queue
        self.writable = Gate(is_open=True)  # type: ignore[assignment]  # and of an event

    async def run_asgi(self) -> None:
        self.scope["extensions"][WIRE] = self  # type: ignore[assignment]  # nobody outside of this process sees it
        self.app = self._answer
        try:
            await super().run_asgi()
        finally:
            self.app = self.config.loaded_app  # a circle would wait for a look at all garbage

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        """Lets a page in by all layers, and listens to it without them."""
        try:
            await self.config.loaded_app(scope, receive, send)
        finally:
            self.request.headers.clear()  # the parser of frames still holds it
            del scope, receive, send, self.request, self.response
            self.scope = NO_SCOPE
        if self._page is not None:
            page, self._page = self._page, None
            await page()

    def stay(self, page: Callable[[], Awaitable[None]]) -> None:
        """From the moment the request is answered the connection is a page's, as long as this goes on."""
        self._page = page

    @property
    def ready(self) -> bool:
        """Whether the page reads what it is sent; if not, one has to wait for it."""
        return self.writable.is_set()

    def write(self, text: bytes) -> None:
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise WebSocketDisconnect
        self.transport.write(head(len(text)) + text)

    async def send_text(self, text: str) -> None:
        """Waits until the page reads."""
        await self._say({"type": "websocket.send", "text": text})

    async def close(self, code: int) -> None:
        await self._say({"type": "websocket.close", "code": code, "reason": ""})

    async def _say(self, message: Any) -> None:
        try:
            await self.send(message)
        except OSError:  # uvicorn's word for it
            raise WebSocketDisconnect from None

    async def read(self) -> str:
        """The next message; a binary frame is none, and ends the connection like its loss."""
        message: dict[str, Any] = await self.receive()  # type: ignore[assignment]  # of several kinds
        if "text" not in message:
            raise WebSocketDisconnect
        return str(message["text"])

    def look_after(self) -> None:
        """Asks a page of which nothing has been heard since the last time whether it is there, and the next time gives
        it up. One clock for all pages looks after each in turn (`House.look_after_pages`)."""
        if self._heard:
            self._heard = self._asked = False
        elif self._asked:
            self.keepalive_timeout()
        elif not self.transport.is_closing():
            self._asked = True
            self.transport.write(PING)

    def data_received(self, data: bytes) -> None:
        self._heard = True
        super().data_received(data)

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
