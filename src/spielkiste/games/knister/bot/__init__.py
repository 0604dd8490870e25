"""How the room plays: levels 1 and 2 by hope, the others by a learnt net, level 5 looks ahead with it.

Levels 3 to 5 are loaded when asked for, for they need compiled code. Figures: docs/knister-policy.md.
"""

from typing import TYPE_CHECKING

from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit
from spielkiste.search.player import Back, Player

from .hope import HopePlayer

if TYPE_CHECKING:
    from spielkiste.search.explain import Why
    from spielkiste.search.judge import Judge, Verdict

OVERLOOKED = 0.73  # the chance that level 1 does not see a free cell
MISJUDGED = {2: 1.2, 3: 1.7, 4: 0.9}  # points by which a level misjudges a cell, so that each step is felt


def player(game: Game, level: int, seed: int) -> Player:
    if level == 1:
        return HopePlayer(seed, overlooks=OVERLOOKED)
    if level == 2:
        return HopePlayer(seed, misjudges=MISJUDGED[level])
    from .net_players import LookAheadPlayer, NetPlayer, SoloPlayer

    if level < 5:
        return NetPlayer(seed, MISJUDGED[level])
    return SoloPlayer(seed) if game.players == 1 else LookAheadPlayer(seed)


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    from .answers import answers  # only here: nobody needs a solver to play

    return answers(state, seat, limit)


def judge(game: Game, seed: int) -> "Judge":
    from .judge import SheetJudge  # only here: nobody needs a judge to play

    return SheetJudge(game, seed)


def why(state: State, seat: int, better: str, worse: str, verdict: "Verdict", look: Look) -> "Why | None":
    from .tips import why  # only here: nobody needs words to play

    return why(state, seat, better, worse, verdict, look)


BACK = Back(levels=(1, 2, 3, 4, 5), player=player, answers=answers, judge=judge, why=why)
