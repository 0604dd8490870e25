"""What a bot should know: build for the most points, knock with a build in sight, take where others then get little."""

from typing import Any

from .builds import list_builds, write_build
from .builds import worth as points_for
from .rules import KNOCK, MAX_MOVES, PASS, QUIET, TAKE, legal, play, whose_tiles
from .stack import MOST


def worth_of_build(s: Any, action: int) -> int:
    out = [0] * MOST
    write_build(s.stack, action, out)
    return points_for(s, out)


def best_elementary(s: Any) -> int:
    """Points of the best listed build with the tiles at hand, 0 if there is none."""
    out = [0] * MAX_MOVES
    found = out[: list_builds(s, whose_tiles(s), out, 0)]
    return max((worth_of_build(s, action) for action in found), default=0)


def best_take(s: Any, seat: int) -> int:
    """The most tiles a seat can win at once."""
    out = [0] * MAX_MOVES
    best = 0
    for action in out[: legal(s, seat, out)]:
        after = s.copy()
        play(after, seat, action)
        best = max(best, after.points[seat] - s.points[seat])
    return best


def worth_of_take(s: Any, seat: int, action: int) -> float:
    """Tiles won, less what the next player can win then; more rivals matter less each."""
    before = s.points[seat]
    play(s, seat, action)
    return float(s.points[seat] - before - best_take(s, s.turn) / (s.players - 1))


def worth(s: Any, seat: int, action: int) -> float:
    """How good a legal move looks."""
    if s.phase == TAKE:
        return worth_of_take(s, seat, action)
    if action in (PASS, QUIET):
        return 0.0
    if action == KNOCK:
        return float(best_elementary(s)) or -1.0
    return float(worth_of_build(s, action))
