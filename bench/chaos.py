"""Everything goes wrong at once, and nobody may notice more than a pause.

Three servers share PostgreSQL and Valkey (or Redis); people, bots and clocks play, spread over all three. One fault
after the other: servers killed and frozen, the broker and the database gone, a full disk, a clock that jumps; meanwhile
pages that never read, requests that never end, and people who hand in the games they played offline. Afterwards every
acknowledged move must be in the log exactly once, every page must show what replay shows, every game handed in must be
there once, nothing may have been answered with 500, and nobody who was there may have been called away.
"""

import argparse
import asyncio
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import crash
import httpx
import psycopg
import redis
from clients import Club, Player
from crash import BOT_PAUSE, KINDS, pace
from measures import busy_machine
from offline_people import OfflinePerson, Visits, short_games
from offline_people import audit as audit_visits
from servers import HOST, Server, allow_many_sockets, free_port, spielkiste
from tables import Kind, Sitting, audit, seed
from trials import asking, tried
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from server import services

SERVERS = 3
TABLES = 24
DEAD_AFTER = 8.0  # seconds without a word after which a page takes its connection for dead, as the client does
CALM = 2.0  # seconds a move may wait while all is well
AFTERMATH = 5.0  # seconds of play after a fault
COMING = 10.0  # seconds for everybody to open the page of a new game
PATIENCE = 60.0  # seconds for everything to be well again after a fault
DISK = 192  # MiB for the database
NEVER_READING, HALF_REQUESTS = 12, 40
OFFLINE = 2  # people who come with a game they played offline, at a time
FAKETIME = sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))  # Debian: faketime
JUMPS = ("+1h", "-10m", "+0")
CALLED_AWAY = r"data-do=\"absent\""  # as it stands in a message


class Guest(Player):
    """A player whose page does as the real one: it gives a silent connection up, and comes back at any server."""

    called_away = 0
    alone = False  # somebody at this table never opens the page
    _known: tuple[str, float] = ("", 0.0)  # the table, and since when this page is there

    async def _frames(self, socket: ClientConnection) -> AsyncIterator[str | bytes]:
        asked = False
        while True:
            try:
                async with asyncio.timeout(DEAD_AFTER):
                    text = await socket.recv()
            except TimeoutError:
                if self.waiting or asked:
                    socket.transport.abort()
                    return
                asked = True
                await self._send({"do": "ping", "id": "still-there"})
                continue
            asked = False
            self.called_away += CALLED_AWAY in str(text) and self._all_here()
            yield text

    def _all_here(self) -> bool:
        """Whether everybody has had time to come to this table; who plays here at all never leaves it."""
        if self._known[0] != self.game.table:
            self._known = self.game.table, time.monotonic()
        return not self.alone and time.monotonic() - self._known[1] > COMING


UNREADABLE = "cannot be replayed or shown"  # as the server's log says it


@dataclass
class Report(crash.Report):
    """What was done, fault by fault, and what was found wrong."""

    faults: list[dict[str, Any]] = field(default_factory=list)
    called_away: int = 0
    not_tried: list[str] = field(default_factory=list)
    memory: float = 0.0  # MiB of the largest server at the end
    wishes: Counter[int] = field(default_factory=Counter)  # tips and reviews asked for, by the status of the answer
    visits: Visits = field(default_factory=Visits)  # of people who played offline
    unreadable: int = 0  # tables that a server could not replay or show

    @property
    def ok(self) -> bool:
        calm = all(one["calm_after"] < PATIENCE for one in self.faults)
        sound = not self.called_away and not self.wishes[500] and not self.unreadable
        return super().ok and sound and calm and self.visits.clean

    def __str__(self) -> str:
        rows = [
            f"  {one['name']:34} {one['acknowledged']:6,} moves acknowledged, longest wait {one['longest']:5.1f} s, "
            f"all well {one['calm_after']:.1f} s after it"
            for one in self.faults
        ]
        return "\n".join(
            [
                *rows,
                *(f"  not tried: {what}" for what in self.not_tried),
                f"{self.called_away} times somebody present was called away; the largest server has "
                f"{self.memory:.0f} MiB.",
                f"{self.wishes.total():,} tips and reviews were asked for, {self.wishes[200]:,} given, "
                f"{self.wishes[500]} answered with 500. {self.unreadable} tables could not be replayed or shown.",
                str(self.visits),
                *self.visits.problems[:5],
                super().__str__(),
            ]
        )


