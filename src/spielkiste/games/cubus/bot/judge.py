"""Builds judged by continuations to the end of the game; the dismantling game by its search."""

from typing import Any

import numpy as np

from spielkiste.core.compiled import compiled
from spielkiste.core.dice import seed_dice
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search.judge import Judge, Verdict, ranked
from spielkiste.search.limit import Limit

from ..rules import BUILD, DRAW, KNOCKED, TAKE, WINDOW
from . import continuations
from .planner import Planner
from .planning import TO_THE_END, Plan
from .solver import best_build, can_build

CONTINUATIONS = 256
ERROR = 0.05  # of a value: all builds are continued with the same draws


class BuildJudge(Judge):
    """What is built with leftovers is judged by nobody."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.manner = "open"
        self.chained = game.options["mode"] != "build"  # builds are compared with the same draws: that says more

    def verdict(self, state: State, seat: int, limit: Limit) -> Verdict:
        s = state.seen(seat)
        if s.phase == TAKE:
            return super().verdict(state, seat, limit)
        if s.phase == WINDOW:
            return self.knocking(state, seat, limit)
        if s.phase not in (BUILD, KNOCKED):
            return ranked(dict.fromkeys(self.sensible(state, seat), self.standing(state, seat)))
        planner = self.planner(state, seat, limit)
        plans = planner.plans(limit.seconds) or [planner.passing()]  # who passes with a build in hand is knocked at
        return ranked({plan.move: plan.winning for plan in plans}, error=ERROR)

    def knocking(self, state: State, seat: int, limit: Limit) -> Verdict:
        """Whether there is a build with these tiles is known exactly; without one a knock helps the others, no doubt.
        What it is worth to knock or to stay quiet is found like the worth of a build."""
        quiet, knocked = (self.planner(at, seat, limit) for at in (state, state.play("knock", seat=seat)))
        plans = knocked.plans(limit.seconds) if can_build(state, seat) else []
        values = {"knock": (plans or [knocked.passing()])[0].winning, "quiet": quiet.passing().winning}
        return ranked(values, error=ERROR if plans else 0.0)

    def sensible(self, state: State, seat: int) -> list[str]:
        """Moves that nobody judges, the one that makes sense first."""
        best = best_build(state, seat)
        return [best[1], "pass"] if best else ["pass"]

    def missing(self, state: State, seat: int, move: str, verdict: Verdict, limit: Limit) -> float:
        """A build that was not compared."""
        if state.seen(seat).phase not in (BUILD, KNOCKED):
            return verdict.value
        planner = self.planner(state, seat, limit)
        if move == "pass":
            return min(verdict.value, planner.passing().winning)
        after: Any = state.play(move, seat=seat).record()
        points = int(after.points[seat] - state.record().points[seat])
        return planner.judged(Plan(tuple(after.stack), points)).winning

    def planner(self, state: State, seat: int, limit: Limit) -> Planner:
        return Planner(state, seat, self.seed, TO_THE_END, min(CONTINUATIONS, limit.simulations or CONTINUATIONS))

    def outlook(self, state: State, seat: int, limit: Limit) -> float | None:
        """Before a tile is drawn: the share of continuations that are won less those that are lost."""
        return self.standing(state, seat) if state.record().phase == DRAW else None

    def standing(self, state: State, seat: int) -> float:
        dice, leads = np.zeros(3, np.int64), np.zeros(CONTINUATIONS, np.int64)
        seed_dice(dice, self.seed, 0)
        model = Planner(state, seat, self.seed).now()
        model[continuations.TURN] = state.record().turn
        compiled(continuations.leads)(model, dice, seat, TO_THE_END, leads)
        return float(np.sign(leads).mean())
