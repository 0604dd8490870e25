"""Alpha-beta: it finds what a naive search finds, proves what can be proved, and is the same for the same nodes."""

import math

import numpy as np
import pytest
from rooms import random_successor

import spielkiste as sk
from spielkiste.core.errors import NotYourTurn, OptionError
from spielkiste.core.game import Game
from spielkiste.core.room import HOME, Room
from spielkiste.core.state import State
from spielkiste.search.deepen import BY_MARGIN, Deepener, solve
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.players import AlphaBetaPlayer


def matches(**options: int) -> Game:
    room = Room("_template", HOME / "_template")
    return Game(room, room.card.settle(options))


def naive(state: State, depth: float, margin: float, known: dict[tuple[State, float], float]) -> float:
    """The value for seat 0: every move of every position down to the depth."""
    if state.returns is not None:
        lead = state.standings[0] - state.standings[1]
        return state.returns[0] + margin * lead
    if depth == 0:
        return float(state.game.room.verbs.estimate(state.record(), 0))
    if (state, depth) not in known:
        if state.turn == (sk.CHANCE,):
            value = sum(odds * naive(state.play(move), depth - 1, margin, known) for move, odds in state.chances())
        else:
            values = [naive(state.play(move), depth - 1, margin, known) for move in state.moves()]
            value = max(values) if state.turn == (0,) else min(values)
        known[state, depth] = value
    return known[state, depth]


def after_random_moves(game: Game, seed: int, moves: int) -> State:
    rng = np.random.default_rng(seed)
    state = sk.deal(game.start(), rng)
    for _ in range(moves):
        after = sk.deal(random_successor(state, rng), rng)
        if after.over:
            break
        state = after
    return state


def for_seat_0(state: State, value: float) -> float:
    return value if state.turn == (0,) else -value


@pytest.mark.parametrize("heap", range(4, 16))
def test_taking_matches_is_exact(heap: int) -> None:
    """Theory: a multiple of four is lost, else leave one."""
    game = matches()
    found = Deepener(game, entries=1 << 10).search(game.start().play(f"pour {heap}"))
    assert found.exact and found.value == (1 if heap % 4 else -1)
    assert not heap % 4 or found.move == f"take {heap % 4}"
    assert found.line[0] == found.move and len(found.line) > 1


def test_endgames_are_those_of_a_naive_search() -> None:
    """Torris, where a seat may move several times in a row: the result, and the result with its margin."""
    game = sk.game("torris")
    by_result, by_margin = Deepener(game), Deepener(game, BY_MARGIN)
    results = set()
    for seed in range(20):
        state = after_random_moves(game, seed, 23)
        found = by_result.search(state)
        assert found.exact
        assert for_seat_0(state, found.value) == naive(state, math.inf, 0.0, {})
        results.add(found.value)
        value = naive(state, math.inf, BY_MARGIN.margin, {})
        assert for_seat_0(state, by_margin.search(state).value) == pytest.approx(value, abs=1e-7)
    assert {-1.0, 1.0} <= results


@pytest.mark.parametrize("game", [sk.game("torris"), sk.game("zahlenluchs", classic=True)], ids=repr)
def test_a_limited_depth_is_that_of_a_naive_search(game: Game) -> None:
    """With chance events on the way, and estimates at the end of every line."""
    for seed in range(4):
        state = after_random_moves(game, seed, 13)
        found = Deepener(game, entries=1 << 12).search(state, depth=3)
        assert for_seat_0(state, found.value) == pytest.approx(naive(state, 3, 0.0, {}), abs=1e-6)
        assert found.depth == 3 or found.exact


def test_the_solution_ends_as_it_says() -> None:
    state = after_random_moves(sk.game("torris"), 3, 22)
    solution = solve(state)
    assert solution is not None
    end = state
    for move in solution.line:
        end = end.play(move)
    assert end.over and end.scores == solution.scores and end.returns == solution.returns
    lead = end.standings[0] - end.standings[1]
    assert solution.returns[0] + BY_MARGIN.margin * lead == pytest.approx(naive(state, math.inf, BY_MARGIN.margin, {}))
    assert solve(after_random_moves(sk.game("torris"), 3, 0), Limit(nodes=1000)) is None


def test_the_same_nodes_give_the_same_answer() -> None:
    state = after_random_moves(sk.game("torris"), 1, 6)
    first, second = (Deepener(state.game).search(state, Limit(nodes=20_000)) for _ in range(2))
    assert first == second
    assert 0 < first.nodes <= 20_000 and not first.exact
    assert first.move in state.moves()


def test_time_is_kept() -> None:
    """Within what a busy machine may add."""
    import time

    state = after_random_moves(sk.game("torris"), 2, 0)
    deepener = Deepener(state.game)
    deepener.search(state, Limit(nodes=10))
    begun = time.perf_counter()
    found = deepener.search(state, Limit(seconds=0.1))
    assert 0.05 < time.perf_counter() - begun < 1.5
    assert found.depth >= 2


def test_every_move_is_judged() -> None:
    state = after_random_moves(sk.game("torris"), 5, 22)
    thoughts = Deepener(state.game).think(state)
    assert {thought.move for thought in thoughts} == set(state.moves())
    assert all(thought.proved for thought in thoughts)
    for thought in thoughts:
        after = state.play(thought.move)
        assert for_seat_0(state, thought.value) == naive(after, math.inf, 0.0, {})
        assert thought.line[0] == thought.move
    assert [thought.value for thought in thoughts] == sorted((t.value for t in thoughts), reverse=True)


def test_a_player_to_build_on() -> None:
    game = matches()
    state, player = game.start().play("pour 15"), AlphaBetaPlayer(game, Limit(nodes=2000))
    assert player.choose(state, 0, NO_LIMIT) == "take 3"
    assert player.choose(state, 0, Limit(seconds=0.05)) == "take 3"
    assert player.analyse(state, 0, Limit(seconds=0.1))[0].move == "take 3"


def test_what_it_cannot_search_is_refused() -> None:
    with pytest.raises(OptionError, match="two sides"):
        Deepener(sk.game("huetchenspieler", players=3))
    game = matches()
    with pytest.raises(NotYourTurn):
        Deepener(game).search(game.start())
