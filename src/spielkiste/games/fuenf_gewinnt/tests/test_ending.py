"""Why a game of Fünf gewinnt ended, and the words for it."""

import random

import pytest

from spielkiste.core.state import State
from spielkiste.games.fuenf_gewinnt.card import CARD
from spielkiste.games.fuenf_gewinnt.tests.test_rules import (
    FOUR_TURNS,
    SHUT_IN,
    drawn,
    played,
    rectangle_placed,
)

NAMES = ("Anna", "Ben")


def ended(reason: str) -> State:
    if reason == "five":
        return drawn("OOOO", "XXX.", placing=True).play("put 4,1")
    if reason == "few":
        return drawn("OXO..", "XOXOX", "X..XO").play("lift 3,1")
    if reason == "repetition":
        return played(rectangle_placed(), *FOUR_TURNS, *FOUR_TURNS)
    return played(drawn(*SHUT_IN, quiet=98), "lift 3,1", "put 2,2", "pass")


WORDS = {
    "five": ("Fünf in einer Reihe: Anna gewinnt.", "Five in a line: Anna wins."),
    "few": ("Unentschieden: keiner hat mehr fünf Steine.", "Draw: nobody has five stones left."),
    "repetition": ("Unentschieden: zum dritten Mal dieselbe Stellung.", "Draw: the same position a third time."),
    "quiet": ("Unentschieden: 100 Züge ohne Abtrennen.", "Draw: 100 turns without a capture."),
}


@pytest.mark.parametrize("reason", CARD.reasons)
def test_every_reason_of_the_card_is_reached_and_said(reason: str) -> None:
    outcome = ended(reason).outcome
    assert outcome is not None and outcome.reason == reason
    assert (outcome.words("de", NAMES), outcome.words("en", NAMES)) == WORDS[reason]
    assert ended(reason).text(0, "de", NAMES).endswith(WORDS[reason][0])


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert rectangle_placed().outcome is None


def test_random_games_end_for_a_reason_of_the_card() -> None:
    for seed in range(5):
        rng, state = random.Random(seed), rectangle_placed()
        while not state.over:
            state = state.play(rng.choice(state.moves()))
        assert state.outcome is not None and state.outcome.reason in CARD.reasons
