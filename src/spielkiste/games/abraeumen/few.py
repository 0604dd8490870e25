"""The best way from few stones, in plain Python: for where there is no compiler (`solver.py` sees all of the game)."""

from .notation import JUMP_NAMES
from .rules import CELLS, JUMP_CELLS, JUMP_FROM, jumpers

POSITIONS = 30_000  # looked at for an answer: a second at most, in a browser too


def best_jumps(stones: int, most: int = POSITIONS) -> list[str]:
    """The jumps that leave the fewest stones; exact unless there are more positions than may be looked at."""
    line: list[int] = []
    best = list[int]()
    seen: set[int] = set()

    def look(here: int) -> bool:
        """Whether one stone was left: then nothing is better."""
        nonlocal best
        if len(line) > len(best):
            best = line.copy()
        if here & (here - 1) == 0:
            return True
        for jump in jumps_of(here):
            then = after(here, jump)
            if then not in seen and len(seen) < most:
                seen.add(then)
                line.append(jump)
                if look(then):
                    return True
                line.pop()
        return False

    look(stones)
    return [JUMP_NAMES[jump] for jump in best]


def jumps_of(stones: int) -> list[int]:
    return [
        int(JUMP_FROM[direction, cell])
        for direction in range(4)
        for cell in range(CELLS)
        if jumpers(stones, direction) >> cell & 1
    ]


def after(stones: int, jump: int) -> int:
    start, over, to = JUMP_CELLS[jump]
    return stones ^ (1 << start | 1 << over | 1 << to)
