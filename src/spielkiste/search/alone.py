"""What the searches for one player share: the course of a game, how promising a position is, and known dice.

They look for the course with the highest score. Where chance plays a part it must be known: with a seed the k-th chance
event falls by the k-th of the numbers that the seed gives, whatever was played before. So an answer is what somebody
reaches who knows all dice in advance; for games in which moves do not change the odds it is exactly a game with given
rolls.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from spielkiste.core.dice import roll32
from spielkiste.core.errors import NotYourTurn, OptionError
from spielkiste.core.game import Game
from spielkiste.core.record import Out, Record
from spielkiste.core.state import State
from spielkiste.core.verbs import NO_LIMIT, bound, estimate, odds, score
from spielkiste.search.hashing import mixed, position_key

LONGEST = 400  # moves and chance events of a game at most
NOTHING_YET = -NO_LIMIT  # a value before any end was seen
IMPRESSION = 1e9  # what an estimate counts beside points


@dataclass(frozen=True)
class Course:
    """The best course of a game that was found: its final score, and every move and chance event on the way."""

    value: int
    line: tuple[str, ...]
    nodes: int
    proved: bool  # there is no better one


# --- compiled -------------------------------------------------------------------------------------


def promise(s: Record) -> float:
    """How good a position looks: by `estimate`; among equals by what could still be reached, else by points."""
    most = bound(s, 0)
    return estimate(s, 0) * IMPRESSION + float(score(s, 0) if most >= NO_LIMIT else most)


def fated_outcome(s: Record, out: Out, number: int) -> int:
    """The outcome of a chance event for one of 2**32 numbers, by the weights."""
    count = odds(s, out)
    total = 0
    for k in range(count):
        total += out[k]
    ticket = (number * total) >> 32
    outcome, passed = 0, 0
    for k in range(count):
        passed += out[k]
        outcome += 1 if ticket >= passed else 0
    return outcome


def place_key(raw: Any, parts: Any, events: int) -> int:
    """A position and how many chance events came before it, for these decide what falls next; never 0."""
    return mixed(position_key(raw, parts) ^ (events + 1)) | 1


# --- in Python ------------------------------------------------------------------------------------


def check(state: State) -> None:
    """A search alone needs one player and a game that goes on."""
    if state.game.players != 1:
        raise OptionError(f"{state.game!r}: this search is for one player")
    if state.over:
        raise NotYourTurn("the game is over; there is nothing to search")


def numbers(machine: Any, seed: int | None) -> "np.ndarray[Any, Any]":
    """What chance falls by; nothing without a seed."""
    if seed is None:
        return np.zeros(0, dtype=np.int64)
    dice = machine.dice(seed)
    return np.array([roll32(dice) for _ in range(LONGEST)], dtype=np.int64)


def chance_is_unknown(game: Game) -> OptionError:
    return OptionError(f"{game.slug}: chance plays a part; give a seed by which it falls")


def spoken(state: State, actions: list[int]) -> tuple[str, ...]:
    """A course in words."""
    said = []
    write, verbs = state.game.room.notation.write, state.game.room.verbs
    record = state.record()
    for action in actions:
        seat = 0 if verbs.in_turn(record) >> 2 & 1 else -1
        said.append(write(record, seat, action))
        verbs.play(record, seat, action)
        verbs.resolve(record)
    return tuple(said)
