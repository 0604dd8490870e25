"""What one person is shown of a table: facts for the templates, and the board as the wire carries it."""

from collections.abc import Callable, Hashable, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple
from weakref import ref

import msgspec
import segno

import spielkiste as sk
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.core.svg import Picture
from spielkiste.search.bots import back_of, levels
from spielkiste.server import lot
from spielkiste.server.answers import (
    BoardMessage,
    ButtonSpec,
    ClockMessage,
    Controls,
    DraftBoard,
    DraftMessage,
    Run,
    Svg,
    Tool,
)
from spielkiste.server.characters import known as known_character
from spielkiste.server.colours import PALETTE, usual_colours
from spielkiste.server.forms import capital
from spielkiste.server.pictures import GALLERY
from spielkiste.server.presence import Around
from spielkiste.server.rulings import REACTIONS
from spielkiste.server.table import Moment, Table
from spielkiste.server.texts import N_

LOG_SHOWN = 20  # moves; all of them are in the record
FRAMES_KEPT = 100  # of as many viewers of a table
REACTION_NAMES = {
    "smile": N_("smile"), "wow": N_("astonished"), "bravo": N_("bravo"), "oops": N_("oops"), "think": N_("thinking"),
    "hello": N_("hello"),
}  # fmt: skip


class Viewer(NamedTuple):
    """Somebody looking at a table: who, in which language, and through which seat where they have several."""

    person: str
    lang: str
    translate: Callable[[str], str]
    seat: int | None = None  # chosen by lifting the curtain
    watching: bool = False  # came by a link for watching only
    named: bool = False  # whether this person has given a name

    def say(self, text: str, **gaps: object) -> str:
        return self.translate(text).format(**gaps)


class Place(NamedTuple):
    """The seat a page looks from now, and whom the device must be passed to first."""

    seat: int | None
    curtain: str | None = None


def place_of(table: Table, viewer: Viewer) -> Place:
    """A person's only seat; with several people on a device the one to act, behind a curtain if there are secrets."""
    mine = table.mine(viewer.person)
    if not mine:
        return Place(None)
    if len(mine) == 1:
        return Place(mine[0])
    acting = [seat for seat in mine if seat in table.state.turn] if table.phase == "running" else []
    if not table.hides() or table.phase != "running":
        return Place(acting[0] if acting else mine[0])
    if viewer.seat in acting or (viewer.seat in mine and not acting):
        return Place(viewer.seat)
    return Place(None, table.seats[acting[0]].name if acting else None)


def waiting_seat(table: Table, viewer: Viewer) -> int | None:
    """Who may lift the curtain now."""
    acting = [seat for seat in table.mine(viewer.person) if seat in table.state.turn]
    return acting[0] if acting and table.phase == "running" else None


# --- facts for the templates ----------------------------------------------------------------------


# What templates are shown can be hashed: parts are kept by their facts.


class SeatFacts(NamedTuple):
    number: int
    name: str
    kind: str
    level: int
    mine: bool
    turn: bool
    score: str | None
    place: int | None
    away: bool
    online: bool
    absent_long: bool
    face: str = ""  # address of the portrait of one of the computer's players
    temper: str = ""
    colour: str = ""  # of the stones, where the game gives everybody a colour that can be chosen


class LogLine(NamedTuple):
    number: int | str
    who: str
    text: str


class ChatShown(NamedTuple):
    who: str
    text: str
    mine: bool
    reaction: bool


class QuestionShown(NamedTuple):
    """Somebody asks to take a move back."""

    who: str
    asked: bool
    mine: bool


class ResultShown(NamedTuple):
    text: str
    why: str
    rows: tuple[tuple[int | None, str, str], ...]
    sequel: str
    asked: str  # who would like to play once more: the others, by name
    asked_sequel: bool
    waiting: str  # whom this viewer, who would too, waits for


