"""Clocks: a timer for every running table's deadline, and an eye on those that no process has noticed."""

import asyncio
import logging

import spielkiste as sk
from spielkiste.server.bot_seats import BotSeats
from spielkiste.server.desk import Desk
from spielkiste.server.familiar import Unfamiliar, known_rules
from spielkiste.server.rulings import Refused, clock_ruling
from spielkiste.server.table import Table
from spielkiste.server.tasks import Tasks

log = logging.getLogger("spielkiste.clocks")
DUE_SOON = (
    15.0  # seconds; at the start also such tables are looked after: bots may have been thinking when a server died
)


class Clocks:
    """The clocks of all tables of this process's desk."""

    def __init__(self, desk: Desk, bot_seats: BotSeats) -> None:
        self.desk, self.bot_seats = desk, bot_seats
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._looked_after: set[str] = set()  # tables whose deadline has passed, being dealt with
        self._tasks = Tasks()
        desk.call(self.set)

    def set(self, table: Table) -> None:
        """The timer of a table as it is now; an earlier one is stopped."""
        id = table.match.id
        if timer := self._timers.pop(id, None):
            timer.cancel()
        deadline = table.deadline
        if deadline is not None:
            delay = max(0.0, deadline - self.desk.store.now())
            self._timers[id] = asyncio.get_running_loop().call_later(delay, self._ring, id)

    def _ring(self, id: str) -> None:
        self._timers.pop(id, None)
        self._begin_to_look_after(id)

    def _begin_to_look_after(self, id: str) -> None:
        """Each table by itself: none waits for another one's slow bot."""
        if id not in self._looked_after:
            self._looked_after.add(id)
            self._tasks.begin(self._look_after_once(id))

    async def _look_after_once(self, id: str) -> None:
        try:
            await self.look_after(id)
        except Unfamiliar:
            log.debug("%s: not ours to look after", id)
        except Exception:
            log.exception("%s: looking after it failed; trying again", id)
        finally:
            self._looked_after.discard(id)

    async def look_after(self, id: str) -> None:
        """Plays the clock's move if a deadline has passed, and wakes bots that were forgotten."""
        table = await self.desk.table(id)
        if table is None or table.phase != "running":
            return
        if table.deadline is None or table.deadline > self.desk.store.now():
            self.set(table)
            self.bot_seats.wake(table)
            return
        try:
            await self._time_is_up(table)
        except Refused:
            log.debug("%s: the time was up, but somebody was first", id)

    async def _time_is_up(self, table: Table) -> None:
        """The clock's move; where it was a turn's time limit, a bot moves for everybody who is late."""
        if sk.CLOCK in table.state.turn:
            await self.desk.change(table.match.id, clock_ruling)
        else:
            await self.bot_seats.move_for_the_late(table)

    async def keep_time(self, every: float = 1.0) -> None:
        """Looks for deadlines that nobody in any process has noticed, for ever."""
        ahead = DUE_SOON
        while True:
            try:
                soon, aside = self.desk.store.now() + ahead, self.desk.set_aside
                for id in await self.desk.store.due(soon, rules=known_rules(), but=aside):
                    self._begin_to_look_after(id)
            except Exception:
                log.exception("looking for deadlines failed; trying again")
            ahead = 0.0
            await asyncio.sleep(every)

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        await self._tasks.close()
