"""The whole server: store, broker, bots, desk, pages and live connections under one roof."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

import spielkiste as sk
from spielkiste.server.bots import Bots
from spielkiste.server.broker import Broker, open_broker
from spielkiste.server.desk import PAUSE, Desk
from spielkiste.server.guard import Guard
from spielkiste.server.live import live
from spielkiste.server.pages import routes
from spielkiste.server.people import People
from spielkiste.server.presence import GRACE, Presence
from spielkiste.server.rendering import STATIC
from spielkiste.server.store import Store
from spielkiste.server.table import Table
from spielkiste.server.visits import Pages

log = logging.getLogger("spielkiste")
SOCKETS_OF_AN_ADDRESS = 2000  # a school behind one address; a flood from one place is refused
FORGOTTEN_AFTER = 90 * 86400.0  # seconds without a change
HOUSEKEEPING = 3600.0


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    database: str = "spielkiste.db"
    broker: str | None = None
    address: str | None = None  # the public one, such as https://spiele.example; default: what the browser asked for
    warm: bool = True  # have the bots' code compiled in the background, before they are asked
    bot_pause: tuple[float, float] = PAUSE
    bot_processes: int | None = None
    grace: float = GRACE  # seconds somebody may be away before the others may decide what happens
    rate: float = 1.0  # how many times the usual number of requests an address may send


class House:
    """Everything a request may need, opened once for each process."""

    def __init__(self, settings: Settings, store: Store, broker: Broker, secret: bytes) -> None:
        self.settings, self.store, self.broker = settings, store, broker
        self.bots = Bots(settings.bot_processes, ahead=settings.warm)
        self.desk = Desk(store, broker, self.bots, settings.bot_pause)
        self.people = People(store, secret)
        self.presence = Presence(store, broker, settings.grace)
        self.pages = Pages(self)
        self._sockets: Counter[str] = Counter()
        self._chores: list[asyncio.Task[None]] = []

    @classmethod
    async def open(cls, settings: Settings) -> "House":
        store = await Store.open(settings.database)
        house = cls(settings, store, await open_broker(settings.broker), await store.secret())
        chores = [house.desk.keep_time(), house.presence.renew(), house.clean_up()]
        house._chores = [asyncio.create_task(chore) for chore in chores]
        house.bots.expect_all(sk.games())
        return house

    async def close(self) -> None:
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await self.desk.close()
        self.bots.close()
        await self.broker.close()
        await self.store.close()

    async def clean_up(self) -> None:
        """Forgets what nobody has touched for long, for ever."""
        while True:
            await asyncio.sleep(HOUSEKEEPING)
            try:
                await self.store.forget(time.time() - FORGOTTEN_AFTER)
            except Exception:
                log.exception("cleaning up failed; trying again later")

    def base(self, connection: HTTPConnection) -> str:
        """The address links begin with."""
        if self.settings.address:
            return self.settings.address.rstrip("/")
        scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
        return f"{scheme}://{connection.headers.get('host', connection.url.netloc)}"

    async def may_see(self, table: Table, person: str) -> bool:
        """Players, the host, who came by a link for watching, and everybody at a public table."""
        if table.match.public or person == table.match.host or table.mine(person):
            return True
        return person in await self.store.members(table.match.id)

    def may_connect(self, address: str) -> bool:
        return self._sockets[address] < SOCKETS_OF_AN_ADDRESS

    @contextmanager
    def connection(self, address: str) -> Iterator[None]:
        self._sockets[address] += 1
        try:
            yield
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]


class Assets(StaticFiles):
    """Built files. Their addresses change with their contents, so browsers may keep them for ever."""

    def file_response(self, *arguments: Any, **named: Any) -> Response:
        response = super().file_response(*arguments, **named)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


def create_app(settings: Settings) -> Starlette:
    """The ASGI application."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.house = await House.open(settings)
        yield
        await app.state.house.close()

    async def connect(socket: WebSocket) -> None:
        await live(socket.app.state.house, socket)

    return Starlette(
        routes=[
            *routes(),
            WebSocketRoute("/t/{id}/live", connect),
            Mount("/static", GZipMiddleware(Assets(directory=STATIC, check_dir=False)), name="static"),
        ],
        middleware=[Middleware(Guard)],
        lifespan=lifespan,
        exception_handlers=Pages.error_handlers(),
    )
