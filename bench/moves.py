"""What a move costs the server, game by game: pages in this very process, everything real but the sockets.

The processor time of all threads is counted from the message of a move until every page of the table has been told,
and the bytes that were sent. `--profile` shows where it goes; `--class` plays rounds of Knister with 60 people.
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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table as Shown

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.server.app import House, Settings
from spielkiste.server.events import Person
from spielkiste.server.live_connection import LiveConnection
from spielkiste.server.serve import GARBAGE
from spielkiste.server.table import Seat, Table

NAMES = ("Anna", "Ben", "Clara", "David", "Emil", "Fee")
FREE = 1e9  # messages a second: nobody is refused here
WARM_UP = 0.2  # of the moves are not measured
PATIENCE = 60.0  # seconds that are said to have passed: in some games everybody must have had time to look


class Socket:
    """A page's end of a connection that only counts."""

    class url:  # noqa: N801 - as a WebSocket has it
        scheme, netloc = "ws", "localhost"

    def __init__(self) -> None:
        self.headers: Mapping[str, str] = {"host": "localhost"}
        self.bytes = 0

    async def send_text(self, text: str) -> None:
        self.bytes += len(text.encode())

    async def send(self, message: Mapping[str, Any]) -> None:
        self.bytes += len(message.get("text", "").encode() or message.get("bytes", b""))

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


class Party:
    """A running table and its open pages."""

    def __init__(self, house: House, table: Table, people: Sequence[str]) -> None:
        self.house, self.id = house, table.match.id
        self.sockets = [Socket() for _ in people]
        self.pages = [
            LiveConnection(house, socket, Person(person, "", "de", 0.0, 0.0), self.id)  # type: ignore[arg-type]
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
        await page._tell(numbers)


async def sit(house: House, slug: str, options: Mapping[str, Any]) -> Party:
    players = sk.game(slug, **options).players
    people = [secrets.token_urlsafe(12) for _ in range(players)]
    mark = secrets.token_hex(2)  # tables have names of their own
    names = [f"{NAMES[k % len(NAMES)]} {mark}{k}" for k in range(players)]
    seats = {k: Seat("person", person, names[k]) for k, person in enumerate(people)}
    table = await house.desk.open(slug, options, people[0], seats, start=True)
    return Party(house, table, people)


def wish(party: Party, rng: random.Random) -> tuple[int, bytes] | None:
    """A move at random, chosen without warming the table's own state; None at the end."""
    state = State(party.table.game, party.table.state.data)
    seats = [seat for seat in state.turn if seat >= 0]
    if party.table.phase != "running" or not seats:
        return None
    seat = rng.choice(seats)
    move = rng.choice(list(state.paths(seat)) or state.moves(seat))
    message = {"id": secrets.token_hex(8), "do": "play", "seat": seat, "move": move, "after": party.table.number}
    return seat, msgspec.json.encode(message)


async def play(party: Party, rng: random.Random, moves: int, cost: Cost, profile: cProfile.Profile | None) -> None:
    """So many moves, if the game does not end before; the first ones are not measured."""
    for k in range(moves):
        asked = wish(party, rng)
        if asked is None:
            return
        if profile and k >= WARM_UP * moves:
            profile.enable()
        party.table.since -= PATIENCE
        begun, sent = time.process_time(), party.sent
        before = party.table.number
        await party.pages[asked[0]]._hear(asked[1].decode())
        await party.told()
        took = time.process_time() - begun
        if profile:
            profile.disable()
        if party.table.number > before and k >= WARM_UP * moves:
            cost.moves, cost.seconds, cost.bytes = cost.moves + 1, cost.seconds + took, cost.bytes + party.sent - sent


async def measure(
    house: House, slug: str, options: Mapping[str, Any], asked: argparse.Namespace, profile: cProfile.Profile | None
) -> Cost:
    cost, rng = Cost(), random.Random(asked.seed)
    parties = [await sit(house, slug, options) for _ in range(asked.tables)]
    begun = time.process_time()
    for party in parties:
        await party.connect()
        cost.pages += len(party.pages)
    cost.connecting = time.process_time() - begun
    gc.collect()
    for party in parties:
        await play(party, rng, asked.moves, cost, profile)
        await party.leave()
    return cost


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


async def measure_class(house: House, rounds: int, console: Console) -> None:
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
        settings = Settings(database=str(Path(folder) / "games.db"), warm=False, bot_processes=1)
        house = await House.open(settings)
        try:
            if asked.school_class:
                await measure_class(house, asked.school_class, console)
                return
            shown = Shown("game", "moves", "µs CPU a move", "bytes a move", "ms CPU to connect a page")
            for slug in asked.games or sk.games():
                options = sk.game(slug).options
                cost = await measure(house, slug, options, asked, profile)
                moves = max(1, cost.moves)
                shown.add_row(slug, str(cost.moves), f"{1e6 * cost.seconds / moves:,.0f}", f"{cost.bytes / moves:,.0f}",
                              f"{1000 * cost.connecting / cost.pages:.2f}")  # fmt: skip
            console.print(shown)
        finally:
            await house.close()
    if profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(asked.profile)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="slugs (default: all)")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--moves", type=int, default=40, help="at each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", type=int, default=0, metavar="LINES", help="where the time goes")
    parser.add_argument("--class", dest="school_class", type=int, default=0, metavar="ROUNDS")
    asyncio.run(run(parser.parse_args(), Console(width=140)))


if __name__ == "__main__":
    main()
