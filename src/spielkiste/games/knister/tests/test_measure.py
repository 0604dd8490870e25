"""How well the learnt net plays alone, sheets as it sees them, and the search that knows all rolls."""

import numpy as np
import pytest

from spielkiste.core.compiled import compiled
from spielkiste.games.knister.bot import manner, net_players, sheet
from spielkiste.games.knister.rules import LINES
from spielkiste.games.knister.tools import clairvoyant, measure

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


def test_the_net_alone_plays_well() -> None:
    """docs/knister-policy.md has the mean of more games; the error of 2,000 is 0.3."""
    totals = np.concatenate(list(measure.totals_of((manner.GLANCE,), 2000, seed=1, cores=2)))
    assert totals.shape == (2000, 1) and totals.mean() > 68


def test_looking_ahead_helps() -> None:
    glance, ahead = (
        np.concatenate(list(measure.totals_of((way,), 100, seed=2, cores=2)))
        for way in (manner.GLANCE, manner.FAST._replace(samples=24))
    )
    print(f"the net {glance.mean():.1f}, looking ahead {ahead.mean():.1f} points")
    assert ahead.mean() > glance.mean() and ahead.mean() > 67


def test_a_race_is_told_with_its_error(capsys: pytest.CaptureFixture[str]) -> None:
    measure.main(["--cores", "1", "race", "--games", "8", "--begin", "3"])
    told = capsys.readouterr().out
    assert "in the last 3 rounds" in told and "standard error" in told and "8 games" in told
    assert measure.shares(np.array([[60, 50, 40], [50, 50, 40], [40, 20, 50]])).tolist() == [1, 0.5, 0]


def test_playing_for_the_win_wins_more() -> None:
    """The same 400 games for points and for the win in the last four rounds; it can only help against the net."""
    for_points = manner.FAST._replace(samples=0)
    share = [
        measure.shares(np.concatenate(list(measure.totals_of((way, manner.GLANCE), 400, seed=3, cores=2)))).mean()
        for way in (for_points, for_points._replace(race=4))
    ]
    print(f"for points {share[0]:.1%}, for the win {share[1]:.1%}")
    assert share[1] > share[0]


def test_knowing_all_rolls_finds_better_sheets_than_the_rule_page_has() -> None:
    best = np.zeros(25, np.int64)
    rolls = np.array(SHEET, dtype=np.int64) - 2
    found = compiled(clairvoyant.best_sheet)(rolls, 2, 50_000, net_players.dice(1, 0), best)
    assert sorted(best) == sorted(rolls) and clairvoyant.sheet_total(best) == found > 70


def test_five_equal_numbers_each_make_the_best_sheet() -> None:
    """From five 2, 3, 4, 5 and 6 the search makes nearly the 168 points of a diagonal Latin square, never more."""
    best = np.zeros(25, np.int64)
    found = compiled(clairvoyant.best_sheet)(np.repeat(np.arange(5), 5), 8, 100_000, net_players.dice(1, 0), best)
    assert 120 <= found <= 168 and len(sheet.read_sheet(best + 2)[0]) == LINES
