"""The short way between an open page and its connection.

Once a page is let in, what is sent to it need not pass the layers that answer requests: a text frame is written as
bytes, at once, unless the page is slow to read. A message of a page mostly comes as one small frame, which is read
here; whatever is out of the ordinary is left to uvicorn's parser. Nothing of the request is kept either: an open page
that nobody uses is to cost little.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was not built
    from websockets.utils import apply_mask

from spielkiste.server.answers import Closed
from spielkiste.server.figures import FIGURES
from spielkiste.server.gate import Gate, Inbox
from spielkiste.server.guard import Bucket
from spielkiste.server.live_connection import WIRE
from spielkiste.server.tracebacks import drop_tracebacks

PIECE = 512  # bytes that are read in one go, if they are not one message: 85 of the smallest frames take 3 ms
FRAMES, FRAMES_PER_SECOND = 200, 40  # of a page; of its messages fewer are carried out (`live_connection`)
CUT_OFF_WITHIN = 1.0  # seconds in which a page can read why; at once, it would lose that
AHEAD = 8  # messages of a page that may wait before no more are read
TEXT = 0x81  # how a text frame in one piece begins
WHOLE = (TEXT, 0x82, 0x89, 0x8A)  # how frames begin after which another message may begin: text, bytes, ping, pong
MASKED = 0x80  # beside the length, in all frames of a browser
LONG, LONGEST = 126, 127  # instead of a length that follows in two or eight bytes
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
PING = b"\x89\x00"  # a whole frame; a browser answers it whatever its page does
NO_SCOPE: Any = {}


class PageProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which pages can also be spoken to directly."""

    _heard = True  # since it was last looked after
    _asked = False  # whether it is there, and no answer has come yet
    _page: Callable[[], Awaitable[None]] | None = None
    _cut_off = False  # nothing is read any more
    _later = b""  # what has come and is not read yet: nothing more comes until it is
    _between = True  # so far whole frames have come, so that the next byte is the first of a frame

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Inbox()  # type: ignore[assignment]  # does all that uvicorn asks of a queue
        self.writable = Gate(is_open=True)  # type: ignore[assignment]  # and of an event
        self._frames = Bucket(FRAMES, FRAMES_PER_SECOND)

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
        message: dict[str, Any] = await self.receive()
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

    def connection_lost(self, exc: Exception | None) -> None:
        """The library's parser waits for more in a frame that holds the connection, and so do the errors it kept."""
        super().connection_lost(exc)
        self.conn.parser.close()
        drop_tracebacks(self.conn.handshake_exc)
        drop_tracebacks(self.conn.parser_exc)

    def data_received(self, data: bytes) -> None:
        self._heard = True
        if self._cut_off:
            return
        if self._later:
            self._later += data
            self.transport.pause_reading()
            return
        text = self._message_in(data) if self._between else None
        if text is None:
            self._parse(data)
        elif self._has_room(1):
            self._receive(text)

    def _parse(self, data: bytes) -> None:
        """Reads the request as a whole, and of frames only so many in one go that nobody waits for it."""
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated:
                self._refuse_request()
            return
        super().data_received(data[:PIECE])
        self._later = b"" if self._cut_off or self.transport.is_closing() else data[PIECE:]
        if self._later:
            self.transport.pause_reading()
            self.loop.call_soon(self._read_on)

    def _read_on(self) -> None:
        """Goes on where `_parse` stopped, once there is room for messages."""
        if not self._later or self.read_paused:
            return
        data, self._later = self._later, b""
        self._parse(data)
        if not self._later and not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_sent:  # no message is received any more, and what comes last is the other side's answer
            self._read_on()

    async def receive(self) -> Any:
        message = await super().receive()
        self._read_on()
        return message

    def handle_events(self) -> None:
        if self._has_room(len(self.conn.events)):
            super().handle_events()

    def _has_room(self, frames: int) -> bool:
        """Whether so many frames are not too many; else the page is cut off. Each costs time, empty ones too."""
        if self._frames.take(frames):
            return True
        if not self._cut_off:
            self._cut_off = self.close_sent = True
            FIGURES.counts["connections dropped"] += 1
            self.conn.fail(Closed.TOO_MANY)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.queue.put_nowait({"type": "websocket.disconnect", "code": Closed.TOO_MANY})
            if self.close_timer is not None:
                self.close_timer.cancel()
            self.close_timer = self.loop.call_later(CUT_OFF_WITHIN, self.transport.abort)
        return False

    def handle_ping(self) -> None:
        """Answers, if the other side reads answers."""
        if self.ready:
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def _refuse_request(self) -> None:
        """A request comes here as a whole, so this is one that the library cannot read. uvicorn would keep the
        connection without a word, for as long as it stays."""
        if not self.transport.is_closing():
            self.handshake_complete = self.close_sent = True
            self.transport.write(BAD_REQUEST)
            self.transport.close()

    def _message_in(self, data: bytes) -> str | None:
        """The message that is all of what came; None where the parser has to look at it."""
        if not self.handshake_complete:
            self._between = not self.handshake_initiated  # the request, and not what nobody may send before the answer
            return None
        try:
            if not self.close_sent and data[0] == TEXT and end_of_frame(data) == len(data):
                return text_of(data, self.config.ws_max_size)
            self._between = len(data) <= PIECE and is_whole(data)
        except (IndexError, UnicodeDecodeError):  # a part of a frame, or no text
            self._between = False
        return None

    def handle_connect(self, event: Request) -> None:
        """Names of headers may come in capitals, but not to those who look for them."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["headers"] = [(name.lower(), value) for name, value in self.scope["headers"]]

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
        self._receive(text)

    def _receive(self, text: str) -> None:
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() >= AHEAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()


def end_of_frame(data: bytes, begin: int = 0) -> int:
    """Where the frame ends that begins there; IndexError where not even its length has come."""
    length, head = data[begin + 1] & ~MASKED, 6 if data[begin + 1] & MASKED else 2
    if length < LONG:
        return begin + head + length
    bytes_of_length = 2 if length == LONG else 8
    if len(data) < begin + 2 + bytes_of_length:
        raise IndexError("the length has not come yet")
    return begin + head + bytes_of_length + int.from_bytes(data[begin + 2 : begin + 2 + bytes_of_length], "big")


def text_of(data: bytes, most: int) -> str | None:
    """The text of a whole frame; None where it is longer than allowed, or not masked as a browser's is."""
    if not data[1] & MASKED or len(data) > most:
        return None
    payload = {MASKED | LONG: 8, MASKED | LONGEST: 14}.get(data[1], 6)
    return apply_mask(data[payload:], data[payload - 4 : payload]).decode()


def is_whole(data: bytes) -> bool:
    """Whether another message may begin after this; IndexError where a part of a frame is missing."""
    begin = 0
    while begin < len(data):
        if data[begin] not in WHOLE:
            return False
        begin = end_of_frame(data, begin)
    return begin == len(data)


def head(length: int) -> bytes:
    """What stands before the text of a frame."""
    if length < 126:
        return bytes((TEXT, length))
    if length < 1 << 16:
        return bytes((TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((TEXT, 127)) + length.to_bytes(8, "big")
