"""The door: how many connections may be open, and how long one may take to say what it wants.

A connection that waits (for the first byte, for the rest of a request, or between two requests) costs its owner
nothing and the server a place. So a request must be complete within a time, and where places run out, the
longest waiting connection gives way to the newest: first that of the same address, then that of anybody.
"""

import asyncio
import ipaddress
import re
import sys
from collections import Counter
from functools import cached_property, lru_cache
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from spielkiste.server.figures import FIGURES
from spielkiste.server.guard import Buckets, limited_as
from spielkiste.server.tracebacks import drop_tracebacks

REQUESTS, REQUESTS_PER_SECOND = 1000, 200  # of an address, files too: a class of 60 opens a page with twelve each
HEADERS_AT_MOST = 100  # of a request
PIECE = 16 * 1024  # bytes looked at in one go; h11 refuses a head that is longer, if it sees only a part of it
REQUEST_WITHIN = 15.0  # seconds from the first byte to the last of a request; no form here is large
READ_WITHIN = 30.0  # seconds in which something of an answer must be read
OF_AN_ADDRESS = 500  # connections that are no WebSockets: browsers open six, and a school shares an address
FILES_WANTED = 65_536  # open files asked of the system
AT_ONCE = 256  # new connections that the system keeps for this process until they are accepted (its backlog)
FILES_ELSEWHERE = 200 + AT_ONCE  # of the open files this process may have: for database, broker, bots and newcomers
INCOMPLETE = (h11.IDLE, h11.SEND_BODY)  # the other side has still something to say

HOST = re.compile(rb"\r\nhost: ", re.IGNORECASE)
HEADER = rb"[\w!#$%&'*+.^`|~-]+: [ -~]*\r\n"
ASKS_FOR_A_TABLE = re.compile(
    rb"GET /t/[\w-]{1,64}/live HTTP/1\.1\r\n"
    rb"(?=(?:%b)*?(?i:upgrade: websocket)\r\n)(?=(?:%b)*?(?i:connection: [ -~]*?upgrade))"
    rb"(?!(?:%b)*?(?i:transfer-encoding): )(?:%b){1,64}\r\n" % (HEADER, HEADER, HEADER, HEADER)
)

Networks = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]


def refusal(status: int) -> bytes:
    """An answer after which the connection ends."""
    reason = HTTPStatus(status).phrase
    return f"HTTP/1.1 {status} {reason}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode()


class Door:
    """The connections of this process that are no WebSockets."""

    def __init__(self) -> None:
        self.requests = Buckets(REQUESTS, REQUESTS_PER_SECOND)  # by address
        self.waiting: dict[DoorProtocol, None] = {}  # the longest waiting first
        self.open: Counter[str] = Counter()  # by address

    @cached_property
    def places(self) -> int:
        return places()

    def admit(self, new: "DoorProtocol", in_all: int) -> bool:
        """Whether there is a place for a connection; another may have to give way."""
        if self.open[new.address] >= OF_AN_ADDRESS and not new.trusted and not self._turn_out(new.address):
            return False
        return in_all <= self.places or self._turn_out()

    def _turn_out(self, address: str | None = None) -> bool:
        for one in self.waiting:
            if address is None or one.address == address:
                one.leave()
                one.drop()
                return True
        return False


def places() -> int:
    """How many connections the system lets this process have."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows: no such limit
        return FILES_WANTED
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(1, soft - FILES_ELSEWHERE)


def ask_for_files() -> None:
    """Lets this process and those it starts have as many connections as the system allows without being asked."""
    try:
        import resource
    except ModuleNotFoundError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(FILES_WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@lru_cache(maxsize=8)
def networks(given: str) -> Networks:
    """The proxies that are trusted: all visitors come by their addresses."""
    return tuple(ipaddress.ip_network(one.strip()) for one in given.split(",") if one.strip())


def is_among(address: str, trusted: Networks) -> bool:
    try:
        return any(ipaddress.ip_address(address) in network for network in trusted)
    except ValueError:  # a socket of this machine without an address
        return True


def asks_for_a_table(data: bytes) -> bool:
    """Whether a page asks for its live connection, in one piece and without anything odd: nobody but the WebSocket's
    own parser needs to look at it."""
    return ASKS_FOR_A_TABLE.fullmatch(data) is not None and len(HOST.findall(data)) == 1


DOOR = Door()  # uvicorn makes a protocol for each connection, and gives it nothing of ours


class Requests(h11.Connection):
    """h11's connection, which refuses what would take long to read, before anything of its body is read."""

    limited_as = ""  # the address whose requests are counted; none: a proxy's, which everybody's come from

    def __init__(self) -> None:
        super().__init__(h11.SERVER, PIECE)

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request) and (status := self._why_not(event)):
            raise h11.RemoteProtocolError("refused", status)
        return event

    def _why_not(self, request: h11.Request) -> int:
        """The status of the refusal, or 0."""
        if self.limited_as and not DOOR.requests.take(self.limited_as):
            return HTTPStatus.TOO_MANY_REQUESTS
        if len(request.headers) > HEADERS_AT_MOST:
            return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        if any(name == b"transfer-encoding" for name, _ in request.headers):  # browsers say how long a form is
            return HTTPStatus.LENGTH_REQUIRED
        return 0


