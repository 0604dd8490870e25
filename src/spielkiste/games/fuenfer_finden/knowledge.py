"""What players know beyond the rules, compiled like them."""

from spielkiste.core.record import Record
from spielkiste.core.verbs import NO_LIMIT

from .outlines import SHAPE_COUNT
from .rules import AVAILABLE, BASE, PUZZLE, PUZZLE_ROUNDS, STRIKING, score
from .shapes import VALUES


def bound(s: Record, seat: int) -> int:
    """In the puzzle and the solo game: every shape still available circled, and the hourglass turned in each round."""
    if s.mode == BASE:
        return NO_LIMIT
    points, cheapest = score(s, seat), 0
    for shape in range(SHAPE_COUNT):
        if s.sheet[seat][shape] == AVAILABLE:
            points += VALUES[shape]
            cheapest = VALUES[shape] if cheapest == 0 else min(cheapest, VALUES[shape])
    if s.phase == STRIKING and s.acting >> seat & 1:
        points -= cheapest
    if s.mode == PUZZLE:
        points += PUZZLE_ROUNDS - s.round + 1
    return points
