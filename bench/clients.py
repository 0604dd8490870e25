"""Players for the load and the crash test: they connect as a page does, wait for their turn, move at random and note
every acknowledgement. A lost connection is opened again, and what was not answered is sent again, unchanged."""

import asyncio
import random
import time
import uuid
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

RETRY = 0.1  # seconds before a lost connection is tried again
SECOND_THOUGHT = 0.3  # seconds before another move is tried after a refusal


class Board(msgspec.Struct):
    """What a player needs of the board on the wire."""

    seat: int | None
    svg: dict[str, Any]
    paths: list[tuple[str, list[str]]]


class Told(msgspec.Struct):
    """A message of the server."""

    kind: str = msgspec.field(name="is", default="update")
    number: int = -1
    id: str = ""
    why: str = ""
    board: Board | None = None
    turn: bool = False
    over: bool = False
    go: str | None = None
    update: "Told | None" = None  # with an acknowledgement
    again: bool = False  # refused only for the moment


def home_of(person: str) -> tuple[str, int]:
    """A loopback address for each person: the server lets one address begin only so much at once."""
    number = crc32(person.encode())
    return f"127.{1 + (number >> 16) % 254}.{(number >> 8) % 256}.{1 + number % 254}", 0


decode = msgspec.json.Decoder(Told).decode
encode = msgspec.json.Encoder().encode


class Move(NamedTuple):
    """A move that was acknowledged, with the number it is stored as."""

    person: str
    id: str
    seat: int
    move: str
    number: int


class Shown(NamedTuple):
    """The newest picture a page has, and the number of the update it came with."""

    person: str
    seat: int | None
    number: int
    parts: list[str]


@dataclass
class Meter:
    """Latencies in seconds of moves that were sent while it runs."""

    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)  # by the opponent
    running: bool = False


@dataclass
class Club:
    """What all players of a run share: how fast they play, and whether they still begin new moves."""

    host: str
    pace: Callable[[], float]  # seconds before a move
    meter: Meter = field(default_factory=Meter)
    resting: bool = False
    leaving: bool = False
    watched_until: float = inf  # by the server's clock: of what happened later not every page need have been told
    again: bool = True  # whether a new game follows an old one
    reconnects: int = 0
    visits: int = 0  # pages opened while the meter runs
    others: tuple[str, ...] = ()  # servers of the same tables; a page comes to any of them …
    by_table: bool = False  # … or all pages of a table to the same, as behind a proxy that tells tables apart
    refusals: list[str] = field(default_factory=list)

    def host_of(self, table: str) -> str:
        """Where a page of a table is opened."""
        hosts = (self.host, *self.others)
        return hosts[crc32(table.encode()) % len(hosts)] if self.by_table else random.choice(hosts)


@dataclass
class Game:
    """One table as its players know it."""

    table: str
    moves: list[Move] = field(default_factory=list)
    shown: dict[str, Shown] = field(default_factory=dict)
    sent_at: float | None = None  # when the newest move was sent; None once its opponent has seen it
    sent_by: str = ""
    follows: "Game | None" = None


