"""The look-ahead on a server: what planning asks for is done by compiled code."""

from typing import Any

import numpy as np

from spielkiste.core.compiled import compiled
from spielkiste.core.dice import seed_dice
from spielkiste.core.state import State
from spielkiste.search.steps import driven

from ..build_search import FOUND, best_lines
from ..column_lines import LINES, WIDTH
from ..stack import MOST
from . import continuations
from .planning import (
    PLAYOUTS,
    TURNS,
    Ask,
    BestChoice,
    Build,
    Builds,
    Choices,
    Leads,
    Model,
    Plan,
    Planning,
)
from .solver import fast


class Planner:
    """Compares the builds of one position for the seat that builds."""

    def __init__(self, state: State, seat: int, seed: int, turns: int = TURNS, playouts: int = PLAYOUTS) -> None:
        self.planning = Planning(state, seat)
        self.seat, self.seed, self.turns, self.playouts = seat, seed, turns, playouts
        self.best_lines = fast(best_lines, state)
        self.leads, self.best_choice = compiled(continuations.leads), compiled(continuations.best_choice)
        self.promising_choices = compiled(continuations.promising_choices)

    def plans(self, seconds: float | None = None) -> list[Plan]:
        """The most promising builds, best first; [] if there is none. Without a limit of seconds it repeats exactly."""
        self.fetch_compiled_code()
        return driven(self.planning.plans(seconds), self.answer)

    def passing(self) -> Plan:
        """To build nothing; after a knock that is to give up."""
        (plan,) = driven(self.planning.passing(), self.answer)
        return plan

    def judged(self, plan: Plan) -> Plan:
        """By continuations in the model."""
        (found,) = driven(self.planning.judged([plan]), self.answer)
        return found

    def now(self) -> Any:
        """The model of the position, as compiled functions take it."""
        return np.array(self.planning.now())

    def fetch_compiled_code(self) -> None:
        """By calling each function once: fetching it, or making it, is no thinking."""
        model, nothing = self.planning.now(), Build(tuple(self.planning.s.stack), 0, 0, 0)
        for asked in (Choices(model, self.seat), BestChoice(model, self.seat), Leads([model]), Builds([nothing])):
            self.answer(asked)

    def answer(self, asked: Ask) -> Any:
        """What planning asks for."""
        if isinstance(asked, Choices):
            size, cube = (continuations.MOST_CHOICES, continuations.CHOICE), (MOST + 1,) * 3
            choices = np.zeros(size, np.int64)
            found = self.promising_choices(np.array(asked.model), asked.seat, np.zeros(cube, np.int64), choices)
            return choices[:found].tolist()
        if isinstance(asked, BestChoice):
            choice = np.zeros(continuations.CHOICE, np.int64)
            return int(self.best_choice(np.array(asked.model), asked.seat, choice)), choice.tolist()
        if isinstance(asked, Leads):
            return [self.leads_of(model) for model in asked.models]
        return [self.built(build) for build in asked.wanted]

    def leads_of(self, model: Model) -> list[int]:
        dice, leads = np.zeros(3, np.int64), np.zeros(self.playouts, np.int64)
        seed_dice(dice, self.seed, 0)
        self.leads(np.array(model), dice, self.seat, self.turns, leads)
        return [int(lead) for lead in leads]

    def built(self, build: Build) -> tuple[int, Any, Any]:
        """The most points, exactly, and how."""
        lines, found = np.zeros(LINES * WIDTH, np.int64), np.zeros(FOUND, np.int64)
        stack, young = np.array(build.stack), self.planning.s.young
        return int(self.best_lines(stack, build.left, build.right, build.lids, young, lines, found)), lines, found
