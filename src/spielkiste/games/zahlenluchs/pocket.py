"""How levels think where there is no Numba: as `bot.py` has it, without the exact end of the classic game."""

from spielkiste.core.state import State
from spielkiste.search.pocket import Glance, Plan, Tree

from .bot import MANNER, MISJUDGES, variant


def plan(state: State, seat: int, level: int) -> Plan | None:
    if level == 5:
        return Tree(MANNER)
    return Glance(MISJUDGES[variant(state.game)][level]) if level > 1 else None
