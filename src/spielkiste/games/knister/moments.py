"""What there is to see when all have written: the lines that are full now, and what they are worth."""

from collections.abc import Sequence

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .board.words import CELLS_OF, line_name, numbers_of, points, worth
from .rules import LINES

NAMED = 4  # people at most whose lines are all told; in a bigger round everybody is told of their own


def moment(before: Record, after: Record, moves: Sequence[tuple[int, str]], look: Look) -> str:
    """Lines completed in this round, one's own first; nothing while somebody has still to write."""
    if after.round == before.round:
        return ""
    scored = [seat for seat in range(after.players) if after.points[seat] > before.points[seat]]
    if len(scored) > NAMED or (len(scored) > 1 and after.players > NAMED):
        return own_or_number(before, after, scored, look)
    scored.sort(key=lambda seat: seat != look.seat)
    return " ".join(told(before, after, seat, look) for seat in scored)


def own_or_number(before: Record, after: Record, scored: list[int], look: Look) -> str:
    if look.seat in scored:
        return told(before, after, look.seat, look)
    number = len(scored)
    return look.say(f"{number} von euch machen Punkte.", f"{number} of you score.")


def told(before: Record, after: Record, seat: int, look: Look) -> str:
    """The lines that somebody has filled with what counts."""
    name = look.name(seat)
    lines = "; ".join(f"{line_name(line, look)}: {said}" for line, said in filled(before, after, seat, look))
    return f"{name}: {lines}." if after.players > 1 else f"{lines[0].upper()}{lines[1:]}."


def filled(before: Record, after: Record, seat: int, look: Look) -> list[tuple[int, str]]:
    old, now = tuple(before.sheet[seat]), tuple(after.sheet[seat])
    new = next(cell for cell in range(len(now)) if now[cell] != old[cell])
    lines = [(line, numbers_of(now, line)) for line in range(LINES) if new in CELLS_OF[line]]
    return [(line, worth(line, numbers, look)) for line, numbers in lines if 0 not in numbers and points(line, numbers)]
