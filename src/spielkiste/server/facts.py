"""What the templates show one person of a table; nothing that this person may not know."""

from collections.abc import Hashable, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple
from weakref import ref

import segno

import spielkiste as sk
from spielkiste.core.once import once
from spielkiste.search.bots import back_of, levels
from spielkiste.server import lot
from spielkiste.server.answers import ClockMessage
from spielkiste.server.characters import known as known_character
from spielkiste.server.colours import PALETTE, usual_colours
from spielkiste.server.endings import ResultFacts, ending, result_facts, said_score, why_ended
from spielkiste.server.events import CONTINUED, Match
from spielkiste.server.forms import capital
from spielkiste.server.parts import Frame
from spielkiste.server.rulings import REACTIONS
from spielkiste.server.story import Story, lot_text
from spielkiste.server.table import ANYBODY, Seating, Table
from spielkiste.server.texts import N_
from spielkiste.server.viewer import Viewer, place_of

MANY_SEATS = 8  # fit into one view; of more one sees a part
FRAMES_KEPT = 100  # of as many viewers of a table
REACTION_NAMES = {
    "smile": N_("smile"), "wow": N_("astonished"), "bravo": N_("bravo"), "oops": N_("oops"), "think": N_("thinking"),
    "hello": N_("hello"),
}  # fmt: skip


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

    @classmethod
    def of(cls, fields: tuple[Any, ...]) -> "SeatFacts":
        """From all fields in their order: a third of the time of `_replace`."""
        return cls._make(fields)


MINE, TURN, PLACE, ABSENT = map(SeatFacts._fields.index, ("mine", "turn", "place", "absent_long"))


class OwnSeat(NamedTuple):
    number: int
    name: str


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


@dataclass
class TableFacts:
    """What no move changes: of a table, who sits at it, and what they say."""

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
    several: bool  # seats
    many: bool  # so many seats that they are moved up and down
    yours: tuple[OwnSeat, ...]  # the viewer's
    begins: tuple[tuple[str, str], ...]
    chat: tuple[ChatShown, ...]
    reactions: tuple[tuple[str, str, str], ...]
    offline: bool  # played on a device and handed in: the dice were not ours
    commitment: str
    seed: str | None
    again: str | None
    watchers: int
    company: int  # people who could read what one writes
    hot_seat: bool
    turn_seconds: int | None
    tips: bool
    tips_switch: bool  # whether the viewer may switch them off and on
    palette: tuple[tuple[str, str, int], ...]  # colours to choose from, as they are called, and whose they are (or -1)
    lamp: bool


class Facts(NamedTuple):
    """`t` in the templates: what a move may change, and two lots of which it is known at a glance that they are the
    same as before; their facts are asked for like its own."""

    frame: Frame  # TableFacts, the same object as before unless one of them differs
    finish: ResultFacts
    seats: tuple[SeatFacts, ...]
    chairs: tuple[SeatFacts, ...]  # the same, while people sit down
    gone: tuple[SeatFacts, ...]  # those whose person has been away for long
    turn_text: str
    your_turn: bool
    may_ask: bool  # for a tip
    can_undo: bool
    question: QuestionShown | None
    log: tuple[Hashable, ...]  # LogLines
    say: str
    event: str  # what has just happened
    shown_until: float | None  # everybody looks at it so long
    looked: bool
    clock: ClockMessage | None
    deadline: float | None  # of the clock
    clock_total: float | None
    clock_label: str | None

    def __getattr__(self, name: str) -> Any:
        if name in self.frame.facts:
            return self.frame.facts[name]
        return getattr(self.finish, name)


MOVING = frozenset(Facts._fields) | frozenset(ResultFacts._fields)


