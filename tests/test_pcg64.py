"""The generator that deals at tables is NumPy's, whatever the length of its seed."""

import numpy as np
import pytest

from spielkiste.core.pcg64 import Pcg64


@pytest.mark.parametrize("bits", [0, 1, 31, 32, 33, 64, 127, 128, 129, 160, 255, 256, 257, 600])
def test_the_numbers_are_those_of_numpy(bits: int) -> None:
    for seed in {(1 << bits) - 1, (1 << bits) // 3, 0x9E3779B97F4A7C15**10 % (1 << bits)}:
        ours, theirs = Pcg64(seed), np.random.default_rng(seed)
        for n in (36, 2, 1, 1 << 31, 1 << 40, 7):
            assert ours.integers(n) == theirs.integers(n)
