"""A table: what its events, in order, make of it. Nothing here touches a database, a clock or a socket."""

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, singledispatchmethod
from typing import Any, NamedTuple

import msgspec

import spielkiste as sk
from spielkiste.core.card import Sequel
from spielkiste.core.deal import deal, deal_again, dealt
from spielkiste.core.game import Game
from spielkiste.core.look import AskedLook, Look
from spielkiste.core.once import once
from spielkiste.core.pcg64 import Pcg64
from spielkiste.core.record import Plain
from spielkiste.core.state import State
from spielkiste.server.colours import PALETTE, settled, usual_colours
from spielkiste.server.events import Event, Match, Standing
from spielkiste.server.news import (
    KINDS,
    Agreed,
    Allowed,
    Asked,
    BadEvent,
    Chatted,
    Coloured,
    Declined,
    Drew,
    Erased,
    Followed,
    Hiccuped,
    Moves,
    News,
    Opened,
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
    UnknownEvent,
    Waited,
    WantedAgain,
    WentOn,
    kind_of,
)
from spielkiste.server.pictures import path_at_hand, paths_of

LOG_LINES = 60  # moves kept in words, and to be taken back
CHAT_LINES = 60
ANYBODY = -1  # instead of a seat, for words that are the same from all of them
GAMES_KEPT = 200  # with their options, most tables play one of a few
NOBODY: Mapping[int, int] = {}
LATEST = 253_402_300_799.0  # seconds since 1970: the end of the year 9999, the last that can be written as a date
LONGEST_TEXT = 1000  # characters; names have 24 and what is said in a chat 300
LONGEST_SHOWN = 3600.0  # seconds that people look at a move; 2.5 are usual
HIGHEST_LEVEL = 100  # of bots; the rooms have up to five
BOT_LOOKED_AFTER = 10.0  # seconds after which another worker looks whether a bot's move was forgotten


@dataclass(frozen=True)
class Seat:
    """Who sits there: nobody ("open"), a person or a bot."""

    kind: str = "open"
    person: str = ""
    name: str = ""
    level: int = 0
    colour: str = ""  # of the stones, where one was chosen

    def row(self) -> dict[str, Any]:
        return {"kind": self.kind, "person": self.person, "name": self.name, "level": self.level}


@dataclass(frozen=True)
class Moment:
    """A position that a move was made in, kept to tell the move and to take it back."""

    number: int  # of the event that made the move
    by: str  # person, or "" for bots and clocks
    seat: int
    move: str
    before: State
    index: int  # of the move among all moves made
    touched: tuple[str, ...] | None = field(default=None, compare=False)  # for it, where that was known
    told: dict[tuple[int | None, str, tuple[str, ...]], str] = field(default_factory=dict, compare=False)

    @once
    def path(self) -> tuple[str, ...]:
        """What was touched for it, where it was a listed move."""
        return paths_of(self.before, self.seat).get(self.move, ()) if self.touched is None else self.touched

    def tell(self, look: Look) -> str:
        """The move in words; the same words are made once."""
        said = self.told.get((ANYBODY, look.lang, look.names))
        return self._told_to(look) if said is None else said

    def _told_to(self, look: Look) -> str:
        """Words that nobody was told yet, or that depend on who looks."""
        asked = AskedLook(look)
        said = self.told.get((asked.unasked, look.lang, look.names))
        if said is None:
            said = self.before.tell(self.seat, self.move, asked)
            if not asked.asked:
                self.told[ANYBODY, look.lang, look.names] = said
                return said
        self.told[look.seat, look.lang, look.names] = said
        return said


@dataclass(frozen=True)
class ChatLine:
    """Something said in the chat."""

    person: str
    name: str
    text: str
    reaction: bool


@dataclass(frozen=True)
class Question:
    """Somebody asks to take a move back; those in `waiting` have not answered yet."""

    by: str
    name: str
    number: int  # of the event to go back before
    waiting: frozenset[str]


class Ahead(NamedTuple):
    """Moves that were tried in a position, and the states after each: once they are stored, nobody plays them again."""

    before: State
    moves: Moves
    states: tuple[State, ...]


