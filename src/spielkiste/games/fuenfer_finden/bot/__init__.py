"""How 5er finden is played: levels 1 to 4 overlook fivers, level 5 sees all and plans.

| level | base game | puzzle and solo |
|---|---|---|
| 1 | outlines what it happens to see | circles anything it sees, strikes anything |
| 2 | the dearest it sees first | the same; strikes the cheapest |
| 3 | as 2, sees more | as 2, sees more; hatches where it hurts least |
| 4 | the best round of what it sees | what it sees, by the learnt table |
| 5 | the best round there is | plans over the rolls to come |
"""

from typing import TYPE_CHECKING

from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.player import Back, Player

from .answers import answers
from .noticing import SECONDS_A_FIVER
from .players import Clever, Finder, Orderly, Planning

if TYPE_CHECKING:
    from spielkiste.search.explain import Why
    from spielkiste.search.judge import Judge, Verdict

KINDS: dict[int, type[Finder]] = {1: Finder, 2: Orderly, 3: Orderly, 4: Clever, 5: Planning}


def player(game: Game, level: int, seed: int) -> Player:
    return KINDS[level](level, seed)


def tempo(level: int) -> float:
    """Seconds a player of this level needs for each fiver it outlines: for servers that pace bots by the clock."""
    return SECONDS_A_FIVER[level]


def judge(game: Game, seed: int) -> "Judge":
    from .judge import FiverJudge  # only here: nobody needs a judge to play

    return FiverJudge(game, seed)


def why(state: State, seat: int, better: str, worse: str, verdict: "Verdict", look: Look) -> "Why | None":
    from .tips import why  # only here: nobody needs words to play

    return why(state, seat, better, worse, verdict, look)


BACK = Back(levels=tuple(KINDS), player=player, answers=answers, tempo=tempo, judge=judge, why=why)
