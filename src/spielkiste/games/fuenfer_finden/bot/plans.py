"""The planner on a server: what it asks for is done by compiled code, on all cores it may use."""

import functools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from spielkiste.core.compiled import compiled
from spielkiste.core.record import Record
from spielkiste.search.limit import Limit
from spielkiste.search.steps import driven

from ..outlines import SHAPE_COUNT
from ..rules import STRIKING
from . import planner, planning
from .planning import BATCH, Ask, Care, Plan, PlayOn, Promise, Puzzle, Weigh, puzzle_of

TABLE_FILE = Path(__file__).parent / "planner.npz"
STRIKE_NOW = -1  # instead of a roll


@dataclass(frozen=True)
class Sheet:
    """A seat's puzzle with its board."""

    board: planner.Board
    puzzle: Puzzle

    def fivers(self, roll: int) -> list[int] | None:
        """The placements that show a roll; None: a shape is to be struck."""
        if roll == STRIKE_NOW:
            return None
        return [int(p) for p in self.board.fivers[self.board.first[roll] : self.board.first[roll + 1]]]

    def after(self, placement: int) -> Any:
        """Cells and shapes when this is taken too, as `mean_points` wants them."""
        return np.array(self.puzzle.after(placement), dtype=np.int64)


@functools.cache
def table() -> Any:
    """The learnt table, read when first needed."""
    with np.load(TABLE_FILE) as file:
        return file["table"].astype(np.float64)


def sheet_of(s: Record, seat: int) -> Sheet:
    return Sheet(read(bytes(s.board[seat])), puzzle_of(s, seat))


def roll_of(s: Record) -> int:
    return STRIKE_NOW if s.phase == STRIKING else int(s.roll)


@functools.lru_cache(maxsize=16)
def read(symbols: bytes) -> planner.Board:
    return planner.read_board(list(symbols))


def quick_plans(sheet: Sheet, roll: int, noticed: set[int] | None = None) -> list[Plan]:
    """All sensible moves with this roll (or STRIKE_NOW) by the table alone, the best first; `noticed` limits the fivers
    to some placements."""
    fivers = sheet.fivers(roll)
    if fivers is not None and noticed is not None:
        fivers = [p for p in fivers if p in noticed]
    return driven(planning.quick_plans(sheet.puzzle, fivers), Desk(sheet, 0).do)


def look_ahead(sheet: Sheet, found: list[Plan]) -> list[Plan]:
    """Those in the field judged by every roll of the next round instead of the table alone, the best first."""
    return driven(planning.look_ahead(found), Desk(sheet, 0).do)


def plans(sheet: Sheet, roll: int, limit: Limit, seed: int = 0) -> list[Plan]:
    """All sensible moves, the best first, those in the field played on within the limit; by number on one core."""
    cores = 1 if limit.repeatable else limit.cores
    with ThreadPoolExecutor(cores) as pool:
        desk = Desk(sheet, seed, pool)
        return driven(planning.plans(sheet.puzzle, sheet.fivers(roll), limit, cores), desk.do)


def worth_of(sheet: Sheet, alive: planner.Alive, placement: int) -> float:
    """What is still to come once this is taken; `alive` is from before."""
    left, right = int(planner.LEFT[placement]), int(planner.RIGHT[placement])
    rest = sheet.puzzle.after(placement).shapes
    return float(compiled(planner.worth_after)(alive, table(), left, right, rest))


class Desk:
    """Does what planning at one position asks for."""

    def __init__(self, sheet: Sheet, seed: int, pool: ThreadPoolExecutor | None = None) -> None:
        self.sheet, self.seed, self.pool = sheet, seed, pool
        self.alive = alive_of(sheet)

    def do(self, asked: Ask) -> list[float]:
        if isinstance(asked, Care):
            compiled(planner.weigh_cells)(self.alive, table(), self.sheet.puzzle.shapes)
            return [float(lost) for lost in self.alive.care]
        if isinstance(asked, Weigh):
            return [worth_of(self.sheet, self.alive, p) for p in asked.placements]
        if isinstance(asked, Promise):
            promise, alive = compiled(planner.mean_of_all_rolls), planner.new_alive()
            return [float(promise(self.sheet.board, table(), self.sheet.after(p), alive)) for p in asked.placements]
        return self.played_on(asked)

    def played_on(self, asked: PlayOn) -> list[float]:
        """A batch a core."""
        assert self.pool
        batches = [asked.first + k * BATCH for k in range(asked.batches)]
        means = list(self.pool.map(lambda first: self.batch(asked.placements, first), batches))
        return [sum(found) / asked.batches for found in zip(*means, strict=True)]

    def batch(self, placements: tuple[int, ...], first: int) -> list[float]:
        """For each move the mean points of a batch of games; with memory of its own, for it is one of many threads."""
        board, mean = self.sheet.board, compiled(planner.mean_points)
        alive, dice = planner.new_alive(), np.zeros(3, dtype=np.int64)
        return [
            float(mean(board, table(), self.sheet.after(p), SHAPE_COUNT, self.seed, first, BATCH, dice, alive))
            for p in placements
        ]


def alive_of(sheet: Sheet) -> planner.Alive:
    alive, (left, right, shapes) = planner.new_alive(), sheet.puzzle
    compiled(planner.list_alive)(sheet.board, left, right, shapes, alive)
    return alive
