"""Options, refused moves, views, pictures and the bot of 5er finden."""

import numpy as np
import pytest

import spielkiste as sk

from .positions import EMPTY, MIXED, SIX, L, U, W, X, done, drawn, outlined


def test_one_player_means_solo() -> None:
    assert sk.game("fuenfer_finden", players=1).options["mode"] == "solo"
    assert sk.game("fuenfer_finden", players=np.int64(1)).options == sk.game("fuenfer_finden", mode="solo").options
    assert sk.game("fuenfer_finden", mode="solo").players == 1
    assert sk.game("fuenfer_finden", mode="solo", players=1, hourglass=10, boards="same").players == 1
    assert sk.game("fuenfer_finden", players=3).options == {
        "players": 3,
        "mode": "base",
        "boards": "own",
        "hourglass": 30,
    }


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1, "mode": "base"},
        {"players": 1, "mode": "puzzle"},
        {"players": 2, "mode": "solo"},
        {"players": 5, "mode": "solo"},
        {"players": True},
    ],
)
def test_contradictory_players_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(sk.OptionError, match="players="):
        sk.game("fuenfer_finden", **options)
    for seconds in (9, 121):
        with pytest.raises(sk.OptionError, match="hourglass"):
            sk.game("fuenfer_finden", hourglass=seconds)


def test_outlines_are_secret_until_the_round_is_judged() -> None:
    state = outlined(outlined(drawn(SIX), 0, L, X).play("erase f8", seat=0), 1, U)
    assert [move for _, move in state.view(1)["moves_made"]][1:] == [None, None, None, f"outline {U}"]
    assert [move for _, move in state.view(None)["moves_made"]][1:] == [None] * 4
    assert [seat["outlines"] for seat in state.view(0)["position"]["seats"]] == [[L.split()], None]
    judged = done(state, 0, 1)
    assert None not in [move for _, move in judged.view(None)["moves_made"]]
    assert judged.view(1)["position"]["seats"][0]["outlines"] == [L.split()]


def test_pictures_of_all_phases() -> None:
    state = outlined(drawn(MIXED, mode="puzzle", players=3), 0, L)
    assert 'id="cell-a1"' in state.svg(0) and "outlined: " + L in state.svg(0)
    assert 'id="outline-0-a9"' in state._repr_svg_() and "column a from below: star" in state._repr_svg_()
    state = state.play("turn", seat=0)
    assert "player 1 turned the hourglass" in state.svg(1) and "hourglass turned by player 1" in state.text(1)
    state = done(state, 1)
    assert "player 2: 0 points, done" in state.text(0) and "player 3: 0 points, searches" in state.text(0)
    state = state.play("sand", seat=sk.CLOCK)
    assert "must strike" in state.text(0) and "player 1: 2 points, waits" in state.text(0)
    state = state.play("strike P b1 b2 c1 c2 d1", seat=1)
    assert (
        "/P1/" in state.text(1)
        and "struck: b1" in state.svg(1)
        and "(L1)" in state.text(0)
        and "player 2: 0" in state.svg(0)
    )


def test_the_bot_takes_the_best_five_and_then_the_point() -> None:
    state, bot = drawn(SIX), sk.bot("fuenfer_finden", 5, seed=1)
    chosen = []
    while 0 in state.turn:
        chosen.append(bot.choose(state, 0))
        state = state.play(chosen[-1], seat=0)
    assert len(chosen) == 6 and chosen[-1] == "turn" and set(chosen[:2]) == {f"outline {X}", f"outline {W}"}
    assert state.play("done", seat=1).scores == (14, 0)
    solo = drawn(EMPTY, mode="solo").play("done")
    assert sk.bot("fuenfer_finden", 2, seed=1).choose(solo, 0).split()[1] in "LYP"


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("outline a1 a1", "named twice"),
        ("outline a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 b1", "at most 10"),
        ("erase a1", "no outline contains a1"),
        ("strike W", "after a round"),
        ("sand", "the clock"),
        ("roll ABCDE", "chance"),
    ],
)
def test_impossible_moves_say_why(move: str, why: str) -> None:
    with pytest.raises(sk.IllegalMove, match=why):
        drawn(SIX).play(move, seat=0)


@pytest.mark.parametrize(
    "move", ["outline", "outline k1", "outline a0", "outline a11", "erase a1 a2", "strike Q", "turn 1", "Done"]
)
def test_what_cannot_be_read(move: str) -> None:
    with pytest.raises(sk.NotAMove):
        drawn(SIX).play(move, seat=0)


def test_impossible_chance_and_clock_moves_say_why() -> None:
    start = sk.game("fuenfer_finden").start()
    with pytest.raises(sk.IllegalMove, match="dealt first"):
        start.play("roll ABCDE")
    for _ in range(17):
        start = start.play("deal A")
    with pytest.raises(sk.IllegalMove, match="left in the bag"):
        start.play("deal A")
    waiting = done(drawn(SIX), 0, 1)
    with pytest.raises(sk.IllegalMove, match="boards are dealt"):
        waiting.play("deal A")
    with pytest.raises(sk.IllegalMove, match="sorted"):
        waiting.play("roll BACDE")
    with pytest.raises(sk.IllegalMove, match="chance event"):
        waiting.play("done")
    with pytest.raises(sk.IllegalMove, match="the clock"):
        drawn(SIX).play("turn", seat=0).play("done", seat=sk.CLOCK)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("strike L a1 a2 a3 a4 b1", "not available"),
        ("strike W", "name the five cells"),
        ("strike W a1 a2 a3 a4 a5", "shape W"),
        ("strike W a1 a2 a3", "shape W"),
        ("strike I a10 b10 c10 d10 e10", "taken"),
        ("done", "strike a shape"),
    ],
)
def test_impossible_strikes_say_why(move: str, why: str) -> None:
    state = drawn(MIXED, mode="puzzle")
    state = done(outlined(outlined(state, 0, L), 1, L), 0, 1).play("roll ABCDE")
    with pytest.raises(sk.IllegalMove, match=why):
        done(outlined(state, 0, U), 0, 1).play(move, seat=1)
