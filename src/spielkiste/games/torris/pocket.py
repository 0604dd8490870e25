"""How levels think where there is no Numba: as `bot.py` has it."""

from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search.pocket import Deepen, InPython, Plan, Search

from .bot import BUDGETS


def searches(game: Game) -> tuple[type[Search], ...]:
    """That levels think by."""
    return (Deepen,)


def plan(state: State, seat: int, level: int) -> Plan:
    return Deepen(BUDGETS[level].nodes) if level in BUDGETS else InPython(level)
