"""Analysis of every game: each legal move, only from what the seat may know, the same for the same seed."""

import json

import numpy as np
import pytest
from rooms import every_sample, random_states, room_tests

import spielkiste as sk
from spielkiste.cli.main import main
from spielkiste.core.game import Game
from spielkiste.core.room import room
from spielkiste.core.state import State
from spielkiste.search.bots import thinking
from spielkiste.search.infoset import Guesser
from spielkiste.search.limit import Limit

SAMPLES = [sample.values[0] for sample in every_sample()]


def first_two(games: list[Game]) -> list[Game]:
    """Of each room."""
    return [game for game in games if game in [other for other in games if other.slug == game.slug][:2]]


def hides_something(game: Game) -> bool:
    twins = room_tests(game.room, "twins")
    return twins is not None and (not hasattr(twins, "applies") or bool(twins.applies(game)))


GAMES = first_two(SAMPLES)
SECRETIVE = first_two([game for game in SAMPLES if game.players > 1 and hides_something(game)])
LISTS_EVERY_MOVE = {"huetchenspieler", "zahlenpoker", "knister", "torris", "fuenf_gewinnt", "zahlenluchs"}


def some_states(game: Game, seed: int, kinds: int = 2) -> list[tuple[State, int]]:
    """Positions of a random game with a seat in turn; a few for each first word of a move."""
    found: list[tuple[State, int]] = []
    met: dict[str, int] = {}
    for state in random_states(game, np.random.default_rng(seed), limit=600):
        for seat in (seat for seat in state.turn if seat >= 0):
            word = state.moves(seat)[0].split()[0][:2]
            met[word] = met.get(word, 0) + 1
            if met[word] <= kinds:
                found.append((state, seat))
    return found


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_game_can_be_analysed(game: Game) -> None:
    for state, seat in some_states(game, 3, kinds=1):
        thoughts = sk.analyse(state, seconds=0.02, seat=seat)
        assert thoughts and all(-1 <= one.value <= 1 and one.line[0] == one.move for one in thoughts)
        if game.slug in LISTS_EVERY_MOVE:
            assert {one.move for one in thoughts} == set(state.moves(seat))
        for one in thoughts[:3]:
            state.play(one.move, seat=seat)


@pytest.mark.parametrize("game", SECRETIVE, ids=repr)
def test_nothing_hidden_is_used(game: Game) -> None:
    """Twins, which differ only in what a seat may not know, are thought of alike."""
    for state, twin, seat in some_twins(game, 6):
        one, other = (sk.analyse(at, 0.01, 9, seat=seat, simulations=60) for at in (state, twin))
        assert one == other


def some_twins(game: Game, count: int) -> list[tuple[State, State, int]]:
    """Positions of random games, their twins, and the seat that cannot tell them apart and has a choice."""
    twins, rng = room_tests(game.room, "twins"), np.random.default_rng(4)
    found: list[tuple[State, State, int]] = []
    while len(found) < count:  # in Cubus not every game comes to offers
        for state in random_states(game, rng, limit=600):
            for seat in (seat for seat in state.turn if seat >= 0 and len(state.moves(seat)) > 1):
                twin = twins.twin(state, seat, rng)  # type: ignore[union-attr]  # it hides something
                found += [(state, twin, seat)] if twin is not None else []
    return found[:count]


@pytest.mark.parametrize("seed", range(4))
def test_two_players_of_zahlenpoker_are_worth_what_the_solver_says(seed: int) -> None:
    """By the search that analyses more of them: the mean of all moves, by how often it made them, is near the exact
    value of the equilibrium."""
    solver = room("zahlenpoker").part("bot.solver")
    states = [state for state in random_states(sk.game("zahlenpoker"), np.random.default_rng(seed)) if state.turn]
    state = next(state for state in states if state.turn == (0, 1) and state.record().round == 4)
    for seat, sign in ((0, 1), (1, -1)):
        thoughts = Guesser(state.game, seed=seed).think(state, seat, Limit(simulations=60_000))
        mean = sum(one.value * one.visits for one in thoughts) / sum(one.visits for one in thoughts)
        assert mean == pytest.approx(sign * solver.value(state), abs=0.12)
        assert thoughts[0].value >= mean - 0.1


def test_the_same_seed_gives_the_same_analysis() -> None:
    for game in (sk.game("zahlenpoker", players=3), sk.game("huetchenspieler"), sk.game("knister", players=2)):
        state = sk.deal(game.start(), np.random.default_rng(1))
        first, second, other = (sk.analyse(state, seed=seed, simulations=200) for seed in (1, 1, 2))
        assert first == second != other


@pytest.mark.parametrize(
    "game", [sk.game("zahlenluchs"), sk.game("cubus", mode="dismantle", players=3)], ids=lambda game: game.slug
)
def test_simulations_give_the_same_on_any_number_of_cores(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    state = sk.deal(game.start(), np.random.default_rng(1))
    found = []
    for cores in (1, 3):
        monkeypatch.setattr("spielkiste.search.bots.all_cores", lambda cores=cores: cores)
        found.append(sk.analyse(state, simulations=200))
    assert found[0] == found[1] and sum(thought.visits for thought in found[0]) == 200


def test_who_thinks() -> None:
    state = sk.game("zahlenpoker").start()
    assert thinking(state) == 0 and thinking(state.play("show 2", seat=0)) == 1 and thinking(state, 1) == 1
    with pytest.raises(sk.NotYourTurn, match="seat 0"):
        sk.analyse(state.play("show 2", seat=0), seat=0)
    with pytest.raises(sk.NotYourTurn, match="a player"):
        sk.analyse(sk.game("knister", players=2).start())


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyse", "zahlenpoker", "players=3", "--moves", "1:show 2", "--seconds", "0.1"]
    assert main([*words, "--seat", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["seat"] == 2 and {one["move"] for one in told["thoughts"]} == {f"show {k}" for k in range(5)}
    assert main(words) == 0
    assert "show 4" in capsys.readouterr().out
    assert main([*words, "--seat", "1"]) == 2
