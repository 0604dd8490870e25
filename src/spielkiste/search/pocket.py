"""Bots where there is no Numba: what a WebAssembly engine is asked, and what its answers mean.

A room may say how a level thinks (`pocket.py`): by a search of the engine, in steps by entry points of its own, or in
plain Python. The engine runs in a worker of its own, and what a level leaves to chance is decided here, from the same
seed as on a server. Where a room says nothing, its players are plain Python and play as they are. Nothing here needs
NumPy.
"""

import hashlib
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spielkiste.core.record import Layout
from spielkiste.core.state import State
from spielkiste.search.bots import bot
from spielkiste.search.limit import SECONDS, Limit, least
from spielkiste.search.mcts import TreeManner
from spielkiste.search.player import decision_random, decision_seed
from spielkiste.search.players import logit
from spielkiste.search.steps import relayed

A_MOVE = Limit(seconds=SECONDS)


@dataclass(frozen=True)
class Tree:
    """A tree search (MCTS) in a manner, with so many simulations; None: as many as the time allows."""

    manner: TreeManner
    simulations: int | None = None
    seconds: float | None = None  # where it is one step of several; None: all that the decision has


@dataclass(frozen=True)
class Deepen:
    """Alpha-beta, a ply deeper each time, with so many nodes; None: as many as the time allows. For two sides."""

    nodes: int | None = None


@dataclass(frozen=True)
class Glance:
    """The move after which the position looks best, each misjudged by `blur` logits."""

    blur: float = 0.0


@dataclass(frozen=True)
class InPython:
    """The room's own player of a level, in plain Python."""

    level: int


@dataclass(frozen=True)
class AnyMove:
    """Whatever comes to mind."""


# --- in steps ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Space:
    """So many bytes of zeros that an entry point may write to; they come back if they are the answer."""

    size: int
    answer: bool = False


@dataclass(frozen=True)
class Learnt:
    """Where the room's learnt numbers lie (`learnt` in its `pocket.py`)."""


Given = int | float | bytes | Space | Learnt  # what an entry point gets: numbers, and addresses of the others


@dataclass(frozen=True)
class Call:
    """A call of an entry point of the room's own. Where it goes by time or number it is called again and again, with
    what it may do at most as one number more, and tells how much it did; else once, and tells a number."""

    entry: str
    given: tuple[Given, ...]
    limit: Limit | None = None


@dataclass(frozen=True)
class Told:
    """What came of a call: the number it told, or all that it did, and the spaces that come back."""

    number: int
    spaces: tuple[bytes, ...]

    def whole(self, k: int = 0) -> list[int]:
        """A space as whole numbers."""
        return list(memoryview(self.spaces[k]).cast("q"))

    def real(self, k: int = 0) -> list[float]:
        """A space as real numbers."""
        return list(memoryview(self.spaces[k]).cast("d"))


Steps = Generator["Call | Search", Any, str]  # sent: `Told` for a call, the moves in their order for a search


@dataclass(frozen=True)
class InSteps:
    """The room's own thinking: asks for calls and searches, one after the other, and returns a move."""

    think: Callable[[State, int, int, Limit], Steps]  # of a seat, by a seed


Search = Tree | Deepen | Glance  # what the engine does
Plan = Search | InPython | AnyMove | InSteps


def plan_for(state: State, seat: int, level: int) -> Plan:
    """How a level thinks about a decision: `plan` in the room's `pocket.py`, else in Python."""
    home = state.game.room
    return home.part("pocket").plan(state, seat, level) if home.has("pocket") else InPython(level)


def thinking(
    state: State, seat: int, level: int, seed: int, limit: Limit = A_MOVE
) -> Generator[dict[str, Any], Mapping[str, Any], str]:
    """A decision: what the engine is asked, sent its answers, and in the end the move."""
    moves = state.moves(seat)
    if len(moves) == 1 and state.game.room.front.free_moves is None:
        return moves[0]
    plan = plan_for(state, seat, level)
    if isinstance(plan, InPython | AnyMove):
        return at_once(state, seat, plan, seed, limit.time)
    if not isinstance(plan, InSteps):
        return move_of(state, seat, plan, seed, (yield question(state, seat, plan, seed, limit)))

    def answer(step: Call | Search) -> Generator[dict[str, Any], Mapping[str, Any], Any]:
        if not isinstance(step, Call):
            return moves_of(state, seat, (yield question(state, seat, step, seed, limit)))
        found = yield asked_by(state, step)
        return Told(int(found["number"]), tuple(map(bytes, found["spaces"])))

    return (yield from relayed(plan.think(state, seat, seed, limit), answer))


