"""The live connection of one open page: messages in, acknowledgements and updates out."""

import asyncio
import contextlib
import logging
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec import UNSET, UnsetType
from starlette.websockets import WebSocket, WebSocketDisconnect

from spielkiste.core.errors import SpielkisteError
from spielkiste.core.language import known_language
from spielkiste.server import messages as m
from spielkiste.server.answers import Ack, BoardMessage, Closed, Frame, Reason, Refusal, Run, Update, encode
from spielkiste.server.broker import LOOK, Subscription
from spielkiste.server.desk import is_table_id
from spielkiste.server.endings import ResultFacts
from spielkiste.server.events import Person, StoreError
from spielkiste.server.facts import Facts, facts
from spielkiste.server.familiar import Unfamiliar
from spielkiste.server.figures import FIGURES
from spielkiste.server.guard import Bucket, limited_as, same_origin
from spielkiste.server.parts import Part, reader
from spielkiste.server.presence import Around
from spielkiste.server.presentation import NEWEST_PARTS, BoardLongAgo, SeenBoard, board, sketch
from spielkiste.server.reasons import why_dead
from spielkiste.server.rendering import part
from spielkiste.server.rulings import NAME_LENGTH, Refused, Who, clean
from spielkiste.server.table import Table
from spielkiste.server.tasks import Tasks
from spielkiste.server.texts import N_, catalogue
from spielkiste.server.traces import Trace, Traces
from spielkiste.server.turns import BotFailed, Busy
from spielkiste.server.viewer import Viewer, place_of

if TYPE_CHECKING:
    from spielkiste.server.house import House

log = logging.getLogger("spielkiste.live")
PARTS = ("table-head", "event", "players", "seats", "log", "chat", "ask", "result", "tips")
SELDOM = frozenset({"seats", "ask", "result", "tips"})  # are changed by a move
BURST, PER_SECOND = 40, 12  # messages of one page
UNREADABLE = (msgspec.DecodeError, RecursionError)  # the latter for what is nested without end
AN_ID = re.compile(r'"id": ?"([A-Za-z0-9-]{1,64})"')
TOO_MUCH = N_("That was too much at once; please wait a moment.")
CROWD = 8  # people at a table; where there are more, a page is told of what happens …
TOGETHER = 0.3  # … once in so many seconds, and at once only of its own moves
FAILURES = 2  # of updates in a row, after which a page is closed: its table cannot be shown
PASSING = (StoreError, BotFailed, Busy)  # troubles that say nothing about a table
PAUSE = 1.0  # seconds before an update is tried again after one of them
STRIKES = 60  # messages refused as too many, or as nonsense, before the page is cut off
WIRE = "spielkiste.wire"  # among the extensions of a connection's scope, where there is a short way


class Wire(Protocol):
    """The short way to a page, past the layers that answer requests (`wire.py`)."""

    @property
    def ready(self) -> bool:
        """Whether the page reads what it is sent; if not, one has to wait for it."""

    def write(self, text: bytes) -> None:
        """Sends a text at once; WebSocketDisconnect after the end."""

    async def read(self) -> str:
        """The next message; WebSocketDisconnect after the last one."""

    async def send_text(self, text: str) -> None:
        """Sends a text as soon as the page reads."""

    async def close(self, code: int) -> None: ...

    def look_after(self) -> None:
        """Sees that the page is still there."""

    def stay(self, page: Callable[[], Awaitable[None]]) -> None:
        """Has this go on when the request is answered, without the layers that answer requests."""


