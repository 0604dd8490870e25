"""The rules of matches, one test a rule."""

import random

import pytest

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.room import HOME, Room


def matches(**options: int) -> sk.State:
    """The template is no listed game, so it is made by hand here; a real room uses sk.game("its_slug")."""
    room = Room("_template", HOME / "_template")
    return Game(room, room.card.settle(options)).start()


def test_the_heap_has_four_to_most_matches() -> None:
    assert len(matches().chances()) == 18
    assert matches(most=4).moves() == ["pour 4"]


def test_one_to_three_matches_may_be_taken() -> None:
    assert matches().play("pour 9").moves() == ["take 1", "take 2", "take 3"]
    assert matches().play("pour 4").play("take 2").moves() == ["take 1", "take 2"]


def test_whoever_takes_the_last_match_wins() -> None:
    end = matches(players=3).play("pour 4").play("take 1").play("take 3")
    assert end.scores == (0, 1, 0) and end.places == (2, 1, 2)
    assert end.returns == (-0.5, 1.0, -0.5)


@pytest.mark.parametrize("options", [{}, {"players": 4, "most": 60}])
def test_moves_are_numbers_below_the_count(options: dict[str, int]) -> None:
    rng, state = random.Random(1), matches(**options)
    while not state.over:
        if state.turn[0] >= 0:
            assert set(state.actions().values()) <= set(range(state.game.action_count or 0))
        state = state.play(rng.choice(state.moves()))