class DoorProtocol(H11Protocol):
    """uvicorn's connection, with a place at the door and a time for each request."""

    address = ""
    trusted = False
    _new = True  # nothing has come yet
    _too_late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None  # runs while an answer waits for the other side to read
    _counted = False
    conn: Requests

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = Requests()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self.address = limited_as(host)
        given = self.config.forwarded_allow_ips
        self.trusted = is_among(host, networks(given if isinstance(given, str) else ",".join(given or ())))
        self.conn.limited_as = "" if self.trusted else self.address
        if not DOOR.admit(self, len(self.connections)):
            self.drop()
            return
        DOOR.open[self.address] += 1
        self._counted = True
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look_again()

    def resume_writing(self) -> None:
        self._is_read()
        super().resume_writing()

    def data_received(self, data: bytes) -> None:
        new, self._new = self._new, False
        if new and asks_for_a_table(data):
            self._become_a_page(data)
            return
        if self._too_late is None:
            self._wait()
        for begin in range(0, len(data), PIECE):
            super().data_received(data[begin : begin + PIECE])
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                break
        if self.conn.their_state not in INCOMPLETE:
            self._rest()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.leave()  # from here on it is counted as a page
        super().handle_websocket_upgrade(event)

    def _become_a_page(self, request: bytes) -> None:
        """As `handle_websocket_upgrade` does, without a request that was taken apart to be put together again."""
        self.leave()
        self.connections.discard(self)
        assert self.ws_protocol_class is not None, "serve() names it"
        page = self.ws_protocol_class(  # type: ignore[call-arg]  # as uvicorn does
            config=self.config, server_state=self.server_state, app_state=self.app_state
        )
        page.connection_made(self.transport)
        page.data_received(request)
        self.transport.set_protocol(page)

    def send_400_response(self, msg: str) -> None:
        """While uvicorn handles the error: h11 raises it again from a method of its own, whose frame holds it."""
        error = sys.exception()
        drop_tracebacks(error)
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            status = error.error_status_hint if isinstance(error, h11.ProtocolError) else HTTPStatus.BAD_REQUEST
            self.transport.write(refusal(status if status < 500 else HTTPStatus.BAD_REQUEST))  # 501: other encodings
        self.transport.close()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._counted and self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            DOOR.waiting[self] = None  # idle: uvicorn closes it soon

    def _look_again(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(READ_WITHIN, self._drop_unread, left)

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _drop_unread(self, left: int) -> None:
        """What nobody reads would stay in memory for as long as the connection does."""
        if self.transport.get_write_buffer_size() >= left:
            self.drop()
        else:
            self._look_again()

    def drop(self) -> None:
        """Closes the connection without an answer, as there is no place for it."""
        FIGURES.counts["connections dropped"] += 1
        self.transport.abort()

    def leave(self) -> None:
        """Gives the place back."""
        self._rest()
        self._is_read()
        if self._counted:
            self._counted = False
            DOOR.open[self.address] -= 1
            if not DOOR.open[self.address]:
                del DOOR.open[self.address]

    def _wait(self) -> None:
        DOOR.waiting.setdefault(self)
        self._too_late = self.loop.call_later(REQUEST_WITHIN, self._give_up)

    def _rest(self) -> None:
        """The request is here: it is our turn now."""
        DOOR.waiting.pop(self, None)
        if self._too_late is not None:
            self._too_late.cancel()
            self._too_late = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            FIGURES.counts["connections dropped"] += 1
            self.transport.write(refusal(HTTPStatus.REQUEST_TIMEOUT))
            self.transport.close()
