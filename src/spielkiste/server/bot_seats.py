"""Bots on the seats of tables: when they move, what for, and what happens when one fails."""

import asyncio
import hashlib
import logging
import random
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from spielkiste.core.game import Game
from spielkiste.core.questions import Unanswered
from spielkiste.core.state import State
from spielkiste.search.bots import back_of
from spielkiste.server.desk import Desk
from spielkiste.server.events import Match, StoreError
from spielkiste.server.rulings import Refused, Ruling, bot_ruling, hiccup_ruling, limit_ruling
from spielkiste.server.table import Table
from spielkiste.server.tasks import Tasks
from spielkiste.server.turns import ANYBODY, Asker, BotFailed

log = logging.getLogger("spielkiste.bots")
PAUSE = (0.6, 1.4)  # seconds before a bot moves: long enough to see what happened, short enough not to wait
STORE_PAUSE = 1.0  # seconds before a move that could not be stored is stored again
LOOK_AGAIN = 0.2  # seconds
HICCUPS_AT_MOST = 3  # failures of a bot at one move, after which it moves at random rather than hold everybody up
LATE_PATIENCE = 3.0  # seconds a bot may take to move for somebody whose time is up, after which any move will do

Result = TypeVar("Result")


class Thinkers(Protocol):
    """Where bots think: processes beside a server, or the browser's own engine."""

    def expect(self, game: Game, level: int) -> None: ...

    async def choose(
        self, game: Game, state: State, seat: int, level: int, seed: int, asker: Asker = ANYBODY
    ) -> str: ...

    async def choose_for_the_late(self, game: Game, state: State, seat: int, seed: int, asker: Asker) -> str: ...

    async def ask(
        self,
        work: Callable[..., Result],
        *given: Any,
        asker: Asker,
        seconds: float,
        patience: float = ...,
        rank: int = ...,
    ) -> Result: ...

    async def answer(self, question: Unanswered) -> bytes: ...

    def close(self) -> None: ...


class BotSeats:
    """The bots at all tables of this process's desk."""

    def __init__(
        self,
        desk: Desk,
        bots: Thinkers,
        pause: tuple[float, float] = PAUSE,
        address_of: Callable[[str], str] = lambda person: "",
    ) -> None:
        self.desk, self.bots, self.pause, self._address_of = desk, bots, pause, address_of
        self._thinking: set[tuple[str, int]] = set()  # table and seat of bots at work
        self._tasks = Tasks()
        desk.call(self.wake)

    def wake(self, table: Table) -> None:
        """Has compiled what the table's bots will need, and sets those in turn to work, each once."""
        if not table.seating.bots:
            return
        for level in table.seating.bots if table.phase != "over" else ():
            self.bots.expect(table.game, level)
        for seat in table.bots_in_turn():
            self._tasks.begin(self._move(table, seat))

    async def move_for_the_late(self, table: Table) -> None:
        """The time for the turn is up: a bot moves for everybody who is to."""
        late = [seat for seat in table.state.turn if seat >= 0 and table.seats[seat].kind == "person"]
        for seat in late:
            seen = table.made  # before the thought: another process may bring the table on meanwhile
            if move := await self._choose_for_the_late(table, seat):
                await self.desk.change(table.match.id, limit_ruling(seat, move, seen))
            table = self.desk.newest(table)

    async def _move(self, table: Table, seat: int) -> None:
        """After a pause, a bot's move; if its process fails, the table says so and it is asked again."""
        id = table.match.id
        if (id, seat) in self._thinking:
            return
        self._thinking.add((id, seat))
        try:
            move, seen = await self._think(table, seat)
            ruling = bot_ruling(seat, move, seen) if move else None
        except BotFailed as failed:
            log.warning("%s: the bot on seat %s failed: %s", id, seat, failed)
            ruling = hiccup_ruling(seat)
        finally:
            self._thinking.discard((id, seat))  # before the change: it may ask this bot again
        try:
            if ruling:
                await self._carry_out(id, ruling)
        except Refused:
            log.debug("%s: a bot's move came too late", id)
            self.wake(self.desk.newest(table))

    async def _carry_out(self, id: str, ruling: Ruling) -> None:
        """Stores a bot's move, however long the store is gone: nobody else would send it again."""
        while True:
            try:
                await self.desk.change(id, ruling)
                return
            except StoreError as failed:
                log.warning("%s: a bot's move waits for the store: %s", id, failed)
                await asyncio.sleep(STORE_PAUSE)

    async def _think(self, table: Table, seat: int) -> tuple[str, int]:
        """A bot's move after a person's pause, and how many moves it has seen; "" if it need not move any more."""
        table = await self._pause(table, seat)
        while (left := table.shown_until - self.desk.store.now()) > 0:
            await asyncio.sleep(min(left, LOOK_AGAIN))  # people may have seen enough earlier
            table = self.desk.newest(table)
        if seat not in table.bots_in_turn():
            return "", 0
        if table.hiccups < HICCUPS_AT_MOST:
            move = await self._choose(table, seat, table.seats[seat].level)
        else:
            move = random.choice(table.state.moves(seat))
        patience = table.game.card.patience
        if patience:
            wait = table.since + patience(table.state.record(), table.game.options, move) - self.desk.store.now()
            await asyncio.sleep(max(0.0, wait))
        return move, table.made

    async def _pause(self, table: Table, seat: int) -> Table:
        """As long as a person would need. Where bots are paced by a clock, those left alone go on at once: nobody waits
        for them who is done."""
        tempo = back_of(table.game.room).tempo
        left = tempo(table.seats[seat].level) * self.pause[1] if tempo else random.uniform(*self.pause)
        while left > 0:
            nap = min(left, LOOK_AGAIN) if tempo else left
            await asyncio.sleep(nap)
            left, table = left - nap, self.desk.newest(table)
            if tempo and not table.people_in_turn():
                break
        return table

    async def _choose(self, table: Table, seat: int, level: int) -> str:
        seed = player_seed(table.match, seat)
        return await self.bots.choose(table.game, table.state, seat, level, seed, self._asker(table))

    async def _choose_for_the_late(self, table: Table, seat: int) -> str:
        """A quick bot's move, or any at all: whoever is late must not make the others wait as well. "" if they have
        moved after all."""
        try:
            async with asyncio.timeout(LATE_PATIENCE):
                seed = player_seed(table.match, seat)
                asker = self._asker(table)
                return await self.bots.choose_for_the_late(table.game, table.state, seat, seed, asker)
        except (BotFailed, TimeoutError) as failed:
            log.warning("%s: any move for seat %s, which is late: %r", table.match.id, seat, failed)
            moves = table.state.moves(seat)
            return random.choice(moves) if moves else ""

    def _asker(self, table: Table) -> Asker:
        """Bots think for whoever opened the table. Where that person is at another process, the address of somebody
        at the table counts."""
        match = table.match
        addresses = map(self._address_of, (match.host, *table.people))
        return Asker(match.host, match.id, next(filter(None, addresses), ""))

    async def close(self) -> None:
        await self._tasks.close()


def player_seed(match: Match, seat: int) -> int:
    """What the bot on a seat leaves to chance follows from the match: any process can go on with it."""
    return int.from_bytes(hashlib.sha256(match.seed + f":bot {seat}".encode()).digest()[:6], "big")
