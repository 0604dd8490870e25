"""The house of a browser: pages and sockets asked for by messages of its page, answered by the same application."""

import asyncio
import gzip
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Message
from starlette.websockets import WebSocket

from spielkiste.pocket.bots import Engine, PocketBots
from spielkiste.pocket.store import Disk, PocketStore
from spielkiste.server.broker import LocalBroker
from spielkiste.server.desk import members_of
from spielkiste.server.events import Match, Person, Taken
from spielkiste.server.familiar import Unfamiliar, why_unfamiliar
from spielkiste.server.hand_in import HandedTable, NotReadable, replayed
from spielkiste.server.house import House, Settings
from spielkiste.server.live_connection import live
from spielkiste.server.pages import Pages
from spielkiste.server.people import COOKIE
from spielkiste.server.routes import routes

log = logging.getLogger(__name__)
HERE = "pocket"  # the host of all addresses in this house
RATE = 1000.0  # times the usual number of requests: everybody here is the same person
PAUSE = (0.5, 1.0)  # seconds before a bot thinks: shorter than at a server's, so that an answer takes 3 s at most
SOURCE = re.compile(r'(src=\\?")/(games|faces)/')
REDIRECTS = (302, 303, 307)
AT_MOST = 5  # redirects in a row


@dataclass(frozen=True)
class Answer:
    """A page: where it was found in the end, and its text."""

    status: int
    path: str
    kind: str
    text: str
    build: str = ""  # the version of this app whose rules the table needs, where it is not this one


class Download(msgspec.Struct):
    """What "Download everything" has written, as far as it is read again."""

    games: list[HandedTable]
    person: Person | None = None


