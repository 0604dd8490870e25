"""What the bots know: estimates that are fair and near the truth, exact endgames, levels that differ."""

import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.games.zahlenluchs import knowledge, net, solver
from spielkiste.games.zahlenluchs.bot import Strongest, player
from spielkiste.games.zahlenluchs.tools import learn_teams
from spielkiste.search.glance import glance
from spielkiste.search.limit import Limit
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
    return [s for s in random_turns(CLASSIC, games, 5) if len(s.moves()) > 1 and solver.positions(s) <= most]


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


def test_what_is_learnt_is_what_is_summed_up() -> None:
    """The learner for four moves exactly the weights that make the estimate."""
    table = np.random.default_rng(1).integers(-50, 50, knowledge.WEIGHTS).astype(float)
    for state in random_turns(FOUR, 3):
        s, found = state.record(), [0] * 128
        count = learn_teams.features(s, found)
        total = sum(table[at] if at >= 0 else -table[~at] for at in found[:count])
        assert knowledge.logit(s, table) == pytest.approx(total)


def test_a_learner_gets_better_at_once() -> None:
    """After a few hundred games a stone before the goal is worth more than one at home."""
    table = learn_teams.learnt(2000, 1, lambda: None)
    places = table[: 36 * knowledge.BUCKETS * 2].reshape(36, -1)
    assert places[28].max() > places[0].max() + 100  # one step short of the goal, and at home


def by_numpy(state: sk.State, kind: str) -> float:
    """The network once more, in whole arrays, from what the board says."""
    with np.load(net.FILE) as file:
        rows, w2, last = file[f"{kind}_rows"] / 2048, file[f"{kind}_mix"].T / 2048, file[f"{kind}_last"].astype(float)
    b2, w3, b3 = last[:32], last[32:64], last[64]
    s: Any = state.record()
    summed = rows[1100].copy()
    for role in range(2):
        seat = int(s.seat) ^ role
        cells = {stone: int(s.where[seat][stone]) for stone in range(1, 7) if s.where[seat][stone]}
        number = {stone: stone if kind == "classic" else int(s.number[cell]) for stone, cell in cells.items()}
        order = sorted(cells, key=lambda stone: (number[stone], stone))
        for stone, cell in cells.items():
            row, column = (cell >> 3) - 1, (cell & 7) - 1
            place = 5 * row + column if seat == 0 else 5 * (4 - row) + 4 - column
            above = min([n for n in number.values() if n > number[stone]], default=int(s.highest) + 1)
            below = max([n for n in number.values() if n < number[stone]], default=0)
            rank, freedom = stone - 1, above - below - 2
            if kind == "cards":
                rank, freedom = order.index(stone), 16 * freedom // int(s.highest)
            summed += rows[25 * (6 * role + rank) + place] + rows[300 + 16 * (25 * role + place) + freedom]
    return float(np.tanh(np.maximum(np.maximum(summed, 0) @ w2 + b2, 0) @ w3 + b3))


@pytest.mark.parametrize(("game", "kind"), [(CLASSIC, "classic"), (TWO, "cards")])
def test_the_network_is_what_the_file_says(game: sk.Game, kind: str) -> None:
    """In whole numbers as in real ones, and no sum can overflow."""
    mix = net.TABLES[f"{kind}_mix"]
    assert net.HIGHEST_UNIT * np.abs(mix.astype(int)).sum(axis=1).max() < 2**31
    for state in random_turns(game, 3):
        assert net.value_for_two(state.record()) == pytest.approx(by_numpy(state, kind), abs=1e-6)


@ALL
def test_a_glance_sees_wins_and_what_the_estimate_says(game: sk.Game) -> None:
    for state in random_turns(game, 2):
        seat = state.turn[0]
        for move, value in glance(state, seat).items():
            after = state.play(move)
            expected = after.returns[seat] if after.returns else knowledge.estimate(after.record(), seat)
            assert value == pytest.approx(expected, abs=1e-6)


@ALL
def test_every_move_can_be_thought_of(game: sk.Game) -> None:
    for state in random_turns(game, 3):
        s, seat = state.record(), state.turn[0]
        leans = {move: knowledge.lean(s, seat, action) for move, action in state.actions(seat).items()}
        assert min(leans.values()) >= 1
        wins = [move for move in leans if (state.play(move).returns or [0] * 4)[seat] > 0]
        assert all(leans[move] == max(leans.values()) for move in wins if move.endswith(("e5", "a1")))


def test_estimates_are_near_the_truth() -> None:
    """The mean error of the chances before a roll, against exact ones; 0.5 each would be wrong by a third."""
    errors, even = [], []
    for state in late(20_000, 30):
        s: Any = state.record()
        s.drawn, s.acts = 0, sk.CHANCE
        truth = solver.Table(state).chance(s)
        errors.append(abs((1 + knowledge.estimate(s, s.seat)) / 2 - truth))
        even.append(abs(0.5 - truth))
    assert len(errors) > 20
    assert np.mean(errors) < 0.1 < 0.2 < np.mean(even)


def test_the_tree_search_comes_near_the_truth() -> None:
    """Chance leads into proved nodes again and again, and their proof is what counts then."""
    thinker = Thinker(CLASSIC, seed=1, nodes=1 << 17)
    errors = []
    for state in late(20_000, 20):
        best = thinker.think(state, Limit(simulations=20_000))[0]
        errors.append(abs((1 + best.value) / 2 - solver.Endgame().chances_of_moves(state)[best.move]))
    assert len(errors) > 15
    assert np.mean(errors) < 0.03


def test_level_5_plays_the_endgame_exactly() -> None:
    player = sk.bot(CLASSIC, level=5, seed=1, seconds=0.1)
    for state in late(20_000, 8):
        chances = solver.Endgame().chances_of_moves(state)
        assert chances[player.choose(state, state.turn[0])] == max(chances.values())


def test_the_exact_endgame_is_for_the_classic_game() -> None:
    ending = position(CLASSIC, ". . . . . \n . . . ○3 . \n . . . . . \n . ●2 . . . \n . . . . .", seat=0, drawn=1)
    assert Strongest(CLASSIC, 1).exact_move(ending, 1.0) == "d4-e5"
    for game in (CLASSIC, TWO, FOUR):
        start = sk.deal(game.start(), np.random.default_rng(1))
        assert Strongest(game, 1).exact_move(start, 1.0) is None


@ALL
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_players_made_alike_play_alike_in_any_order(game: sk.Game, level: int) -> None:
    """One that is asked from the end backwards, and a fresh one for every move."""
    asked, limit = list(random_turns(game, 1, 3))[::4], Limit(simulations=200)
    backwards = player(game, level, 7)
    last_first = [backwards.choose(state, state.turn[0], limit) for state in reversed(asked)]
    assert last_first[::-1] == [player(game, level, 7).choose(state, state.turn[0], limit) for state in asked]


@ALL
def test_analysis_by_a_number_repeats_and_lists_the_best_first(game: sk.Game) -> None:
    state = sk.deal(game.start(), np.random.default_rng(2))
    first, again = (sk.analyse(state, simulations=500) for _ in range(2))
    assert first == again and [t.value for t in first] == sorted((t.value for t in first), reverse=True)


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
