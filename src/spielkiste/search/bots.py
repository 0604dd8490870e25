"""Bots: `bot("torris", level=2).choose(state, seat)`; and what a search thinks: `analyse(state, seconds=1)`.

Level 1 plays any legal move, level 2 the one that looks best at first sight. Stronger levels are a room's matter: its
`bot.py` either gives the manner of a search for a level (MANNERS), or plays that level itself (OWN_LEVELS, choose; None
from `choose`: as if it had not been asked), or lets it go by a glance at each move and says how far it misjudges them
(GLANCING_LEVELS, misjudges). The search is a tree search, or alpha-beta where the manner says "search": "alphabeta" and
there are two sides.
"""

import math
import os
import random
import time
from typing import TYPE_CHECKING, Any

from spielkiste.core.errors import GameOver, NotYourTurn, OptionError
from spielkiste.core.game import Game
from spielkiste.core.room import Room, room
from spielkiste.core.state import State

if TYPE_CHECKING:
    from spielkiste.core.thought import Thought
    from spielkiste.search.deepen import Deepener
    from spielkiste.search.think import Thinker

ROUNDING = 1e-9  # values that differ by less are equal
ALPHABETA = "alphabeta"
CLOSED_KINDS = {"hidden", "simultaneous"}
CERTAIN = 1 - 1e-9  # results beyond have no logit
RECONSIDERED = 6  # moves of a search that a room may refuse
FOR_SECOND_THOUGHT = 0.1  # of the time is kept back for that
SECONDS = 1.5  # a move of the strongest level, so that an answer comes within two


def levels(home: Room) -> tuple[int, ...]:
    """The levels at which a game has bots."""
    named = (set(getattr(home.bot, name, ())) for name in ("MANNERS", "OWN_LEVELS", "GLANCING_LEVELS"))
    return tuple(sorted({1, 2}.union(*named)))


class Bot:
    """A player. It uses only what its seat may know, and gives the same moves for the same seed (within a time limit:
    as far as the machine is equally fast)."""

    def __init__(self, home: Room, level: int, seed: int | None, seconds: float | None) -> None:
        self.room = home
        self.level = level
        self.seed = seed if seed is not None else random.randrange(1 << 30)
        self.random = random.Random(self.seed)
        self.seconds = seconds
        self._thinker: Thinker | None = None
        self._deepener: Deepener | None = None

    def choose(self, state: State, seat: int) -> str:
        """A move for a seat that is in turn."""
        if state.game.slug != self.room.slug:
            raise OptionError(f"this bot plays {self.room.slug}, not {state.game.slug}")
        seat = thinking(state, seat)
        moves = state.moves(seat)
        if len(moves) == 1 and not getattr(self.room.bot, "UNLISTED_MOVES", False):
            return moves[0]
        if self.level in getattr(self.room.bot, "OWN_LEVELS", ()):
            own = self.room.bot.choose(state, seat, self.level, self.random, self.time)  # type: ignore[union-attr]
            if own is not None:
                return str(own)
        if self.level in getattr(self.room.bot, "GLANCING_LEVELS", ()):
            blur = self.room.bot.misjudges(state.record(), self.level)  # type: ignore[union-attr]
            return self.glance(state, seat, blur)
        if self.level == 1:
            return self.random.choice(moves)
        if self.level == 2:
            return self.greedy(state, seat)
        begun = time.perf_counter()
        return self.first_thought(state, seat) or self.search(state, begun)

    @property
    def time(self) -> float:
        """Seconds for a move where time decides."""
        return SECONDS if self.seconds is None else self.seconds

    def glance(self, state: State, seat: int, blur: float) -> str:
        """The move after which the position looks best, each misjudged by so many logits of the winning chances."""
        from spielkiste.search.glance import glance

        looks = {move: logit(value) + self.random.gauss(0, blur) for move, value in glance(state, seat).items()}
        return max(looks, key=lambda move: looks[move])

    def first_thought(self, state: State, seat: int) -> str | None:
        """What a room knows without a tree search, from a table or a proof; None: nothing."""
        if not hasattr(self.room.bot, "first_thought"):
            return None
        found = self.room.bot.first_thought(state, seat, self.level, self.time)  # type: ignore[union-attr]
        return None if found is None else str(found)

    def greedy(self, state: State, seat: int) -> str:
        """The move that looks best at once; among equals any."""
        seen = state.seen(seat)
        values = {move: self.worth(state, seen, seat, action) for move, action in state._listed(seat).items()}
        best = max(values.values())
        return self.random.choice([move for move, value in values.items() if value >= best - ROUNDING])

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

    def search(self, state: State, begun: float) -> str:
        """The best move of a tree search in the room's manner for this level, thought about since `begun`."""
        manner = self.room.bot.MANNERS[self.level]  # type: ignore[union-attr]  # levels() found it there
        if manner.get("search") == ALPHABETA and two_sides(state.game):
            return self.deepen(state, manner)
        if self._thinker is None or self._thinker.game != state.game:
            self._thinker = thinker(state.game, self.level, seed=self.seed)
        if "simulations" in manner and self.seconds is None:
            return self.second_thought(state, self._thinker.think(state, simulations=manner["simulations"]), math.inf)
        end = begun + self.time
        kept_back = FOR_SECOND_THOUGHT * self.time if hasattr(self.room.bot, "loses") else 0.0
        left = max(self.time / 2, end - kept_back - time.perf_counter())  # compiling may have taken the rest
        return self.second_thought(state, self._thinker.think(state, seconds=left), end)

    def second_thought(self, state: State, thoughts: list["Thought"], end: float) -> str:
        """The best move of a search, or the best that the room (`loses` in its `bot.py`) does not see lose until the
        end of the time."""
        loses = getattr(self.room.bot, "loses", None)
        if loses is None:
            return thoughts[0].move
        for thought in thoughts[:RECONSIDERED]:
            if time.perf_counter() > end or not loses(state, state.turn[0], self.level, thought.move, self.time):
                return thought.move
        return thoughts[0].move

    def deepen(self, state: State, manner: dict[str, Any]) -> str:
        """The best move of alpha-beta for the manner's number of nodes, or for the time; exact when the end is near."""
        from spielkiste.search.deepen import Deepener

        if self._deepener is None or self._deepener.game != state.game:
            self._deepener = Deepener(state.game)
        if "nodes" in manner and self.seconds is None:
            return self._deepener.search(state, nodes=manner["nodes"]).move
        return self._deepener.search(state, seconds=self.time).move


