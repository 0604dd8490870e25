"""Gymnasium: importing this registers every game, "Spielkiste/Knister-v0" and so on.

One learner at a table: it has a seat, the others are played inside (see `lab.vec`), and a step is one decision of its
own. `info["action_mask"]` and `action_masks()` show what is legal; an illegal move ends the game with -1. A single
environment is a batch of one.
"""

from typing import Any

import numpy as np

from spielkiste.core.game import Game, game, games
from spielkiste.core.state import State
from spielkiste.lab.extras import needed
from spielkiste.lab.vector import CpuVec, Step, vec

with needed("gym"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Array = np.ndarray[Any, Any]
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
        threads: int | None = None,
        **table: Any,
    ) -> None:
        self.num_envs, self.render_mode = num_envs, render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = METADATA | {"autoreset_mode": self.autoreset_mode}
        self.batch = learners(game, num_envs, threads=threads, **table)
        seen = self.batch.observation
        self.single_observation_space = spaces.Box(seen.low, seen.high, dtype=seen.dtype.type)
        self.single_action_space = spaces.Discrete(self.batch.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.ended = np.zeros(num_envs, np.bool_)  # games that wait for their successor
        self.shown: Step | None = None

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """All games from the start, or those of `options["reset_mask"]`."""
        if isinstance(seed, list):
            seed = None if None in seed else int(np.random.SeedSequence(seed).generate_state(1)[0])  # type: ignore[arg-type]  # no None
        super().reset(seed=seed)
        others = ~np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs)), np.bool_)
        kept = self.batch.held(others)
        begun = self.batch.reset(int(self.np_random.integers(SEEDS)))
        self.batch.put_back(others, kept)
        self.shown = begun if self.shown is None else rows_of(self.shown, begun, others)
        self.ended &= others
        return self.shown.observation.copy(), self.info(self.ended)

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        if self.shown is None:
            raise gymnasium.error.ResetNeeded("reset() comes before the first step()")
        begin, before = self.ended, self.shown
        if self.autoreset_mode is AutoresetMode.DISABLED and begin.any():
            raise gymnasium.error.ResetNeeded("some games are over: reset them, options={'reset_mask': …}")
        kept = self.batch.held(begin)
        step = self.batch.step(np.asarray(actions, np.int64))
        self.batch.put_back(begin, kept)
        done = step.done & ~begin
        self.shown = rows_of(before, step, begin)
        rewards = np.where(begin, 0.0, step.rewards[np.arange(self.num_envs), before.turn])
        return *self.told(done, before.turn, rewards), self.infos

    def told(self, done: Array, seats: Array, rewards: Array) -> tuple[Array, Array, Array, Array]:
        """What a step gives back, by the mode: how games ended, or how the next ones begin."""
        assert self.shown is not None
        observation = self.shown.observation.copy()
        finals = {
            i: self.batch.observation.of(self.batch.final(i), int(seats[i])) for i in np.flatnonzero(done).tolist()
        }
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        self.ended = np.zeros_like(done) if same_step else done
        self.infos = self.info(self.ended)
        for i, final in finals.items():
            if same_step:
                self.infos = self._add_info(self.infos, {"final_obs": final, "final_info": self.final_info()}, i)
            else:
                observation[i] = final
        return observation, rewards.astype(np.float64), done.copy(), np.zeros_like(done)

    def info(self, ended: Array) -> dict[str, Any]:
        return {"action_mask": self.masks(ended), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def final_info(self) -> dict[str, Any]:
        """Of a game that is over: nothing is legal."""
        return {"action_mask": np.zeros(self.batch.action_count, np.int8)}

    def masks(self, ended: Array) -> Array:
        """The legal moves; none in a game that is over."""
        assert self.shown is not None
        masks: Array = self.shown.mask.astype(np.int8)
        masks[ended] = 0
        return masks

    def action_masks(self) -> Array:
        """The legal moves as bools, as sb3-contrib asks for them."""
        return self.masks(self.ended).astype(np.bool_)

    def state(self, i: int) -> State:
        """The whole position of one game, secrets included: to look at, not to learn from."""
        return self.batch.final(i) if self.ended[i] else self.batch.state(i)

    def render(self) -> tuple[Any, ...] | None:
        assert self.shown is not None, "reset() comes before render()"
        pictures = [drawn(self.state(i), int(self.shown.turn[i]), self.render_mode) for i in range(self.num_envs)]
        return None if self.render_mode in (None, "human") else tuple(pictures)


class GameEnv(gymnasium.Env[Array, Any]):
    """One table, one learner.

    opponent: 1 (any move) or 2 (by what is seen at first sight). seat: the learner's, None: by lot in each game.
    clock: while one runs, it runs out before a decision once in so many times. Other words are the game's options.
    """

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


def learners(
    slug: str, n: int, *, opponent: int = 1, seat: int | None = 0, clock: int = 16, threads: int | None, **options: Any
) -> CpuVec:
    """A batch of tables with a learner each."""
    chosen: Game = game(slug, **options)
    level = opponent if chosen.players > 1 else None
    batch = vec(chosen, n, opponent=level, seat=seat, clock=clock, finals=True, threads=threads)
    assert isinstance(batch, CpuVec)
    return batch


def rows_of(before: Step, after: Step, which: Array) -> Step:
    """`after`, and in some games `before`."""
    return Step(*(np.where(which.reshape(-1, *[1] * (b.ndim - 1)), a, b) for a, b in zip(before, after, strict=True)))


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
