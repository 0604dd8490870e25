"""Cells judged by a tree search, and by proof where somebody can force a win."""

from functools import cached_property

from spielkiste.core.state import State
from spielkiste.search.judge import Judge, Verdict
from spielkiste.search.limit import Limit

from .decision import NODES_OF_ATTACK, NODES_OF_DEFENCE, gives_away
from .solver import Prover

RECONSIDERED = 3  # of the best moves of a search: does one give a win away?
ATTACK, DEFENCE = Limit(nodes=NODES_OF_ATTACK), Limit(nodes=NODES_OF_DEFENCE)


class ProvingJudge(Judge):
    @cached_property
    def prover(self) -> Prover:
        return Prover(self.game)

    def verdict(self, state: State, seat: int, limit: Limit) -> Verdict:
        line = self.prover.forced_win(state, seat, ATTACK)
        found = super().verdict(state, seat, limit)
        values, proved, lines = dict(found.values), set(found.proved), dict(found.lines)
        if line is not None:
            values[line[0]], lines[line[0]] = 1.0, tuple(line)
            proved.add(line[0])
        else:
            for move in list(values)[:RECONSIDERED]:
                if move not in proved and gives_away(state, seat, move, self.wins):
                    values[move] = -1.0
                    proved.add(move)
        best_first = dict(sorted(values.items(), key=lambda item: -item[1]))
        return Verdict(best_first, frozenset(proved), found.error, lines)

    def wins(self, state: State, seat: int) -> bool:
        return self.prover.forced_win(state, seat, DEFENCE) is not None
