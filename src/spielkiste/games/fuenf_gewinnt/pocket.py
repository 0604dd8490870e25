"""How levels think where there is no Numba: any cell in the opening, then a tree, without proofs of forced wins."""

from spielkiste.core.state import State
from spielkiste.search.pocket import AnyMove, Plan, Tree

from .bot import BUDGETS, MANNER, is_opening


def plan(state: State, seat: int, level: int) -> Plan | None:
    if level not in BUDGETS:
        return None
    return AnyMove() if is_opening(state) else Tree(MANNER, BUDGETS[level].simulations)
