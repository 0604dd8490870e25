"""What keeps strangers from doing harm: where requests may come from, how many, and what a page may load."""

import contextlib
import ipaddress
import re
import time
from collections import OrderedDict
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
# Python in the browser is WebAssembly, and runs in a worker; that is all the offline app may do beside other pages.
POCKET_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'")
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SECURE = ("strict-transport-security", "max-age=31536000")  # where the public address is an https one
BODY_AT_MOST = 64 * 1024  # bytes of a form
ADDRESS_AT_MOST = 2048  # bytes of what is asked for: no address here is longer
# A name is at most 253 characters long. Links begin with it, and a link is drawn as a QR code.
HOST = re.compile(r"[\w.:\[\]-]{0,255}", re.ASCII)
ADDRESSES_KEPT = 10_000
PEOPLE_KEPT = 50_000


class Bucket:
    """So many at once, so many a second after that."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self._left, self._at = burst, time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.per_second)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True


class Buckets:
    """A bucket for each address or person; the longest unused are forgotten."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, amount: float = 1.0) -> bool:
        bucket = self._buckets.pop(key, None) or Bucket(self.burst, self.per_second)
        self._buckets[key] = bucket
        if len(self._buckets) > ADDRESSES_KEPT:
            self._buckets.popitem(last=False)
        return bucket.take(amount)


class Whereabouts:
    """From which address each person came last; the longest unseen are forgotten."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, str] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        self._of[person] = address
        self._of.move_to_end(person)
        if len(self._of) > PEOPLE_KEPT:
            self._of.popitem(last=False)

    def of(self, person: str) -> str:
        """Nothing where that is not known."""
        return self._of.get(person, "")


@lru_cache(maxsize=ADDRESSES_KEPT)
def limited_as(address: str) -> str:
    """What limits count as one place: an IPv4 address, or the /56 network of an IPv6 address: many providers give a
    household so many addresses."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:  # a socket of this machine without an address
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return address
    return str(ip.ipv4_mapped or ipaddress.ip_network((ip.packed, 56), strict=False))


def same_origin(connection: HTTPConnection, address: str | None = None) -> bool:
    """Whether a form or a socket was opened by a page of this very server: under the name the browser asked for, or
    under its public address (a proxy may pass on another name). Browsers always say; others may not."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    names = {connection.headers.get("host", ""), place(address or "")} - {""}
    return place(origin) in names


def place(address: str) -> str:
    """Host and port of an address; nothing where it is none."""
    try:
        return urlsplit(address).netloc
    except ValueError:
        return ""


def protect(headers: MutableHeaders, secure: bool = False) -> None:
    """The protecting headers, where an answer has none of its own."""
    for name, value in (*HEADERS.items(), *((SECURE,) if secure else ())):
        headers.setdefault(name, value)
    headers.setdefault("cache-control", "no-store")


class Guard:
    """Puts the protecting headers on every answer, and refuses bodies and addresses that are too large or nonsense."""

    def __init__(self, app: ASGIApp, secure: bool = False) -> None:
        self.app, self.secure = app, secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not is_address(scope):
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with contextlib.suppress(ClientDisconnect):  # whoever went away in the middle of a form needs no answer
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_address(scope):
            await refuse(send, 414 if len(scope.get("raw_path", b"")) > ADDRESS_AT_MOST else 400, self.secure)
            return
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        unmeasured = "transfer-encoding" in headers  # browsers always say how long a form is
        if unmeasured or not length.isdecimal() or len(length) > 9 or int(length) > BODY_AT_MOST:
            await refuse(send, 411 if unmeasured else 413, self.secure)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                protect(MutableHeaders(scope=message), self.secure)
            await send(message)

        await self.app(scope, receive, with_headers)


def is_address(scope: Scope) -> bool:
    """Whether an address can be one of ours: not endless, without NUL, which no database takes, and of a host that can
    be one."""
    asked = bytes(scope.get("raw_path", b"")) + bytes(scope.get("query_string", b""))
    if len(asked) > ADDRESS_AT_MOST or "\0" in scope["path"] or b"%00" in asked:
        return False
    return HOST.fullmatch(Headers(scope=scope).get("host", "")) is not None


async def refuse(send: Send, status: int, secure: bool) -> None:
    start: Message = {"type": "http.response.start", "status": status, "headers": [(b"content-type", b"text/plain")]}
    protect(MutableHeaders(scope=start), secure)
    await send(start)
    await send({"type": "http.response.body", "body": b"refused"})
