"""The best build, exactly, for `spielkiste solve`."""

from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit

from ..rules import BUILD, DEAL, DRAW, TAKE
from .solver import best_build


def answers(state: State, seat: int, limit: Limit) -> list[Answer] | None:
    """The best builds with the tiles each seat may use now; None in the dismantling game: a search sees to its end."""
    s = state.seen(seat)
    if s.phase == TAKE:
        return None
    asked = [seat, *(other for other in range(s.players) if other != seat and s.phase in (DEAL, DRAW, BUILD))]
    return [best_of(state, one) for one in asked]


def best_of(state: State, seat: int) -> Answer:
    best = best_build(state, seat)
    question = f"What is the best build of seat {seat}?"
    return Answer(question, f"worth {best[0]}", True, best[1:]) if best else Answer(question, "there is none", True)
