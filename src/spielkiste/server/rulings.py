"""What a message does to a table: the events it brings about, or why it is refused."""

import re
import unicodedata
from collections.abc import Callable, Collection
from functools import singledispatch
from typing import Literal, NamedTuple

import spielkiste as sk
from spielkiste.core.errors import SpielkisteError
from spielkiste.core.look import Look
from spielkiste.search.bots import levels
from spielkiste.server import lot
from spielkiste.server import messages as m
from spielkiste.server.characters import newcomer
from spielkiste.server.colours import PALETTE, usual_colours
from spielkiste.server.news import (
    Agreed,
    Allowed,
    Asked,
    Chatted,
    Coloured,
    Declined,
    Drew,
    Followed,
    Hiccuped,
    News,
    Played,
    Reacted,
    Renamed,
    Replaced,
    Sat,
    SeatedBot,
    Started,
    Stood,
    Stopped,
    Swapped,
    TipsSwitched,
    Undone,
    Waited,
    WantedAgain,
    WentOn,
)
from spielkiste.server.reasons import sentence
from spielkiste.server.table import Seat, Table, rematch_id
from spielkiste.server.texts import N_

PLAY = m.Play | m.Touch | m.GoOn
EVENTS_BEFORE_MOVES_ONLY = 10_000  # of a table; sixty people at Knister make about 2,000
EVENTS_AT_MOST = 20_000
MOVES_AT_MOST = 5_000  # to load a table of so many moves holds the event loop for 15 ms
TOO_MUCH_HAPPENED = N_("This table is full. You can only end the game.")
NAME_LENGTH = 24
CHAT_LENGTH = 300
REACTIONS = {"smile": "😊", "wow": "😮", "bravo": "👏", "oops": "🙈", "think": "🤔", "hello": "👋"}
HOW_IT_WAS_SETTLED: dict[str, Literal["lot", "others"]] = {"lot": "lot", "others": "others"}  # else by the host
HASTE = 0.25  # seconds by which clocks may differ at the end of what is shown
REMOVED = N_("The host has taken you from this table. Only the host can let you sit again.")
SEATS_OF_A_PERSON = 12  # people on one device


class Who(NamedTuple):
    """Somebody who says something to a table."""

    id: str
    name: str = ""
    lang: str = "en"


Ruling = Callable[[Table, float], list[News]]  # what happens at a table at a moment, or Refused


class Refused(Exception):  # noqa: N818 - an answer rather than an error
    """Why a message is not carried out: a sentence (an English key of the catalogue) and what stands in its gaps."""

    def __init__(self, text: str, **gaps: object) -> None:
        super().__init__(text)
        self.text, self.gaps = text, gaps

    def said(self, translate: Callable[[str], str]) -> str:
        return translate(self.text).format(**self.gaps)


def clean(text: str, length: int) -> str:
    """A text from outside: no control characters, no tricks with direction, spaces single, not too long."""
    text = re.sub(r"\s+", " ", text[: 4 * length + 100])  # to normalise takes the square of the length
    kept = "".join(c for c in text if not unicodedata.category(c).startswith("C"))
    return unicodedata.normalize("NFC", " ".join(kept.split()))[:length].strip()


def check_room(message: object, table: Table) -> None:
    """A table does not grow without end. Refused says so; to end a game is always possible."""
    if isinstance(message, m.Resign | m.Stand | m.Rematch | m.Absent):
        return
    need(isinstance(message, PLAY) or table.number < EVENTS_BEFORE_MOVES_ONLY, TOO_MUCH_HAPPENED)
    need(table.number < EVENTS_AT_MOST and table.state.length < MOVES_AT_MOST, TOO_MUCH_HAPPENED)


@singledispatch
def decide(message: object, table: Table, who: Who, now: float) -> list[News]:
    """The events a message brings about at a table, or Refused."""
    raise TypeError(type(message).__name__)


# --- before the game ----------------------------------------------------------------------------


def need(holds: bool, text: str, **gaps: object) -> None:
    if not holds:
        raise Refused(text, **gaps)


