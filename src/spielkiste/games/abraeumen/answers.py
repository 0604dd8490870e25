"""What can be proved of a position, for `spielkiste solve`."""

from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit

from .notation import NAMES
from .rules import LAST_CELLS
from .solver import best_way, shortest_solution, solution


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    """Whether one stone can still be left, on which cells, and how."""
    best = best_way(state, limit)
    line = tuple(best.spoken())
    question = "Can one stone still be left?"
    if best.left > 1:
        fewest = f"{best.left}" if best.proved else f"{best.left} were the fewest found"
        return [Answer(question, "no", True), Answer("How few can be left?", fewest, best.proved, line)]
    told = [Answer(question, f"yes, in {len(line)} jumps", True, line)]
    for cell in LAST_CELLS:
        way = solution(state, NAMES[cell])
        told.append(Answer(f"On {NAMES[cell]}?", "yes" if way else "no", True, tuple(way or ())))
    if not state.moves_made:
        shortest = tuple(shortest_solution())
        told.append(Answer("In how few moves, jumps of one stone in a row as one?", "13", True, shortest))
    return told
