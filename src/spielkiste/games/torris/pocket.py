"""How levels think where there is no Numba: as `bot.py` has it."""

from spielkiste.core.state import State
from spielkiste.search.pocket import Deepen, InPython, Plan

from .bot import BUDGETS

SEARCHES = True


def plan(state: State, seat: int, level: int) -> Plan:
    return Deepen(BUDGETS[level].nodes) if level in BUDGETS else InPython(level)