def seat_at(table: Table, number: int) -> Seat:
    need(number < len(table.seats), N_("There is no such seat."))
    return table.seats[number]


def before_the_start(table: Table) -> None:
    need(table.phase == "open", N_("The game has begun already."))


def by_the_host(table: Table, person: str) -> None:
    need(person == table.match.host, N_("Only the host of the table may do that."))


@decide.register
def _(message: m.Sit, table: Table, who: Who, now: float) -> list[News]:
    before_the_start(table)
    need(who.id not in table.removed, REMOVED)
    seat = seat_at(table, message.seat)
    may = seat.kind == "open" or (seat.kind == "bot" and who.id == table.match.host)
    need(may, N_("Somebody sits there already."))
    need(len(table.mine(who.id)) < SEATS_OF_A_PERSON, N_("You have enough seats."))
    called = clean(message.name, NAME_LENGTH) or clean(who.name, NAME_LENGTH)
    need(bool(called), N_("Please give a name first."))
    return [Sat(seat=message.seat, person=who.id, name=distinct(called, table))]


def distinct(name: str, table: Table) -> str:
    """A name nobody at the table has."""
    return unlike(name, table.names)


def unlike(name: str, taken: Collection[str]) -> str:
    """A name that is not taken: this one, or this one with a number."""
    called, k = name, 2
    while called in taken:
        called, k = f"{name[: NAME_LENGTH - 3].rstrip()} {k}", k + 1
    return called


@decide.register
def _(message: m.Stand, table: Table, who: Who, now: float) -> list[News]:
    before_the_start(table)
    seat = seat_at(table, message.seat)
    need(seat.kind != "open", N_("Nobody sits there."))
    if seat.kind == "bot" or seat.person != who.id:
        by_the_host(table, who.id)
    return [Stood(seat=message.seat)]


@decide.register
def _(message: m.Allow, table: Table, who: Who, now: float) -> list[News]:
    before_the_start(table)
    by_the_host(table, who.id)
    people = list(table.removed)
    need(message.who < len(people), N_("Nobody has to be let in again."))
    return [Allowed(person=people[message.who])]


@decide.register
def _(message: m.SeatBot, table: Table, who: Who, now: float) -> list[News]:
    before_the_start(table)
    by_the_host(table, who.id)
    seat = seat_at(table, message.seat)
    need(seat.kind != "person", N_("Somebody sits there already."))
    need(message.level in levels(table.game.room), N_("There is no bot of this level."))
    return [SeatedBot(seat=message.seat, level=message.level, name=newcomer_at(table, message.seat, message.level))]


def newcomer_at(table: Table, seat: int, level: int) -> str:
    """Which of the computer's players comes to a chair; another table sees others."""
    return newcomer(level, table.names, table.match.seed[0] + seat)


@decide.register
def _(message: m.Swap, table: Table, who: Who, now: float) -> list[News]:
    before_the_start(table)
    by_the_host(table, who.id)
    seat_at(table, message.seat)
    seat_at(table, message.other)
    need(message.seat != message.other, N_("These are the same seat."))
    return [Swapped(seat=message.seat, other=message.other)]


@decide.register
def _(message: m.Start, table: Table, who: Who, now: float) -> list[News]:
    before_the_start(table)
    by_the_host(table, who.id)
    need(all(seat.kind != "open" for seat in table.seats), N_("There are free seats still."))
    need(bool(table.people), N_("At least one person must sit at the table."))
    first = lot.beginner(message.first, table.match.seed, [seat.person for seat in table.seats], table.match.host)
    if first is None or not lot.matters(table.game):
        return [Started(moves=table.try_start(table.number + 1))]
    return [
        Drew(first=first, how=HOW_IT_WAS_SETTLED.get(message.first, "chosen")),
        Started(moves=table.try_start(table.number + 2)),
    ]


@decide.register
def _(message: m.Rename, table: Table, who: Who, now: float) -> list[News]:
    called = clean(message.name, NAME_LENGTH)
    need(bool(called), N_("Please give a name first."))
    need(bool(table.mine(who.id)), N_("You do not sit at this table."))
    return [Renamed(person=who.id, name=distinct(called, table))]


