"""The stronger bots: what they know, what they must see, and that they are stronger."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import spielkiste as sk
from spielkiste.core.compiled import Machine
from spielkiste.core.state import State
from spielkiste.games.fuenf_gewinnt import bot as knowing
from spielkiste.games.fuenf_gewinnt.bot import Proving, SeeingFours, player
from spielkiste.games.fuenf_gewinnt.decision import Win, first_that_holds, gives_away
from spielkiste.games.fuenf_gewinnt.knowledge import estimate, lean
from spielkiste.games.fuenf_gewinnt.solver import forced_win
from spielkiste.games.fuenf_gewinnt.tests.test_rules import GAME, drawn, played
from spielkiste.games.fuenf_gewinnt.tests.test_solver import KNOWN, random_position
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.steps import driven


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
    chosen = [player(GAME, 1, seed).choose(state, 0, NO_LIMIT) for seed in range(300)]
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
    assert all(forced_win(state, 0, Limit(nodes=500)) is None for state in states)


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
    strongest, fours = Proving(GAME, 1, NO_LIMIT), SeeingFours(GAME, 1, NO_LIMIT)
    assert strongest.choose(state, 0, Limit(simulations=10)) == (forced_win(state, 0) or [""])[0]
    assert fours.prover.win_by_fours(state, 0) is None  # level 4 sees fours only
    other = drawn(*KNOWN["open three"][0], placing=True, turn=1)

    def wins(after: State, seat: int) -> bool:
        return forced_win(after, seat) is not None

    assert gives_away(other, 1, "put 1,-1", wins)
    assert not gives_away(other, 1, sk.bot(GAME, 5, seed=1, seconds=0.2).choose(other, 1), wins)


def test_level_4_does_not_walk_into_fours() -> None:
    state = drawn(*KNOWN["open three"][0], placing=True, turn=1)
    careful = SeeingFours(GAME, 1, NO_LIMIT)
    assert gives_away(state, 1, "put 1,-1", careful.wins_by_fours)
    assert not gives_away(state, 1, sk.bot(GAME, 4, seed=1).choose(state, 1), careful.wins_by_fours)


def test_the_best_move_that_holds_is_taken_and_else_the_best() -> None:
    state = drawn(*KNOWN["open three"][0], placing=True, turn=1)
    moves, holds = ["put 1,-1", "put -1,0", "put 2,0"], {state.play("put 2,0")}

    def chosen(wins: Callable[[State], bool]) -> str:
        steps = first_that_holds(state, 1, moves, lambda after, seat: Win(after, seat, None))
        return driven(steps, lambda asked: wins(asked.state))

    assert chosen(lambda after: after not in holds) == "put 2,0"
    assert chosen(lambda after: True) == "put 1,-1"


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


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_players_made_alike_play_alike_in_any_order(level: int) -> None:
    """One that is asked from the end backwards, and a fresh one for every move."""
    rng, limit = random.Random(6), Limit(simulations=40)
    asked = [random_position(rng, moves) for moves in (2, 9, 14, 21, 36, 45)]
    backwards = player(GAME, level, 7)
    last_first = [backwards.choose(state, state.turn[0], limit) for state in reversed(asked)]
    assert last_first[::-1] == [player(GAME, level, 7).choose(state, state.turn[0], limit) for state in asked]


def test_analysis_by_a_number_repeats_and_lists_the_best_first() -> None:
    state = random_position(random.Random(8), 11)
    first, again = (sk.analyse(state, simulations=400) for _ in range(2))
    assert first == again and [t.value for t in first] == sorted((t.value for t in first), reverse=True)


def test_level_3_beats_level_1() -> None:
    bots = {level: sk.bot(GAME, level, seed=1) for level in (1, 3)}
    for seat in range(2):
        state = GAME.start()
        while not state.over:
            level = 3 if state.turn == (seat,) else 1
            state = state.play(bots[level].choose(state, state.turn[0]))
        assert state.scores[seat] == 1
