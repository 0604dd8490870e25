"""TorchRL: `LearnersEnv("knister", 64)` is a batch of tables with a learner each (see `lab.learners`).

What is legal is in "action_mask": `ActionMask()` keeps random play to it, `MaskedCategorical` a policy. An illegal move
ends the game with -1. Games that are over wait for a reset, which collectors and `rollout` ask for by themselves.
"""

from typing import Any

import numpy as np

from spielkiste.lab.extras import needed
from spielkiste.lab.learners import Array, Learners

with needed("torchrl"):
    import torch
    from tensordict import TensorDict, TensorDictBase
    from torchrl.data import Binary, Bounded, Categorical, Composite
    from torchrl.envs import EnvBase

SEEDS = 1 << 31


class LearnersEnv(EnvBase):  # type: ignore[misc]  # it ships no types
    """n tables of one game; `table` is said as in `Learners`: opponent, seat, clock, threads and the game's options."""

    def __init__(self, game: str, n: int = 1, **table: Any) -> None:
        super().__init__(device="cpu", batch_size=(n,))
        self.tables = Learners(game, n, **table)
        self.rng = np.random.default_rng()
        seen = self.tables.seen
        self.observation_spec = Composite(
            observation=Bounded(
                low=self.each(seen.low), high=self.each(seen.high), dtype=torch.from_numpy(seen.low).dtype
            ),
            action_mask=Binary(shape=(n, self.tables.action_count), dtype=torch.bool),
            shape=(n,),
        )
        self.action_spec = Categorical(self.tables.action_count, shape=(n,), dtype=torch.int64)
        self.reward_spec = Bounded(low=-1.0, high=1.0, shape=(n, 1), dtype=torch.float32)
        self.done_spec = Composite(
            {name: Binary(shape=(n, 1), dtype=torch.bool) for name in ("done", "terminated")}, shape=(n,)
        )

    def each(self, row: Array) -> torch.Tensor:
        """A row for every game."""
        return torch.from_numpy(row).expand(*self.batch_size, -1)

    def _set_seed(self, seed: int | None) -> None:
        self.rng = np.random.default_rng(seed)

    def _reset(self, tensordict: TensorDictBase | None = None, **words: Any) -> TensorDictBase:
        """All games from the start, or those of "_reset"."""
        asked = None if tensordict is None else tensordict.get("_reset", None)
        which = None if asked is None else asked.reshape(-1).numpy()
        self.tables.begin(int(self.rng.integers(SEEDS)), which)
        return self.told({})

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        rewards, _ = self.tables.step(tensordict["action"].numpy())
        return self.told({"reward": torch.from_numpy(rewards.astype(np.float32)).unsqueeze(-1)})

    def told(self, more: dict[str, torch.Tensor]) -> TensorDictBase:
        """What learners see and may do, and which games are over."""
        ended = torch.from_numpy(self.tables.ended.copy()).unsqueeze(-1)
        seen = {
            "observation": torch.from_numpy(self.tables.observation),
            "action_mask": torch.from_numpy(self.tables.masks.astype(np.bool_)),
        }
        return TensorDict(seen | {"done": ended, "terminated": ended.clone()} | more, self.batch_size)