@decide.register
def _(message: m.Colour, table: Table, who: Who, now: float) -> list[News]:
    before_the_start(table)
    seat = seat_at(table, message.seat)
    need(seat.kind == "person" and seat.person == who.id, N_("That is not your seat."))
    need(bool(usual_colours(table.game)), N_("In this game the colours are fixed."))
    need(message.colour in PALETTE, N_("There is no such colour."))
    need(message.colour not in table.chosen_colours or message.colour == seat.colour, N_("Somebody has this colour."))
    return [Coloured(seat=message.seat, colour=message.colour)]


# --- moves ------------------------------------------------------------------------------------


def own_seat(table: Table, number: int, person: str) -> None:
    need(table.phase == "running", N_("The game is not running."))
    seat = seat_at(table, number)
    need(seat.kind == "person" and seat.person == person, N_("That is not your seat."))


def asked_now(table: Table, message: m.Play | m.Touch, person: str, now: float) -> None:
    need(now >= table.shown_until - HASTE, N_("Have a look first, it goes on in a moment."))
    need(message.seat in table.state.turn, N_("It is not your turn."))
    outdated = table.outdated(message.seat, person, message.after)
    need(not outdated, N_("The position has changed in the meantime."))


@decide.register
def _(message: m.Play, table: Table, who: Who, now: float) -> list[News]:
    own_seat(table, message.seat, who.id)
    asked_now(table, message, who.id, now)
    return made(table, message.seat, message.move, now)


@decide.register
def _(message: m.Touch, table: Table, who: Who, now: float) -> list[News]:
    own_seat(table, message.seat, who.id)
    asked_now(table, message, who.id, now)
    try:
        move = table.state.gathered(Look(message.seat, who.lang), message.tool, message.elements)
    except SpielkisteError as wrong:
        raise Refused("{reason}", reason=sentence(str(wrong))) from None
    return made(table, message.seat, move, now)


def made(table: Table, seat: int, move: str, now: float) -> list[News]:
    """A move and the chance events after it, as one event."""
    patience = table.game.card.patience
    if patience and seat >= 0:
        left = table.since + patience(table.state.uncovered(), table.game.options, move) - now
        plea = N_("Please wait {seconds} more seconds.") if left >= 1.5 else N_("Please wait one more second.")
        need(left <= 0, plea, seconds=f"{left:.0f}")
    try:
        return [Played(moves=table.try_move(seat, move))]
    except sk.NotYourTurn:
        raise Refused(N_("It is not your turn.")) from None
    except SpielkisteError:
        raise Refused(N_("That move is not possible now.")) from None


# --- what nobody sends a message for --------------------------------------------------------------


def clock_ruling(table: Table, now: float) -> list[News]:
    """The clock's own move, when it has run out."""
    need(sk.CLOCK in table.state.turn and (table.deadline or 0) <= now, N_("The clock has not run out."))
    return made(table, sk.CLOCK, table.state.moves(sk.CLOCK)[0], now)


def limit_ruling(seat: int, move: str, seen: int) -> Ruling:
    """A move for somebody whose time for the turn is up, unless they have moved after all."""

    def ruling(table: Table, now: float) -> list[News]:
        need(table.made == seen and table.phase == "running", N_("The position has changed in the meantime."))
        return made(table, seat, move, float("inf"))

    return ruling


def bot_ruling(seat: int, move: str, seen: int) -> Ruling:
    """A bot's move for the position it thought about; where several act at once, others may have moved meanwhile."""

    def ruling(table: Table, now: float) -> list[News]:
        need(seat in table.bots_in_turn(), N_("It is not your turn."))
        current = table.made == seen or move in table.state.moves(seat)
        need(current, N_("The position has changed in the meantime."))
        return made(table, seat, move, float("inf"))

    return ruling


def forgotten_ruling(before: float) -> Ruling:
    """The end of a game that nobody has come back to since then."""

    def ruling(table: Table, now: float) -> list[News]:
        need(table.phase == "running" and table.changed < before, N_("The position has changed in the meantime."))
        return [Stopped(why="forgotten", seat=-1)]

    return ruling


