"""How many boxes a number of tiles can show: tables from which bounds and exact answers follow.

`python -m spielkiste.games.cubus.tables` computes them (a minute) and writes tables.npz.

- MOST_BOXES[h, l, r, t]: the most boxes of a stack of at least h layers with at most l left sides, r right sides and t
  lids. Push all boxes of a stack back along x, then along y: it keeps its boxes and its layers, and none of its three
  drawings (left, right, from above) grows. So it is enough to go through stacks whose layers are partitions.
- FRONT and BEHIND, by the heights of one line of columns (equal x): the most boxes that can stand in lines before it or
  behind it with at most so many more left sides, right sides and lids.
- FRONT_GAIN and BEHIND_GAIN: the same, but the most that 3 x boxes - tiles can become.
- MOST_GAIN[f, l, r, t]: the most that 3 x boxes - tiles can become if f left sides are free.

The heights of a line are together at most all left sides, so a line is a partition of 16 at most: there are 914.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

MOST = 16  # tiles of a kind, boxes in a line
SIZE = MOST + 1
IMPOSSIBLE = -1000
FILE = Path(__file__).with_name("tables.npz")

Line = tuple[int, ...]  # heights, never growing


def partitions(total: int, largest: int) -> Iterator[Line]:
    """Lines of so many boxes."""
    if total == 0:
        yield ()
    for first in range(min(total, largest), 0, -1):
        for rest in partitions(total - first, first):
            yield (first, *rest)


def shape_of(line: Line) -> int:
    """A line's heights, made all different, as bits: its key in the tables."""
    return sum(1 << (height + len(line) - 1 - k) for k, height in enumerate(line))


def all_lines(most: int = MOST) -> list[Line]:
    """All lines in the order of the tables."""
    return sorted((line for total in range(1, most + 1) for line in partitions(total, total)), key=shape_of)


# --- boxes of a whole stack ----------------------------------------------------------------------


def without_a_corner(rows: Line) -> Iterator[Line]:
    for k, row in enumerate(rows):
        if k + 1 == len(rows) or rows[k + 1] < row:
            smaller = (*rows[:k], row - 1, *rows[k + 1 :])
            yield smaller if row > 1 else smaller[:-1]


