"""The bots of levels 3 to 5 and the analysis, on states. Figures: docs/knister-policy.md."""

import os
import random
import threading
from typing import Any

import numpy as np

from spielkiste.core.compiled import compiled
from spielkiste.core.dice import seed_dice
from spielkiste.core.state import State
from spielkiste.search.pace import Pace, on_cores
from spielkiste.search.thought import Thought

from . import ahead
from .ahead import PRIOR, SURE, Manner
from .net import load, new_space
from .notation import cell_name
from .race import LAST
from .rules import BEST_SHEET, CELLS, LOWEST
from .sheet import read_sheet

GLANCE = Manner(keep=1, wide=0, samples=0, depth=0)  # the net alone
NEXT_ROLL = Manner(keep=CELLS, wide=0, samples=0, depth=0)  # every cell by all next rolls
FAST = Manner(keep=6, wide=3, samples=96, depth=4)  # for thousands of games: `solve evaluate`
MISJUDGED = {3: 1.7, 4: 0.9}  # points by which a level misjudges a cell, so that each step of the ladder is felt
FINALISTS = 4  # cells the strongest level compares by playouts
RACE = Manner(keep=1, wide=0, samples=0, depth=0, race=LAST)  # for the win
HURRY = 0.25  # seconds: with less to think, playing for the win begins a round later, when it takes milliseconds
DEPTH = 6  # rounds a playout of the strongest level goes on before the net judges
RIVALS = 3  # the strongest others are enough to know whether one wins


class Sight:
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

    def values(self, manner: Manner) -> "np.ndarray[Any, Any]":
        """What the free cells are worth."""
        values = np.zeros(CELLS)
        think = compiled(ahead.think)
        think(self.net, self.table, self.cells, self.count, 0, self.number, manner, dice(0, 0), values)
        return values[: self.count]


def dice(seed: int, stream: int) -> "np.ndarray[Any, Any]":
    made = np.zeros(3, dtype=np.int64)
    seed_dice(made, seed, stream)
    return made


# --- levels -------------------------------------------------------------------------------------


def choose(state: State, seat: int, level: int, rng: random.Random, seconds: float) -> str:
    """Levels 3 and 4 glance and misjudge, level 5 looks ahead and plays for the win."""
    sight = Sight(state, seat)
    if level == 5:
        return sight.moves()[strongest(sight, rng.getrandbits(31), seconds)]
    values = sight.values(GLANCE) + [rng.gauss(0, MISJUDGED[level]) for _ in range(sight.count)]
    return sight.moves()[int(np.argmax(values))]


def strongest(sight: Sight, seed: int, seconds: float) -> int:
    """The index of the best free cell after so much thought."""
    if len(sight.table) > 1 and sight.count <= (LAST - 1 if seconds < HURRY else LAST):
        return int(np.argmax(sight.values(RACE)))
    values = sight.values(NEXT_ROLL)
    if sight.count <= SURE:
        return int(np.argmax(values))
    kept = np.zeros(CELLS, dtype=np.int64)
    kept[np.argsort(-values)[:FINALISTS]] = 1
    sums, _ = playouts(sight, kept, seed, seconds / 2)
    sums[: sight.count] += PRIOR * values
    kept[np.argsort(-np.where(kept > 0, sums, -np.inf))[FINALISTS // 2 :]] = 0
    more, _ = playouts(sight, kept, seed + 1, seconds / 2)
    return int(np.argmax(np.where(kept > 0, sums + more, -np.inf)))


def playouts(sight: Sight, kept: Any, seed: int, seconds: float) -> tuple[Any, int]:
    """What came of the kept cells, added up, and of how many playouts each; on all cores."""
    cores, stop = os.cpu_count() or 1, threading.Event()
    sums = np.zeros((cores, CELLS))
    made = on_cores(cores, lambda core: sample_for(sight, kept, dice(seed, core), sums[core], seconds, stop), stop)
    return sums.sum(axis=0), sum(made)


def sample_for(
    sight: Sight, kept: Any, own_dice: Any, sums: Any, seconds: float, stop: threading.Event
) -> int:  # fmt: skip
    """Playouts until the time is over; how many."""
    sample, space = compiled(ahead.sample), new_space()
    seen = sight.net, sight.table[0], sight.cells[0], sight.count, sight.number, kept
    sample(*seen, 0, DEPTH, own_dice, sums, space)  # compiled before the clock
    pace = Pace(seconds, None, stop)
    while samples := pace.slice():
        sample(*seen, samples, DEPTH, own_dice, sums, space)
        pace.did(samples)
    return pace.done


# --- analysis -----------------------------------------------------------------------------------


def analyse(state: State, seconds: float, seed: int = 0) -> list[Thought]:
    """The expected final score of each free cell, alone, best first; proved when at most three are free."""
    sight = Sight(state, state.turn[0])
    values, visits = sight.values(NEXT_ROLL), 0
    if sight.count > SURE:
        kept = np.zeros(CELLS, dtype=np.int64)
        kept[: sight.count] = 1
        sums, visits = playouts(sight, kept, seed, seconds)
        values = (PRIOR * values + sums[: sight.count]) / (PRIOR + visits)
    thoughts = [
        Thought(move, float(value) / BEST_SHEET, visits, sight.count <= SURE, (move,))
        for move, value in zip(sight.moves(), values, strict=False)
    ]
    return sorted(thoughts, key=lambda thought: -thought.value)
