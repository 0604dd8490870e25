"""How levels think where there is no Numba: as `bot.py` has it, proofs of forced wins in WebAssembly as well."""

from collections.abc import Generator
from typing import Any

from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search.limit import Limit
from spielkiste.search.pocket import AnyMove, Call, InPython, InSteps, Plan, Search, Space, Steps, Told, Tree
from spielkiste.search.steps import relayed

from .bot import BUDGETS, MANNER, is_opening
from .decision import Rank, Win, proving, seeing_fours
from .field import NOWHERE
from .rules import PLACING
from .threats import LONGEST

ENTRIES = "entries"
NODES = 1 << 17  # of a proof, as in entries.py
ANY_NUMBER = 1 << 30  # of chunks: its nodes end a proof


def searches(game: Game) -> tuple[type[Search], ...]:
    """That levels think by."""
    return (Tree,)


def plan(state: State, seat: int, level: int) -> Plan:
    if level not in BUDGETS:
        return InPython(level)
    if is_opening(state):
        return AnyMove()
    if level == 3:
        return Tree(MANNER, BUDGETS[level].simulations)
    return InSteps(by_proofs if level == 5 else by_fours)


def by_fours(state: State, seat: int, seed: int, limit: Limit) -> Steps:
    """Level 4: also makes wins by fours and does not give them away."""
    return (yield from relayed(seeing_fours(state, seat), lambda asked: answer(asked, BUDGETS[4].simulations)))


def by_proofs(state: State, seat: int, seed: int, limit: Limit) -> Steps:
    """Level 5: the same with all forced wins that can be proved."""
    return (yield from relayed(proving(state, seat, limit), lambda asked: answer(asked, None)))


def answer(asked: Win | Rank, simulations: int | None) -> Generator[Call | Tree, Any, Any]:
    """What a decision asks for: the first move of a forced win, if there is one, or all moves in their order."""
    if isinstance(asked, Rank):
        return (yield Tree(MANNER, simulations, asked.limit.seconds if asked.limit else None))
    action = yield from win(asked)
    if action == NOWHERE:
        return None
    return asked.state.game.room.notation.write(asked.state.record(), asked.seat, action)


def win(asked: Win) -> Generator[Call, Told, int]:
    """The first action of a forced win, or NOWHERE."""
    state, seat, limit = asked
    placing, longest = state.record().phase == PLACING, state.game.room.longest_list
    space = Space(8 * ((LONGEST + 4) * longest + 4 * LONGEST + 2)), Space((LONGEST + 1) * state.game.layout.size)
    if state.turn != (seat,) or (limit is None and not placing):
        return NOWHERE
    if not placing:
        return (yield Call("fuenf_turn", (state.data, longest, *space))).number
    action = (yield Call("fuenf_fours", (state.data, seat, longest, *space))).number
    if action != NOWHERE or limit is None:
        return action
    tree, found = Space(8 + 40 * NODES), Space(8, answer=True)
    time = Limit(seconds=limit.seconds, simulations=ANY_NUMBER if limit.nodes else None)
    told = yield Call("fuenf_proof", (state.data, longest, *space, tree, limit.nodes or NODES, found), time)
    return told.whole()[0]