class Seating:
    """What follows from who sits where: worked out once for as long as nobody sits down, rises or is renamed."""

    def __init__(self, seats: list[Seat], game: Game) -> None:
        self.seats = seats
        self.names = tuple([seat.name for seat in seats])
        chosen = tuple([seat.colour for seat in seats])
        self.colours = settled(chosen, usual_colours(game)) if any(chosen) else ()
        self.of: dict[str, list[int]] = {}  # the seats of each person
        for k, seat in enumerate(seats):
            if seat.kind == "person":
                self.of.setdefault(seat.person, []).append(k)
        self.bots = frozenset([seat.level for seat in seats if seat.kind == "bot"])  # their levels
        self.looks: dict[tuple[int | None, str], Look] = {}

    @once
    def rows(self) -> tuple[dict[str, Any], ...]:
        """Who sits there, for lists."""
        return tuple([seat.row() for seat in self.seats])


Happened = tuple[Plain, Plain, list[tuple[int, str]]]  # the records before and after some moves, and the moves


class Table:
    """The fold of a match's events. `apply` is the only way it changes."""

    def __init__(self, match: Match, events: Iterable[Event] = ()) -> None:
        self.match = match
        self.game = game_of(match)
        self.number = -1
        self.changed = match.created
        self.phase = "open"
        self.seats = [Seat() for _ in range(self.game.players)]
        self.state: State = self.game.start()
        self.moments: deque[Moment] = deque(maxlen=LOG_LINES)
        self.final = -1  # the newest event that cannot be taken back, and nothing before it
        self.made = 0  # moves so far
        self.since = match.created  # when the position came about
        self.clock_since = match.created  # when the running clock was started
        self.moved: dict[str, int] = {}  # by their authors, the newest events that changed the position
        self.asked: dict[int, int] = {}  # the event since which each seat in turn has had the same to decide
        self.question: Question | None = None
        self.lines: deque[ChatLine] = deque(maxlen=CHAT_LINES)
        self.removed: dict[str, str] = {}  # people the host has taken from their seats, and their names there
        self.ended = ""  # why, if not by the rules: "resigned", "abandoned" or "forgotten"
        self.quitter: int | None = None
        self.again: str | None = None
        self.wishes: dict[str, bool] = {}  # who would like to play once more, and whether it is to be the sequel
        self.tips = True  # whether the host allows them
        self.drawn: Drew | None = None  # how it was settled who begins
        self.hiccups = 0  # of bots since the last move
        self.shown_until = 0.0  # what the last move brought about is looked at so long; nobody decides meanwhile
        self.looked: frozenset[str] = frozenset()  # who has seen enough of it
        self._seating: Seating | None = None
        self._ahead: Ahead | None = None
        self._happened: tuple[int, Happened | None] | None = None  # by the newest event, whose number it is
        self.shared: dict[str, Any] = {}  # what all who look at it are told, by language, and were told before
        for event in events:
            self.apply(event)

    def copy(self) -> "Table":
        """A table of its own that can go on without changing this one. Both share what few events change: that is
        never changed in place."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.moments = self.moments.copy()
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Neither what was only tried, nor what is quickly said again."""
        return vars(self) | {"_seating": None, "_ahead": None, "_happened": None, "shared": {}}

    # --- who is who ------------------------------------------------------------------------------

    def mine(self, person: str) -> list[int]:
        """The seats of a person, several where people share a device."""
        return self.seating.of.get(person, [])

    @property
    def seating(self) -> "Seating":
        found = self._seating
        if found is None or found.seats is not self.seats:
            found = self._seating = Seating(self.seats, self.game)
        return found

    @property
    def people(self) -> list[str]:
        """Those who sit here, each once."""
        return list(self.seating.of)

    @property
    def names(self) -> tuple[str, ...]:
        return self.seating.names

    @property
    def chosen_colours(self) -> tuple[str, ...]:
        return tuple(seat.colour for seat in self.seats)

    @property
    def colours(self) -> tuple[str, ...]:
        """Of all stones, by seat, once somebody has chosen one."""
        return self.seating.colours

    def look(self, seat: int | None, lang: str) -> Look:
        """How this table is looked at from a seat."""
        looks = self.seating.looks
        found = looks.get((seat, lang))
        if found is None:
            found = looks[seat, lang] = Look(seat, lang, self.names, self.colours)
        return found

    def people_in_turn(self) -> list[int]:
        return [seat for seat in self.state.turn if seat >= 0 and self.seats[seat].kind == "person"]

    def bots_in_turn(self) -> list[int]:
        if self.phase != "running" or not self.seating.bots:
            return []
        return [seat for seat in self.state.turn if seat >= 0 and self.seats[seat].kind == "bot"]

    def hides(self) -> bool:
        """Whether somebody at one device must not see what another sees there."""
        return "hidden" in self.game.card.kinds and self.game.players > 1

    # --- time ------------------------------------------------------------------------------------

    @property
    def clock_total(self) -> float | None:
        """Seconds of the clock that runs now: the game's own, else the table's limit for a turn."""
        if self.phase != "running":
            return None
        if sk.CLOCK in self.state.turn:
            clock = self.game.card.clock
            return float(clock(self.state.uncovered(), self.game.options)) if clock else 60.0
        limit = self.match.turn_seconds
        return float(limit) if limit and self.people_in_turn() else None

    @property
    def deadline(self) -> float | None:
        total = self.clock_total
        return None if total is None else self.clock_since + total

    @property
    def wake(self) -> float | None:
        """When the server must look at this table even if nobody does anything."""
        deadline = self.deadline
        if not self.bots_in_turn():
            return deadline
        bot = self.since + BOT_LOOKED_AFTER
        return bot if deadline is None else min(deadline, bot)

    def standing(self) -> Standing:
        """What lists and clocks need to know."""
        in_turn = self.people_in_turn() if self.phase == "running" else ()
        people = dict.fromkeys([self.seats[seat].person for seat in in_turn])
        return Standing(
            phase=self.phase,  # type: ignore[arg-type]  # one of the three
            number=self.number,
            changed=self.changed,
            deadline=self.wake,
            turn=tuple(people),
            players=self._players(),
        )

    def _players(self) -> tuple[dict[str, Any], ...]:
        """Who sits there, for lists; after the end with places and scores."""
        rows = self.seating.rows
        if self.phase != "over":
            return rows
        places, scores = self.final_places, self.state.scores
        return tuple([row | {"place": places[k], "score": scores[k]} for k, row in enumerate(rows)])

    @property
    def final_places(self) -> tuple[int | None, ...]:
        """The places; of two, whoever gave up is the second."""
        if self.ended == "resigned" and len(self.seats) == 2:
            return tuple(2 if seat == self.quitter else 1 for seat in range(2))
        return self.state.places or (None,) * len(self.seats)

    # --- what there is to see ---------------------------------------------------------------------

    def moment(self, look: Look) -> str:
        """What the last move has brought about, where that is worth a look; else ""."""
        hook = self.game.room.front.moments
        happened = self._what_happened() if hook else None
        return hook.moment(*happened, look) if hook and happened else ""

    def _what_happened(self) -> "Happened | None":
        """The newest event for the room's words: read once for all who look."""
        if self._happened is None or self._happened[0] != self.number:
            newest, fallen = self._newest()
            moves = [(moment.seat, moment.move) for moment in newest]
            after = fallen.before if fallen else self.state
            records = (newest[0].before.uncovered(), after.uncovered()) if newest else None
            self._happened = self.number, (*records, moves) if records else None
        return self._happened[1]

    def shown(self, looking: bool) -> State:
        """The position people see. While they look at what a move has brought about, chance waits: the next dice have
        fallen, but would wipe it."""
        newest, fallen = self._newest() if looking else ((), None)
        return fallen.before if newest and fallen else self.state

    def newest(self) -> list[Moment]:
        """The moves of the newest event that has any."""
        found: list[Moment] = []
        for moment in reversed(self.moments):
            if found and moment.number != found[0].number:
                break
            found.append(moment)
        return found[::-1]

    def _newest(self) -> tuple[list[Moment], Moment | None]:
        """The moves of the newest event that has any, and what chance did first after them."""
        newest, fallen = self.newest(), None
        while newest and newest[-1].seat == sk.CHANCE:
            fallen = newest.pop()
        return newest, fallen

    # --- looking ahead ---------------------------------------------------------------------------

    def try_move(self, seat: int, move: str) -> Moves:
        """What the next event will say if a seat makes a move: it, as the game writes it, and the chance events after
        it. The errors of State.play where it cannot be made."""
        after = self.state.play(move, seat=seat)
        return self._look_ahead([after, *chance_events(self.match, after, self.number + 1)])

    def try_start(self, number: int) -> Moves:
        """What chance lays out when the game is begun by the event of a number."""
        return self._look_ahead([deal(self.state, dice_of(self.match, number))])

    def _look_ahead(self, states: list[State]) -> Moves:
        moves = states[-1].moves_since(self.state.length)
        self._ahead = Ahead(self.state, moves, tuple(states))
        return moves

    # --- events ----------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """What an event changes; each kind has a method of its own. BadEvent if it cannot have happened here: what is
        not noticed now would break a page later."""
        if event.number != self.number + 1:
            raise BadEvent(f"event {event.number} after {self.number}")
        if not 0.0 <= event.at <= LATEST:
            raise BadEvent(f"event {event.number} has no time: {event.at!r}")
        for name, fits in CHECKS.get(type(event.news), ()):
            if not fits(self, getattr(event.news, name)):
                raise BadEvent(f"event {event.number}, {kind_of(event.news)!r}, has a {name} that cannot be")
        happens = HAPPENS.get(type(event.news)) or Table._happens
        happens(self, event.news, event)
        self.number = event.number
        self.changed = event.at

    @singledispatchmethod
    def _happens(self, news: News, event: Event) -> None:
        raise UnknownEvent(f"nothing is known to happen at a table by {type(news).__name__}")

    @_happens.register
    def _opened(self, news: Opened, event: Event) -> None:
        pass

    @_happens.register
    def _sat(self, news: Sat, event: Event) -> None:
        self._seat(news.seat, Seat("person", news.person, news.name))

    def _seat(self, number: int, seat: Seat) -> None:
        self.seats = [*self.seats[:number], seat, *self.seats[number + 1 :]]

    @_happens.register
    def _stood(self, news: Stood, event: Event) -> None:
        seat = self.seats[news.seat]
        self._seat(news.seat, Seat())
        if seat.kind == "person" and event.by != seat.person:
            self.removed = {**self.removed, seat.person: seat.name}

    @_happens.register
    def _allowed(self, news: Allowed, event: Event) -> None:
        self.removed = {person: name for person, name in self.removed.items() if person != news.person}

    @_happens.register
    def _seated_bot(self, news: SeatedBot, event: Event) -> None:
        self._seat(news.seat, Seat("bot", "", news.name or f"Bot {news.level}", news.level))

    @_happens.register
    def _swapped(self, news: Swapped, event: Event) -> None:
        one, other = self.seats[news.seat], self.seats[news.other]
        self._seat(news.seat, other)
        self._seat(news.other, one)

    @_happens.register
    def _drew(self, news: Drew, event: Event) -> None:
        self.seats = [*self.seats[news.first :], *self.seats[: news.first]]
        self.drawn = news

    @_happens.register
    def _renamed(self, news: Renamed, event: Event) -> None:
        """A person alone on a seat; people who share a device keep the names they sat down with."""
        seats = self.mine(news.person)
        if len(seats) == 1:
            self._seat(seats[0], replace(self.seats[seats[0]], name=news.name))

    @_happens.register
    def _coloured(self, news: Coloured, event: Event) -> None:
        self._seat(news.seat, replace(self.seats[news.seat], colour=news.colour))

    @_happens.register
    def _started(self, news: Started, event: Event) -> None:
        """How the game was laid out can be seen; nobody reads it move by move."""
        self.phase = "running"
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead.before is self.state and ahead.moves == news.moves:
            self.state = ahead.states[-1]
        else:
            self.state = deal_again(self.state, [move for _, move in news.moves])
        self.made += len(news.moves)
        self._moved_on(event, None)

    @_happens.register
    def _played(self, news: Played, event: Event) -> None:
        fallen = any(seat < 0 for seat, _ in news.moves)
        self._play(event, news.moves, fallen)
        if fallen or "hidden" in self.game.card.kinds:  # chance, clocks and secrets cannot be undone
            self.final = event.number
        self.question = None
        if self.state.over:
            self.phase = "over"
        else:
            self.shown_until, self.looked = event.at, frozenset()
            self.look_for(news.shows)

    def look_for(self, seconds: float) -> None:
        """Everybody looks at what happened just now; clocks stand still meanwhile."""
        self.shown_until += seconds
        self.since += seconds
        self.clock_since += seconds

    @_happens.register
    def _went_on(self, news: WentOn, event: Event) -> None:
        """When all have seen enough it goes on at once."""
        self.looked |= {event.by}
        early = self.shown_until - event.at
        if self.looked.issuperset(self.people) and early > 0:
            self.shown_until = event.at
            self.since -= early
            self.clock_since -= early

    def _play(self, event: Event, moves: Moves, fallen: bool) -> None:
        """`fallen`: not by a player alone."""
        ticking = self.clock_total if sk.CLOCK in self.state.turn else None
        for moment in self.newest():
            moment.before.forget()  # it has been told
        for (seat, move), after in zip(moves, self._states_after(moves), strict=True):
            touched = path_at_hand(self.state, seat, move)
            before, self.state = self.state.nearly_bare(), after
            self.moments.append(Moment(event.number, event.by, seat, move, before, self.made, touched))
            self.made += 1
        self._moved_on(event, ticking, NOBODY if fallen else self.asked)

    def _states_after(self, moves: Moves) -> Iterable[State]:
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead.before is self.state and ahead.moves == moves:
            return ahead.states
        return replayed(self.state, moves)

    def _moved_on(self, event: Event, ticking: float | None, still: Mapping[int, int] = NOBODY) -> None:
        """The same clock goes on; another, or a turn's, begins now. Who is among `still` has the same to decide as
        before."""
        number = event.number
        self.asked = {seat: still.get(seat, number) for seat in self.state.turn}
        self.since = event.at
        self.hiccups = 0
        self.moved = {**self.moved, event.by: number}
        if ticking is None or sk.CLOCK not in self.state.turn or self.clock_total != ticking:
            self.clock_since = event.at

    @_happens.register
    def _asked(self, news: Asked, event: Event) -> None:
        others = frozenset(person for person in self.people if person != event.by)
        self.question = Question(event.by, news.name, news.number, others)

    @_happens.register
    def _agreed(self, news: Agreed, event: Event) -> None:
        if self.question:
            waiting = self.question.waiting - {event.by}
            self.question = Question(self.question.by, self.question.name, self.question.number, waiting)

    @_happens.register
    def _declined(self, news: Declined, event: Event) -> None:
        self.question = None

    @_happens.register
    def _undone(self, news: Undone, event: Event) -> None:
        while self.moments and self.moments[-1].number >= news.number:
            self.state = self.moments.pop().before
            self.made -= 1
        self.question = None
        self.phase = "running"
        self._moved_on(event, None)

    @_happens.register
    def _chatted(self, news: Chatted, event: Event) -> None:
        self._say(ChatLine(event.by, news.name, news.text, reaction=False))

    def _say(self, line: ChatLine) -> None:
        self.lines = deque([*self.lines, line], maxlen=CHAT_LINES)

    @_happens.register
    def _reacted(self, news: Reacted, event: Event) -> None:
        self._say(ChatLine(event.by, news.name, news.what, reaction=True))

    @_happens.register
    def _replaced(self, news: Replaced, event: Event) -> None:
        """A bot goes on for somebody who is away, under that name."""
        self._seat(news.seat, replace(self.seats[news.seat], kind="bot", person="", level=news.level))
        self.since = event.at

    @_happens.register
    def _waited(self, news: Waited, event: Event) -> None:
        pass

    @_happens.register
    def _stopped(self, news: Stopped, event: Event) -> None:
        if news.why == "resigned" and news.seat < 0:
            raise BadEvent(f"event {event.number}: nobody has given up")
        self.phase, self.ended, self.quitter, self.question = "over", news.why, news.seat, None

    @_happens.register
    def _hiccuped(self, news: Hiccuped, event: Event) -> None:
        """A bot had to be started anew; it is asked again."""
        self.hiccups += 1
        self.since = event.at

    @_happens.register
    def _erased(self, news: Erased, event: Event) -> None:
        """Nothing: the events before it say already what they say now."""

    @_happens.register
    def _tips_switched(self, news: TipsSwitched, event: Event) -> None:
        self.tips = news.on

    @_happens.register
    def _wanted_again(self, news: WantedAgain, event: Event) -> None:
        self.wishes = {**self.wishes, event.by: news.sequel}

    def still_to_ask(self, person: str, sequel: bool) -> list[str]:
        """Who has not said yet that they would like the same next game as this person."""
        return [other for other in self.people if other != person and self.wishes.get(other) is not sequel]

    @_happens.register
    def _followed(self, news: Followed, event: Event) -> None:
        self.again = news.match

    # --- what may be taken back --------------------------------------------------------------------

    def sequel(self) -> Sequel | None:
        """What may go on from where the game ended, if it ended by its rules."""
        follows = self.game.card.sequel
        return follows(self.state.record(), self.game.options) if follows and self.state.over else None

    def may_go_back(self) -> bool:
        """Whether moves may be taken back after the end: alone, where the rules ended it."""
        return self.phase == "over" and not self.ended and len(self.seats) == 1 and not self.again

    def undo_target(self, person: str) -> int | None:
        """The event that taking back a person's last move goes back before; only bots may have moved since."""
        for moment in reversed(self.moments):
            if moment.number <= self.final:
                return None
            if moment.by == person:
                return moment.number
            if moment.by:
                return None
        return None

    def outdated(self, seat: int, person: str, after: int) -> bool:
        """Whether what a seat decides was decided for an earlier position. Where several decide at the same time, what
        the others do meanwhile changes nothing."""
        earlier = 0 <= after < self.asked.get(seat, 0)
        return earlier and any(number > after and by != person for by, number in self.moved.items())


