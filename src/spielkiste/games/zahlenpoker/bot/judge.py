"""With two the exact equilibrium: nothing it might show is an error. With more a thief's choice is judged by playing
on; what to show is judged by nobody, for others' habits decide that."""

from statistics import fmean

from spielkiste.core.state import State
from spielkiste.search.judge import Judge, Verdict, ranked
from spielkiste.search.limit import Limit

from ..notation import write
from ..rules import all_have_chosen
from .rollouts import expected_results
from .rounds import choices
from .solver import exact_value, strategy

SIMULATIONS = 2000
SPREAD = 0.9  # of a result (standard deviation)


class PokerJudge(Judge):
    def verdict(self, state: State, seat: int, limit: Limit) -> Verdict:
        if self.game.players == 2:
            value = float(exact_value(state) if seat == 0 else -exact_value(state))
            shares = strategy(state, seat)
            return Verdict(dict.fromkeys(sorted(shares, key=lambda move: -shares[move]), value), frozenset(shares))
        seen = state.seen(seat)
        limit = Limit(simulations=limit.simulations or SIMULATIONS)
        found = expected_results(self.game, seen, seat, (), limit, self.seed)
        moves = [write(seen, seat, action) for action in choices(seen, seat)]
        if not all_have_chosen(seen):
            found = [fmean(found)] * len(found)
        return ranked(dict(zip(moves, found, strict=True)), error=SPREAD / (limit.simulations or 1) ** 0.5)
