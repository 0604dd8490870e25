"""RLlib: importing this registers the environment "spielkiste", whose `env_config` names a game:

    PPOConfig().environment("spielkiste", env_config={"game": "zahlenpoker", "opponent": 2})

One learner at a table (see `lab.learners`). Observations are {"observations", "action_mask"}, as RLlib's own module for
masks (`ActionMaskingTorchRLModule`) wants them. An illegal move ends the game with -1.
"""

from typing import Any

import numpy as np

from spielkiste.lab.extras import needed

with needed("rllib"):
    import gymnasium
    from gymnasium import spaces
    from ray.tune import register_env

from spielkiste.lab.gym import GameEnv

NAME = "spielkiste"
Seen = dict[str, Any]


class MaskedEnv(gymnasium.Env[Seen, Any]):
    """One table as RLlib asks for it; the words are those of `GameEnv`."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.table = GameEnv(**config)
        numbers, self.action_space = self.table.observation_space, self.table.action_space
        assert isinstance(numbers, spaces.Box)
        self.observation_space = spaces.Dict(
            {
                "observations": spaces.Box(numbers.low.astype(np.float32), numbers.high.astype(np.float32)),
                "action_mask": spaces.Box(0.0, 1.0, (self.table.one.tables.action_count,)),
            }
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        numbers, info = self.table.reset(seed=seed)
        return seen(numbers, info), {}

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        numbers, reward, over, cut, info = self.table.step(action)
        return seen(numbers, info), reward, over, cut, {}


def seen(numbers: Any, info: dict[str, Any]) -> Seen:
    return {"observations": numbers.astype(np.float32), "action_mask": info["action_mask"].astype(np.float32)}


register_env(NAME, MaskedEnv)