class LiveConnection:
    """One open page at a table. It knows what it has been sent, and is sent only what changed."""

    def __init__(
        self, house: "House", socket: WebSocket, person: Person, id: str, wire: Wire | None = None, address: str = ""
    ) -> None:
        self.house, self.person, self.id, self.wire, self.address = house, person, id, wire, address
        self.socket = socket if wire is None else None  # it holds the whole request
        self.lang = person.lang or "en"
        self.viewer = Viewer(person.id, self.lang, catalogue(self.lang).gettext, named=bool(person.name))
        self.number = -1  # of the newest update sent
        self._greeted = False  # a page that has not said hello would be told everything twice
        self._parts: dict[str, tuple[str, ...] | Trace] = {}  # their pieces
        self._shown: Facts | None = None  # in these parts, unless they were sent long ago
        self._people = self._seats = 0  # at the table, when it was shown last
        self._told_at = 0.0
        self._base = house.base(socket)
        self._board: SeenBoard | BoardLongAgo | None = None
        self._board_number = -1
        self._around: Around | None = None  # as it was shown; None: perhaps it was not
        self._resting: Traces | None = None  # what is left of parts and board after a while
        self._bucket = Bucket(BURST, PER_SECOND)
        self._strikes: Counter[Closed] = Counter()  # what the page may be cut off for
        self._closed = False
        self._failures = 0  # of updates, in a row
        self._sending = asyncio.Lock()
        self._tasks = Tasks()
        self._look: asyncio.TimerHandle | None = None  # at what a move has brought about, until then

    @property
    def _end(self) -> Wire | WebSocket:
        """Of the connection, on this side."""
        end = self.wire or self.socket
        assert end is not None
        return end

    # --- in --------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Listens and tells until the page goes away."""
        self.house.open_pages.add(self)
        async with self.house.broker.subscribe(self.id) as numbers:
            teller = asyncio.create_task(self._tell(numbers))
            numbers.at_once = self.tell_at_once
            try:
                await self.house.presence.come(self.id, self.person.id)
                while not self._closed:
                    text = await self._received()
                    if not self._closed:  # whoever was cut off meanwhile is not heard
                        await self._hear(text)
            except WebSocketDisconnect:
                pass
            finally:
                self.house.open_pages.discard(self)
                numbers.at_once = None  # that it goes is told to others
                teller.cancel()
                if self._look:
                    self._look.cancel()
                await self._tasks.close()
                self.house.awake_pages.discard(self)
                await self.house.presence.go(self.id, self.person.id)

    async def _received(self) -> str:
        """The next message; a binary frame is none, and ends the connection like its loss."""
        if self.wire is not None:
            return await self.wire.read()
        assert self.socket is not None
        try:
            return await self.socket.receive_text()
        except KeyError:
            raise WebSocketDisconnect from None

    async def _hear(self, text: str) -> None:
        try:
            message = m.decode(text)
        except UNREADABLE:
            await self._refuse(id_of(text), N_("This message cannot be read."))
            await self._strike(Closed.NONSENSE)
            return
        if not self._bucket.take():
            await self._refuse(message.id, TOO_MUCH)
            await self._strike(Closed.TOO_MANY)
            return
        cost = m.cost(message, self._seats)
        if not self.house.has_room(message, self.person.id, self.address, cost):
            # No strike: others of this address may have used it up.
            await self._refuse(message.id, TOO_MUCH)
            return
        await self.house.beginning.take(self.address, cost)
        try:
            await self._answer(message)
        except Refused as why:
            await self._refuse(message.id, why.said(catalogue(self.lang).gettext))
            if isinstance(message, m.Play | m.Touch):
                await self.update()
        except StoreError:
            FIGURES.counts["store failures"] += 1
            log.exception("%s: the store failed", self.id)
            await self._refuse(message.id, N_("The server could not save that; please try again."), again=True)
        except WebSocketDisconnect:
            raise
        except Exception as wrong:
            self._note_failure(wrong)
            await self._refuse(message.id, N_("That did not work"))
            await self._close_if_failing()

    def _note_failure(self, wrong: Exception) -> None:
        """Something about the table cannot be worked out or shown. A database or a bot process that fails says nothing
        about the table: the page asks again with its next ping."""
        if isinstance(wrong, PASSING):
            log.debug("%s: an update has to wait: %s", self.id, wrong)
            return
        self._failures += 1
        self.house.desk.report(self.id, wrong)

    async def _close_if_failing(self) -> None:
        """For good: once may be chance."""
        if self._failures >= FAILURES:
            await self.close(Closed.OTHER_RULES)

    async def _strike(self, why: Closed) -> None:
        self._strikes[why] += 1
        if self._strikes[why] >= STRIKES:
            await self.close(why)

    async def _answer(self, message: m.Anything) -> None:
        if isinstance(message, m.Hello):
            self._forget()
            self._greeted = True
            self.lang = known_language(message.lang) or "en"
            self.viewer = self.viewer._replace(lang=self.lang, translate=catalogue(self.lang).gettext)
            await self._acknowledge(message.id)
        elif isinstance(message, m.Ping):
            await self._answer_ping(message.id)
        elif isinstance(message, m.Sketch):
            await self._sketch(message)
        elif isinstance(message, m.Lift):
            await self._lift(message)
        elif isinstance(message, m.Why):
            await self._explain(message)
        else:
            if isinstance(message, m.Absent):
                await self._check_absence(message)
            if isinstance(message, m.Sit):
                await self._check_invited()
            with FIGURES.acknowledged.measured():
                number = await self.house.desk.do(self.id, message, Who(self.person.id, self.person.name, self.lang))
                await self._acknowledge(message.id, number)
            self.house.broker.tell(self.id)
            await self._introduce(message)

    async def _answer_ping(self, id: str) -> None:
        """A page is told of whatever happens; only people who are gone for long are noticed by nothing but time. So
        its pings wake no table that rests."""
        if self._around is not None and self._around == self.house.presence.at_hand(self.id):
            await self._send(Ack(id, self.number, self.house.store.now()))
        else:
            await self._acknowledge(id)

    async def _check_invited(self) -> None:
        if await self.house.only_watches(await self._table(), self.person.id):
            raise Refused(N_("Your link is for watching. Ask for the link to join."))

    async def _check_absence(self, message: m.Absent) -> None:
        """Nobody is replaced who is there, or was a short while ago."""
        table = await self._table()
        _, lately = await self.house.around(table)
        if message.seat < len(table.seats) and table.seats[message.seat].person in lately:
            raise Refused(N_("This player has not been away for long."))

    async def _introduce(self, message: m.Change) -> None:
        """Somebody's first name at a table is their name from then on."""
        if isinstance(message, m.Rename | m.Sit) and (isinstance(message, m.Rename) or not self.person.name):
            name = clean(message.name, NAME_LENGTH)
            if name:
                self.person = await self.house.people.named(self.person, name)
                self.viewer = self.viewer._replace(named=True)

    async def _lift(self, message: m.Lift) -> None:
        table = await self._table()
        if message.seat not in table.mine(self.person.id):
            raise Refused(N_("That is not your seat."))
        self.viewer = self.viewer._replace(seat=message.seat)
        await self._acknowledge(message.id)

    async def _sketch(self, message: m.Sketch) -> None:
        table = await self._table()
        place = place_of(table, self.viewer)
        if message.seat != place.seat:
            raise Refused(N_("That is not your seat."))
        try:
            drawn = sketch(table.state, table.look(place.seat, self.lang), message.text, message.id)
        except SpielkisteError as wrong:
            raise Refused("{reason}", reason=wrong) from None
        await self._send(drawn)

    async def _explain(self, message: m.Why) -> None:
        """Why a touch did nothing: by the rules, or in general."""
        table = await self._table()
        place, look = place_of(table, self.viewer), table.look(message.seat, self.lang)
        said = why_dead(table.state, look, message.chosen, message.under) if message.seat == place.seat else ""
        general = N_("It does not go there.") if message.chosen else N_("That cannot be moved now.")
        await self._send(Reason(message.id, said or catalogue(self.lang).gettext(general)))

    async def _table(self) -> Table:
        table = await self.house.desk.table(self.id)
        if table is None:
            raise Refused(N_("There is no such table."))
        return table

    # --- out -------------------------------------------------------------------------------------

    async def _tell(self, numbers: Subscription) -> None:
        """Sends an update whenever the table has changed; where there are many people, of several changes at once."""
        async for number in numbers:
            try:
                if self._people > CROWD:
                    await asyncio.sleep(self._told_at + TOGETHER - time.monotonic())
                if self._greeted and not 0 <= number <= self.number:  # it may have been told with an acknowledgement
                    await self.update(number)
            except PASSING as wrong:
                log.debug("%s: an update has to wait: %s", self.id, wrong)
                await asyncio.sleep(PAUSE)
                numbers.wake(LOOK)
            except WebSocketDisconnect:
                return
            except Exception as wrong:
                self._note_failure(wrong)
                await self._close_if_failing()

    def tell_at_once(self, number: int) -> bool:
        """Sends an update where all that it needs is at hand; False where something has to be waited for."""
        if not self._greeted or 0 <= number <= self.number:
            return True
        if self.wire is None or not self.wire.ready or self._sending.locked() or self._people > CROWD:
            return False
        try:
            changed = self._changes_at_hand(number)
            if changed is not UNSET and changed is not None and not self._closed:
                self.wire.write(encode(changed))
            return changed is not None
        except WebSocketDisconnect:
            return True
        except Exception as wrong:
            self._note_failure(wrong)
            return True

    async def update(self, number: int = -1) -> None:
        """Tells what changed since the last update to this page; nothing if nothing did."""
        async with self._sending:
            changed = await self._changes(number)
            if changed is not UNSET:
                await self._send(changed)

    async def _acknowledge(self, id: str, number: int | None = None) -> None:
        """A message was carried out; with that the page is told what has changed."""
        async with self._sending:
            stored, changed = self.number if number is None else number, await self._changes_or_nothing(number)
            await self._send(Ack(id, stored, self.house.store.now(), changed))
        await self._close_if_failing()

    async def _changes_or_nothing(self, number: int | None) -> Update | UnsetType:
        """Whatever goes wrong in showing it: what is stored is acknowledged."""
        try:
            return await self._changes(-1 if number is None else number) if self._greeted else UNSET
        except Exception as wrong:
            self._note_failure(wrong)
            return UNSET

    def _changes_at_hand(self, number: int) -> Update | UnsetType | None:
        """What this page has not been told of its table; None where only others know."""
        self._around = None  # until all goes well: a page that could not be told something asks with its next ping
        self._wake()
        table = self.house.desk.at_hand(self.id, number)
        around = self.house.around_at_hand(table) if table else None
        return self._seen(table, around) if table and around else None

    async def _changes(self, number: int) -> Update | UnsetType:
        """What this page has not been told of its table; a table that cannot be shown any more closes it."""
        changed = self._changes_at_hand(number)
        if changed is not None:
            return changed
        try:
            table = await self.house.desk.table(self.id, number)
        except Unfamiliar:
            await self.close(Closed.OTHER_RULES)
            return UNSET
        if table is None:
            await self.close(Closed.NO_SUCH_TABLE)
            return UNSET
        return self._seen(table, await self.house.around(table))

    def _seen(self, table: Table, around: Around) -> Update | UnsetType:
        self._people, self._seats = len(around[0]), len(table.seats)
        self.house.awake_pages.add(self)
        try:
            news = self._news(table, facts(table, self.viewer, self._base, *around))
        except Exception:
            self._forget()  # some of it was not sent
            raise
        self._around, self._failures = around, 0
        return news

    def _forget(self) -> None:
        """What the page was sent: the next update brings everything."""
        self._parts, self._shown, self._board, self._resting = {}, None, None, None

    def _news(self, table: Table, shown: Facts) -> Update | UnsetType:
        parts = self._changed_parts(shown) or UNSET
        drawn = self._changed_board(table)
        news = table.number != self.number
        if not news and parts is UNSET and drawn is UNSET:
            return UNSET
        self.number, self._told_at = table.number, time.monotonic()
        return Update(
            number=table.number, now=self.house.store.now(), clock=shown.clock, turn=shown.your_turn,
            over=table.phase == "over", parts=parts, board=drawn, say=shown.say if news else UNSET,
            go=f"/t/{table.again}" if table.again else UNSET,
        )  # fmt: skip

    def _changed_board(self, table: Table) -> BoardMessage | UnsetType:
        """The board, if it looks different now or something else can be done."""
        old, drawn = self._board, board(table, self.viewer, self._is_looking(table))
        self._board = drawn
        if old is not None and old.shows_the_same_as(drawn):
            return UNSET
        message = drawn.message(old, self._board_number)
        self._board_number = table.number
        return message

    def _is_looking(self, table: Table) -> bool:
        """Whether people look at what has happened; then this page is shown afterwards how it goes on."""
        left = table.shown_until - self.house.store.now() if table.phase == "running" else 0.0
        if left > 0 and self._look is None and table.shown(True) is not table.state:
            self._look = asyncio.get_running_loop().call_later(left, self._look_up)
        return left > 0

    def _look_up(self) -> None:
        self._look = None
        self._tasks.begin(self._go_on())

    async def _go_on(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, *PASSING):
            await self.update()

    def _changed_parts(self, shown: Facts) -> dict[str, list[Run]]:
        """The parts that look different now, and of them the pieces that are new; those whose facts are the same need
        not even be looked at."""
        changed = {}
        was = self._shown if self._shown is not None and self._shown.frame is shown.frame else None
        for one in self._parts_to_look_at(was, shown):
            depends = one.read(shown)
            if was is None or one.read(was) != depends:
                before, pieces = self._parts.get(one.name, ()), one.filled(shown.frame, depends)
                self._parts[one.name] = pieces
                had = before.recalled(pieces) if isinstance(before, Trace) else before
                if had != pieces:
                    changed[one.name] = NEWEST_PARTS.after(one.name, had, pieces)
        self._shown = shown
        return changed

    def _parts_to_look_at(self, was: Facts | None, shown: Facts) -> Sequence[Part]:
        if was is None:
            return every_part(self.lang)
        seldom = seldom_changed()
        return often_changed(self.lang) if seldom(was) == seldom(shown) else moving_parts(self.lang)

    # --- a rest ----------------------------------------------------------------------------------

    def rest(self, patience: float) -> bool:
        """Lets go of the texts that were sent to a page which has not been told anything for so many seconds; what is
        left suffices to send it, one day, only what is new."""
        quiet = time.monotonic() - self._told_at > patience and not self._sending.locked() and self._look is None
        if not quiet or not isinstance(self._board, SeenBoard):
            return False
        pieces = [self._parts.get(name, ()) for name in PARTS]
        self._resting = Traces([*pieces, *self._board.lists()])
        self._parts, self._shown, self._board = {}, None, None
        return True

    def _wake(self) -> None:
        if self._resting is not None:
            *pieces, picture, controls = self._resting.taken_apart()
            self._parts = dict(zip(PARTS, pieces, strict=True))
            self._board, self._resting = BoardLongAgo(picture, controls), None

    async def _refuse(self, id: str, why: str, again: bool = False) -> None:
        said = catalogue(self.lang).gettext(why)
        await self._send(Refusal(id, said, self.number, again))

    async def _send(self, frame: Frame) -> None:
        if self._closed:
            return
        text = encode(frame)
        if self.wire is not None and self.wire.ready:
            self.wire.write(text)
            return
        try:
            await self._end.send_text(text.decode())
        except RuntimeError:  # uvicorn has closed it meanwhile, as after a frame that is too long or no text
            raise WebSocketDisconnect from None

    async def close(self, why: Closed) -> None:
        """For good: the page says why, and does not come back by itself."""
        if not self._closed:
            self._closed = True
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # gone already
                await self._end.close(why)


