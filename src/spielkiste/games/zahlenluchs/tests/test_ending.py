"""Why a game of Zahlenluchs-EinStein ended, and the words for it."""

import pytest

import spielkiste as sk
from spielkiste.games.zahlenluchs.card import CARD

from .positions import CLASSIC, FOUR, TWO, position

NAMES = ("Anna", "Ben", "Cem", "Dora")
BEFORE_THE_GOAL = ". . . . . \n . . . ○3 . \n . . . . . \n . ●2 . . . \n . . . . ."
LAST_STONE = ". . . . . \n . . . . . \n . . ●2 . . \n . ○3 . . . \n . . . . ."
LAST_STONE_ON_THE_GOAL = ". . . . ●2 \n . . . ○3 . \n . . . . . \n . . . . . \n . . . . ."
TEAMS = """
    ◇4 .  .  .  .  .
    .  .  .  .  ○2 .
    .  .  .  .  .  .
    .  ◆7 .  ●6 .  .
    .  .  .  .  .  .
    ○1 .  .  .  .  ◆9
"""
CAPTURE = """
    ◇4 .  .  .  .  .
    .  .  .  .  .  .
    .  .  .  .  .  .
    .  ●7 ◆6 .  .  .
    .  .  .  .  .  .
    ○1 .  .  .  .  ◆9
"""


def outcome(state: sk.State, move: str) -> tuple[str, str, str]:
    """The reason, and the words in both languages."""
    end = state.play(move).outcome
    assert end is not None and end.reason in CARD.reasons
    return end.reason, end.words("de", NAMES), end.words("en", NAMES)


@pytest.mark.parametrize("game", [TWO, CLASSIC], ids=["cards", "classic"])
def test_a_stone_at_the_goal(game: sk.Game) -> None:
    assert outcome(position(game, BEFORE_THE_GOAL, 0, drawn=3), "d4-e5") == (
        "goal",
        "Anna ist am Ziel und gewinnt.",
        "Anna has reached the goal and wins.",
    )


@pytest.mark.parametrize("game", [TWO, CLASSIC], ids=["cards", "classic"])
def test_the_last_stone_captured(game: sk.Game) -> None:
    assert outcome(position(game, LAST_STONE, 0, drawn=3), "b2-c3") == (
        "captured",
        "Ben hat keinen Stein mehr: Anna gewinnt.",
        "Ben has no stone left: Anna wins.",
    )


def test_the_goal_goes_first() -> None:
    assert outcome(position(CLASSIC, LAST_STONE_ON_THE_GOAL, 0, drawn=3), "d4-e5")[0] == "goal"


def test_teams_win_together() -> None:
    assert outcome(position(FOUR, TEAMS, 0, drawn=2), "e5-f6") == (
        "goal",
        "Anna ist am Ziel: Anna und Ben gewinnen.",
        "Anna has reached the goal: Anna and Ben win.",
    )


def test_who_takes_the_partners_last_stone_loses_with_it() -> None:
    """Dora runs from f1 to the west and takes Cem's only stone."""
    assert outcome(position(FOUR, CAPTURE, 3, drawn=6), "c3-b3") == (
        "captured",
        "Cem hat keinen Stein mehr: Anna und Ben gewinnen.",
        "Cem has no stone left: Anna and Ben win.",
    )
