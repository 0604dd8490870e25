"""How levels think where there is no Numba: the dismantling game is searched as `bot/` has it; who builds does not look
further ahead than to the best build."""

from spielkiste.core.state import State
from spielkiste.search.mcts import TreeManner
from spielkiste.search.players import two_sides
from spielkiste.search.pocket import Deepen, InPython, Plan, Tree

from .bot import BUDGETS

SEARCHES = True
MANNER = TreeManner(wish=0.7, priors=0, playout=-1)  # plain UCT
BUILDS = 4  # the highest level that builds without a compiler


def plan(state: State, seat: int, level: int) -> Plan:
    if state.game.options["mode"] == "build":
        return InPython(min(level, BUILDS))
    if level not in BUDGETS:
        return InPython(level)
    budget = BUDGETS[level]
    return Deepen(budget.nodes) if two_sides(state.game) else Tree(MANNER, budget.simulations)
