"""Who judges decisions, for tips and reviews: what each move of a seat is worth, from what that seat may know.

A room may bring a judge of its own (`BACK.judge`), where it knows more than a search: a solver, expected points, what a
perfect memory would say. Without one the room's strongest player is asked (`analyst`).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search.bots import analyst, back_of, is_closed
from spielkiste.search.limit import Limit
from spielkiste.search.player import Analyst
from spielkiste.search.thought import Thought

# How expectations hang together. "open": what a position is worth to one side it is worth to the other with the sign
# changed, and a move is worth what it leads to. "own": everybody plays for points of their own. "secret": seats know
# different things, so each has an expectation of its own. "shared": `outlook` is cheap and asked at every step.
Manner = Literal["open", "own", "secret", "shared"]
Size = Literal["", "small", "middle", "large"]
SIZES: tuple[Size, ...] = ("", "small", "middle", "large")
SURE = 2.0  # standard errors: what is smaller may be noise
ROUNDING = 1e-9
UNSEEN = 0.02  # what a search errs by however long it looks: results between -1 and 1


Values = tuple[float, ...]  # what each seat may expect


@dataclass(frozen=True)
class Measure:
    """What is played for: "chance" (expected result, from -1 to 1; alone from 0) or "points" at the end. `steps`: from
    where on an error is small, middle, large. `won`: the value of a win; who gives it away errs greatly.
    `stones`: points are stones."""

    kind: Literal["chance", "points"]
    steps: tuple[float, float, float]
    won: float | None = None
    stones: bool = False

    def size(self, loss: float, error: float, thrown_away: bool = False) -> Size:
        """How large an error is; "" where it is none, or may be noise."""
        if thrown_away:
            return "large"
        if loss <= max(SURE * error, ROUNDING):
            return ""
        return SIZES[sum(loss >= step for step in self.steps)]


# 5, 10 and 15 of 100 games; lichess has the same steps (of a result that runs from -1 to 1 they are twice as much).
CHANCE_TO_WIN = Measure("chance", (0.10, 0.20, 0.30), won=1.0)
POINTS = Measure("points", (0.5, 1.5, 3.0))  # KaTrain's steps
STONES = Measure("points", (0.5, 1.5, 3.0), stones=True)


@dataclass(frozen=True)
class Verdict:
    """What the moves of a seat are worth to it, best first. `error`: the standard error of a value that is not
    proved; `lines`: how it would go on."""

    values: Mapping[str, float]
    proved: frozenset[str] = frozenset()
    error: float = 0.0
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def best(self) -> str:
        return next(iter(self.values))

    @property
    def value(self) -> float:
        return self.values[self.best]

    @property
    def second(self) -> float | None:
        """The best of what is worth less than the best."""
        return next((value for value in self.values.values() if value < self.value - ROUNDING), None)

    def equals(self) -> list[str]:
        """All moves that are as good as the best."""
        return [move for move, value in self.values.items() if value >= self.value - ROUNDING]

    def error_of(self, *moves: str) -> float:
        """The standard error of the difference of two values, or of one."""
        return self.error * math.sqrt(sum(move not in self.proved for move in moves))


def ranked(values: Mapping[str, float], *, exact: bool = False, error: float = 0.0) -> Verdict:
    """A verdict from values in any order; of equal ones the first stays first."""
    best_first = dict(sorted(values.items(), key=lambda item: -item[1]))
    return Verdict(best_first, frozenset(values) if exact else frozenset(), error)


class Judge:
    """Judges by the strongest player there is; rooms override what they know better. `chained`: in open games a move
    is worth what the next position is; else what the verdict on it says."""

    measure = CHANCE_TO_WIN
    chained = True

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game, self.seed = game, seed
        self.manner: Manner = "secret" if is_closed(game) else "open"
        self._analysts: dict[bool, Analyst] = {}  # for one seat in turn, and for several

    def verdict(self, state: State, seat: int, limit: Limit) -> Verdict:
        """Of a seat that is in turn."""
        several = len(state.turn) > 1
        if several not in self._analysts:
            self._analysts[several] = analyst(state, self.seed)
        return of_thoughts(self._analysts[several].analyse(state, seat, limit))

    def missing(self, state: State, seat: int, move: str, verdict: Verdict, limit: Limit) -> float:
        """The value of a move that the verdict does not hold; by default as bad as the worst it holds."""
        return min(verdict.values.values())

    def outlook(self, state: State, seat: int, limit: Limit) -> float | None:
        """What a seat may expect at a chance event; None: it is found from what may follow."""
        return None

    def gives_away(self, verdict: Verdict, move: str) -> bool:
        """Whether a move surely gives a sure win away."""
        won, values = self.measure.won, verdict.values
        sure = {verdict.best, move} <= verdict.proved
        return won is not None and sure and verdict.value >= won - ROUNDING > values[move]

    def may_tip(self, state: State, seat: int) -> bool:
        """Whether a tip may be given: never where people must remember something themselves."""
        return True

    def exact_outlook(self, state: State) -> bool:
        """Whether `outlook` is exact here."""
        return False


def of_thoughts(thoughts: list[Thought]) -> Verdict:
    """What a search thinks, as a verdict; the more it looked, the surer."""
    visits = max((thought.visits for thought in thoughts if not thought.proved), default=0)
    best_first = sorted(thoughts, key=lambda thought: -thought.value)
    return Verdict(
        {thought.move: thought.value for thought in best_first},
        frozenset(thought.move for thought in thoughts if thought.proved),
        max(UNSEEN, 1 / math.sqrt(visits + 1)),
        {thought.move: thought.line for thought in thoughts},
    )


def spread(teams: tuple[int, ...], seat: int, value: float) -> Values:
    """A value of one seat as values of all: its team shares it, the others together stand against it."""
    others = len(set(teams)) - 1
    return tuple(value if team == teams[seat] else -value / others for team in teams)


def judge_of(game: Game, seed: int = 0) -> Judge:
    """Who judges a game: the room's own judge, or a search."""
    own = back_of(game.room).judge
    return own(game, seed) if own else Judge(game, seed)
