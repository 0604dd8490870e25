"""Kills the server again and again under play, and looks whether anything was lost.

People and bots play several games, some with clocks. At random moments the server gets kill -9 and is started anew.
Afterwards every acknowledged move must be in the log exactly once, and every table must go on.
"""

import argparse
import asyncio
import platform
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path

from clients import Club, Game, Player
from servers import Server, allow_many_sockets, free_port, spielkiste
from tables import Audit, Kind, Sitting, audit, moves_in, seed
from trials import asking, tried

from spielkiste.server.events import Event
from spielkiste.server.store import Store

KINDS = (
    Kind("zahlenluchs", {"classic": True}, people=2),
    Kind("torris", {}, people=1, bots=1),
    Kind("fuenfer_finden", {"hourglass": 10}, people=2),  # a clock that everybody plays against
    Kind("zahlenluchs", {"classic": True}, people=2, asleep=1, turn_seconds=2),  # a clock for each turn
    Kind("zahlenpoker", {}, people=2),
    Kind("knister", {"players": 2}, people=1, bots=1),
    Kind("fuenf_gewinnt", {}, people=1, bots=1),
    Kind("huetchenspieler", {}, people=1, bots=1),
)
BETWEEN_KILLS = (0.1, 2.5)  # seconds a server lives after it took its first connection
KILLED_EARLY = 0.1  # share of the servers that are killed while they start
EARLY = 1.5  # seconds
BOT_PAUSE = (0.05, 0.2)  # so that bots move between two kills
OVERDUE = 5.0  # seconds a deadline may be past, on a busy machine
LOG_SHOWN = 3000  # characters
ORPHANS = 5.0  # seconds after which nothing of a killed server may be left


def pace() -> float:
    return random.uniform(0.02, 0.3)


@dataclass
class Report:
    """What was done, and what was found wrong."""

    kills: int = 0
    seconds: float = 0.0
    reconnects: int = 0
    games: int = 0
    bot_moves: int = 0
    clock_moves: int = 0
    leftovers: int = 0  # servers that left processes behind
    stuck: list[str] = field(default_factory=list)
    overdue: list[str] = field(default_factory=list)
    audit: Audit = field(default_factory=Audit)
    log: str = ""  # the end of what the servers wrote

    @property
    def ok(self) -> bool:
        return self.audit.clean and not self.stuck and not self.overdue and not self.leftovers

    def __str__(self) -> str:
        wrong = [*self.stuck, *self.overdue, *self.audit.problems[:5], *([] if self.ok else [self.log])]
        return "\n".join(
            [
                f"{self.kills} kills in {self.seconds:.0f} s, {self.reconnects:,} reconnects, {self.games} games; "
                f"{self.bot_moves:,} moves of bots, {self.clock_moves:,} of clocks and time limits.",
                f"{self.audit}.",
                f"{len(self.stuck)} tables stuck, {len(self.overdue)} clocks overdue, "
                f"{self.leftovers} servers left processes behind.",
                *wrong,
            ]
        )


def run(
    kills: int = 200,
    tables: int = 24,
    seconds: tuple[float, float] = BETWEEN_KILLS,
    patience: float = 60.0,
    database: str | None = None,
    killed: Callable[[], object] = lambda: None,
) -> Report:
    """Kills a server so many times under play; `seconds` it may live between, `patience` for the tables to go on."""
    allow_many_sockets()
    with tempfile.TemporaryDirectory(prefix="spielkiste-crash-") as folder:
        place = Path(folder)
        return asyncio.run(
            Run(database or str(place / "crash.db"), place / "log", seconds, killed).go(kills, tables, patience)
        )


