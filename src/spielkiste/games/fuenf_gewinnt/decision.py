"""How the upper levels decide between forced wins and a search. Needs nothing but Python, so that it decides in a
browser as on a server; whoever asks proves and searches (`search/steps.py`).
"""

import math
import time
from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any, NamedTuple

from spielkiste.core.state import State
from spielkiste.search.limit import Limit
from spielkiste.search.steps import driven

RECONSIDERED = 6  # moves of a search that are looked at again

# Level 5: shares of the time for a move; most proofs take 2 ms.
FOR_SECOND_THOUGHT = 0.1  # kept back to look at moves again
FOR_ATTACK = 0.1  # is there a forced win?
FOR_DEFENCE = 0.03  # does a move give one away?
NODES_OF_ATTACK, NODES_OF_DEFENCE = 20_000, 6_000  # of a proof, where a number decides and not the time


class Win(NamedTuple):
    """Does a seat in turn have a forced win? The answer is its first move, or None."""

    state: State
    seat: int
    limit: Limit | None  # None: one by fours alone


class Rank(NamedTuple):
    """All moves, in the order in which a tree search would choose them."""

    limit: Limit | None = None  # None: as the level has it


Steps = Generator[Win | Rank, Any, str]


def seeing_fours(state: State, seat: int) -> Steps:
    """Level 4: makes wins by fours and does not give them away."""
    won = yield Win(state, seat, None)
    if won:
        return str(won)
    moves = yield Rank()
    return (yield from first_that_holds(state, seat, moves, lambda after, other: Win(after, other, None)))


def proving(state: State, seat: int, limit: Limit) -> Steps:
    """Level 5: makes every forced win that it can prove and does not give one away."""
    begun = time.perf_counter()
    won = yield Win(state, seat, share(limit, FOR_ATTACK, NODES_OF_ATTACK))
    if won:
        return str(won)
    spent, defence = time.perf_counter() - begun, share(limit, FOR_DEFENCE, NODES_OF_DEFENCE)
    if not limit.repeatable:
        seconds = max(limit.time / 2, limit.time * (1 - FOR_SECOND_THOUGHT) - spent)
        limit = replace(limit, seconds=seconds)
    moves = yield Rank(limit)
    end = math.inf if limit.repeatable else time.perf_counter() + limit.time * FOR_SECOND_THOUGHT

    def look(after: State, other: int) -> Win | None:
        return Win(after, other, defence) if time.perf_counter() < end else None

    return (yield from first_that_holds(state, seat, moves, look))


def share(limit: Limit, of_time: float, nodes: int) -> Limit:
    """What a proof may take of a move's limit: so many nodes where a number decides, else a share of the time."""
    return Limit(nodes=nodes) if limit.repeatable else Limit(seconds=limit.time * of_time)


Look = Callable[[State, int], Win | None]  # what is asked of a seat in turn; None: there is no time for it


def first_that_holds(state: State, seat: int, moves: list[str], look: Look) -> Generator[Win, Any, str]:
    """The best move of a search that is not seen to lose."""
    for move in moves[:RECONSIDERED]:
        if not (yield from giving_away(state, seat, move, look)):
            return move
    return moves[0]


def giving_away(state: State, seat: int, move: str, look: Look) -> Generator[Win, Any, bool]:
    """Whether a move gives the other a forced win."""
    after = state.play(move)
    if after.over:
        return False
    if after.turn == (seat,):  # a stone is lifted: is there a cell to put it?
        for rest in after.moves():
            if not (yield from giving_away(after, seat, rest, look)):
                return False
        return True
    asked = look(after, 1 - seat)
    return asked is not None and bool((yield asked))


def gives_away(state: State, seat: int, move: str, wins: Callable[[State, int], bool]) -> bool:
    """The same where it is known whether a seat in turn wins."""
    steps = giving_away(state, seat, move, lambda after, other: Win(after, other, None))
    return driven(steps, lambda asked: wins(asked.state, asked.seat))
