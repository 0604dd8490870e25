"""A judged round: what each outline brought, and the fivers that stand on a board and that nobody has outlined."""

from spielkiste.core.record import Record

from .actions import shape_of
from .outlines import COUNTED_FIVERS, contested_cells, lies_clear, shows_roll
from .quick_rules import of_shapes, sensible_outlines
from .rules import BASE, BASE_ROUNDS, OVER, ROLL
from .shapes import PLACEMENTS, VALUES

BY_VALUE = [  # the shapes of each value, as bits, the highest value first
    sum(1 << shape for shape, worth in enumerate(VALUES) if worth == value)
    for value in sorted(set(VALUES), reverse=True)
]


def is_judged(s: Record) -> bool:
    """Whether the outlines of a round of the base game lie open, and the dice are still those of this round."""
    return bool(s.mode == BASE and s.round > 0 and s.phase in (ROLL, OVER))


def points_of(s: Record, seat: int, k: int) -> int:
    """What a valid outline of a judged round brought; 0 for a shape that counts already, and beyond five."""
    first = {shape_of(int(s.outlines[seat][n])): n for n in reversed(range(s.drawn[seat])) if is_valid(s, seat, n)}
    shapes = sorted(first, key=lambda shape: (VALUES[shape], shape))[:COUNTED_FIVERS]
    counts = any(first[shape] == k for shape in shapes)
    return VALUES[shape_of(int(s.outlines[seat][k]))] * (2 if s.round == BASE_ROUNDS else 1) if counts else 0


def is_valid(s: Record, seat: int, k: int) -> bool:
    outline = int(s.outlines[seat][k])
    return shows_roll(s, seat, outline) and lies_clear(
        outline, contested_cells(s, seat, 0), contested_cells(s, seat, 1)
    )


def best_overlooked(s: Record, seat: int) -> int | None:
    """The placement worth most beside what was outlined on a board, in a shape that was not; of equal ones the first.
    With the same board for all, what anybody found was not overlooked."""
    left = sensible_outlines(s, seat)
    for placement in found_by_others(s, seat) if s.same else ():
        left &= ~(1 << placement)
    for shapes in BY_VALUE:
        best = left & of_shapes(shapes)
        if best:
            return (best & -best).bit_length() - 1
    return None


def found_by_others(s: Record, seat: int) -> set[int]:
    """The placements among what they outlined."""
    drawn = [int(s.outlines[k][n]) for k in range(s.players) if k != seat for n in range(s.drawn[k])]
    return {outline for outline in drawn if outline < PLACEMENTS}
