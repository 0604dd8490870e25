"""What chance gave and took: what came, against the mean of all that might have come, judged with equal care."""

import random
from functools import cached_property

from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE
from spielkiste.search.judge import Judge, Values, spread
from spielkiste.search.limit import Limit

MOST = 12  # outcomes that are all looked at
DRAWN = 8  # of more, and of events in a row, so many are drawn
A_LOOK = Limit(simulations=200, nodes=1500)  # at each of them: a few milliseconds


class Outcomes:
    """What may follow a chance event, up to the next decision."""

    def __init__(self, judge: Judge, state: State, limit: Limit) -> None:
        self.judge = judge
        self.weighed = all_of(state) or drawn(state, judge.seed)
        self.limit = limit if limit.repeatable else A_LOOK

    @cached_property
    def mean(self) -> Values:
        looked = [(chance, self.look(state)) for state, chance in self.weighed]
        return tuple(sum(chance * value[seat] for chance, value in looked) for seat in range(self.judge.game.players))

    def luck(self, came: State) -> Values:
        """How much better each seat stands than it could expect."""
        return tuple(value - mean for value, mean in zip(self.look(came), self.mean, strict=True))

    def look(self, state: State) -> Values:
        """What each seat may expect, after a short look."""
        if state.returns is not None:
            return state.returns
        seats = [seat for seat in state.turn if seat >= 0]
        if not seats:
            return (0.0,) * state.game.players
        return spread(state.game.teams, seats[0], self.judge.verdict(state, seats[0], self.limit).value)


def all_of(state: State) -> list[tuple[State, float]]:
    """All outcomes, if they are few and a decision follows each."""
    chances = state.chances()
    if len(chances) > MOST:
        return []
    after = [(state.play(move, seat=CHANCE), chance) for move, chance in chances]
    return [] if any(one.turn == (CHANCE,) for one, _ in after) else after


def drawn(state: State, seed: int) -> list[tuple[State, float]]:
    """Some of what may come, by chance; the same for the same position."""
    rng, found = random.Random(f"{seed}/{state.length}"), []
    for _ in range(DRAWN):
        after = state
        while after.turn == (CHANCE,):
            moves, weights = zip(*after.chances(), strict=True)
            after = after.play(rng.choices(moves, weights)[0], seat=CHANCE)
        found.append((after, 1 / DRAWN))
    return found
