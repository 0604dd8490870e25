"""What a move costs the server, game by game: pages in this very process, everything real but the sockets.

The processor time of all threads is counted from the messages of a move at each table until every page has been told,
and the bytes that were sent; `store` are the statements and the thread that commits, `rest` asyncio and what lies
between the stages.
`--mixed` plays all games at the same time, as a server does: code and tables leave the processor's caches, and what is
kept for one table is pushed out by others. `--profile` shows where it goes; `--class` plays rounds of Knister with 60
people.
"""

import argparse
import asyncio
import cProfile
import gc
import pstats
import random
import secrets
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table as Shown

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.server import desk, live_connection
from spielkiste.server.app import ServerHouse, Settings
from spielkiste.server.appender import Appender
from spielkiste.server.events import Person
from spielkiste.server.live_connection import LiveConnection
from spielkiste.server.serve import GARBAGE
from spielkiste.server.table import Seat, Table

NAMES = ("Anna", "Ben", "Clara", "David", "Emil", "Fee")
FREE = 1e9  # messages a second: nobody is refused here
WARM_UP = 0.25  # of the moves are not measured
OPTIONS = {"knister": {"players": 2}}  # as in the load test: somebody else's sheet is drawn too
PATIENCE = 60.0  # seconds that are said to have passed: in some games everybody must have had time to look


class Socket:
    """A page's end of a connection that only counts."""

    class url:  # noqa: N801 - as a WebSocket has it
        scheme, netloc = "ws", "localhost"

    def __init__(self) -> None:
        self.headers: Mapping[str, str] = {"host": "localhost"}
        self.bytes = 0

    ready = True

    def write(self, text: bytes) -> None:
        self.bytes += len(text)

    async def read(self) -> str:
        raise NotImplementedError("what it says is given to its page")

    async def close(self, code: int = 1000) -> None:
        raise RuntimeError(f"the server closed a page with {code}")


@dataclass
class Cost:
    """Of the moves of one game."""

    moves: int = 0
    seconds: float = 0.0
    bytes: int = 0
    pages: int = 0
    connecting: float = 0.0  # seconds for all pages
    stages: defaultdict[str, float] = field(
        default_factory=lambda: defaultdict(float)
    )  # seconds of the event loop's thread, by what was done


class Stages:
    """How long the event loop's thread is in each stage of a move, what others take within it left out."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._open = [0.0]  # what was spent in stages within each open one
        self._same_work: list[float] = []  # seconds for always the same

    def look_at_the_machine(self) -> None:
        begun = time.thread_time()
        sorted(str(k) for k in range(1000))
        self._same_work.append(time.thread_time() - begun)

    @property
    def slowness(self) -> float:
        """How many times longer the same work took than at its best: others use the machine's caches too."""
        return sum(self._same_work) / len(self._same_work) / min(self._same_work)

    def watch(self, owner: Any, name: str, stage: str) -> None:
        """From now on a function of a module or class is measured as (part of) a stage."""
        plain = getattr(owner, name)

        @wraps(plain)
        def measured(*arguments: Any, **named: Any) -> Any:
            begun = time.thread_time()
            self._open.append(0.0)
            try:
                return plain(*arguments, **named)
            finally:
                took = time.thread_time() - begun
                self.seconds[stage] += took - self._open.pop()
                self._open[-1] += took

        setattr(owner, name, measured)

    def watch_all(self) -> None:
        self.watch(desk, "decide", "rules")
        self.watch(desk, "preview", "rules")
        self.watch(live_connection, "facts", "facts")
        self.watch(LiveConnection, "_changed_parts", "parts")
        self.watch(live_connection, "board", "board")
        self.watch(LiveConnection, "_changed_board", "runs")
        self.watch(live_connection, "encode", "encoding")
        self.watch(Appender, "_begin", "store")