class Run:
    """One run: its players stay, its servers come and go."""

    def __init__(self, database: str, log: Path, seconds: tuple[float, float], killed: Callable[[], object]) -> None:
        self.database, self.log, self.seconds, self.killed = database, log, seconds, killed
        self.port = free_port()
        self.report = Report()
        self._left = inf  # when the pages were left: of what bots did afterwards nobody was told

    async def go(self, kills: int, tables: int, patience: float) -> Report:
        begun = time.monotonic()
        sittings = await seed(self.database, KINDS, tables)
        club = Club(f"127.0.0.1:{self.port}", pace)
        players = [
            Player(club, sitting.game, person, cookie, host=k == 0)
            for sitting in sittings
            for k, (person, cookie) in enumerate(sitting.people)
        ]
        tasks = [asyncio.create_task(player.run()) for player in players]
        try:
            for _ in range(kills):
                await self._one_life()
            with self._server() as server:
                await asyncio.to_thread(server.wait_until_there)
                await self._see_them_go_on(sittings, players, club, patience)
        finally:
            for task in tasks:
                task.cancel()
        games = list({game.table: game for player in players for game in player.games}.values())
        self.report.reconnects, self.report.games = club.reconnects, len(games)
        self.report.audit = await audit(self.database, games, self._left)
        await self._count(games)
        self.report.seconds = time.monotonic() - begun
        self.report.log = self.log.read_text(encoding="utf-8", errors="replace")[-LOG_SHOWN:]
        return self.report

    def _server(self) -> Server:
        return spielkiste(self.port, self.log, database=self.database, bot_pause=BOT_PAUSE)

    async def _one_life(self) -> None:
        """A server starts, serves for a while, and is killed."""
        with self._server() as server:
            if random.random() < KILLED_EARLY:
                await asyncio.sleep(random.uniform(0, EARLY))
            else:
                await asyncio.to_thread(server.wait_until_there)
                await asyncio.sleep(random.uniform(*self.seconds))
            server.kill()
            self.report.kills += 1
            self.report.leftovers += await asyncio.to_thread(server.left_behind, ORPHANS)
        self.killed()

    async def _see_them_go_on(
        self, sittings: Sequence[Sitting], players: Sequence[Player], club: Club, patience: float
    ) -> None:
        """Every table must get on without another kill: by people, bots and clocks, whoever is to act."""
        async with await Store.open(self.database) as store:
            begun = {game.table: len(await store.events(game.table)) for game in current(players)}
            end = time.monotonic() + patience
            while (stuck := await self._still(store, sittings, players, begun)) and time.monotonic() < end:
                await asyncio.sleep(0.2)
            self.report.stuck = stuck
            self.report.overdue = [f"{id} is overdue" for id in await store.due(time.time() - OVERDUE)]
        club.resting = True
        while any(player.waiting for player in players) and time.monotonic() < end:
            await asyncio.sleep(0.1)
        self._left = time.time()
        await asyncio.sleep(1)  # the last updates are on their way
        club.leaving = True
        await asyncio.gather(*(player.leave() for player in players))

    async def _still(
        self, store: Store, sittings: Sequence[Sitting], players: Sequence[Player], begun: dict[str, int]
    ) -> list[str]:
        """The tables where nothing has happened since the last start, or no bot moved where one plays."""
        kinds = {sitting.people[0][0]: sitting.kind for sitting in sittings}
        still = []
        for player in players:
            kind = kinds.get(player.person)
            if kind is None:
                continue
            game = player.game
            events = await store.events(game.table)
            standing = await store.standing(game.table)
            fresh = [event for event in events[begun.get(game.table, 0) :] if moves_in(event)]
            alone = [event for event in fresh if not event.by]
            over = standing is not None and standing.phase == "over"
            if not over and (not fresh or ((kind.bots or kind.asleep) and not alone)):
                still.append(f"{kind.slug} {game.table}: {len(fresh)} moves since the last start")
        return still

    async def _count(self, games: Sequence[Game]) -> None:
        """What the server did by itself."""
        async with await Store.open(self.database) as store:
            for game in games:
                match = await store.match(game.table)
                for event in await store.events(game.table):
                    if moves_in(event) and not event.by:
                        of_clock = clocks(event) or (match is not None and match.turn_seconds is not None)
                        self.report.clock_moves += of_clock
                        self.report.bot_moves += not of_clock


def current(players: Sequence[Player]) -> list[Game]:
    return list({player.game.table: player.game for player in players}.values())


def clocks(event: Event) -> bool:
    return moves_in(event)[0][0] < 0


def main() -> int:
    parser = asking(__doc__)
    parser.add_argument("--kills", type=int, default=200, help="how often the server is killed (default: 200)")
    parser.add_argument("--tables", type=int, default=24, help="tables in play (default: 24)")
    parser.add_argument("--database", help="postgresql://… or a file; default: a fresh SQLite file")
    asked = parser.parse_args()

    def killing(done: Callable[[int], None]) -> Report:
        return run(asked.kills, asked.tables, database=asked.database, killed=lambda: done(1))

    return tried("killing the server", asked.kills, killing, None if asked.dry else partial(keep, asked=asked))


def keep(report: Report, asked: argparse.Namespace) -> None:
    from report import save

    found = report.audit
    save(
        "crash",
        {
            "machine": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}.",
            "tables": asked.tables, "kills": report.kills, "seconds": report.seconds, "games": report.games,
            "database": (asked.database or "sqlite").partition(":")[0], "reconnects": report.reconnects,
            "acknowledged": found.acknowledged, "missing": found.missing, "doubled": found.doubled,
            "unasked": found.unasked, "pictures": found.pictures, "wrong_pictures": found.wrong_pictures,
            "bot_moves": report.bot_moves, "clock_moves": report.clock_moves, "stuck": len(report.stuck),
            "overdue": len(report.overdue), "leftovers": report.leftovers,
        },
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
