"""Bots: `bot("torris", level=2).choose(state, seat)`."""

import random
from typing import Any

from spielkiste.core.errors import NotYourTurn, OptionError
from spielkiste.core.game import Game
from spielkiste.core.room import Room, room
from spielkiste.core.state import State

LEVELS = range(1, 3)


class Bot:
    """A player. It knows only what its seat may know, and gives the same moves for the same seed."""

    def __init__(self, home: Room, level: int, seed: int | None) -> None:
        self.room = home
        self.level = level
        self.random = random.Random(seed)

    def choose(self, state: State, seat: int) -> str:
        """A move for a seat that is in turn."""
        if state.game.slug != self.room.slug:
            raise OptionError(f"this bot plays {self.room.slug}, not {state.game.slug}")
        moves = state.moves(seat)
        if not moves:
            raise NotYourTurn(f"seat {seat} is not in turn; in turn: {state.turn}")
        if self.level == 1:
            return self.random.choice(moves)
        return self.greedy(state, seat)

    def greedy(self, state: State, seat: int) -> str:
        """The move that looks best at once; among equals any."""
        seen = state.seen(seat)
        values = {move: self.worth(state, seen, seat, action) for move, action in state._listed(seat).items()}
        best = max(values.values())
        return self.random.choice([move for move, value in values.items() if value == best])

    def worth(self, state: State, seen: Any, seat: int, action: int) -> float:
        """What the room says, else how far ahead the seat is once the move is made."""
        if self.room.bot is not None and hasattr(self.room.bot, "worth"):
            return float(self.room.bot.worth(seen.copy(), seat, action))
        after = seen.copy()
        verbs = self.room.verbs
        verbs.play(after, seat, action)
        standings = [verbs.standing(after, other) for other in range(state.game.players)]
        mine = standings.pop(seat)
        return float(mine - max(standings, default=0))


def bot(game: str | Game, level: int = 2, *, seed: int | None = None) -> Bot:
    """A bot for a game, from level 1 (any legal move) to level 2 (the best move at first sight)."""
    home = game.room if isinstance(game, Game) else room(game)
    if type(level) is not int or level not in LEVELS:
        raise OptionError(f"level={level!r}: there are levels {LEVELS[0]} to {LEVELS[-1]}")
    return Bot(home, level, seed)
