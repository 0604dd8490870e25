"""Hundreds of thousands of refused connections while people play: memory must stay flat, and nobody may notice.

Upgrades to WebSockets that are refused in every way, requests that are refused, and connections that break off, sent by
raw sockets from many addresses to a server with its usual limits. Meanwhile people move without a pause long enough for
a full collection of garbage.
"""

import asyncio
import itertools
import multiprocessing
import socket
import struct
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from clients import Club, Player
from fuzz import memory_of
from load import percentiles, until
from measures import LoopLag, Usage, busy_machine
from servers import HOST, Server, allow_many_sockets, free_port, spielkiste
from tables import Kind, Sitting, seed
from trials import asking, tried

COUNT = 400_000
TABLES = 2  # of two people each
PACE = 0.5  # seconds before a move
AT_ONCE = 8  # connections at a time; more than the server's backlog fill it
AGAIN = 0.9  # seconds to connect: the system has asked a second time, as it does after one
PATIENCE = 20.0  # seconds until an answer counts as missing
TOLD_EVERY = 100  # attempts, after which the server's memory is looked at
SHOWN = 10  # wrong answers
SETTLED = 0.1  # of all attempts, after which memory has to be flat: caches are full then
GROWTH = 16.0  # MiB it may still differ by: less than 42 bytes for each of the usual number of attempts
ADDRESSES = [f"127.1.{high}.{low}" for high in range(4) for low in range(256)]  # each is below its limit
TOO_QUICK = "127.0.0.2"  # where more comes from than one address may send
KINDS = (Kind("torris", {}, people=2), Kind("zahlenpoker", {}, people=2))

RESET = struct.pack("ii", 1, 0)  # SO_LINGER: closing breaks the connection off
GOODBYE = b"\x88\x82\0\0\0\0\x03\xe8"  # a masked close frame with code 1000


class Attempt(NamedTuple):
    """What is sent, and how the connection ends."""

    sent: bytes
    answer: bytes = b""  # how the answer begins; nothing: none is waited for
    then: bytes = b""  # sent after the answer
    breaks_off: bool = False  # whether the connection is reset instead of waiting for its end
    address: str = ""  # where it comes from; nothing: from any


def upgrade(table: str = "nowhere", leave_out: str = "", **headers: str) -> bytes:
    """A page's request for its live connection."""
    usual = {
        "Host": "here", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Origin": "http://here",
    }  # fmt: skip
    told = {name: value for name, value in (usual | headers).items() if name != leave_out}
    lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return f"GET /t/{table}/live HTTP/1.1\r\n{lines}\r\n".encode()


def request(method: str, path: str, headers: str = "") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n{headers}\r\n".encode()


def attempts(sitting: Sitting) -> dict[str, Attempt]:
    """Every way to be refused, and to leave; the table's first player is let in."""
    table, cookie = sitting.game.table, f"spielkiste={sitting.people[0][1]}"
    mine = upgrade(table, Cookie=cookie)
    return {
        "no such table": Attempt(upgrade(), b"HTTP/1.1 101", GOODBYE),
        "another's table": Attempt(upgrade(table), b"HTTP/1.1 101", GOODBYE),
        "another's table, broken off": Attempt(upgrade(table), b"HTTP/1.1 101", breaks_off=True),
        "a wrong cookie": Attempt(upgrade(table, Cookie="spielkiste=x.y"), b"HTTP/1.1 101", GOODBYE),
        "no table's id": Attempt(upgrade("a" * 65), b"HTTP/1.1 403"),
        "another origin": Attempt(upgrade(table, Origin="http://elsewhere.example"), b"HTTP/1.1 403"),
        "too quick": Attempt(upgrade(table), b"HTTP/1.1 ", breaks_off=True, address=TOO_QUICK),
        "an endless address": Attempt(upgrade("a" * 3000), b"HTTP/1.1 403"),
        "an address beyond the parser": Attempt(upgrade("a" * 10_000), b"HTTP/1.1 4"),
        "no key": Attempt(upgrade(leave_out="Sec-WebSocket-Key"), b"HTTP/1.1 400"),
        "another version": Attempt(upgrade(**{"Sec-WebSocket-Version": "7"}), b"HTTP/1.1 400"),
        "a chunked upgrade": Attempt(upgrade(**{"Transfer-Encoding": "chunked"}), b"HTTP/1.1 411"),
        "an endless header": Attempt(upgrade(Cookie="a" * 10_000), b"HTTP/1.1 400"),
        "upgrade broken off": Attempt(mine, breaks_off=True),
        "half an upgrade": Attempt(mine[:60], breaks_off=True),
        "a page that breaks off": Attempt(mine, b"HTTP/1.1 101", breaks_off=True),
        "a page that says goodbye": Attempt(mine, b"HTTP/1.1 101", GOODBYE),
        "a page that does not mask": Attempt(mine, b"HTTP/1.1 101", b"\x81\x03one"),
        "no HTTP": Attempt(b"\x16\x03\x01\x02\0\x01\0\r\n\r\n", b"HTTP/1.1 400"),
        "no such page": Attempt(request("GET", "/nothing"), b"HTTP/1.1 404"),
        "no such method": Attempt(request("PUT", "/me"), b"HTTP/1.1 405"),
        "an endless path": Attempt(request("GET", "/" + "a" * 3000), b"HTTP/1.1 414"),
        "a body too large": Attempt(request("POST", "/tables", "Content-Length: 99999999\r\n"), b"HTTP/1.1 413"),
        "a form without a token": Attempt(request("POST", "/tables", "Content-Length: 0\r\n"), b"HTTP/1.1 4"),
        "a good request": Attempt(request("GET", "/healthz"), b"HTTP/1.1 200"),
        "a request broken off": Attempt(request("GET", "/nothing"), breaks_off=True),
        "half a form": Attempt(request("POST", "/tables", "Content-Length: 9\r\n") + b"abc", breaks_off=True),
        "nothing": Attempt(b""),
        "nothing, broken off": Attempt(b"", breaks_off=True),
    }  # fmt: skip


