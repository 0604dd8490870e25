"""Gymnasium: importing this registers every game, "Spielkiste/Knister-v0" and so on.

One learner at a table (see `lab.learners`). `info["action_mask"]` and `action_masks()` show what is legal; an illegal
move ends the game with -1. A single environment is a batch of one.
"""

from typing import Any

import numpy as np

from spielkiste.core.game import games
from spielkiste.core.state import State
from spielkiste.lab.extras import needed
from spielkiste.lab.learners import Array, Learners

with needed("gym"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

SEEDS = 1 << 31
METADATA = {"render_modes": ["human", "ansi", "svg"], "render_fps": 2}


class GameVectorEnv(VectorEnv[Array, Array, Array]):
    """Many tables with a learner each; `autoreset_mode` as in Gymnasium."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **table: Any,
    ) -> None:
        self.num_envs, self.render_mode = num_envs, render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = METADATA | {"autoreset_mode": self.autoreset_mode}
        self.tables = Learners(game, num_envs, **table)
        seen = self.tables.seen
        self.single_observation_space = spaces.Box(seen.low, seen.high, dtype=seen.dtype.type)
        self.single_action_space = spaces.Discrete(self.tables.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """All games from the start, or those of `options["reset_mask"]`."""
        if isinstance(seed, list):
            seed = None if None in seed else int(np.random.SeedSequence(seed).generate_state(1)[0])  # type: ignore[arg-type]  # no None
        super().reset(seed=seed)
        which = np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs)), np.bool_)
        self.tables.begin(int(self.np_random.integers(SEEDS)), which)
        return self.tables.observation, self.info()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        if self.tables.shown is None:
            raise gymnasium.error.ResetNeeded("reset() comes before the first step()")
        if self.autoreset_mode is AutoresetMode.DISABLED and self.tables.ended.any():
            raise gymnasium.error.ResetNeeded("some games are over: reset them, options={'reset_mask': …}")
        rewards, done = self.tables.step(actions)
        infos = self.begun_at_once(done) if self.autoreset_mode is AutoresetMode.SAME_STEP else self.info()
        return self.tables.observation, rewards.astype(np.float64), done, np.zeros_like(done), infos

    def begun_at_once(self, done: Array) -> dict[str, Any]:
        """Finished games begin in the same step; how they ended is in the infos."""
        self.tables.begin_those_that_wait()
        infos, nothing_legal = self.info(), np.zeros(self.tables.action_count, np.int8)
        for i in np.flatnonzero(done).tolist():
            last = {"final_obs": self.tables.final(i), "final_info": {"action_mask": nothing_legal.copy()}}
            infos = self._add_info(infos, last, i)
        return infos

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.tables.masks, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def action_masks(self) -> Array:
        """The legal moves as bools, as sb3-contrib asks for them."""
        return self.tables.masks.astype(np.bool_)

    def state(self, i: int) -> State:
        """The whole position of one game, secrets included: to look at, not to learn from."""
        return self.tables.state(i)

    def render(self) -> tuple[Any, ...] | None:
        turn = self.tables.last.turn
        pictures = [drawn(self.state(i), int(turn[i]), self.render_mode) for i in range(self.num_envs)]
        return None if self.render_mode in (None, "human") else tuple(pictures)


class GameEnv(gymnasium.Env[Array, Any]):
    """One table, one learner; `table` is said as in `Learners`: opponent, seat, clock and the game's options."""

    metadata: dict[str, Any] = METADATA

    def __init__(self, game: str, *, render_mode: str | None = None, **table: Any) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode={render_mode!r}: must be one of {', '.join(self.metadata['render_modes'])}")
        self.render_mode = render_mode
        self.one = GameVectorEnv(game, 1, autoreset_mode=AutoresetMode.DISABLED, render_mode=render_mode, **table)
        self.observation_space = self.one.single_observation_space
        self.action_space = self.one.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        observation, info = self.one.reset(seed=int(self.np_random.integers(SEEDS)))
        self.show()
        return observation[0], {"action_mask": info["action_mask"][0]}

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        observation, reward, done, _, info = self.one.step(np.array([action]))
        self.show()
        return observation[0], float(reward[0]), bool(done[0]), False, {"action_mask": info["action_mask"][0]}

    def action_masks(self) -> Array:
        """The legal moves as bools, as sb3-contrib asks for them."""
        masks: Array = self.one.action_masks()[0]
        return masks

    @property
    def state(self) -> State:
        """The whole position, secrets included: to look at, not to learn from."""
        return self.one.state(0)

    def show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        pictures = self.one.render()
        return pictures[0] if pictures else None


def drawn(state: State, seat: int, mode: str | None) -> str:
    """A position as a seat sees it."""
    if mode == "svg":
        return state.svg(seat)
    text = state.text(seat)
    if mode == "human":
        print(text)
    return text


def environment_id(slug: str) -> str:
    return f"Spielkiste/{''.join(part.capitalize() for part in slug.split('_'))}-v0"


for slug in games():
    gymnasium.register(
        environment_id(slug),
        entry_point=f"{__name__}:GameEnv",
        vector_entry_point=f"{__name__}:GameVectorEnv",
        kwargs={"game": slug},
    )
