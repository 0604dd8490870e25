"""A record as frames: a picture after each step, and the step in words. Nothing here knows of tables."""

from dataclasses import dataclass
from typing import Any

from spielkiste.core.look import Look
from spielkiste.core.match_record import MatchRecord
from spielkiste.core.state import State
from spielkiste.core.svg import Picture
from spielkiste.server.presentation import runs

CHANCE_TOLD = 3  # chance events in a row that are told one by one; of more, such as a deal, only the last


@dataclass(frozen=True)
class View:
    """Whose eyes a replay is seen with: a seat's, or with everything open."""

    seat: int | None
    lang: str
    names: tuple[str, ...]
    colours: tuple[str, ...] = ()

    @property
    def look(self) -> Look:
        return Look(self.seat, self.lang, self.names, self.colours)

    def picture(self, state: State) -> Picture:
        return state.opened(self.look) if self.seat is None else state.picture(self.look)


def view_of(record: MatchRecord, asked: str, lang: str, colours: tuple[str, ...] = ()) -> View:
    """From what a page asks for; anything but a seat's number means everything open."""
    seat = int(asked) if asked.isdecimal() and len(asked) < 4 and int(asked) < record.game.players else None
    return View(seat, lang, record.players, colours)


def frames(record: MatchRecord, view: View) -> dict[str, Any]:
    """All frames; of a picture only what is not in the one before."""
    states, before, told = record.states(), list[str](), []
    for k, (first, end) in enumerate([(0, 0), *record.steps]):
        picture = view.picture(states[end])
        told.append(
            {
                "head": picture.head("group"),
                "runs": runs(before, picture.parts),
                "last": touched(states[first], record.moves[first]) if k else [],
                "seat": record.moves[first][0] if k else None,
                "who": view.look.name(record.moves[first][0]) if k and record.moves[first][0] >= 0 else "",
                "text": words(record, first, end, view) if k else "",
            }
        )
        before = picture.parts
    return {"title": record.game.card.title[view.lang], "frames": told}


def touched(state: State, made: tuple[int, str]) -> list[str]:
    """The elements of a move."""
    seat, move = made
    return list(state.paths(seat).get(move, ())) if seat >= 0 else []


def words(record: MatchRecord, first: int, end: int, view: View) -> str:
    """A step in words. The match is over, so everything may be told."""
    states, look = record.states(), Look(view.seat, view.lang, view.names)
    shown = range(first, end) if end - first <= CHANCE_TOLD else range(end - 1, end)
    return "; ".join(states[k].told_openly(*record.moves[k], look) for k in shown)


def step_of(record: MatchRecord, number: int) -> int:
    """The frame before a move, by the move's number."""
    return next(k for k, (first, end) in enumerate(record.steps) if first <= number < end)
