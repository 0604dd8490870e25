"""Playing for the win: chances against a second, plain computation over the rules of a sheet."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from spielkiste.core.compiled import compiled
from spielkiste.games.knister.bot import net, race
from spielkiste.games.knister.bot.sheet import read_sheet, total
from spielkiste.games.knister.rules import CELLS

Sheet = list[int]  # numbers by cell, 0: free


def any_sheets(free: int, players: int, seed: int) -> tuple[list[Sheet], int]:
    """The same rolls, written anywhere by everybody, and the next one."""
    rng = np.random.default_rng(seed)
    rolls = rng.integers(1, 7, CELLS) + rng.integers(1, 7, CELLS)
    sheets = []
    for _ in range(players):
        cells = rng.permutation(CELLS)[free:]
        sheets.append([0] * CELLS)
        for cell, number in zip(cells, rolls, strict=False):
            sheets[-1][cell] = int(number)
    return sheets, int(rolls[-1])


def with_number(numbers: Sheet, cell: int, number: int) -> Sheet:
    return [number if k == cell else n for k, n in enumerate(numbers)]


def free_cells(numbers: Sheet) -> list[int]:
    return [cell for cell, number in enumerate(numbers) if not number]


def by_the_net(numbers: Sheet, number: int) -> Sheet:
    """What a rival makes of a roll."""
    lines, free, count = read_sheet(numbers)
    i, _ = compiled(net.best_cell)(net.load(), lines, free, count, number - 2, False, net.new_space())
    return with_number(numbers, int(free[i]), number)


def points(numbers: Sheet) -> float:
    return total(read_sheet(numbers)[0])


def chance_after(own: Sheet, others: list[Sheet]) -> Fraction:
    """Before a roll: how likely the best way to write all that comes wins."""
    if not free_cells(own):
        lead = points(own) - max(points(other) for other in others)
        return Fraction(1 if lead > 0 else 0) if lead else Fraction(1, 2)
    chance = Fraction(0)
    for number in range(2, 13):
        answers = [by_the_net(other, number) for other in others]
        best = max(chance_after(with_number(own, cell, number), answers) for cell in free_cells(own))
        chance += best * Fraction(6 - abs(7 - number), 36)
    return chance


def chances(sheets: list[Sheet], number: int) -> dict[int, float]:
    read = [read_sheet(numbers) for numbers in sheets]
    count, values = read[0][2], np.zeros(CELLS)
    table, cells = np.array([lines for lines, _, _ in read]), np.array([free for _, free, _ in read])
    arguments: tuple[Any, ...] = (
        net.load(),
        table,
        cells,
        count,
        0,
        number - 2,
        net.new_space(),
        race.new_race_space(),
        values,
    )
    compiled(race.chances)(*arguments)
    return {int(cells[0, i]): float(values[i]) for i in range(count)}


@pytest.mark.parametrize(("free", "players", "seed"), [(2, 2, 1), (2, 4, 2), (3, 2, 3), (3, 2, 4), (3, 3, 5)])
def test_chances_are_those_of_the_plain_computation(free: int, players: int, seed: int) -> None:
    sheets, number = any_sheets(free, players, seed)
    others = [by_the_net(other, number) for other in sheets[1:]]
    expected = {
        cell: float(chance_after(with_number(sheets[0], cell, number), others)) for cell in free_cells(sheets[0])
    }
    assert chances(sheets, number) == pytest.approx(expected, abs=race.A_POINT * 200)


def test_looking_further_agrees_with_the_round_after() -> None:
    """With four free cells: the mean over the next roll of the best chances with three."""
    sheets, number = any_sheets(4, 2, 6)
    other = by_the_net(sheets[1], number)
    for cell, chance in chances(sheets, number).items():
        own = with_number(sheets[0], cell, number)
        later = [max(chances([own, other], n).values()) * (6 - abs(7 - n)) / 36 for n in range(2, 13)]
        assert chance == pytest.approx(sum(later))


def test_where_nothing_can_be_won_points_decide() -> None:
    sheets, number = any_sheets(3, 2, 7)
    fives = [2] * 5 + [3] * 5 + [4] * 5 + [5] * 5 + [6, 6, 0, 0, 0]
    own = chances([sheets[0], fives], number)
    assert 0 < min(own.values()) <= max(own.values()) < 0.001
