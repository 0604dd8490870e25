"""The batched environment on a CUDA GPU: the same games as on the CPU, and steps a second beside pgx.

`python bench/gpu_vec.py [GAME …]` checks every set of options and measures the games that have a goal, each in a
process of its own (compiling side by side, measuring one after the other); pgx is measured where it can be imported.
`--check` or `--speed` do one of both; `--variants` measures every game in the ways of VARIANTS beside each other. Steps
are of random play, with observation, mask and new games included.
"""

import argparse
import fcntl
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from report import load, save

LARGE_BATCH, SMALL_BATCH = 1 << 22, 1 << 14
SECONDS = 1.0  # of each measurement
FUSED = 64  # steps in a call, of the small batch
GOALS: list[tuple[str, dict[str, Any], float]] = [
    ("huetchenspieler", {}, 15e9),
    ("zahlenpoker", {}, 8e9),
    ("zahlenluchs", {"classic": True}, 5e9),
    ("knister", {}, 5e9),
    ("abraeumen", {}, 3e9),
    ("torris", {}, 1e9),
    ("zahlenluchs", {}, 1e9),
    ("fuenf_gewinnt", {}, 300e6),
    ("fuenfer_finden", {}, 50e6),
    ("cubus", {}, 0.0),
]
BATCHES = {"fuenf_gewinnt": 1 << 20, "fuenfer_finden": 1 << 20, "cubus": 1 << 14}
SMALL_ONES = ("huetchenspieler", "zahlenpoker", "zahlenluchs-classic", "knister", "abraeumen")
VARIANTS: list[dict[str, int]] = [  # of constants in lab/gpu_vector.py
    {},
    {"REGISTERS": 64},
    {"DEALS_AT_ONCE": 4},
]
PGX = ("tic_tac_toe", "connect_four", "othello", "backgammon")
AT_ONCE = 16  # processes


# --- the same games as on the CPU --------------------------------------------------------------------------------


def agreement(slug: str, options: dict[str, Any]) -> list[str]:
    """In which ways of playing the two devices differ."""
    from spielkiste.core.game import game

    chosen = game(slug, **options)
    ways: list[dict[str, Any]] = [{}]
    if options == chosen.card.samples[0]:
        ways += [{"reuse": True}, {"actions": "list"}, {"steps": 3}]
        ways += [{"opponent": 2, "seat": None}, {"together": True}] if chosen.players > 1 else []
    return [f"{way}: {wrong}" for way in ways if (wrong := difference(slug, options, way))]


def difference(slug: str, options: dict[str, Any], way: dict[str, Any], n: int = 200, calls: int = 60) -> str:
    from spielkiste.lab import vec

    here, there = (vec(slug, n, device, **way, **options) for device in ("cpu", "cuda"))
    if wrong := unequal(here.reset(7), there.reset(7)):
        return f"after reset: {wrong}"
    for k in range(calls):
        if wrong := unequal(here.step(), there.step()):
            return f"after step {k}: {wrong}"
    last = here.step(), there.step()
    if "steps" not in way:
        import numpy as np

        rng = np.random.default_rng(3)
        for k in range(10):
            mask = last[0].mask
            careful = (rng.random(n) < 0.95).reshape(n, *[1] * (mask.ndim - 1))  # the others make illegal moves
            actions = (rng.random(mask.shape) + mask * careful).argmax(-1)
            last = here.step(actions), there.step(actions)
            if wrong := unequal(*last):
                return f"after given step {k}: {wrong}"
    return ""


def unequal(here: Any, there: Any) -> str:
    """Which parts of two steps differ."""
    return ", ".join(
        f"{name} ({int((one != other.cpu().numpy()).sum())} of {one.size})"
        for name, one, other in zip(here._fields, here, there, strict=True)
        if (one != other.cpu().numpy()).any()
    )


# --- speed ---------------------------------------------------------------------------------------------------------


def ready(slug: str, options: dict[str, Any], steps: int) -> None:
    """Compiles what will be measured."""
    from spielkiste.lab import vec

    env = vec(slug, 128, "cuda", steps=steps, reuse=True, **options)
    env.reset(1)
    env.step()


def steps_a_second(slug: str, options: dict[str, Any], n: int, steps: int, graph: bool) -> float:
    """Of random play; `graph`: calls replayed by CUDA without Python."""
    import torch

    from spielkiste.lab import vec

    env = vec(slug, n, "cuda", steps=steps, reuse=True, **options)
    env.reset(1)
    calls = 1
    again = env.step
    for _ in range(60):
        env.step()
    torch.cuda.synchronize()
    if graph:
        calls, recorded = 16, torch.cuda.CUDAGraph()
        with torch.cuda.graph(recorded):
            for _ in range(calls):
                env.step()
        again = recorded.replay
    return rate(again, torch.cuda.synchronize) * n * steps * calls


def rate(call: Any, wait: Any) -> float:
    """Calls a second, best of three."""
    call()
    wait()
    begun = time.perf_counter()
    call()
    wait()
    times = max(3, int(SECONDS / 3 / max(time.perf_counter() - begun, 1e-5)))
    best = 0.0
    for _ in range(3):
        begun = time.perf_counter()
        for _ in range(times):
            call()
        wait()
        best = max(best, times / (time.perf_counter() - begun))
    return best


def pgx_speed(name: str, n: int) -> float:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env, steps = pgx.make(name), 16
    start, step = jax.jit(jax.vmap(env.init)), jax.vmap(auto_reset(env.step, env.init))

    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        key, pick, again = jax.random.split(key, 3)
        noise = jax.random.uniform(pick, state.legal_action_mask.shape)
        choice = jnp.argmax(noise * state.legal_action_mask, axis=-1)
        return step(state, choice, jax.random.split(again, n)), key

    run = jax.jit(lambda state, key: jax.lax.fori_loop(0, steps, lambda _, both: advance(*both), (state, key)))
    held = [start(jax.random.split(jax.random.key(1), n)), jax.random.key(2)]

    def call() -> None:
        held[:] = run(*held)

    return rate(call, lambda: jax.block_until_ready(held[0])) * steps * n