class Fault(NamedTuple):
    """One thing that goes wrong, and is well again when its function returns."""

    name: str
    happens: Callable[["Chaos"], Awaitable[None]]


class Chaos(crash.Run):
    """One run: its players stay, everything else comes and goes."""

    report: Report

    def __init__(
        self, folder: Path, postgres: services.Postgres, valkey: services.Valkey, scale: float, servers: int = SERVERS
    ) -> None:
        super().__init__(services.new_database(postgres.url, "chaos"), folder / "log", (0, 0), lambda: None)
        self.report = Report()
        self.folder, self.postgres, self.valkey, self.scale = folder, postgres, valkey, scale
        self.clock = folder / "clock"
        self.clock.write_text("+0", encoding="ascii")
        self.ports = [free_port() for _ in range(servers)]
        self.servers: list[Server] = []
        self._left = 0.0  # when all pages were closed
        self.players: list[Guest] = []
        self.club = Club(f"{HOST}:{self.ports[0]}", pace, others=tuple(f"{HOST}:{port}" for port in self.ports[1:]))

    # --- servers ------------------------------------------------------------------------------------------

    def start(self, number: int) -> Server:
        """A server; the clock of the last one can be made to jump."""
        environment: dict[str, str] = {}
        if number == len(self.ports) - 1 and FAKETIME:
            environment = {
                "LD_PRELOAD": str(FAKETIME[0]), "FAKETIME_TIMESTAMP_FILE": str(self.clock),
                "FAKETIME_CACHE_DURATION": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            }  # fmt: skip
        return spielkiste(
            self.ports[number], self.log, environment=environment, database=self.database, broker=self.valkey.url,
            bot_pause=BOT_PAUSE, address=f"http://{self.club.host}",
        )  # fmt: skip

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds * self.scale)

    # --- a run --------------------------------------------------------------------------------------------

    async def all_of_it(
        self, faults: Sequence[Fault], kinds: Sequence[Kind], tables: int, done: Callable[[], object]
    ) -> Report:
        short_games()  # before anything else waits: they take seconds to be played
        begun = time.monotonic()
        sittings = await seed(self.database, kinds, tables)
        self.servers = [self.start(number) for number in range(len(self.ports))]
        try:
            for server in self.servers:
                await asyncio.to_thread(server.wait_until_there)
            self.players = [guest(self.club, sitting, k) for sitting in sittings for k in range(len(sitting.people))]
            async with in_background(*(player.run() for player in self.players)):
                await self._suffer(faults, sittings, done)
        finally:
            for server in self.servers:
                server.stop()
        await self._judge()
        self.report.seconds = time.monotonic() - begun
        return self.report

    async def _suffer(self, faults: Sequence[Fault], sittings: Sequence[Sitting], done: Callable[[], object]) -> None:
        self.club.meter.running = True
        async with in_background(*(kind(self, sittings) for kind in TRAFFIC)):
            await self._until_calm()
            for fault in faults:
                await self._one(fault)
                done()
        await self._see_them_go_on(sittings, self.players, self.club, PATIENCE)
        self._left = time.time() - CALM
        self.report.memory = max(memory_of(server.process.pid) for server in self.servers)

    async def _one(self, fault: Fault) -> None:
        """A fault, and the time until everything is well again."""
        acknowledged = self.club.meter.acknowledged
        before = len(acknowledged)
        await fault.happens(self)
        over = time.monotonic()
        await self._until_calm()
        calm_after = time.monotonic() - over
        await self.pause(AFTERMATH)
        waits = acknowledged[before:] or [0.0]
        self.report.faults.append(
            {"name": fault.name, "acknowledged": len(acknowledged) - before, "longest": max(waits),
             "calm_after": calm_after}
        )  # fmt: skip

    async def _until_calm(self) -> None:
        """Until everybody has had a page again (some are always on their way to the next game), and no move has waited
        for long."""
        end, gone = time.monotonic() + PATIENCE, set(self.players)
        while time.monotonic() < end:
            late = time.perf_counter() - CALM
            waiting = [sent for player in self.players for _, sent in player.waiting.values() if sent < late]
            gone -= {player for player in gone if player.there}
            if not waiting and not gone:
                return
            await asyncio.sleep(0.05)

    async def _judge(self) -> None:
        games = list({game.table: game for player in self.players for game in player.games}.values())
        self.report.reconnects, self.report.games = self.club.reconnects, len(games)
        self.report.called_away = sum(player.called_away for player in self.players)
        self.report.audit = await audit(self.database, games, self._left)
        await audit_visits(self.database, self.report.visits)
        await self._count(games)
        log = self.log.read_text(encoding="utf-8", errors="replace")
        self.report.unreadable = log.count(UNREADABLE)
        shown = log.find(UNREADABLE) if self.report.unreadable else len(log) - crash.LOG_SHOWN
        self.report.log = log[max(shown - 100, 0) :][: crash.LOG_SHOWN]


