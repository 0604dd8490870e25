"""Why a cell is good: a forced win, a line of one's own, or one of the other's that it stops."""

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.explain import Why
from spielkiste.search.judge import Verdict

from .bot import stones
from .field import SIDE
from .rules import FIVE, PLACING

ENOUGH = 2  # stones in a line that are worth a word


def why(state: State, seat: int, better: str, worse: str, verdict: Verdict, look: Look) -> Why | None:
    if not worse:
        return None
    gap = verdict.values[better] - verdict.values.get(worse, verdict.values[better])
    if better in verdict.proved and verdict.values[better] >= 1:
        return Why(look.say("Damit erzwingst du fünf in einer Reihe.", "This forces five in a row."), gap)
    if state.record().phase != PLACING:
        return None
    (own, stopped), (own_else, stopped_else) = lines(state, seat, better), lines(state, seat, worse)
    if stopped >= ENOUGH and stopped > stopped_else and stopped >= own:
        return Why(
            look.say(f"Das stoppt {stopped} Steine in einer Reihe.", f"This stops {stopped} stones in a row."), gap
        )
    if own >= ENOUGH and own > own_else:
        count = own + 1
        return Why(
            look.say(f"Damit hast du {count} in einer offenen Reihe.", f"This makes {count} in an open row."), gap
        )
    return None


def lines(state: State, seat: int, move: str) -> tuple[int, int]:
    """The most stones of one's own, and of the other, in a line of five through a cell that has no others."""
    lying, cell = stones(state.record()), state.actions(seat)[move]
    column, row = cell % SIDE, cell // SIDE
    own = other = 0
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        line = [lying.get((column + k * right, row + k * up)) for k in range(1 - FIVE, FIVE)]
        for first in range(FIVE):
            five = line[first : first + FIVE]
            mine, theirs = five.count(seat), five.count(1 - seat)
            own = max(own, mine if not theirs else 0)
            other = max(other, theirs if not mine else 0)
    return own, other
