"""The desk: loads tables, carries out what is decided, and stores it before anybody hears of it."""

import asyncio
import contextlib
import hashlib
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

import spielkiste as sk
from spielkiste.core.look import Look
from spielkiste.server import messages as m
from spielkiste.server.broker import LOOK, Broker, LocalBroker
from spielkiste.server.events import Event, Match, Missing, Repeated, StoreError, Taken, read, written
from spielkiste.server.familiar import Unfamiliar, known_rules, why_unfamiliar
from spielkiste.server.figures import FIGURES
from spielkiste.server.news import Chatted, Coloured, Erased, Followed, News, Opened, Played, Sat, SeatedBot
from spielkiste.server.queues import Queues
from spielkiste.server.referee import Referee
from spielkiste.server.rulings import Refused, Ruling, Who, check_room, decide, forgotten_ruling, newcomer_at
from spielkiste.server.shelf import Shelf
from spielkiste.server.table import ChatLine, Seat, Table, rematch_id
from spielkiste.server.tasks import Slices
from spielkiste.server.texts import N_
from spielkiste.server.turns import BotFailed

if TYPE_CHECKING:
    from spielkiste.server.store import Store  # a database, which a browser has not

log = logging.getLogger("spielkiste.desk")
RESTING_EVERY = 1.0  # seconds between two looks for tables, or pages, that nobody asks for
TRIES = 8  # to be first with an event number against other workers
UNREADABLE_KEPT = 1000  # tables whose data failed; of more the first are told again
UNREADABLE_FOR = 60.0  # seconds until a table that could not be replayed is replayed again
CHAT_KEPT = 10  # lines that go along to the next game …
CHAT_LETTERS_KEPT = 1000  # … with together so many letters
TABLES_OF_A_PERSON = 30  # open or running at a time
TABLE_COUNTS = 3 * 86400.0  # seconds without a change after which a table counts no more among a person's
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")  # of ours have 12 or 16 characters

Kept = TypeVar("Kept")
Preparation = Callable[[Table, list[Event]], Awaitable[None]]