def facts(table: Table, viewer: Viewer, base: str, there: Set[str], lately: Set[str]) -> Facts:
    """All that the templates need; nothing that this viewer may not know."""
    mine, state, phase = table.mine(viewer.person), table.state, table.phase
    same = shared(table, viewer)
    story = same.story(mine[0] if len(mine) == 1 else place_of(table, viewer).seat)
    seats, clock, frame = same.seats(mine, there, lately), same.clock, same.frame(viewer, base, there)
    running = phase == "running"
    acts = running and bool([seat for seat in mine if seat in state.turn])
    turn = turn_text(table, viewer, mine) if acts or not running else same.to_move
    return Facts(
        frame, result_facts(table, viewer), seats,
        chairs=seats if phase == "open" else (),
        gone=tuple([seat for seat in seats if seat.absent_long]) if running else (),
        turn_text=turn, your_turn=acts, may_ask=acts and frame.facts["tips"],
        can_undo=(running or table.may_go_back()) and table.undo_target(viewer.person) is not None,
        question=question(table, viewer), log=story.log, say=spoken(table, viewer, story, turn), event=story.event,
        shown_until=table.shown_until if running and table.shown_until > table.changed else None,
        looked=not mine or viewer.person in table.looked,
        clock=clock, deadline=clock.deadline if clock else None, clock_total=clock.total if clock else None,
        clock_label=clock.label if clock else None,
    )  # fmt: skip


def table_facts(table: Table, viewer: Viewer, base: str, there: Set[str]) -> dict[str, Any]:
    """The fields of TableFacts."""
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
        "several": len(table.seats) > 1, "many": len(table.seats) > MANY_SEATS,
        "yours": tuple([OwnSeat(k, table.seats[k].name) for k in mine]),
        "begins": begins(table, viewer) if host and table.phase == "open" else (), "chat": chat(table, viewer),
        "reactions": reactions(viewer), "offline": offline_in_words(match, viewer),
        "commitment": match.commitment if "chance" in table.game.card.kinds and match.fair else "",
        "seed": match.seed.hex() if table.phase == "over" else None,
        "again": f"/t/{table.again}" if table.again else None, "watchers": len(there - set(table.people)),
        "company": len(set(table.people) | there), "hot_seat": len(mine) > 1, "turn_seconds": match.turn_seconds,
        "tips": may_have_tips(table, viewer.person), "lamp": has_lamp(table),
        "tips_switch": host and len(mine) > 1 and could_have_tips(table, viewer.person),
        "palette": palette(table, viewer) if member and table.phase == "open" else (),
    }  # fmt: skip


def offline_in_words(match: Match, viewer: Viewer) -> str:
    """What to think of a result that a device has told; "" where this server drew all chance events."""
    if match.fair:
        return ""
    if match.handed_in == CONTINUED:
        return viewer.say(N_("This game was continued from one that was played offline."))
    return viewer.say(N_("This game was played offline. The result is what the device reported."))


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
        self._seated: Seated | None = None
        self._seated_before = before._seated if before else None
        self._stories: dict[int | None, Story] = {}  # by seat, or ANYBODY's
        self._stories_before = before._stories if before else {}
        self._frames: dict[Hashable, Frame] = before._frames if before else {}

    @property
    def _table(self) -> Table:
        table = self.of()
        assert table is not None
        return table

    def frame(self, viewer: Viewer, base: str, there: Set[str]) -> Frame:
        """What no move changes, as somebody sees it."""
        table, key = self._table, (viewer, base)
        made_of = [table.phase, table.seats, table.removed, table.again, table.lines, table.tips, there]
        found = self._frames.get(key)
        if found is None or found.made_of != made_of:
            if len(self._frames) >= FRAMES_KEPT:
                self._frames.clear()
            found = self._frames[key] = Frame(made_of, table_facts(table, viewer, base, there))
        return found

    def story(self, seat: int | None) -> Story:
        """What is told of the moves to somebody at a seat."""
        found = self._stories.get(ANYBODY) or self._stories.get(seat)
        if found is None:
            before = self._stories_before.get(seat) or self._stories_before.get(ANYBODY)
            found = Story(self._table, self._viewer, seat, before)
            self._stories[ANYBODY if found.for_all else seat] = found
        return found

    @once
    def clock(self) -> ClockMessage | None:
        return clock(self._table, self._viewer)

    @once
    def to_move(self) -> str:
        """Whose turn it is, to those whose turn it is not."""
        acting = [self._table.seats[seat].name for seat in self._table.state.turn if seat >= 0]
        return to_move(acting, self._viewer)

    def seats(self, mine: Sequence[int], there: Set[str], lately: Set[str]) -> tuple[SeatFacts, ...]:
        """Of all, as somebody sees them who has these."""
        table = self._table
        made_of = table.phase, table.seating, there, lately
        seated = self._seated
        if seated is None or seated.made_of != made_of:
            seated = self._seated = seated_after(self._seated_before, made_of, table, self._viewer)
        if not mine:
            return seated.seats
        return tuple([own_seat(seat) if seat.number in mine else seat for seat in seated.seats])


