"""`spielkiste solve` and `analyse`: positions by moves, answers for people and for programs, clear refusals."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.cli import main as command_line
from spielkiste.cli.main import main
from spielkiste.cli.position import position, read_moves
from spielkiste.search.answer import Answer, InEach, said
from spielkiste.search.answers import answers
from spielkiste.search.deepen import Deepener


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")


CUBE_WITHOUT_A_CORNER = "0,0=2 0,1=2 1,0=2 1,1=1"


def solved(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["solve", *words, "--json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert all(set(one) == {"question", "answer", "exact", "line", "values", "unit"} for one in told["answers"])
    return told


def played(game: sk.Game, moves: list[str]) -> sk.State:
    state = game.start()
    for move in moves:
        state = state.play(move)
    return state


# --- positions -----------------------------------------------------------------------------------


def test_a_move_may_hold_spaces_and_commas() -> None:
    cubus = sk.game("cubus", mode="dismantle", stack=CUBE_WITHOUT_A_CORNER)
    assert read_moves(cubus, "take 1,1, take 0,0;take 1,0\n") == [
        (None, "take 1,1"),
        (None, "take 0,0"),
        (None, "take 1,0"),
    ]
    builds = "draw L,draw R,draw T build 0,0=1 0,1=1,0:quiet 1: knock"
    wanted = [
        (None, "draw L"),
        (None, "draw R"),
        (None, "draw T"),
        (None, "build 0,0=1 0,1=1"),
        (0, "quiet"),
        (1, "knock"),
    ]
    assert read_moves(sk.game("cubus"), builds) == wanted
    with pytest.raises(sk.NotAMove, match="c9-a9"):
        read_moves(sk.game("abraeumen"), "c1-a1 c9-a9")


@pytest.mark.parametrize("slug", sk.games())
def test_a_whole_match_comes_back_from_its_moves(slug: str) -> None:
    """The moves of a random match, with the seats and chance events named."""
    rng, game = np.random.default_rng(7), sk.game(slug)
    state = game.start()
    for _ in range(40):
        if state.over:
            break
        seat = int(rng.choice(state.turn))
        state = state.play(str(rng.choice(state.moves(seat))), seat=seat)
    text = "\n".join(f"{seat}:{move}" for seat, move in state.moves_made)
    assert [move for _, move in read_moves(game, text)] == [move for _, move in state.moves_made]
    assert position(game, text, 0).moves_made[: len(state.moves_made)] == state.moves_made


def test_chance_falls_by_the_seed_where_it_is_not_given(tmp_path: Path) -> None:
    game = sk.game("torris")
    assert position(game, "", 3) == sk.deal(game.start(), np.random.default_rng(3)) != position(game, "", 4)
    file = tmp_path / "moves.txt"
    first = position(game, "", 3).moves()[0]
    file.write_text(f"{first}\n", encoding="utf-8")
    assert position(game, f"@{file}", 3) == position(game, first, 3)


# --- answers -------------------------------------------------------------------------------------


def test_a_peg_puzzle_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    told = solved(capsys, "abraeumen", "--moves", "c1-a1")
    ways = [one["line"] for one in told["answers"] if one["line"]]
    assert len(told["answers"]) == 5 and ways
    for line in ways:
        assert played(sk.game("abraeumen"), ["c1-a1", *line]).scores == (-1,)


def test_the_equilibrium_of_a_round(capsys: pytest.CaptureFixture[str]) -> None:
    told = solved(capsys, "zahlenpoker")
    assert told["answers"][0]["exact"] and "value 0 " in told["answers"][0]["answer"]
    assert sum(told["answers"][1]["values"].values()) == pytest.approx(1)


def test_the_best_builds_of_open_hands(capsys: pytest.CaptureFixture[str]) -> None:
    told = solved(capsys, "cubus", "--moves", "draw L, draw R, draw T")
    assert [one["answer"] for one in told["answers"]] == ["worth 1", "there is none"]
    assert told["answers"][0]["line"][0].startswith("build ")


def test_the_rest_of_an_open_game_is_played_best(capsys: pytest.CaptureFixture[str]) -> None:
    told = solved(capsys, "cubus", "mode=dismantle", f"stack={CUBE_WITHOUT_A_CORNER}")
    (one,) = told["answers"]
    end = played(sk.game("cubus", mode="dismantle", stack=CUBE_WITHOUT_A_CORNER), one["line"])
    assert one["exact"] and end.over and " : ".join(map(str, end.scores)) in one["answer"]


def test_the_time_is_used_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the end is not seen, what the first search saw is told."""
    given: list[float] = []
    found = Deepener.found

    def watched(self: Deepener, state: sk.State, seconds: float | None, *more: Any) -> Any:
        given.extend([] if seconds is None else [seconds])
        return found(self, state, seconds, *more)

    monkeypatch.setattr(Deepener, "found", watched)
    state = position(sk.game("torris"), "", 3)
    (one,) = answers(state, seconds=0.05)
    assert not one.exact and said(one.answer, "en").startswith("not seen to the end in 0.05 s; looked ")
    assert one.line[0] in state.moves() and 0 < sum(given) < 0.06


