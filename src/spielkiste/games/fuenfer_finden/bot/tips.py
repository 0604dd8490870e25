"""Why an outline is good: what its shape counts; and when there is nothing more to find."""

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.explain import Why
from spielkiste.search.judge import Verdict

from ..actions import shape_of
from ..rules import BASE
from ..shapes import PLACEMENTS, VALUES


def why(state: State, seat: int, better: str, worse: str, verdict: Verdict, look: Look) -> Why | None:
    gap = verdict.values[better] - verdict.values.get(worse, verdict.values[better])
    action = state.actions(seat).get(better, PLACEMENTS)
    base = state.seen(seat).mode == BASE
    if action < PLACEMENTS:
        points = VALUES[shape_of(action)]
        if base:
            text = look.say(
                f"Dieser Fünfer zählt {points} und gehört zur besten Runde.",
                f"This fiver counts {points} and is part of the best round.",
            )
        else:
            text = look.say(
                f"Dieser Fünfer zählt {points} und lässt Platz für die anderen.",
                f"This fiver counts {points} and leaves room for the others.",
            )
        return Why(text, gap)
    if base and better in ("done", "turn"):
        text = look.say("Mehr ist in dieser Runde nicht zu holen.", "There is nothing more to get in this round.")
        return Why(text, gap)
    return None
