"""Beam search and branch and bound: they find what trying everything finds, and know when it is the best."""

from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from rooms import every_sample, random_states, random_successor

import spielkiste as sk
from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.game import Game
from spielkiste.core.room import room
from spielkiste.core.state import State
from spielkiste.core.verbs import NO_LIMIT
from spielkiste.search import beam, bound
from spielkiste.search.alone import Course
from spielkiste.search.beam import Beam
from spielkiste.search.bound import Brancher
from spielkiste.search.limit import Limit
from spielkiste.search.pace import Pace

ALONE = [sample.values[0] for sample in every_sample() if sample.values[0].players == 1]
CLEARING, ROLLING = sk.game("abraeumen"), sk.game("knister")


def with_stones(stones: int, seed: int) -> State:
    """A position after random jumps, in which so many stones are left and one can jump."""
    rng = np.random.default_rng(seed)
    while True:
        state = CLEARING.start()
        while not state.over and state.scores[0] < -stones:
            state = random_successor(state, rng)
        if not state.over:
            return state


def written(cells: int, seed: int) -> State:
    """A sheet on which so many sums are written, and the next one rolled."""
    rng = np.random.default_rng(seed)
    state = sk.deal(ROLLING.start(), rng)
    for _ in range(cells):
        state = sk.deal(random_successor(state, rng), rng)
    return state


def replayed(state: State, course: Course) -> State:
    for move in course.line:
        state = state.play(move)
    return state


def best_by_trying(state: State, known: dict[State, int]) -> int:
    """Every move of every position; no chance events."""
    if state.over:
        return state.scores[0]
    if state not in known:
        known[state] = max(best_by_trying(state.play(move), known) for move in state.moves())
    return known[state]


def best_placing(state: State, rolls: list[str]) -> int:
    """Every way to write the sum that was rolled and these further ones."""
    best = -1
    for cells in permutations(state.moves()):
        end = state.play(cells[0])
        for roll, cell in zip(rolls, cells[1:], strict=True):
            end = end.play(roll).play(cell)
        best = max(best, end.scores[0])
    return best


# --- no chance ------------------------------------------------------------------------------------


@pytest.mark.parametrize("stones", range(4, 12))
def test_it_is_what_trying_everything_gives(stones: int) -> None:
    brancher, beam = Brancher(CLEARING), Beam(CLEARING, width=2000)
    for seed in range(3):
        state = with_stones(stones, seed)
        wanted = best_by_trying(state, {})
        for course in (brancher.search(state), beam.search(state)):
            assert course.proved and course.value == wanted
            end = replayed(state, course)
            assert end.over and end.scores == (wanted,)


@pytest.mark.parametrize("stones", [12, 14, 16])
def test_it_is_what_the_solver_of_the_room_says(stones: int) -> None:
    solver = room("abraeumen").part("solver")
    brancher = Brancher(CLEARING)
    for seed in range(6):
        state = with_stones(stones, seed)
        course, way = brancher.search(state), solver.best_way(state, Limit(seconds=5.0))
        assert course.proved and (-course.value == way.left or (-course.value < way.left and not way.proved))
        assert replayed(state, course).scores == (course.value,)


def test_a_beam_clears_the_whole_board() -> None:
    course = Beam(CLEARING, width=100).search(CLEARING.start())
    assert course.value == -1 and course.proved and len(course.line) == 31
    assert replayed(CLEARING.start(), course).scores == (-1,)


def test_a_wider_beam_sees_more() -> None:
    states = [with_stones(20, seed) for seed in range(10)]
    values = {
        width: sum(Beam(CLEARING, width=width).search(state).value for state in states) for width in (1, 30, 1000)
    }
    assert values[1] < values[30] <= values[1000]


# --- known dice -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_given_rolls_are_placed_best(seed: int) -> None:
    """Knister with four free cells: all ways to write the rolls that the seed gives."""
    state = written(21, seed)
    found = Brancher(ROLLING).search(state, seed=seed)
    rolls = [move for move in found.line if move.startswith("roll")]
    assert found.proved and found.value == best_placing(state, rolls)
    assert replayed(state, found).scores == (found.value,)
    by_beam = Beam(ROLLING, width=100).search(state, seed=seed)
    assert by_beam.value == found.value and [m for m in by_beam.line if m.startswith("roll")] == rolls


def test_more_is_proved_where_the_bound_cuts() -> None:
    """Nine free cells: 362,880 ways, of which few are looked at."""
    state = written(16, 1)
    found = Brancher(ROLLING).search(state, seed=5)
    assert found.proved and found.value >= Beam(ROLLING, width=1).search(state, seed=5).value
    assert found.nodes < 200_000


def test_another_seed_rolls_otherwise() -> None:
    state = written(20, 1)
    courses = [Beam(ROLLING).search(state, seed=seed) for seed in range(6)]
    assert len({tuple(move for move in course.line if move.startswith("roll")) for course in courses}) > 1


