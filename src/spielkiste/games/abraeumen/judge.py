"""Jumps judged by the solver: how few stones can be left after each. Whether one can be left is always exact."""

from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search.judge import Judge, Measure, Verdict, ranked
from spielkiste.search.limit import Limit

from .solver import Way, best_way

STONES = Measure(
    "points", (1.0, 2.0, 3.0), won=-1.0, stones=True
)  # a stone more is a small error; one stone left is won
LOOKS = 4000  # positions looked at where one stone is out of reach: a few milliseconds


class JumpJudge(Judge):
    """Values are stones left, as a score counts them: minus one is solved."""

    measure = STONES

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.manner = "open"

    def verdict(self, state: State, seat: int, limit: Limit) -> Verdict:
        ways: dict[str, Way] = {move: best_way(state.play(move), Limit(nodes=LOOKS)) for move in state.moves(seat)}
        found = ranked({move: -float(way.left) for move, way in ways.items()}, error=1.0)
        proved = frozenset(move for move, way in ways.items() if way.proved)
        lines = {move: (move, *way.spoken()) for move, way in ways.items()}
        return Verdict(found.values, proved, found.error, lines)

    def gives_away(self, verdict: Verdict, move: str) -> bool:
        """Whether one stone can be left is certain, how few else may not be."""
        return verdict.value == -1.0 > verdict.values[move]
