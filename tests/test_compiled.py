"""Plain Python and compiled code agree move by move."""

import io
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from rooms import every_sample, game_holds

from spielkiste.check.compiled import plain_is_compiled
from spielkiste.core import compiled as compiling
from spielkiste.core import dice as plain_dice
from spielkiste.core.codecache import writable
from spielkiste.core.compiled import Machine, progress_line
from spielkiste.core.game import Game


@pytest.mark.parametrize("game", every_sample())
def test_plain_and_compiled_agree(game: Game) -> None:
    game_holds(plain_is_compiled, game)


@pytest.mark.parametrize("game", every_sample())
def test_random_numbers_are_the_same_everywhere(game: Game) -> None:
    machine = Machine(game)
    plain = [0, 0, 0]
    plain_dice.seed_dice(plain, 42, 3)
    assert machine.dice(42, 3).tolist() == plain
    assert len({plain_dice.roll32(plain) for _ in range(1000)}) == 1000
    assert np.all(np.array(plain) > 0)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_compiling_long_shows_a_progress_line_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "PATIENCE", 0.05)
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress_line("compiling a test"):
        time.sleep(0.4)
    assert "compiling a test … 0 s" in sys.stderr.getvalue()  # type: ignore[union-attr]  # it is our Terminal
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress_line("compiling a test"):
        pass
    assert sys.stderr.getvalue() == ""  # type: ignore[union-attr]  # it is our Terminal


def test_without_a_writable_folder_code_is_compiled_all_the_same(tmp_path: Path) -> None:
    assert writable(tmp_path / "new")
    (tmp_path / "file").write_text("no folder")
    assert not writable(tmp_path / "file")


def test_code_that_different_processes_compiled_is_told_apart(tmp_path: Path) -> None:
    """Each of two processes compiles one game; a third finds both in the cache, and each is played by its own rules."""
    script = """
import sys, spielkiste as sk
from spielkiste.core.compiled import Machine, compiled
from spielkiste.search.playout import random_games

def moves(slug):
    machine = Machine(sk.game(slug))
    return int(compiled(random_games)(machine.first, machine.records(1), machine.out(), machine.dice(1), 20))

print(*map(moves, sys.argv[1:]))
"""

    def run(*slugs: str) -> list[str]:
        words = [sys.executable, "-c", script, *slugs]
        env = {**os.environ, "SPIELKISTE_CACHE": str(tmp_path)}
        return subprocess.run(words, capture_output=True, text=True, check=True, env=env).stdout.split()

    alone = run("abraeumen") + run("huetchenspieler")
    assert run("abraeumen", "huetchenspieler") == alone
    assert run("huetchenspieler", "abraeumen") == alone[::-1]
