"""How levels think where there is no Numba: any cell in the opening, then a tree, without proofs of forced wins."""

from spielkiste.core.state import State
from spielkiste.search.pocket import AnyMove, InPython, Plan, Tree

from .bot import BUDGETS, MANNER, is_opening

SEARCHES = True


def plan(state: State, seat: int, level: int) -> Plan:
    if level not in BUDGETS:
        return InPython(level)
    return AnyMove() if is_opening(state) else Tree(MANNER, BUDGETS[level].simulations)
