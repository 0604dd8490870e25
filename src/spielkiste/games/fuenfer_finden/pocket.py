"""How levels think where there is no Numba: in the base game as they are; plans over rolls to come need a compiler."""

from spielkiste.core.state import State
from spielkiste.search.pocket import InPython, Plan

SEARCHES = False
WITHOUT_PLANS = 3


def plan(state: State, seat: int, level: int) -> Plan:
    return InPython(level if state.game.options["mode"] == "base" else min(level, WITHOUT_PLANS))
