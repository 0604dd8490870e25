"""The bots. Level 1 plays any move, diagonal steps rather not. Levels 2 to 4 look one move ahead by what was learnt and
misjudge what they see, the lower the more. Level 5 searches a tree whose leaves `knowledge.py` judges, and plays the
classic endgame by exact chances.
"""

from typing import TYPE_CHECKING

from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit
from spielkiste.search.mcts import TreeManner
from spielkiste.search.player import Back, Player, decision_random
from spielkiste.search.players import Glancing, TreePlayer
from spielkiste.search.thought import Thought

from .rules import DIAGONAL
from .solver import Endgame, positions

if TYPE_CHECKING:
    from spielkiste.search.explain import Why
    from spielkiste.search.judge import Judge, Verdict

MANNER = TreeManner(wish=2.0, priors=1, playout=0)
# How far the levels misjudge a move, in logits of the winning chances. Chosen by 6,000 games of each pair (400 of four
# players), so that each beats the one below in about 70 of 100 games.
MISJUDGES = {
    "classic": {2: 10.0, 3: 1.4, 4: 0.45},
    "cards": {2: 9.0, 3: 1.8, 4: 0.5},
    "four": {2: 3.0, 3: 0.6, 4: 0.15},
}
EXACT_AT_ONCE = 50_000  # positions in a table that is filled in 0.01 s
EXACT_PER_SECOND = 2_000_000  # one core did 5.3 million when it was measured


def is_exact(state: State, seconds: float) -> bool:
    """Whether exact chances can be had in so much time."""
    return state.game.options["classic"] and positions(state) <= max(EXACT_AT_ONCE, EXACT_PER_SECOND * seconds)


class Child:
    """Level 1: any move; if it is a diagonal step another thought, which may be diagonal as well."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        listed, rng = state.actions(seat), decision_random(self.seed, seat, state)
        move = rng.choice(list(listed))
        return rng.choice(list(listed)) if listed[move] & DIAGONAL == DIAGONAL else move


class Strongest:
    """Level 5: exact chances where they can be had in time, else a tree search."""

    def __init__(self, game: Game, seed: int) -> None:
        self.tree = TreePlayer(game, seed, MANNER)
        self.endgame = Endgame()
        if game.options["classic"]:
            self.endgame.compile()

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        return self.exact_move(state, limit.time) or self.tree.choose(state, seat, limit)

    def exact_move(self, state: State, seconds: float) -> str | None:
        """In the classic game: the move with the best exact chances, when they can be had in time. What can follow a
        position is more than what can follow a later one, so once they could be had they always can."""
        if not is_exact(state, seconds):
            return None
        chances = self.endgame.chances_of_moves(state)
        return max(chances, key=lambda move: chances[move])

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        return self.tree.analyse(state, seat, limit)


def player(game: Game, level: int, seed: int) -> Player:
    if level == 1:
        return Child(seed)
    return Strongest(game, seed) if level == 5 else Glancing(seed, MISJUDGES[variant(game)][level])


def variant(game: Game) -> str:
    return "four" if game.players == 4 else "classic" if game.options["classic"] else "cards"


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    from .answers import answers  # only here: nobody needs a solver to play

    return answers(state, seat, limit)


def judge(game: Game, seed: int) -> "Judge":
    from .judge import ChancesJudge  # only here: nobody needs a judge to play

    return ChancesJudge(game, seed)


def why(state: State, seat: int, better: str, worse: str, verdict: "Verdict", look: Look) -> "Why | None":
    from .tips import why  # only here: nobody needs words to play

    return why(state, seat, better, worse, verdict, look)


BACK = Back(levels=(1, 2, 3, 4, 5), player=player, answers=answers, judge=judge, why=why)
