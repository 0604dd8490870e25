"""A real server in a process of its own, and visitors that speak to it as a page does: HTTP, then a WebSocket."""

import asyncio
import contextlib
import itertools
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

import httpx
import websockets
from websockets.asyncio.client import ClientConnection

from spielkiste.server.app import Settings

START = """
from spielkiste.core.room import all_rooms
from spielkiste.server.app import Settings
from spielkiste.server.serve import serve
for room in all_rooms().values():
    if {3} != 1 and (wait := room.card.patience):
        object.__setattr__(room.card, "patience", lambda *asked, wait=wait: {3} * wait(*asked))
serve(Settings(**{0!r}), "127.0.0.1", {1}, {2})
"""
PATIENCE = 30.0  # seconds to wait for the server to do something
QUICK = (0.0, 0.01)  # bots need not seem human here


def ports_of_this_process() -> Iterator[int]:
    """Each process of pytest-xdist has ports of its own: two could find the same one free before either listens.
    All are below those that the system gives to clients."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    ports = range(20_000 + worker, 32_000, workers)
    begin = os.getpid() * 12 % len(ports)  # another run of the tests begins elsewhere
    return itertools.cycle([*ports[begin:], *ports[:begin]])


PORTS = ports_of_this_process()


def csrf_in(page: str) -> str:
    """The token of the forms on a page."""
    found = re.search(r'name="csrf" value="([^"]+)"', page)
    assert found
    return found[1]


def free_port() -> int:
    """A port of this process on which nothing listens."""
    for port in PORTS:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no free port")


class Server:
    """A server that can be killed and started again on the same port and store. `patience`: how much of the time that
    a game's moves must wait for people's eyes they wait here."""

    def __init__(
        self, database: str, workers: int = 1, broker: str | None = None, patience: float = 1.0, **settings: Any
    ) -> None:
        self.patience = patience
        settings = {"warm": False, "bot_pause": QUICK, "rate": 100.0, "lots": False, "moment_seconds": 0.0, **settings}
        self.settings = asdict(Settings(database=database, broker=broker, **settings))
        self.workers, self.port = workers, free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.log: Path | None = None  # where its log goes; default: where that of the tests goes

    def start(self) -> None:
        command = [sys.executable, "-c", START.format(self.settings, self.port, self.workers, self.patience)]
        with self.log.open("ab") if self.log else nullcontext() as log:
            self.process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL, stderr=log)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.base}/me", timeout=1).status_code == 200:
                    return
            time.sleep(0.05)
        raise TimeoutError("the server does not answer")

    def kill(self) -> None:
        """As if the power had failed: the server and all its processes at once."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@contextlib.contextmanager
def serving(database: str, **settings: Any) -> Iterator[Server]:
    server = Server(database, **settings)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Visitor:
    """Somebody with a browser of their own: a cookie, and pages."""

    def __init__(self, base: str, lang: str = "en", tls: ssl.SSLContext | None = None) -> None:
        self.base, self.tls = base, tls
        self.lang = lang
        headers = {"origin": base, "accept-language": lang}
        self.http = httpx.AsyncClient(base_url=base, headers=headers, timeout=PATIENCE, verify=tls or True)

    async def token(self) -> str:
        return csrf_in((await self.http.get("/me")).text)

    async def open(self, slug: str, mode: str = "link", **fields: str) -> str:
        """Makes a table; its id."""
        data = {"csrf": await self.token(), "game": slug, "mode": mode, "name": "Anna", **fields}
        answer = await self.http.post("/tables", data=data)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    async def follow(self, link: str) -> httpx.Response:
        return await self.http.get(link.removeprefix(self.base), follow_redirects=True)

    def page(self, table: str) -> "Page":
        return Page(self, table)

    async def close(self) -> None:
        await self.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class Page:
    """An open page: keeps what it was told, as the client in the browser does."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor, self.table = visitor, table
        self.socket: ClientConnection | None = None
        self.heard: list[str] = []  # every frame, as it came
        self.number = -1
        self.updates = 0
        self.board: dict[str, Any] = {}
        self.parts: dict[str, str] = {}
        self.pieces: dict[str, list[str]] = {}  # of each part
        self.elements: list[str] = []
        self.turn = self.over = False
        self.clock: dict[str, Any] | None = None
        self.go: str | None = None
        self.answers: dict[str, dict[str, Any]] = {}

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.disconnect()

    async def connect(self, **headers: str) -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in self.visitor.http.cookies.items())
        address = f"{self.visitor.base.replace('http', 'ws')}/t/{self.table}/live"
        told = {"cookie": cookies, "origin": self.visitor.base, **headers}
        self.socket = await websockets.connect(
            address, additional_headers=told, compression=None, max_size=None, ssl=self.visitor.tls
        )
        updates = self.updates
        await self.ask(do="hello", last=self.number, lang=self.visitor.lang)
        await self.until(lambda: self.updates > updates)

    async def disconnect(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def say(self, **message: Any) -> str:
        """Sends a message without waiting; its id."""
        assert self.socket is not None
        message.setdefault("id", str(uuid.uuid4()))
        await self.socket.send(json.dumps(message))
        return str(message["id"])

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Sends a message and waits for its answer."""
        id = await self.say(**message)
        await self.until(lambda: id in self.answers)
        return self.answers.pop(id)

    async def play(self, move: str, seat: int | None = None) -> dict[str, Any]:
        seat = self.board["seat"] if seat is None else seat
        return await self.ask(do="play", seat=seat, move=move, after=self.number)

    async def until(self, holds: Any, patience: float = PATIENCE) -> None:
        """Listens until something is true."""
        async with asyncio.timeout(patience):
            while not holds():
                await self.listen()

    async def listen(self) -> None:
        assert self.socket is not None
        frame = str(await self.socket.recv())
        self.heard.append(frame)
        message = json.loads(frame)
        if message["is"] != "update":
            self.answers[message["id"]] = message
            message = message.get("update")
        if message is not None:
            self.learn(message)

    def learn(self, message: dict[str, Any]) -> None:
        """An update, alone or with an acknowledgement."""
        self.number = message["number"]
        self.updates += 1
        self.turn, self.over, self.clock = message["turn"], message["over"], message["clock"]
        self.go = message.get("go", self.go)
        for name, runs in message.get("parts", {}).items():
            self.pieces[name] = rebuilt(self.pieces.get(name, []), runs)
            self.parts[name] = "".join(self.pieces[name])
        if "board" in message:
            self.board = message["board"]
            self.elements = rebuilt(self.elements, message["board"]["svg"]["runs"])

    @property
    def svg(self) -> str:
        return f"{self.board['svg']['head']}{''.join(self.elements)}</svg>"

    @property
    def moves(self) -> list[str]:
        return [move for move, _ in self.board.get("paths", [])]


def rebuilt(before: list[str], runs: list[Any]) -> list[str]:
    """A picture's elements, or a part's pieces: new ones, and ranges of those from before."""
    stretches = [[run] if isinstance(run, str) else before[slice(*run)] for run in runs]
    return [one for stretch in stretches for one in stretch]