@dataclass
class Facts:
    """`t` in the templates."""

    id: str
    slug: str
    title: str
    phase: str
    host: bool
    member: bool
    named: bool
    may_sit: bool
    removed: tuple[str, ...]
    public: bool
    join_url: str
    watch_url: str
    qr: str
    options: tuple[tuple[str, str], ...]
    levels: tuple[int, ...]
    can_start: bool
    why_not_start: str
    seats: tuple[SeatFacts, ...]
    chairs: tuple[SeatFacts, ...]  # the same, while people sit down
    gone: tuple[SeatFacts, ...]  # those whose person has been away for long
    yours: tuple[tuple[int, str], ...]  # number and name of the viewer's seats
    turn_text: str
    your_turn: bool
    can_undo: bool
    question: QuestionShown | None
    result: ResultShown | None
    begins: tuple[tuple[str, str], ...]
    log: tuple[LogLine, ...]
    chat: tuple[ChatShown, ...]
    reactions: tuple[tuple[str, str, str], ...]
    commitment: str
    seed: str | None
    again: str | None
    watchers: int
    company: int  # people who could read what one writes
    clock: ClockMessage | None
    hot_seat: bool
    turn_seconds: int | None
    tips: bool
    tips_switch: bool  # whether the viewer may switch them off and on
    palette: tuple[tuple[str, str, int], ...]  # colours to choose from, as they are called, and whose they are (or -1)
    lamp: bool
    say: str = field(default="")
    event: str = ""  # what has just happened
    shown_until: float | None = None  # everybody looks at it so long
    looked: bool = False
    won: bool = False


def facts(table: Table, viewer: Viewer, base: str, there: Set[str], lately: Set[str]) -> Facts:
    """All that the templates need; nothing that this viewer may not know."""
    mine, state, running = table.mine(viewer.person), table.state, table.phase == "running"
    same = shared(table, viewer)
    story = same.story(place_of(table, viewer).seat)
    seats = same.seats(mine, there, lately)
    turn = turn_text(table, viewer)
    return Facts(
        **same.frame(viewer, base, there),
        seats=seats, chairs=seats if table.phase == "open" else (),
        gone=tuple([seat for seat in seats if seat.absent_long]) if running else (),
        turn_text=turn, your_turn=running and any(seat in state.turn for seat in mine),
        can_undo=(running or table.may_go_back()) and table.undo_target(viewer.person) is not None,
        question=question(table, viewer), result=result(table, viewer), log=story.log, clock=clock(table, viewer),
        say=spoken(table, viewer, story, turn), event=story.event,
        shown_until=table.shown_until if running and table.shown_until > table.changed else None,
        looked=viewer.person in table.looked or not mine, won=has_won(table, viewer),
    )  # fmt: skip


def frame(table: Table, viewer: Viewer, base: str, there: Set[str]) -> dict[str, Any]:
    """The facts that no move changes: of the table, who sits at it, and what they say."""
    match, mine = table.match, table.mine(viewer.person)
    member, host = bool(mine), viewer.person == match.host
    open_seats = any(seat.kind == "open" for seat in table.seats)
    join = f"{base}/j/{match.join}" if host or member else ""
    return {
        "id": match.id, "slug": match.slug, "title": table.game.card.title[viewer.lang], "phase": table.phase,
        "host": host, "member": member, "named": viewer.named,
        "may_sit": not viewer.watching and viewer.person not in table.removed,
        "removed": tuple(table.removed.values()) if host and table.phase == "open" else (), "public": match.public,
        "join_url": join, "watch_url": f"{base}/w/{match.watch}",
        "qr": qr(join) if join and table.phase == "open" else "",
        "options": options_in_words(table, viewer), "levels": levels(table.game.room),
        "can_start": not open_seats and member,
        "why_not_start": viewer.say(N_("There are free seats still.")) if open_seats else "",
        "yours": tuple([(k, table.seats[k].name) for k in mine]),
        "begins": begins(table, viewer) if host and table.phase == "open" else (), "chat": chat(table, viewer),
        "reactions": reactions(viewer), "commitment": match.commitment if "chance" in table.game.card.kinds else "",
        "seed": match.seed.hex() if table.phase == "over" else None,
        "again": f"/t/{table.again}" if table.again else None, "watchers": len(there - set(table.people)),
        "company": len(set(table.people) | there), "hot_seat": len(mine) > 1, "turn_seconds": match.turn_seconds,
        "tips": may_have_tips(table, viewer.person), "lamp": has_lamp(table),
        "tips_switch": host and len(mine) > 1 and could_have_tips(table, viewer.person),
        "palette": palette(table, viewer) if member and table.phase == "open" else (),
    }  # fmt: skip


