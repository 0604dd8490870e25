"""The desk: loads tables, carries out what people, bots and clocks do, and stores it before anybody hears of it."""

import asyncio
import contextlib
import hashlib
import logging
import random
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

import spielkiste as sk
from spielkiste.search.bots import back_of
from spielkiste.server import messages as m
from spielkiste.server.bots import BotFailed, Bots
from spielkiste.server.broker import Broker, LocalBroker
from spielkiste.server.events import Event, Match, Repeated, Taken
from spielkiste.server.rulings import N_, News, Refused, Who, decide, made, time_up
from spielkiste.server.store import Store
from spielkiste.server.table import Seat, Table, rematch_id

log = logging.getLogger("spielkiste.desk")
TABLES_KEPT = 2000  # in memory; others are replayed from the store when asked for
TRIES = 8  # to be first with an event number against other workers
TABLES_OF_A_PERSON = 30  # open or running at a time
PAUSE = (0.6, 1.4)  # seconds before a bot moves: long enough to see what happened, short enough not to wait
HICCUPS_AT_MOST = 3  # failures of a bot at one move, after which it moves at random rather than hold everybody up
LIMIT_LEVEL = 2  # of the bot that moves for somebody whose time for the turn is up


class Desk:
    """All tables, for one process. Any number of processes may serve the same store."""

    def __init__(self, store: Store, broker: Broker, bots: Bots, pause: tuple[float, float] = PAUSE) -> None:
        self.store, self.broker, self.bots, self.pause = store, broker, bots, pause
        self.alone = isinstance(broker, LocalBroker)  # then nothing changes a table behind this desk's back
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._thinking: set[tuple[str, int]] = set()  # table and seat of bots at work
        self._looked_after: set[str] = set()  # tables whose deadline has passed, being dealt with
        self._tasks: set[asyncio.Task[None]] = set()

    # --- loading ---------------------------------------------------------------------------------

    async def table(self, id: str, number: int = -1) -> Table | None:
        """A table, at least as far as an event number; without one, as far as the store knows."""
        known = self._tables.get(id)
        if known is not None and (known.number >= number if number >= 0 else self.alone):
            self._tables.move_to_end(id)
            return known
        async with self._lock(id):
            return await self._load(id)

    async def _load(self, id: str) -> Table | None:
        """The newest there is in the store."""
        table = self._tables.get(id)
        if table is None:
            match = await self.store.match(id)
            if match is None:
                return None
            table = Table(match)
        for event in await self.store.events(id, table.number):
            table.apply(event)
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        self._tables[table.match.id] = table
        self._tables.move_to_end(table.match.id)
        while len(self._tables) > TABLES_KEPT:
            old, _ = self._tables.popitem(last=False)
            self._locks.pop(old, None)

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    # --- new tables --------------------------------------------------------------------------------

    async def open(
        self,
        slug: str,
        options: Mapping[str, Any],
        host: str,
        seats: Mapping[int, Seat],
        *,
        id: str | None = None,
        public: bool = False,
        turn_seconds: int | None = None,
        previous: str | None = None,
        start: bool = False,
    ) -> Table:
        """Makes a table with these seats taken; OptionError for bad options, Refused for too many tables."""
        game = sk.game(slug, **options)
        if await self.store.count_hosted(host) >= TABLES_OF_A_PERSON:
            raise Refused(N_("You have too many open tables; please finish or leave some first."))
        seed, now = secrets.token_bytes(32), time.time()
        match = Match(
            id=id or secrets.token_urlsafe(9), slug=slug, options=game.options, version=game.card.version, host=host,
            public=public, created=now, seed=seed, commitment=hashlib.sha256(seed).hexdigest(),
            join=secrets.token_urlsafe(12), watch=secrets.token_urlsafe(12), turn_seconds=turn_seconds,
            previous=previous,
        )  # fmt: skip
        news: list[News] = [("opened", {})]
        for number, seat in seats.items():
            if seat.kind == "bot":
                news.append(("seated_bot", {"seat": number, "level": seat.level}))
            elif seat.kind == "person":
                news.append(("sat", {"seat": number, "person": seat.person, "name": seat.name}))
        table = Table(match)
        events = follow(table, news, host, now)
        if start:
            events += follow(table, decide(m.Start(id="start"), table, Who(host), now), host, now)
        await self.store.create(match, events, table.standing(), members_of(table))
        self._keep(table)
        self.attend_to(table)
        return table

    # --- changes -----------------------------------------------------------------------------------

    async def do(self, id: str, message: m.Change, who: Who) -> int:
        """Carries a message out; the number it is stored as. Refused says why not. A message sent again counts once."""
        if isinstance(message, m.Rematch):
            await self._open_again(id, who)

        def rule(table: Table) -> list[News]:
            return decide(message, table, who, time.time())

        return await self._change(id, rule, who.id, f"{who.id}/{message.id}")

    async def _change(self, id: str, rule: Callable[[Table], list[News]], by: str, message: str | None) -> int:
        """Decides, stores, then tells. Whoever loses the race for a number looks again at what is there."""
        async with self._lock(id):
            table = self._tables.get(id) or await self._load(id)
            for _ in range(TRIES):
                if table is None:
                    raise Refused(N_("There is no such table."))
                try:
                    return await self._store(table, rule(table), by, message)
                except Taken:
                    table = await self._load(id)
                except Repeated as before:
                    return before.number
                except Refused:
                    seen, table = table.number, await self._load(id)
                    if table is not None and table.number > seen:
                        continue  # another process knew more
                    # sent again, it is no longer possible, but it counts
                    stored = await self.store.number_of(id, by, message) if message else None
                    if stored is not None:
                        return stored
                    raise
            raise Refused(N_("The table is very busy; please try again."))

    async def _store(self, table: Table, news: list[News], by: str, message: str | None) -> int:
        now = time.time()
        events = numbered(table, news, by, now, message)
        after = preview(table, events)
        members = members_of(after) if after.people != table.people else {}
        await self.store.append(table.match.id, events, after.standing(), members)
        self._keep(after)
        await self.broker.publish(after.match.id, after.number)
        self.attend_to(after)
        return after.number

    async def _open_again(self, id: str, who: Who) -> None:
        """The table of a rematch: the same people, seats moved on by one, so that somebody else begins.

        It is opened before anybody is told of it. Its id follows from the old table, so that there is only ever one.
        """
        table = await self.table(id)
        if table is None or table.phase != "over" or table.again or not table.mine(who.id):
            return  # the ruling says why not
        count = len(table.seats)
        seats = {(k + 1) % count: seat for k, seat in enumerate(table.seats)}
        with contextlib.suppress(Taken):
            await self.open(
                table.match.slug,
                table.match.options,
                who.id,
                seats,
                id=rematch_id(table.match),
                public=table.match.public,
                turn_seconds=table.match.turn_seconds,
                previous=id,
                start=True,
            )

    # --- clocks and bots -----------------------------------------------------------------------------

    def attend_to(self, table: Table) -> None:
        """Sets what is needed for a table to go on by itself: its timer, and its bots."""
        if timer := self._timers.pop(table.match.id, None):
            timer.cancel()
        if table.phase == "over":
            return
        for level in {seat.level for seat in table.seats if seat.kind == "bot"}:
            self.bots.expect(table.game, level)
        if table.phase != "running":
            return
        if table.deadline is not None:
            delay = max(0.0, table.deadline - time.time())
            loop = asyncio.get_running_loop()
            self._timers[table.match.id] = loop.call_later(delay, self._spawn_time_up, table.match.id)
        for seat in table.bots_in_turn():
            self._spawn(self._bot_moves(table.match.id, seat))

    def _spawn_time_up(self, id: str) -> None:
        self._timers.pop(id, None)
        self._spawn_look_after(id)

    def _spawn_look_after(self, id: str) -> None:
        """Each table by itself: none waits for another one's slow bot."""
        if id not in self._looked_after:
            self._looked_after.add(id)
            self._spawn(self._look_after_once(id))

    async def _look_after_once(self, id: str) -> None:
        try:
            await self.look_after(id)
        except Exception:
            log.exception("%s: looking after it failed; trying again", id)
        finally:
            self._looked_after.discard(id)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def look_after(self, id: str) -> None:
        """Plays the clock's move if a deadline has passed, and wakes bots that were forgotten."""
        table = await self.table(id)
        if table is None or table.phase != "running":
            return
        if table.deadline is not None and table.deadline <= time.time():
            try:
                await self._time_is_up(table)
            except Refused:
                log.debug("%s: the time was up, but somebody was first", id)
        else:
            self.attend_to(table)

    async def _time_is_up(self, table: Table) -> None:
        """The clock's move; where it was a turn's time limit, a bot moves for everybody who is late."""
        id = table.match.id
        if sk.CLOCK in table.state.turn:
            await self._change(id, clock_rule, "", None)
            return
        late = [seat for seat in table.state.turn if seat >= 0 and table.seats[seat].kind == "person"]
        for seat in late:
            move = await self.bots.choose(table.game, table.state, seat, LIMIT_LEVEL, player_seed(table.match, seat))
            await self._change(id, limit_rule(seat, move, table.made), "", None)
            table = self._tables[id]

    async def _bot_moves(self, id: str, seat: int) -> None:
        """After a pause, a bot's move; if its process fails, the table says so and it is asked again."""
        if (id, seat) in self._thinking:
            return
        self._thinking.add((id, seat))
        try:
            move, seen = await self._bot_thinks(id, seat)
            rule = bot_rule(seat, move, seen) if move else None
        except BotFailed as failed:
            log.warning("%s: the bot on seat %s failed: %s", id, seat, failed)
            rule = hiccup_rule(seat)
        finally:
            self._thinking.discard((id, seat))  # before the change: it may ask this bot again
        try:
            if rule:
                await self._change(id, rule, "", None)
        except Refused:
            log.debug("%s: a bot's move came too late", id)
            self.attend_to(self._tables[id])

    async def _bot_thinks(self, id: str, seat: int) -> tuple[str, int]:
        """A bot's move after a person's pause, and how many moves it has seen; "" if it need not move any more."""
        table = self._tables[id]
        pace = back_of(table.game.room).pace
        await asyncio.sleep(pace(table.seats[seat].level) * self.pause[1] if pace else random.uniform(*self.pause))
        table = self._tables.get(id, table)
        if seat not in table.bots_in_turn():
            return "", 0
        if table.hiccups < HICCUPS_AT_MOST:
            move = await self.bots.choose(
                table.game, table.state, seat, table.seats[seat].level, player_seed(table.match, seat)
            )
        else:
            move = random.choice(table.state.moves(seat))
        patience = table.game.card.patience
        if patience:
            wait = table.since + patience(table.state.record(), table.game.options, move) - time.time()
            await asyncio.sleep(max(0.0, wait))
        return move, table.made

    async def keep_time(self, every: float = 1.0) -> None:
        """Looks for deadlines that nobody in any process has noticed, for ever."""
        ahead = 15.0  # at the start: also what would be due soon, such as bots that were thinking when a server died
        while True:
            try:
                for id in await self.store.due(time.time() + ahead):
                    self._spawn_look_after(id)
            except Exception:
                log.exception("looking for deadlines failed; trying again")
            ahead = 0.0
            await asyncio.sleep(every)

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def player_seed(match: Match, seat: int) -> int:
    """What the bot on a seat leaves to chance follows from the match: any process can go on with it."""
    return int.from_bytes(hashlib.sha256(match.seed + f":bot {seat}".encode()).digest()[:6], "big")


