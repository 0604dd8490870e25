"""The best round of the base game, exactly: at most five fivers, no cell and no shape twice, of the highest value.

Shapes are decided in order of value, the dearest first: a shape is outlined on one of its free places or left out. What
the rest can still give is at most the dearest shapes that still have a free place; where that does not beat the best
round so far, the branch is cut (branch and bound). A round has at most five outlines, because of more the cheapest five
would count.
"""

from typing import Any

from spielkiste.core.scratch import scratch

from ..actions import shape_of
from ..outlines import COUNTED_FIVERS, SHAPE_COUNT
from ..shapes import PLACEMENTS, VALUES

ROOM = COUNTED_FIVERS + 1  # levels of the search
BEGINS = SHAPE_COUNT + 1
DEAREST_FIRST = tuple(sorted(range(SHAPE_COUNT), key=lambda shape: (-VALUES[shape], shape)))


def best_outlines(places: Any, left: Any, right: Any, used: Any, shapes: int, room: int, out: Any) -> int:
    """The value of the best further outlines; they are written to `out`, -1 after the last.

    `places` are the fivers on the board, `left` and `right` the halves of their cells as bits, `used` the two halves of
    the cells that cannot be outlined any more, `shapes` the shapes still wanted, `room` how many outlines still count.
    """
    ordered, begins = scratch(PLACEMENTS, "i8"), scratch(BEGINS, "i8")
    sort_by_shape(places, shapes, ordered, begins)
    chosen = scratch(COUNTED_FIVERS, "i8")
    for k in range(COUNTED_FIVERS):
        chosen[k], out[k] = -1, -1
    taken_left, taken_right = scratch(ROOM, "i8"), scratch(ROOM, "i8")
    taken_left[0], taken_right[0] = used[0], used[1]
    rank, nexts = scratch(ROOM, "i8"), scratch(ROOM, "i8")  # by level: the shape it is at, the place it tries next
    depth, points, best = 0, 0, 0
    while depth >= 0:
        k = rank[depth]
        full = depth == room or k == SHAPE_COUNT
        if (
            full
            or points + most_more(left, right, ordered, begins, k, taken_left[depth], taken_right[depth], room - depth)
            <= best
        ):
            depth, points = one_back(depth, points, chosen, ordered, places)
            continue
        if nexts[depth] < begins[k]:
            nexts[depth] = begins[k]
        at = next_free(left, right, ordered, nexts[depth], begins[k + 1], taken_left[depth], taken_right[depth])
        if at == begins[k + 1]:  # no further place: leave this shape out
            rank[depth] = k + 1
            nexts[depth] = at
            continue
        nexts[depth] = at + 1
        chosen[depth] = ordered[at]
        points += VALUES[shape_of(places[ordered[at]])]
        taken_left[depth + 1] = taken_left[depth] | left[ordered[at]]
        taken_right[depth + 1] = taken_right[depth] | right[ordered[at]]
        rank[depth + 1], nexts[depth + 1] = k + 1, begins[k + 1]
        depth += 1
        if points > best:
            best = points
            for j in range(COUNTED_FIVERS):
                out[j] = places[chosen[j]] if j < depth else -1
    return int(best)


def one_back(depth: int, points: int, chosen: Any, ordered: Any, places: Any) -> tuple[int, int]:
    """Takes the last outline back."""
    depth -= 1
    if depth >= 0:
        points -= VALUES[shape_of(places[chosen[depth]])]
    return depth, points


def sort_by_shape(places: Any, shapes: int, ordered: Any, begins: Any) -> None:
    """Writes the numbers of the places in the wanted shapes, the dearest shape first, and where each shape begins."""
    count = 0
    for k in range(SHAPE_COUNT):
        begins[k] = count
        for j in range(len(places)):
            if shape_of(places[j]) == DEAREST_FIRST[k] and shapes >> DEAREST_FIRST[k] & 1:
                ordered[count] = j
                count += 1
    begins[SHAPE_COUNT] = count


def next_free(left: Any, right: Any, ordered: Any, at: int, end: int, taken_left: int, taken_right: int) -> int:
    while at < end and (left[ordered[at]] & taken_left or right[ordered[at]] & taken_right):
        at += 1
    return at


def most_more(
    left: Any, right: Any, ordered: Any, begins: Any, rank: int, taken_left: int, taken_right: int, room: int
) -> int:
    """A bound for what can still be added: the dearest shapes from this rank on that have a free place."""
    points = 0
    for k in range(rank, SHAPE_COUNT):
        if room == 0:
            break
        if next_free(left, right, ordered, begins[k], begins[k + 1], taken_left, taken_right) < begins[k + 1]:
            points += VALUES[DEAREST_FIRST[k]]
            room -= 1
    return points
