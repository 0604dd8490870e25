"""Bots: `bot("torris", level=2).choose(state, seat)`; and what a search thinks: `analyse(state, seconds=1)`.

Level 1 is a child, level 5 the strongest there is. How a level plays is a room's matter (`BACK` in its `bot.py`,
`player.py` says what that holds); a room without a back has level 1, any move, and level 2, the best at first sight.
"""

import os
import random
from functools import cache

from spielkiste.core.errors import GameOver, NotYourTurn, OptionError, RoomError
from spielkiste.core.game import Game
from spielkiste.core.room import Room, room
from spielkiste.core.state import State
from spielkiste.search.limit import SECONDS, Limit
from spielkiste.search.player import Analyst, Back, Player
from spielkiste.search.players import AnyMove, Greedy, GuessingPlayer, TreePlayer
from spielkiste.search.thought import Thought

CLOSED_KINDS = {"hidden", "simultaneous"}


def first_levels(game: Game, level: int, seed: int) -> Player:
    """The players of a room that has no back."""
    return AnyMove(seed) if level == 1 else Greedy(seed)


PLAIN_BACK = Back(levels=(1, 2), player=first_levels)


@cache
def back_of(home: Room) -> Back:
    """How a room plays, resolved once."""
    if not home.has("bot"):
        return PLAIN_BACK
    back = vars(home.part("bot")).get("BACK")
    if not isinstance(back, Back):
        raise RoomError(f"{home.folder}: bot.py must hold BACK, a Back that says how the room plays")
    return back


def levels(home: Room) -> tuple[int, ...]:
    """The levels at which a game has bots."""
    return back_of(home).levels


def all_cores() -> int:
    return os.cpu_count() or 1


class Bot:
    """A player of its own with its limit. What it remembers follows from what its seat has seen; the same seed gives
    the same moves (within a time limit: as far as the machine is equally fast)."""

    def __init__(self, home: Room, level: int, seed: int, limit: Limit) -> None:
        self.room, self.level, self.seed, self.limit = home, level, seed, limit
        self._players: dict[Game, Player] = {}

    def choose(self, state: State, seat: int) -> str:
        """A move for a seat that is in turn."""
        if state.game.slug != self.room.slug:
            raise OptionError(f"this bot plays {self.room.slug}, not {state.game.slug}")
        seat = thinking(state, seat)
        moves = state.moves(seat)
        if len(moves) == 1 and self.room.front.free_moves is None:
            return moves[0]
        return self.player(state.game).choose(state, seat, self.limit)

    def player(self, game: Game) -> Player:
        if game not in self._players:
            self._players[game] = back_of(self.room).player(game, self.level, self.seed)
        return self._players[game]


def bot(
    game: str | Game,
    level: int = 2,
    *,
    seed: int | None = None,
    seconds: float | None = None,
    cores: int | None = None,
) -> Bot:
    """A bot for a game, from level 1 (a child) to the strongest there is (5 where the game has it).

    `seconds` limits the thought for a move, `seed` makes it repeatable, `cores` says how many the strongest may use
    (default all). OptionError names a level that does not exist.
    """
    home = game.room if isinstance(game, Game) else room(game)
    there = levels(home)
    if type(level) is not int or level not in there:
        raise OptionError(f"level={level!r}: {home.slug} has bots of level {', '.join(map(str, there))}")
    limit = Limit(seconds=SECONDS if seconds is None else seconds, cores=all_cores() if cores is None else cores)
    return Bot(home, level, random.randrange(1 << 30) if seed is None else seed, limit)


def analyse(
    state: State, seconds: float = 1.0, seed: int = 0, *, seat: int | None = None, simulations: int | None = None
) -> list[Thought]:
    """What is thought of the legal moves of a seat in turn (by default the first), best first by value among what was
    looked at: value, best line, visits, whether proved. It uses only what the seat may know.

    The strongest player of the room is asked; where it has no opinion of its own a search over what the seat knows.
    `simulations` (in alpha-beta: nodes) instead of seconds makes it repeatable.
    """
    limit = (
        Limit(seconds=seconds, cores=all_cores())
        if simulations is None
        else Limit(simulations=simulations, nodes=simulations)
    )
    return analyst(state, seed).analyse(state, thinking(state, seat), limit)


def analyst(state: State, seed: int = 0) -> Analyst:
    """Who is asked about a position: the room's strongest player, if it can say; else a search."""
    which = state.game
    player = back_of(which.room).player(which, max(levels(which.room)), seed)
    if isinstance(player, Analyst):
        return player
    if which.players == 1:
        raise OptionError(f"{which.slug}: there is no analysis of this game alone")
    if len(state.turn) > 1 or is_closed(which):
        return GuessingPlayer(which, seed)
    from spielkiste.search.think import PLAIN_UCT

    return TreePlayer(which, seed, PLAIN_UCT)


def is_closed(game: Game) -> bool:
    """Whether somebody knows what others do not, or several choose at once."""
    return bool(CLOSED_KINDS & set(game.card.kinds))


def thinking(state: State, seat: int | None = None) -> int:
    """The seat whose moves are thought about: the one named, or the first player in turn."""
    if state.over:
        raise GameOver("the game is over; there is nothing to think about")
    players = [one for one in state.turn if one >= 0]
    if not players or (seat is not None and seat not in players):
        who = "a player" if seat is None else f"seat {seat}"
        raise NotYourTurn(f"{who} must be in turn to think about moves; in turn: {state.turn}")
    return players[0] if seat is None else seat
