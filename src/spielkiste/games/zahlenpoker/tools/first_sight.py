"""A player to measure with, who looks at nothing but this round: how it would end for each thing the others may show.

As `worth` of `spielkiste.search.players.Greedy`. It beats random moves, and whoever knows it beats it every time.
"""

from itertools import product

from spielkiste.core.record import Record

from ..rules import (
    COPIES,
    EMPTY,
    FIRST_STEAL,
    SHOW_EMPTY,
    VALUES,
    all_have_chosen,
    empty_hands_shown,
    highest_single,
    thief,
)


def worth(s: Record, seat: int, action: int) -> float:
    """The lead a choice should gain in this round, less what it would gain against full hands without thieves: a stone
    is well spent where it does better than it usually would."""
    if all_have_chosen(s):
        return after_stealing(s, seat, action - FIRST_STEAL)
    usual = s.copy()
    for other in range(s.players):
        usual.unused[other] = 0
        usual.hand[other] = [COPIES] * VALUES
    return expected(s, seat, action) - expected(usual, seat, action)


def expected(s: Record, seat: int, action: int) -> float:
    """The lead gained on average, the others choosing at random."""
    s.choice[seat] = EMPTY if action == SHOW_EMPTY else action
    others = [other for other in range(s.players) if other != seat]
    leads = []
    for shown in product(*(possible(s, other) for other in others)):
        for other, choice in zip(others, shown, strict=True):
            s.choice[other] = choice
        leads.append(lead(s, seat))
    return sum(leads) / len(leads)


def possible(s: Record, seat: int) -> list[int]:
    values = [k + 1 for k in range(VALUES) if s.hand[seat][k]]
    return [*values, EMPTY] if s.unused[seat] else values


def lead(s: Record, seat: int) -> float:
    """The lead gained by `seat` when these choices are shown; a thief steals what is best for the thief."""
    if empty_hands_shown(s) != 1:
        return gain(s, seat, highest_single(s))
    robber = thief(s)
    robbed = max((k for k in range(s.players) if k != robber), key=lambda k: after_stealing(s, robber, k))
    return after_stealing(s, robber, robbed, seat)


def after_stealing(s: Record, robber: int, robbed: int, seat: int = -1) -> float:
    """The lead gained by `seat` (the robber, unless said) when a stone is stolen."""
    seat = robber if seat < 0 else seat
    stolen = gain(s, seat, robber, s.choice[robbed])
    kept, s.choice[robbed] = s.choice[robbed], 0
    rest = gain(s, seat, highest_single(s))
    s.choice[robbed] = kept
    return stolen + rest


def gain(s: Record, seat: int, winner: int, value: int = 0) -> float:
    """A stone counts 1 and a little for its value; won by another it counts against, shared among the others."""
    if winner < 0:
        return 0.0
    won = 1 + (value or s.choice[winner]) / 100
    return float(won if winner == seat else -won / (s.players - 1))
