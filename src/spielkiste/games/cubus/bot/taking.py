"""The dismantling game at first sight."""

from spielkiste.core.record import Record

from ..rules import MAX_MOVES, legal, play


def worth_of_take(s: Record, seat: int, action: int) -> float:
    """Tiles won, less what the next player can win then; more rivals matter less each."""
    before = s.points[seat]
    play(s, seat, action)
    return float(s.points[seat] - before - best_take(s, s.turn) / (s.players - 1))


def best_take(s: Record, seat: int) -> int:
    """The most tiles a seat can win at once."""
    out = [0] * MAX_MOVES
    best = 0
    for action in out[: legal(s, seat, out)]:
        after = s.copy()
        play(after, seat, action)
        best = max(best, after.points[seat] - s.points[seat])
    return best
