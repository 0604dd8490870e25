"""Adapters stand alone: importing one brings no other library of learners, and says what is missing. Those that need
gigabytes are checked by `make learn-check`."""

import subprocess
import sys

import pytest
from lab_page import LEARN, snippets

BROUGHT = {"gym": {"gymnasium"}, "pettingzoo": {"gymnasium", "pettingzoo"}, "openspiel": {"pyspiel"}}
OTHERS = {"gymnasium", "pettingzoo", "pyspiel", "torch", "jax", "tensorflow", "pyarrow"}


@pytest.mark.parametrize("adapter", BROUGHT)
def test_an_adapter_imports_its_own_library_alone(adapter: str) -> None:
    asked = f"import sys, spielkiste.lab.{adapter}; print(*({OTHERS!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == BROUGHT[adapter]


@pytest.mark.parametrize(
    ("adapter", "library"),
    [
        ("gym", "gymnasium"),
        ("pettingzoo", "pettingzoo"),
        ("openspiel", "pyspiel"),
        ("torchrl", "torchrl"),
        ("sb3", "stable_baselines3"),
        ("rllib", "ray"),
    ],
)
def test_what_is_missing_is_said(adapter: str, library: str) -> None:
    asked = f"import sys; sys.modules[{library!r}] = None; import spielkiste.lab.{adapter}"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)
    assert f"pip install 'spielkiste[{adapter}]'" in done.stderr


def test_the_page_about_the_lab_runs() -> None:
    """Those snippets whose libraries are here; the others by `make learn-check`."""
    mine = [snippet for snippet in snippets() if not any(f"lab.{name}" in snippet for name in LEARN)]
    for snippet in mine:
        exec(compile(snippet, "lab.md", "exec"), {})
    assert len(mine) == 4
