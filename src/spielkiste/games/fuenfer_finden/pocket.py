"""How levels think where there is no Numba: as `bot/` has it; plans over rolls to come are weighed in WebAssembly."""

from array import array
from collections.abc import Generator
from pathlib import Path

from spielkiste.core.record import Record
from spielkiste.core.state import State
from spielkiste.core.tables import stored
from spielkiste.search.limit import Limit
from spielkiste.search.player import decision_random
from spielkiste.search.pocket import Call, InPython, InSteps, Learnt, Plan, Space, Steps, Told
from spielkiste.search.steps import relayed

from .actions import DONE, TURN
from .bot import planning
from .bot.planning import BATCH, Ask, Care, Planning, PlayOn, Promise, puzzle_of
from .bot.players import Clever, in_words
from .bot.solver import fivers_of, listed
from .rules import BASE, STRIKING
from .shapes import CELLS_A_BOARD

ENTRIES = "bot.entries"
NOT_NEEDED = ("bot/planner.npz",)  # by Python: it travels beside the module
SPACE = 1 << 18  # bytes, as bot/entries.py lays them out
BY_TABLE, BY_NEXT_ROLL, BY_GAMES = range(3)  # as there
BATCHES = 4  # played on at a time where the clock decides: asking takes a while, too
WITHOUT_PLANS = 3  # the highest level


def learnt() -> bytes:
    """The planner's table in double precision."""
    return array("d", stored(Path(__file__).parent / "bot" / "planner.npz")["table"].flatten()).tobytes()


def plan(state: State, seat: int, level: int) -> Plan:
    s = state.seen(seat)
    nothing_to_plan = s.mode == BASE or (s.phase != STRIKING and s.drawn[seat])
    if level <= WITHOUT_PLANS or nothing_to_plan:
        return InPython(level)
    return InSteps(far_sighted if level == 5 else by_the_table)


def by_the_table(state: State, seat: int, seed: int, limit: Limit) -> Steps:
    """Level 4: the best of what it sees."""
    s: Record = state.seen(seat)
    seen = None
    if s.phase != STRIKING:
        seen = sorted(set(Clever(4, seed).noticed(s, seat)) & set(listed(s, seat)))
    found = yield from planned(s, seat, planning.quick_plans(puzzle_of(s, seat), seen), 0)
    return in_words(s, seat, next((one.action for one in found if one.action != DONE), TURN))


def far_sighted(state: State, seat: int, seed: int, limit: Limit) -> Steps:
    """Level 5: overlooks nothing, and plans over the rolls to come."""
    s: Record = state.seen(seat)
    fivers = None if s.phase == STRIKING else fivers_of(s, seat)
    batches = 1 if limit.repeatable else BATCHES
    race = planning.plans(puzzle_of(s, seat), fivers, limit, batches)
    found = yield from planned(s, seat, race, decision_random(seed, seat, state).getrandbits(30))
    return in_words(s, seat, TURN if found[0].action == DONE else found[0].action)


def planned(s: Record, seat: int, race: Planning, seed: int) -> Generator[Call, Told, list[planning.Plan]]:
    """The plans, once the engine has done all that is asked for."""

    def answer(asked: Ask) -> Generator[Call, Told, list[float]]:
        told = yield call_for(s, seat, asked, seed)
        return told.real()[: told.number]

    return (yield from relayed(race, answer))


def call_for(s: Record, seat: int, asked: Ask, seed: int) -> Call:
    """What is asked for, as a call of an entry point."""
    symbols, puzzle = bytes(s.board[seat]), puzzle_of(s, seat)
    if isinstance(asked, Care):
        return Call("fuenfer_care", (symbols, *puzzle, Learnt(), Space(SPACE), Space(8 * CELLS_A_BOARD, answer=True)))
    how, first, times = BY_TABLE, 0, 0
    if isinstance(asked, Promise):
        how = BY_NEXT_ROLL
    elif isinstance(asked, PlayOn):
        how, first, times = BY_GAMES, asked.first, asked.batches * BATCH
    placements = array("q", asked.placements)
    taken = (how, placements.tobytes(), len(placements), seed, first, times)
    values = Space(8 * len(placements), answer=True)
    return Call("fuenfer_worth", (symbols, *puzzle, Learnt(), Space(SPACE), *taken, values))
