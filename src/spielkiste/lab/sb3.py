"""Stable-Baselines3: `LearnersVecEnv("knister", 64)` is a batch of tables with a learner each (see `lab.learners`), for
MaskablePPO of sb3-contrib: a step of all of them is one call. An illegal move ends the game with -1.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from spielkiste.lab.extras import needed
from spielkiste.lab.learners import Array, Learners

with needed("sb3"):
    from gymnasium import spaces
    from stable_baselines3.common.vec_env import VecEnv

SEEDS = 1 << 31


class LearnersVecEnv(VecEnv):  # type: ignore[misc]  # what it is made of is not seen here
    """n tables of one game; `table` is said as in `Learners`: opponent, seat, clock, threads and the game's options."""

    def __init__(self, game: str, n: int = 1, **table: Any) -> None:
        self.tables = Learners(game, n, **table)
        seen = self.tables.seen
        self.render_mode = None
        super().__init__(
            n,
            spaces.Box(seen.low, seen.high, dtype=seen.dtype.type),
            spaces.Discrete(self.tables.action_count),
        )
        self.rng = np.random.default_rng()
        self.chosen = np.zeros(n, np.int64)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """For the next reset; one seed stands for all tables."""
        self.rng = np.random.default_rng(seed)
        return [seed] * self.num_envs

    def reset(self) -> Array:
        self.tables.begin(int(self.rng.integers(SEEDS)))
        return self.tables.observation

    def step_async(self, actions: Array) -> None:
        self.chosen = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Finished games begin anew in the same step; how they ended is in the infos."""
        rewards, done = self.tables.step(self.chosen)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(done).tolist():
            infos[i] = {"terminal_observation": self.tables.final(i), "TimeLimit.truncated": False}
        self.tables.begin_those_that_wait()
        return self.tables.observation, rewards.astype(np.float32), done, infos

    def action_masks(self) -> Array:
        """The legal moves of every table."""
        return self.tables.masks.astype(np.bool_)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **words: Any) -> list[Any]:
        """As sb3-contrib asks for masks: a row of the answer for each table."""
        rows = getattr(self, method_name)(*args, **words)
        return [rows[i] for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Tables have no attributes of their own."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing is held open."""
