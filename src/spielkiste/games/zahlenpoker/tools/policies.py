"""Ways to play a game of two, what they are worth against each other, and what the best reply takes from them.

All by backward induction over every position and lead that can come about.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache

from ..bot.pairings import value_of
from ..bot.rounds import copies, sign
from .first_sight import worth
from .positions import Position, all_positions

# How likely each move of seat 0 is, in a position and with a lead. For seat 1 the seats are swapped.
Policy = Callable[[Position, int], Sequence[float]]
Worths = list[dict[int, float]]  # by the number of the position and the lead of seat 0

ROUNDING = 1e-12  # moves that differ by less are equally good: sums round differently in different Pythons


def fair(position: Position, lead: int) -> Sequence[float]:
    """The equilibrium: every stone in hand, and the unused empty hand, is equally likely."""
    return each_thing_alike(position)


@cache
def each_thing_alike(position: Position) -> Sequence[float]:
    return shares(copies(position.record, 0, action) for action in position.moves[0])


def any_move(position: Position, lead: int) -> Sequence[float]:
    """A bot of level 1: two equal stones are one move."""
    return shares(1 for _ in position.moves[0])


def first_sight(position: Position, lead: int) -> Sequence[float]:
    """Any of the moves that look best at once, whatever the lead."""
    return looks_best(position)


@cache
def looks_best(position: Position) -> Sequence[float]:
    worths = [worth(position.record.copy(), 0, action) for action in position.moves[0]]
    return shares(each >= max(worths) - ROUNDING for each in worths)


def shares(weights: Iterable[float]) -> Sequence[float]:
    listed = list(weights)
    total = sum(listed)
    return [weight / total for weight in listed]


def meet(one: Policy, other: Policy) -> float:
    """What `one` wins from `other` on average: 1 for a win, -1 for a loss."""
    return sum(chance * sign(lead) for position, lead, chance in course(one, other) if position.over)


def course(one: Policy, other: Policy) -> Iterator[tuple[Position, int, float]]:
    """All situations that come about when `one` in seat 0 meets `other`, each with its chance."""
    chances: list[dict[int, float]] = [{} for _ in all_positions()]
    chances[0][0] = 1.0
    for position in all_positions():
        for lead, chance in sorted(chances[position.number].items()):
            yield position, lead, chance
            if not position.over:
                theirs = other(position.mirror, -lead)
                for p, row in zip(one(position, lead), position.after, strict=True):
                    for q, (after, gain) in zip(theirs, row, strict=True):
                        if p and q:
                            later = chances[after.number]
                            later[lead + gain] = later.get(lead + gain, 0.0) + chance * p * q


def best_response_value(policy: Policy) -> float:
    """What the best reply wins from a policy on average, over the whole game."""
    return -worst_cases(policy)[0][0]


def exploitability(policy: Policy = fair) -> float:
    """The most that a best reply wins from a policy beyond the value, from whichever of all situations it begins."""
    worst = worst_cases(policy)
    return max(
        float(value) - worst[number][lead] for number, by_lead in enumerate(values()) for lead, value in by_lead.items()
    )


@cache
def values() -> list[dict[int, Fraction]]:
    """The exact value of every situation."""
    return [{lead: value_of(position.record, lead) for lead in position.leads} for position in all_positions()]


@lru_cache(maxsize=4)  # a reply, its value and the exploitability of a policy ask for the same
def worst_cases(policy: Policy) -> Worths:
    """What a policy of seat 0 is sure to keep in each situation."""
    worths: Worths = [{} for _ in all_positions()]
    for position, lead in backwards(worths):
        worths[position.number][lead] = min(against_each_move(policy, position, lead, worths))
    return worths


def best_reply(policy: Policy) -> Policy:
    """The policy that wins most from another; of equally good moves the first."""
    worst = worst_cases(policy)

    @cache
    def reply(position: Position, lead: int) -> Sequence[float]:
        replies = against_each_move(policy, position.mirror, -lead, worst)
        best = next(k for k, kept in enumerate(replies) if kept <= min(replies) + ROUNDING)
        return [float(k == best) for k in range(len(replies))]

    return reply


def against_each_move(policy: Policy, position: Position, lead: int, worths: Worths) -> list[float]:
    """What a policy of seat 0 is worth against each move of seat 1, if the game goes on with these worths."""
    mine = policy(position, lead)
    return [
        sum(p * worths[after.number][lead + gain] for p, (after, gain) in zip(mine, column, strict=True))
        for column in zip(*position.after, strict=True)
    ]


def backwards(worths: Worths) -> Iterator[tuple[Position, int]]:
    """All situations from the last to the first, those at the end settled."""
    for position in reversed(all_positions()):
        for lead in position.leads:
            if position.over:
                worths[position.number][lead] = sign(lead)
            else:
                yield position, lead
