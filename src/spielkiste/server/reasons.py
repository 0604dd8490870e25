"""Why a touch does nothing, in the words of the rules."""

import re
from collections.abc import Iterator, Sequence

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.server.pictures import paths_of

TRIED = 24  # moves like the one that was meant; more would take longer than they teach


def why_dead(state: State, look: Look, chosen: Sequence[str], under: Sequence[str]) -> str:
    """What the rules say about touching one of these elements after those chosen; "" where they have no word for it."""
    if look.seat is None or look.seat not in state.turn:
        return ""
    touches = state.game.room.front.dead_touches
    for element in under:
        said = touches.why_not_touch(state.seen(look.seat), look.seat, [*chosen, element], look) if touches else ""
        said = said or why_not_meant(state, look, chosen, element)
        if said:
            return sentence(said)
    return ""


def why_not_meant(state: State, look: Look, chosen: Sequence[str], element: str) -> str:
    reasons = (state.why_not(text, look) for text in meant(state, look, chosen, element))
    return next(filter(None, reasons), "")


def meant(state: State, look: Look, chosen: Sequence[str], element: str) -> Iterator[str]:
    """Moves that this touch would belong to if they were possible: written like those that are, with another place."""
    paths = paths_of(state, look.seat) if look.seat is not None else {}
    at = len(chosen)
    like = [(move, path[at]) for move, path in paths.items() if len(path) > at and list(path[:at]) == list(chosen)]
    place = place_in(element)
    for move, other in like[:TRIED]:
        written = replaced(move, place_in(other), place, last=at > 0) if kind_of(other) == kind_of(element) else None
        if written and written not in paths:
            yield written


def kind_of(element: str) -> str:
    return element.partition("-")[0]


def place_in(element: str) -> str:
    """`cell-a1` is the place `a1`."""
    return element.partition("-")[2]


def replaced(move: str, old: str, new: str, last: bool) -> str | None:
    """The move with another place, the first or the last one of that name; None if it does not name it."""
    found = [hit.span() for hit in re.finditer(re.escape(old), move)] if old and new else []
    if not found:
        return None
    begin, end = found[-1 if last else 0]
    return move[:begin] + new + move[end:]


def sentence(said: str) -> str:
    return said[0].upper() + said[1:] + ("" if said.endswith((".", "!", "?")) else ".")
