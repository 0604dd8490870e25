"""How the room plays: level 1 makes any move, the others think of who their opponents are."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit
from spielkiste.search.player import Back, Player
from spielkiste.search.players import AnyMove

from .multiplayer import RolloutPlayer, TheftRulePlayer
from .safe_exploiter import SafeExploiter

if TYPE_CHECKING:
    from spielkiste.search.explain import Why
    from spielkiste.search.judge import Judge, Verdict


@dataclass(frozen=True)
class Settings:
    """`allowance` limits the risk with two players. With more, `boldest` is the share of choices that are not left to
    chance, and `simulations` how often each move is tried."""

    allowance: float
    boldest: float
    simulations: int


# So that each level does better against predictable players than the one below: docs/zahlenpoker-equilibrium.md.
SETTINGS = {
    2: Settings(allowance=0.03, boldest=0.0, simulations=0),
    3: Settings(allowance=0.06, boldest=0.35, simulations=600),
    4: Settings(allowance=0.25, boldest=0.7, simulations=1500),
    5: Settings(allowance=0.6, boldest=1.0, simulations=10_000),
}


def player(game: Game, level: int, seed: int) -> Player:
    if level == 1:
        return AnyMove(seed)
    of = SETTINGS[level]
    if game.players == 2:
        return SafeExploiter(seed, of.allowance)
    return RolloutPlayer(game, seed, of.boldest, of.simulations) if of.simulations else TheftRulePlayer(seed)


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    from .answers import answers  # only here: nobody needs a solver to play

    return answers(state, seat, limit)


def judge(game: Game, seed: int) -> "Judge":
    from .judge import PokerJudge  # only here: nobody needs a judge to play

    return PokerJudge(game, seed)


def why(state: State, seat: int, better: str, worse: str, verdict: "Verdict", look: Look) -> "Why | None":
    from .tips import why  # only here: nobody needs words to play

    return why(state, seat, better, worse, verdict, look)


BACK = Back(levels=(1, *SETTINGS), player=player, answers=answers, judge=judge, why=why)
