"""Computes the tables of boxes (box_tables.py) in a minute: `python -m spielkiste.games.cubus.tools.box_tables`.

For a whole stack: push all its boxes back along x, then along y. It keeps its boxes and its layers, and none of its
three drawings (left, right, from above) grows. So it is enough to go through stacks whose layers are partitions.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..line_shapes import IMPOSSIBLE, MOST, SIZE, Heights, all_lines, lines_before, lines_behind, partitions, shape_of

FILE = Path(__file__).parents[1] / "box_tables.npz"


# --- boxes of a whole stack ----------------------------------------------------------------------


def without_a_corner(rows: Heights) -> Iterator[Heights]:
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
    on: dict[Heights, Any] = {(): nothing}  # by lowest layer or a part of it: [layers, left sides, right sides]
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
