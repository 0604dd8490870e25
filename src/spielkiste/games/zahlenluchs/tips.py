"""Why a move is good: a stone captured, or the way to the goal."""

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.explain import Why
from spielkiste.search.judge import Verdict


def why(state: State, seat: int, better: str, worse: str, verdict: Verdict, look: Look) -> Why | None:
    if not worse:
        return None
    gap = verdict.values[better] - verdict.values.get(worse, verdict.values[better])
    own, other = taken(state, seat, better), taken(state, seat, worse)
    if own[1] > other[1]:
        return Why(look.say("Das schlägt einen gegnerischen Stein.", "This captures a stone of the other side."), gap)
    if own[0] < other[0]:
        return Why(look.say("So behältst du alle deine Steine im Spiel.", "This keeps all your stones in play."), gap)
    return None


def taken(state: State, seat: int, move: str) -> tuple[int, int]:
    """Stones that a move takes off the board: of one's own side, and of the other."""
    before, after, teams = state.record(), state.play(move).record(), state.game.teams
    lost = [int(before.left[k]) - int(after.left[k]) for k in range(state.game.players)]
    own = sum(n for k, n in enumerate(lost) if teams[k] == teams[seat])
    return own, sum(lost) - own
