"""What play needs runs without NumPy and Numba, and does the same: dice, tables, learnt numbers, whole games."""

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from without_numpy import told, whole_game

import spielkiste as sk
from spielkiste.core.pcg64 import Pcg64
from spielkiste.core.room import HOME
from spielkiste.core.scratch import scratch
from spielkiste.core.tables import stored, table

LONGEST = 3.0  # seconds for a decision in Python, on a machine that tests share
MODULE = Path(__file__).with_name("without_numpy.py")


def test_all_games_are_played_and_shown_without_numpy_as_with_it() -> None:
    done = subprocess.run([sys.executable, str(MODULE)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [told(whole_game(slug, random.Random(5))) for slug in sk.games()]


def test_every_level_of_every_game_answers_without_numpy() -> None:
    """In Python, or by a question to the engine; none of what is played in Python takes long."""
    done = subprocess.run([sys.executable, str(MODULE), "levels"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    told = [line.split(maxsplit=3) for line in done.stdout.splitlines()]
    assert {(slug, int(level)) for slug, level, *_ in told} == {(slug, k) for slug in sk.games() for k in range(1, 6)}
    assert max(float(longest) for _, _, longest, _ in told) < LONGEST


@pytest.mark.parametrize("bits", [1, 32, 33, 128, 129, 256])
def test_dice_are_those_of_numpys_generator(bits: int) -> None:
    draw = random.Random(bits)
    for _ in range(30):
        seed = draw.getrandbits(bits)
        theirs, ours = np.random.default_rng(seed), Pcg64(seed)
        for _ in range(40):
            n = draw.choice([1, 2, 6, 7776, 3 << 30, (1 << 32) - 1, 1 << 32, (1 << 32) + 1, 1 << 62])
            assert ours.integers(n) == theirs.integers(n)


@pytest.mark.parametrize("file", sorted(HOME.rglob("*.npz")), ids=lambda file: f"{file.parts[-2]}_{file.stem}")
def test_stored_tables_are_read_as_numpy_reads_them(file: Path) -> None:
    with np.load(file) as theirs:
        read = stored(file)
        assert all(np.array_equal(read[name], theirs[name]) for name in theirs.files)


def test_tables_and_scratch_are_indexed_alike() -> None:
    made, work = table(range(6), "i2", (2, 3)), scratch((2, 3), "i2")
    for row in range(2):
        for column in range(3):
            work[row, column] = made[row, column]
    assert work.tolist() == made.tolist() == [[0, 1, 2], [3, 4, 5]] and len(scratch(7, "u1")) == 7
