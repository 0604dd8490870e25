"""Three and four players: a rule by which thieves rob, and bots that play every move on against the others' habits.

The rule (level 2): show any thing with equal chance, as with two; rob by the stones shown alone (`robbed_stone`).
Against others who do so, in whatever order I show my things, each meets any of theirs with equal chance, and how
thieves rob does not depend on the order either. So nothing is won by showing, and all that is left to me is whom I rob,
once; what the best reply wins by that is measured in `tools/best_reply.py`.
"""

from typing import Any

from spielkiste.core.errors import NotYourTurn, OptionError
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search.limit import Limit
from spielkiste.search.player import decision_random, decision_seed
from spielkiste.search.players import settled

from ..notation import write
from ..rules import FIRST_STEAL, all_have_chosen
from .opponent_model import past_of
from .rounds import choices
from .safe_exploiter import blend
from .styles import fair_shares, number_in_hand

Stones = tuple[int, ...]  # what the others show, from the thief's left on


class TheftRulePlayer:
    """Level 2: any thing with equal chance, and a thief by the rule."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        seen = state.seen(seat)
        weights = weights_by_rule(seen, seat)
        (action,) = decision_random(self.seed, seat, state).choices(choices(seen, seat), weights)
        return write(seen, seat, action)


class RolloutPlayer:
    """Levels 3 to 5: any thing, and with the share that is not left to chance what promises most when games are played
    on (flat Monte Carlo). A thief takes what promises most."""

    def __init__(self, game: Game, seed: int, boldest: float, simulations: int) -> None:
        self.game, self.seed, self.boldest, self.simulations = game, seed, boldest, simulations

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        seen = state.seen(seat)
        (action,) = decision_random(self.seed, seat, state).choices(
            choices(seen, seat), self.mixture(state, seen, seat, limit)
        )
        return write(seen, seat, action)

    def mixture(self, state: State, seen: Any, seat: int, limit: Limit) -> list[float]:
        """How likely each move is made."""
        from .rollouts import expected_results  # compiled

        limit = settled(Limit(simulations=self.simulations), limit)
        seed = decision_seed(self.seed, seat, state)
        found = expected_results(self.game, seen, seat, past_of(state, seat), limit, seed)
        best = found.index(max(found))
        bold = [float(k == best) for k in range(len(found))]
        return bold if all_have_chosen(seen) else blend(fair_shares(seen, seat), bold, self.boldest)


def strategy(state: State, seat: int) -> dict[str, float]:
    """How likely a seat in turn makes each of its moves by the rule, from what it may know."""
    if state.game.slug != "zahlenpoker" or state.game.players < 3:
        raise OptionError(f"this is for zahlenpoker with three or four players, not {state.game!r}")
    if not state.moves(seat):
        raise NotYourTurn(f"seat {seat} is not in turn; in turn: {state.turn}")
    seen = state.seen(seat)
    weights = weights_by_rule(seen, seat)
    return {
        write(seen, seat, action): weight / sum(weights)
        for action, weight in zip(choices(seen, seat), weights, strict=True)
    }


def weights_by_rule(seen: Any, seat: int) -> list[int]:
    """Each thing in hand alike; of the stones to steal the first of the best value."""
    actions = choices(seen, seat)
    if not all_have_chosen(seen):
        return [number_in_hand(seen, seat, action) for action in actions]
    others = [(seat + step) % seen.players for step in range(1, seen.players)]
    stones = tuple(seen.choice[other] for other in others)
    robbed = others[stones.index(robbed_stone(stones))]
    return [int(action == FIRST_STEAL + robbed) for action in actions]


def robbed_stone(stones: Stones) -> int:
    """Which stone to steal: the highest; but the single one under two equals that are just one higher. They cancel each
    other, and nobody else wins."""
    high, low = max(stones), min(stones)
    if len(stones) == 3 and high == low + 1 and stones.count(high) == 2:
        return low
    return high