@cache
def every_part(lang: str) -> list[Part]:
    return [part(name, lang) for name in PARTS]


@cache
def moving_parts(lang: str) -> list[Part]:
    """Those that a move may change at all."""
    return [one for one in every_part(lang) if one.moving]


@cache
def often_changed(lang: str) -> list[Part]:
    """Those that most moves change."""
    return [one for one in moving_parts(lang) if one.name not in SELDOM]


@cache
def seldom_changed() -> Callable[[object], tuple[Hashable, ...]]:
    """Reads the facts that the other ones show; those of the end all at once."""
    shown = {fact for name in SELDOM for fact in part(name, "en").moving}
    return reader((*(shown - set(ResultFacts._fields)), "finish"))


class OnlyId(msgspec.Struct, frozen=True):
    """What is read of a message that is wrong otherwise: converting the rest could take long."""

    id: str = ""


def id_of(text: str) -> str:
    """The id of a message that is wrong otherwise, so that the page knows which one."""
    try:
        found = msgspec.json.decode(text, type=OnlyId).id
    except UNREADABLE:
        named = AN_ID.search(text)  # a text with half a letter in it, say
        found = named[1] if named else ""
    return found if len(found) <= 64 else ""


async def live(house: "House", socket: WebSocket) -> None:
    """Accepts a page's connection. If it may not see the table it is told why: a browser hides the reason of a
    connection that was never accepted, and would try for ever."""
    id, address = socket.path_params["id"], limited_as(socket.client.host) if socket.client else ""
    if not is_table_id(id) or house.is_too_quick(address) or not same_origin(socket, house.settings.address):
        await socket.close(1008)  # no page of ours, or one that has to wait: it is told nothing
        return
    try:
        with house.connection(address):
            page = await let_in(house, socket, id, address)
    except StoreError as wrong:
        await ask_to_come_later(socket, id, wrong)
        return
    except Unfamiliar:  # since it was let in
        await socket.close(Closed.OTHER_RULES)
        return
    if page is not None and page.wire is not None:
        page.wire.stay(partial(listen, page, address))
    elif page is not None:
        await listen(page, address)