class Desk:
    """All tables, for one process. Any number of processes may serve the same store."""

    def __init__(
        self,
        store: "Store",
        broker: Broker,
        lots: bool = True,
        moment_seconds: float = 0.0,
        referee: Referee | None = None,
    ) -> None:
        self.store, self.broker, self.lots, self.moment_seconds = store, broker, lots, moment_seconds
        self.alone = isinstance(broker, LocalBroker)  # then nothing changes a table behind this desk's back
        self.referee = referee or Referee()
        self._tables = Shelf()
        self._changing = Queues()  # tables that somebody loads or changes
        self._reported: dict[str, None] = {}  # tables whose data failed; it has been logged
        self._unreadable: dict[str, tuple[Match, float]] = {}  # tables that cannot be replayed, and since when
        self._attendants: list[Callable[[Table], None]] = []
        broker.call(self._hear)

    def call(self, attendant: Callable[[Table], None]) -> None:
        """From now on an attendant is shown every table that was made or changed here: so clocks and bots go on."""
        self._attendants.append(attendant)

    def _show(self, table: Table) -> None:
        for attendant in self._attendants:
            try:
                attendant(table)
            except Exception as wrong:  # the change is stored: whoever made it must hear so
                self.report(table.match.id, wrong)

    # --- loading ---------------------------------------------------------------------------------

    async def table(self, id: str, number: int = -1) -> Table | None:
        """A table, at least as far as an event number; without one, as far as the store knows. Unfamiliar says why
        this server cannot go on with it."""
        known = self.at_hand(id, number)
        if known is not None:
            return known
        if not is_table_id(id):
            return None
        await self._changing.take(id)
        try:
            return await self._load(id)
        finally:
            self._changing.let_go(id)

    def at_hand(self, id: str, number: int = -1) -> Table | None:
        """A table for which nobody has to be asked."""
        known = self._tables.get(id)
        new_enough = known is not None and (known.number >= number if number >= 0 else self.alone)
        return known if new_enough else None

    @property
    def in_memory(self) -> int:
        return len(self._tables)

    def newest(self, table: Table) -> Table:
        """A table as far as this process knows it by now."""
        return self._tables.get(table.match.id) or table

    async def _load(self, id: str) -> Table | None:
        """The newest there is in the store."""
        match, since = self._unreadable.get(id, (None, 0.0))
        if match is not None and time.monotonic() < since + UNREADABLE_FOR:
            raise Unfamiliar(match, "events")
        table = self._tables.get(id)
        match = table.match if table else await self.store.match(id)
        if match is None:
            return None
        if why := why_unfamiliar(match):
            raise Unfamiliar(match, why)
        try:
            table = table or Table(match)
            events = await self.store.events(id, table.number)
            if table.number >= 0 and any(isinstance(event.news, Erased) for event in events):
                self._tables.drop(id)  # what this desk knows names somebody who is gone
                return await self._load(id)
            table = await self.referee.replayed(table, events)
        except (Unfamiliar, StoreError, BotFailed):  # the latter two pass
            raise
        except Exception as wrong:
            remember(self._unreadable, id, (match, time.monotonic()))
            raise self.unreadable(match, wrong) from None
        self._unreadable.pop(id, None)
        self._tables.keep(table)
        return table

    def unreadable(self, match: Match, wrong: Exception) -> Unfamiliar:
        """What is raised instead where a table's data cannot be replayed or shown."""
        self.report(match.id, wrong)
        return Unfamiliar(match, "events")

    def report(self, id: str, wrong: Exception) -> None:
        """Logs with its traceback why a table cannot be replayed or shown, and counts it as a fault of ours: once for
        each table."""
        if id not in self._reported:
            remember(self._reported, id, None)
            FIGURES.counts["faults"] += 1
            log.error("%s: its data cannot be replayed or shown", id, exc_info=wrong)

    @property
    def set_aside(self) -> list[str]:
        """Tables that cannot be replayed: whoever looks for a few tables with work to do leaves them out."""
        return list(self._unreadable)

    def _hear(self, id: str, happened: str) -> None:
        """What was stored by another process: a table that stands just before it goes on, others ask the store."""
        known = self._tables.get(id)
        if known is None or id in self._changing:
            return
        try:
            events = read(happened)
            if events[0].number == known.number + 1 and not any(isinstance(one.news, Erased) for one in events):
                self._tables.keep(self.referee.judged_now(known.game, partial(preview, known, events)))
        except Exception as wrong:  # whatever another version says: what it has stored will be read
            log.debug("%s: the store is asked: %r", id, wrong)

    async def rest(self) -> None:
        """Puts tables to rest that nobody asks for, a few at a time, for ever."""
        while True:
            await asyncio.sleep(RESTING_EVERY)
            slices = Slices()
            for _ in self._tables.rest():
                await slices.pause()

    async def _forget(self, id: str) -> None:
        """Whoever asks for a table next has it replayed."""
        await self._changing.take(id)
        self._tables.drop(id)
        self._unreadable.pop(id, None)
        self._changing.let_go(id)

    async def erase(self, person: str) -> None:
        """Takes somebody out of the store, of this desk's memory and, by the new numbers, of all others'."""
        for id, number in (await self.store.erase_person(person)).items():
            await self._forget(id)
            await self.broker.publish(id, number)

    async def remove(self, id: str) -> None:
        """Deletes a table; open pages hear that there is none any more."""
        await self.store.remove(id)
        await self._forget(id)
        await self.broker.publish(id, LOOK)

    async def end_abandoned(self, before: float) -> int:
        """Ends running games that nobody has touched since then; how many."""
        ended = 0
        for id in await self.store.abandoned(before, known_rules(), but=self.set_aside):
            try:
                await self.change(id, forgotten_ruling(before))
                ended += 1
            except Refused as why:  # somebody came back, or it cannot be read
                log.debug("%s is not ended: %s", id, why)
            except (StoreError, BotFailed):
                raise
            except Exception:
                log.exception("%s could not be ended", id)
        return ended

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
        handed_in: int = 0,
        start: bool = False,
        first: str = "lot",
        chat: Iterable[ChatLine] = (),
        begin: Callable[[Table], Awaitable[list[News]]] | None = None,
    ) -> Table:
        """Makes a table with these seats taken; OptionError for bad options, Refused for too many tables.
        `begin` starts it in its own way."""
        game = sk.game(slug, **options)
        lately = self.store.now() - TABLE_COUNTS
        if await self.store.count_hosted(host, known_rules(), lately) >= TABLES_OF_A_PERSON:
            raise Refused(N_("You have too many open tables; please finish or leave some first."))
        seed, now = secrets.token_bytes(32), self.store.now()
        match = Match(
            id=id or secrets.token_urlsafe(9), slug=slug, options=game.options, version=game.card.version, host=host,
            public=public, created=now, seed=seed, commitment=hashlib.sha256(seed).hexdigest(),
            join=secrets.token_urlsafe(12), watch=secrets.token_urlsafe(12), turn_seconds=turn_seconds,
            previous=previous, handed_in=handed_in,
        )  # fmt: skip
        table = Table(match)
        events = follow(table, [Opened()], host, now)
        for number, seat in seats.items():
            events += follow(table, taking(table, number, seat), host, now)
        for line in chat:
            events += follow(table, [Chatted(text=line.text, name=line.name)], line.person, now)
        if start:
            start_now = self._drawing(m.Start(id="start", first=first))
            events += follow(table, decide(start_now, table, Who(host), now), host, now)
        if begin is not None:
            begun = numbered(table, await begin(table), host, now, None)
            table, events = await self.referee.replayed(table, begun), [*events, *begun]
        await self.store.create(match, events, table.standing(), members_of(table))
        FIGURES.counts["tables opened"] += 1
        self._tables.keep(table)
        self._show(table)
        return table

    # --- changes -----------------------------------------------------------------------------------

    def _drawing(self, start: m.Start) -> m.Start:
        """Where no lots are drawn, whoever opened the table begins."""
        return start if self.lots or start.first != "lot" else msgspec.structs.replace(start, first="seats")

    async def do(self, id: str, message: m.Change, who: Who) -> int:
        """Carries a message out; the number it is stored as. Refused says why not. A message sent again counts once."""
        if isinstance(message, m.Start):
            message = self._drawing(message)

        def ruling(table: Table, now: float) -> list[News]:
            check_room(message, table)
            return decide(message, table, who, now)

        prepare = partial(self._prepare_rematch, who, message) if isinstance(message, m.Rematch) else None
        return await self.change(id, ruling, who.id, f"{who.id}/{message.id}", prepare)

    async def change(
        self, id: str, ruling: Ruling, by: str = "", message: str | None = None, prepare: Preparation | None = None
    ) -> int:
        """Decides, stores, then tells. Whoever loses the race for a number looks again at what is there. What must be
        there before anybody is told is prepared by whoever asks: perhaps several times, so it must not mind."""
        await self._changing.take(id)
        try:
            table = self._tables.get(id) or await self._load(id)
            for _ in range(TRIES):
                if table is None:
                    raise Refused(N_("There is no such table."))
                try:
                    judge = partial(self._ruled, table, ruling, by, message)
                    events, after = await self.referee.judged(table.game, judge)
                    if prepare:
                        await prepare(table, events)
                        events, after = await self.referee.judged(table.game, judge)  # as of now: that took a while
                    await self._store(table, events, after)
                    return after.number
                except Taken:
                    table = await self._load(id)
                except Repeated as before:
                    return await self._told_again(id, before.number)
                except Missing:  # taken away meanwhile, perhaps by another process
                    self._tables.drop(id)
                    table = None
                except Refused:
                    seen, table = table.number, table if self.alone else await self._load(id)
                    if table is not None and table.number > seen:
                        continue  # another process knew more
                    # sent again, it is no longer possible, but it counts
                    stored = await self.store.number_of(id, by, message) if message else None
                    if stored is not None:
                        return await self._told_again(id, stored)
                    raise
            raise Refused(N_("The table is very busy; please try again."))
        finally:
            self._changing.let_go(id)

    async def _told_again(self, id: str, number: int) -> int:
        """The number of a message that was stored before. Perhaps nobody was told of it: the process that stored it
        has died, or was told that it could not be stored."""
        await self.broker.publish(id, number)
        return number

    def _ruled(self, table: Table, ruling: Ruling, by: str, message: str | None) -> tuple[list[Event], Table]:
        """What a ruling brings about at a table, and the table after it."""
        now = self.store.now()
        events = numbered(table, ruling(table, now), by, now, message)
        after = preview(table, events)
        last = events[-1]
        if isinstance(last.news, Played) and self._is_shown(after):
            news = msgspec.structs.replace(last.news, shows=self.moment_seconds)
            events[-1] = msgspec.structs.replace(last, news=news)
            after.look_for(self.moment_seconds)
        return events, after

    async def _store(self, table: Table, events: list[Event], after: Table) -> None:
        changed = after.seats != table.seats and after.people != table.people
        members = members_of(after) if changed else {}
        try:
            await self.store.append(table.match.id, events, after.standing(), members)
        except (Taken, Repeated, Missing):
            raise
        except BaseException:
            self._tables.drop(after.match.id)  # it may be stored all the same: whoever asks next finds out,
            await self.broker.publish(after.match.id, LOOK)  # and everybody asks
            raise
        self._tables.keep(after)
        if isinstance(events[-1].news, Played):
            FIGURES.counts["moves of people" if events[-1].by else "moves of house"] += 1
        await self.broker.publish(after.match.id, after.number, "" if self.alone else written(events))
        self._show(after)

    def _is_shown(self, after: Table) -> bool:
        """Whether everybody looks for a while at what the last move has brought about."""
        return bool(self.moment_seconds and after.phase != "over" and after.moment(Look(None)))

    async def _prepare_rematch(self, who: Who, message: m.Rematch, table: Table, events: list[Event]) -> None:
        if any(isinstance(event.news, Followed) for event in events):
            await self._open_again(table, who, bool(message.sequel))

    async def _open_again(self, table: Table, who: Who, sequel: bool) -> None:
        """The table of a rematch: the same people, seats moved on by one, so that somebody else begins.

        It is opened before anybody is told of it. Its id follows from the old table, so that there is only ever one.
        """
        options = table.match.options
        if sequel:
            follows = table.sequel()
            if follows is None:
                raise Refused(N_("This game does not go on."))
            options = dict(follows.options)
        count = len(table.seats)
        seats = {(k + 1) % count: seat for k, seat in enumerate(table.seats)}
        with contextlib.suppress(Taken):
            await self.open(
                table.match.slug,
                options,
                who.id,
                seats,
                id=rematch_id(table.match),
                public=table.match.public,
                turn_seconds=table.match.turn_seconds,
                previous=table.match.id,
                start=True,
                first="seats",
                chat=going_along(table.lines),
            )


