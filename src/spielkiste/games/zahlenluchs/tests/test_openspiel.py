"""The classic game in lockstep with OpenSpiel's `einstein_wurfelt_nicht`: same moves, boards and results."""

import random
from typing import Any

import pytest

import spielkiste as sk

from .openspiel_mapping import begun, dealt, pairs_of_moves, their_board

pyspiel = pytest.importorskip("pyspiel")

GAMES = 2000


def play_one_game(game: sk.Game, their_game: Any, rng: random.Random) -> int:
    theirs = their_game.new_initial_state()
    ours = dealt(game, theirs, rng)
    while not theirs.is_terminal():
        rolled = rng.randrange(6)
        theirs.apply_action(rolled)
        seat = theirs.current_player()
        ours = begun(ours, seat)
        assert str(theirs) == their_board(ours)
        ours = ours.play(f"roll {rolled + 1}")
        assert ours.turn == (seat,)
        pairs = pairs_of_moves(ours, theirs, seat)
        move = rng.choice(sorted(pairs))
        theirs.apply_action(pairs[move])
        ours = ours.play(move)
        assert ours.over == theirs.is_terminal()
    assert str(theirs) == their_board(ours)
    assert list(ours.returns or ()) == theirs.returns()
    return int(ours.scores[1])


def test_classic_agrees_with_openspiel() -> None:
    rng = random.Random(1)
    game, their_game = sk.game("zahlenluchs", classic=True), pyspiel.load_game("einstein_wurfelt_nicht")
    won_by_white = sum(play_one_game(game, their_game, rng) for _ in range(GAMES))
    assert 0 < won_by_white < GAMES