# --- one process a game ----------------------------------------------------------------------------------------------


def one(job: dict[str, Any]) -> dict[str, Any]:
    """A job of one process; measuring is done by one process at a time."""
    if "pgx" in job:
        with alone():
            return {**job, "large": pgx_speed(job["pgx"], 1 << 20), "small": pgx_speed(job["pgx"], SMALL_BATCH)}
    from spielkiste.lab import gpu_vector

    slug, options = job["game"], job["options"]
    found = dict(job)
    for name, value in job["variant"].items():
        setattr(gpu_vector, name, value)
    if job["check"]:
        found["wrong"] = agreement(slug, options)
    if job["speed"]:
        small = name_of(slug, options) in SMALL_ONES
        batch = BATCHES.get(slug, LARGE_BATCH)
        ready(slug, options, 1)  # compiled before others have to wait
        if small:
            ready(slug, options, FUSED)
        with alone():
            found["large"] = steps_a_second(slug, options, batch, 1, False)
            found["small"] = steps_a_second(slug, options, SMALL_BATCH, 1, slug != "cubus")
            if small:
                found["fused"] = steps_a_second(slug, options, SMALL_BATCH, FUSED, False)
    return found


class alone:  # noqa: N801  # used as a word
    """One process at a time has the GPU to itself."""

    def __enter__(self) -> None:
        self.file = Path(tempfile.gettempdir(), "gpu_vec.lock").open("w")
        fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        self.file.close()


def name_of(slug: str, options: dict[str, Any]) -> str:
    return f"{slug}-classic" if options.get("classic") else slug


def in_a_process(job: dict[str, Any]) -> dict[str, Any]:
    words = [sys.executable, __file__, "--one", json.dumps(job)]
    env = os.environ | {"XLA_PYTHON_CLIENT_PREALLOCATE": "0"}
    done = subprocess.run(words, capture_output=True, text=True, env=env)
    if done.returncode:
        return {**job, "wrong": [done.stderr[-1500:]]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def jobs(wanted: argparse.Namespace) -> list[dict[str, Any]]:
    import spielkiste as sk

    check, speed = not wanted.speed, not wanted.check
    goals = {(slug, json.dumps(options)) for slug, options, _ in GOALS}
    made = []
    for slug in wanted.game or sk.games():
        for options in sk.game(slug).card.samples:
            aimed = (slug, json.dumps(options)) in goals
            if check or (speed and aimed):
                job = {"game": slug, "options": options, "check": check, "speed": speed and aimed}
                made += [{**job, "variant": variant} for variant in (VARIANTS if wanted.variants and aimed else [{}])]
    if speed and not wanted.game:
        made += [{"pgx": name} for name in PGX]
    return sorted(made, key=lambda job: not job.get("speed"))


def spoken(found: dict[str, Any]) -> str:
    figures = "  ".join(f"{name} {found[name] / 1e9:.3f} G/s" for name in ("large", "small", "fused") if name in found)
    what = f"pgx {found['pgx']}" if "pgx" in found else f"{found['game']} {found['options'] or ''}"
    goal = goal_of(found) if "game" in found else 0.0
    aim = f"  goal {goal / 1e9:g} G/s{'' if found.get('large', goal) >= goal else ' MISSED'}" if goal else ""
    agree = "" if "wrong" not in found else "  CPU = GPU" if not found["wrong"] else f"  DIFFERS: {found['wrong']}"
    how = f" {found['variant']}" if found.get("variant") else ""
    return f"{what}{how}: {figures}{aim}{agree}  [{found['seconds']:.0f} s]"


def timed(job: dict[str, Any]) -> dict[str, Any]:
    begun = time.perf_counter()
    return {**in_a_process(job), "seconds": time.perf_counter() - begun}


def keep(rows: list[dict[str, Any]]) -> None:
    """Puts what was found into bench/results, beside what was found before of other games; variants are only told."""
    stored = load("gpu_vec") or {"games": {}, "pgx": {}}
    for row in rows:
        if "pgx" in row:
            stored["pgx"][row["pgx"]] = {name: row[name] for name in ("large", "small")}
        elif not row["variant"]:
            name = " ".join([row["game"], *(f"{option}={value}" for option, value in row["options"].items())])
            known = stored["games"].setdefault(name, {"goal": goal_of(row)})
            known |= {figure: row[figure] for figure in ("large", "small", "fused") if figure in row}
            if "wrong" in row:
                known["agrees"] = not row["wrong"]
    stored["games"] = dict(sorted(stored["games"].items()))
    save("gpu_vec", stored)


def goal_of(row: dict[str, Any]) -> float:
    """Steps a second of the large batch; 0: none."""
    return max((goal for slug, options, goal in GOALS if (slug, options) == (row["game"], row["options"])), default=0.0)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game", nargs="*")
    asked.add_argument("--check", action="store_true")
    asked.add_argument("--speed", action="store_true")
    asked.add_argument("--variants", action="store_true")
    asked.add_argument("--one", type=json.loads, help=argparse.SUPPRESS)
    wanted = asked.parse_args()
    if wanted.one:
        print(json.dumps(one(wanted.one)))
        return 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        rows = []
        for done in as_completed([pool.submit(timed, job) for job in jobs(wanted)]):
            rows.append(done.result())
            print(spoken(rows[-1]), flush=True)
    keep(rows)
    return 1 if any(row.get("wrong") for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
