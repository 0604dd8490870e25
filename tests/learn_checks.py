"""What libraries for learning say of the adapters that need gigabytes, and whether examples learn: `make learn-check`.

TorchRL's own check of every game and set of options, masks of Stable-Baselines3 and RLlib, and the notebooks, each of
which fails if nothing was learnt.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from lab_page import LEARN, snippets
from torchrl.envs import ActionMask, TransformedEnv
from torchrl.envs.utils import check_env_specs

import spielkiste as sk
from spielkiste.core.room import all_rooms
from spielkiste.lab import vec
from spielkiste.lab.rllib import MaskedEnv
from spielkiste.lab.sb3 import LearnersVecEnv
from spielkiste.lab.torchrl import LearnersEnv

ROOT = Path(__file__).parent.parent
NOTEBOOKS = ("torchrl_zahlenpoker", "ppo_knister", "rllib_abraeumen")
BROUGHT = {  # and what those import themselves
    "torchrl": {"torch", "torchrl", "ray"},
    "sb3": {"torch", "gymnasium", "stable_baselines3"},
    "rllib": {"ray", "gymnasium", "pyarrow", "torch"},
}
LIBRARIES = {"gymnasium", "pettingzoo", "pyspiel", "torch", "torchrl", "stable_baselines3", "ray", "jax", "pyarrow"}
STEPS = 60
PATIENCE = {  # Ray gives up after seconds where a busy machine needs a minute to start it
    "RAY_raylet_start_wait_time_s": "300",
    "RAY_agent_register_timeout_ms": "300000",
}


def torchrl_holds(slug: str, options: dict[str, Any]) -> None:
    words = options | ({"opponent": 2, "seat": None} if sk.game(slug, **options).players > 1 else {})
    check_env_specs(LearnersEnv(slug, 1, **options), seed=1)
    check_env_specs(LearnersEnv(slug, 3, **words), seed=1)
    first, again = (seeded_rollout(slug, words) for _ in range(2))
    assert (first == again).all(), "the same seed gave another game"
    legal = first["action_mask"].gather(-1, first["action"].unsqueeze(-1))
    assert legal.all(), "a move was made that the mask does not show"


def seeded_rollout(slug: str, words: dict[str, Any]) -> Any:
    env = TransformedEnv(LearnersEnv(slug, 3, **words), ActionMask())
    torch.manual_seed(5)
    env.set_seed(5)
    return env.rollout(STEPS, break_when_any_done=False)


def sb3_holds(slug: str, options: dict[str, Any]) -> None:
    env, rng = LearnersVecEnv(slug, 3, **options), np.random.default_rng(1)
    env.seed(1)
    observation = env.reset()
    for _ in range(STEPS):
        masks = np.stack(env.env_method("action_masks"))
        assert masks.any(1).all() and all(one in env.observation_space for one in observation)
        observation, rewards, done, infos = env.step((rng.random(masks.shape) * masks).argmax(-1))
        assert (rewards[~done] == 0).all() and all(("terminal_observation" in infos[i]) == done[i] for i in range(3))


def rllib_holds(slug: str, options: dict[str, Any]) -> None:
    env, rng = MaskedEnv({"game": slug} | options), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    for _ in range(STEPS):
        assert seen in env.observation_space
        seen, _, over, _, _ = env.step(int((rng.random(seen["action_mask"].shape) * seen["action_mask"]).argmax()))
        if over:
            seen, _ = env.reset()


def torch_reads_without_a_copy() -> None:
    step = vec("knister", 8, threads=1).reset(1)
    for part in step:
        tensor = torch.from_dlpack(part)
        assert tensor.data_ptr() == part.ctypes.data and (tensor.numpy() == part).all()


def adapter_stands_alone(adapter: str) -> None:
    asked = f"import sys, spielkiste.lab.{adapter}; print(*({LIBRARIES!r} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert set(told.split()) <= BROUGHT[adapter], f"brings {told}"


def page_runs() -> None:
    """The examples of docs/lab.md that need what is here alone."""
    mine = [snippet for snippet in snippets() if any(f"lab.{name}" in snippet for name in LEARN)]
    for snippet in mine:
        exec(compile(snippet, "lab.md", "exec"), {})
    assert len(mine) == len(LEARN)


def notebook_learns(name: str) -> None:
    words = [sys.executable, str(ROOT / "examples" / "notebook.py"), name]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=os.environ | PATIENCE)
    assert done.returncode == 0, done.stderr[-2000:]
    print(done.stdout.strip().splitlines()[-1])


def everything(slugs: tuple[str, ...]) -> Iterator[tuple[str, Callable[[], None]]]:
    for adapter in BROUGHT:
        yield f"importing lab.{adapter}", lambda adapter=adapter: adapter_stands_alone(adapter)  # type: ignore[misc]
    yield "torch by DLPack", torch_reads_without_a_copy
    yield "docs/lab.md", page_runs
    for slug in slugs or sk.games():
        for options in all_rooms()[slug].card.samples:
            for name, check in (("TorchRL", torchrl_holds), ("sb3", sb3_holds), ("RLlib", rllib_holds)):
                yield f"{name}: {slug} {options}", lambda c=check, s=slug, o=options: c(s, o)  # type: ignore[misc]
    for notebook in () if slugs else NOTEBOOKS:
        yield f"{notebook} learns", lambda notebook=notebook: notebook_learns(notebook)  # type: ignore[misc]


def main(slugs: tuple[str, ...]) -> int:
    """Of the games named, or of all and the notebooks: a line each; the exit code says whether all is well."""
    waiting, failed = list(everything(slugs)), 0
    for number, (name, check) in enumerate(waiting, start=1):
        since, wrong = time.perf_counter(), ""
        try:
            check()
        except Exception as found:  # of whatever kind: the others are checked all the same
            wrong, failed = f"{type(found).__name__}: {found}", failed + 1
        passed = time.perf_counter() - since
        print(f"{number:4} of {len(waiting)}  {passed:6.1f} s  {name}: {wrong or 'ok'}", flush=True)
    print(f"{len(waiting) - failed} of {len(waiting)} checks hold.")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(tuple(sys.argv[1:])))