class Tried(NamedTuple):
    """What came of a connection."""

    connecting: float  # seconds
    wrong: str  # what was wrong with its answer, if anything


def try_once(port: int, attempt: Attempt, address: str) -> Tried:
    """Makes one connection to its end."""
    begun = time.monotonic()
    with socket.create_connection((HOST, port), PATIENCE, (attempt.address or address, 0)) as connection:
        connecting = time.monotonic() - begun
        connection.sendall(attempt.sent)
        heard = connection.recv(65_536) if attempt.answer else b""
        wrong = "" if heard.startswith(attempt.answer) else f"answered {heard[:40]!r}"
        if attempt.then:
            connection.sendall(attempt.then)
        if attempt.breaks_off:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        while heard and not attempt.breaks_off:
            heard = connection.recv(65_536)
    return Tried(connecting, wrong)


# --- the flood, in a process of its own ---------------------------------------------------------------


def flood(port: int, kinds: Mapping[str, Attempt], count: int, at_once: int, told: "Connection[Told, None]") -> None:
    """So many attempts of all kinds in turn; tells now and then how many were made, and what was answered wrongly."""
    numbers, wrong, again = itertools.count(), list[str](), list[float]()
    names = list(kinds)

    def work() -> None:
        while (number := next(numbers)) < count:
            name, address = names[number % len(names)], ADDRESSES[number // len(names) % len(ADDRESSES)]
            try:
                connecting, problem = try_once(port, kinds[name], address)
            except ConnectionError:
                continue  # the server may break a connection off as well
            except OSError as error:
                connecting, problem = 0.0, str(error)
            if connecting > AGAIN:
                again.append(connecting)
            if problem:
                wrong.append(f"{name}: {problem}")
            if number % TOLD_EVERY == TOLD_EVERY - 1:
                told.send(Told(number + 1, len(again), wrong[:SHOWN]))

    threads = [threading.Thread(target=work) for _ in range(at_once)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told.send(Told(count, len(again), wrong[:SHOWN], done=True))


class Told(NamedTuple):
    """How far the flood is."""

    attempts: int
    again: int  # of them had to ask for a connection more than once
    wrong: list[str]
    done: bool = False


# --- a run --------------------------------------------------------------------------------------------


@dataclass
class Report:
    """What was sent, and what it did to the server and to those who play."""

    attempts: int = 0
    kinds: int = 0
    at_once: int = AT_ONCE
    again: int = 0  # attempts that had to ask for a connection more than once
    server_ms: float = 0.0  # processor time of the server for each
    seconds: float = 0.0
    memory: list[tuple[int, float]] = field(default_factory=list)  # attempts so far, and MiB of the server
    acknowledged: dict[str, float] = field(default_factory=dict)  # milliseconds, by percentile
    moves: int = 0
    loop_ms: float | None = None  # the event loop was no later 999 times of 1,000
    wrong: list[str] = field(default_factory=list)

    @property
    def settled(self) -> float:
        """MiB once all that is kept for a while has come."""
        return next((mib for attempts, mib in self.memory if attempts >= SETTLED * self.attempts), 0.0)

    @property
    def growth(self) -> float:
        """MiB the server grew by at most after that."""
        later = [mib for attempts, mib in self.memory if attempts >= SETTLED * self.attempts]
        return max(later, default=0.0) - self.settled

    @property
    def ok(self) -> bool:
        return not self.wrong and self.moves > 0 and self.growth <= GROWTH

    def __str__(self) -> str:
        ack = ", ".join(f"{name} {ms:.1f}" for name, ms in self.acknowledged.items())
        return "\n".join(
            [
                f"{self.attempts:,} attempts of {self.kinds} kinds in {self.seconds:.0f} s, {self.at_once} at a time, "
                f"{self.server_ms:.2f} ms of the server's time each; {self.again:,} had to ask more than once.",
                f"The server has {self.memory[0][1]:.0f} MiB before, {self.settled:.0f} MiB after a tenth of them and "
                f"grows by {self.growth:.1f} MiB at most from there.",
                f"{self.moves:,} moves meanwhile, acknowledged within (ms) {ack}; the event loop is late by at most "
                f"{self.loop_ms or 0:.1f} ms 999 times of 1,000.",
                *self.wrong,
            ]
        )


def run(count: int = COUNT, at_once: int = AT_ONCE, done: Callable[[int], object] = lambda attempts: None) -> Report:
    """So many attempts while people play."""
    allow_many_sockets()
    with tempfile.TemporaryDirectory(prefix="spielkiste-upgrades-") as folder:
        database, log = str(Path(folder) / "games.db"), Path(folder) / "log"
        sittings = asyncio.run(seed(database, KINDS, TABLES))
        with spielkiste(free_port(), log, database=database, rate=1.0) as server:
            server.wait_until_there()
            report = Report(count, at_once=at_once)
            asyncio.run(measure(server, sittings, report, done))
            return report


async def measure(server: Server, sittings: Sequence[Sitting], report: Report, done: Callable[[int], object]) -> None:
    kinds = attempts(sittings[0])
    report.kinds, club = len(kinds), Club(server.address, lambda: PACE)
    players = [
        Player(club, sitting.game, person, cookie, host=k == 0)
        for sitting in sittings
        for k, (person, cookie) in enumerate(sitting.people)
    ]
    tasks = [asyncio.create_task(player.run()) for player in players]
    try:
        await until(lambda: all(player.there for player in players), PATIENCE, "all connected")
        lag, usage, club.meter.running = LoopLag(server.address), Usage(server), True
        begun, busy = time.monotonic(), usage.seconds()
        with flooding(server.port, kinds, report) as told_by:
            await asyncio.to_thread(watch, server, told_by, report, done)
        report.seconds, report.loop_ms = time.monotonic() - begun, lag.milliseconds()
        report.server_ms = 1000 * (usage.seconds() - busy) / report.attempts
    finally:
        club.resting = club.leaving = True
        await asyncio.gather(*(player.leave() for player in players), return_exceptions=True)
        await asyncio.wait(tasks, timeout=PATIENCE)
    report.acknowledged, report.moves = percentiles(club.meter.acknowledged), len(club.meter.acknowledged)


@contextmanager
def flooding(port: int, kinds: Mapping[str, Attempt], report: Report) -> Iterator["Connection[None, Told]"]:
    """The flood while it is needed; where it tells how far it is."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=flood, args=(port, kinds, report.attempts, report.at_once, there), daemon=True
    )
    process.start()
    there.close()  # so that its end is noticed here
    try:
        yield here
    finally:
        process.kill()
        process.join()


def watch(server: Server, told_by: "Connection[None, Told]", report: Report, done: Callable[[int], object]) -> None:
    """Looks at the server's memory until the flood is over."""
    pid, made, over = server.process.pid, 0, False
    report.memory.append((0, memory_of(pid)))
    while not over:
        told = told_by.recv()
        done(max(0, told.attempts - made))
        made, over, report.again, report.wrong = max(made, told.attempts), told.done, told.again, told.wrong
        report.memory.append((made, memory_of(pid)))


def main() -> int:
    parser = asking(__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help=f"how many attempts (default: {COUNT:,})")
    parser.add_argument("--at-once", type=int, default=AT_ONCE, help=f"connections at a time (default: {AT_ONCE})")
    asked = parser.parse_args()
    return tried("refused upgrades", asked.count, partial(run, asked.count, asked.at_once), None if asked.dry else keep)


def keep(report: Report) -> None:
    from report import save

    save(
        "upgrades",
        {
            "machine": busy_machine(), "attempts": report.attempts, "kinds": report.kinds, "at_once": report.at_once,
            "seconds": report.seconds, "server_ms": report.server_ms, "again": report.again,
            "before": report.memory[0][1], "settled": report.settled, "growth": report.growth, "wanted": GROWTH,
            "moves": report.moves, "acknowledged": report.acknowledged, "loop_ms": report.loop_ms,
        },
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
