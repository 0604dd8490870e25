"""The net: its value of a sheet, computed for all free cells together, is that of the sheets one by one."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spielkiste.core.compiled import compiled
from spielkiste.games.knister.bot import net, sheet
from spielkiste.games.knister.tools import batch, learn
from spielkiste.lab.extras import torch

SIZES = {
    "lines": (26, 3, 4368),
    "cross": (13104, 128),
    "bias": (26, 4, 128),
    "mix": (128, 64),
    "shift": (26, 64),
    "out": (26, 64),
}
DIAGONALS = ([0, 6, 12, 18, 24], [4, 8, 12, 16, 20])
LINES = [*(list(range(5 * k, 5 * k + 5)) for k in range(5)), *(list(range(k, 25, 5)) for k in range(5)), *DIAGONALS]


def kind_of_line(line: int) -> int:
    return 2 if line >= 10 else 1 if line in (2, 7) else 0


def kind_of_cell(cell: int) -> int:
    if cell in DIAGONALS[0] + DIAGONALS[1]:
        return 0 if cell == 12 else 1
    return 2 if cell // 5 == 2 or cell % 5 == 2 else 3


def value_by_hand(weights: net.Net, numbers: Any) -> float:
    """The value of a sheet straight from the definition, with at least two free cells."""
    held = [sheet.INDEX[tuple(sorted(numbers[cell] - 2 for cell in cells if numbers[cell]))] for cells in LINES]
    written = int(np.count_nonzero(numbers))
    value = sum(float(weights.lines[written, kind_of_line(k), held[k]]) for k in range(12))
    crossings = np.zeros(weights.mix.shape[0])
    for cell in (cell for cell in range(25) if not numbers[cell]):
        rows = [4368 * kind_of_line(k) + held[k] for k in range(12) if cell in LINES[k]]
        crossings += np.maximum(0, weights.bias[written, kind_of_cell(cell)] + weights.cross[rows].sum(axis=0))
    units = np.maximum(0, crossings @ weights.mix + weights.shift[written])
    return value + float(units @ weights.out[written])


def any_sheet(written: int, seed: int) -> list[int]:
    rng = np.random.default_rng(seed)
    numbers = np.zeros(25, np.int64)
    numbers[rng.permutation(25)[:written]] = rng.integers(1, 7, written) + rng.integers(1, 7, written)
    return numbers.tolist()


def mirrored(numbers: Any) -> list[Any]:
    return np.array(numbers).reshape(5, 5)[:, ::-1].ravel().tolist()


def exchanged(numbers: Any) -> list[Any]:
    """The outer two lines on each side change places, rows and columns alike: every line stays a line."""
    order = [1, 0, 2, 4, 3]
    return np.array(numbers).reshape(5, 5)[order][:, order].ravel().tolist()


def learnt(numbers: Any) -> float:
    lines, free, count = sheet.read_sheet(numbers)
    return float(compiled(net.learnt_value)(net.load(), lines, free, count, net.new_space()))


@pytest.mark.parametrize("written", [1, 5, 12, 19, 23])
def test_a_sheet_is_worth_what_the_definition_says(written: int) -> None:
    numbers = any_sheet(written, seed=written)
    assert learnt(numbers) == pytest.approx(value_by_hand(net.load(), numbers), abs=1e-3)


@pytest.mark.parametrize("written", [0, 4, 11, 18, 22])
def test_all_cells_together_are_worth_what_they_are_one_by_one(written: int) -> None:
    lines, free, count = sheet.read_sheet(any_sheet(written, seed=3))
    space, values = net.new_space(), np.zeros(25)
    for looked, number in ((False, 6), (True, 0), (True, 10)):
        compiled(net.values_after)(net.load(), lines, free, count, number, looked, space, values)
        by_hand = []
        for cell in free[:count]:
            numbers = any_sheet(written, seed=3)
            numbers[cell] = number + 2
            by_hand.append(value_by_hand(net.load(), numbers))
        assert values[:count] == pytest.approx(by_hand, abs=1e-3)


def test_the_last_two_cells_are_computed_not_learnt() -> None:
    numbers = any_sheet(23, seed=8)
    lines, free, count = sheet.read_sheet(numbers)
    values = np.zeros(25)
    compiled(net.values_after)(net.load(), lines, free, count, 5, False, net.new_space(), values)
    for i in range(2):
        after = sheet.read_sheet([7 if cell == free[i] else number for cell, number in enumerate(numbers)])[0]
        assert values[i] == pytest.approx(sheet.last_cell(after, free[1 - i]))


@pytest.mark.parametrize("written", [6, 13, 20])
def test_the_net_sees_the_symmetries_of_the_sheet(written: int) -> None:
    numbers = any_sheet(written, seed=1)
    values = [learnt(turned) for turned in (numbers, mirrored(numbers), exchanged(numbers))]
    assert values == pytest.approx([values[0]] * 3, rel=1e-4)


def test_the_shipped_net_is_small_and_whole() -> None:
    assert net.FILE.stat().st_size < 4_000_000
    with np.load(net.FILE) as file:
        assert sorted(file.files) == sorted(net.Net._fields)
        assert all(file[name].shape == size and file[name].dtype == np.float16 for name, size in SIZES.items())
        assert all(np.isfinite(file[name]).all() for name in file.files)


# --- learning again: PyTorch is not needed to play, so only what needs none of it is tested here ---


def test_a_new_net_begins_with_what_chance_would_bring() -> None:
    begun = learn.new_net(0)
    assert batch.has_shape(begun)
    three_sevens = sheet.INDEX[(5, 5, 5)]
    assert begun.lines[9, 2, three_sevens] == 2 * begun.lines[9, 0, three_sevens] > 0


def test_a_net_is_kept_in_half_precision_and_read_again(tmp_path: Path) -> None:
    begun = learn.new_net(1)
    learn.save(tmp_path / "net.npz", begun)
    assert [file.name for file in tmp_path.iterdir()] == ["net.npz"]
    again = learn.read_net(tmp_path / "net.npz")
    assert all(np.allclose(one, two, atol=1e-2) for one, two in zip(begun, again, strict=True))


def test_what_is_no_net_is_told(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="not a net"):
        learn.read_net(tmp_path / "missing.npz")
    smaller = net.Net(*(part[:1] for part in learn.new_net(0)))
    learn.save(tmp_path / "small.npz", smaller)
    with pytest.raises(SystemExit, match="another size"):
        learn.read_net(tmp_path / "small.npz")


def test_learning_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not installed
    torch.cache_clear()
    with pytest.raises(SystemExit, match=r"spielkiste\[learn\]"):
        learn.main(["--device", "cpu", "--out", str(tmp_path / "net.npz")])
    assert not list(tmp_path.iterdir())
