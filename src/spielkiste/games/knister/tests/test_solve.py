"""The learnt net, what learns it, and the search that knows all rolls."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spielkiste.core.compiled import compiled
from spielkiste.games.knister import clairvoyant, learn, net, player, sheet, solve
from spielkiste.games.knister.rules import LINES

SHEET = (8, 11, 8, 8, 7, 8, 9, 3, 6, 9, 5, 5, 10, 5, 5, 3, 7, 3, 7, 7, 7, 4, 8, 9, 11)  # of the rule page: 53 points


def test_a_sheet_by_collections_scores_as_the_rule_page_says() -> None:
    lines, _, count = sheet.read_sheet(SHEET)
    assert count == 0 and sheet.total(lines) == 53 == clairvoyant.sheet_total([n - 2 for n in SHEET])


def test_the_last_cell_is_worth_its_mean() -> None:
    for cell in (0, 2, 6, 7, 12, 20):
        by_number = []
        for n in range(2, 13):
            lines, _, _ = sheet.read_sheet([n if k == cell else number for k, number in enumerate(SHEET)])
            by_number.append(sheet.total(lines) * (6 - abs(n - 7)) / 36)
        lines, free, count = sheet.read_sheet([0 if k == cell else number for k, number in enumerate(SHEET)])
        assert count == 1 and free[0] == cell and sheet.last_cell(lines, cell) == pytest.approx(sum(by_number))


def mirrored(numbers: Any) -> list[Any]:
    return np.array(numbers).reshape(5, 5)[:, ::-1].ravel().tolist()


def exchanged(numbers: Any) -> list[Any]:
    """The outer two lines on each side change places, rows and columns alike: every line stays a line."""
    order = [1, 0, 2, 4, 3]
    return np.array(numbers).reshape(5, 5)[order][:, order].ravel().tolist()


def test_the_net_sees_the_symmetries_of_the_sheet() -> None:
    rng = np.random.default_rng(1)
    numbers = np.where(rng.random(25) < 0.5, rng.integers(2, 13, 25), 0).tolist()
    values = []
    for turned in (numbers, mirrored(numbers), exchanged(numbers)):
        lines, free, count = sheet.read_sheet(turned)
        value = compiled(net.learnt_value)(net.load(), lines, free, count, -1, 25 - count, net.new_space())
        values.append(value)
    assert values == pytest.approx([values[0]] * 3, rel=1e-4)


def test_the_net_alone_plays_well() -> None:
    """65 points or so (docs/knister-policy.md); the error of 400 games is 0.6."""
    totals = np.concatenate(list(solve.totals_of((player.GLANCE,), 400, seed=1, cores=2)))
    assert totals.shape == (400, 1) and totals.mean() > 63


def test_looking_ahead_helps() -> None:
    glance, ahead = (
        np.concatenate(list(solve.totals_of((manner,), 100, seed=2, cores=2)))
        for manner in (player.GLANCE, player.FAST)
    )
    print(f"the net {glance.mean():.1f}, looking ahead {ahead.mean():.1f} points")
    assert ahead.mean() > glance.mean() and ahead.mean() > 65


def test_learning_improves_from_nothing(tmp_path: Path) -> None:
    """A little training, stopped and resumed; then the file of the net."""
    checkpoint, target = tmp_path / "checkpoint.npz", tmp_path / "net.npz"
    solve.train(4_000, checkpoint, target, cores=1)
    solve.train(8_000, checkpoint, target, cores=1)
    taught, _, played = solve.resume(checkpoint)
    assert played == 8_000 and np.load(target)["mix"].dtype == np.float16
    totals = np.zeros(500)
    still = learn.Rates(0.0, 0.0, 0.0)
    compiled(learn.self_play)(taught, learn.new_sizes(), player.dice(1, 0), 500, still, totals)
    assert totals.mean() > 49  # the first 2,000 games bring about 47


def test_knowing_all_rolls_finds_better_sheets_than_the_rule_page_has() -> None:
    best = np.zeros(25, np.int64)
    rolls = np.array(SHEET, dtype=np.int64) - 2
    found = compiled(clairvoyant.best_sheet)(rolls, 2, 50_000, player.dice(1, 0), best)
    assert sorted(best) == sorted(rolls) and clairvoyant.sheet_total(best) == found > 70


def test_five_equal_numbers_each_make_the_best_sheet() -> None:
    """From five 2, 3, 4, 5 and 6 the search makes nearly the 168 points of a diagonal Latin square, never more."""
    best = np.zeros(25, np.int64)
    found = compiled(clairvoyant.best_sheet)(np.repeat(np.arange(5), 5), 8, 100_000, player.dice(1, 0), best)
    assert 120 <= found <= 168 and len(sheet.read_sheet(best + 2)[0]) == LINES
