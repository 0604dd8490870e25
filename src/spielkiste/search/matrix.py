"""Matrix games: two choose at once, one gains what the other loses. What is it worth, and how should both mix?

`solve` is exact up to rounding (the simplex method), `approach` comes near as fast as regrets fall (regret matching+).
Both say how far they are off: `exploitability` is what a perfect opponent of either side could gain, all in all. No
random numbers are used, so the same matrix and steps give the same answer.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from spielkiste.core.compiled import compiled
from spielkiste.core.errors import OptionError

PIVOTS = 100_000  # far beyond need: a game of 200 x 200 takes some hundreds
STEPS = 100_000
ROUNDING = 1e-11  # of a tableau whose entries lie between 1 and 2


@dataclass(frozen=True)
class Equilibrium:
    """The row player gains `value`, the column player loses it."""

    value: float
    rows: tuple[float, ...]  # how likely the row player chooses each row
    columns: tuple[float, ...]
    exploitability: float  # what best replies to both mixtures gain together; 0: an equilibrium
    steps: int


def solve(matrix: Any, steps: int = PIVOTS) -> Equilibrium:
    """The equilibrium, by at most so many pivots; `exploitability` says whether they were enough."""
    game = checked(matrix)
    rows, columns = np.zeros(game.shape[0]), np.zeros(game.shape[1])
    made = compiled(pivot_to_the_end)(positive(game), rows, columns, steps)
    return certified(game, rows, columns, made)


def approach(matrix: Any, steps: int = STEPS, enough: float = 0.0) -> Equilibrium:
    """Near the equilibrium: so many steps of regret matching+, fewer once the exploitability is at most `enough`."""
    game = checked(matrix)
    rows, columns = np.zeros(game.shape[0]), np.zeros(game.shape[1])
    made = compiled(match_regrets)(game, rows, columns, steps, float(enough))
    return certified(game, rows, columns, made)


def checked(matrix: Any) -> "np.ndarray[Any, Any]":
    game = np.array(matrix, dtype=np.float64, order="C")
    if game.ndim != 2 or 0 in game.shape or not np.all(np.isfinite(game)):
        raise OptionError(f"a matrix game has rows and columns of finite numbers, not an array of shape {game.shape}")
    return game


def positive(game: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """The same game with gains from 1 to 2, so that its value is positive and rounding always means the same."""
    span = float(game.max() - game.min())
    scaled: np.ndarray[Any, Any] = (game - game.min()) / span + 1.0 if span else np.ones_like(game)
    return scaled


def certified(game: Any, rows: Any, columns: Any, steps: int) -> Equilibrium:
    """Mixtures with what they are worth; the value lies between what the two sides are sure of."""
    sure, at_most = float((rows @ game).min()), float((game @ columns).max())
    value = float(rows @ game @ columns)
    return Equilibrium(value, tuple(rows.tolist()), tuple(columns.tolist()), max(0.0, at_most - sure), int(steps))


# --- the simplex method ---------------------------------------------------------------------------


def pivot_to_the_end(game: Any, rows: Any, columns: Any, steps: int) -> int:
    """Maximises the sum of y where game @ y <= 1 and y >= 0: y is the column player's mixture times 1 / value, and the
    prices of the constraints are the row player's. Fills both mixtures; the number of pivots made."""
    m, n = game.shape
    tableau = np.zeros((m + 1, n + m + 1))
    basis = np.zeros(m, dtype=np.int64)
    for i in range(m):
        tableau[i, :n] = game[i]
        tableau[i, n + i] = 1.0
        tableau[i, n + m] = 1.0
        basis[i] = n + i
    tableau[m, :n] = -1.0
    made = 0
    while made < steps:
        column = entering(tableau, made)
        if column < 0:
            break
        row = leaving(tableau, basis, column)
        pivot(tableau, row, column)
        basis[row] = column
        made += 1
    for i in range(m):
        rows[i] = max(0.0, tableau[m, n + i])
        if basis[i] < n:
            columns[basis[i]] = max(0.0, tableau[i, n + m])
    make_a_mixture(rows)
    make_a_mixture(columns)
    return made


def entering(tableau: Any, made: int) -> int:
    """The column that promises most; in long runs the first that promises anything (Bland), which cannot go round in
    circles. -1: none does."""
    last = tableau.shape[0] - 1
    best, found = -ROUNDING, -1
    careful = made > 20 * tableau.shape[1]
    for k in range(tableau.shape[1] - 1):
        if tableau[last, k] < best:
            found = k
            if careful:
                return found
            best = tableau[last, k]
    return found


def leaving(tableau: Any, basis: Any, column: int) -> int:
    """The constraint that is met first; of several the one of the lowest variable. There is one: all gains are > 0."""
    last = tableau.shape[1] - 1
    found, least = -1, np.inf
    for i in range(tableau.shape[0] - 1):
        if tableau[i, column] > ROUNDING:
            ratio = tableau[i, last] / tableau[i, column]
            if found < 0 or ratio < least - ROUNDING or (ratio <= least + ROUNDING and basis[i] < basis[found]):
                found, least = i, min(ratio, least)
    return found


def pivot(tableau: Any, row: int, column: int) -> None:
    tableau[row] /= tableau[row, column]
    for i in range(tableau.shape[0]):
        if i != row and tableau[i, column] != 0.0:
            tableau[i] -= tableau[i, column] * tableau[row]


def make_a_mixture(weights: Any) -> None:
    """Scales to the sum 1; where nothing was weighed, all alike."""
    total = weights.sum()
    if total > 0.0:
        weights /= total
    else:
        weights[:] = 1.0 / len(weights)


# --- regret matching+ -----------------------------------------------------------------------------


def match_regrets(game: Any, rows: Any, columns: Any, steps: int, enough: float) -> int:
    """Both in turn show each choice in proportion to what they regret not to have shown; later mixtures count more in
    the average. Fills the average mixtures; the number of steps made."""
    m, n = game.shape
    row_regrets, column_regrets = np.zeros(m), np.zeros(n)
    row_now, column_now = np.full(m, 1.0 / m), np.full(n, 1.0 / n)
    gains, losses = np.zeros(m), np.zeros(n)
    made, look = 0, 16
    while made < steps:
        made += 1
        gains_of_rows(game, column_now, gains)
        regret(row_regrets, gains, 1.0, row_now)
        rows += made * row_now
        losses_of_columns(game, row_now, losses)
        regret(column_regrets, losses, -1.0, column_now)
        columns += made * column_now
        if made == look:  # at 16, 32, 64 ... steps
            look *= 2
            gains_of_rows(game, columns, gains)
            losses_of_columns(game, rows, losses)
            if gains.max() / columns.sum() - losses.min() / rows.sum() <= enough:
                break
    make_a_mixture(rows)
    make_a_mixture(columns)
    return made


def gains_of_rows(game: Any, columns: Any, gains: Any) -> None:
    """game @ columns, by hand: Numba leaves products of matrices to SciPy, which the product does without."""
    for i in range(len(gains)):
        gains[i] = (game[i] * columns).sum()


def losses_of_columns(game: Any, rows: Any, losses: Any) -> None:
    losses[:] = 0.0
    for i in range(len(rows)):
        losses += rows[i] * game[i]


def regret(regrets: Any, worths: Any, sign: float, mixture: Any) -> None:
    """Adds what each choice would have gained beyond the mixture, forgets what is below nothing, and mixes anew."""
    mean = (mixture * worths).sum()
    for k in range(len(regrets)):
        regrets[k] = max(0.0, regrets[k] + sign * (worths[k] - mean))
    mixture[:] = regrets
    make_a_mixture(mixture)
