"""Rounds and plans judged by points: in the base game by the best round there is (exact), in the puzzle and solo game
by what a sheet should bring to the end."""

import random
from typing import Any

import numpy as np

from spielkiste.core.compiled import compiled
from spielkiste.core.game import Game
from spielkiste.core.record import Record
from spielkiste.core.state import State
from spielkiste.search.judge import POINTS, Judge, Verdict, ranked
from spielkiste.search.limit import Limit

from ..actions import DONE, STRIKE, TURN
from ..notation import write
from ..outlines import cheapest_five, find_fivers, valid_shapes
from ..rules import BASE, BASE_ROUNDS, SEARCH, STRIKING, may_turn, score, wipe
from ..shapes import ROLL_WEIGHTS
from . import planner
from .analysis import BEST_PUZZLE, thoughts
from .planning import GAMES_OF_A_GUESS
from .plans import alive_of, sheet_of, table, worth_of
from .solver import best_placements, best_rest, doubled, listed

ROLLS_TRIED = 40  # of 252, to know what a board brings in a round on average
KEPT = 500  # best rounds that are remembered
SPREAD = 2.0  # points by which two games played on differ (standard deviation)


class FiverJudge(Judge):
    """Everybody's own board by itself."""

    measure = POINTS

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.manner = "own"
        self.rounds: dict[tuple[bytes, int], tuple[list[int], int]] = {}  # best rounds, by board and roll

    def verdict(self, state: State, seat: int, limit: Limit) -> Verdict:
        s = state.seen(seat)
        if s.mode == BASE:
            return self.verdict_of_round(s, seat)
        if s.phase == SEARCH:
            return self.verdict_of_search(s, seat, limit)
        found = thoughts(s, seat, limit, self.seed)
        error = SPREAD / (GAMES_OF_A_GUESS + max(one.visits for one in found)) ** 0.5
        return ranked({one.move: BEST_PUZZLE * one.value for one in found}, error=error)

    def missing(self, state: State, seat: int, move: str, verdict: Verdict, limit: Limit) -> float:
        """Base game: a scrap can be erased again, so nothing is lost by it. Puzzle: a shape struck elsewhere."""
        s = state.seen(seat)
        action = state.action(move, seat)
        if s.mode == BASE or s.phase != STRIKING:
            return verdict.value
        if action < STRIKE:
            return float(score(s, seat))
        sheet = sheet_of(s, seat)
        return min(verdict.value, score(s, seat) + worth_of(sheet, alive_of(sheet), action - STRIKE))

    def outlook(self, state: State, seat: int, limit: Limit) -> float:
        """Before the dice fall."""
        s: Any = state.record()
        if s.mode == BASE:
            rounds = int(BASE_ROUNDS - s.round + 1)  # the last counts double
            return score(s, seat) + self.usual_round(s, seat) * rounds
        sheet = sheet_of(s, seat)
        start = np.array(sheet.puzzle, dtype=np.int64)
        promised = compiled(planner.mean_of_all_rolls)(sheet.board, table(), start, planner.new_alive())
        return score(s, seat) + float(promised)

    def verdict_of_search(self, s: Record, seat: int, limit: Limit) -> Verdict:
        """Puzzle: an outline can be erased until somebody is done; what counts is what stands then."""
        clean = s.copy()
        wipe(clean, seat)
        planned = thoughts(clean, seat, limit, self.seed)
        values = {one.move: BEST_PUZZLE * one.value for one in planned}
        most, done = max(values.values()), write(s, seat, DONE)
        standing = write(s, seat, int(s.outlines[seat][0])) if s.drawn[seat] else done
        kept = values.get(standing, values[done])
        moves = {one.move: most for one in planned if one.move != done and not s.drawn[seat]}
        moves |= {write(s, seat, DONE): kept}
        if may_turn(s):
            moves[write(s, seat, TURN)] = kept + 1
        moves |= {write(s, seat, action): most for action in listed(s, seat) if action < TURN and s.drawn[seat]}
        error = SPREAD / (GAMES_OF_A_GUESS + max(one.visits for one in planned)) ** 0.5
        return ranked(moves, error=error)

    # --- the base game -----------------------------------------------------------------------------------

    def verdict_of_round(self, s: Record, seat: int) -> Verdict:
        """Outlines can be erased as long as the round goes on: what counts is what stands when somebody is done."""
        so_far = score(s, seat) + self.usual_round(s, seat) * (BASE_ROUNDS - s.round + (s.round < BASE_ROUNDS))
        _, most = self.best(s, seat)
        rest, _ = best_rest(s, seat)
        stands = cheapest_five(valid_shapes(s, seat))
        values = {}
        for action in [*rest, *listed(s, seat)]:
            if action in (DONE, TURN):
                values[write(s, seat, action)] = so_far + doubled(s, stands) + (action == TURN)
            else:
                values[write(s, seat, action)] = so_far + float(doubled(s, most))
        return ranked(values, exact=True)

    def best(self, s: Record, seat: int) -> tuple[list[int], int]:
        key = bytes(s.board[seat]), int(s.roll)
        if key not in self.rounds:
            self.rounds[key] = best_placements(s, seat)
        return self.rounds[key]

    def usual_round(self, s: Record, seat: int) -> float:
        """What the best round brings on this board, on average over some rolls."""
        key = bytes(s.board[seat]), -1
        if len(self.rounds) > KEPT:
            self.rounds.clear()
        if key not in self.rounds:
            tried, rng = s.copy(), random.Random(self.seed)
            total = 0
            for roll in rng.choices(range(len(ROLL_WEIGHTS)), ROLL_WEIGHTS, k=ROLLS_TRIED):
                tried.roll = roll
                find_fivers(tried, seat)
                total += best_placements(tried, seat)[1]
            self.rounds[key] = [], total
        return self.rounds[key][1] / ROLLS_TRIED
