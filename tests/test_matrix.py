"""Matrix games: against linear programs by another library, against known values, and the certificate itself."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import spielkiste as sk
from spielkiste.search.matrix import Equilibrium, approach, solve


def by_linear_program(matrix: Any) -> float:
    """The largest v such that some mixture of the rows gains v in each column."""
    rows, columns = matrix.shape
    found = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    assert found.success
    return float(found.x[-1])


def games() -> list[Any]:
    """Small, long, wide and large ones; whole numbers make ties, the last ones have a saddle point."""
    rng = np.random.default_rng(5)
    shapes = [(1, 1), (1, 6), (6, 1), (2, 2), (3, 5), (5, 3), (9, 9), (20, 30), (60, 40)]
    dense = [rng.normal(size=shape) for shape in shapes]
    ties = [rng.integers(-2, 3, size=shape).astype(float) for shape in shapes]
    wide = [1e6 + 1e4 * rng.normal(size=(4, 7)), 1e-6 * rng.normal(size=(7, 4))]
    saddle = [np.add.outer(np.arange(5.0), -np.arange(4.0)), np.zeros((3, 4))]
    return [*dense, *ties, *wide, *saddle]


def check_certificate(matrix: Any, found: Equilibrium) -> None:
    """Mixtures are mixtures, and the exploitability is what best replies gain."""
    rows, columns = np.array(found.rows), np.array(found.columns)
    assert rows.min() >= 0 and columns.min() >= 0
    assert rows.sum() == pytest.approx(1) and columns.sum() == pytest.approx(1)
    gain = (matrix @ columns).max() - (rows @ matrix).min()
    assert found.exploitability == pytest.approx(max(0.0, gain))
    assert found.value == pytest.approx(rows @ matrix @ columns)


@pytest.mark.parametrize("matrix", games(), ids=lambda matrix: "x".join(map(str, matrix.shape)))
def test_the_solution_is_exact_up_to_rounding(matrix: Any) -> None:
    found = solve(matrix)
    scale = max(1.0, float(np.abs(matrix).max()))
    check_certificate(matrix, found)
    assert found.exploitability < 1e-9 * scale
    assert found.value == pytest.approx(by_linear_program(matrix), abs=1e-7 * scale)


@pytest.mark.parametrize("matrix", games(), ids=lambda matrix: "x".join(map(str, matrix.shape)))
def test_regret_matching_comes_near(matrix: Any) -> None:
    spread = max(1e-12, float(matrix.max() - matrix.min()))
    found = approach(matrix, steps=20_000)
    check_certificate(matrix, found)
    assert found.exploitability < 0.002 * spread
    assert abs(found.value - solve(matrix).value) <= found.exploitability + 1e-9 * spread


def test_many_small_games_with_ties_do_not_go_round_in_circles() -> None:
    rng = np.random.default_rng(11)
    for _ in range(400):
        matrix = rng.integers(-1, 2, size=rng.integers(1, 8, size=2)).astype(float)
        found = solve(matrix)
        assert found.exploitability < 1e-9 and found.steps < 100


def test_known_games() -> None:
    pennies = solve([[1, -1], [-1, 1]])
    assert pennies.value == pytest.approx(0) and pennies.rows == pytest.approx((0.5, 0.5))
    scissors = solve([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    assert scissors.columns == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    uneven = solve([[3, -1], [-2, 1]])  # by hand: 3p - 2(1 - p) = -p + (1 - p), so p = 3/7 and the value 1/7
    assert uneven.value == pytest.approx(1 / 7) and uneven.rows == pytest.approx((3 / 7, 4 / 7))


def test_swapping_the_players_turns_the_value_round() -> None:
    for matrix in games():
        assert solve(-matrix.T).value == pytest.approx(-solve(matrix).value, abs=1e-9 * max(1.0, abs(matrix).max()))


def test_the_budget_is_kept_and_said() -> None:
    matrix = np.random.default_rng(3).normal(size=(30, 30))
    few = solve(matrix, steps=3)
    assert few.steps == 3 and few.exploitability > 0.01
    check_certificate(matrix, few)
    assert approach(matrix, steps=50).steps == 50
    early = approach(matrix, steps=1_000_000, enough=0.05)
    assert early.exploitability <= 0.05 and early.steps < 1000
    assert solve(matrix, steps=0).rows == pytest.approx([1 / 30] * 30)


def test_the_same_matrix_gives_the_same_answer() -> None:
    matrix = np.random.default_rng(4).normal(size=(12, 9))
    assert solve(matrix) == solve(matrix.tolist()) and approach(matrix, steps=500) == approach(matrix, steps=500)


@pytest.mark.parametrize("nonsense", [[], [[]], [1.0, 2.0], [[float("nan")]], [[float("inf"), 0.0]]])
def test_what_is_no_matrix_is_refused(nonsense: Any) -> None:
    with pytest.raises(sk.OptionError, match="matrix game"):
        solve(nonsense)


def test_scipy_is_not_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba would leave products of matrices to SciPy, which only the tests have."""
    monkeypatch.setenv("SPIELKISTE_CACHE", str(tmp_path))
    code = (
        "import sys; sys.modules['scipy'] = None\n"
        "from spielkiste.search.matrix import approach, solve\n"
        "print(round(solve([[3, -1], [-2, 1]]).value * 7, 6), approach([[1, -1], [-1, 1]], 100).rows)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1.0 (0.5, 0.5)\n"
