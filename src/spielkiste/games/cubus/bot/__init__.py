"""The players of Cubus.

| level | sees | knocks |
|---|---|---|
| 1 | most of the elementary builds, none else | hardly ever |
| 2 | the same, sometimes the best build of all | seldom |
| 3 | all of them, every other time the best build of all | now and then |
| 4 | the best build there is | always |
| 5 | the same, and looks ahead: what it leaves to others, what it keeps, where an open lid holds back | always |

Each takes the best it sees. Who sees no build passes; who sees one with the tiles of somebody who passed knocks. The
dismantling game is open to the end: levels 3 to 5 search it, exactly where few boxes are left.
"""

from typing import TYPE_CHECKING

from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.player import Back, Player
from spielkiste.search.players import AlphaBetaPlayer, AnyMove, Greedy, TreePlayer, two_sides

from .answers import answers
from .builder import ATTENTION, Builder, FarSightedBuilder
from .taking import worth_of_take

if TYPE_CHECKING:
    from spielkiste.search.explain import Why
    from spielkiste.search.judge import Judge, Verdict

__all__ = ["BACK"]

# In the dismantling game: alpha-beta for two, a tree search for more.
BUDGETS = {3: Limit(nodes=60, simulations=60), 4: Limit(nodes=1500, simulations=600), 5: NO_LIMIT}


def player(game: Game, level: int, seed: int) -> Player:
    return builder(game, level, seed) if game.options["mode"] == "build" else taker(game, level, seed)


def builder(game: Game, level: int, seed: int) -> Player:
    return FarSightedBuilder(game, seed) if level not in ATTENTION else Builder(seed, ATTENTION[level])


def taker(game: Game, level: int, seed: int) -> Player:
    if level <= 2:
        return AnyMove(seed) if level == 1 else Greedy(seed, worth_of_take)
    if two_sides(game):
        return AlphaBetaPlayer(game, BUDGETS[level])
    from spielkiste.search.think import PLAIN_UCT  # only here: low levels need no search

    return TreePlayer(game, seed, PLAIN_UCT, BUDGETS[level])


def judge(game: Game, seed: int) -> "Judge":
    from .judge import BuildJudge  # only here: nobody needs a judge to play

    return BuildJudge(game, seed)


def why(state: State, seat: int, better: str, worse: str, verdict: "Verdict", look: Look) -> "Why | None":
    from .tips import why  # only here: nobody needs words to play

    return why(state, seat, better, worse, verdict, look)


BACK = Back(levels=(1, 2, 3, 4, 5), player=player, answers=answers, judge=judge, why=why)