def test_without_a_seed_chance_is_refused() -> None:
    state = written(20, 1)
    for search in (Beam(ROLLING), Brancher(ROLLING)):
        with pytest.raises(sk.OptionError, match="seed"):
            search.search(state)
    last = written(24, 1)  # nothing is rolled any more
    assert Beam(ROLLING).search(last) == Course(last.play(last.moves()[0]).scores[0], (last.moves()[0],), 1, True)


def test_the_solo_game_with_outlines_to_erase() -> None:
    """5er finden: drawing and erasing goes round in circles, which no search may follow."""
    game = sk.game("fuenfer_finden", players=1)
    state = sk.deal(game.start(), np.random.default_rng(2))
    course = Beam(game, width=20).search(state, seed=3)
    met = [state]
    for move in course.line:
        met.append(met[-1].play(move))
    assert met[-1].over and met[-1].scores == (course.value,) and course.value > 12
    assert len(set(met)) == len(met)


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [10, 500, 20_000])
def test_the_same_nodes_give_the_same_course(nodes: int) -> None:
    state = with_stones(24, 1)
    for search in (Beam(CLEARING, width=500), Brancher(CLEARING)):
        first, second = search.search(state, Limit(nodes=nodes)), search.search(state, Limit(nodes=nodes))
        assert first == second and replayed(state, first).scores == (first.value,)
    two_cores = Beam(CLEARING, width=500, cores=2).search(state, Limit(nodes=nodes))
    assert two_cores == Beam(CLEARING, width=500).search(state, Limit(nodes=nodes))


def test_what_is_found_is_told_on_the_way() -> None:
    state = with_stones(18, 2)
    for search in (Beam(CLEARING, width=50), Brancher(CLEARING)):
        told: list[tuple[int, int | None]] = []
        course = search.search(state, progress=lambda nodes, value: told.append((nodes, value)))  # noqa: B023
        nodes = [nodes for nodes, _ in told]
        assert told and nodes == sorted(nodes)
        assert told[-1] == (course.nodes, course.value)


def test_a_stop_while_it_begins_is_heard_by_the_first_beam(monkeypatch: pytest.MonkeyPatch) -> None:
    state, brancher = written(0, 1), Brancher(ROLLING)
    begin = brancher.begin

    def begin_and_be_stopped(state: State, fate: Any) -> None:
        begin(state, fate)
        brancher.stop()

    monkeypatch.setattr(brancher, "begin", begin_and_be_stopped)
    stopped = brancher.search(state, Limit(nodes=40_000), seed=1)
    assert replayed(state, stopped).over and stopped.nodes < 1000
    monkeypatch.undo()
    assert brancher.search(state, Limit(nodes=40_000), seed=1).nodes >= 40_000


@pytest.mark.parametrize("kind", [Beam, Brancher])
def test_everything_is_compiled_before_the_clock_starts(
    kind: type[Beam] | type[Brancher], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is called while it runs was called before, if only to do nothing."""
    called: list[Any] = []

    def noted(function: Callable[..., Any]) -> Callable[..., Any]:
        called.append(function)
        return compiled(function)

    def clock(*given: Any) -> Pace:
        called.append(clock)
        return Pace(*given)

    for module in (beam, bound):
        monkeypatch.setattr(module, "compiled", noted)
        monkeypatch.setattr(module, "Pace", clock)
    kind(CLEARING).search(with_stones(16, 1), Limit(nodes=5000))
    started = called.index(clock)
    assert called[started:].count(beam.advance) > 3
    assert set(called[started:]) - {clock} <= set(called[:started])


def test_only_games_alone_are_searched() -> None:
    game = sk.game("torris")
    for search in (Beam(game, width=10), Brancher(game)):
        with pytest.raises(sk.OptionError, match="one player"):
            search.search(game.start())
    *_, end = random_states(CLEARING, np.random.default_rng(1))
    with pytest.raises(sk.NotYourTurn):
        Beam(CLEARING).search(end)


# --- bounds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [sample.values[0] for sample in every_sample()], ids=repr)
def test_a_bound_is_never_too_low(game: Game) -> None:
    """In random games no seat ends with more than any earlier bound; compiled code says the same."""
    machine, verbs = Machine(game), game.room.verbs
    for seed in range(3):
        states = list(random_states(game, np.random.default_rng(seed), limit=3000))
        for seat in range(min(3, game.players)):
            bounds = [verbs.bound(state.record(), seat) for state in states]
            assert min(bounds) >= states[-1].scores[seat]
            assert bounds[0] == machine.bound(machine.records(1, states[0].data)[0], seat)
            assert bounds[-1] == machine.bound(machine.records(1, states[-1].data)[0], seat)


@pytest.mark.parametrize("game", ALONE, ids=repr)
def test_games_alone_know_a_bound(game: Game) -> None:
    state = sk.deal(game.start(), np.random.default_rng(1))
    assert game.room.verbs.bound(state.record(), 0) < NO_LIMIT
