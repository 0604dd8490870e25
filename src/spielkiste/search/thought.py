"""What a search or a solver thinks of a move."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Thought:
    """What a search thinks of one move."""

    move: str
    value: float  # expected return of the seat that moves: -1 to 1, alone 0 to 1; a room's own may be a share of points
    visits: int
    proved: bool
    line: tuple[str, ...]  # the most visited continuation, this move first
