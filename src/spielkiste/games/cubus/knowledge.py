"""How a position looks before the end, compiled like the rules: by the lead in points (dismantling: in tiles won)."""

from spielkiste.core.record import Record

from .rules import score

SURE_LEAD = 12  # a lead that is hardly lost any more; a guess: the cube of 27 boxes has 27 tiles
UNDECIDED = 0.95  # short of a win or a loss: those are for games that ended


def estimate(s: Record, seat: int) -> float:
    """By the lead over the best other seat."""
    rival = -1000
    for other in range(int(s.players)):
        if other != seat:
            rival = max(rival, score(s, other))
    lead = (score(s, seat) - rival) / SURE_LEAD
    return max(-UNDECIDED, min(UNDECIDED, lead))
