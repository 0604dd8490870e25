"""Tables with one learner each, as libraries for learning alone lead them: the learner has a seat, the others are
played inside (see `lab.vec`), and a step is one decision of its own.

A game that is over waits until it is asked to begin again, while the others go on.
"""

from typing import Any

import numpy as np

from spielkiste.core.game import Game, game
from spielkiste.core.state import State
from spielkiste.lab.vector import CpuVec, Step, vec

Array = np.ndarray[Any, Any]


class Learners:
    """n tables of one game. opponent: 1 (any move) or 2 (by what is seen at first sight). seat: the learner's, None: by
    lot in each game. clock: while one runs, it runs out before a decision once in so many times. Other words are the
    game's options."""

    def __init__(
        self,
        slug: str,
        n: int,
        *,
        opponent: int = 1,
        seat: int | None = 0,
        clock: int = 16,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        chosen: Game = game(slug, **options)
        level = opponent if chosen.players > 1 else None
        batch = vec(chosen, n, opponent=level, seat=seat, clock=clock, finals=True, threads=threads)
        assert isinstance(batch, CpuVec)
        self.batch, self.n = batch, n
        self.seen, self.action_count = batch.observation, batch.action_count
        self.ended = np.zeros(n, np.bool_)  # games that wait for their successor
        self.seats = np.zeros(n, np.int8)  # who made the last decision
        self.shown: Step | None = None  # of a game that waits: how its successor begins

    def begin(self, seed: int, which: Array | None = None) -> None:
        """These games from the start, by default all."""
        others = np.zeros(self.n, np.bool_) if which is None else ~which
        kept = self.batch.held(others)
        begun = self.batch.reset(seed)
        self.batch.put_back(others, kept)
        self.shown = begun if self.shown is None else rows_of(self.shown, begun, others)
        self.ended = self.ended & others

    def step(self, actions: Array) -> tuple[Array, Array]:
        """Rewards, and which games are over now. Those that have waited begin: what is said to them is not heard."""
        waiting, before = self.ended, self.last
        kept = self.batch.held(waiting)
        step = self.batch.step(np.asarray(actions, np.int64))
        self.batch.put_back(waiting, kept)
        self.shown, self.seats, self.ended = rows_of(before, step, waiting), before.turn, step.done & ~waiting
        rewards: Array = step.rewards[np.arange(self.n), before.turn]
        return np.where(waiting, 0.0, rewards), self.ended.copy()

    def begin_those_that_wait(self) -> None:
        """Without a step."""
        self.ended = np.zeros_like(self.ended)

    @property
    def last(self) -> Step:
        if self.shown is None:
            raise RuntimeError("reset() comes before the first step()")
        return self.shown

    @property
    def observation(self) -> Array:
        """What each learner sees; of a game that is over how it ended."""
        numbers: Array = self.last.observation.copy()
        for i in np.flatnonzero(self.ended).tolist():
            numbers[i] = self.final(i)
        return numbers

    def final(self, i: int) -> Array:
        """What the learner sees of the last game of this table that ended."""
        return self.seen.of(self.batch.final(i), int(self.seats[i]))

    @property
    def masks(self) -> Array:
        """The legal moves; none in a game that is over."""
        masks: Array = self.last.mask.astype(np.int8)
        masks[self.ended] = 0
        return masks

    def state(self, i: int) -> State:
        """The whole position of one game, secrets included: to look at, not to learn from."""
        return self.batch.final(i) if self.ended[i] else self.batch.state(i)


def rows_of(before: Step, after: Step, which: Array) -> Step:
    """`after`, and in some games `before`."""
    return Step(*(np.where(which.reshape(-1, *[1] * (b.ndim - 1)), a, b) for a, b in zip(before, after, strict=True)))
