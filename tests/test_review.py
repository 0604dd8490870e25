"""Records are read again; a match gone through adds up for every seat; nothing is judged from what was hidden."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rooms import every_sample
from tenth_game import copied

import spielkiste as sk
from spielkiste.cli.main import main
from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.room import all_rooms
from spielkiste.core.state import State
from spielkiste.search.explain import reason, tip, told
from spielkiste.search.judge import CHANCE_TO_WIN, POINTS, judge_of
from spielkiste.search.limit import Limit

A_LITTLE = 40  # simulations
SAMPLES = [sample.values[0] for sample in every_sample()]
PLAIN = [next(game for game in SAMPLES if game.slug == slug) for slug in sk.games()]
GAMES = [
    *PLAIN,
    *(sk.game("zahlenpoker", players=n) for n in (3, 4)),
    sk.game("knister", players=2),
    sk.game("fuenfer_finden", players=1),
    sk.game("fuenfer_finden", mode="puzzle"),
    sk.game("zahlenluchs", players=4),
    sk.game("cubus", players=3, mode="dismantle"),
    sk.game("huetchenspieler", players=3),
]


def random_match(game: Game, seed: int, moves: int = 10_000) -> sk.MatchRecord:
    rng, luck = np.random.default_rng(seed), random.Random(seed)
    state = sk.deal(game.start(), rng)
    for _ in range(moves):
        if state.over:
            break
        seat = luck.choice([one for one in state.turn if one >= 0] or list(state.turn))
        move = luck.choice(sensible(state.moves(seat), luck))
        state = sk.deal(state.play(move, seat=seat), rng)
    return sk.MatchRecord.of(state, ["Anna", "Bert", "Cleo", "Dora"])


def sensible(moves: list[str], luck: random.Random) -> list[str]:
    """Nobody erases for ever, and rounds end."""
    done = [move for move in moves if move in ("done", "turn", "quiet")]
    return done if done and luck.random() < 0.5 else [move for move in moves if not move.startswith("erase")] or moves


# --- records ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLAIN, ids=repr)
def test_a_record_is_saved_and_loaded(game: Game, tmp_path: Path) -> None:
    record = random_match(game, 1, 40)
    record.save(tmp_path / "match.json")
    again = sk.load_record(tmp_path / "match.json")
    assert again.game == game and again.moves == record.moves and again.states()[-1] == record.end
    assert len(again.states()) == len(again.moves) + 1


def torris() -> dict[str, Any]:
    return dict(random_match(sk.game("torris"), 3).data)


def test_what_was_taken_back_does_not_count() -> None:
    record = random_match(sk.game("zahlenluchs"), 1)
    data = dict(record.data)
    moves = data["events"][0]["moves"]
    data |= {"events": [{"number": 1, "moves": moves[:60]}, {"number": 2, "moves": moves[60:62]}], "scores": None}
    data["events"] += [{"number": 5, "moves": moves[60:]}]
    data["undone"] = [{"number": 3, "back_before": 2}]
    assert sk.load_record(data).moves == record.moves


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "halma"}, "halma"),
        ({"game": 7}, "names no game"),
        ({"options": {"players": 9}}, "players"),
        ({"version": 99}, "version 99"),
        ({"events": None}, "damaged"),
        ({"events": [{"number": 1}]}, "damaged"),
        ({"events": [{"number": 1, "moves": [["x"]]}]}, "damaged"),
        ({"events": [{"number": 1, "moves": [[0, None]]}]}, "secret"),
        ({"events": [{"number": 1, "moves": [[0, "z9z"]]}]}, "move 1"),
        ({"scores": [99, 1]}, "scores"),
        ({"players": 3}, "damaged"),
        ({"game": "x" * 1000}, "the name of its game is too long"),
        ({"options": {f"option{k}": 1 for k in range(100)}}, "too many options"),
        ({"options": {"players": [2]}}, "cannot be the option"),
        ({"options": {"players": 10**10}}, "cannot be the option"),
        ({"options": {"players": "2" * 10_000}}, "cannot be the option"),
        ({"players": ["x" * 30_000, "y" * 30_000]}, "at most 100 letters"),
        ({"players": ["half of a letter: \ud83d"]}, "damaged"),
        ({"players": ["Zoe"] * 101}, "names 101 players, 100 are allowed"),
        ({"events": [{"number": 1, "moves": [[0, "a" * 1001]]}]}, "at most 1000 letters"),
        ({"events": [{"number": 1, "moves": [[10**12, "c2n"]]}]}, "a seat and a text"),
        ({"events": [{"number": 1, "moves": [[0, "c2n"]] * 10_001}]}, "10001 moves, 10000 are allowed"),
        ({"events": [{"number": 1, "moves": []}] * 20_001}, "20001 entries, 20000 are allowed"),
        ({"events": [{"number": 10**12, "moves": []}]}, "lacks its number"),
        ({"undone": [{"number": 1, "back_before": 10**12}]}, "lacks its number"),
        ({"scores": ["x" * 60_000]}, "scores"),
    ],
)
def test_a_foreign_or_damaged_record_is_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(sk.BadRecord, match=says) as refused:
        sk.load_record(torris() | change)
    assert len(str(refused.value)) < 300, "a sentence, not what was sent"


def test_a_record_is_refused_before_anything_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    record = torris()
    monkeypatch.setattr(State, "play", None)
    for change in ({"players": ["x" * 30_000]}, {"events": [{"number": 1, "moves": [[0, "c2n"]] * 10_001}]}):
        with pytest.raises(sk.BadRecord):
            sk.load_record(record | change)


@pytest.mark.parametrize("text", ["", "{", "[]", "\x00\xff", "[" * 100_000])
def test_what_is_no_record_at_all_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text(text, encoding="utf-8")
    with pytest.raises(sk.BadRecord, match="no record"):
        sk.load_record(tmp_path / "bad.json")
    with pytest.raises(sk.BadRecord, match="cannot be read"):
        sk.load_record(tmp_path / "none.json")


# --- reviews ---------------------------------------------------------------------------------------------


def adds_up(found: Any) -> None:
    end = found.record.end
    for one in found.accounts:
        assert one.start + one.luck + one.gifts - one.errors == pytest.approx(one.result, abs=1e-9)
        assert one.start + one.luck + one.skill == pytest.approx(one.result, abs=1e-9)
        points = found.measure.kind == "points"
        assert not end.over or one.result == pytest.approx(float((end.scores if points else end.returns)[one.seat]))
    entered = [sum(one.loss for one in found.decisions if one.seat == seat.seat) for seat in found.accounts]
    if sk.CLOCK not in [seat for seat, _ in found.record.moves]:
        assert entered == pytest.approx([one.errors for one in found.accounts])
    assert all(one.loss >= 0 and one.best_value >= one.value - 1e-9 for one in found.decisions)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_luck_and_skill_add_up_to_the_result(game: Game) -> None:
    found = sk.review(random_match(game, 2), simulations=A_LITTLE)
    adds_up(found)
    assert len(found.curve) == len(found.record.moves) + 1
    assert len(found.best()) <= 3 and len(found.worst()) <= 3
    json.dumps(found.as_json())


def test_a_match_that_was_broken_off_ends_with_what_could_be_expected() -> None:
    for slug in ("torris", "knister", "huetchenspieler", "zahlenpoker"):
        adds_up(sk.review(random_match(sk.game(slug), 4, 9), simulations=A_LITTLE))
    with pytest.raises(sk.BadRecord, match="nothing was played"):
        sk.review(sk.MatchRecord.of(sk.game("torris").start()))


def test_the_same_number_of_simulations_gives_the_same_review() -> None:
    record = random_match(sk.game("zahlenluchs"), 5)
    first, second = (sk.review(record, simulations=30) for _ in range(2))
    assert first.accounts == second.accounts and first.curve == second.curve


def test_errors_have_the_sizes_others_arrived_at() -> None:
    assert [CHANCE_TO_WIN.size(2 * loss, 0.0) for loss in (0.04, 0.06, 0.12, 0.16)] == ["", "small", "middle", "large"]
    assert [POINTS.size(loss, 0.0) for loss in (0.4, 0.6, 1.6, 3.1)] == ["", "small", "middle", "large"]
    assert POINTS.size(2.0, 1.1) == "" and CHANCE_TO_WIN.size(0.01, 0.5, thrown_away=True) == "large"


def test_nothing_the_equilibrium_shows_is_an_error() -> None:
    found = sk.review(random_match(sk.game("zahlenpoker"), 6))
    assert found.exact and not any(one.loss for one in found.decisions)
    assert [one.start for one in found.accounts] == [0.0, 0.0]


def test_what_could_not_be_known_is_luck() -> None:
    """Of two who show at once each is judged before the other shows: the same whatever that is."""
    game = sk.game("zahlenpoker")
    after = [game.start().play("show 4", seat=0).play(shown, seat=1) for shown in ("show 4", "show 3")]
    reviews = [sk.review(sk.MatchRecord.of(state)) for state in after]
    assert [one.decisions[0].value for one in reviews] == [0.0, 0.0]
    assert reviews[0].accounts[0].luck != reviews[1].accounts[0].luck


def test_a_jump_after_which_it_cannot_be_solved_is_a_great_error() -> None:
    found = sk.review(random_match(sk.game("abraeumen"), 2))
    assert found.accounts[0].start == -1.0
    spoilt = [one for one in found.decisions if one.best_value == -1.0 and one.value < -1.0]
    assert len(spoilt) == 1 and spoilt[0].size == "large"


def test_classic_chances_are_exact_near_the_end() -> None:
    found = sk.review(random_match(sk.game("zahlenluchs", classic=True), 1), simulations=A_LITTLE)
    late = [one for one in found.decisions if not one.forced][-3:]
    assert all(one.exact and one.error == 0 for one in late)
    assert found.chances[-1].exact


@pytest.fixture
def tenth_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    monkeypatch.setenv("SPIELKISTE_ROOMS", str(copied(tmp_path).parent))
    all_rooms.cache_clear()
    yield sk.game("streichhoelzer")
    monkeypatch.undo()
    all_rooms.cache_clear()


def test_a_tenth_game_is_reviewed_without_edits(tenth_game: Game) -> None:
    game = tenth_game
    found = sk.review(random_match(game, 1), simulations=A_LITTLE)
    adds_up(found)
    judge, state = judge_of(game), sk.deal(game.start(), np.random.default_rng(1))
    verdict = judge.verdict(state, state.turn[0], Limit(simulations=50))
    assert tip(judge, state, state.turn[0], verdict, Look(0, "de"))


@pytest.mark.parametrize("lang", ["de", "en"])
def test_moments_are_told_in_both_languages(lang: str) -> None:
    found = sk.review(random_match(sk.game("knister"), 7), simulations=A_LITTLE)
    judge = judge_of(found.record.game)
    for one in found.worst():
        words = told(judge, found.state(one.number), one, Look(0, lang))
        assert ("kostet" if lang == "de" else "costs") in words and ("Besser" if lang == "de" else "Better") in words


def test_progress_is_told_and_can_stop_it() -> None:
    record, heard = random_match(sk.game("knister"), 8), list[tuple[int, int]]()
    sk.review(record, simulations=1, progress=lambda done, steps: heard.append((done, steps)))
    assert heard[0] == (0, 50) and heard[-1] == (50, 50)

    def stop(done: int, steps: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sk.review(record, progress=stop)


def test_the_command_line_goes_through_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    random_match(sk.game("huetchenspieler"), 9).save(file)
    assert main(["review", str(file), "--lang", "de"]) == 0
    said = capsys.readouterr().out
    assert "Anna" in said and "Glück" in said and "Das war teuer" in said
    assert main(["review", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["exact"] is True
    file.write_text("{}", encoding="utf-8")
    assert main(["review", str(file), "--lang", "en"]) == 2
    assert "no record" in capsys.readouterr().err


# --- sentences ----------------------------------------------------------------------------------------------


def sentence(state: sk.State, seat: int, lang: str, simulations: int = 60) -> str:
    judge = judge_of(state.game)
    return tip(
        judge, state, seat, judge.verdict(state, seat, Limit(simulations=simulations, nodes=400)), Look(seat, lang)
    )


def test_a_jump_is_good_because_it_can_still_be_solved() -> None:
    state = random_match(sk.game("abraeumen"), 2).states()[0]
    assert sentence(state, 0, "de") == "Noch ist jeder Sprung lösbar."


def test_a_win_at_once_is_named() -> None:
    """In the last position before a random game was won."""
    for seed in range(1, 9):
        record = random_match(sk.game("zahlenluchs"), seed)
        before, seat = record.states()[-2], record.moves[-1][0]
        assert record.end.returns is not None
        if record.end.returns[seat] > 0 and len(before.moves(seat)) > 1:
            assert "gewinnst du sofort" in sentence(before, seat, "de")
            return
    raise AssertionError("nobody won by a move of their own")


def test_in_secret_no_move_is_recommended_for_being_better() -> None:
    assert "cannot be read" in sentence(sk.game("zahlenpoker").start(), 1, "en")


def test_a_reason_that_explains_too_little_is_left_out() -> None:
    state = sk.deal(sk.game("knister").start(), np.random.default_rng(2))
    verdict = judge_of(state.game).verdict(state, 0, Limit(simulations=40))
    better, *_, worse = verdict.values
    assert reason(state, 0, better, worse, verdict, 1000.0, Look(0, "en")) == ""
