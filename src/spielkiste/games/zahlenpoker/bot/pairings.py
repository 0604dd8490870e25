"""What a game of two is worth, exactly: by counting pairings.

How a game of two ends depends only on which of my things (stones and the empty hand) met which of the opponent's, not
on the order. Whoever always shows any of the remaining things with equal chance makes every pairing equally likely,
whatever the opponent does. Both can do so; so the value is the average over all pairings, and both doing so is an
equilibrium. `tools/proof.py` checks it for every position, in whole numbers.
"""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from spielkiste.core.record import Record

from ..rules import in_turn
from .rounds import Hand, choices, copies, hands, play_round, sign

_counted: dict[tuple[Hand, Hand], Counter[int]] = {}


class Outlook(NamedTuple):
    """The chances of seat 0 if at least one of the two plays the equilibrium."""

    win: Fraction
    draw: Fraction
    loss: Fraction

    @property
    def value(self) -> Fraction:
        return self.win - self.loss


def outlook(s: Record, lead: int) -> Outlook:
    """From a record between rounds, with a lead of seat 0."""
    ends: Counter[int] = Counter()
    for gain, count in pairings(s).items():
        ends[sign(lead + gain)] += count
    return Outlook(*(Fraction(ends[end], ends.total()) for end in (1, 0, -1)))


def value_of(s: Record, lead: int) -> Fraction:
    counted = pairings(s)
    return Fraction(sum(count * sign(lead + gain) for gain, count in counted.items()), counted.total())


def pairings(s: Record) -> Counter[int]:
    """In how many of all pairings of what is in the two hands seat 0 gains which lead until the end."""
    both = hands(s)
    if both not in _counted:
        _counted[both] = count_pairings(s)
    return _counted[both]


def count_pairings(s: Record) -> Counter[int]:
    """The order makes no difference: what seat 0 lists first meets each of the opponent's things in turn."""
    counted: Counter[int] = Counter()
    if in_turn(s) == 0:
        counted[0] = 1
        return counted
    mine = choices(s, 0)[0]
    for theirs in choices(s, 1):
        record, gain = play_round(s, mine, theirs)
        for later, count in pairings(record).items():
            counted[gain + later] += copies(s, 1, theirs) * count
    return counted
