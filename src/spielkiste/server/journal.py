"""The journal: every request gets an id, is counted and, where wished, written down; a fault is written down once."""

import logging
import time
from contextlib import suppress

from h11 import LocalProtocolError
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from spielkiste.server.figures import FIGURES
from spielkiste.server.logs import REQUEST, request_id, shown_path

log = logging.getLogger("spielkiste.requests")
faults = logging.getLogger("spielkiste.faults")
ID = "x-request-id"


class Journal:
    """The outermost of all: it still sees who really called, and so whose word about ids and addresses is good."""

    def __init__(self, app: ASGIApp, proxy: str | None = None) -> None:
        trusting = ProxyHeadersMiddleware(app, trusted_hosts=proxy or "")  # type: ignore[arg-type]
        self.app: ASGIApp = trusting if proxy else app  # type: ignore[assignment]  # uvicorn has types of its own
        self.proxies = trusting.trusted_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        trusted = (scope.get("client") or ("",))[0] in self.proxies
        REQUEST.set(request_id(Headers(scope=scope).get(ID, "") if trusted else ""))
        await Entry(scope, send).answered_by(self.app, receive)


class Entry:
    """One request."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope, self._send, self.status = scope, send, 0

    async def answered_by(self, app: ASGIApp, receive: Receive) -> None:
        begun = time.perf_counter()
        try:
            await app(self.scope, receive, self._noting)
        except Exception:
            FIGURES.counts["faults"] += 1
            if self.scope["type"] != "http" or not self.status:
                raise  # nobody has been answered: uvicorn ends the connection, and writes down why
            faults.exception("%s failed", self.what)
        finally:
            self._write(time.perf_counter() - begun)

    async def _noting(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            MutableHeaders(scope=message)[ID] = REQUEST.get()
        elif message["type"] == "websocket.accept":
            self.status = 101
        elif message["type"] == "websocket.close":
            self.status = self.status or 403
        with suppress(LocalProtocolError):  # the rest of the request was nonsense: uvicorn has answered and left
            await self._send(message)

    @property
    def what(self) -> str:
        known = self.scope.get("path_params") if "endpoint" in self.scope else None
        return f"{self.scope.get('method', 'WEBSOCKET')} {shown_path(self.scope['path'], known)}"

    def _write(self, seconds: float) -> None:
        if self.scope["type"] == "http":
            FIGURES.requests.add(seconds)
        FIGURES.counts[f"answers {self.status // 100}xx"] += 1
        if log.isEnabledFor(logging.INFO):
            client = (self.scope.get("client") or ("",))[0]
            facts = {"status": self.status, "milliseconds": round(1000 * seconds, 1), "client": client}
            in_words = f"{self.status} in {facts['milliseconds']} ms for {client}"
            log.info("%s: %s", self.what, in_words, extra={"facts": facts})
