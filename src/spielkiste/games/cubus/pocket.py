"""How levels think where there is no Numba: the dismantling game is searched as `bot/` has it."""

from spielkiste.core.state import State
from spielkiste.search.mcts import TreeManner
from spielkiste.search.players import two_sides
from spielkiste.search.pocket import Deepen, Plan, Tree

MANNER = TreeManner(wish=0.7, priors=0, playout=-1)
NODES, SIMULATIONS = {3: 60, 4: 1500, 5: None}, {3: 60, 4: 600, 5: None}  # as BUDGETS in `bot/`


def plan(state: State, seat: int, level: int) -> Plan | None:
    if state.game.options["mode"] == "build" or level not in NODES:
        return None
    return Deepen(NODES[level]) if two_sides(state.game) else Tree(MANNER, SIMULATIONS[level])