def going_along(lines: Iterable[ChatLine]) -> list[ChatLine]:
    """The newest lines of a chat, for the next table."""
    kept = [line for line in lines if not line.reaction][-CHAT_KEPT:]
    while sum(len(line.text) for line in kept) > CHAT_LETTERS_KEPT:
        del kept[0]
    return kept


def remember(kept: dict[str, Kept], id: str, value: Kept) -> None:
    """Bounded: the first are forgotten."""
    kept.pop(id, None)
    kept[id] = value
    while len(kept) > UNREADABLE_KEPT:
        del kept[next(iter(kept))]


def is_table_id(id: str) -> bool:
    """Whether an id can be one of ours: others are not looked for."""
    return TABLE_ID.fullmatch(id) is not None


def taking(table: Table, number: int, seat: Seat) -> list[News]:
    """How somebody comes to a seat of a table that is opened; a bot without a name is given one."""
    if seat.kind == "bot":
        return [SeatedBot(seat=number, level=seat.level, name=seat.name or newcomer_at(table, number, seat.level))]
    if seat.kind != "person":
        return []
    chosen: list[News] = [Coloured(seat=number, colour=seat.colour)] if seat.colour else []
    return [Sat(seat=number, person=seat.person, name=seat.name), *chosen]


def new_table(match: Match) -> Table:
    """A table before its first event; Unfamiliar if this server has not its rules."""
    why = why_unfamiliar(match)
    if why is not None:
        raise Unfamiliar(match, why)
    return Table(match)


def numbered(table: Table, news: list[News], by: str, now: float, message: str | None) -> list[Event]:
    """Events with the table's next numbers; the first carries the message's id."""
    return [
        Event(table.number + 1 + k, by, happened, now, message if k == 0 else None) for k, happened in enumerate(news)
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