async def listen(page: LiveConnection, address: str) -> None:
    """Until the page goes away."""
    with page.house.connection(address):
        try:
            await page.run()
        except StoreError as wrong:
            await ask_to_come_later(page._end, page.id, wrong)


async def ask_to_come_later(socket: WebSocket | Wire, id: str, wrong: StoreError) -> None:
    log.warning("%s: %s", id, wrong)
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(1013)  # the page comes back by itself


async def let_in(house: "House", socket: WebSocket, id: str, address: str) -> LiveConnection | None:
    """Accepts a connection; the page, unless it may not see the table."""
    person = await house.people.who(socket)
    refused = await why_not(house, id, person, address)
    await socket.accept()
    if refused is not None:
        await socket.close(refused)
        return None
    house.whereabouts.note(person.id, address)
    wire: Wire | None = socket.scope.get("extensions", {}).get(WIRE)
    page = LiveConnection(house, socket, person, id, wire, address)
    page.viewer = page.viewer._replace(watching=await only_watches(house, id, person))
    return page


async def only_watches(house: "House", id: str, person: Person) -> bool:
    """Asked by itself: whoever holds a table while its page is open keeps it from being put to rest."""
    table = await house.desk.table(id)
    return table is not None and await house.only_watches(table, person.id)


async def why_not(house: "House", id: str, person: Person, address: str) -> Closed | None:
    """What is in the way of a connection to a table."""
    if not house.may_connect(address):
        return Closed.TOO_MANY
    try:
        table = await house.desk.table(id)
    except Unfamiliar:
        return Closed.OTHER_RULES
    if table is None:
        return Closed.NO_SUCH_TABLE
    may_see = await house.may_see(table.match, table.people, person.id)
    return None if may_see else Closed.NOT_FOR_YOU