class Pocket:
    """A house, and the one browser that asks it."""

    def __init__(self, house: House, store: PocketStore, files: str, lang: str, cookie: str) -> None:
        self.house, self.store, self._files, self._lang, self._cookie = house, store, files, lang, cookie
        self.app = Starlette(
            routes=[
                Route("/pocket/tables", self._finished),
                Route("/pocket/games", self._bring, methods=["POST"]),
                Route("/pocket/tables/{id}", self._whole),
                Route("/pocket/tables/{id}/handed", self._handed, methods=["POST"]),
                *routes(),
                WebSocketRoute("/t/{id}/live", connect),
            ],
            exception_handlers=Pages.error_handlers(),
        )
        self.app.state.house = house
        self._sockets: dict[int, asyncio.Queue[Message]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, disk: Disk, engine: Engine, *, files: str, lang: str, build: str, address: str) -> "Pocket":
        """`files`: the address under which the pictures lie; `lang`: as the browser says it."""
        store = await PocketStore.open(disk, build)
        await store.take_along(familiar)
        settings = Settings(rate=RATE, address=address, bot_pause=PAUSE)
        key = await store.setting("key")
        if key is None:
            key = (await store.keys())[0].hex()
            await store.save_setting("key", key)
        keys = [bytes.fromhex(key)]
        house = House(settings, cast(Any, store), LocalBroker(), keys, PocketBots(engine))
        house.chores.begin("deadlines", house.clocks.keep_time)
        return cls(house, store, files, lang, await store.setting("cookie") or "")

    # --- pages -------------------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, body: str = "", kind: str = "") -> Answer:
        """A page, after all redirects."""
        for _ in range(AT_MOST):
            status, headers, text = await self._ask(method, path, body, kind)
            if status not in REDIRECTS:
                break
            method, path, body = "GET", headers["location"].removeprefix(self.house.settings.address or ""), ""
        needed = await self._build_for(path)
        return Answer(status, path, headers.get("content-type", ""), self.grounded(text), needed)

    async def _build_for(self, path: str) -> str:
        """The version of this app that knows a table's rules; "" where this one does."""
        place, _, name = path.removeprefix("/").partition("/")
        found = await self.store.by_token(name) if place == "r" else None
        kept = self.store.table(found[0].id if found else name.partition("/")[0] if place == "t" else "")
        return kept.build if kept and not familiar(kept.match) else ""

    async def _ask(self, method: str, path: str, body: str, kind: str) -> tuple[int, dict[str, str], str]:
        sent = body.encode()
        received: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": sent, "more_body": False}

        async def send(message: Message) -> None:
            received.append(message)

        headers = {"content-type": kind or "application/x-www-form-urlencoded", "content-length": str(len(sent))}
        try:
            await self.app(self._scope("http", path, headers) | {"method": method}, receive, send)
        except Exception:
            if not received:
                raise
            log.exception("%s %s", method, path)  # the page says so too
        told = {name.decode(): value.decode() for name, value in received[0]["headers"]}
        await self._keep_cookie(told.get("set-cookie", ""))
        text = b"".join(message.get("body", b"") for message in received[1:])
        packed = told.get("content-encoding") == "gzip"  # a replay's pictures, for which nobody here need wait
        return received[0]["status"], told, (gzip.decompress(text) if packed else text).decode()

    def _scope(self, kind: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
        address = urlsplit(path)
        said = {"host": HERE, "origin": f"http://{HERE}", "accept-language": self._lang, **headers}
        if self._cookie:
            said["cookie"] = f"{COOKIE}={self._cookie}"
        return {
            # With 2.4 Starlette need not listen for a visitor who goes away while an answer is sent.
            "type": kind, "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1",
            "path": address.path, "raw_path": address.path.encode(), "query_string": address.query.encode(),
            "root_path": "", "scheme": "http" if kind == "http" else "ws", "server": (HERE, 80),
            "client": (HERE, 1), "headers": [(name.encode(), value.encode()) for name, value in said.items()],
        }  # fmt: skip

    async def _keep_cookie(self, said: str) -> None:
        if COOKIE not in (found := SimpleCookie(said)):
            return
        self._cookie = found[COOKIE].value
        await self.store.save_setting("cookie", self._cookie or None)

    def grounded(self, text: str) -> str:
        """With pictures where they lie as files."""
        found = re.search(r'<html lang="([a-z]+)', text[:200])
        if found:
            self._speaks = found[1]
        return SOURCE.sub(lambda at: f"{at[1]}{self._files}{self._speaks}/{at[2]}/", text)

    _speaks = "en"

    def builds(self) -> list[str]:
        """The versions of this app that tables here still need."""
        return sorted({kept.build for kept in self.store.kept() if not familiar(kept.match)})

    # --- for a server, later --------------------------------------------------------------------------------

    async def _finished(self, request: Request) -> Response:
        """How many tables there were here, and those that are over and were not handed in yet."""
        tables = self.store.kept()
        finished = [kept.match.id for kept in tables if kept.standing.phase == "over" and not kept.handed]
        return JSONResponse({"count": len(tables), "finished": finished})

    async def _whole(self, request: Request) -> Response:
        return JSONResponse(await self.store.whole(request.path_params["id"]))

    async def _handed(self, request: Request) -> Response:
        await self.store.mark_handed(request.path_params["id"])
        return JSONResponse({})

    async def _bring(self, request: Request) -> Response:
        """Tables from a file that was downloaded in another browser: replayed before they are believed."""
        try:
            file = msgspec.json.decode(await request.body(), type=Download)
        except msgspec.DecodeError:
            return JSONResponse({}, 400)
        person = await self.house.people.who(request)
        person = await self.house.people.named(person, person.name or (file.person.name if file.person else ""))
        counted = {"new": 0, "there": 0, "unreadable": 0}
        for told in file.games:
            counted[await self._brought(told, person.id)] += 1
        return JSONResponse(counted)

    async def _brought(self, told: HandedTable, person: str) -> str:
        try:
            table, events = replayed(told, person)
            await self.store.create(table.match, events, table.standing(), members_of(table))
        except Taken:
            return "there"
        except (Unfamiliar, NotReadable):
            return "unreadable"
        return "new"

    # --- sockets -----------------------------------------------------------------------------------------

    def connect(self, number: int, path: str, tell: Callable[[str, Any], None]) -> None:
        """A socket of the page: `tell("opened" | "heard" | "closed", …)`."""
        queue = self._sockets[number] = asyncio.Queue()
        queue.put_nowait({"type": "websocket.connect"})

        async def send(message: Message) -> None:
            if message["type"] == "websocket.accept":
                tell("opened", "")
            elif message["type"] == "websocket.send":
                tell("heard", self.grounded(message["text"]))
            else:
                tell("closed", message.get("code", 1000))

        async def run() -> None:
            await self.app(self._scope("websocket", path, {}) | {"subprotocols": []}, queue.get, send)
            self._sockets.pop(number, None)

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def say(self, number: int, text: str) -> None:
        if number in self._sockets:
            self._sockets[number].put_nowait({"type": "websocket.receive", "text": text})

    def hang_up(self, number: int) -> None:
        if number in self._sockets:
            self._sockets[number].put_nowait({"type": "websocket.disconnect", "code": 1001})


def familiar(match: Match) -> bool:
    return why_unfamiliar(match) is None


async def connect(socket: WebSocket) -> None:
    await live(socket.app.state.house, socket)
