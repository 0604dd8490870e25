"""Players for boardgame.io's server: its socket.io protocol over a plain WebSocket, a race on 5 by 5, random moves.

A move is answered by the new state, sent to both players; that counts as its acknowledgement.
"""

import asyncio
import json
import random
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from clients import Club
from servers import lobby
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

SIDE = 5
SPACE = "/race,"  # the game's socket.io namespace
PING, PONG, OPEN, EVENT = "2", "3", "0", "42" + SPACE  # engine.io's and socket.io's packet types

decode = msgspec.json.Decoder().decode
encode = msgspec.json.Encoder().encode
Cells = Sequence[dict[str, int] | None]


@dataclass
class Race:
    """One match as its players know it."""

    id: str
    credentials: list[str]
    acknowledged: int = 0
    state: int = 0  # the newest number of its state that a player was told
    sent_at: float | None = None
    sent_by: int = -1
    follows: "asyncio.Future[Race] | None" = None


def post(address: str, body: dict[str, Any]) -> Any:
    request = urllib.request.Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def new_race(host: str) -> Race:
    """A match with two players, made as its lobby makes one."""
    name, _, port = host.partition(":")
    games = f"http://{name}:{lobby(int(port))}/games/race"
    id = post(f"{games}/create", {"numPlayers": 2})["matchID"]
    joined = [post(f"{games}/{id}/join", {"playerID": str(k), "playerName": f"P{k}"}) for k in (0, 1)]
    return Race(id, [one["playerCredentials"] for one in joined])


class Racer:
    """One player with one connection."""

    def __init__(self, club: Club, race: Race, seat: int) -> None:
        self.club, self.race, self.seat = club, race, seat
        self.races = [race]
        self.waiting: dict[int, float] = {}  # number of the state the move was made in, and when it was sent
        self._state: dict[str, Any] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._socket: ClientConnection | None = None

    @property
    def there(self) -> bool:
        return self._state is not None

    async def run(self) -> None:
        """Plays until everybody leaves."""
        while not self.club.leaving:
            race = self.race
            try:
                address = f"ws://{self.club.host}/socket.io/?EIO=4&transport=websocket"
                async with connect(address, compression=None, open_timeout=60, ping_interval=None, max_size=None,
                                   proxy=None) as self._socket:  # fmt: skip
                    await self._visit(self._socket)
            except (OSError, WebSocketException, TimeoutError):
                pass
            if self.race is race and not self.club.leaving:
                self.club.reconnects += 1
                await asyncio.sleep(0.1)

    def begin(self) -> None:
        """From now on it plays."""
        self._think(self.club.pace())

    async def leave(self) -> None:
        if self._socket:
            await self._socket.close()

    async def _visit(self, socket: ClientConnection) -> None:
        self.club.visits += self.club.meter.running
        async for text in socket:
            assert isinstance(text, str)
            if text == PING:
                await socket.send(PONG)
            elif text.startswith(OPEN):
                await socket.send("40" + SPACE)
            elif text.startswith("40"):
                await self._emit("sync", self.race.id, str(self.seat), self.race.credentials[self.seat], 2)
            elif text.startswith(EVENT):
                name, _, told = decode(text[len(EVENT) :])[:3]
                if name in ("sync", "update"):
                    self._updated(told["state"] if name == "sync" else told)
            if self.club.leaving or (self._over() and await self._follow()):
                return

    def _updated(self, state: dict[str, Any]) -> None:
        race, meter, number, now = self.race, self.club.meter, state["_stateID"], time.perf_counter()
        sent_at = self.waiting.pop(number - 1, None)
        if sent_at is not None:
            race.acknowledged += 1
            if meter.running:
                meter.acknowledged.append(now - sent_at)
        elif race.sent_at is not None and race.sent_by != self.seat and number > race.state:
            if meter.running:
                meter.seen.append(now - race.sent_at)
            race.sent_at = None
        self._state, race.state = state, max(race.state, number)
        self._think(self.club.pace())

    def _over(self) -> bool:
        return self._state is not None and "gameover" in self._state["ctx"]

    async def _follow(self) -> bool:
        """Goes on to a new match, which whoever comes first makes."""
        if self.club.resting or self.waiting:
            return False
        if self.race.follows is None:
            self.race.follows = asyncio.ensure_future(asyncio.to_thread(new_race, self.club.host))
        self.race = await asyncio.shield(self.race.follows)
        self.races.append(self.race)
        self._state = None
        return True

    def _think(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        state = self._state
        mine = state is not None and state["ctx"]["currentPlayer"] == str(self.seat) and not self._over()
        if not mine or self.waiting or self.club.resting:
            return
        if seconds:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._begin)
        else:
            self._begin()

    def _begin(self) -> None:
        task = asyncio.get_running_loop().create_task(self._move())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _move(self) -> None:
        if self.waiting or self._state is None or self.club.resting:
            return
        race, number = self.race, self._state["_stateID"]
        step = random.choice(steps(self._state["G"]["cells"], self.seat, self._state["G"]["die"]))
        self.waiting[number] = race.sent_at = time.perf_counter()
        race.sent_by = self.seat
        payload = {
            "type": "step", "args": step, "playerID": str(self.seat), "credentials": race.credentials[self.seat]
        }  # fmt: skip
        await self._emit("update", {"type": "MAKE_MOVE", "payload": payload}, number, race.id, str(self.seat))

    async def _emit(self, *event: Any) -> None:
        if self._socket:
            await self._socket.send(EVENT + encode(event).decode())


def steps(cells: Cells, seat: int, die: int) -> list[tuple[int, int]]:
    """The moves of a player: with the stone of the die's number, or its nearest neighbours if that is gone."""
    mine = {stone["number"]: cell for cell, stone in enumerate(cells) if stone and stone["seat"] == seat}
    below, above = [n for n in mine if n < die], [n for n in mine if n > die]
    numbers = [die] if die in mine else ([max(below)] if below else []) + ([min(above)] if above else [])
    forward = 1 if seat == 0 else -1
    found = []
    for cell in (mine[number] for number in numbers):
        for right, down in ((1, 0), (0, 1), (1, 1)):
            column, row = cell % SIDE + forward * right, cell // SIDE + forward * down
            if 0 <= column < SIDE and 0 <= row < SIDE:
                found.append((cell, row * SIDE + column))
    return found
