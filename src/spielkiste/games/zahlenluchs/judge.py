"""In the classic game exact chances, as soon as few enough positions can follow; else a tree search."""

from functools import cached_property

from spielkiste.core.state import State
from spielkiste.search.judge import Judge, Verdict, ranked
from spielkiste.search.limit import Limit

from .rules import cells_to_deal
from .solver import Endgame, positions

EXACT = 4_000_000  # positions: a table that is filled in about a second and kept for the rest of the match


class ChancesJudge(Judge):
    @cached_property
    def endgame(self) -> Endgame:
        return Endgame()

    def verdict(self, state: State, seat: int, limit: Limit) -> Verdict:
        if not self.exact_outlook(state):
            return super().verdict(state, seat, limit)
        chances = self.endgame.chances_of_moves(state)
        return ranked({move: 2 * chance - 1 for move, chance in chances.items()}, exact=True)

    def outlook(self, state: State, seat: int, limit: Limit) -> float | None:
        if not self.exact_outlook(state):
            return None
        value = 2 * self.endgame.chances(state) - 1
        return value if seat == state.record().seat else -value

    def exact_outlook(self, state: State) -> bool:
        if not self.game.options["classic"] or state.over:
            return False
        s = state.record()
        return bool(s.dealt == cells_to_deal(s) and positions(state) <= EXACT)