def reactions(viewer: Viewer) -> tuple[tuple[str, str, str], ...]:
    return tuple((name, REACTIONS[name], viewer.say(REACTION_NAMES[name])) for name in REACTIONS)


def may_have_tips(table: Table, person: str) -> bool:
    """Where they could be given, unless the host has switched them off."""
    return table.tips and could_have_tips(table, person)


def could_have_tips(table: Table, person: str) -> bool:
    """Whether nobody else plays: alone, against bots, or all on one device."""
    return table.phase == "running" and table.people == [person]


def has_lamp(table: Table) -> bool:
    """Whether it is known exactly that a goal can still be reached."""
    return back_of(table.game.room).lamp is not None


class Shared:
    """What is the same for all who look at a table in one language, worked out once and not for each of them; and, from
    one event to the next, what is the same as before."""

    def __init__(self, table: Table, viewer: Viewer, before: "Shared | None") -> None:
        self.of, self.number = ref(table), table.number  # a table keeps this, and must not be kept by it
        self._viewer = Viewer("", viewer.lang, viewer.translate)
        self._around: Around | None = None
        self._seats: tuple[SeatFacts, ...] = ()
        self._stories: dict[int | None, Story] = {}
        self._stories_before = before._stories if before else {}
        self._frames: dict[Hashable, Frame] = before._frames if before else {}

    @property
    def _table(self) -> Table:
        table = self.of()
        assert table is not None
        return table

    def frame(self, viewer: Viewer, base: str, there: Set[str]) -> dict[str, Any]:
        """What no move changes, as somebody sees it."""
        table, key = self._table, (viewer, base)
        made_of = [table.phase, table.seats, table.removed, table.again, table.lines, table.tips, there]
        found = self._frames.get(key)
        if found is None or found.made_of != made_of:
            if len(self._frames) >= FRAMES_KEPT:
                self._frames.clear()
            found = self._frames[key] = Frame(made_of, frame(table, viewer, base, there))
        return found.facts

    def story(self, seat: int | None) -> "Story":
        """What is told of the moves to somebody at a seat."""
        found = self._stories.get(seat)
        if found is None:
            before = self._stories_before.get(seat)
            found = self._stories[seat] = Story(self._table, self._viewer, seat, before)
        return found

    def seats(self, mine: Sequence[int], there: Set[str], lately: Set[str]) -> tuple[SeatFacts, ...]:
        """Of all, as somebody sees them who has these."""
        if self._around != (there, lately):
            self._around = there, lately
            numbers = range(len(self._table.seats))
            self._seats = tuple([seat_facts(self._table, k, self._viewer, there, lately) for k in numbers])
        if not mine:
            return self._seats
        seats = list(self._seats)
        for k in mine:
            seats[k] = seats[k]._replace(mine=True, absent_long=False)
        return tuple(seats)


class Frame(NamedTuple):
    """Facts, and what of the table they were made of."""

    made_of: list[Any]
    facts: dict[str, Any]


