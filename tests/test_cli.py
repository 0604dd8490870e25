"""The command line, as typed."""

import json
import os
import re
import subprocess
import sys

import pytest

import spielkiste as sk
from spielkiste.cli.main import main
from spielkiste.cli.terminal import Terminal, commands
from spielkiste.core.look import Look
from spielkiste.core.room import all_rooms


def spielkiste(*words: str, typed: str = "", locale: str = "en_US.UTF-8") -> subprocess.CompletedProcess[str]:
    """A command, typed where the system speaks English."""
    return subprocess.run(
        [sys.executable, "-m", "spielkiste", *words],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=os.environ | {"LC_ALL": locale, "PYTHONUTF8": "1"},
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


@pytest.mark.parametrize("command", ["play", "analyse", "solve"])
@pytest.mark.parametrize("seed", ["-1", "1.5", "seven", ""])
def test_a_seed_is_a_whole_number_from_0(command: str, seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "zahlenpoker", "--seed", seed])
    assert left.value.code == 2
    assert f"argument --seed: {seed!r}: must be a whole number from 0\n" in capsys.readouterr().err


def test_who_stops_reading_hears_nothing_more() -> None:
    """As in `spielkiste solve … --json | head -1`."""
    reads, writes = os.pipe()
    os.close(reads)
    words = [sys.executable, "-m", "spielkiste", "solve", "zahlenpoker", "--json"]
    with os.fdopen(writes, "w") as closed:
        done = subprocess.run(words, stdout=closed, stderr=subprocess.PIPE, text=True, check=False)
    assert done.stderr == "" and done.returncode == 1


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
    assert state.outcome and " ".join(state.outcome.words("en").split()) in " ".join(done.stdout.split())
    for seat, score in enumerate(state.scores):
        assert f"Player {seat + 1}: {score} points" in done.stdout


def test_without_a_game_one_is_chosen_from_a_list() -> None:
    done = spielkiste("play", typed="99\nblub\n1\nquit\n")
    assert done.returncode == 0 and "See you!" in done.stdout
    assert spielkiste("play").returncode == 0


@pytest.mark.parametrize(
    ("lang", "unreadable", "impossible"),
    [
        ("de", "'xyz' ist kein Zug dieses Spiels; möglich wäre etwa a", "'a1-a2' geht jetzt nicht"),
        ("en", "'xyz' cannot be read as a move; you could play a", "'a1-a2' is not possible now"),
    ],
    ids=["de", "en"],
)
def test_a_refused_move_is_refused_in_the_language_of_the_player(lang: str, unreadable: str, impossible: str) -> None:
    done = spielkiste("play", "abraeumen", "--lang", lang, typed="c1-a1\nxyz\na1-a2\n")
    said = " ".join(done.stdout.split())
    assert unreadable in said and impossible in said
    look = Look(0, lang)
    assert sk.game("abraeumen").start().play("c1-a1").why_not("a1-a2", look) in said
    assert (lang == "en") == ("could play" in said)


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("de_AT.UTF-8", "Spieler 1 ist am Zug."),
        ("en_GB", "Player 1 is to move."),
        ("tlh", "Player 1"),
        ("C", "Spieler 1"),
    ],
)
def test_the_language_is_that_of_the_system(locale: str, said: str) -> None:
    """English where the system's is unknown here, German where it names none."""
    assert said in spielkiste("play", "abraeumen", locale=locale).stdout


def test_errors_are_told_in_german_too() -> None:
    done = spielkiste("rules", "schach", "--lang", "de")
    assert done.returncode == 2 and done.stderr.startswith("spielkiste: es gibt kein Spiel 'schach'; die Spiele sind ")
    done = spielkiste("play", "zahlenpoker", "players=9", "--lang", "de")
    assert done.stderr == "spielkiste: players=9: muss eine ganze Zahl von 2 bis 4 sein\n"


def test_moves_of_bots_and_chance_are_told_in_words() -> None:
    done = spielkiste("play", "zahlenluchs", "--bot", "1", "--seed", "3", "--lang", "de", typed="")
    assert re.search(r"Zufall: .*eine \d+ für Spieler [12]", done.stdout)
    told = [line for line in done.stdout.splitlines() if re.match(r"(Spieler|Zufall|Player|Chance)\b", line)]
    assert told and not re.search(r"Platz \d|[Ss]eat \d|Chance|Player", " ".join(told))


@pytest.mark.parametrize(("lang", "words"), [("de", ("züge", "tipp", "zurück")), ("en", ("moves", "hint", "undo"))])
def test_commands_have_words_in_the_language_and_in_english(lang: str, words: tuple[str, ...]) -> None:
    known = commands(Look(lang=lang))
    assert [known[word] for word in words] == ["moves", "hint", "undo"] == [known[w] for w in ("moves", "hint", "undo")]
    shown = Terminal(sk.game("abraeumen"), None, 0, 0, lang).help()
    assert all(f"[b]{word}[/]" in shown for word in words)
    rooms = all_rooms().values()
    assert not [word for word in known if word and any(re.fullmatch(room.notation.PATTERN, word) for room in rooms)]


@pytest.mark.parametrize("word", ["ende", "end", "quit", "exit", "q"])
def test_words_that_end_a_game(word: str) -> None:
    done = spielkiste("play", "abraeumen", typed=f"{word}\nxyz\n")
    assert done.returncode == 0 and "See you!" in done.stdout and "xyz" not in done.stdout
    assert not any(re.fullmatch(room.notation.PATTERN, word) for room in all_rooms().values())


def test_bench_prints_json_for_programs() -> None:
    done = spielkiste("bench", "torris", "--seconds", "0.05", "--json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert rows[0]["game"] == "torris" and rows[0]["moves_per_second"] > 0 and rows[0]["cores"] >= 1
