"""What a bot should know: points on top of towers change hands; who has moves left when the other has none collects."""

from typing import TYPE_CHECKING

from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.state import State
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.player import Back, Player
from spielkiste.search.players import AlphaBetaPlayer, AnyMove, Greedy

from .rules import MAX_MOVES, legal, play, score

if TYPE_CHECKING:
    from spielkiste.search.explain import Why
    from spielkiste.search.judge import Verdict

# Points that one move more to choose from (mobility) is worth. On 400 fresh deals it won 290 and drew 4 against
# counting points alone; 3 and 6 did about as well on other deals, 1 a little worse.
MOBILITY = 2

# Levels 3 and 4 by nodes, level 5 by time; alpha-beta beats a tree search with the same knowledge and time (see
# docs/strength-torris.md) and plays the end of the game exactly.
BUDGETS = {3: Limit(nodes=300), 4: Limit(nodes=3000), 5: NO_LIMIT}


def player(game: Game, level: int, seed: int) -> Player:
    if level == 1:
        return AnyMove(seed)
    return Greedy(seed, worth) if level == 2 else AlphaBetaPlayer(game, BUDGETS[level])


def worth(s: Record, seat: int, action: int) -> float:
    """The lead after the move, in points and in moves to choose from."""
    play(s, seat, action)
    points = score(s, seat) - score(s, 1 - seat)
    out = [0] * MAX_MOVES
    return float(points + MOBILITY * (legal(s, seat, out) - legal(s, 1 - seat, out)))


def why(state: State, seat: int, better: str, worse: str, verdict: "Verdict", look: Look) -> "Why | None":
    from .tips import why  # only here: nobody needs words to play

    return why(state, seat, better, worse, verdict, look)


BACK = Back(levels=(1, 2, 3, 4, 5), player=player, why=why)