class Seated(NamedTuple):
    """All seats, as somebody sees them who has none of them, and what they are made of beside the position."""

    made_of: tuple[str, Seating, Set[str], Set[str]]
    seats: tuple[SeatFacts, ...]


def seated_after(
    before: Seated | None, made_of: tuple[str, Seating, Set[str], Set[str]], table: Table, viewer: Viewer
) -> Seated:
    """Mostly a move only changes whose turn it is, and points."""
    if before is not None and table.phase == "running" and before.made_of == made_of:
        return Seated(made_of, tuple([moved_on(seat, table, viewer) for seat in before.seats]))
    _, _, there, lately = made_of
    return Seated(made_of, tuple([seat_facts(table, k, viewer, there, lately) for k in range(len(table.seats))]))


def moved_on(seat: SeatFacts, table: Table, viewer: Viewer) -> SeatFacts:
    """A seat of a running game after a move: the same object, if that makes no difference to it."""
    turn, score = seat.number in table.state.turn, said_score(table, seat.number, viewer)
    if turn == seat.turn and score == seat.score:
        return seat
    return SeatFacts.of((*seat[:TURN], turn, score, *seat[PLACE:]))


def own_seat(seat: SeatFacts) -> SeatFacts:
    return SeatFacts.of((*seat[:MINE], True, *seat[TURN:ABSENT], False, *seat[ABSENT + 1 :]))


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


def turn_text(table: Table, viewer: Viewer, mine: Sequence[int]) -> str:
    """Whose turn it is, in words, for somebody who has these seats, and whose turn it is while the game runs."""
    if table.phase == "open":
        return waiting_text(table, viewer)
    if table.phase == "over":
        return viewer.say(N_("The game is over"))
    if len(mine) == 1:
        return viewer.say(N_("It is your turn"))
    holds = holder(table, viewer)
    return to_move([holds], viewer) if holds else shared(table, viewer).to_move


def to_move(names: Sequence[str], viewer: Viewer) -> str:
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


def clock(table: Table, viewer: Viewer) -> ClockMessage | None:
    total = table.clock_total
    if total is None:
        return None
    label = N_("Time") if sk.CLOCK in table.state.turn else N_("Time for the turn")
    return ClockMessage(table.clock_since + total, total, viewer.say(label))


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


def spoken(table: Table, viewer: Viewer, story: Story, turn: str) -> str:
    """The last event's moves and whose turn it is, for those who listen instead of looking."""
    if not table.moments or table.phase == "open":
        return " ".join(filter(None, [lot_text(table, viewer), turn]))
    if table.phase != "over":
        return f"{story.said} {turn}." if story.said else f"{turn}."
    return " ".join(part for part in (story.said, ending(table, viewer), why_ended(table, viewer)) if part)


def chat(table: Table, viewer: Viewer) -> tuple[ChatShown, ...]:
    return tuple(
        ChatShown(
            who=line.name, text=REACTIONS.get(line.text, "?") if line.reaction else line.text,
            mine=line.person == viewer.person, reaction=line.reaction,
        )
        for line in table.lines
    )  # fmt: skip
