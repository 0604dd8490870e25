"""What a slider should think of; and after a wrong answer, that the right one could be known."""

from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.explain import Why
from spielkiste.search.judge import Verdict

from .rules import ASK, LAY, SLIDE, TAKE


def why(state: State, seat: int, better: str, worse: str, verdict: Verdict, look: Look) -> Why | None:
    phase = state.record().phase
    gap = verdict.values[better] - verdict.values.get(worse, verdict.values[better])
    if phase == TAKE and worse:
        place = better.split()[1]
        return Why(
            look.say(
                f"Der gesuchte Stein lag auf Platz {place}: Wer alle Züge verfolgt, weiß das.",
                f"The stone lay on place {place}: whoever follows all slides knows that.",
            ),
            gap,
        )
    said = {
        LAY: look.say("Leg, wie du magst, und merk dir die Reihe gut.", "Lay as you like, and remember the row well."),
        SLIDE: look.say(
            "Schieb weit: Wo sich viele Steine kreuzen, vergisst man leicht.",
            "Slide far: where many stones cross, one forgets easily.",
        ),
        ASK: look.say(
            "Frag nach einem Stein, der oft die Seite gewechselt hat.", "Ask for a stone that has changed sides often."
        ),
    }
    return Why(said[phase], gap) if phase in said else None
