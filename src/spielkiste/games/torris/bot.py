"""What a bot should know: points on top of towers change hands; who has moves left when the other has none collects."""

from typing import Any

from .rules import MAX_MOVES, legal, play, score

# Points that one move more to choose from is worth. On 400 fresh deals it won 290 and drew 4 against counting points
# alone; 3 and 6 did about as well on other deals, 1 a little worse.
FREEDOM = 2

# Levels 3 and 4 by nodes, level 5 by time; alpha-beta beats a tree search with the same knowledge and time (see
# docs/strength-torris.md) and plays the end of the game exactly.
MANNERS: dict[int, dict[str, Any]] = {
    3: {"search": "alphabeta", "nodes": 300},
    4: {"search": "alphabeta", "nodes": 3000},
    5: {"search": "alphabeta"},
}


def worth(s: Any, seat: int, action: int) -> float:
    """The lead after the move, in points and in moves to choose from."""
    play(s, seat, action)
    points = score(s, seat) - score(s, 1 - seat)
    out = [0] * MAX_MOVES
    return float(points + FREEDOM * (legal(s, seat, out) - legal(s, 1 - seat, out)))
