"""A quick model of the rest of a building game: only numbers of tiles and boxes, no stacks.

Without open lids, and with one, the most boxes that some tiles can show are in a table (box_tables.py), so a build is a
choice of how many tiles of each kind lie on the table afterwards. With more open lids the model promises too much; the
look-ahead (planner.py) puts that right for the next two builds. Everybody makes the build worth most at once, of equal
ones the one that keeps most tiles. Closed and open lids count as one kind.

The model is one row of whole numbers.
"""

from typing import Any

from spielkiste.core.dice import below
from spielkiste.core.scratch import scratch

from ..box_tables import MOST_BOXES
from ..line_shapes import MOST

SIDES_AND_LIDS = 3  # kinds of tiles in the model: left sides, right sides, lids
MOST_PLAYERS = 6
BOXES = 3  # the first three: tiles in the stack, by kind
LAYERS = 4  # the stack has so many at least: the height of its highest open lid
YOUNG, PLAYERS, TURN = 5, 6, 7
IDLE = 8  # turns with an empty pile since the last build
PILE = 9  # by kind
POINTS = PILE + SIDES_AND_LIDS  # by seat
HANDS = POINTS + MOST_PLAYERS  # by seat and kind
SIZE = HANDS + MOST_PLAYERS * SIDES_AND_LIDS
MOST_CHOICES = (MOST + 1) ** 3  # a choice: three numbers of tiles, boxes, points
CHOICE_BOXES, CHOICE_POINTS, CHOICE = 3, 4, 5


def hand_of(seat: int) -> int:
    return HANDS + SIDES_AND_LIDS * seat


def points_for(m: Any, left: int, right: int, lids: int, boxes: int) -> int:
    """What a stack of so many boxes that takes so many tiles would bring; 0 if it is no build."""
    if boxes <= m[BOXES]:
        return 0
    if m[YOUNG]:
        return int(boxes - m[BOXES])
    return max(0, int(3 * (boxes - m[BOXES]) - (left - m[0]) - (right - m[1]) - (lids - m[2])))


def best_choice(m: Any, seat: int, found: Any) -> int:
    """The most points for a seat's tiles, 0 if there is no build; the choice goes to `found`."""
    hand, layers = hand_of(seat), m[LAYERS]
    most, spent = 0, 0
    all_right, all_lids = m[1] + m[hand + 1], m[2] + m[hand + 2]
    for left in range(1, m[0] + m[hand] + 1):
        if MOST_BOXES[layers, left, all_right, all_lids] <= m[BOXES]:
            continue
        for right in range(1, all_right + 1):
            if MOST_BOXES[layers, left, right, all_lids] <= m[BOXES]:
                continue
            for lids in range(1, all_lids + 1):
                boxes = int(MOST_BOXES[layers, left, right, lids])
                points = points_for(m, left, right, lids, boxes)
                if points > most or (points == most and points > 0 and left + right + lids < spent):
                    most, spent = points, left + right + lids
                    found[0], found[1], found[2], found[CHOICE_BOXES] = left, right, lids, boxes
    return most


def promising_choices(m: Any, seat: int, best: Any, out: Any) -> int:
    """All choices that bring more than any with fewer tiles, written to `out`; how many. `best`: zeros to work with, by
    left sides, right sides and lids."""
    hand, layers, n = hand_of(seat), m[LAYERS], 0
    for left in range(1, m[0] + m[hand] + 1):
        for right in range(1, m[1] + m[hand + 1] + 1):
            for lids in range(1, m[2] + m[hand + 2] + 1):
                boxes = int(MOST_BOXES[layers, left, right, lids])
                points = points_for(m, left, right, lids, boxes)
                fewer = max(best[left - 1, right, lids], best[left, right - 1, lids], best[left, right, lids - 1])
                if points > fewer:
                    out[n, 0], out[n, 1], out[n, 2] = left, right, lids
                    out[n, CHOICE_BOXES], out[n, CHOICE_POINTS] = boxes, points
                    n += 1
                best[left, right, lids] = max(points, fewer)
    return n


def pile_left(m: Any) -> int:
    return int(m[PILE] + m[PILE + 1] + m[PILE + 2])


def draw(m: Any, dice: Any) -> None:
    """The seat in turn takes a tile from the pile."""
    ticket, kind = below(dice, pile_left(m)), 0
    while ticket >= m[PILE + kind]:
        ticket -= m[PILE + kind]
        kind += 1
    m[PILE + kind] -= 1
    m[hand_of(m[TURN]) + kind] += 1


def lay(m: Any, seat: int, found: Any) -> None:
    """Makes a build with a seat's tiles; those no longer needed come back."""
    hand = hand_of(seat)
    for kind in range(SIDES_AND_LIDS):
        m[hand + kind] += m[kind] - found[kind]
        m[kind] = found[kind]
    m[BOXES] = found[CHOICE_BOXES]
    m[IDLE] = 0


def play_on(m: Any, dice: Any, found: Any, turns: int) -> None:
    """So many turns, or until the end."""
    for _ in range(turns):
        left = pile_left(m)
        if left > 0:
            draw(m, dice)
        points = best_choice(m, m[TURN], found)
        if points > 0:
            m[POINTS + m[TURN]] += points
            lay(m, m[TURN], found)
        elif left == 0:
            m[IDLE] += 1
            if m[IDLE] == m[PLAYERS]:
                return
        m[TURN] = (m[TURN] + 1) % m[PLAYERS]


def leads(m: Any, dice: Any, seat: int, turns: int, out: Any) -> None:
    """For each entry of `out` one continuation: a seat's points less those of the best other."""
    work, found = scratch(SIZE, "i8"), scratch(CHOICE, "i8")
    for game in range(len(out)):
        for k in range(SIZE):
            work[k] = m[k]
        play_on(work, dice, found, turns)
        rival = -1000
        for other in range(m[PLAYERS]):
            if other != seat:
                rival = max(rival, work[POINTS + other])
        out[game] = work[POINTS + seat] - rival
