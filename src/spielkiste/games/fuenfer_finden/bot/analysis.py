"""What is thought of each listed move, the best first.

A value is not a chance to win but a share of what is possible: in the base game the points of this round before
doubling, by the best completion (exact), of 18; in the puzzle and solo game the seat's expected score at the end of
30, more hourglasses left out. Strikes are listed for the gentlest places of each shape only.
"""

from spielkiste.core.record import Record
from spielkiste.search.limit import Limit
from spielkiste.search.thought import Thought

from ..actions import DONE, ERASE, TURN
from ..notation import write
from ..outlines import cheapest_five, valid_shapes
from ..rules import BASE, SEARCH, play, score, wipe
from .plans import plans, roll_of, sheet_of
from .solver import best_rest, listed, spoken

BEST_ROUND = 18  # 4 4 4 3 3
BEST_PUZZLE = 30  # every shape circled


def thoughts(s: Record, seat: int, limit: Limit, seed: int) -> list[Thought]:
    """Of a seat that may act; `s` is what it sees. A number of games instead of seconds makes it repeatable."""
    if s.mode == BASE:
        found = [thought_of_round(s, seat, action) for action in listed(s, seat)]
    elif s.phase == SEARCH and s.drawn[seat]:
        found = thoughts_of_outline(s, seat, limit, seed)
    else:
        found = thoughts_of_plan(s, seat, limit, seed)
    return sorted(found, key=lambda thought: -thought.value)


def thought_of_round(s: Record, seat: int, action: int) -> Thought:
    """A move of the base game by the best that can follow it without erasing; the hourglass point counts."""
    after, move = s.copy(), write(s, seat, action)
    if action in (TURN, DONE):
        return Thought(move, share_of_round(cheapest_five(valid_shapes(s, seat)) + (action == TURN)), 1, True, (move,))
    play(after, seat, action)
    rest, value = best_rest(after, seat)
    return Thought(move, share_of_round(value), 1, True, (move, *spoken(after, seat, rest)))


def share_of_round(points: int) -> float:
    return min(1.0, points / BEST_ROUND)


def thoughts_of_plan(s: Record, seat: int, limit: Limit, seed: int) -> list[Thought]:
    so_far = score(s, seat)
    moves = [(write(s, seat, plan.action), plan) for plan in plans(sheet_of(s, seat), roll_of(s), limit, seed)]
    return [Thought(move, share_of_game(so_far + p.expected), p.games, False, (move,)) for move, p in moves]


def thoughts_of_outline(s: Record, seat: int, limit: Limit, seed: int) -> list[Thought]:
    """While an outline stands: to keep it (`done`, `turn`) or to erase it for the best of all."""
    clean = s.copy()
    wipe(clean, seat)
    planned = {thought.move: thought for thought in thoughts_of_plan(clean, seat, limit, seed)}
    standing = write(s, seat, int(s.outlines[seat][0]))
    best = max(planned.values(), key=lambda thought: thought.value)
    keep = planned.get(standing, planned["done"])  # a wrong outline is as good as none: a shape must be struck
    found = []
    for action in listed(s, seat):
        move = write(s, seat, action)
        if ERASE <= action < TURN:
            found.append(Thought(move, best.value, best.visits, False, (move, *best.line)))
        else:
            extra = 1 / BEST_PUZZLE if action == TURN else 0.0
            found.append(Thought(move, min(1.0, keep.value + extra), keep.visits, False, (move,)))
    return found


def share_of_game(points: float) -> float:
    return min(1.0, points / BEST_PUZZLE)