def guest(club: Club, sitting: Sitting, number: int) -> Guest:
    person, cookie = sitting.people[number]
    made = Guest(club, sitting.game, person, cookie, host=number == 0)
    made.alone = sitting.kind.asleep > 0
    return made


@contextlib.asynccontextmanager
async def in_background(*work: Any) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def memory_of(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


# --- what goes on meanwhile, besides play -----------------------------------------------------------------


async def never_read(run: Chaos, sittings: Sequence[Sitting]) -> None:
    """Pages that are open and never read a word; when one is thrown out, it comes back."""

    async def one(sitting: Sitting) -> None:
        headers = {"cookie": f"spielkiste={sitting.people[0][1]}", "origin": f"http://{run.club.host}"}
        while True:
            host = random.choice((run.club.host, *run.club.others))
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                address = f"ws://{host}/t/{sitting.game.table}/live"
                async with connect(address, additional_headers=headers, max_queue=1, proxy=None) as socket:
                    for number in range(10**9):
                        await socket.send(f'{{"do":"hello","id":"h{number}"}}')
                        await asyncio.sleep(0.5)
            await asyncio.sleep(1)

    await asyncio.gather(*(one(random.choice(sittings)) for _ in range(NEVER_READING)))


async def half_requests(run: Chaos, sittings: Sequence[Sitting]) -> None:
    """Requests that begin and do not go on."""

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection(HOST, random.choice(run.ports))
                writer.write(b"POST /tables HTTP/1.1\r\nHost: here\r\nContent-Length: 500\r\n")
                await asyncio.sleep(random.uniform(5, 30))
                writer.close()
            await asyncio.sleep(0.2)

    await asyncio.gather(*(one() for _ in range(HALF_REQUESTS)))


async def ask_for_tips(run: Chaos, sittings: Sequence[Sitting]) -> None:
    """People who ask what would be good: a tip in mid-game, a review of a game that is over."""
    async with httpx.AsyncClient(timeout=30) as http:
        while True:
            player = random.choice(run.players)
            game, host = random.choice(player.games), random.choice((run.club.host, *run.club.others))
            with contextlib.suppress(httpx.HTTPError):
                await one_wish(http, f"http://{host}/t/{game.table}", player.cookie, run.report.wishes)
            await run.pause(0.2)


async def one_wish(http: httpx.AsyncClient, table: str, cookie: str, wishes: Counter[int]) -> None:
    headers = {"cookie": f"spielkiste={cookie}"}
    wishes[(await http.get(f"{table}/tip", headers=headers)).status_code] += 1
    replay = (await http.get(f"{table}/replay", headers=headers)).headers.get("location")
    if replay:
        address = httpx.URL(table).join(f"{replay}/review")
        wishes[(await http.get(address, headers=headers)).status_code] += 1


async def hand_in_games(run: Chaos, sittings: Sequence[Sitting]) -> None:
    """People who hand in a game they played offline, and look at it."""
    hosts = (run.club.host, *run.club.others)

    async def visit_after_visit() -> None:
        while True:
            await OfflinePerson(hosts, run.report.visits).visit()
            await run.pause(0.5)

    await asyncio.gather(*(visit_after_visit() for _ in range(OFFLINE)))


# More kinds of traffic are added here: each is run from the beginning to the end of all faults.
TRAFFIC: tuple[Callable[[Chaos, Sequence[Sitting]], Awaitable[None]], ...] = (
    never_read, half_requests, ask_for_tips, hand_in_games,
)  # fmt: skip


# --- what goes wrong --------------------------------------------------------------------------------------


async def kill(run: Chaos) -> None:
    number = random.randrange(len(run.servers))
    run.servers[number].kill()
    run.report.kills += 1
    run.report.leftovers += await asyncio.to_thread(run.servers[number].left_behind, crash.ORPHANS)
    run.servers[number] = run.start(number)
    await asyncio.to_thread(run.servers[number].wait_until_there)


async def freeze(run: Chaos, seconds: float) -> None:
    pid = random.choice(run.servers).process.pid
    os.kill(pid, signal.SIGSTOP)
    try:
        await run.pause(seconds)
    finally:
        os.kill(pid, signal.SIGCONT)


async def lose_broker(run: Chaos, seconds: float) -> None:
    await asyncio.to_thread(run.valkey.stop)
    await run.pause(seconds)
    await asyncio.to_thread(run.valkey.start)


async def flush_broker(run: Chaos) -> None:
    """Everything in it is forgotten, and all who listen are thrown out."""
    with redis.Redis.from_url(run.valkey.url) as client:
        client.flushall()
        client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")


async def restart_database(run: Chaos, how: signal.Signals, seconds: float) -> None:
    await asyncio.to_thread(run.postgres.stop, how)
    await run.pause(seconds)
    await asyncio.to_thread(run.postgres.start)


async def fill_disk(run: Chaos, seconds: float) -> None:
    """No room for one byte more where the database is; its log of changes needs some at once."""
    ballast = run.folder / "disk" / "ballast"
    await asyncio.to_thread(write_until_full, ballast)
    with contextlib.suppress(psycopg.Error), psycopg.connect(run.postgres.url, autocommit=True) as connection:
        for _ in range(20):
            connection.execute("SELECT pg_switch_wal()")
            connection.execute("CREATE TABLE IF NOT EXISTS ballast (text text)")
            connection.execute("INSERT INTO ballast SELECT repeat('x', 5000) FROM generate_series(1, 200)")
    await run.pause(seconds)
    ballast.unlink()
    if not run.postgres.running:
        await asyncio.to_thread(run.postgres.start)


def write_until_full(file: Path) -> None:
    with contextlib.suppress(OSError), file.open("wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(65536))


async def jump(run: Chaos, seconds: float) -> None:
    """The clock of one server goes ahead, back, and right again."""
    for offset in JUMPS:
        run.clock.write_text(offset, encoding="ascii")
        await run.pause(seconds)


FAULTS = (
    Fault("a server killed (kill -9)", kill),
    Fault("a server frozen for 20 s (SIGSTOP)", partial(freeze, seconds=20)),
    Fault("broker killed", partial(lose_broker, seconds=0)),
    Fault("broker flushed, listeners thrown out", flush_broker),
    Fault("broker gone for 30 s", partial(lose_broker, seconds=30)),
    Fault("PostgreSQL restarted, fast", partial(restart_database, how=signal.SIGINT, seconds=0)),
    Fault("PostgreSQL restarted, immediately", partial(restart_database, how=signal.SIGQUIT, seconds=0)),
    Fault("PostgreSQL gone for 25 s", partial(restart_database, how=signal.SIGINT, seconds=25)),
)
ON_A_DISK = Fault("disk full for 15 s", partial(fill_disk, seconds=15))
WITH_A_CLOCK = Fault("a server's clock 1 h ahead, 10 min back", partial(jump, seconds=8))


@contextlib.contextmanager
def disk(folder: Path) -> Iterator[bool]:
    """A small file system for the database, if one may be made here; else a folder."""
    place = folder / "disk"
    place.mkdir()
    made = shutil.which("mount") is not None and not subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "tmpfs", str(place)], stderr=subprocess.DEVNULL
    ).returncode  # fmt: skip
    try:
        yield made
    finally:
        if made:
            subprocess.run(["umount", str(place)], check=True)


