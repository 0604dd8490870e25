"""OpenSpiel: its own test on a sample of games (every set of options by `make lab-check`), and its solvers agree with
ours on endings of Zahlenpoker."""

from typing import Any

import numpy as np
import pyspiel
import pytest
from lab_checks import openspiel_holds
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from open_spiel.python.observation import make_observation
from open_spiel.python.policy import tabular_policy_from_callable

import spielkiste as sk
import spielkiste.lab.openspiel as adapter
from spielkiste.games.zahlenpoker.bot.solver import exact_value, strategy
from spielkiste.lab.folding import folded

ENDINGS = [["44", "33", "22", "43", "34", "11"], ["44", "33", "22", "43", "21", "12"]]


def test_all_games_are_registered() -> None:
    assert {adapter.short_name(slug) for slug in sk.games()} <= set(pyspiel.registered_names())


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("zahlenpoker", {"players": 3}),
        ("huetchenspieler", {}),  # a clock
        ("zahlenluchs", {"classic": True}),  # dice that tie
        ("cubus", {"mode": "dismantle", "stack": "0,0=2 1,0=1"}),  # a parameter that needs encoding
    ],
)
def test_openspiel_finds_nothing_wrong(slug: str, options: dict[str, Any]) -> None:
    openspiel_holds(slug, options)


def ending(rounds: list[str]) -> Any:
    """Zahlenpoker after rounds in which these were shown."""
    shown = [f"{seat}:show {thing}" for pair in rounds for seat, thing in enumerate(pair)]
    return pyspiel.load_game("spielkiste_zahlenpoker", {"after": ";".join(shown)})


@pytest.mark.parametrize("rounds", ENDINGS)
def test_cfr_finds_the_exact_value(rounds: list[str]) -> None:
    game = ending(rounds)
    turn_by_turn = pyspiel.convert_to_turn_based(game)
    solver = cfr.CFRSolver(turn_by_turn)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    values = expected_game_score.policy_value(turn_by_turn.new_initial_state(), [found, found])
    assert values[0] == pytest.approx(float(exact_value(game.first)), abs=1e-3)
    assert exploitability.exploitability(turn_by_turn, found) < 1e-3


@pytest.mark.parametrize("rounds", ENDINGS)
def test_best_responses_find_nothing_against_the_equilibrium(rounds: list[str]) -> None:
    turn_by_turn = pyspiel.convert_to_turn_based(ending(rounds))

    def equilibrium(state: Any) -> dict[int, float]:
        at, seat = state.simultaneous_game_state().at, state.current_player()
        return {at.state.actions(seat)[move]: share for move, share in strategy(at.state, seat).items()}

    policy = tabular_policy_from_callable(turn_by_turn, equilibrium)
    assert exploitability.exploitability(turn_by_turn, policy) == pytest.approx(0.0, abs=1e-12)


def test_dice_that_tie_are_one_event() -> None:
    state = pyspiel.load_game("spielkiste_zahlenluchs", {"classic": True}).new_initial_state()
    rng = np.random.default_rng(0)
    while not state.at.exits:
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(outcomes, p=odds)))
    assert state.chance_outcomes() == [(0, pytest.approx(0.5)), (1, pytest.approx(0.5))]
    assert "," in state.action_to_string(0)  # one roll each
    begins = [state.child(outcome).at.state for outcome in (0, 1)]
    assert begins[0] != begins[1] and not any(folded(one) for one in begins)


def test_a_seat_sees_its_own_and_remembers_it() -> None:
    game = pyspiel.load_game("spielkiste_zahlenpoker")
    state = game.new_initial_state()
    state.apply_actions([4, 2])
    now = make_observation(game)
    remembered = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for seat in (0, 1):
        now.set_from(state, seat)
        remembered.set_from(state, seat)
        assert np.array_equal(now.tensor, game.seen.of(state.at.state, seat))
        assert remembered.dict["moves"][:3].tolist() == [[3, 5], [4, 3], [0, 0]]
        assert remembered.string_from(state, seat) == f"{seat}: 0 show 4; 1 show 2"
    with pytest.raises(ValueError, match="neither less nor more"):
        game.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        )


def test_seats_that_wait_have_no_moves() -> None:
    state = pyspiel.load_game("spielkiste_knister", {"players": 2}).new_initial_state()
    assert state.is_chance_node() and [round(36 * share) for _, share in state.chance_outcomes()][:3] == [1, 2, 3]
    state.apply_action(0)
    assert state.is_simultaneous_node() and len(state.legal_actions(0)) == len(state.legal_actions(1)) == 25


def test_a_clock_is_a_chance_event() -> None:
    state = pyspiel.load_game("spielkiste_huetchenspieler", {"clock": 4}).new_initial_state()
    while not state.at.is_clocks:
        state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node() and state.chance_outcomes() == [(0, 0.75), (1, 0.25)]
    assert not state.child(0).is_chance_node()
