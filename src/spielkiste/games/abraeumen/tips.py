"""Why a jump is good: because it can still be solved after it, or because fewer stones can be left."""

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.explain import Why
from spielkiste.search.judge import Verdict


def why(state: State, seat: int, better: str, worse: str, verdict: Verdict, look: Look) -> Why | None:
    left = round(-verdict.values[better])
    gap = verdict.values[better] - verdict.values.get(worse, verdict.values[better])
    if left == 1 and worse:
        return Why(
            look.say(
                "Danach ist es noch lösbar, sonst nicht mehr.", "After this it can still be solved, else it cannot."
            ),
            gap,
        )
    if left == 1:
        return Why(look.say("Noch ist jeder Sprung lösbar.", "So far every jump can still be solved."), gap)
    return Why(look.say(f"So können noch {left} Steine übrig bleiben.", f"This may leave {left} stones."), gap)
