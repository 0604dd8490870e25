"""Why a game of Torris ended, and the words for it."""

import pytest

from spielkiste.core.outcome import Outcome
from spielkiste.core.state import State
from spielkiste.games.torris.card import CARD
from spielkiste.games.torris.tests.test_rules import drawn, ended

NAMES = ("Anna", "Ben")
ENDINGS = {
    "points": ended([6, 3, 2, 2, 1], [5, 4, 3, 3, 2, 1]),
    "tower": ended([8, 8], [7, 7, 2]),
    "draw": ended([6, 5, 5], [6, 6, 4]),
}


def outcome(state: State) -> Outcome:
    assert state.outcome is not None
    return state.outcome


def test_every_reason_of_the_card_is_reached() -> None:
    assert {name: outcome(state).reason for name, state in ENDINGS.items()} == {name: name for name in CARD.reasons}


def test_more_points_are_named() -> None:
    assert outcome(ENDINGS["points"]).words("de", NAMES) == "Keiner kann mehr ziehen: Ben gewinnt 18 : 14."
    assert outcome(ENDINGS["points"]).words("en", NAMES) == "Nobody can move any more: Ben wins 18 : 14."


def test_the_tie_rule_is_named_where_it_decides() -> None:
    assert outcome(ENDINGS["tower"]).words("de", NAMES) == "16 : 16, der höchste Turm gewinnt (8 : 7): Anna."
    assert outcome(ENDINGS["tower"]).words("en", NAMES) == "16 : 16, the highest tower wins (8 : 7): Anna."
    assert outcome(ENDINGS["draw"]).words("de", NAMES).endswith("beide 6 hoch: unentschieden.")


@pytest.mark.parametrize("name", ENDINGS)
def test_both_languages_say_it(name: str) -> None:
    end = outcome(ENDINGS[name])
    assert end.words("de", NAMES) != end.words("en", NAMES)


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert drawn("W1 B4").outcome is None
