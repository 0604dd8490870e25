"""What `spielkiste solve` tells, what the page about it shows, and the command that makes the table of endings."""

import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.abraeumen.answers import answers
from spielkiste.games.abraeumen.endings import FILE
from spielkiste.games.abraeumen.endings import endings as stored_endings
from spielkiste.games.abraeumen.solver import best_way
from spielkiste.games.abraeumen.tools import endings
from spielkiste.search.limit import Limit

ONE_TRY = Limit(nodes=2000)
PAGE = Path(__file__).parents[5] / "docs" / "abraeumen-solutions.md"


def random_position(rng: random.Random, jumps: int) -> State:
    state = sk.game("abraeumen").start()
    while not state.over and len(state.moves_made) < jumps:
        state = state.play(rng.choice(state.moves()))
    return state


def test_the_fewest_that_can_be_left_are_exact_where_it_is_proved() -> None:
    rng, told = random.Random(3), set()
    for state in (random_position(rng, 14) for _ in range(12)):
        way = best_way(state, ONE_TRY)
        if not state.over and way.left > 1:
            first, fewest = answers(state, 0, ONE_TRY)
            assert first.answer == "no" and first.exact
            assert fewest.answer == (f"{way.left}" if way.proved else f"{way.left} were the fewest found")
            assert fewest.exact == way.proved and fewest.line == tuple(way.spoken())
            told.add(way.proved)
    assert told == {True, False}


def test_the_snippet_of_the_page_runs() -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    known: dict[str, object] = {}
    exec(compile(snippet, PAGE.name, "exec"), known)
    assert known["start"] == sk.game("abraeumen").start()


def test_endings_are_saved_where_one_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = FILE.read_bytes()
    monkeypatch.setattr(endings, "find_all", stored_endings)
    monkeypatch.setattr(sys, "argv", ["endings", "--out", str(tmp_path / "made.npz")])
    endings.main()
    with np.load(tmp_path / "made.npz") as made, np.load(FILE) as kept:
        assert all(np.array_equal(made[part], kept[part]) for part in ("gaps", "cells"))
    assert [file.name for file in tmp_path.iterdir()] == ["made.npz"] and FILE.read_bytes() == shipped


@pytest.mark.parametrize("words", [["--help"], ["--outt", "x"]])
def test_who_only_asks_makes_no_endings(words: list[str]) -> None:
    before = FILE.stat().st_mtime_ns
    done = subprocess.run([sys.executable, "-m", endings.__name__, *words], capture_output=True, text=True, check=False)
    assert "--out" in done.stdout + done.stderr and done.returncode == (0 if words == ["--help"] else 2)
    assert FILE.stat().st_mtime_ns == before