class Story:
    """What is told of a table's moves to all who look from one seat in one language; each sentence is made once."""

    def __init__(self, table: Table, viewer: Viewer, seat: int | None, before: "Story | None" = None) -> None:
        self._of = ref(table)
        self._viewer = viewer
        self._look = table.look(seat, viewer.lang)
        self._newest = table.moments[-1] if table.moments else None
        self._settled = table.state.settled
        self._lines = self._told_after(before)
        self.log = (*self._first(), *self._lines.values())

    @property
    def _table(self) -> Table:
        table = self._of()
        assert table is not None
        return table

    @cached_property
    def moment(self) -> str:
        """What the last move has brought about."""
        return self._table.moment(self._look)

    @cached_property
    def last_moves(self) -> list[str]:
        """The newest event's moves, the last three of them, each as a sentence."""
        table, look, viewer = self._table, self._look, self._viewer
        now = [moment for moment in table.newest() if not to_remember(table, moment)]
        return [f"{who(table, moment, viewer)}: {told(table, moment, look, viewer)}." for moment in now[-3:]]

    @cached_property
    def event(self) -> str:
        """What has just happened, for the line above the board: what there is to see, else the last moves."""
        if self._table.phase == "open":
            return ""
        return self.moment or " ".join(self.last_moves) or lot_text(self._table, self._viewer)

    def _first(self) -> list[LogLine]:
        """How it was settled who begins, as long as there is room."""
        settled = lot_text(self._table, self._viewer) if len(self._table.moments) < LOG_SHOWN else ""
        return [LogLine("lot", "", settled)] if settled else []

    def _told_after(self, before: "Story | None") -> dict[int, LogLine]:
        """The newest lines, by their moves: as they were, of moves of which all was known before, and others."""
        first = self._newest.index + 1 - LOG_SHOWN if self._newest else 0
        if before is None or before._look != self._look or not before._is_before(self._table):
            return self._told_from(first)
        settled = before._settled
        kept = {number: line for number, line in before._lines.items() if first <= number < settled}
        return kept | self._told_from(max(first, settled))

    def _told_from(self, first: int) -> dict[int, LogLine]:
        """Of the moves from a number on, without those that people must keep in mind themselves."""
        table, newest = self._table, list[Moment]()
        for moment in reversed(table.moments):
            if moment.index < first:
                break
            newest.append(moment)
        newest.reverse()
        if table.game.room.front.for_memory is not None:
            newest = [moment for moment in newest if not to_remember(table, moment)]
        return {moment.index: line_of(table, moment, self._look, self._viewer) for moment in newest}

    def _is_before(self, table: Table) -> bool:
        """Whether its moves are still those of the table: nothing was taken back since."""
        newest = table.moments[-1] if table.moments else None
        if self._newest is None or newest is None:
            return False
        later = newest.index - self._newest.index
        return 0 <= later < len(table.moments) and table.moments[-1 - later] is self._newest


def shared(table: Table, viewer: Viewer) -> Shared:
    found: Shared | None = table.shared.get(viewer.lang)
    if found is None or found.of() is not table or found.number != table.number:
        found = table.shared[viewer.lang] = Shared(table, viewer, found)
    return found


@lru_cache(maxsize=256)
def qr(text: str) -> str:
    return str(segno.make(text, error="m").svg_inline(scale=4, border=2, omitsize=True))


def options_in_words(table: Table, viewer: Viewer) -> tuple[tuple[str, str], ...]:
    options = table.game.options
    words = []
    for option in table.game.card.options:
        if option.name in options and options[option.name] != option.default:
            value = options[option.name]
            flag = viewer.say(N_("yes") if value else N_("no"))
            words.append(
                (
                    capital(option.text[viewer.lang]),
                    flag if isinstance(value, bool) else option.name_of(value, viewer.lang),
                )
            )
    return tuple(words)


def seat_facts(table: Table, number: int, viewer: Viewer, there: Set[str], lately: Set[str]) -> SeatFacts:
    seat, state = table.seats[number], table.state
    running = table.phase == "running"
    person = seat.kind == "person"
    character = known_character(seat.name) if seat.kind == "bot" else None
    colours = table.colours or usual_colours(table.game)
    return SeatFacts(
        number=number, name=seat.name, kind=seat.kind, level=seat.level,
        mine=person and seat.person == viewer.person, turn=running and number in state.turn,
        score=said_score(table, number, viewer) if table.phase != "open" else None,
        place=state.places[number] if state.places else None,
        away=person and running and seat.person not in there, online=person and seat.person in there,
        absent_long=person and running and seat.person not in lately and seat.person != viewer.person,
        face=f"/faces/{character.slug}.svg" if character else "",
        temper=viewer.say(character.temper) if character else "",
        colour=colours[number] if colours else "",
    )  # fmt: skip


def palette(table: Table, viewer: Viewer) -> tuple[tuple[str, str, int], ...]:
    """The colours one may choose, and which seat has chosen each; nothing where a game's rules fix them."""
    if not usual_colours(table.game):
        return ()
    chosen = {seat.colour: number for number, seat in enumerate(table.seats)}
    return tuple((colour, viewer.say(called), chosen.get(colour, -1)) for colour, called in PALETTE.items())


def said_score(table: Table, seat: int, viewer: Viewer) -> str:
    return table.game.card.say_score(table.state.scores[seat], viewer.lang)


