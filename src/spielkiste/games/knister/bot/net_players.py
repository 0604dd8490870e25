"""The bots of levels 3 to 5 and the analysis, on states. Figures: docs/knister-policy.md."""

import threading
from typing import Any

import numpy as np

from spielkiste.core.compiled import compiled
from spielkiste.core.dice import seed_dice
from spielkiste.core.state import State
from spielkiste.search.limit import NO_LIMIT, Limit, least
from spielkiste.search.pace import Pace, on_cores
from spielkiste.search.player import decision_random, decision_seed
from spielkiste.search.players import settled
from spielkiste.search.thought import Thought

from ..notation import cell_name
from ..rules import BEST_SHEET, CELLS, LOWEST
from . import look_ahead
from .look_ahead import PRIOR, SURE, LookAhead
from .net import load, new_space
from .race import LAST
from .sheet import read_sheet

GLANCE = LookAhead(keep=1, wide=0, samples=0, depth=0)  # the net alone
NEXT_ROLL = LookAhead(keep=CELLS, wide=0, samples=0, depth=0)  # every cell by all next rolls
FAST = LookAhead(keep=6, wide=3, samples=96, depth=4)  # for thousands of games: `tools.measure evaluate`
FOR_THE_WIN = LookAhead(keep=1, wide=0, samples=0, depth=0, race=LAST)
FINALISTS = 4  # cells the strongest level compares by playouts
HURRY = 0.25  # seconds: with less to think, playing for the win begins a round later, when it takes milliseconds
DEPTH = 6  # rounds a playout of the strongest level goes on before the net judges
RIVALS = 3  # the strongest others are enough to know whether one wins


class KnownSheets:
    """What a seat knows, as the compiled functions read it: its own sheet first, then its strongest rivals'."""

    def __init__(self, state: State, seat: int) -> None:
        seen = state.seen(seat)
        self.net = load()
        self.number = seen.rolled - LOWEST
        rivals = sorted((p for p in range(seen.players) if p != seat), key=lambda p: -int(seen.points[p]))[:RIVALS]
        sheets = [read_sheet(seen.sheet[player]) for player in (seat, *rivals)]
        self.count = sheets[0][2]
        self.table = np.array([lines for lines, _, _ in sheets])
        self.cells = np.array([free for _, free, _ in sheets])

    def moves(self) -> list[str]:
        """By index among the free cells."""
        return [cell_name(int(cell)) for cell in self.cells[0][: self.count]]

    def values(self, how: LookAhead) -> "np.ndarray[Any, Any]":
        """What the free cells are worth."""
        values = np.zeros(CELLS)
        think = compiled(look_ahead.think)
        think(self.net, self.table, self.cells, self.count, 0, self.number, how, dice(0, 0), values)
        return values[: self.count]

    def playouts(self, kept: Any, seed: int, limit: Limit) -> tuple[Any, int]:
        """What came of the kept cells, added up, and of how many playouts each. By a number of simulations exactly so
        many on one core, by time on all it may use."""
        cores, stop = 1 if limit.repeatable else limit.cores, threading.Event()
        sums = np.zeros((cores, CELLS))
        made = on_cores(cores, lambda core: self.sample(kept, dice(seed, core), sums[core], limit, stop), stop)
        return sums.sum(axis=0), sum(made)

    def sample(self, kept: Any, own_dice: Any, sums: Any, limit: Limit, stop: threading.Event) -> int:
        """Playouts until the limit is reached; how many."""
        sample, space = compiled(look_ahead.sample), new_space()
        seen = self.net, self.table[0], self.cells[0], self.count, self.number, kept
        sample(*seen, 0, DEPTH, own_dice, sums, space)  # compiled before the clock
        pace = Pace(limit.seconds, least(limit.simulations, limit.nodes), stop)
        while samples := pace.slice():
            sample(*seen, samples, DEPTH, own_dice, sums, space)
            pace.did(samples)
        return pace.done


def dice(seed: int, stream: int) -> "np.ndarray[Any, Any]":
    made = np.zeros(3, dtype=np.int64)
    seed_dice(made, seed, stream)
    return made


class NetPlayer:
    """Levels 3 and 4: the cell the net likes best at a glance, each misjudged by some points."""

    def __init__(self, seed: int, misjudges: float) -> None:
        self.seed, self.misjudges = seed, misjudges

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        sheets, rng = KnownSheets(state, seat), decision_random(self.seed, seat, state)
        values = sheets.values(GLANCE) + [rng.gauss(0, self.misjudges) for _ in range(sheets.count)]
        return sheets.moves()[int(np.argmax(values))]


class LookAheadPlayer:
    """Level 5: all next rolls, then playouts of the best cells; against others the last rounds for the win."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        sheets, seed = KnownSheets(state, seat), decision_seed(self.seed, seat, state)
        return sheets.moves()[best_cell(sheets, seed, settled(NO_LIMIT, limit))]


class SoloPlayer(LookAheadPlayer):
    """Level 5 alone, which can say what each cell leads to."""

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        """The expected final score of each free cell, best first; proved when at most three are free."""
        sheets, limit = KnownSheets(state, seat), settled(NO_LIMIT, limit)
        values, visits = sheets.values(NEXT_ROLL), 0
        if sheets.count > SURE:
            every = np.ones(CELLS, dtype=np.int64)
            sums, visits = sheets.playouts(every, decision_seed(self.seed, seat, state), limit)
            values = (PRIOR * values + sums[: sheets.count]) / (PRIOR + visits)
        thoughts = [
            Thought(move, float(value) / BEST_SHEET, visits, sheets.count <= SURE, (move,))
            for move, value in zip(sheets.moves(), values, strict=True)
        ]
        return sorted(thoughts, key=lambda thought: -thought.value)


def best_cell(sheets: KnownSheets, seed: int, limit: Limit) -> int:
    """The index of the best free cell after so much thought; half of it for the finalists, half for the better two."""
    in_a_hurry = limit.seconds is not None and limit.seconds < HURRY
    if len(sheets.table) > 1 and sheets.count <= (LAST - 1 if in_a_hurry else LAST):
        return int(np.argmax(sheets.values(FOR_THE_WIN)))
    values = sheets.values(NEXT_ROLL)
    if sheets.count <= SURE:
        return int(np.argmax(values))
    kept = np.zeros(CELLS, dtype=np.int64)
    kept[np.argsort(-values)[:FINALISTS]] = 1
    sums, _ = sheets.playouts(kept, seed, limit.part(0.5))
    sums[: sheets.count] += PRIOR * values
    kept[np.argsort(-np.where(kept > 0, sums, -np.inf))[FINALISTS // 2 :]] = 0
    more, _ = sheets.playouts(kept, seed + 1, limit.part(0.5))
    return int(np.argmax(np.where(kept > 0, sums + more, -np.inf)))