class Player:
    """One person with one open page."""

    def __init__(self, club: Club, game: Game, person: str, cookie: str, host: bool) -> None:
        self.club, self.game, self.person, self.cookie, self.host = club, game, person, cookie, host
        self.games = [game]
        self.waiting: dict[str, tuple[dict[str, Any], float]] = {}  # what was not answered yet, and when it was sent
        self._parts: list[str] = []
        self._paths: list[tuple[str, list[str]]] = []
        self._seat: int | None = None
        self._number = -1
        self._turn = self._over = self._opened = False
        self._asked_again = False  # both have to ask for another game
        self._go: str | None = None  # where the next game is
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._socket: ClientConnection | None = None

    @property
    def there(self) -> bool:
        """Whether the page has been shown its table."""
        return self._number >= 0

    async def run(self) -> None:
        """Plays until everybody leaves; whenever the connection is lost, it is opened again."""
        while not self.club.leaving:
            game, self._opened = self.game, False
            try:
                host = self.club.host_of(game.table)
                address = f"ws://{host}/t/{game.table}/live"
                headers = {"cookie": f"spielkiste={self.cookie}", "origin": f"http://{host}"}
                async with connect(address, additional_headers=headers, compression=None, open_timeout=60, proxy=None,
                                   ping_interval=None, max_size=None, local_addr=home_of(self.person),
                                   ) as self._socket:  # fmt: skip
                    await self._visit(self._socket)
            except (OSError, WebSocketException, TimeoutError):
                pass
            if self._timer:
                self._timer.cancel()
            if self.game is game and not self.club.leaving:
                self.club.reconnects += self._opened
                await asyncio.sleep(RETRY)

    def begin(self) -> None:
        """From now on it plays."""
        self._think(self.club.pace())

    async def leave(self) -> None:
        if self._socket:
            await self._socket.close()

    async def _visit(self, socket: ClientConnection) -> None:
        self._opened = True
        self.club.visits += self.club.meter.running
        await self._send({"do": "hello", "last": self._number, "lang": "de", "id": str(uuid.uuid4())})
        for message, _ in list(self.waiting.values()):
            await self._send(message)
        async for text in self._frames(socket):
            told = decode(text)
            if told.kind == "update":
                self._updated(told)
            elif told.kind == "ack" and told.id in self.waiting:
                self._acknowledged(told)
            elif told.kind == "refused" and told.id in self.waiting:
                self._refused(told)
            if told.update is not None:
                self._updated(told.update)
            if self.club.leaving or (self._go and self._follow(self._go)):
                return

    def _frames(self, socket: ClientConnection) -> AsyncIterator[str | bytes]:
        """What the server says until the connection ends."""
        return aiter(socket)

    # --- in ----------------------------------------------------------------------------------------

    def _updated(self, told: Told) -> None:
        game, meter = self.game, self.club.meter
        if game.sent_at is not None and game.sent_by != self.person and told.number > self._number >= 0:
            if meter.running:
                meter.seen.append(time.perf_counter() - game.sent_at)
            game.sent_at = None
        self._number, self._turn, self._over, self._go = told.number, told.turn, told.over, told.go
        if told.board is not None:
            self._parts = patched(self._parts, told.board.svg["runs"])
            self._paths, self._seat = told.board.paths, told.board.seat
            game.shown[self.person] = Shown(self.person, self._seat, told.number, self._parts)
        elif self.person in game.shown:
            game.shown[self.person] = game.shown[self.person]._replace(number=told.number)
        self._think(self.club.pace())

    def _acknowledged(self, told: Told) -> None:
        message, sent_at = self.waiting.pop(told.id)
        if message["do"] == "play":
            self.game.moves.append(Move(self.person, told.id, message["seat"], message["move"], told.number))
            if self.club.meter.running:
                self.club.meter.acknowledged.append(time.perf_counter() - sent_at)
        self._think(self.club.pace())  # the update may have come before

    def _refused(self, told: Told) -> None:
        if told.again:  # the very same is sent again: it may have been stored after all
            self._begin(self._send_again(told.id))
            return
        self.waiting.pop(told.id)
        self.club.refusals.append(told.why)
        self._think(SECOND_THOUGHT)

    def _follow(self, go: str) -> bool:
        """Moves on to the table of the next game."""
        table = go.removeprefix("/t/")
        if not self.club.again or self.club.resting or self.waiting or table == self.game.table:
            return False
        following = self.game.follows or Game(table)
        self.game.follows = following
        self.game = following
        self.games.append(following)
        self._number, self._parts, self._paths = -1, [], []
        self._turn, self._over, self._go, self._asked_again = False, False, None, False
        return True

    # --- out ---------------------------------------------------------------------------------------

    def _think(self, seconds: float) -> None:
        """Moves a while later, if it is this player's turn then."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._wish() is None:
            return
        if seconds:
            self._timer = asyncio.get_running_loop().call_later(seconds, lambda: self._begin(self._move()))
        else:
            self._begin(self._move())

    async def _send_again(self, id: str) -> None:
        await asyncio.sleep(SECOND_THOUGHT)
        if id in self.waiting:
            await self._send(self.waiting[id][0])

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _move(self) -> None:
        message = self._wish()
        if message is None:
            return
        now = time.perf_counter()
        self._asked_again = message["do"] == "rematch"
        message["id"] = str(uuid.uuid4())
        self.waiting[message["id"]] = message, now
        self.game.sent_at, self.game.sent_by = now, self.person
        await self._send(message)

    def _wish(self) -> dict[str, Any] | None:
        """What this player would say now: a move at random, or once more; None while there is nothing to say."""
        if self.waiting or self.club.resting:
            return None
        if self._over:
            return None if self._asked_again or self._go or not self.club.again else {"do": "rematch"}
        if not self._turn or not self._paths:
            return None
        return {"do": "play", "seat": self._seat, "move": random.choice(self._paths)[0], "after": self._number}

    async def _send(self, message: dict[str, Any]) -> None:
        try:
            if self._socket:
                await self._socket.send(encode(message), text=True)
        except WebSocketException:
            return  # it waits for the next connection


class Onlooker:
    """One person who opens a page, sees the table, and does nothing more; where files run short the page is left."""

    def __init__(self, club: Club, table: str, cookie: str, stays: bool) -> None:
        self.club, self.table, self.stays = club, table, stays
        self._headers = {"cookie": f"spielkiste={cookie}", "origin": f"http://{club.host}"}
        self._socket: ClientConnection | None = None

    async def come(self) -> None:
        """Returns when the page has been shown its table."""
        address = f"ws://{self.club.host}/t/{self.table}/live"
        self._socket = await connect(address, additional_headers=self._headers, compression=None, open_timeout=120,
                                     ping_interval=None, max_size=None, proxy=None)  # fmt: skip
        hello = {"do": "hello", "last": -1, "lang": "de", "id": str(uuid.uuid4())}
        await self._socket.send(encode(hello), text=True)
        while '"board":' not in str(await self._socket.recv()):
            pass
        if not self.stays:
            await self.leave()

    async def ping(self) -> None:
        """Asks whether anybody is there, as a page does that is seen."""
        if self._socket:
            id = str(uuid.uuid4())
            await self._socket.send(encode({"do": "ping", "id": id}), text=True)
            while id not in str(await self._socket.recv()):
                pass

    async def leave(self) -> None:
        if self._socket:
            await self._socket.close()


def patched(old: list[str], runs: list[Any]) -> list[str]:
    """The elements of a picture: new ones are texts, kept ones [from, to) of the old list."""
    new: list[str] = []
    for run in runs:
        if isinstance(run, str):
            new.append(run)
        else:
            new += old[run[0] : run[1]]
    return new