def numbered(table: Table, news: list[News], by: str, now: float, message: str | None) -> list[Event]:
    """Events with the table's next numbers; the first carries the message's id."""
    return [
        Event(table.number + 1 + k, kind, by, data, now, message if k == 0 else None)
        for k, (kind, data) in enumerate(news)
    ]


def follow(table: Table, news: list[News], by: str, now: float) -> list[Event]:
    """The news as events, applied to a table that nobody knows yet."""
    events = numbered(table, news, by, now, None)
    for event in events:
        table.apply(event)
    return events


def preview(table: Table, events: list[Event]) -> Table:
    """The table after these events, the old one unchanged (it stays what the store says until they are stored)."""
    after = table.copy()
    for event in events:
        after.apply(event)
    return after


def members_of(table: Table) -> dict[str, str | None]:
    return {table.match.host: "host", **dict.fromkeys(table.people, "player")}


def clock_rule(table: Table) -> list[News]:
    if sk.CLOCK not in table.state.turn or (table.deadline or 0) > time.time():
        raise Refused(N_("The clock has not run out."))
    return time_up(table)


def limit_rule(seat: int, move: str, seen: int) -> Callable[[Table], list[News]]:
    """A move for somebody whose time for the turn is up, unless they have moved after all."""

    def rule(table: Table) -> list[News]:
        if table.made != seen or table.phase != "running":
            raise Refused(N_("The position has changed in the meantime."))
        return made(table, seat, move, float("inf"))

    return rule


def bot_rule(seat: int, move: str, seen: int) -> Callable[[Table], list[News]]:
    """A bot's move for the position it thought about; where several act at once, others may have moved meanwhile."""

    def rule(table: Table) -> list[News]:
        if seat not in table.bots_in_turn():
            raise Refused(N_("It is not your turn."))
        if table.made != seen and move not in table.state.moves(seat):
            raise Refused(N_("The position has changed in the meantime."))
        return made(table, seat, move, float("inf"))

    return rule


def hiccup_rule(seat: int) -> Callable[[Table], list[News]]:
    return lambda table: [("hiccuped", {"seat": seat})]
