"""Players to build on: any move, the best at first sight, a glance with misjudgement, and one for each search."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from spielkiste.core.game import Game
from spielkiste.core.record import Plain, Record
from spielkiste.core.state import State
from spielkiste.search.limit import NO_LIMIT, SECONDS, Limit
from spielkiste.search.player import decision_random, decision_seed
from spielkiste.search.thought import Thought

if TYPE_CHECKING:
    from spielkiste.search.mcts import TreeManner

ROUNDING = 1e-9  # values that differ by less are equal
CERTAIN = 1 - 1e-9  # results beyond have no logit

Worth = Callable[[Record, int, int], float]  # how good a move looks, before it is made, from what its seat sees


class AnyMove:
    """A child: any legal move."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        return decision_random(self.seed, seat, state).choice(state.moves(seat))


class Greedy:
    """The move that looks best at once (`worth`; by default how far ahead the seat then is); among equals any."""

    def __init__(self, seed: int, worth: Worth | None = None) -> None:
        self.seed, self.worth = seed, worth

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        seen = state.seen(seat)
        values = {move: self.looks(state, seen, seat, action) for move, action in state.actions(seat).items()}
        best = max(values.values())
        equals = [move for move, value in values.items() if value >= best - ROUNDING]
        return decision_random(self.seed, seat, state).choice(equals)

    def looks(self, state: State, seen: Plain, seat: int, action: int) -> float:
        if self.worth is not None:
            return float(self.worth(seen.copy(), seat, action))
        after, verbs = seen.copy(), state.game.room.verbs
        verbs.play(after, seat, action)
        standings = [verbs.standing(after, other) for other in range(state.game.players)]
        mine = standings.pop(seat)
        return float(mine - max(standings, default=0))


class Glancing:
    """The move after which the position looks best by `estimate`, each misjudged by `blur` logits of the winning
    chances. For open games: it sees the whole state."""

    def __init__(self, seed: int, blur: float) -> None:
        self.seed, self.blur = seed, blur

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        from spielkiste.search.glance import glance

        rng = decision_random(self.seed, seat, state)
        looks = {move: logit(value) + rng.gauss(0, self.blur) for move, value in glance(state, seat).items()}
        return max(looks, key=lambda move: looks[move])


class TreePlayer:
    """A tree search (MCTS) in a manner, with the level's own budget. Where its number decides, the same seed gives the
    same moves; where time does, it uses the cores it is given."""

    def __init__(self, game: Game, seed: int, manner: "TreeManner", budget: Limit = NO_LIMIT) -> None:
        self.game, self.seed, self.manner, self.budget = game, seed, manner, budget

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        return self.think(state, seat, limit)[0].move

    def think(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        """All moves, in the order in which they would be chosen."""
        from spielkiste.search.think import Thinker

        limit = settled(self.budget, limit)
        cores = 1 if limit.simulations else limit.cores
        seed = decision_seed(self.seed, seat, state)
        return Thinker(self.game, self.manner, seed=seed, cores=cores).think(state, limit)

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        return by_value(TreePlayer(self.game, self.seed, self.manner).think(state, seat, limit))


class AlphaBetaPlayer:
    """Alpha-beta, a ply deeper each time, with the level's own budget; exact when the end is near. For two sides."""

    def __init__(self, game: Game, budget: Limit = NO_LIMIT) -> None:
        self.game, self.budget = game, budget

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        from spielkiste.search.deepen import Deepener

        return Deepener(self.game).search(state, settled(self.budget, limit)).move

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        from spielkiste.search.deepen import Deepener

        return Deepener(self.game).think(state, settled(NO_LIMIT, limit))


class GuessingPlayer:
    """A search over what the seat knows (information-set MCTS): for games with secrets and choices made at once."""

    def __init__(self, game: Game, seed: int, budget: Limit = NO_LIMIT) -> None:
        self.game, self.seed, self.budget = game, seed, budget

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        return self.think(state, seat, settled(self.budget, limit))[0].move

    def think(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        """All moves, in the order in which they would be chosen."""
        from spielkiste.search.infoset import Guesser

        cores = 1 if limit.simulations else limit.cores
        return Guesser(self.game, seed=decision_seed(self.seed, seat, state), cores=cores).think(state, seat, limit)

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        return by_value(self.think(state, seat, settled(NO_LIMIT, limit)))


def settled(budget: Limit, limit: Limit) -> Limit:
    """A level's own budget within what is allowed; where neither says anything, the usual time."""
    both = budget.within(limit)
    return both if both.repeatable or both.seconds else both.within(Limit(seconds=SECONDS, cores=both.cores))


def by_value(thoughts: list[Thought]) -> list[Thought]:
    """Best first. What is not proved counts one imagined loss more, so that no move comes first for one lucky visit."""

    def cautious(thought: Thought) -> Thought:
        if thought.proved:
            return thought
        value = (thought.value * thought.visits - 1) / (thought.visits + 1)
        return Thought(thought.move, value, thought.visits, False, thought.line)

    return sorted(map(cautious, thoughts), key=lambda thought: (-thought.value, -thought.visits))


def logit(value: float) -> float:
    """Of the winning chances that an expected result between -1 and 1 means."""
    return 2 * math.atanh(max(-CERTAIN, min(CERTAIN, value)))


def two_sides(game: Game) -> bool:
    return len(set(game.teams)) == 2