def run(
    faults: Sequence[Fault], rounds: int = 1, tables: int = TABLES, scale: float = 1.0, kinds: Sequence[Kind] = KINDS,
    done: Callable[[], object] = lambda: None, servers: int = SERVERS,
) -> Report:  # fmt: skip
    """All faults so many times, in any order; `scale` shortens how long they last."""
    allow_many_sockets()
    user = services.humble_user()
    with services.folder(user) as folder, disk(folder) as small, services.valkey() as valkey:
        if user:
            shutil.chown(folder / "disk", user)
        postgres = services.Postgres(folder / "disk", user)
        postgres.start("max_connections=200")
        try:
            chaos = Chaos(folder, postgres, valkey, scale, servers)
            possible, chaos.report.not_tried = possible_faults(faults, small)
            order = [fault for _ in range(rounds) for fault in random.sample(possible, len(possible))]
            return asyncio.run(chaos.all_of_it(order, kinds, tables, done))
        finally:
            postgres.stop()


def possible_faults(faults: Sequence[Fault], small_disk: bool) -> tuple[list[Fault], list[str]]:
    """Those that can be tried on this machine, and why the others cannot."""
    reasons = {
        ON_A_DISK.name: "" if small_disk else "only root may make a small file system",
        WITH_A_CLOCK.name: "" if FAKETIME else "libfaketime is not installed (Debian: faketime)",
    }
    missing = {fault.name: reasons[fault.name] for fault in faults if reasons.get(fault.name)}
    return [fault for fault in faults if fault.name not in missing], [f"{a} ({b})" for a, b in missing.items()]


