"""Bots of Torris: what they know, that each level is stronger than the last, and that the end is played exactly."""

import random

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.torris import knowledge
from spielkiste.games.torris.bot import player
from spielkiste.search.deepen import Deepener
from spielkiste.search.limit import Limit

GAME = sk.game("torris")


def dealt(seed: int, moves: int = 0) -> State:
    """A fresh deal, and so many random moves later."""
    state, rng = sk.deal(GAME.start(), np.random.default_rng(seed)), random.Random(seed)
    for _ in range(moves):
        if state.over:
            break
        state = state.play(rng.choice(state.moves()))
    return state


def points(strong: int, weak: int, deals: int) -> float:
    """The share of points of one level against another, each deal from both seats."""
    won = 0.0
    for seed in range(deals):
        for seat in (0, 1):
            state = dealt(seed)
            players = {seat: sk.bot(GAME, strong, seed=seed), 1 - seat: sk.bot(GAME, weak, seed=seed)}
            while not state.over:
                state = state.play(players[state.turn[0]].choose(state, state.turn[0]))
            assert state.returns is not None
            won += (state.returns[seat] + 1) / 2
    return won / (2 * deals)


@pytest.mark.parametrize("moves", (0, 8, 16, 22))
def test_an_estimate_is_fair_and_never_as_sure_as_a_result(moves: int) -> None:
    for seed in range(20):
        record = dealt(seed, moves).record()
        assert -1 < knowledge.estimate(record, 0) < 1
        assert knowledge.estimate(record, 0) == pytest.approx(-knowledge.estimate(record, 1))


def test_estimates_agree_with_results() -> None:
    """Towards the end, who is thought ahead wins three times in four at least."""
    right, asked = 0, 0
    for seed in range(60):
        state = dealt(seed, 15)
        if not state.over and abs(knowledge.estimate(state.record(), 0)) > 0.3:
            found = Deepener(GAME).search(state, Limit(nodes=100_000))
            if found.exact and found.value:
                asked += 1
                sign = 1 if state.turn == (0,) else -1
                right += (found.value * sign > 0) == (knowledge.estimate(state.record(), 0) > 0)
    assert asked >= 15 and right >= 0.75 * asked


def test_covering_the_others_stone_is_considered_first() -> None:
    state = dealt(4)
    record = state.record()
    weights = {move: knowledge.lean(record, 0, action) for move, action in state.actions(0).items()}
    assert set(weights.values()) == {knowledge.QUIET, knowledge.QUIET + knowledge.COVERS_OTHER}
    after = {move: state.play(move).scores for move in weights}
    for move, weight in weights.items():  # from single stones, covering white's own stone gains nothing
        assert (after[move][0] > 16) == (weight > knowledge.QUIET)


def test_each_level_is_stronger() -> None:
    """Few games, fixed seeds; docs/strength-torris.md has the figures of many."""
    assert points(2, 1, 10) > 0.65
    assert points(3, 2, 10) > 0.6
    assert points(4, 3, 10) > 0.6


def test_the_end_is_played_exactly() -> None:
    """From won positions the strongest level wins against any defence (here: a searching one)."""
    won = 0
    for seed in range(12):
        state = dealt(seed, 16)
        found = Deepener(GAME).search(state, Limit(nodes=400_000))
        if not found.exact or found.value < 1:
            continue
        winner = state.turn[0]
        players = {winner: sk.bot(GAME, 5, seed=1, seconds=0.5), 1 - winner: sk.bot(GAME, 4, seed=1)}
        while not state.over:
            state = state.play(players[state.turn[0]].choose(state, state.turn[0]))
        assert state.returns is not None and state.returns[winner] == 1
        won += 1
    assert won >= 3


def test_search_signature() -> None:
    """Fixed positions, fixed depth: a change here is a change of strength and must be measured."""
    found = [Deepener(GAME).search(dealt(seed, moves), depth=4) for seed, moves in ((1, 0), (2, 6), (3, 12))]
    assert [(f.nodes, f.move, round(f.value, 4)) for f in found] == [
        (4106, "f3w", 0.1033),
        (2193, "h1w", -0.2368),
        (564, "e4e", 0.6037),
    ]


@pytest.mark.parametrize("level", (1, 2, 3, 4, 5))
def test_players_made_alike_play_alike_in_any_order(level: int) -> None:
    """One that is asked from the end backwards, and a fresh one for every move."""
    asked, limit = [dealt(seed, moves) for seed in (1, 2) for moves in (0, 6, 12)], Limit(nodes=500)
    backwards = player(GAME, level, 7)
    last_first = [backwards.choose(state, state.turn[0], limit) for state in reversed(asked)]
    assert last_first[::-1] == [player(GAME, level, 7).choose(state, state.turn[0], limit) for state in asked]


def test_analysis_by_a_number_repeats_and_lists_the_best_first() -> None:
    state = dealt(3, 4)
    first, again = (sk.analyse(state, simulations=3000) for _ in range(2))
    assert first == again and [t.value for t in first] == sorted((t.value for t in first), reverse=True)