def most_boxes(most: int = MOST) -> Any:
    size = most + 1
    boxes = np.full((size, size, size, size), IMPOSSIBLE, dtype=np.int16)
    nothing = np.full((size, size, size), IMPOSSIBLE, dtype=np.int16)
    nothing[0] = 0
    boxes[..., 0] = nothing
    on: dict[Line, Any] = {(): nothing}  # by lowest layer or a part of it: [layers, left sides, right sides]
    for lids in range(1, size):
        boxes[..., lids] = boxes[..., lids - 1]
        for rows in partitions(lids, lids):
            best = nothing
            for smaller in without_a_corner(rows):
                best = np.maximum(best, on[smaller])
            left, right = len(rows), rows[0]
            for _ in range(size // max(left, right)):  # once more the same layer below
                below = best[:, : size - left, : size - right] + lids
                best = best.copy()
                best[1:, left:, right:] = np.maximum(best[1:, left:, right:], below[:-1])
                best[0, left:, right:] = np.maximum(best[0, left:, right:], below[0])
            on[rows] = best
            boxes[..., lids] = np.maximum(boxes[..., lids], best)
    return boxes


def most_gain(boxes: Any) -> Any:
    tiles = np.arange(SIZE)
    gain = np.zeros((SIZE, SIZE, SIZE, SIZE), dtype=np.uint8)
    for free in range(SIZE):
        own = 3 * boxes[0, free:] - tiles[: SIZE - free, None, None] - tiles[:, None] - tiles
        for axis in range(3):
            own = np.maximum.accumulate(own, axis=axis)
        gain[free, : SIZE - free] = own
    return gain


# --- boxes before and behind a line --------------------------------------------------------------


def lines_under(line: Line, cap: int) -> Iterator[Line]:
    """Lines no longer than this one, and nowhere higher than it and than `cap`."""
    yield ()
    if line:
        for height in range(min(cap, line[0]), 0, -1):
            for rest in lines_under(line[1:], height):
                yield (height, *rest)


def lines_over(line: Line, cap: int, spare: int) -> Iterator[Line]:
    """Lines at least as long and as high as this one, no higher than `cap`, with so many boxes more at most."""
    if not line:
        yield ()
    least = line[0] if line else 0
    for height in range(max(least, 1), min(cap, least + spare) + 1):
        for rest in lines_over(line[1:], height, spare - height + least):
            yield (height, *rest)


def lines_before(line: Line, most: int = MOST) -> Iterator[tuple[Line, int, int]]:
    """Lines that can stand just before this one, the left sides they take (for new rows, first), their shift in y."""
    for rows in [(), *all_lines(most - sum(line))]:
        for rest in lines_under(line, rows[-1] if rows else most):
            if rest:
                yield (*rows, *rest), sum(rows), -len(rows)


def lines_behind(line: Line, most: int = MOST) -> Iterator[tuple[Line, int, int]]:
    """Lines that can stand just behind this one, the left sides they take (where higher or new), their shift in y."""
    for dropped in range(len(line)):
        touching = line[dropped:]
        for other in lines_over(touching, most, most - sum(line)):
            yield other, sum(other) - sum(touching), dropped


def most_beside(neighbours: Any, most: int = MOST) -> list[Any]:
    """For every line: [left sides, right sides, lids] -> the most boxes on one side of it."""
    lines = all_lines(most)
    number = {line: k for k, line in enumerate(lines)}
    size = most + 1
    found = [np.zeros((size - sum(line), size - line[0], size - len(line)), np.uint8) for line in lines]
    pairs = []
    for line in lines:
        for other, left, _ in neighbours(line, most):
            if line[0] + other[0] <= most and len(line) + len(other) <= most:
                pairs.append((found[number[line]], found[number[other]], left, other[0], len(other), sum(other)))
    for right in range(size):
        for here, there, left, high, lids, boxes in pairs:
            if high <= right < here.shape[1]:
                part = here[left:, right, lids:]
                more = there[: part.shape[0], right - high, : part.shape[1]] + np.uint8(boxes)
                np.maximum(part, more, out=part)
    return found


def gains(found: list[Any]) -> list[Any]:
    """The most that 3 x boxes - tiles can become with at most so many tiles."""
    result = []
    for boxes in found:
        left, right, lids = np.indices(boxes.shape)
        gain = 3 * boxes.astype(np.int16) - left - right - lids
        for axis in range(3):
            gain = np.maximum.accumulate(gain, axis=axis)
        result.append(gain.astype(np.uint8))
    return result


def flat(found: list[Any]) -> Any:
    return np.concatenate([part.ravel() for part in found])


def write_tables() -> None:
    boxes = most_boxes()
    front, behind = most_beside(lines_before), most_beside(lines_behind)
    starts = np.cumsum([0] + [part.size for part in front[:-1]]).astype(np.int32)
    shapes = np.array([shape_of(line) for line in all_lines()], np.int32)
    np.savez_compressed(
        FILE,
        most_boxes=boxes,
        most_gain=most_gain(boxes),
        shapes=shapes,
        starts=starts,
        front=flat(front),
        behind=flat(behind),
        front_gain=flat(gains(front)),
        behind_gain=flat(gains(behind)),
    )


if __name__ == "__main__":
    write_tables()
else:
    with np.load(FILE) as stored:
        MOST_BOXES, MOST_GAIN = stored["most_boxes"], stored["most_gain"]
        SHAPES, STARTS = stored["shapes"], stored["starts"]
        FRONT, BEHIND = stored["front"], stored["behind"]
        FRONT_GAIN, BEHIND_GAIN = stored["front_gain"], stored["behind_gain"]
