"""Who builds: by what it notices, and by a look ahead."""

from typing import TYPE_CHECKING, Any

from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search.limit import Limit
from spielkiste.search.player import decision_random
from spielkiste.search.players import GuessingPlayer
from spielkiste.search.thought import Thought

from ..rules import BUILD, KNOCKED, OFFER, WINDOW
from .attention import ALL_SEEING, ATTENTION, Attention, build_noticed
from .solver import best_build

if TYPE_CHECKING:
    from .planner import Planner

__all__ = ["ATTENTION", "Builder", "FarSightedBuilder"]


class Builder:
    """Makes the best build it notices, and knocks where it notices one."""

    def __init__(self, seed: int, attention: Attention) -> None:
        self.seed, self.attention = seed, attention

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        build = build_noticed(state, seat, self.attention, self.seed)
        if state.seen(seat).phase == WINDOW:
            return "knock" if build else "quiet"
        return build or "pass"


class FarSightedBuilder(Builder):
    """Sees every build, and prefers those after which the game goes on well."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(seed, ALL_SEEING)
        self.game = game

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        if state.seen(seat).phase not in (BUILD, KNOCKED):
            return super().choose(state, seat, limit)
        from .planning import TURNS  # only here: lower levels do not plan

        plans = self.planner(state, seat, limit, TURNS).plans(deciding_seconds(limit))
        return plans[0].move if plans else "pass"

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        """The builds worth comparing, or `pass` where there is none. The value is the share of continuations that are
        won less those that are lost, if everybody then always makes the build worth most at once."""
        phase = state.seen(seat).phase
        if phase == WINDOW:
            return GuessingPlayer(self.game, self.seed).analyse(state, seat, limit)
        if phase not in (BUILD, KNOCKED):
            return [last_build(state, seat)]
        from .planning import TO_THE_END

        planner = self.planner(state, seat, limit, TO_THE_END)
        plans = planner.plans(deciding_seconds(limit)) or [planner.passing()]
        plans.sort(key=lambda plan: (-plan.winning, -plan.lead, plan.move))
        return [Thought(plan.move, plan.winning, len(plan.leads), False, (plan.move,)) for plan in plans]

    def planner(self, state: State, seat: int, limit: Limit, turns: int) -> "Planner":
        from .planner import Planner
        from .planning import PLAYOUTS

        seed = decision_random(self.seed, seat, state).getrandbits(30)
        return Planner(state, seat, seed, turns, limit.simulations or PLAYOUTS)


def deciding_seconds(limit: Limit) -> float | None:
    """None where a number of continuations decides (they are counted for each build)."""
    return limit.seconds if limit.repeatable else limit.time


def last_build(state: State, seat: int) -> Thought:
    """With the leftovers the best build is best; where all offer one in secret, everybody is taken to see it."""
    best = best_build(state, seat)
    move = best[1] if best else "pass"
    s: Any = state.seen(seat)
    if s.phase == OFFER:
        s.silent = 0
        after = state.with_record(s)
        for other in range(s.players):
            after = after.play(move, seat=other)
    else:
        after = state.play(move)
    assert after.returns is not None, "the leftovers are the end"
    return Thought(move, after.returns[seat], 1, s.phase != OFFER, (move,))
