"""Every board can be played with the fingers, in both languages, and says what it shows."""

import pytest
from rooms import every_room, every_sample, game_holds, room_holds

from spielkiste.check import boards
from spielkiste.core.game import Game
from spielkiste.core.room import Room


@pytest.mark.parametrize("game", every_sample())
def test_each_move_has_a_path_of_its_own_through_elements_that_are_there(game: Game) -> None:
    game_holds(boards.every_move_can_be_touched, game)


@pytest.mark.parametrize("game", every_sample())
def test_pictures_are_well_formed_in_both_languages_and_for_everybody(game: Game) -> None:
    game_holds(boards.pictures_are_well_formed, game)


@pytest.mark.parametrize("game", every_sample())
def test_pictures_put_together_from_pieces_are_those_drawn_anew(game: Game) -> None:
    game_holds(boards.pictures_are_those_drawn_anew, game)


@pytest.mark.parametrize("game", every_sample())
def test_chosen_colours_are_drawn(game: Game) -> None:
    game_holds(boards.chosen_colours_are_drawn, game)


@pytest.mark.parametrize("game", every_sample())
def test_what_happened_is_told_in_both_languages(game: Game) -> None:
    game_holds(boards.moves_are_told, game)


@pytest.mark.parametrize("game", every_sample())
def test_german_pictures_speak_german(game: Game) -> None:
    game_holds(boards.german_pictures_speak_german, game)


@pytest.mark.parametrize("room", every_room())
def test_the_first_game_can_be_played_with_the_fingers(room: Room) -> None:
    room_holds(boards.lesson_can_be_touched, room)
