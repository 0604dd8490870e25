"""What players know beyond the rules, compiled like them: choice is good, edges and stones alone are not."""

from spielkiste.core.record import Record

from .rules import CELLS, JUMP_CELLS, SIDE, jumpers

CHOICE = 0.5  # what a possible jump is worth; 0, 1/4 and 1/2 left 3.8, 3.1 and 2.6 stones on average, chance 7.4
SCALE = 100.0  # so that an impression stays between -1 and 1

NEIGHBOURS = tuple(
    sum({1 << (a if b == cell else b) for a, b, _ in JUMP_CELLS if cell in (a, b)}) for cell in range(CELLS)
)
EDGES = tuple((cell % SIDE in (0, SIDE - 1)) + (cell // SIDE in (0, SIDE - 1)) for cell in range(CELLS))


def estimate(s: Record, seat: int) -> float:
    """Half a point for each possible jump; each edge a stone touches and each stone without a neighbour costs one."""
    stones = int(s.stones)
    worth = 0.0
    for direction in range(4):
        worth += CHOICE * count_stones(jumpers(stones, direction))
    for cell in range(CELLS):
        if stones >> cell & 1:
            worth -= EDGES[cell] + (1 if stones & NEIGHBOURS[cell] == 0 else 0)
    return worth / SCALE


def count_stones(stones: int) -> int:
    count = 0
    while stones:
        stones &= stones - 1
        count += 1
    return count


def bound(s: Record, seat: int) -> int:
    """Nobody leaves less than one stone."""
    return -1