EVERYTHING = (*FAULTS, ON_A_DISK, WITH_A_CLOCK)


def main() -> int:
    parser = asking(__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="how often each fault happens (default: 3)")
    parser.add_argument("--tables", type=int, default=TABLES, help=f"tables in play (default: {TABLES})")
    parser.add_argument("--scale", type=float, default=1.0, help="how long faults last, of the usual time (default: 1)")
    parser.add_argument("--only", metavar="WORD", default="", help="only faults whose name has this in it")
    asked = parser.parse_args()
    faults = [fault for fault in EVERYTHING if asked.only in fault.name]

    def breaking(done: Callable[[int], None]) -> Report:
        return run(faults, asked.rounds, asked.tables, asked.scale, done=lambda: done(1))

    steps = asked.rounds * len(faults)
    return tried("breaking things", steps, breaking, None if asked.dry else partial(keep, asked=asked))


def keep(report: Report, asked: argparse.Namespace) -> None:
    from report import save

    found = report.audit
    save(
        "chaos",
        {
            "machine": busy_machine(),
            "tables": asked.tables, "seconds": report.seconds, "games": report.games, "reconnects": report.reconnects,
            "acknowledged": found.acknowledged, "missing": found.missing, "doubled": found.doubled,
            "unasked": found.unasked, "pictures": found.pictures, "wrong_pictures": found.wrong_pictures,
            "behind": found.behind, "bot_moves": report.bot_moves, "clock_moves": report.clock_moves,
            "stuck": len(report.stuck), "overdue": len(report.overdue), "leftovers": report.leftovers,
            "called_away": report.called_away, "memory": report.memory, "scale": asked.scale,
            "not_tried": report.not_tried, "faults": report.faults, "asked": report.wishes.total(),
            "given": report.wishes[200], "handed_in": len(report.visits.handed), "lost": report.visits.missing,
            "handed_in_twice": report.visits.doubled, "leaked": report.visits.leaked,
            "answers": report.visits.answers.total(), "faults_500": report.visits.answers[500] + report.wishes[500],
        },
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
