"""States that a viewer cannot tell apart: the same round with other secret outlines of another seat."""

from functools import lru_cache

import numpy as np

from spielkiste.core.game import Game
from spielkiste.core.state import State

from ..rules import SEARCH

SOME = 0.3  # of all states are enough


def twin(state: State, viewer: int | None, rng: np.random.Generator) -> State | None:
    if state.record().phase != SEARCH or rng.random() > SOME:
        return None
    made = state.moves_made
    begun = max(k for k, (_, move) in enumerate(made) if move.startswith("roll")) + 1
    secretive = sorted({seat for seat, move in made[begun:] if seat != viewer and is_secret(move)})
    if not secretive:
        return None
    other = secretive[rng.integers(len(secretive))]
    again = replayed(state.game, made[:begun])
    for seat, move in made[begun:]:
        if seat == other and is_secret(move):
            choices = [choice for choice in again.moves(seat) if is_secret(choice)]
            if not choices:
                return None
            move = choices[rng.integers(len(choices))]
        again = again.play(move, seat=seat)
    return None if again.data == state.data else again


def is_secret(move: str) -> bool:
    return move.startswith(("outline", "erase"))


@lru_cache(maxsize=16)
def replayed(game: Game, made: tuple[tuple[int, str], ...]) -> State:
    state = game.start()
    for seat, move in made:
        state = state.play(move, seat=seat)
    return state
