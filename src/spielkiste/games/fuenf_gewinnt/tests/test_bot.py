"""The stronger bots: what they know, what they must see, and that they are stronger."""

import random
from typing import Any

import pytest

import spielkiste as sk
from spielkiste.core.compiled import Machine
from spielkiste.core.state import State
from spielkiste.games.fuenf_gewinnt import bot as knowing
from spielkiste.games.fuenf_gewinnt.knowledge import estimate, lean
from spielkiste.games.fuenf_gewinnt.solve import forced_win
from spielkiste.games.fuenf_gewinnt.tests.test_rules import GAME, drawn, played
from spielkiste.games.fuenf_gewinnt.tests.test_solve import KNOWN, random_position


def leans(state: State) -> dict[str, int]:
    record = state.record()
    return {move: lean(record, state.turn[0], action) for move, action in state.actions(state.turn[0]).items()}


# --- what is known --------------------------------------------------------------------------------


def test_five_comes_before_stopping_five_before_all_else() -> None:
    pull = leans(drawn("OOOO.", "XXXX.", placing=True))
    order = sorted(pull, key=lambda move: -pull[move])
    assert set(order[:2]) == {"put -1,1", "put 4,1"} and set(order[2:4]) == {"put -1,0", "put 4,0"}
    assert pull[order[0]] > 3 * pull[order[2]] > 9 * pull[order[4]]


def test_a_stone_of_a_full_line_is_not_lifted_readily() -> None:
    pull = leans(drawn("OOOO..", "XXXOXX", "OXO..."))
    assert max(pull["lift 0,2"], pull["lift 3,2"]) < pull["lift 0,0"]


def test_estimates_are_opposite_and_see_fives() -> None:
    even = drawn("OX", placing=True).record()
    assert estimate(even, 0) == -estimate(even, 1)
    assert estimate(drawn("OOOO.", "XXXX.", placing=True).record(), 0) > 0.9
    assert estimate(drawn("OOO..", "XXXX.", placing=True).record(), 0) < -0.9
    assert estimate(drawn("OOO..", "XX...", placing=True).record(), 0) > 0
    more, fewer = drawn("OO..XOX", "XXOOOXX", "OO....."), drawn("OO..XOX", "XXOOOXX")
    assert estimate(more.record(), 0) > estimate(fewer.record(), 0)


def test_compiled_and_plain_knowledge_agree() -> None:
    machine: Any = Machine(GAME)
    rng = random.Random(2)
    for moves in range(2, 60, 2):
        state = random_position(rng, moves)
        compiled, plain, seat = machine.records(1, state.data)[0], state.record(), state.turn[0]
        assert machine.estimate(compiled, 0) == pytest.approx(estimate(plain, 0))
        for action in state.actions(seat).values():
            assert machine.lean(compiled, seat, action) == lean(plain, seat, action)


# --- level 1, and how games begin -------------------------------------------------------------------


def test_a_child_sees_many_fives_but_not_all() -> None:
    state = drawn("OOOO.", "XXX..", placing=True)
    rng = random.Random(3)
    chosen = [knowing.choose(state, 0, 1, rng, 1.0) for _ in range(300)]
    fives = sum(move in ("put -1,1", "put 4,1") for move in chosen)
    assert 0.87 < fives / len(chosen) < 0.97  # each of the two is overlooked in 28 of 100 looks: 92 %


def test_a_child_that_sees_nothing_moves_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowing, "SEEN_BY_A_CHILD", 0.0)
    state = drawn("OOOO.", "XXX..", placing=True)
    assert {sk.bot(GAME, 1, seed=seed).choose(state, 0) for seed in range(40)} > {"put -1,1"}


def test_strong_levels_do_not_play_the_same_game_again() -> None:
    for level in (3, 4, 5):
        openings = set()
        for seed in range(12):
            state, bot = GAME.start(), sk.bot(GAME, level, seed=seed)
            while knowing.is_opening(state):
                state = state.play(bot.choose(state, state.turn[0]))
            openings.add(state)
            assert sum(state.record().men) == knowing.OPENING
        assert len(openings) > 6


def test_no_opening_is_lost_by_threats() -> None:
    states = {GAME.start()}
    while knowing.is_opening(next(iter(states))):
        states = {state.play(move) for state in states for move in state.moves()}
    assert len(states) == 160
    assert all(forced_win(state, 0, nodes=500) is None for state in states)


# --- what must be seen --------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [3, 4, 5])
def test_wins_and_prevents(level: int) -> None:
    bot = sk.bot(GAME, level, seed=1, seconds=0.2)
    assert bot.choose(drawn("OOOO", "XXX.", placing=True), 0) in ("put -1,1", "put 4,1")
    assert bot.choose(drawn("OOO.O", "XXXX.", "...O.", placing=True, turn=1), 1) in ("put -1,1", "put 4,1")
    assert bot.choose(drawn("OO.X.", "XXXXO", "...O.", placing=True), 0) == "put -1,1"
    state = drawn("OOOO.", "XXXOX", "XOXXX")
    for _ in range(2):
        state = state.play(bot.choose(state, 0))
    assert state.scores == (1, 0)


def test_level_5_plays_forced_wins_and_does_not_walk_into_them() -> None:
    state = drawn(*KNOWN["four stones each"][0], placing=True)
    first = knowing.first_thought(state, 0, 5, 1.0)
    assert first is not None and first == (forced_win(state, 0) or [""])[0]
    assert knowing.first_thought(state, 0, 4, 1.0) is None  # it sees fours only
    other = drawn(*KNOWN["open three"][0], placing=True, turn=1)
    assert knowing.loses(other, 1, 5, "put 1,-1", 1.0)
    assert not knowing.loses(other, 1, 5, sk.bot(GAME, 5, seed=1, seconds=0.2).choose(other, 1), 1.0)


def test_level_4_does_not_walk_into_fours() -> None:
    state = drawn(*KNOWN["open three"][0], placing=True, turn=1)
    assert knowing.loses(state, 1, 4, "put 1,-1", 1.0) and not knowing.loses(state, 1, 3, "put 1,-1", 1.0)
    kept = sk.bot(GAME, 4, seed=1).choose(state, 1)
    assert not knowing.loses(state, 1, 4, kept, 1.0)


def test_level_5_stops_a_five_in_the_moving_phase() -> None:
    state = drawn("OXXXX.", "OOXOOX", "OXOOXO", "X.OXOX")
    assert forced_win(drawn("OXXXX.", "OOXOOX", "OXOOXO", "X.OXOX", turn=1), 1) is not None
    bot = sk.bot(GAME, 5, seed=1, seconds=0.3)
    while state.turn == (0,):
        state = state.play(bot.choose(state, 0))
    assert forced_win(state, 1) is None


def test_a_seed_makes_levels_with_simulations_repeatable() -> None:
    state = played(GAME.start(), "put 0,0", "put 1,0", "put 1,1")
    for level in (3, 4):
        assert len({sk.bot(GAME, level, seed=5).choose(state, 1) for _ in range(2)}) == 1


def test_level_3_beats_level_1() -> None:
    bots = {level: sk.bot(GAME, level, seed=1) for level in (1, 3)}
    for seat in range(2):
        state = GAME.start()
        while not state.over:
            level = 3 if state.turn == (seat,) else 1
            state = state.play(bots[level].choose(state, state.turn[0]))
        assert state.scores[seat] == 1
