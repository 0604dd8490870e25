"""Many live tables at once, played by real WebSocket clients; the same clients against boardgame.io's server.

Two regimes: paced (a table moves every five seconds, as people do) and saturated (everybody moves at once when it is
their turn). Afterwards every acknowledged move is looked up in the database, and every page's board is replayed.
"""

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from clients import Club, Game, Player
from idle import Idle, measure_idle
from measures import LoopLag, Usage, Watch, machine
from racers import Race, Racer, new_race
from report import save
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from servers import (
    HOST,
    Server,
    allow_many_sockets,
    boardgameio,
    free_port,
    install_boardgameio,
    side_by_side,
    spielkiste,
    stop_by_signal,
)
from tables import Audit, Kind, audit, seed

KINDS = (
    Kind("abraeumen", {}, people=1),
    Kind("cubus", {}, people=2),
    Kind("fuenf_gewinnt", {}, people=2),
    Kind("fuenfer_finden", {}, people=2),
    Kind("huetchenspieler", {}, people=2),
    Kind("knister", {"players": 2}, people=2),
    Kind("torris", {}, people=2),
    Kind("zahlenluchs", {"classic": True}, people=2),
    Kind("zahlenpoker", {}, people=2),
)
BETWEEN_MOVES = 5.0  # seconds at a table, on average, in the paced regime
WARM_UP = 3.0  # seconds of play that are not measured
CONNECTING = 120.0  # seconds, at most
ANSWERED = 30.0  # seconds, at most, until every move has its answer when nobody begins a new one
REGIMES = ("paced", "saturated")
IDLE_MIB = 2048  # that 20,000 idle tables may take


class Guest(Protocol):
    """A player of either server."""

    waiting: dict[Any, Any]

    @property
    def there(self) -> bool: ...

    async def run(self) -> None: ...

    def begin(self) -> None: ...

    async def leave(self) -> None: ...


@dataclass
class Measured:
    """One server under one regime."""

    server: str
    regime: str
    tables: int
    seconds: float
    moves_per_second: float
    acknowledged: dict[str, float]  # milliseconds, by percentile
    seen: dict[str, float]
    server_ms_per_move: float  # processor time, with that of pages opened for next games
    pages: int
    connecting_seconds: float  # until every page was shown its table, before anybody moved
    connecting_ms: float  # processor time of the server for each page
    visits: int  # pages opened for next games while it was measured
    clients_busy: float  # share of one core
    kib_per_table: float
    reconnects: int
    refusals: int
    loop_ms: float | None  # the event loop was no later 999 times of 1,000; None: nobody knows
    lost: int = 0
    doubled: int = 0
    check: str = ""


def paced() -> float:
    return random.uniform(0, 2 * BETWEEN_MOVES)


def at_once() -> float:
    return 0.0


def percentiles(seconds: Sequence[float]) -> dict[str, float]:
    """In milliseconds: the median, what 95 and 99 of 100 stay under, and the worst."""
    ordered = sorted(seconds) or [float("nan")]
    at = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {name: 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] for name, share in at.items()}


async def until(holds: Any, seconds: float, what: str) -> None:
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise RuntimeError(f"after {seconds:.0f} s still not {what}")
        await asyncio.sleep(0.1)


async def drive(
    server: Server,
    name: str,
    regime: str,
    tables: int,
    club: Club,
    guests: Sequence[Guest],
    seconds: float,
    watch: Watch,
) -> Measured:
    """Connects everybody, lets them play, measures, and lets the last moves be answered."""
    usage, meter = Usage(server), club.meter
    empty, busy, begun = usage.kib(), usage.seconds(), time.monotonic()
    watch.now(f"{name}, {regime}: connecting")
    club.resting = True
    tasks = [asyncio.create_task(guest.run()) for guest in guests]
    try:
        await until(lambda: all(guest.there for guest in guests), CONNECTING, "all connected")
        connecting, connecting_ms = time.monotonic() - begun, 1000 * (usage.seconds() - busy) / len(guests)
        watch.now(f"{name}, {regime}: {tables} tables play")
        club.resting = False
        for guest in guests:
            guest.begin()
        await watch.wait(WARM_UP)
        begun, busy, own = time.monotonic(), usage.seconds(), time.process_time()
        lag = await asyncio.to_thread(LoopLag, server.address)
        meter.running = True
        await watch.wait(seconds)
        meter.running = False
        took, busy, own = time.monotonic() - begun, usage.seconds() - busy, time.process_time() - own
        moves, full, late = len(meter.acknowledged), usage.kib(), await asyncio.to_thread(lag.milliseconds)
        club.resting = True
        await until(lambda: not any(guest.waiting for guest in guests), ANSWERED, "all answered")
        club.watched_until = time.time()  # clocks go on while pages leave
        await asyncio.sleep(2)  # the last updates are on their way
        club.leaving = True
        await asyncio.gather(*(guest.leave() for guest in guests))
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
    return Measured(
        server=name, regime=regime, tables=tables, seconds=took, moves_per_second=moves / took,
        acknowledged=percentiles(meter.acknowledged), seen=percentiles(meter.seen),
        server_ms_per_move=1000 * busy / max(1, moves), pages=len(guests), connecting_seconds=connecting,
        connecting_ms=connecting_ms, visits=club.visits, clients_busy=own / took, kib_per_table=(full - empty) / tables,
        reconnects=club.reconnects, refusals=len(club.refusals), loop_ms=late,
    )  # fmt: skip


