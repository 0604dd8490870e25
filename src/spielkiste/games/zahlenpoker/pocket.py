"""How levels think where there is no Numba: two as they are; with more, games played on need a compiler."""

from spielkiste.core.state import State
from spielkiste.search.pocket import InPython, Plan

SEARCHES = False
BY_RULE = 2


def plan(state: State, seat: int, level: int) -> Plan:
    return InPython(level if state.game.players == 2 else min(level, BY_RULE))
