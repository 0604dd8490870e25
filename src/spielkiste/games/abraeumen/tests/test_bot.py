"""The bots: the strongest always solves, the levels grow, and the analysis is right."""

import random
from itertools import pairwise
from statistics import mean

import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.abraeumen.bot import ALL_OF_IT, FORESIGHT
from spielkiste.games.abraeumen.few import best_jumps
from spielkiste.games.abraeumen.rules import STONES
from spielkiste.games.abraeumen.solver import best_way, can_be_solved


def stones_left(level: int, seed: int, state: State | None = None) -> int:
    """What a bot leaves, from the start or from a position."""
    bot = sk.bot("abraeumen", level=level, seed=seed)
    state = state or sk.game("abraeumen").start()
    while not state.over:
        state = state.play(bot.choose(state, 0))
    return -state.scores[0]


def test_the_strongest_solves_in_13_moves() -> None:
    for seed in range(8):
        bot, state = sk.bot("abraeumen", level=5, seed=seed), sk.game("abraeumen").start()
        while not state.over:
            state = state.play(bot.choose(state, 0))
        assert state.scores == (-1,) and state.record().moves == 13


def test_the_strongest_solves_whatever_can_be_solved() -> None:
    rng, solved = random.Random(1), 0
    while solved < 5:
        state = sk.game("abraeumen").start()
        for _ in range(rng.randint(3, 16)):
            state = state.play(rng.choice(state.moves())) if not state.over else state
        if can_be_solved(state):
            assert stones_left(5, 0, state) == 1
            solved += 1


def test_each_level_leaves_fewer_stones() -> None:
    """By a good margin; `pytest -s` shows the means."""
    left = [mean(stones_left(level, seed) for seed in range(60)) for level in (1, 2, 3, 4, 5)]
    print(f"stones left by levels 1 to 5: {left}")
    assert all(more > less + 0.1 for more, less in pairwise(left)), left
    assert left[4] == 1


def test_players_made_alike_choose_alike_in_whatever_order_they_are_asked() -> None:
    for level in (1, 2, 3, 4, 5):
        bot, state, made = sk.bot("abraeumen", level=level, seed=4), sk.game("abraeumen").start(), []
        while not state.over:
            made.append((state, bot.choose(state, 0)))
            state = state.play(made[-1][1])
        kept = sk.bot("abraeumen", level=level, seed=4)
        backwards = [kept.choose(state, 0) for state, _ in reversed(made)]
        anew = [sk.bot("abraeumen", level=level, seed=4).choose(state, 0) for state, _ in made]
        assert backwards[::-1] == anew == [move for _, move in made]


def test_with_few_stones_the_whole_end_is_seen() -> None:
    rng = random.Random(2)
    for _ in range(40):
        state = sk.game("abraeumen").start()
        while not state.over and -state.scores[0] > max(FORESIGHT.values()):
            state = state.play(rng.choice(state.moves()))
        assert state.over or best_way(state, ALL_OF_IT).proved


@pytest.mark.parametrize("jumps", [3, 12, 16, 20])
def test_an_analysis_by_simulations_repeats_and_lists_the_best_first(jumps: int) -> None:
    rng, state = random.Random(9), sk.game("abraeumen").start()
    for _ in range(jumps):
        state = state.play(rng.choice(state.moves()))
    one, again = (sk.analyse(state, simulations=3000) for _ in range(2))
    values = [thought.value for thought in one]
    assert one == again and values == sorted(values, reverse=True)


@pytest.mark.parametrize("jumps", [0, 8, 14, 20])
def test_the_analysis_says_of_each_jump_whether_one_can_be_left(jumps: int) -> None:
    rng, state = random.Random(7), sk.game("abraeumen").start()
    for _ in range(jumps):
        state = state.play(rng.choice(state.moves()))
    thoughts = sk.analyse(state, seconds=0.5)
    assert sorted(thought.move for thought in thoughts) == state.moves()
    for thought in thoughts:
        assert thought.line[0] == thought.move
        assert thought.proved or thought.value < (STONES - 2) / (STONES - 1)  # more than two, where time decides
        assert (thought.value == 1) == can_be_solved(state.play(thought.move))
        after = state
        for move in thought.line:
            after = after.play(move)
        assert thought.value == (STONES + after.scores[0]) / (STONES - 1)


def test_the_analysis_says_proved_only_of_what_more_time_cannot_change() -> None:
    state = sk.game("abraeumen").start()
    rng, unproved = random.Random(5), 0
    while -state.scores[0] > 17:
        state = state.play(rng.choice(state.moves()))
    patient = {thought.move: thought for thought in sk.analyse(state, seconds=0.3)}
    for hasty in sk.analyse(state, seconds=1e-9):
        assert hasty.value == patient[hasty.move].value or not hasty.proved
        unproved += not hasty.proved
    assert unproved


def test_plain_python_sees_the_end_as_the_solver_does() -> None:
    """Where there is no compiler (`few.py`)."""
    rng, seen = random.Random(2), 0
    while seen < 10:
        state = sk.game("abraeumen").start()
        while not state.over and -state.scores[0] > 8:
            state = state.play(rng.choice(state.moves()))
        if not state.over:
            jumps, seen = best_jumps(int(state.record().stones)), seen + 1
            for jump in jumps:
                state = state.play(jump)
            assert state.over and -state.scores[0] == best_way(undone(state, len(jumps)), ALL_OF_IT).left


def undone(state: State, moves: int) -> State:
    before = sk.game("abraeumen").start()
    for _, move in state.moves_made[: state.length - moves]:
        before = before.play(move)
    return before
