"""The contract every room keeps. Walks all rooms and knows none by name."""

import json
import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from rooms import every_room, every_sample, random_states

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.room import Room

GAMES_EACH = 3


@pytest.mark.parametrize("room", every_room())
def test_card_is_complete(room: Room) -> None:
    card = room.card
    for texts in (card.title, card.blurb, *(option.text for option in card.options)):
        assert set(texts) == {"de", "en"} and all(texts.values())
    assert "\n" not in card.blurb["de"] + card.blurb["en"]
    assert card.players[0] >= 1 and 0 < card.minutes[0] <= card.minutes[1] and 3 <= card.age <= 14 and card.kinds


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("room", every_room())
def test_rule_text_can_teach_the_game(room: Room, lang: str) -> None:
    text = room.text(lang)
    assert text.startswith("# ")
    assert f"# {room.card.title[lang]}" in text
    if lang == "de":
        assert not re.search(r"\b(Sie|Ihre?[nmrs]?) (können|dürfen|müssen|legen|ziehen)\b", text)


@pytest.mark.parametrize("room", every_room())
def test_unknown_options_are_named(room: Room) -> None:
    with pytest.raises(sk.OptionError, match="colour"):
        sk.game(room.slug, colour="red")


@pytest.mark.parametrize("room", every_room())
def test_bad_option_values_are_named(room: Room) -> None:
    for option in room.card.options:
        nonsense: tuple[Any, ...] = ("no such value", -7, 10**9, None, 1.5, [], {})
        for bad in nonsense:
            with pytest.raises(sk.OptionError, match=option.name):
                sk.game(room.slug, **{option.name: bad})


@pytest.mark.parametrize("game", every_sample())
def test_options_give_the_same_game_again(game: Game) -> None:
    again = sk.game(game.slug, **game.options)
    assert again == game and again.options == game.options and hash(again) == hash(game)
    game.options["players"] = 99
    assert again == game


@pytest.mark.parametrize("game", every_sample())
def test_random_games_end_and_keep_the_contract(game: Game) -> None:
    for seed in range(GAMES_EACH):
        rng = np.random.default_rng(seed)
        before, kept = game.start(), game.start().data
        for count, state in enumerate(random_states(game, rng)):
            assert before.data == kept, "an old state changed"
            before, kept = state, state.data
            check_turn(state)
            if count % 7 == 0 or state.over:
                check_bytes(state)
                check_pictures(state)
        assert state.over, "the game did not end"
        check_end(state)


def check_turn(state: sk.State) -> None:
    assert list(state.turn) == sorted(set(state.turn))
    assert all(sk.CLOCK <= seat < state.game.players for seat in state.turn)
    if sk.CHANCE in state.turn:
        assert state.turn == (sk.CHANCE,)
        chances = state.chances()
        assert abs(sum(p for _, p in chances) - 1) < 1e-12
        assert [m for m, _ in chances] == state.moves() and all(p > 0 for _, p in chances)
    else:
        assert state.chances() == []
    for seat in range(sk.CLOCK, state.game.players):
        moves = state.moves(seat)
        assert moves == sorted(set(moves))
        assert bool(moves) == (seat in state.turn)
    assert len(state.scores) == state.game.players
    if not state.over:
        assert state.places is None and state.returns is None


def check_bytes(state: sk.State) -> None:
    again = state.game.from_bytes(state.to_bytes())
    assert again == state and hash(again) == hash(state)
    assert again.moves_made == state.moves_made and again.turn == state.turn and again.to_bytes() == state.to_bytes()


def check_pictures(state: sk.State) -> None:
    assert str(state).strip()
    for seat in (None, *range(state.game.players)):
        view = state.view(seat)
        assert json.loads(json.dumps(view)) == view
        assert state.text(seat).strip()
    root = ElementTree.fromstring(state._repr_svg_())
    assert root.tag.endswith("svg") and root.get("viewBox") and root.get("aria-label")
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids)), "ids in a picture must be unique"
    ElementTree.fromstring(state.svg(0))


def check_end(state: sk.State) -> None:
    assert state.turn == () and state.moves() == [] and state.chances() == []
    assert state.places is not None and min(state.places) == 1
    for own in state.places:
        assert own == 1 + sum(other < own for other in state.places)
    assert state.returns is not None
    if state.game.players == 1:
        assert state.places == (1,) and 0 <= state.returns[0] <= 1
    else:
        assert abs(sum(state.returns)) < 1e-9 and all(-1 <= value <= 1 for value in state.returns)
    with pytest.raises(sk.GameOver):
        state.play("anything")
    with pytest.raises(sk.GameOver):
        state.play("anything", seat=0)


@pytest.mark.parametrize("game", every_sample())
def test_a_log_replayed_gives_the_same_states(game: Game) -> None:
    states = list(random_states(game, np.random.default_rng(11)))
    replayed = game.start()
    for state, (seat, move) in zip(states[1:], states[-1].moves_made, strict=True):
        replayed = replayed.play(move, seat=seat)
        assert replayed == state
    assert replayed.moves_made == states[-1].moves_made


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
