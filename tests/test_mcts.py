"""The tree search: it proves what can be proved, finds what theory says, and is the same for the same seed."""

import numpy as np
import pytest
from rooms import every_sample, random_states

import spielkiste as sk
from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.game import Game
from spielkiste.core.room import HOME, Room
from spielkiste.search import mcts
from spielkiste.search.think import PLAIN_UCT, Thinker

SAMPLES = [sample.values[0] for sample in every_sample()]
OPEN = [
    game for game in SAMPLES if game.players > 1 and not {"hidden", "simultaneous", "real time"} & set(game.card.kinds)
]


def matches(**options: int) -> Game:
    room = Room("_template", HOME / "_template")
    return Game(room, room.card.settle(options))


@pytest.mark.parametrize("heap", range(4, 16))
def test_taking_matches_is_proved(heap: int) -> None:
    """Theory: a multiple of four is lost, else leave one."""
    game = matches()
    thoughts = Thinker(game, seed=3).think(game.start().play(f"pour {heap}"), simulations=200_000)
    best = thoughts[0]
    assert best.proved and best.value == (1 if heap % 4 else -1)
    if heap % 4:
        assert best.move == f"take {heap % 4}"
    assert best.line[0] == best.move


def test_chance_nodes_weigh_outcomes() -> None:
    """Before the pour nobody moves; after it the value of the heap for seat 0 is what the outcomes average to."""
    game = matches(most=7)
    thinker = Thinker(game, seed=1)
    for heap, value in ((4, -1.0), (5, 1.0), (6, 1.0), (7, 1.0)):
        assert thinker.think(game.start().play(f"pour {heap}"), simulations=10_000)[0].value == value


@pytest.mark.parametrize("game", OPEN, ids=repr)
def test_the_same_seed_thinks_the_same(game: Game) -> None:
    state = sk.deal(game.start(), np.random.default_rng(1))
    first, second, other = (Thinker(game, seed=seed, nodes=1 << 14).think(state, simulations=300) for seed in (5, 5, 6))
    assert first == second
    assert [thought.visits for thought in first] != [thought.visits for thought in other] or len(first) == 1
    assert sum(thought.visits for thought in first) == 300
    assert {thought.move for thought in first} == set(state.moves())


@pytest.mark.parametrize("game", OPEN, ids=repr)
def test_rewards_are_the_returns(game: Game) -> None:
    machine = Machine(game)
    teams = np.array(game.teams)
    for seed in range(5):
        *_, end = random_states(game, np.random.default_rng(seed))
        record = machine.records(1, end.data)[0]
        found = [compiled(mcts.reward)(record, seat, teams) for seat in range(game.players)]
        assert tuple(found) == pytest.approx(end.returns)


@pytest.mark.parametrize("game", OPEN, ids=repr)
def test_a_win_in_one_is_played(game: Game) -> None:
    """Where one move wins at once, the search finds and proves it (two players: others may have a say in between)."""
    if game.players > 2:
        return
    rng, thinker, found = np.random.default_rng(2), Thinker(game, seed=2, nodes=1 << 16), 0
    while found < 3:
        for state in random_states(game, rng):
            if state.over or state.turn[0] < 0:
                continue
            seat = state.turn[0]
            wins = {move for move in state.moves() if (state.play(move).returns or (0, 0))[seat] == 1}
            if wins and len(wins) < len(state.moves()):
                best = thinker.think(state, simulations=2000)[0]
                assert best.proved and best.value == 1
                found += 1
                break


def test_a_full_tree_stops() -> None:
    game = matches(most=60)
    thinker = Thinker(game, PLAIN_UCT, nodes=200)
    thinker.think(game.start().play("pour 60"), simulations=100_000)
    assert 0 < thinker.simulations < 100_000


def test_analyse_gives_each_move_a_value_and_a_line() -> None:
    game = OPEN[0]
    state = sk.deal(game.start(), np.random.default_rng(1))
    thoughts = sk.analyse(state, seconds=0.1)
    assert {thought.move for thought in thoughts} == set(state.moves())
    assert all(-1 <= thought.value <= 1 and thought.line[0] == thought.move for thought in thoughts)
    with pytest.raises(sk.NotYourTurn):
        sk.analyse(game.start()) if game.start().turn == (sk.CHANCE,) else sk.analyse(
            list(random_states(game, np.random.default_rng(1)))[-1]
        )