def hiccup_ruling(seat: int) -> Ruling:
    """A bot's process has failed; the table says so."""
    return lambda table, now: [Hiccuped(seat=seat)]


# --- around the game ------------------------------------------------------------------------------


def name_at(table: Table, who: Who) -> str:
    seats = table.mine(who.id)
    return table.seats[seats[0]].name if seats else clean(who.name, NAME_LENGTH) or "?"


@decide.register
def _(message: m.Chat, table: Table, who: Who, now: float) -> list[News]:
    text = clean(message.text, CHAT_LENGTH)
    need(bool(text), N_("There is nothing to say."))
    need(bool(table.mine(who.id)), N_("Only players may chat."))
    return [Chatted(text=text, name=name_at(table, who))]


@decide.register
def _(message: m.React, table: Table, who: Who, now: float) -> list[News]:
    need(message.what in REACTIONS, N_("There is no such reaction."))
    need(bool(table.mine(who.id)), N_("Only players may chat."))
    return [Reacted(what=message.what, name=name_at(table, who))]


@decide.register
def _(message: m.GoOn, table: Table, who: Who, now: float) -> list[News]:
    need(bool(table.mine(who.id)), N_("You do not sit at this table."))
    need(table.shown_until > now and who.id not in table.looked, N_("It goes on already."))
    return [WentOn()]


@decide.register
def _(message: m.SwitchTips, table: Table, who: Who, now: float) -> list[News]:
    need(table.phase == "running", N_("The game is not running."))
    by_the_host(table, who.id)
    return [TipsSwitched(on=bool(message.on))]


@decide.register
def _(message: m.AskUndo, table: Table, who: Who, now: float) -> list[News]:
    need(table.phase == "running" or table.may_go_back(), N_("The game is not running."))
    need(table.question is None, N_("There is an open question already."))
    target = table.undo_target(who.id)
    if target is None:
        raise Refused(N_("Your last move cannot be taken back."))
    if table.people == [who.id]:
        return [Undone(number=target)]
    return [Asked(number=target, name=name_at(table, who))]


@decide.register
def _(message: m.Agree, table: Table, who: Who, now: float) -> list[News]:
    question = table.question
    if question is None or who.id not in question.waiting:
        raise Refused(N_("Nobody asks you anything."))
    answered: list[News] = [Agreed()]
    if question.waiting == {who.id}:
        answered.append(Undone(number=question.number))
    return answered


@decide.register
def _(message: m.Decline, table: Table, who: Who, now: float) -> list[News]:
    question = table.question
    if question is None or (who.id not in question.waiting and who.id != question.by):
        raise Refused(N_("Nobody asks you anything."))
    return [Declined()]


@decide.register
def _(message: m.Absent, table: Table, who: Who, now: float) -> list[News]:
    need(table.phase == "running", N_("The game is not running."))
    need(bool(table.mine(who.id)), N_("You do not sit at this table."))
    seat = seat_at(table, message.seat)
    need(seat.kind == "person" and seat.person != who.id, N_("That seat is not somebody else's."))
    if message.what == "wait":
        return [Waited(seat=message.seat)]
    if message.what == "end":
        return [Stopped(why="abandoned", seat=message.seat)]
    level = min(3, max(levels(table.game.room)))
    return [Replaced(seat=k, level=level) for k in table.mine(seat.person)]


@decide.register
def _(message: m.Resign, table: Table, who: Who, now: float) -> list[News]:
    own_seat(table, message.seat, who.id)
    return [Stopped(why="resigned", seat=message.seat)]


@decide.register
def _(message: m.Rematch, table: Table, who: Who, now: float) -> list[News]:
    need(table.phase == "over", N_("The game is still running."))
    need(bool(table.mine(who.id)), N_("You do not sit at this table."))
    need(table.again is None, N_("There is a new table already."))
    need(table.wishes.get(who.id) is not bool(message.sequel), N_("The others are being asked."))
    if table.still_to_ask(who.id, bool(message.sequel)):
        return [WantedAgain(sequel=bool(message.sequel))]
    return [Followed(match=rematch_id(table.match))]
