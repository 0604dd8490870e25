"""What the bots know: estimates that are fair and near the truth, exact endgames, levels that differ."""

import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.games.zahlenluchs import bot, knowledge, learn, solve
from spielkiste.search.think import Thinker

from .positions import CLASSIC, FOUR, TWO, position

ALL = pytest.mark.parametrize("game", [CLASSIC, TWO, FOUR], ids=["classic", "cards", "four"])


def random_turns(game: sk.Game, games: int, seed: int = 1) -> Iterator[sk.State]:
    """Positions of random games in which a seat is in turn."""
    rng, dice = np.random.default_rng(seed), random.Random(seed)
    for _ in range(games):
        state = sk.deal(game.start(), rng)
        while not state.over:
            yield state
            state = sk.deal(state.play(dice.choice(state.moves())), rng)


def late(most: int, games: int) -> list[sk.State]:
    """Classic positions with a choice and at most so many positions to come."""
    return [s for s in random_turns(CLASSIC, games, 5) if len(s.moves()) > 1 and solve.positions(s) <= most]


@ALL
def test_estimates_are_fair(game: sk.Game) -> None:
    """What one team gains the other loses."""
    for state in random_turns(game, 3):
        s = state.record()
        found = [knowledge.estimate(s, seat) for seat in range(game.players)]
        for seat, other in ((a, b) for a in range(game.players) for b in range(game.players)):
            same = game.teams[seat] == game.teams[other]
            assert found[seat] == (found[other] if same else -found[other])
        assert -1 <= found[0] <= 1


@ALL
def test_before_the_first_turn_all_is_even(game: sk.Game) -> None:
    assert knowledge.estimate(game.start().record(), 0) == 0


@ALL
def test_what_is_learnt_is_what_is_summed_up(game: sk.Game) -> None:
    """The learner moves exactly the weights that make the estimate."""
    table = np.random.default_rng(1).integers(-50, 50, knowledge.size(game.players)).astype(float)
    for state in random_turns(game, 3):
        s, found = state.record(), [0] * 128
        count = learn.features(s, found)
        total = sum(table[at] if at >= 0 else -table[~at] for at in found[:count])
        assert knowledge.logit(s, table) == pytest.approx(total)


@ALL
def test_a_learner_gets_better_at_once(game: sk.Game) -> None:
    """After a few hundred games a stone before the goal is worth more than one at home."""
    table = learn.learnt(game, 2000, 1, lambda: None)
    side = 5 if game.players == 2 else 6
    per_place = len(table[: side * side * knowledge.BUCKETS * (1 if side == 5 else 2)]) // (side * side)
    places = table[: side * side * per_place].reshape(side * side, per_place)
    assert places[side * (side - 1) - 2].max() > places[0].max() + 100  # one step short of the goal, and at home


@ALL
def test_every_move_can_be_thought_of(game: sk.Game) -> None:
    for state in random_turns(game, 3):
        s, seat = state.record(), state.turn[0]
        leans = {move: knowledge.lean(s, seat, action) for move, action in state._listed(seat).items()}
        assert min(leans.values()) >= 1
        wins = [move for move in leans if (state.play(move).returns or [0] * 4)[seat] > 0]
        assert all(leans[move] == max(leans.values()) for move in wins if move.endswith(("e5", "a1")))


def test_estimates_are_near_the_truth() -> None:
    """The mean error of the chances before a roll, against exact ones; 0.5 each would be wrong by a third."""
    errors, even = [], []
    for state in late(20_000, 30):
        s: Any = state.record()
        s.drawn, s.acts = 0, sk.CHANCE
        truth = solve.table(state).chance(s)
        errors.append(abs((1 + knowledge.estimate(s, s.seat)) / 2 - truth))
        even.append(abs(0.5 - truth))
    assert len(errors) > 20
    assert np.mean(errors) < 0.1 < 0.2 < np.mean(even)


def test_the_tree_search_comes_near_the_truth() -> None:
    """Chance leads into proved nodes again and again, and their proof is what counts then."""
    thinker = Thinker(CLASSIC, seed=1, nodes=1 << 17)
    errors = []
    for state in late(20_000, 20):
        best = thinker.think(state, simulations=20_000)[0]
        errors.append(abs((1 + best.value) / 2 - solve.chances_of_moves(state)[best.move]))
    assert len(errors) > 15
    assert np.mean(errors) < 0.03


def test_level_5_plays_the_endgame_exactly() -> None:
    player = sk.bot(CLASSIC, level=5, seed=1, seconds=0.1)
    for state in late(20_000, 8):
        chances = solve.chances_of_moves(state)
        assert chances[player.choose(state, state.turn[0])] == max(chances.values())


def test_the_exact_endgame_is_for_the_strongest_level_and_the_classic_game() -> None:
    ending = position(CLASSIC, ". . . . . \n . . . ○3 . \n . . . . . \n . ●2 . . . \n . . . . .", seat=0, drawn=1)
    assert bot.first_thought(ending, 0, 5, 1.0) == "d4-e5"
    assert bot.first_thought(ending, 0, 4, 1.0) is None
    for game in (CLASSIC, TWO, FOUR):
        start = sk.deal(game.start(), np.random.default_rng(1))
        assert bot.first_thought(start, start.turn[0], 5, 1.0) is None


@pytest.mark.parametrize("game", [CLASSIC, TWO, FOUR], ids=["classic", "cards", "four"])
def test_level_4_beats_a_child(game: sk.Game) -> None:
    """In 40 games at least 28; by chance alone once in a hundred."""
    strong, child = sk.bot(game, level=4, seed=1), sk.bot(game, level=1, seed=2)
    won = 0
    for number in range(40):
        rng = np.random.default_rng(number // 2)
        state = sk.deal(game.start(), rng)
        while not state.over:
            seat = state.turn[0]
            mover = strong if game.teams[seat] == number % 2 else child
            state = sk.deal(state.play(mover.choose(state, seat)), rng)
        assert state.returns is not None and math.fabs(state.returns[0]) == 1
        won += state.returns[game.teams.index(number % 2)] > 0
    assert won >= 28
