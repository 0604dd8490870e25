"""Lines of columns (equal x) by their heights alone: all there are, and which can stand before or behind another.

The heights of a line are together at most all left sides, so a line is a partition of 16 at most: there are 914.
"""

from collections.abc import Iterator

MOST = 16  # tiles of a kind, boxes in a line
SIZE = MOST + 1
IMPOSSIBLE = -1000  # as a number of boxes: there is no such stack

Heights = tuple[int, ...]  # never growing


def partitions(total: int, largest: int) -> Iterator[Heights]:
    """Lines of so many boxes."""
    if total == 0:
        yield ()
    for first in range(min(total, largest), 0, -1):
        for rest in partitions(total - first, first):
            yield (first, *rest)


def shape_of(line: Heights) -> int:
    """A line's heights, made all different, as bits: its key in the tables."""
    return sum(1 << (height + len(line) - 1 - k) for k, height in enumerate(line))


def all_lines(most: int = MOST) -> list[Heights]:
    """All lines in the order of the tables."""
    return sorted((line for total in range(1, most + 1) for line in partitions(total, total)), key=shape_of)


def lines_under(line: Heights, cap: int) -> Iterator[Heights]:
    """Lines no longer than this one, and nowhere higher than it and than `cap`."""
    yield ()
    if line:
        for height in range(min(cap, line[0]), 0, -1):
            for rest in lines_under(line[1:], height):
                yield (height, *rest)


def lines_over(line: Heights, cap: int, spare: int) -> Iterator[Heights]:
    """Lines at least as long and as high as this one, no higher than `cap`, with so many boxes more at most."""
    if not line:
        yield ()
    least = line[0] if line else 0
    for height in range(max(least, 1), min(cap, least + spare) + 1):
        for rest in lines_over(line[1:], height, spare - height + least):
            yield (height, *rest)


def lines_before(line: Heights, most: int = MOST) -> Iterator[tuple[Heights, int, int]]:
    """Lines that can stand just before this one, the left sides they take (for new rows, first), their shift in y."""
    for rows in [(), *all_lines(most - sum(line))]:
        for rest in lines_under(line, rows[-1] if rows else most):
            if rest:
                yield (*rows, *rest), sum(rows), -len(rows)


def lines_behind(line: Heights, most: int = MOST) -> Iterator[tuple[Heights, int, int]]:
    """Lines that can stand just behind this one, the left sides they take (where higher or new), their shift in y."""
    for dropped in range(len(line)):
        touching = line[dropped:]
        for other in lines_over(touching, most, most - sum(line)):
            yield other, sum(other) - sum(touching), dropped
