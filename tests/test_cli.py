"""The command line, as typed."""

import json
import subprocess
import sys

import pytest

import spielkiste as sk


def spielkiste(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "spielkiste", *words],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=None,
    )


@pytest.mark.parametrize("lang", ["de", "en"])
def test_games_lists_every_game(lang: str) -> None:
    done = spielkiste("games", "--lang", lang)
    assert done.returncode == 0
    assert all(slug in done.stdout for slug in sk.games())


@pytest.mark.parametrize("slug", sk.games())
def test_rules_are_shown(slug: str) -> None:
    done = spielkiste("rules", slug, "--lang", "en")
    assert done.returncode == 0 and len(done.stdout) > 500


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rules", "chess"), "there is no game 'chess'"),
        (("play", "chess"), "there is no game 'chess'"),
        (("play", "torris", "colour=red"), "no option 'colour'"),
        (("play", "torris", "colour"), "name=value"),
        (("play", "zahlenpoker", "players=9"), "players=9"),
        (("play", "torris", "--bot", "9"), "level=9"),
        (("play", "torris", "--seat", "5"), "no seat 5"),
        (("bench", "chess"), "there is no game 'chess'"),
    ],
)
def test_bad_input_is_one_clear_line(words: tuple[str, ...], said: str) -> None:
    done = spielkiste(*words)
    assert done.returncode == 2
    assert said in done.stderr and "Traceback" not in done.stderr and len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("slug", sk.games())
def test_every_game_answers_in_the_terminal(slug: str) -> None:
    """Help, list, hint, nonsense and undo are answered; when the input ends the game says goodbye."""
    done = spielkiste(
        "play", slug, "--bot", "1", "--seed", "3", "--lang", "en", typed="?\nmoves\nhint\nnonsense\nundo\n"
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "See you!" in done.stdout


def test_a_whole_game_in_the_terminal() -> None:
    """Two people at one keyboard; the moves of a bot game are typed in."""
    import numpy as np

    rng = np.random.default_rng(5)
    bot = sk.bot("torris", 1, seed=5)
    state = sk.deal(sk.game("torris").start(), rng)
    typed = []
    while not state.over:
        move = bot.choose(state, state.turn[0])
        typed.append(move)
        state = state.play(move)
    done = spielkiste("play", "torris", "--seed", "5", "--lang", "en", typed="\n".join(typed) + "\n")
    assert done.returncode == 0 and "The game is over." in done.stdout
    for seat, score in enumerate(state.scores):
        assert f"seat {seat}: {score} points" in done.stdout


def test_without_a_game_one_is_chosen_from_a_list() -> None:
    done = spielkiste("play", typed="99\nblub\n1\nquit\n")
    assert done.returncode == 0 and "Bis bald!" in done.stdout
    assert spielkiste("play").returncode == 0


def test_bench_prints_json_for_programs() -> None:
    done = spielkiste("bench", "torris", "--seconds", "0.05", "--json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert rows[0]["game"] == "torris" and rows[0]["moves_per_second"] > 0 and rows[0]["cores"] >= 1
