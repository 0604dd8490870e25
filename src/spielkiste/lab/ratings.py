"""Elo from results: the ratings under which what happened is most likely, and how sure that is."""

import math
from collections.abc import Sequence

import numpy as np

Matrix = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

ELO = 400 / math.log(10)  # Elo points a natural unit of strength
ROUNDS = 200


def elo(points: Sequence[Sequence[float]], games: Sequence[Sequence[int]]) -> list[tuple[float, float]]:
    """For each entrant the rating and half its 95 % interval, around a mean of 0.

    points[i][j] is what i scored against j (a draw is half), games[i][j] how many games that were. Half a drawn game is
    added between opponents, so that who won every game still has a rating.
    """
    scored, played = np.array(points, dtype=float), np.array(games, dtype=float)
    met = played > 0
    scored, played = scored + 0.25 * met, played + 0.5 * met
    strength = np.zeros(len(scored))
    for _ in range(ROUNDS):  # Newton's method on the Bradley-Terry likelihood
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (scored - played * chance).sum(axis=1)
        step = np.linalg.pinv(information(played, chance)) @ slope
        strength += np.clip(step, -1, 1)
        if abs(step).max() < 1e-10:
            break
    strength -= strength.mean()
    spread = np.sqrt(np.clip(np.diag(np.linalg.pinv(information(played, chance))), 0, None))
    return [(float(ELO * one), float(1.96 * ELO * sure)) for one, sure in zip(strength, spread, strict=True)]


def information(played: Matrix, chance: Matrix) -> Matrix:
    """The Fisher information of the strengths."""
    weight = played * chance * (1 - chance)
    return np.diag(weight.sum(axis=1)) - weight


def share_interval(points: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of points (Wilson)."""
    z, share = 1.96, points / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def mean_and_error(scores: Sequence[float]) -> tuple[float, float]:
    """The mean of scores and its standard error."""
    mean = sum(scores) / len(scores)
    spread = math.sqrt(sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1))
    return mean, spread / math.sqrt(len(scores))