# what a kind of news does, without a method made, or looked for, at each event
HAPPENS = {kind: vars(Table)["_happens"].dispatcher.dispatch(kind) for kind in KINDS.values()}


# --- what the fields of events may say at a table ---------------------------------------------------


def is_seat(table: Table, value: int) -> bool:
    return 0 <= value < len(table.seats)


def is_seat_or_nobody(table: Table, value: int) -> bool:
    return -1 <= value < len(table.seats)


def is_colour(table: Table, value: str) -> bool:
    return value in PALETTE and bool(usual_colours(table.game))


def is_past(table: Table, value: int) -> bool:
    return 0 <= value <= table.number


def is_level(table: Table, value: int) -> bool:
    return 0 <= value <= HIGHEST_LEVEL


def is_short(table: Table, value: str) -> bool:
    return len(value) <= LONGEST_TEXT


def is_while(table: Table, value: float) -> bool:
    return 0.0 <= value <= LONGEST_SHOWN


def is_dealt(table: Table, value: Moves) -> bool:
    return all(seat == sk.CHANCE for seat, _ in value)


Fits = Callable[[Table, Any], bool]
FIELDS: dict[str, Fits] = {
    "seat": is_seat, "other": is_seat, "first": is_seat, "colour": is_colour, "number": is_past, "level": is_level,
    "person": is_short, "name": is_short, "text": is_short, "what": is_short, "match": is_short, "shows": is_while,
}  # fmt: skip
CHECKS: dict[type[News], tuple[tuple[str, Fits], ...]] = {
    kind: tuple((name, FIELDS[name]) for name in kind.__struct_fields__ if name in FIELDS) for kind in KINDS.values()
}
CHECKS[Stopped] = (("seat", is_seat_or_nobody),)
CHECKS[Started] = (("moves", is_dealt),)


def game_of(match: Match) -> Game:
    """What is played: one object for all tables that play the same."""
    return shared_game(match.slug, msgspec.json.encode(match.options))


@lru_cache(maxsize=GAMES_KEPT)
def shared_game(slug: str, options: bytes) -> Game:
    return sk.game(slug, **msgspec.json.decode(options))


def rematch_id(match: Match) -> str:
    """The id of the table that follows this one. Nobody can guess it who does not know the seed, and no other table
    with the same seed, which a device may have handed in, has the same."""
    return hashlib.sha256(match.seed + f":{match.id}:again".encode()).hexdigest()[:16]


def replayed(state: State, moves: Moves) -> Iterator[State]:
    for seat, move in moves:
        state = state.play(move, seat=seat)
        yield state


def chance_events(match: Match, state: State, number: int) -> list[State]:
    """The states after chance events drawn from the table's secret seed and the event's number; anybody can repeat them
    once it is shown."""
    if state.turn != (sk.CHANCE,):
        return []  # a generator costs more than most moves
    return list(dealt(state, dice_of(match, number)))


def dice_of(match: Match, number: int) -> Pcg64:
    return Pcg64(int.from_bytes(hashlib.sha256(match.seed + f":{number}".encode()).digest(), "big"))
