"""Matrix games: the mixture of moves with the best guarantee, by the simplex method in plain Python.

Plain floats are the same on every machine, so that the same one of several equally good mixtures is found everywhere.
"""

from collections.abc import Sequence
from typing import NamedTuple

Matrix = Sequence[Sequence[float]]  # what I gain: a row for each of my moves, a column for each of the opponent's

ROUNDING = 1e-12  # far above the error of a few pivots, far below any difference between two values of this game
PIVOTS_AT_MOST = 1000  # a 5×5 game takes about five


class Solution(NamedTuple):
    """My mixture, the opponent's, and what each of them guarantees: the two numbers enclose the value."""

    mine: list[float]
    theirs: list[float]
    at_least: float
    at_most: float


def solve(gains: Matrix) -> Solution:
    """Both players' best mixtures. Where several of mine are best, the one that gains most from a random opponent:
    so no other would do as well against everything and better against something."""
    tableau = Tableau(gains)
    tableau.climb(tableau.guarantee)
    tableau.climb(tableau.against_random, within=tableau.guarantee)
    mine, theirs = tableau.mixtures()
    return Solution(mine, theirs, min(column_gains(gains, mine)), max(row_gains(gains, theirs)))


def column_gains(gains: Matrix, mine: Sequence[float]) -> list[float]:
    """What a mixture gains against each of the opponent's moves."""
    return [sum(p * row[j] for p, row in zip(mine, gains, strict=True)) for j in range(len(gains[0]))]


def row_gains(gains: Matrix, theirs: Sequence[float]) -> list[float]:
    """What each of my moves gains against a mixture of the opponent."""
    return [sum(p * gain for p, gain in zip(theirs, row, strict=True)) for row in gains]


def is_only_solution(gains: Matrix, found: Solution) -> bool:
    """Whether nobody has another best mixture: a sure sign, which some unique solutions lack.

    As many moves in use on both sides, and every move out of use strictly worse.
    """
    used_rows, used_columns = used(found.mine), used(found.theirs)
    worse_rows = [k for k, gain in enumerate(row_gains(gains, found.theirs)) if gain < found.at_least - ROUNDING]
    worse_columns = [k for k, gain in enumerate(column_gains(gains, found.mine)) if gain > found.at_most + ROUNDING]
    return (
        len(used_rows) == len(used_columns)
        and len(used_rows) + len(worse_rows) == len(gains)
        and len(used_columns) + len(worse_columns) == len(gains[0])
    )


def used(mixture: Sequence[float]) -> list[int]:
    return [k for k, p in enumerate(mixture) if p > ROUNDING]


class Tableau:
    """The usual linear program: losses shifted to be positive; my mixture, unscaled, is as large as can be while no
    move of the opponent takes more than 1 from it. A row for each move of the opponent, a column for each of mine, the
    limits on the right; below, two goals: the guarantee, and the gain from a random opponent.
    """

    def __init__(self, gains: Matrix) -> None:
        most = max(map(max, gains))
        self.mine, self.theirs = len(gains), len(gains[0])
        self.table = [[1 + most - row[j] for row in gains] + [1.0] for j in range(self.theirs)]
        self.table.append([-1.0] * self.mine + [0.0])
        self.table.append([-sum(row) / self.theirs for row in gains] + [0.0])
        self.guarantee, self.against_random = self.theirs, self.theirs + 1
        self.column_is = list(range(self.mine))  # a move of mine, or from `mine` on a limit that is reached
        self.row_is = list(range(self.mine, self.mine + self.theirs))

    def climb(self, goal: int, within: int | None = None) -> None:
        """Improves a goal as far as possible; without giving up anything of another that is reached."""
        for _ in range(PIVOTS_AT_MOST):
            column = self.entering(goal, within)
            if column is None:
                return
            self.pivot(self.leaving(column), column)
        raise ArithmeticError("the simplex method goes in circles")

    def entering(self, goal: int, within: int | None) -> int | None:
        """Bland's rule, which cannot go in circles: the first of those that improve the goal."""
        better = [
            (name, column)
            for column, name in enumerate(self.column_is)
            if self.table[goal][column] < -ROUNDING and (within is None or self.table[within][column] <= ROUNDING)
        ]
        return min(better)[1] if better else None

    def leaving(self, column: int) -> int:
        """The limit that is reached first."""
        limits = [
            (self.table[row][-1] / self.table[row][column], name, row)
            for row, name in enumerate(self.row_is)
            if self.table[row][column] > ROUNDING
        ]
        return min(limits)[2]

    def pivot(self, row: int, column: int) -> None:
        table, pivot = self.table, self.table[row][column]
        head = [entry / pivot for entry in table[row]]
        head[column] = 1 / pivot
        for k, line in enumerate(table):
            if k != row and line[column]:
                factor = line[column]
                line[column] = 0.0
                table[k] = [entry - factor * step for entry, step in zip(line, head, strict=True)]
        table[row] = head
        self.row_is[row], self.column_is[column] = self.column_is[column], self.row_is[row]

    def mixtures(self) -> tuple[list[float], list[float]]:
        mine, theirs = [0.0] * self.mine, [0.0] * self.theirs
        for row, name in enumerate(self.row_is):
            if name < self.mine:
                mine[name] = max(0.0, self.table[row][-1])
        for column, name in enumerate(self.column_is):
            if name >= self.mine:
                theirs[name - self.mine] = max(0.0, self.table[self.guarantee][column])
        return shares(mine), shares(theirs)


def shares(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights]
