"""The contract every room keeps: the checks of `spielkiste check`. Walks all rooms and knows none by name."""

import numpy as np
import pytest
from rooms import every_room, every_sample, game_holds, room_holds

import spielkiste as sk
from spielkiste.check import card, front, imports, levels, notation, rules
from spielkiste.check.case import THOROUGH
from spielkiste.core.game import Game
from spielkiste.core.room import Room


def test_this_is_thorough() -> None:
    """So many games and positions, no fewer."""
    assert (THOROUGH.games, THOROUGH.compiled, THOROUGH.positions) == (3, 200, 60)
    assert (THOROUGH.lockstep, THOROUGH.twins) == (3000, 50)


@pytest.mark.parametrize("room", every_room())
def test_front_is_whole(room: Room) -> None:
    room_holds(front.front_is_whole, room)


@pytest.mark.parametrize("room", every_room())
def test_front_needs_core_alone(room: Room) -> None:
    room_holds(imports.front_needs_core_alone, room)


@pytest.mark.parametrize("room", every_room())
def test_card_is_complete(room: Room) -> None:
    room_holds(card.card_is_complete, room)


@pytest.mark.parametrize("room", every_room())
def test_rule_texts_can_teach_the_game(room: Room) -> None:
    room_holds(card.texts_teach_the_game, room)


@pytest.mark.parametrize("room", every_room())
def test_unknown_options_and_bad_values_are_named(room: Room) -> None:
    room_holds(card.options_are_checked, room)


@pytest.mark.parametrize("room", every_room())
def test_an_unknown_option_is_named_by_the_package_too(room: Room) -> None:
    with pytest.raises(sk.OptionError, match="colour"):
        sk.game(room.slug, colour="red")


@pytest.mark.parametrize("game", every_sample())
def test_options_give_the_same_game_again(game: Game) -> None:
    game_holds(card.options_give_the_game_again, game)
    again = sk.game(game.slug, **game.options)
    assert again == game and again.options == game.options and hash(again) == hash(game)


@pytest.mark.parametrize("game", every_sample())
def test_random_games_end_and_keep_the_contract(game: Game) -> None:
    game_holds(rules.random_games_end, game)


@pytest.mark.parametrize("game", every_sample())
def test_why_a_game_ended_is_told(game: Game) -> None:
    game_holds(rules.endings_are_told, game)


@pytest.mark.parametrize("game", every_sample())
def test_bytes_and_a_log_replayed_give_the_same_states(game: Game) -> None:
    game_holds(rules.bytes_and_logs_give_the_state_again, game)


@pytest.mark.parametrize("game", every_sample())
def test_notation_goes_there_and_back(game: Game) -> None:
    game_holds(notation.notation_goes_there_and_back, game)


@pytest.mark.parametrize("game", every_sample())
def test_refusals_say_why(game: Game) -> None:
    game_holds(notation.refusals_say_why, game)


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("game", every_sample())
def test_bots_play_to_the_end(game: Game, level: int) -> None:
    rng = np.random.default_rng(5)
    bot = sk.bot(game, level, seed=5)
    state = sk.deal(game.start(), rng)
    while not state.over:
        seat = state.turn[rng.integers(len(state.turn))]
        move = state.moves(seat)[0] if seat == sk.CLOCK else bot.choose(state, seat)
        state = sk.deal(state.play(move, seat=seat), rng)
    assert state.places


@pytest.mark.parametrize("room", every_room())
def test_every_level_plays_and_two_made_alike_play_alike(room: Room) -> None:
    game_holds(levels.levels_play, sk.game(room.slug))


@pytest.mark.parametrize("room", every_room())
def test_analysis_is_best_first(room: Room) -> None:
    game_holds(levels.analysis_is_best_first, sk.game(room.slug))
