"""Bots where there is no Numba: what a WebAssembly engine is asked, and what its answer means.

A room may say by which search a level thinks (`pocket.py`); the engine runs it in a worker of its own, and
what a level leaves to chance is decided here, from the same seed as on a server. Where a room says nothing, its players
are plain Python and play as they are. Nothing here needs NumPy.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spielkiste.core.record import Layout
from spielkiste.core.state import State
from spielkiste.search.bots import bot
from spielkiste.search.limit import SECONDS
from spielkiste.search.mcts import TreeManner
from spielkiste.search.player import decision_random, decision_seed
from spielkiste.search.players import logit


@dataclass(frozen=True)
class Tree:
    """A tree search (MCTS) in a manner, with so many simulations; None: as many as the time allows."""

    manner: TreeManner
    simulations: int | None = None


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
    """The room's own player of a level, in plain Python; where a level needs a compiler, of a lower one."""

    level: int


@dataclass(frozen=True)
class AnyMove:
    """Whatever comes to mind."""


Search = Tree | Deepen | Glance  # what the engine does
Plan = Search | InPython | AnyMove


def plan_for(state: State, seat: int, level: int) -> Plan:
    """How a level thinks about a decision: `plan` in the room's `pocket.py`, else in Python."""
    home = state.game.room
    return home.part("pocket").plan(state, seat, level) if home.has("pocket") else InPython(level)


def module_name(layout: Layout) -> str:
    """Which module knows a record: the game, and a short hash of its fields."""
    return f"{layout.slug}-{hashlib.sha256(repr(layout.fields).encode()).hexdigest()[:8]}"


def question(state: State, seat: int, plan: Search, seed: int, seconds: float = SECONDS) -> dict[str, Any]:
    """What the engine is asked, as JSON values but for the record's bytes."""
    asked: dict[str, Any] = {
        "module": module_name(state.game.layout),
        "record": state.data,
        "seat": seat,
        "teams": list(state.game.teams),
        "parts": [[part.start, part.stop] for part in state.game.layout.position_parts],
        "seed": decision_seed(seed, seat, state) & 0xFFFFFFFF,  # all that dice take of it
        "milliseconds": round(1000 * seconds),
    }
    if isinstance(plan, Tree):
        wish, priors, playout, widen, _ = plan.manner
        asked |= {"search": "tree", "most": plan.simulations, "manner": [wish, priors, playout, widen]}
    elif isinstance(plan, Deepen):
        asked |= {"search": "deepen", "most": plan.nodes}
    else:
        asked |= {"search": "glance", "most": None}
    return asked


def move_of(state: State, seat: int, plan: Search, seed: int, answer: Mapping[str, Sequence[float]]) -> str:
    """The move that an answer means; `answer` holds actions and their values, the best first but for a glance."""
    actions = state.actions(seat)
    if not isinstance(plan, Glance):
        return next(move for move, action in actions.items() if action == answer["actions"][0])
    rng, values = decision_random(seed, seat, state), dict(zip(answer["actions"], answer["values"], strict=True))
    looks = {move: logit(values[action]) + rng.gauss(0, plan.blur) for move, action in actions.items()}
    return max(looks, key=lambda move: looks[move])


def at_once(state: State, seat: int, plan: InPython | AnyMove, seed: int, seconds: float = SECONDS) -> str:
    """The move of a plan that needs no engine."""
    if isinstance(plan, AnyMove):
        return decision_random(seed, seat, state).choice(state.moves(seat))
    return bot(state.game.slug, level=plan.level, seed=seed, seconds=seconds).choose(state, seat)
