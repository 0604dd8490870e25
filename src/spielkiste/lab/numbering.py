"""Moves as numbers, for those who learn: one meaning for batches and adapters."""

from typing import Any

import numpy as np

from spielkiste.core.game import Game
from spielkiste.core.state import State


class Numbering:
    """The numbers of `State.actions`, or (`listed`) places in the list of moves as the rules list them; without a word
    numbers where a game has them."""

    def __init__(self, game: Game, listed: bool | None = None) -> None:
        self.game = game
        self.listed = game.action_count is None if listed is None else listed
        self.count: int = game.room.rules.MAX_MOVES if self.listed else int(game.action_count or 0)

    def moves(self, state: State, seat: int) -> dict[int, str]:
        """What the numbers of a seat mean, by number; {} where it is not in turn."""
        text = {number: move for move, number in state.actions(seat).items()}
        if not self.listed or not text:
            return dict(sorted(text.items()))
        out = [0] * self.game.room.longest_list
        count = self.game.room.plain_verbs.legal(state.record(), seat, out)
        return {k: text[out[k]] for k in range(count)}

    def mask(self, state: State, seat: int) -> "np.ndarray[Any, Any]":
        """1 for each legal move."""
        mask = np.zeros(self.count, np.int8)
        mask[list(self.moves(state, seat))] = 1
        return mask
