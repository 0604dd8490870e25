"""The board as one page sees it, and as the wire carries it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from operator import eq, truth
from typing import NamedTuple

import msgspec

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.core.svg import Picture
from spielkiste.server.answers import (
    BoardMessage,
    ButtonSpec,
    Controls,
    DraftBoard,
    DraftMessage,
    Run,
    Svg,
    Tool,
    encode,
)
from spielkiste.server.pictures import paths_of, picture_of
from spielkiste.server.table import Table
from spielkiste.server.texts import N_
from spielkiste.server.traces import Trace
from spielkiste.server.viewer import Place, Viewer, known, place_of, to_remember, waiting_seat

Elements = Sequence[str | None]  # of a picture; None: one that is not known any more
NO_ELEMENTS: Elements = ()
LINES_OF_A_MOVE = 4  # at most, mostly: with the dice
FEW_CHANGES = 12  # elements; of more it is asked whether they were in other places before


@dataclass(frozen=True)
class SeenBoard:
    """A board as one page sees it."""

    picture: Picture
    seat: int | None
    controls: Controls
    glides: list[tuple[str, str]] = field(default_factory=list, compare=False)  # of the move that was just made

    def shows_the_same_as(self, other: "SeenBoard") -> bool:
        if self.picture is not other.picture and self.picture.parts != other.picture.parts:
            return False
        return self.controls == other.controls

    def elements(self, now: "SeenBoard") -> Elements:
        """Those that a page has, which is to be shown another board now."""
        return self.picture.parts

    def lists(self) -> tuple[list[str], list[str]]:
        """All that it shows, as texts."""
        return self.picture.parts, [encode(self.controls).decode()]

    def message(self, before: "SeenBoard | BoardLongAgo | None", number: int) -> BoardMessage:
        """Only what is not in the board this page had before; what has just moved glides."""
        svg = NEWEST.after(before.elements(self) if before else NO_ELEMENTS, self.picture)
        base, glides = (number, self.glides) if before else (-1, [])
        fields = (*msgspec.structs.astuple(self.controls), svg, base, glides)
        return BoardMessage(*fields)


class BoardLongAgo(NamedTuple):
    """A board of which only traces are left."""

    picture: Trace
    controls: Trace

    def shows_the_same_as(self, other: SeenBoard) -> bool:
        picture, controls = other.lists()
        return self.elements(other) == tuple(picture) and self.controls.recalled(controls) == tuple(controls)

    def elements(self, now: SeenBoard) -> Elements:
        return self.picture.recalled(now.picture.parts)


class NewestPicture:
    """The picture told last, as told after the one before it. Who sees the same is told one right after the other."""

    def __init__(self) -> None:
        self._told: tuple[Elements, Picture, Svg] | None = None

    def after(self, before: Elements, picture: Picture) -> Svg:
        told = self._told
        if told is not None and told[0] is before and told[1] is picture:
            return told[2]
        svg = Svg(picture.head("group"), runs(before, picture.parts))
        self._told = before, picture, svg
        return svg


NEWEST = NewestPicture()


class NewestParts:
    """The same for parts, by their names."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[Elements, Sequence[str], list[Run]]] = {}

    def after(self, name: str, before: Elements, pieces: Sequence[str]) -> list[Run]:
        told = self._told.get(name)
        if told is not None and told[0] is before and told[1] is pieces:
            return told[2]
        changes = runs(before, pieces) if before else list[Run](pieces)
        self._told[name] = before, pieces, changes
        return changes


NEWEST_PARTS = NewestParts()


def board(table: Table, viewer: Viewer, looking: bool = False) -> SeenBoard:
    """The board for one page; while people look at what has happened, as it is before chance goes on."""
    place = place_of(table, viewer)
    state, look = table.shown(looking), table.look(place.seat, viewer.lang)
    picture = picture_of(state, look)
    acts = table.phase == "running" and place.seat is not None and place.seat in state.turn
    paths = paths_of(state, place.seat) if acts and place.seat is not None else {}
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
    return hook.glides(last.before.uncovered(), last.seat, last.move)


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


def runs(old: Sequence[str | None], new: Sequence[str]) -> list[Run]:
    """New elements as texts, kept ones as [from, to) of the old list: mostly they follow each other as before, with
    new ones in the places of some."""
    if len(old) == len(new):
        same = list(map(eq, old, new))
        if same.count(False) <= FEW_CHANGES:
            return changed_in_place(same, new)
    return anywhere(old, new)


def changed_in_place(same: list[bool], new: Sequence[str]) -> list[Run]:
    """Where single elements are others now, and all the rest is where it was."""
    out: list[Run] = []
    begin = 0
    for _ in range(same.count(False)):
        end = same.index(False, begin)
        if begin < end:
            out.append((begin, end))
        out.append(new[end])
        begin = end + 1
    return [*out, (begin, len(same))] if begin < len(same) else out


def anywhere(old: Sequence[str | None], new: Sequence[str]) -> list[Run]:
    """Where elements have come, gone or changed places: mostly between many that are as they were."""
    begin = alike(old, new)
    after = min(alike(reversed(old), reversed(new)), len(old) - begin, len(new) - begin)
    out: list[Run] = [(0, begin)] if begin else []
    left, right = len(old) - after, len(new) - after
    if begin == left:
        out += new[begin:right]
    elif begin < right:
        was, now = old[begin:left], new[begin:right]
        out += moved_up(was, now, begin) or rearranged(was, now, begin)
    if after:
        out.append((left, len(old)))
    return out


def moved_up(old: Sequence[str | None], new: Sequence[str], offset: int) -> list[Run]:
    """Where the first ones are gone and others have come behind the last, as in a log; nothing if it is not so."""
    gone = old.index(new[0]) if new[0] in old[:LINES_OF_A_MOVE] else 0
    stay = len(old) - gone
    return [(gone + offset, len(old) + offset), *new[stay:]] if gone and old[gone:] == new[:stay] else []


def alike(old: Iterable[str | None], new: Iterable[str]) -> int:
    """How many elements at the beginning are the same."""
    return len(list(takewhile(truth, map(eq, old, new))))


def rearranged(old: Sequence[str | None], new: Sequence[str], offset: int) -> list[Run]:
    """New elements as texts, others as stretches of the old ones, which are counted from an offset."""
    out: list[Run] = []
    where = dict(zip(old, range(len(old)), strict=True))
    begin = end = 0  # of the stretch that goes on
    for part in new:
        if end < len(old) and old[end] == part:
            end += 1
            continue
        if begin < end:
            out.append((begin + offset, end + offset))
        begin = where.get(part, -1)
        if begin < 0:
            out.append(part)
            begin = end = end + 1
        else:
            end = begin + 1
    return [*out, (begin + offset, end + offset)] if begin < end else out


def sketch(state: State, look: Look, text: str, id: str) -> DraftMessage:
    """A move in the making, in answer to the message of an id."""
    draft = state.draft(look, text)
    svg = Svg(draft.picture.head("group"), list(draft.picture.parts))
    return DraftMessage(id, DraftBoard(svg, buttons(draft.picture)), draft.steps, draft.move, draft.note)
