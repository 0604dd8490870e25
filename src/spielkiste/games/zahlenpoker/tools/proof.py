"""The proof that showing any thing with equal chance is an equilibrium of two, checked position by position."""

from collections import Counter
from collections.abc import Sequence

from spielkiste.core.record import Record

from ..bot.pairings import pairings
from ..bot.rounds import choices, copies
from .positions import Position


def moves_that_differ(position: Position) -> int:
    """The proof, for one position: moves of either seat that change anything against an opponent who shows each thing
    with equal chance. Compared is how often each end comes about, so equal moves are equal whatever the lead."""
    columns: Sequence[Sequence[tuple[Position, int]]] = list(zip(*position.after, strict=True))
    return sum(
        met(line, position.record, other) != pairings(position.record)
        for other, lines in ((1, position.after), (0, columns))
        for line in lines
    )


def met(line: Sequence[tuple[Position, int]], s: Record, other: int) -> Counter[int]:
    """As `pairings`, once a move has been made that leads to these positions, by what the other seat shows."""
    counted: Counter[int] = Counter()
    for (after, gain), action in zip(line, choices(s, other), strict=True):
        for later, count in pairings(after.record).items():
            counted[gain + later] += copies(s, other, action) * count
    return counted
