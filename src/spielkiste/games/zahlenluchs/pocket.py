"""How levels think where there is no Numba: as `bot.py` has it, without the exact end of the classic game."""

from spielkiste.core.state import State
from spielkiste.search.pocket import Glance, InPython, Plan, Tree

from .bot import MANNER, MISJUDGES, variant

SEARCHES = True


def plan(state: State, seat: int, level: int) -> Plan:
    if level == 1:
        return InPython(level)
    return Tree(MANNER) if level == 5 else Glance(MISJUDGES[variant(state.game)][level])