class Party:
    """A running table and its open pages."""

    def __init__(self, house: ServerHouse, table: Table, people: Sequence[str]) -> None:
        self.house, self.id = house, table.match.id
        self.sockets = [Socket() for _ in people]
        self.pages = [
            LiveConnection(house, socket, Person(person, "", "de", 0.0, 0.0), self.id, socket)  # type: ignore[arg-type]  # a socket that only counts
            for socket, person in zip(self.sockets, people, strict=True)
        ]
        self.tasks: list[asyncio.Task[None]] = []
        for page in self.pages:
            page._bucket.burst = page._bucket.per_second = page._bucket._left = FREE

    async def connect(self) -> None:
        for page in self.pages:
            self.tasks.append(asyncio.create_task(listen(page)))
        await asyncio.sleep(0)
        for page in self.pages:
            await self.house.presence.come(self.id, page.person.id)
            await page._hear('{"id":"hello","do":"hello","lang":"de"}')
        await self.told()

    async def told(self) -> None:
        """Waits until every page knows of the newest event."""
        number = self.table.number
        while any(page.number < number for page in self.pages):
            await asyncio.sleep(0 if len(self.pages) < 10 else 0.01)

    @property
    def table(self) -> Table:
        found = self.house.desk._tables.get(self.id)
        assert found is not None, "it was opened here"
        return found

    @property
    def sent(self) -> int:
        return sum(socket.bytes for socket in self.sockets)

    async def leave(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def listen(page: LiveConnection) -> None:
    async with page.house.broker.subscribe(page.id) as numbers:
        numbers.at_once = page.tell_at_once
        await page._tell(numbers)


async def sit(house: ServerHouse, slug: str, options: Mapping[str, Any]) -> Party:
    players = sk.game(slug, **options).players
    people = [secrets.token_urlsafe(12) for _ in range(players)]
    mark = secrets.token_hex(2)  # tables have names of their own
    names = [f"{NAMES[k % len(NAMES)]} {mark}{k}" for k in range(players)]
    seats = {k: Seat("person", person, names[k]) for k, person in enumerate(people)}
    table = await house.desk.open(slug, options, people[0], seats, start=True)
    return Party(house, table, people)


def wish(party: Party, rng: random.Random) -> tuple[LiveConnection, str] | None:
    """A move at random, chosen without warming the table's own state; None at the end."""
    state = State(party.table.game, party.table.state.data)
    seats = [seat for seat in state.turn if seat >= 0]
    if party.table.phase != "running" or not seats:
        return None
    seat = rng.choice(seats)
    move = rng.choice(list(state.paths(seat)) or state.moves(seat))
    message = {"id": secrets.token_hex(8), "do": "play", "seat": seat, "move": move, "after": party.table.number}
    person = party.table.seats[seat].person  # the lot may have moved everybody
    page = next(page for page in party.pages if page.person.id == person)
    return page, msgspec.json.encode(message).decode()


async def play(parties: Sequence[Party], rng: random.Random, cost: Cost | None, stages: Stages) -> None:
    """One move at each of the tables, all at once, as under load; without a cost it is not measured."""
    wishes = [(party, asked) for party in parties if (asked := wish(party, rng))]
    for party in parties:
        party.table.since -= PATIENCE
    before = [party.table.number for party, _ in wishes]
    sent, spent = sum(party.sent for party in parties), stages.seconds.copy()
    begun, own = time.process_time(), time.thread_time()
    await asyncio.gather(*(page._hear(text) for _, (page, text) in wishes))
    await asyncio.gather(*(party.told() for party, _ in wishes))
    took, own = time.process_time() - begun, time.thread_time() - own
    stages.look_at_the_machine()
    if cost is not None:
        cost.seconds += took
        cost.moves += sum(party.table.number > number for (party, _), number in zip(wishes, before, strict=True))
        cost.bytes += sum(party.sent for party in parties) - sent
        for stage, seconds in stages.seconds.items():
            cost.stages[stage] += seconds - spent[stage]
        cost.stages["store"] += took - own


async def measure(
    house: ServerHouse,
    slugs: Sequence[str],
    asked: argparse.Namespace,
    stages: Stages,
    profile: cProfile.Profile | None,
) -> Cost:
    """So many moves at each table, as many tables of each game; where one has ended, another is begun."""
    cost, rng = Cost(), random.Random(asked.seed)
    parties: list[Party] = []
    for k in range(asked.moves):
        parties = [party for party in parties if party.table.phase == "running"]
        running = Counter(party.table.match.slug for party in parties)
        parties += [await seated(house, slug, cost) for slug in slugs for _ in range(asked.tables - running[slug])]
        rng.shuffle(parties)
        measured = k >= WARM_UP * asked.moves
        if profile and measured:
            profile.enable()
        await play(parties, rng, cost if measured else None, stages)
        if profile:
            profile.disable()
    for party in parties:
        await party.leave()
    return cost


async def seated(house: ServerHouse, slug: str, cost: Cost) -> Party:
    party = await sit(house, slug, OPTIONS.get(slug, {}))
    begun = time.process_time()
    await party.connect()
    cost.connecting += time.process_time() - begun
    cost.pages += len(party.pages)
    return party


async def one_round(party: Party) -> float:
    """Everybody of a class writes the number at once; the processor time until all have been told."""
    begun = time.process_time()
    messages = []
    for seat, page in enumerate(party.pages):
        move = next(iter(party.table.state.paths(seat)), None)
        if move is not None:
            message = {"id": secrets.token_hex(8), "do": "play", "seat": seat, "move": move, "after": page.number}
            messages.append(page._hear(msgspec.json.encode(message).decode()))
    await asyncio.gather(*messages)
    await party.told()
    return time.process_time() - begun


async def measure_class(house: ServerHouse, rounds: int, console: Console) -> None:
    party = await sit(house, "knister", {"players": 60})
    await party.connect()
    for k in range(rounds):
        before = party.sent
        seconds = await one_round(party)
        console.print(f"round {k + 1}: {seconds:.3f} s of CPU, {(party.sent - before) / 1024:,.0f} KiB sent")
    await party.leave()


async def run(asked: argparse.Namespace, console: Console) -> None:
    profile = cProfile.Profile() if asked.profile else None
    gc.freeze()  # as a server does
    gc.set_threshold(*GARBAGE)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=str(Path(folder) / "games.db"), warm=False, bot_processes=1, moment_seconds=0.0)
        house = await ServerHouse.open(settings)
        try:
            if asked.school_class:
                await measure_class(house, asked.school_class, console)
                return
            stages = Stages()
            stages.watch_all()
            costs = {}
            slugs = asked.games or sk.games()
            for together in [slugs] if asked.mixed else [[slug] for slug in slugs]:
                name = "mixed" if asked.mixed else together[0]
                costs[name] = await measure(house, together, asked, stages, profile)
            console.print(table_of(costs))
            console.print(f"The machine took {stages.slowness:.2f} times as long for the same as at its best.")
        finally:
            await house.close()
    if profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(asked.profile)