async def measure_ours(
    asked: argparse.Namespace,
    regime: str,
    folder: Path,
    watch: Watch,
    file: str = "games",
    by_table: bool = False,
    cores: float | None = None,
) -> Measured:
    """With `by_table` the processes stand side by side, and all pages of a table come to the same. With `cores` all
    of them may use only so many."""
    database = asked.database or str(folder / f"{regime}-{file}.db")
    watch.now(f"Spielkiste, {regime}: making {asked.tables} tables")
    sittings = await seed(database, KINDS, asked.tables)
    settings = {"database": database, "broker": asked.broker, "cores": cores}
    ports, log = [free_port() for _ in range(asked.workers if by_table else 1)], folder / "spielkiste.log"
    alone = spielkiste(ports[0], log, asked.workers, **settings) if not by_table else None
    with alone or side_by_side(ports, log, **settings) as server:
        for port in ports:
            server.wait_until_there(port)
        others = tuple(f"{HOST}:{port}" for port in ports[1:])
        club = Club(server.address, paced if regime == "paced" else at_once, others=others, by_table=by_table)
        players = [
            Player(club, sitting.game, person, cookie, host=k == 0)
            for sitting in sittings
            for k, (person, cookie) in enumerate(sitting.people)
        ]
        measured = await drive(server, "Spielkiste", regime, asked.tables, club, players, asked.seconds, watch)
    watch.now(f"Spielkiste, {regime}: looking every move up")
    if asked.workers > 1:
        measured.loop_ms = None  # each process has one of its own
    found = await audit(database, games_of(players), club.watched_until)
    return checked(measured, found)


def games_of(players: Sequence[Player]) -> list[Game]:
    return list({game.table: game for player in players for game in player.games}.values())


def checked(measured: Measured, found: Audit) -> Measured:
    measured.lost, measured.doubled = found.missing + found.unasked, found.doubled
    measured.check = str(found)
    if not found.clean:
        measured.check += " – NOT CLEAN: " + "; ".join(found.problems[:3])
    return measured


async def measure_boardgameio(
    asked: argparse.Namespace, regime: str, folder: Path, watch: Watch, files: bool
) -> Measured:
    name = f"boardgame.io, {'files' if files else 'memory'}"
    kept = folder / f"files-{regime}" if files else None
    with boardgameio(free_port(), folder / "boardgameio.log", kept) as server:
        server.wait_until_there()
        watch.now(f"{name}, {regime}: making {asked.tables} matches")
        empty = Usage(server).kib()
        races = [await asyncio.to_thread(new_race, server.address) for _ in range(asked.tables)]
        made = Usage(server).kib()
        club = Club(server.address, paced if regime == "paced" else at_once)
        racers = [Racer(club, race, seat) for race in races for seat in (0, 1)]
        measured = await drive(server, name, regime, asked.tables, club, racers, asked.seconds, watch)
    measured.kib_per_table += (made - empty) / asked.tables  # its matches live in memory before anybody connects
    return checked_races(measured, list({race.id: race for racer in racers for race in racer.races}.values()))


def checked_races(measured: Measured, races: Sequence[Race]) -> Measured:
    """Its states are numbered by moves: as many as were acknowledged."""
    measured.lost = sum(max(0, race.acknowledged - race.state) for race in races)
    measured.doubled = sum(max(0, race.state - race.acknowledged) for race in races)
    measured.check = f"{sum(race.acknowledged for race in races):,} answered moves at {len(races):,} matches"
    return measured


