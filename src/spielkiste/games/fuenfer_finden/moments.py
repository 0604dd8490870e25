"""What there is to see when a round of 5er finden is judged: what was right, and what everybody has overlooked."""

from collections.abc import Sequence

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .actions import shape_of
from .board.words import counted, found_in_puzzle, rightly_drawn, round_told
from .overlooked import best_overlooked
from .rules import BASE, SEARCH
from .shapes import VALUES


def moment(before: Record, after: Record, moves: Sequence[tuple[int, str]], look: Look) -> str:
    """The points of a round; nothing while somebody is still searching, or strikes."""
    if before.phase != SEARCH or after.phase == SEARCH:
        return ""
    if after.mode == BASE:
        return f"{judged(after, look)} {overlooked(after, look)}".strip()
    return found_in_puzzle(before, after, look)


def judged(s: Record, look: Look) -> str:
    """One's own points: the picture shows the others' boards, and a line has room for one sentence."""
    if look.seat is None:
        return round_told(s, look)
    points, (right, drawn) = counted(s.points[look.seat][s.round - 1], look), rightly_drawn(s, look.seat)
    if not drawn:
        return look.say(f"Nichts umrandet: {points}.", f"Nothing outlined: {points}.")
    return look.say(f"{right} von {drawn} richtig: {points}.", f"{right} of {drawn} right: {points}.")


def overlooked(s: Record, look: Look) -> str:
    """The best fiver of the viewer's board that nobody outlined."""
    placement = best_overlooked(s, look.seat or 0) if s.same or look.seat is not None else None
    if placement is None:
        return ""
    points = counted(VALUES[shape_of(placement)], look)
    if s.players > 1 and s.same:
        return look.say(f"Niemand hat den 5er für {points} gesehen.", f"Nobody saw the fiver for {points}.")
    return look.say(f"Übersehen: ein 5er für {points}.", f"Overlooked: a fiver for {points}.")
