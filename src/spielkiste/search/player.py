"""What plays: the contract of a room's back.

A room's `bot.py` (or `bot/`) holds BACK. Its players are objects, made for a game, a level and a seed. What a player
remembers follows from what its seat has seen (`state.known(seat)`), and what it leaves to chance from its seed and how
far the game is: so two that are made alike play alike, in any process, and one can go on for another after a crash.
"""

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit
from spielkiste.search.thought import Thought

if TYPE_CHECKING:
    from spielkiste.search.explain import Why
    from spielkiste.search.judge import Judge, Verdict


class Player(Protocol):
    """Somebody who plays. It uses only what its seat may know."""

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        """A move for a seat that is in turn."""
        ...


@runtime_checkable
class Analyst(Protocol):
    """A player that can also say what it thinks of every move."""

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        """What is thought of the moves of a seat in turn, best first by value among what was looked at."""
        ...


@dataclass(frozen=True, kw_only=True)
class Back:
    """How a room plays. `player` makes one of a level; `answers` solves what can be solved (None from it: nothing of
    its own here); `tempo` says how many seconds a level needs for a move where bots are paced by a clock.
    `judge` makes who judges decisions for tips and reviews, where the room knows more than a search; `why` says in a
    sentence why one move is better than another (None: it has nothing to say that explains it). `lamp` shines
    while the goal can still be reached, where that is known exactly."""

    levels: tuple[int, ...]
    player: Callable[[Game, int, int], Player]
    answers: Callable[[State, int, Limit], list[Answer] | None] | None = None
    tempo: Callable[[int], float] | None = None
    judge: Callable[[Game, int], "Judge"] | None = None
    lamp: Callable[[State], bool] | None = None
    why: Callable[[State, int, str, str, "Verdict", Look], "Why | None"] | None = None


def decision_seed(seed: int, seat: int, state: State) -> int:
    """A number for one decision: from the player's seed, its seat and how many moves were made."""
    digest = hashlib.sha256(f"{seed}/{seat}/{state.length}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def decision_random(seed: int, seat: int, state: State) -> random.Random:
    """The random numbers of one decision."""
    return random.Random(decision_seed(seed, seat, state))