def logit(value: float) -> float:
    """Of the winning chances that an expected result between -1 and 1 means."""
    return 2 * math.atanh(max(-CERTAIN, min(CERTAIN, value)))


def two_sides(game: Game) -> bool:
    return len(set(game.teams)) == 2


def is_closed(game: Game) -> bool:
    """Whether somebody knows what others do not, or several choose at once."""
    return bool(CLOSED_KINDS & set(game.card.kinds))


def thinker(game: Game, level: int, seed: int = 0, *, by_time: bool = True) -> "Thinker":
    """A tree search in a room's manner: MANNERS[level] gives simulations (or time decides), wish, priors, playout,
    widen, shared (`mcts.Manner`), and `keep`: whether the tree is kept from move to move. Only where time decides it
    uses all cores, for what they find depends on their number."""
    from spielkiste.search.think import PLAIN_UCT, Thinker

    given = getattr(game.room.bot, "MANNERS", {}).get(level, {})
    manner = PLAIN_UCT._replace(**{name: given[name] for name in PLAIN_UCT._fields if name in given})
    cores = (os.cpu_count() or 1) if by_time and "simulations" not in given else 1
    return Thinker(game, manner, seed=seed, cores=cores, keep=bool(given.get("keep")))


def bot(game: str | Game, level: int = 2, *, seed: int | None = None, seconds: float | None = None) -> Bot:
    """A bot for a game, from level 1 (a child) to the strongest there is (5 where the game has it).

    `seconds` limits the thought for a move, `seed` makes it repeatable. OptionError names a level that does not exist.
    """
    home = game.room if isinstance(game, Game) else room(game)
    there = levels(home)
    if type(level) is not int or level not in there:
        raise OptionError(f"level={level!r}: {home.slug} has bots of level {', '.join(map(str, there))}")
    if seconds is not None:
        check_limits(seconds)
    return Bot(home, level, seed, seconds)


def analyse(
    state: State, seconds: float = 1.0, seed: int = 0, *, seat: int | None = None, simulations: int | None = None
) -> list["Thought"]:
    """What is thought of each legal move of a seat in turn (by default the first), best first: value, best line,
    visits, whether proved. It uses only what the seat may know.

    A room may have an exact or better way in its `bot.py`: `analyse(state, seat, seconds)`; None: as if it had none.
    Else the search of its strongest level is made; for games with secrets, and where several choose at once, a search
    over what the seat knows.

    `simulations` (in alpha-beta: nodes) instead of seconds makes a search repeatable; a room's own way goes by time.
    """
    check_limits(seconds, simulations)
    who = thinking(state, seat)
    own = own_way(state, who, seconds)
    if own is not None:
        return own
    if state.game.players == 1:
        raise OptionError(f"{state.game.slug}: there is no analysis of this game alone")
    limits = (None, simulations) if simulations else (seconds, None)
    home = state.game.room
    manner = getattr(home.bot, "MANNERS", {}).get(max(levels(home)))
    if len(state.turn) > 1 or (manner is None and is_closed(state.game)):
        from spielkiste.search.infoset import Guesser

        cores = 1 if simulations else os.cpu_count() or 1
        return Guesser(state.game, seed=seed, cores=cores).think(state, who, *limits)
    if manner is not None and manner.get("search") == ALPHABETA and two_sides(state.game):
        from spielkiste.search.deepen import Deepener

        return Deepener(state.game).think(state, *limits)
    return thinker(state.game, max(levels(home)), seed=seed, by_time=not simulations).think(state, *limits)


def thinking(state: State, seat: int | None = None) -> int:
    """The seat whose moves are thought about: the one named, or the first player in turn."""
    if state.over:
        raise GameOver("the game is over; there is nothing to think about")
    players = [one for one in state.turn if one >= 0]
    if not players or (seat is not None and seat not in players):
        who = "a player" if seat is None else f"seat {seat}"
        raise NotYourTurn(f"{who} must be in turn to think about moves; in turn: {state.turn}")
    return players[0] if seat is None else seat


def check_limits(seconds: float, simulations: int | None = None) -> None:
    if not 0 < seconds < math.inf:
        raise OptionError(f"seconds={seconds!r}: must be a positive number")
    if simulations is not None and simulations < 1:
        raise OptionError(f"simulations={simulations!r}: must be positive")


def own_way(state: State, seat: int, seconds: float) -> list["Thought"] | None:
    """A room's own analysis; None where it has none for this position."""
    bot: Any = state.game.room.bot
    found = bot.analyse(state, seat, seconds) if hasattr(bot, "analyse") else None
    return None if found is None else list(found)