async def choose(
    state: State, seat: int, level: int, seed: int, limit: Limit, ask: Callable[[dict[str, Any]], Awaitable[Any]]
) -> str:  # fmt: skip
    """The move of a level, whatever it takes."""
    steps, answer = thinking(state, seat, level, seed, limit), None
    while True:
        try:
            asked = next(steps) if answer is None else steps.send(answer)
        except StopIteration as done:
            return str(done.value)
        answer = await ask(asked)


# --- questions and answers --------------------------------------------------------------------------


def module_name(layout: Layout) -> str:
    """Which module knows a record: the game, and a short hash of its fields."""
    return f"{layout.slug}-{hashlib.sha256(repr(layout.fields).encode()).hexdigest()[:8]}"


def asked_by(state: State, call: Call) -> dict[str, Any]:
    """A call as the engine is asked it: JSON values but for bytes."""
    limit = call.limit or Limit(simulations=1)
    return {
        "module": module_name(state.game.layout),
        "search": "call",
        "entry": call.entry,
        "given": [described(one) for one in call.given],
        "paced": call.limit is not None,
        "most": limit.simulations or limit.nodes,
        "milliseconds": round(1000 * limit.time),
    }


def described(given: Given) -> list[Any]:
    """What an entry point gets, and what it is."""
    if isinstance(given, Space):
        return ["answer" if given.answer else "space", given.size]
    if isinstance(given, Learnt):
        return ["learnt"]
    if isinstance(given, bytes):
        return ["bytes", given]
    return ["real" if isinstance(given, float) else "whole", given]


def question(state: State, seat: int, plan: Search, seed: int, limit: Limit = A_MOVE) -> dict[str, Any]:
    """What the engine is asked for a search, as JSON values but for the record's bytes. Where the level has no number
    of its own the limit's counts, or its time."""
    asked: dict[str, Any] = {
        "module": module_name(state.game.layout),
        "record": state.data,
        "seat": seat,
        "teams": list(state.game.teams),
        "parts": [[part.start, part.stop] for part in state.game.layout.position_parts],
        "seed": decision_seed(seed, seat, state) & 0xFFFFFFFF,  # all that dice take of it
        "milliseconds": round(1000 * limit.time),
    }
    if isinstance(plan, Tree):
        wish, priors, playout, widen, _ = plan.manner
        most, milliseconds = least(plan.simulations, limit.simulations), round(1000 * (plan.seconds or limit.time))
        asked |= {"search": "tree", "most": most, "manner": [wish, priors, playout, widen]}
        asked["milliseconds"] = milliseconds
    elif isinstance(plan, Deepen):
        asked |= {"search": "deepen", "most": least(plan.nodes, limit.nodes)}
    else:
        asked |= {"search": "glance", "most": None}
    return asked


def moves_of(state: State, seat: int, answer: Mapping[str, Sequence[float]]) -> list[str]:
    """The moves of an answer in its order."""
    by_action = {action: move for move, action in state.actions(seat).items()}
    return [by_action[int(action)] for action in answer["actions"]]


def move_of(state: State, seat: int, plan: Search, seed: int, answer: Mapping[str, Sequence[float]]) -> str:
    """The move that an answer means; `answer` holds actions and their values, the best first but for a glance."""
    if not isinstance(plan, Glance):
        return moves_of(state, seat, answer)[0]
    actions = state.actions(seat)
    rng, values = decision_random(seed, seat, state), dict(zip(answer["actions"], answer["values"], strict=True))
    looks = {move: logit(values[action]) + rng.gauss(0, plan.blur) for move, action in actions.items()}
    return max(looks, key=lambda move: looks[move])


def at_once(state: State, seat: int, plan: InPython | AnyMove, seed: int, seconds: float = SECONDS) -> str:
    """The move of a plan that needs no engine."""
    if isinstance(plan, AnyMove):
        return decision_random(seed, seat, state).choice(state.moves(seat))
    return bot(state.game.slug, level=plan.level, seed=seed, seconds=seconds).choose(state, seat)