def test_the_best_round_is_worth_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    told = solved(capsys, "fuenfer_finden", "--seed", "5")
    assert told["answers"][0]["exact"] and len(told["answers"][0]["line"]) <= 5


def test_people_see_the_board_and_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "fuenf_gewinnt", "--moves", "put 0,0", "--seconds", "0.2"]) == 0
    shown = capsys.readouterr().out
    assert "force a win" in shown and "not proved" in shown


@pytest.mark.parametrize(
    ("given", "german", "english"),
    [
        ("worth 3", "3 wert", "worth 3"),
        ({"de": "drei", "en": "three"}, "drei", "three"),
        (InEach(lambda look: look.say("ja", "yes") + f", {look.name(0)}"), "ja, Spieler 1", "yes, player 1"),
    ],
)
def test_an_answer_is_told_in_one_language(given: Any, german: str, english: str) -> None:
    """English alone is looked up; texts by language and sentences for a look say it themselves."""
    one = Answer(given, given, True, unit=given)
    for lang, wanted in (("de", german), ("en", english)):
        told = one.told(lang)
        assert (told.question, told.answer, told.unit) == (wanted,) * 3


def test_programs_read_english_unless_they_ask(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    words = ("cubus", "--moves", "draw L, draw R, draw T")
    assert solved(capsys, *words)["answers"][0]["answer"] == "worth 1"
    assert solved(capsys, *words, "--lang", "de")["answers"][0]["answer"] == "1 wert"


def test_analyse_takes_the_same_positions(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyse", "cubus", "mode=dismantle", f"stack={CUBE_WITHOUT_A_CORNER}", "--moves", "take 1,1"]
    assert main([*words, "--seconds", "0.1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    after = sk.game("cubus", mode="dismantle", stack=CUBE_WITHOUT_A_CORNER).start().play("take 1,1")
    assert told["options"] == after.game.options and told["options"]["mode"] == "dismantle"
    assert told["seat"] == 1 and sorted(one["move"] for one in told["thoughts"]) == after.moves()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess",), "there is no game 'chess'"),
        (("huetchenspieler",), "no solver"),
        (("zahlenpoker", "players=3"), "players=2"),
        (("zahlenluchs",), "classic"),
        (("zahlenluchs", "classic=true"), "positions can follow"),
        (("cubus", "mode=dismantle", "players=3"), "two sides"),
        (("torris", "--moves", "hello"), "cannot be read"),
        (("abraeumen", "--moves", "a1-a3"), "not possible now"),
        (("abraeumen", "--moves", "@/no/such/file"), "no/such/file"),
        (("abraeumen", "--seconds", "0"), "positive"),
        (("zahlenpoker", "--seat", "7"), "no seat 7"),
        (("knister", "players=2"), "alone"),
    ],
)
def test_what_cannot_be_solved_is_one_clear_line(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", *words]) == 2
    shown = capsys.readouterr().err
    assert said in shown and len(shown.strip().splitlines()) == 1


def test_a_finished_game_has_nothing_to_solve() -> None:
    with pytest.raises(sk.GameOver):
        answers(sk.game("cubus", mode="dismantle", stack="0,0=1").start().play("take 0,0"))


def test_every_command_is_named_where_the_command_line_begins(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = re.findall(r"^    (\w+)\b", capsys.readouterr().out, re.MULTILINE)
    assert "solve" in listed and set(listed) == set(re.findall(r"\w+", str(command_line.__doc__))) - {"spielkiste"}
