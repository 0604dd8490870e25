"""The whole server: store, broker, bots, desk, pages and live connections under one roof."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, Self

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

import spielkiste as sk
from spielkiste.server.bots import Bots
from spielkiste.server.broker import Broker, open_broker
from spielkiste.server.figures import FIGURES
from spielkiste.server.garbage import collect_when_quiet
from spielkiste.server.guard import POCKET_POLICY, Guard
from spielkiste.server.health import healthz, readyz
from spielkiste.server.house import House, Settings
from spielkiste.server.live_connection import live
from spielkiste.server.pages import Pages
from spielkiste.server.rendering import OFFLINE, STATIC
from spielkiste.server.routes import routes
from spielkiste.server.store import Store

__all__ = ["ServerHouse", "Settings", "create_app"]

ERASED_AGAIN_AFTER, ERASED_AGAIN_EVERY = 60.0, 10.0  # seconds; no request takes so long
GZIP = 5  # beyond it answers get little smaller and take longer


class ServerHouse(House):
    """The house of a server: with a database, a broker, and processes in which bots think."""

    def __init__(self, settings: Settings, store: Store, broker: Broker, keys: list[bytes]) -> None:
        self.processes = Bots(settings.bot_processes, ahead=settings.warm)
        super().__init__(settings, store, broker, keys, self.processes)

    @classmethod
    async def open(cls, settings: Settings) -> Self:
        store = await Store.open(settings.database, settings.store_seconds)
        house = cls(settings, store, await open_broker(settings.broker, settings.broker_seconds), await store.keys())
        house.chores.begin("deadlines", house.clocks.keep_time)
        house.chores.begin("watching the event loop", FIGURES.watch_loop)
        house.chores.begin("the time", store.keep_time)
        house.chores.begin("collecting garbage", collect_when_quiet)
        house.chores.begin("attendance", house.presence.renew)
        house.chores.begin("cleaning up", house.clean_up)
        house.chores.begin("erasing what came late", house.erase_again)
        house.chores.begin("keys of cookies", house.people.renew_keys)
        house.chores.begin("people who left", house.watch_people)
        house.chores.begin("putting tables to rest", house.desk.rest)
        house.chores.begin("looking after open pages", house.look_after_pages)
        house.chores.begin("letting pages rest", house.rest_pages)
        house.processes.expect_all(sk.games())
        return house

    async def erase_again(self, after: float = ERASED_AGAIN_AFTER, every: float = ERASED_AGAIN_EVERY) -> None:
        """Erases what people had sent before their erasing and was stored after it, and goes on with what a crash has
        interrupted, for ever."""
        while True:
            await asyncio.sleep(every)
            for id in await self.store.erasing(self.store.now() - after):
                await self.desk.erase(id)
                await self.store.end_erasing(id)


def figures_told(house: ServerHouse) -> AbstractContextManager[None]:
    """Figures for whoever runs it, if they are wanted."""
    if house.settings.metrics_port is None:
        return nullcontext()
    from spielkiste.server.metrics import told  # its library is an extra

    return told(house, house.settings.metrics_host, house.settings.metrics_port)


class Assets(StaticFiles):
    """Built files. Their addresses change with their contents, so browsers may keep them for ever."""

    def file_response(self, *arguments: Any, **named: Any) -> Response:
        response = super().file_response(*arguments, **named)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


class Offline(StaticFiles):
    """The offline app. Its versions lie in folders named after their contents; its first page is asked for anew."""

    def file_response(self, full_path: Any, *arguments: Any, **named: Any) -> Response:
        response = super().file_response(full_path, *arguments, **named)
        front = Path(full_path).parent == OFFLINE
        response.headers["cache-control"] = "no-cache" if front else "public, max-age=31536000, immutable"
        response.headers["content-security-policy"] = POCKET_POLICY
        return response


def create_app(settings: Settings) -> Starlette:
    """The ASGI application."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = app.state.house = await ServerHouse.open(settings)
        with figures_told(house):
            yield
        await house.close()

    async def connect(socket: WebSocket) -> None:
        await live(socket.app.state.house, socket)

    return Starlette(
        routes=[
            WebSocketRoute("/t/{id}/live", connect),  # the first: routes are looked at one by one
            *routes(),
            Route("/healthz", healthz),
            Route("/readyz", readyz),
            *([Mount("/pocket", Offline(directory=OFFLINE, html=True), name="pocket")] if OFFLINE.is_dir() else []),
            Mount("/static", Assets(directory=STATIC, check_dir=False), name="static"),
        ],
        middleware=[
            Middleware(Guard, secure=settings.secure),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=GZIP),
        ],
        lifespan=lifespan,
        exception_handlers=Pages.error_handlers(),
    )
