"""Why a build is good: the points it brings now, or what it leaves to the next; and whether to knock."""

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.explain import Why
from spielkiste.search.judge import Verdict

from ..rules import WINDOW
from .solver import can_build


def why(state: State, seat: int, better: str, worse: str, verdict: Verdict, look: Look) -> Why | None:
    gap = verdict.values[better] - verdict.values.get(worse, verdict.values[better])
    if state.seen(seat).phase == WINDOW:
        if can_build(state, seat) != (better == "knock"):
            return None
        if better == "knock":
            return Why(look.say("Mit diesen Teilen ist ein Bau möglich.", "With these tiles a build is possible."), gap)
        return Why(look.say("Mit diesen Teilen geht nichts.", "Nothing can be built with these tiles."), gap)
    if better == "pass":
        return Why(look.say("Mit deinen Teilen geht gerade nichts.", "Nothing can be built with your tiles now."), gap)
    if not better.startswith("build"):
        return None
    points, other = gained(state, seat, better), gained(state, seat, worse) if worse else 0
    if points >= other:
        return Why(look.say(f"Das bringt jetzt {points} Punkte.", f"This brings {points} points now."), gap)
    return Why(look.say("Das lässt dem Nächsten weniger übrig.", "This leaves less to the next player."), gap)


def gained(state: State, seat: int, move: str) -> int:
    return int(state.play(move, seat=seat).scores[seat] - state.scores[seat])
