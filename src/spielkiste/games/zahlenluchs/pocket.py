"""How levels think where there is no Numba: as `bot.py` has it, the exact end of the classic game in WebAssembly."""

from array import array

from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search.limit import Limit
from spielkiste.search.pocket import Call, Glance, InPython, InSteps, Plan, Search, Space, Steps, Tree

from .bot import MANNER, MISJUDGES, is_exact, variant
from .rules import OVER
from .solver import number_among, positions, records_after, stones

ENTRIES = "entries"


def searches(game: Game) -> tuple[type[Search], ...]:
    """That levels think by."""
    return Glance, Tree


def plan(state: State, seat: int, level: int) -> Plan:
    if level == 1:
        return InPython(level)
    if level < 5:
        return Glance(MISJUDGES[variant(state.game)][level])
    return InSteps(strongest) if state.game.options["classic"] else Tree(MANNER)


def strongest(state: State, seat: int, seed: int, limit: Limit) -> Steps:
    """Level 5 of the classic game: exact chances where they can be had in time, else a tree."""
    if not is_exact(state, limit.time):
        return str((yield Tree(MANNER))[0])
    lying, after = stones(state.record()), records_after(state)
    going_on = {move: s for move, s in after.items() if s.acts != OVER}
    wanted = array("q", [number for s in going_on.values() for number in (s.seat, number_among(lying, s))])
    size, out = positions(state), Space(8 * len(going_on), answer=True)
    given = (array("q", [number for stone in lying for number in stone]).tobytes(), len(lying), Space(8 * size), size)
    told = yield Call("zahlenluchs_chances", (*given, wanted.tobytes(), len(going_on), out))
    chances = {move: float(s.winner == seat) for move, s in after.items()}
    chances |= {move: 1.0 - chance for move, chance in zip(going_on, told.real(), strict=True)}
    return max(chances, key=lambda move: chances[move])
