"""Why a game of Abräumen ended, in words."""

import random

import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.abraeumen.card import CARD
from spielkiste.games.abraeumen.tests.test_rules import SOLUTION, played


def ended_by_chance(seed: int = 1) -> State:
    rng, state = random.Random(seed), sk.game("abraeumen").start()
    while not state.over:
        state = state.play(rng.choice(state.moves()))
    return state


ENDS = {"solved": lambda: played(SOLUTION.split()), "stuck": ended_by_chance}


def test_every_reason_of_the_card_is_tried() -> None:
    assert set(ENDS) == set(CARD.reasons)


@pytest.mark.parametrize("reason", ENDS)
def test_a_game_ends_for_a_reason_and_says_so_in_both_languages(reason: str) -> None:
    outcome = ENDS[reason]().outcome
    assert outcome is not None and outcome.reason == reason
    assert outcome.words("de") != outcome.words("en")


def test_what_was_reached_is_said() -> None:
    solved, stuck = played(SOLUTION.split()).outcome, ended_by_chance()
    assert solved is not None and stuck.outcome is not None
    assert solved.words("de") == "Gelöst: Nur 1 Stein liegt noch (27 Züge)."
    assert solved.words("en") == "Solved: only 1 stone is left (27 moves)."
    left = -stuck.scores[0]
    assert f"{left} Steine liegen noch, {32 - left} Steine abgeräumt." in stuck.outcome.words("de")
    assert f"{left} stones are left" in stuck.outcome.words("en")
