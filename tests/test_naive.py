"""Each room against a second, naive implementation of its rules, move by move; and its recorded perft counts."""

import pytest
from rooms import every_room, every_sample, game_holds, room_holds, room_tests

from spielkiste.check import second
from spielkiste.core.game import Game
from spielkiste.core.room import Room


@pytest.mark.parametrize("game", every_sample())
def test_rules_agree_with_the_naive_ones(game: Game) -> None:
    assert room_tests(game.room, "naive") is not None, f"{game.slug} has no tests/naive.py"
    game_holds(second.rules_are_the_naive_ones, game)


@pytest.mark.parametrize("room", every_room())
def test_perft_counts_of_the_naive_rules(room: Room) -> None:
    assert (room.folder / "tests" / "perft.json").is_file()
    room_holds(second.counts_are_the_naive_ones, room)
