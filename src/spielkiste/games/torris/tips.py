"""Why a move is good: points at once, or more moves to choose from than the other has."""

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.explain import Why
from spielkiste.search.judge import Verdict

from .rules import MAX_MOVES, legal, score


def why(state: State, seat: int, better: str, worse: str, verdict: Verdict, look: Look) -> Why | None:
    """The part of what looks better at once that is larger; None where the move only pays later."""
    if not worse:
        return None
    gap = verdict.values[better] - verdict.values.get(worse, verdict.values[better])
    points, choice = (
        one - other for one, other in zip(ahead(state, seat, better), ahead(state, seat, worse), strict=True)
    )
    if points > 0 and points >= choice:
        return Why(look.say(f"Das bringt {points} Punkte mehr.", f"This brings {points} points more."), gap)
    if choice > 0:
        text = look.say("Danach hast du mehr Züge zur Wahl als der andere.", "Then you have more moves to choose from.")
        return Why(text, gap)
    return None


def ahead(state: State, seat: int, move: str) -> tuple[int, int]:
    """How far a seat is ahead after a move: in points, and in moves to choose from."""
    s, out = state.play(move).record(), [0] * MAX_MOVES
    choice = legal(s, seat, out) - legal(s, 1 - seat, out)
    return int(score(s, seat) - score(s, 1 - seat)), int(choice)