def turn_text(table: Table, viewer: Viewer) -> str:
    """Whose turn it is, in words."""
    if table.phase == "open":
        return waiting_text(table, viewer)
    if table.phase == "over":
        return viewer.say(N_("The game is over"))
    acting = [seat for seat in table.state.turn if seat >= 0]
    mine = table.mine(viewer.person)
    if len(mine) == 1 and mine[0] in acting:
        return viewer.say(N_("It is your turn"))
    holds = holder(table, viewer) if any(seat in acting for seat in mine) else ""
    names = [holds] if holds else [table.seats[seat].name for seat in acting]
    if not names:
        return viewer.say(N_("The clock is running"))
    if len(names) == 1:
        return viewer.say(N_("{name} is to move"), name=names[0])
    if len(names) > 4:
        return viewer.say(N_("{n} players are to move"), n=len(names))
    return viewer.say(N_("{names} are to move"), names=", ".join(names))


def waiting_text(table: Table, viewer: Viewer) -> str:
    """Before the game: who invites, to those who do not sit here yet."""
    seats = [] if table.mine(viewer.person) else table.mine(table.match.host)
    if not seats:
        return viewer.say(N_("Waiting for players"))
    return viewer.say(N_("{name} invites you to play."), name=table.seats[seats[0]].name)


def holder(table: Table, viewer: Viewer) -> str:
    """Who holds the device now, or gets it next."""
    place = place_of(table, viewer)
    return place.curtain or (table.seats[place.seat].name if place.seat in table.state.turn else "")


def question(table: Table, viewer: Viewer) -> QuestionShown | None:
    asked = table.question
    if asked is None:
        return None
    return QuestionShown(asked.name, asked=viewer.person in asked.waiting, mine=asked.by == viewer.person)


def result(table: Table, viewer: Viewer) -> ResultShown | None:
    """How it ended: by the rules, or because somebody left."""
    if table.phase != "over":
        return None
    state = table.state
    places = state.places or (None,) * len(table.seats)
    rows = sorted(
        ((places[k], seat.name, said_score(table, k, viewer)) for k, seat in enumerate(table.seats)),
        key=lambda row: row[0] or 0,
    )
    follows = table.sequel()
    sequel = follows.text[viewer.lang] if follows else ""
    names = {seat.person: seat.name for seat in reversed(table.seats) if seat.kind == "person"}
    mine = table.wishes.get(viewer.person)
    waiting = table.still_to_ask(viewer.person, mine) if mine is not None else []
    asked = [person for person in table.wishes if person != viewer.person and person in names]
    return ResultShown(
        ending(table, viewer), why_ended(table, viewer), tuple(rows), sequel,
        asked=", ".join(names[person] for person in asked), asked_sequel=bool(asked) and table.wishes[asked[-1]],
        waiting=", ".join(names[person] for person in waiting),
    )  # fmt: skip


def ending(table: Table, viewer: Viewer) -> str:
    if table.ended == "resigned" and table.quitter is not None:
        return given_up(table, table.quitter, viewer)
    if table.ended == "forgotten":
        return viewer.say(N_("Nobody has played here for a long time, so the game was ended."))
    if table.ended:
        return viewer.say(N_("The game was broken off."))
    places, mine = table.state.places or (), table.mine(viewer.person)
    if len(table.seats) == 1:
        return viewer.say(N_("Finished: {score}"), score=said_score(table, 0, viewer))
    winners = [seat.name for seat, place in zip(table.seats, places, strict=True) if place == 1]
    if len(winners) == len(table.seats):
        return viewer.say(N_("A draw."))
    if len(mine) == 1 and places[mine[0]] == 1 and len(winners) == 1:
        return viewer.say(N_("You have won!"))
    if len(winners) == 1:
        return viewer.say(N_("{name} has won."), name=winners[0])
    return viewer.say(N_("{names} have won."), names=", ".join(winners))


def given_up(table: Table, quitter: int, viewer: Viewer) -> str:
    """Who has given up, and who has won by that where only one is left."""
    name = table.seats[quitter].name
    if len(table.seats) != 2:
        return viewer.say(N_("{name} has given up."), name=name)
    if table.mine(viewer.person) == [1 - quitter]:
        return viewer.say(N_("{name} has given up. You have won!"), name=name)
    winner = table.seats[1 - quitter].name
    return viewer.say(N_("{name} has given up. {winner} has won."), name=name, winner=winner)


