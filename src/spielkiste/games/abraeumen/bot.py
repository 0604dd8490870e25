"""What a bot should know: stones at the edge and stones alone are hard to take away, and choice is good."""

from typing import Any

from .rules import CELLS, JUMP_CELLS, SIDE, jumpers, play

CHOICE = 0.5  # what a possible jump is worth; 0, 1/4 and 1/2 left 3.8, 3.1 and 2.6 stones on average, chance 7.4
NEIGHBOURS = tuple({a if b == cell else b for a, b, _ in JUMP_CELLS if cell in (a, b)} for cell in range(CELLS))


def edges(cell: int) -> int:
    """How many edges of the board a cell touches."""
    return (cell % SIDE in (0, SIDE - 1)) + (cell // SIDE in (0, SIDE - 1))


def alone(s: Any, cell: int) -> bool:
    """Whether a stone has no neighbour."""
    return not any(s.home[neighbour] for neighbour in NEIGHBOURS[cell])


def worth(s: Any, seat: int, action: int) -> float:
    """The position after the jump, by its choice of jumps, its stones at the edge and its stones alone."""
    play(s, seat, action)
    choice = sum(jumpers(s.stones, direction).bit_count() for direction in range(4))
    return CHOICE * choice - sum(edges(cell) + alone(s, cell) for cell in range(CELLS) if s.home[cell])
