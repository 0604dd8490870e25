"""Best rounds and plans, for `spielkiste solve`."""

from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit

from ..rules import BASE
from .solver import best_completion, best_round, plan


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    """Base game: the best round, exactly. Puzzle and solo: what each move should lead to in the end."""
    if state.seen(seat).mode == BASE:
        whole, rest = best_round(state, seat), best_completion(state, seat)
        told = [Answer("What is the best round with this roll?", f"{whole.points} points", True, whole.outlines)]
        if state.seen(seat).drawn[seat]:
            question = "And if what is outlined stays?"
            told.append(Answer(question, f"{rest.points} points", True, rest.outlines))
        return told
    plans = plan(state, seat, limit)
    values = {one.move: one.score for one in plans}
    best = f"{plans[0].move}: {plans[0].score:.2f} points in the end, hourglasses to come left out"
    return [Answer("Which move leads furthest?", best, False, (plans[0].move,), values, "expected score")]
