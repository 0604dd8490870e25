"""What to think of when all choose in secret; and whom to rob."""

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.explain import Why
from spielkiste.search.judge import Verdict

from ..rules import FIRST_STEAL, all_have_chosen


def why(state: State, seat: int, better: str, worse: str, verdict: Verdict, look: Look) -> Why | None:
    s, gap = state.seen(seat), verdict.values[better] - verdict.values.get(worse, verdict.values[better])
    if not all_have_chosen(s):
        return Why(
            look.say(
                "Zeig mal dies, mal das: Wer sich nicht durchschauen lässt, verliert auf Dauer nichts.",
                "Show now this, now that: who cannot be read loses nothing in the long run.",
            ),
            gap,
        )
    stolen = s.choice[state.actions(seat)[better] - FIRST_STEAL]
    if all(stolen >= s.choice[action - FIRST_STEAL] for action in state.actions(seat).values()):
        return Why(look.say("Das ist der höchste Stein, der liegt.", "That is the highest stone shown."), gap)
    return None