def why_ended(table: Table, viewer: Viewer) -> str:
    """What the rules say of the end, such as the tie rule that decided; "" where it was not they that ended it."""
    outcome = None if table.ended else table.state.outcome
    return outcome.words(viewer.lang, table.names) if outcome else ""


def clock(table: Table, viewer: Viewer) -> ClockMessage | None:
    total = table.clock_total
    if total is None:
        return None
    label = N_("Time") if sk.CLOCK in table.state.turn else N_("Time for the turn")
    return ClockMessage(table.deadline, total, viewer.say(label))


# --- what happened ----------------------------------------------------------------------------------


def lot_text(table: Table, viewer: Viewer) -> str:
    """Who begins, and how that came about; nothing where nobody does."""
    if table.drawn is None:
        return ""
    said = N_("The lot: {name} begins.") if table.drawn.how == "lot" else N_("{name} begins.")
    return viewer.say(said, name=table.seats[0].name)


def begins(table: Table, viewer: Viewer) -> tuple[tuple[str, str], ...]:
    """What the host may choose: who begins."""
    if not lot.matters(table.game):
        return ()
    by_lot = [
        ("lot", N_("the lot decides")),
        ("host", N_("I")),
        ("others", N_("one of the others")),
        ("seats", N_("as we sit")),
    ]
    named = [
        (f"seat-{k}", viewer.say(N_("the youngest: {name}"), name=seat.name))
        for k, seat in enumerate(table.seats)
        if seat.kind == "person"
    ]
    return (*((value, viewer.say(text)) for value, text in by_lot), *named)


def line_of(table: Table, moment: Moment, look: Look, viewer: Viewer) -> LogLine:
    """A move in the log; kept with the move, as most lines are the same after the next one."""
    key = (look.seat, look.lang, look.names, known(table, moment, look.seat))
    line: LogLine | None = moment.lines.get(key)
    if line is None:
        line = LogLine(moment.index, who(table, moment, viewer), told(table, moment, look, viewer))
        moment.lines[key] = line
    return line


def who(table: Table, moment: Moment, viewer: Viewer) -> str:
    if moment.seat >= 0:
        return table.seats[moment.seat].name
    return viewer.say(N_("Chance")) if moment.seat == sk.CHANCE else viewer.say(N_("Clock"))


def told(table: Table, moment: Moment, look: Look, viewer: Viewer) -> str:
    """A move in words, or that there was one where it is secret still."""
    return moment.tell(look) if known(table, moment, look.seat) else viewer.say(N_("has chosen"))


def known(table: Table, moment: Moment, seat: int | None) -> bool:
    if table.game.room.front.secret_moves is None:  # most games have none: no need to walk back to the move
        return True
    return table.state.known_move(moment.index, seat) is not None


def to_remember(table: Table, moment: Moment) -> bool:
    """Whether people must keep a move in mind themselves: it was seen, and is not told."""
    return table.game.room.front.for_memory is not None and table.state.to_remember(moment.index)


def has_won(table: Table, viewer: Viewer) -> bool:
    """Whether there is something to celebrate for this viewer."""
    places = table.state.places if table.phase == "over" and not table.ended else None
    return places is not None and len(places) > 1 and any(places[seat] == 1 for seat in table.mine(viewer.person))


def spoken(table: Table, viewer: Viewer, story: Story, turn: str) -> str:
    """The last event's moves and whose turn it is, for those who listen instead of looking."""
    if not table.moments or table.phase == "open":
        return " ".join(filter(None, [lot_text(table, viewer), turn]))
    sentences = [*story.last_moves, story.moment]
    if table.phase != "over":
        return " ".join(filter(None, [*sentences, f"{turn}."]))
    return " ".join(part for part in (*sentences, ending(table, viewer), why_ended(table, viewer)) if part)


def chat(table: Table, viewer: Viewer) -> tuple[ChatShown, ...]:
    return tuple(
        ChatShown(
            who=line.name, text=REACTIONS.get(line.text, "?") if line.reaction else line.text,
            mine=line.person == viewer.person, reaction=line.reaction,
        )
        for line in table.lines
    )  # fmt: skip


