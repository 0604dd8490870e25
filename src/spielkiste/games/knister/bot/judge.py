"""Cells judged by the points of a sheet in the end: exact with few free cells, else by the net and playouts."""

import numpy as np

from spielkiste.core.compiled import compiled
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search.judge import POINTS, Judge, Verdict, ranked
from spielkiste.search.limit import Limit

from ..rules import BEST_SHEET, CELLS
from . import look_ahead
from .manner import PRIOR, SURE
from .net import load, new_space
from .net_players import SoloPlayer
from .sheet import read_sheet

SPREAD = 5.0  # points by which playouts with the same rolls differ between two cells (standard deviation)


class SheetJudge(Judge):
    """Everybody's own sheet by itself: the rolls are the same for all, and nobody disturbs anybody."""

    measure = POINTS

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.manner = "own"

    def verdict(self, state: State, seat: int, limit: Limit) -> Verdict:
        thoughts = SoloPlayer(self.seed).analyse(state, seat, limit)
        values, exact = {one.move: BEST_SHEET * one.value for one in thoughts}, thoughts[0].proved
        return ranked(values, exact=exact, error=0.0 if exact else SPREAD / (PRIOR + thoughts[0].visits) ** 0.5)

    def outlook(self, state: State, seat: int, limit: Limit) -> float:
        """Before the dice fall: all sums, the best cell for each."""
        lines, free, count = read_sheet(state.record().sheet[seat])
        return float(compiled(look_ahead.expected)(load(), lines, free, count, new_space()))

    def exact_outlook(self, state: State) -> bool:
        return int(np.count_nonzero(np.array(state.record().sheet[0]) == 0)) < min(SURE, CELLS)
