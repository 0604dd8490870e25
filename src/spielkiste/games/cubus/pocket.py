"""How levels think where there is no Numba: as `bot/` has it. The dismantling game is searched, and the look-ahead of
who builds is worked out in WebAssembly."""

from array import array
from collections.abc import Generator
from typing import Any

from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search.limit import Limit
from spielkiste.search.mcts import TreeManner
from spielkiste.search.player import decision_random
from spielkiste.search.players import two_sides
from spielkiste.search.pocket import Call, Deepen, InPython, InSteps, Plan, Search, Space, Steps, Told, Tree
from spielkiste.search.steps import relayed

from .bot import BUDGETS
from .bot.builder import deciding_seconds
from .bot.continuations import CHOICE, MOST_CHOICES
from .bot.planning import PLAYOUTS, TURNS, Ask, BestChoice, Builds, Choices, Leads, Planning
from .build_search import FOUND
from .column_lines import LINES, WIDTH
from .rules import BUILD, KNOCKED
from .stack import MOST

ENTRIES = "bot.entries"
MANNER = TreeManner(wish=0.7, priors=0, playout=-1)  # plain UCT
BUILT = 1 + FOUND + LINES * WIDTH  # numbers of a build, as in bot/entries.py


def searches(game: Game) -> tuple[type[Search], ...]:
    """That levels think by when they dismantle; in all modules, so that these have their tables in common."""
    return Tree, Deepen


def plan(state: State, seat: int, level: int) -> Plan:
    if state.game.options["mode"] == "build":
        looks_ahead = level == 5 and state.seen(seat).phase in (BUILD, KNOCKED)
        return InSteps(look_ahead) if looks_ahead else InPython(level)
    if level not in BUDGETS:
        return InPython(level)
    budget = BUDGETS[level]
    return Deepen(budget.nodes) if two_sides(state.game) else Tree(MANNER, budget.simulations)


def look_ahead(state: State, seat: int, seed: int, limit: Limit) -> Steps:
    """Level 5 builds: what promises most in the end."""
    draws, playouts = decision_random(seed, seat, state).getrandbits(30), limit.simulations or PLAYOUTS
    planning = Planning(state, seat)

    def answer(asked: Ask) -> Generator[Call, Told, Any]:
        if isinstance(asked, Leads):
            return leads_of(asked, seat, draws, playouts)
        return builds_of(asked, planning.s.young) if isinstance(asked, Builds) else choices_of(asked)

    plans = yield from relayed(planning.plans(deciding_seconds(limit)), answer)
    return plans[0].move if plans else "pass"


def numbers(values: Any) -> bytes:
    return array("q", values).tobytes()


def choices_of(asked: Choices | BestChoice) -> Generator[Call, Told, Any]:
    """The promising choices in a model, or the points of the best one and the choice."""
    model = numbers(asked.model)
    if isinstance(asked, BestChoice):
        told = yield Call("cubus_best_choice", (model, asked.seat, Space(8 * CHOICE, answer=True)))
        return told.number, told.whole()
    work, out = Space(8 * (MOST + 1) ** 3), Space(8 * MOST_CHOICES * CHOICE, answer=True)
    told = yield Call("cubus_choices", (model, asked.seat, work, out))
    found = memoryview(told.spaces[0]).cast("q")
    return [found[k * CHOICE : (k + 1) * CHOICE].tolist() for k in range(told.number)]


def leads_of(asked: Leads, seat: int, seed: int, playouts: int) -> Generator[Call, Told, list[list[int]]]:
    """By model and continuation."""
    models, count = numbers(number for model in asked.models for number in model), len(asked.models)
    out = Space(8 * count * playouts, answer=True)
    found = (yield Call("cubus_leads", (models, count, seed, seat, TURNS, playouts, out))).whole()
    return [found[k * playouts : (k + 1) * playouts] for k in range(count)]


def builds_of(asked: Builds, young: int) -> Generator[Call, Told, list[Any]]:
    """Points, and how, as `columns_of` reads it."""
    wanted = numbers(number for build in asked.wanted for number in (*build.stack, *build[1:]))
    given = (wanted, len(asked.wanted), int(young), Space(8 * BUILT * len(asked.wanted), answer=True))
    told = yield Call("cubus_builds", given)
    found = memoryview(told.spaces[0]).cast("q")
    built = [found[k * BUILT : (k + 1) * BUILT] for k in range(len(asked.wanted))]
    return [(one[0], one[1 + FOUND :], one[1 : 1 + FOUND]) for one in built]