def table_of(costs: Mapping[str, Cost]) -> Shown:
    """Microseconds a move, game by game, and the mean of the games."""
    stages = sorted({stage for cost in costs.values() for stage in cost.stages})
    columns = ["moves", "CPU a move", *stages, "rest", "bytes a move", "connecting"]
    shown = Shown("game", *columns, title="µs; of a move, and to connect a page")
    rows = {slug: figures(cost, stages) for slug, cost in costs.items()}
    rows["mean"] = [sum(row[k] for row in rows.values()) / len(rows) for k in range(len(columns))]
    for slug, row in rows.items():
        shown.add_row(slug, *(f"{figure:,.0f}" for figure in row))
    return shown


def figures(cost: Cost, stages: Sequence[str]) -> list[float]:
    moves = max(1, cost.moves)
    parts = [1e6 * cost.stages[stage] / moves for stage in stages]
    whole = 1e6 * cost.seconds / moves
    return [cost.moves, whole, *parts, whole - sum(parts), cost.bytes / moves, 1e6 * cost.connecting / cost.pages]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="slugs (default: all)")
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--moves", type=int, default=40, help="at each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mixed", action="store_true", help="all games at the same time")
    parser.add_argument("--profile", type=int, default=0, metavar="LINES", help="where the time goes")
    parser.add_argument("--class", dest="school_class", type=int, default=0, metavar="ROUNDS")
    asyncio.run(run(parser.parse_args(), Console(width=140)))


if __name__ == "__main__":
    main()