# --- the board --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeenBoard:
    """A board as one page sees it."""

    picture: Picture
    seat: int | None
    controls: Controls
    glides: list[tuple[str, str]] = field(default_factory=list, compare=False)  # of the move that was just made

    def message(self, before: "SeenBoard | None", number: int) -> BoardMessage:
        """Only what is not in the board this page had before; what has just moved glides."""
        old = before.picture.parts if before else []
        svg = Svg(self.picture.head("group"), runs(old, self.picture.parts))
        return BoardMessage(
            **msgspec.structs.asdict(self.controls),
            svg=svg,
            base=number if before else -1,
            glides=self.glides if before else [],
        )


def board(table: Table, viewer: Viewer, looking: bool = False) -> SeenBoard:
    """The board for one page; while people look at what has happened, as it is before chance goes on."""
    place = place_of(table, viewer)
    state, look = table.shown(looking), table.look(place.seat, viewer.lang)
    picture = GALLERY.picture(state, look)
    acts = table.phase == "running" and place.seat is not None and place.seat in state.turn
    paths = GALLERY.paths(state, place.seat) if acts and place.seat is not None else {}
    tools = state.tools(look) if acts else []
    controls = Controls(
        seat=place.seat,
        seats=table.mine(viewer.person),
        curtain=place.curtain,
        waiting=waiting_seat(table, viewer) if place.curtain else None,
        paths=list(paths.items()),
        buttons=buttons(picture) if acts else [],
        tools=[Tool(*tool) for tool in tools],
        draftable=acts and any(button.id == "draft" for button in picture.buttons),
        last=last_touched(table, place.seat),
        note=waits_for(table, viewer, place),
    )
    return SeenBoard(picture, place.seat, controls, glides(table))


def waits_for(table: Table, viewer: Viewer, place: Place) -> str:
    """Whom somebody who has nothing to do waits for, where several decide at the same time."""
    if place.seat is None or table.phase != "running" or "simultaneous" not in table.game.card.kinds:
        return ""
    acting = [seat for seat in table.state.turn if seat >= 0]
    if not acting or place.seat in acting:
        return ""
    return viewer.say(N_("We are waiting for {names}."), names=", ".join(table.seats[seat].name for seat in acting[:4]))


def glides(table: Table) -> list[tuple[str, str]]:
    """What changed places in the newest event, where that can only be seen while it happens."""
    hook, last = table.game.room.front.glides, table.moments[-1] if table.moments else None
    if hook is None or last is None or last.number != table.number:
        return []
    return hook.glides(last.before.record(), last.seat, last.move)


def buttons(picture: Picture) -> list[ButtonSpec]:
    return [ButtonSpec(*button) for button in picture.buttons]


def last_touched(table: Table, seat: int | None) -> list[str]:
    """The elements of the last move of a player, unless it is a secret."""
    for moment in reversed(table.moments):
        if moment.seat >= 0:
            if not known(table, moment, seat) or to_remember(table, moment):
                return []
            return list(moment.path)
    return []


def runs(old: Sequence[str], new: Sequence[str]) -> list[Run]:
    """New elements as texts, kept ones as [from, to) of the old list: mostly they follow each other as before, with
    new ones in the places of some."""
    out: list[Run] = []
    where: dict[str, int] | None = None
    begin = end = 0  # of the run that goes on
    for part in new:
        if end < len(old) and old[end] == part:
            end += 1
            continue
        if begin < end:
            out.append((begin, end))
        if where is None:
            where = {part: k for k, part in enumerate(old)}
        begin = where.get(part, -1)
        if begin < 0:
            out.append(part)
            begin = end = end + 1
        else:
            end = begin + 1
    return [*out, (begin, end)] if begin < end else out


def sketch(state: State, look: Look, text: str, id: str) -> DraftMessage:
    """A move in the making, in answer to the message of an id."""
    draft = state.draft(look, text)
    svg = Svg(draft.picture.head("group"), list(draft.picture.parts))
    return DraftMessage(id, DraftBoard(svg, buttons(draft.picture)), draft.steps, draft.move, draft.note)
