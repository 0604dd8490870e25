"""The shortest solution there is, and its eight pictures."""

from itertools import pairwise

from .notation import NAMES
from .rules import SIDE

# 13 moves, found by a search over whole moves; fewer are impossible (docs/abraeumen-solutions.md has the proof).
FEWEST_MOVES = """
    c1-a1 b3-b1 b5-b3 d4-b4 a4-c4 f4-d4-b4 e6-e4 c6-c4-a4-a6-c6-e6 d2-b2-b4 f2-f4-f6-d6-d4-d2-f2 d1-f1-f3-d3
    a2-a4-c4-c2 a1-c1-c3-e3-e5
"""


def shortest_solution(picture: int = 0) -> list[str]:
    """A solution in 13 moves, the fewest possible; `picture` 0 to 7 turns and mirrors it."""
    jumps = []
    for move in FEWEST_MOVES.split():
        cells = [NAMES[turned_cell(NAMES.index(name), picture)] for name in move.split("-")]
        jumps += [f"{a}-{b}" for a, b in pairwise(cells)]
    return jumps


def turned_cell(cell: int, k: int) -> int:
    """Where a cell comes to lie under symmetry k: columns mirrored (1), rows mirrored (2), then both swapped (4)."""
    x, y = cell % SIDE, cell // SIDE
    x = SIDE - 1 - x if k & 1 else x
    y = SIDE - 1 - y if k & 2 else y
    return SIDE * x + y if k & 4 else SIDE * y + x