async def run(asked: argparse.Namespace, watch: Watch, folder: Path) -> list[Measured]:
    """Takes turns, so that a noisy minute of the machine does not meet one server alone."""
    rows = []
    for regime in asked.regimes:
        rows.append(await measure_ours(asked, regime, folder, watch))
        if asked.compare:
            for files in (False, True):
                rows.append(await measure_boardgameio(asked, regime, folder, watch, files))
    return rows


def shown(rows: Sequence[Measured]) -> Table:
    table = Table(title="Live tables of two players; milliseconds")
    for name in ("server", "regime"):
        table.add_column(name)
    for name in (
        "moves/s",
        "ack p50",
        "p95",
        "p99",
        "max",
        "seen p99",
        "loop p99.9",
        "CPU/move",
        "/page",
        "KiB/table",
        "lost",
        "doubled",
    ):
        table.add_column(name, justify="right", no_wrap=True)
    for one in rows:
        times = [*one.acknowledged.values(), one.seen["p99"]]
        figures = [f"{one.moves_per_second:,.0f}", *(f"{ms:.1f}" for ms in times)]
        figures += ["–" if one.loop_ms is None else f"≤ {one.loop_ms:.0f}"]
        figures += [f"{one.server_ms_per_move:.2f}", f"{one.connecting_ms:.2f}"]
        table.add_row(one.server, one.regime, *figures, f"{one.kib_per_table:,.0f}", str(one.lost), str(one.doubled))
    return table


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500, help="live tables of two players (default: 500)")
    parser.add_argument("--seconds", type=float, default=30, help="measured in each regime (default: 30)")
    parser.add_argument("--database", help="postgresql://… or a file; default: a fresh SQLite file for each regime")
    parser.add_argument("--workers", type=int, default=1, help="server processes; more than one need --broker")
    parser.add_argument("--broker", help="redis://… or valkey://…")
    parser.add_argument("--regimes", nargs="+", choices=REGIMES, default=list(REGIMES))
    parser.add_argument("--idle", nargs="?", type=int, const=20_000, metavar="TABLES",
                        help="instead: the memory of tables that nobody plays at (20,000 unless told)")  # fmt: skip
    parser.add_argument("--alone", dest="compare", action="store_false", help="without boardgame.io")
    parser.add_argument("--dry", action="store_true", help="only print; keep bench/RESULTS.md as it is")
    return parser.parse_args()


def main() -> int:
    asked, console = arguments(), Console()
    allow_many_sockets()
    stop_by_signal()
    if asked.compare and asked.idle is None and (missing := install_boardgameio()):
        console.print(f"[yellow]Without boardgame.io: {missing}.[/]")
        asked.compare = False
    with (
        tempfile.TemporaryDirectory(prefix="spielkiste-load-") as folder,
        contextlib.suppress(KeyboardInterrupt),
        Progress(console=Console(stderr=True)) as progress,
    ):
        if asked.idle is not None:
            return rest(asked, console, Watch(progress, 0), Path(folder))
        return play(asked, console, progress, Path(folder))
    console.print("Stopped before the end: nothing is kept.")
    return 130


def play(asked: argparse.Namespace, console: Console, progress: Progress, folder: Path) -> int:
    runs = len(asked.regimes) * (3 if asked.compare else 1)
    rows = asyncio.run(run(asked, Watch(progress, runs * (WARM_UP + asked.seconds)), folder))
    progress.stop()
    console.print(shown(rows))
    for one in rows:
        console.print(f"{one.server}, {one.regime}: {one.check}", highlight=False)
    if not asked.dry:
        options = {name: getattr(asked, name) for name in ("tables", "seconds", "workers")}
        kept = {"database": (asked.database or "sqlite").partition(":")[0], "broker": bool(asked.broker)}
        save("load", {"machine": machine(), **options, **kept, "rows": [asdict(one) for one in rows]})
    return int(any(one.lost or one.doubled or "NOT CLEAN" in one.check for one in rows))


def rest(asked: argparse.Namespace, console: Console, watch: Watch, folder: Path) -> int:
    found: Idle = asyncio.run(measure_idle(asked.idle, KINDS, folder, watch))
    console.print(found)
    if not asked.dry:
        save("idle", {"machine": machine(), "wanted_mib": IDLE_MIB, **asdict(found)})
    return int(found.full_mib > IDLE_MIB)


if __name__ == "__main__":
    sys.exit(main())
