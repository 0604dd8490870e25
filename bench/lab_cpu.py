"""Steps a second of batched environments on one core, beside EnvPool, PufferLib and pgx: `make bench-lab`.

All play at random with observation, mask and new games in one call a step, and are timed by processor time of all their
threads, taking turns. Ours choose among the legal moves inside the step, pgx in its compiled loop; EnvPool and
PufferLib are handed columns drawn beforehand, which costs them nothing. PufferLib's has an opponent inside that looks
four moves ahead; it is measured as it is shipped (its build fetches raylib, which only its window needs). Who is not
installed is left out and named.
"""

import platform
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from report import save
from rich.console import Console
from rich.progress import Progress

import spielkiste as sk
from spielkiste.lab import vec

BATCH = 1024
ROUNDS = 5  # contestants take turns this often; figures are medians
SECONDS = 0.5  # of processor time, a round
COLUMNS = 7
GOAL = 10  # times as fast as EnvPool and PufferLib, for games of connect four's size
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("zahlenpoker", {}),
    ("huetchenspieler", {}),
    ("zahlenluchs", {"classic": True}),
    ("abraeumen", {}),
    ("knister", {}),
    ("zahlenluchs", {}),
    ("torris", {}),
    ("fuenf_gewinnt", {}),
]

Call = Callable[[], object]  # makes so many steps, which stand beside it
Contestant = tuple[Call, int]


def ours(slug: str, options: dict[str, Any]) -> Contestant:
    env = vec(slug, BATCH, threads=1, reuse=True, **options)
    env.reset(1)
    return env.step, BATCH


def drawn_columns() -> Callable[[], Any]:
    """One column after the other, drawn before the clock starts."""
    columns = np.random.default_rng(1).integers(0, COLUMNS, (64, BATCH)).astype(np.int32)
    number = 0

    def following() -> Any:
        nonlocal number
        number += 1
        return columns[number % len(columns)]

    return following


def envpool_connect_four() -> Contestant:
    import envpool

    env = envpool.make("ConnectFour-v1", env_type="gymnasium", num_envs=BATCH, num_threads=1)
    env.reset()
    column = drawn_columns()
    return lambda: env.step(column()), BATCH


def pufferlib_connect_four() -> Contestant:
    from pufferlib.ocean.connect4.connect4 import Connect4

    env = Connect4(num_envs=BATCH)
    env.reset(1)
    column = drawn_columns()
    return lambda: env.step(column()), BATCH


def pgx_connect_four() -> Contestant:
    """A compiled step over all boards that picks legal moves and starts finished boards anew, observation included."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env, steps = pgx.make("connect_four"), 16
    step = jax.vmap(auto_reset(env.step, env.init))

    def advance(_: int, before: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        state, key, seen = before
        key, pick, again = jax.random.split(key, 3)
        chosen = jax.random.categorical(pick, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
        state = step(state, chosen, jax.random.split(again, BATCH))
        return state, key, seen + state.observation.sum()  # somebody looks: it is not left out

    run = jax.jit(lambda *before: jax.lax.fori_loop(0, steps, advance, before))
    last = (jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), BATCH)), jax.random.key(2), jnp.int32(0))

    def play() -> None:
        nonlocal last
        last = jax.block_until_ready(run(*last))

    return play, steps * BATCH


OTHERS: dict[str, Callable[[], Contestant]] = {
    "EnvPool connect four": envpool_connect_four,
    "PufferLib connect four": pufferlib_connect_four,
    "pgx connect four": pgx_connect_four,
}


def contestants() -> tuple[dict[str, Contestant], list[str]]:
    """Those that are here, warmed up, and the names of those that are not."""
    found = {name_of(slug, options): ours(slug, options) for slug, options in GAMES}
    missing = []
    for name, make in OTHERS.items():
        try:
            found[name] = make()
        except ImportError as wrong:
            missing.append(f"{name} ({wrong})")
    for call, _ in found.values():
        call()
    return found, missing


def name_of(slug: str, options: dict[str, Any]) -> str:
    return " ".join([slug, *(option for option, value in options.items() if value is True)])


def rate(contestant: Contestant) -> float:
    """Steps in a second of processor time."""
    call, steps = contestant
    calls, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        call()
        calls += 1
    return calls * steps / (time.process_time() - begun)


def main() -> None:
    """Measures, and writes bench/RESULTS.md."""
    found, missing = contestants()
    rates: dict[str, list[float]] = {name: [] for name in found}
    with Progress(console=Console(stderr=True)) as progress:
        for _ in progress.track(range(ROUNDS), description="steps"):
            for name, contestant in found.items():
                rates[name].append(rate(contestant))
    middle = {name: statistics.median(all_of_it) for name, all_of_it in rates.items()}
    seen = {name_of(slug, options): vec(sk.game(slug, **options), 1) for slug, options in GAMES}
    sizes = {name: [env.observation.size, env.action_count] for name, env in seen.items()}
    machine = f"{platform.system()} {platform.machine()}, one core, batch {BATCH}, Python {platform.python_version()}."
    save("lab_cpu", {"machine": machine, "goal": GOAL, "steps": middle, "sizes": sizes, "missing": missing})
    for name, steps in middle.items():
        print(f"{name:24} {steps:12,.0f}")
    for name in missing:
        print(f"not measured: {name}")


if __name__ == "__main__":
    main()
