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
from spielkiste.search.steps import driven
from spielkiste.search.thought import Thought

from ..notation import cell_name
from ..rules import BEST_SHEET, CELLS, LINES, LOWEST
from . import look_ahead
from .manner import DEPTH, GLANCE, NEXT_ROLL, PRIOR, RIVALS, SURE, LookAhead, Playouts, best_cell
from .net import load, new_space
from .race import new_race_space
from .sheet import write_sheets


class KnownSheets:
    """What a seat knows, as the compiled functions read it: its own sheet first, then its strongest rivals'."""

    def __init__(self, state: State, seat: int) -> None:
        seen = state.seen(seat)
        self.net = load()
        self.number = seen.rolled - LOWEST
        table, cells = (np.zeros((1 + RIVALS, size), dtype=np.int16) for size in (LINES, CELLS))
        sheets = write_sheets(seen, seat, RIVALS, table, cells)
        self.count = sum(number == 0 for number in seen.sheet[seat])
        self.table, self.cells = table[:sheets], cells[:sheets]

    def moves(self) -> list[str]:
        """By index among the free cells."""
        return [cell_name(int(cell)) for cell in self.cells[0][: self.count]]

    def values(self, how: LookAhead) -> "np.ndarray[Any, Any]":
        """What the free cells are worth."""
        values = np.zeros(CELLS)
        think = compiled(look_ahead.think)
        space, race = new_space(), new_race_space()
        think(self.net, self.table, self.cells, self.count, 0, self.number, how, dice(0, 0), values, space, race)
        return values[: self.count]

    def answer(self, wanted: LookAhead | Playouts, seed: int) -> list[float]:
        """What a decision asks for."""
        if isinstance(wanted, LookAhead):
            return [float(value) for value in self.values(wanted)]
        kept = np.zeros(CELLS, dtype=np.int64)
        kept[list(wanted.kept)] = 1
        sums, _ = self.playouts(kept, seed + wanted.more, wanted.limit)
        return [float(one) for one in sums[: self.count]]

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
        decision = best_cell(sheets.count, len(sheets.table), settled(NO_LIMIT, limit))
        return sheets.moves()[driven(decision, lambda wanted: sheets.answer(wanted, seed))]


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
