"""How levels think where there is no Numba: as `bot/` has it, the net in WebAssembly."""

from array import array
from collections.abc import Callable, Generator

from spielkiste.core.state import State
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.player import decision_random, decision_seed
from spielkiste.search.players import settled
from spielkiste.search.pocket import Call, InPython, InSteps, Learnt, Plan, Space, Steps, Told
from spielkiste.search.steps import relayed

from .bot import MISJUDGED
from .bot.manner import DEPTH, GLANCE, LookAhead, Playouts, best_cell, best_first
from .notation import cell_name
from .rules import CELLS

ENTRIES = "bot.entries"
NOT_NEEDED = ("bot/net.npz",)  # by Python: it travels beside the module
NUMBERS = 8 * CELLS  # bytes: one number a cell
SPACE, RACE = 1 << 16, 14 << 20  # bytes, as bot/entries.py lays them out


def learnt() -> bytes:
    """The net's numbers in single precision, one table after the other."""
    from .bot.net import load  # only here: where modules are built

    return b"".join(table.tobytes() for table in load())


def plan(state: State, seat: int, level: int) -> Plan:
    if level <= 2:
        return InPython(level)
    return InSteps(look_ahead if level == 5 else at_a_glance(MISJUDGED[level]))


def at_a_glance(misjudges: float) -> Callable[[State, int, int, Limit], Steps]:
    """Levels 3 and 4: the cell the net likes best, each misjudged by some points."""

    def think(state: State, seat: int, seed: int, limit: Limit) -> Steps:
        values, rng = (yield from values_of(state, seat, GLANCE)), decision_random(seed, seat, state)
        return name_of(state, seat, best_first([value + rng.gauss(0, misjudges) for value in values])[0])

    return think


def look_ahead(state: State, seat: int, seed: int, limit: Limit) -> Steps:
    """Level 5: the same decision as on a server."""
    count, players = len(state.moves(seat)), state.game.players
    decision = best_cell(count, players, settled(NO_LIMIT, limit))

    def answer(wanted: LookAhead | Playouts) -> Generator[Call, Told, list[float]]:
        if isinstance(wanted, LookAhead):
            return values_of(state, seat, wanted)
        return sums_of(state, seat, wanted, decision_seed(seed, seat, state) + wanted.more)

    return name_of(state, seat, (yield from relayed(decision, answer)))


def values_of(state: State, seat: int, how: LookAhead) -> Generator[Call, Told, list[float]]:
    """What each free cell is worth."""
    record = state.seen(seat).pack()
    space, race, values = Space(SPACE), Space(RACE if how.race else 0), Space(NUMBERS, answer=True)
    told = yield Call("knister_values", (record, seat, Learnt(), space, race, how.keep, how.race, values))
    return told.real()[: told.number]


def sums_of(state: State, seat: int, wanted: Playouts, seed: int) -> Generator[Call, Told, list[float]]:
    """What came of playouts, by free cell."""
    record, kept = state.seen(seat).pack(), array("q", [i in wanted.kept for i in range(CELLS)]).tobytes()
    seed, dice, sums = seed & 0xFFFFFFFF, Space(24), Space(NUMBERS, answer=True)
    given = (record, seat, Learnt(), Space(SPACE), kept, DEPTH, seed, dice, sums)
    told = yield Call("knister_playouts", given, wanted.limit)
    return told.real()[: len(state.moves(seat))]


def name_of(state: State, seat: int, index: int) -> str:
    """The cell of an index among the free ones."""
    free = [cell for cell, number in enumerate(state.seen(seat).sheet[seat]) if number == 0]
    return cell_name(free[index])
