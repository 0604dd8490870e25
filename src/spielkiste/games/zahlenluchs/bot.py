"""What a bot should know: win the race, do not be overtaken, keep out of reach, and keep enough stones."""

from typing import Any

from .rules import OVER, STONES, goal, play, players, team

WON = 1000.0
NEARER = 10.0  # a step of the foremost stone; the other weights are guesses in relation to it
STONE = 2.0
LAST_STONES = 8.0  # what a stone is worth when its colour has few left
THREATENED = 6.0


def steps_to_goal(s: Any, seat: int) -> int:
    """Of the foremost stone; the diagonal is the shortest way."""
    aim = goal(s, seat)
    found = 9
    for stone in range(1, STONES + 1):
        cell = s.where[seat][stone]
        if cell:
            found = min(found, max(abs((cell & 7) - (aim & 7)), abs((cell >> 3) - (aim >> 3))))
    return found


def reaches(s: Any, seat: int, target: int) -> bool:
    """Whether some stone of a seat stands one step before a cell."""
    aim = goal(s, seat)
    for stone in range(1, STONES + 1):
        cell = s.where[seat][stone]
        if cell:
            columns, rows = (target & 7) - (cell & 7), (target >> 3) - (cell >> 3)
            towards = columns * ((aim & 7) - (cell & 7)) >= 0 and rows * ((aim >> 3) - (cell >> 3)) >= 0
            if towards and max(abs(columns), abs(rows)) == 1:
                return True
    return False


def stones_worth(left: int) -> float:
    """Losing the last stone loses the game; far from that a stone less even helps the others to move."""
    return STONE * left - (LAST_STONES / left if left else WON)


def worth(s: Any, seat: int, action: int) -> float:
    """How the position looks once the move is made: race and stones, own side against the other."""
    own = team(s, seat)
    play(s, seat, action)
    if s.acts == OVER:
        return WON if s.winner == own else -WON
    value, nearest = 0.0, [9, 9]
    for other in range(players(s)):
        side_of = team(s, other)
        nearest[side_of] = min(nearest[side_of], steps_to_goal(s, other))
        value += stones_worth(s.left[other]) * (1 if side_of == own else -1)
        if side_of != own and any(
            s.where[seat][k] and reaches(s, other, s.where[seat][k]) for k in range(1, STONES + 1)
        ):
            value -= THREATENED / players(s)
    return value + NEARER * (nearest[1 - own] - nearest[own])
