"""Speed of random play against OpenSpiel, PettingZoo and pgx, and of every game, in one run on this machine."""

import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from report import save
from rich.console import Console
from rich.progress import Progress

import spielkiste as sk
from spielkiste.cli.bench import measure
from spielkiste.lab.batch import Batch

ROUNDS = 7  # yardsticks take turns this often; ratios are medians over the rounds
SECONDS = 0.7
PGX_BATCH = 1024

Rate = tuple[float, float]  # games and moves a second


def einstein_ours(batch: Batch, seed: int) -> Rate:
    speed = batch.for_seconds(SECONDS, seed)
    return speed.games_per_second, speed.moves_per_second


def dealt_openspiel(game: Any) -> Any:
    """A board with all stones on it; the first player's die is cast."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def dealt_ours() -> sk.State:
    """The same: all stones on the board, the first player's die is cast."""
    state = sk.game("zahlenluchs", classic=True).start()
    while state.turn == (sk.CHANCE,):
        state = state.play(state.moves()[-1 if state.moves_made[-1:] == ((sk.CHANCE, "roll 1"),) else 0])
    return state


def einstein_openspiel(game: Any, moves_a_game: float, seed: int) -> Rate:
    """OpenSpiel's own C++ loop: its random-rollout evaluator, reached through a search of one simulation."""
    import pyspiel

    rollouts = 40_000
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, seed), 1.4, 1, 100, False, seed, False)
    state = dealt_openspiel(game)
    begun = time.perf_counter()
    bot.step(state)
    games = rollouts / (time.perf_counter() - begun)
    return games, games * moves_a_game


def einstein_openspiel_python(game: Any, seed: int, most: float = SECONDS) -> Rate:
    """The loop a student writes."""
    dice, games, moves, begun = random.Random(seed), 0, 0, time.perf_counter()
    first = dealt_openspiel(game)
    while time.perf_counter() - begun < most:
        state = first.clone()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, odds)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
            moves += 1
        games += 1
    passed = time.perf_counter() - begun
    return games / passed, moves / passed


def connect_four_pettingzoo(seed: int) -> Rate:
    from pettingzoo.classic import connect_four_v3

    env, dice, games, moves, begun = connect_four_v3.env(), random.Random(seed), 0, 0, time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        env.reset(seed=seed + games)
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = observation["action_mask"]
            env.step(dice.choice([column for column in range(7) if mask[column]]))
            moves += 1
        games += 1
    passed = time.perf_counter() - begun
    return games / passed, moves / passed


def pgx_connect_four() -> Callable[[int], Rate]:
    """A jitted step over 1,024 boards that picks random legal moves and starts finished boards anew."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    start, step = jax.jit(jax.vmap(env.init)), jax.vmap(auto_reset(env.step, env.init))
    steps = 64

    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        key, pick, again = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        return step(state, jax.random.categorical(pick, logits), jax.random.split(again, PGX_BATCH)), key

    run = jax.jit(lambda state, key: jax.lax.fori_loop(0, steps, lambda _, both: advance(*both), (state, key)))

    state = start(jax.random.split(jax.random.key(1), PGX_BATCH))
    state, key = jax.block_until_ready(run(state, jax.random.key(2)))

    def rate(seed: int) -> Rate:
        nonlocal state, key
        runs, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < SECONDS:
            state, key = jax.block_until_ready(run(state, key))
            runs += 1
        return 0.0, runs * steps * PGX_BATCH / (time.perf_counter() - begun)

    return rate


def yardsticks(progress: Progress) -> tuple[list[dict[str, Any]], list[str]]:
    import pyspiel

    game = pyspiel.load_game("einstein_wurfelt_nicht")
    games_python, moves_python = einstein_openspiel_python(game, 1)
    moves_a_game = moves_python / games_python
    classic = sk.game("zahlenluchs", classic=True)
    batch, whole = Batch(classic, dealt_ours()), Batch(classic)
    contestants: dict[str, Callable[[int], Rate]] = {
        "Spielkiste, classic EinStein": lambda seed: einstein_ours(batch, seed),
        "OpenSpiel C++ rollouts, EinStein": lambda seed: einstein_openspiel(game, moves_a_game, seed),
        "OpenSpiel in a Python loop, EinStein": lambda seed: einstein_openspiel_python(game, seed),
        "PettingZoo connect four": connect_four_pettingzoo,
        "Spielkiste, classic EinStein, deal of the stones included": lambda seed: einstein_ours(whole, seed),
        f"pgx connect four, CPU, batch {PGX_BATCH}": pgx_connect_four(),
    }
    measured: dict[str, list[Rate]] = {name: [] for name in contestants}
    for number in progress.track(range(ROUNDS), description="yardsticks"):
        for name, rate in contestants.items():
            measured[name].append(rate(number + 1))
    ours = next(iter(measured.values()))
    rows = []
    for name, rates in measured.items():
        by_game = "OpenSpiel" in name
        ratios = [
            mine[0 if by_game else 1] / other[0 if by_game else 1] for mine, other in zip(ours, rates, strict=True)
        ]
        rows.append(
            {
                "what": name,
                "games_per_second": statistics.median(rate[0] for rate in rates),
                "moves_per_second": statistics.median(rate[1] for rate in rates),
                "ratio": None if name.startswith("Spielkiste") else statistics.median(ratios),
                "per": "games" if by_game else "moves, another game",
            }
        )
    low, high = spread(measured, 0, 1)
    notes = [
        f"Against OpenSpiel's C++ loop the ratio was {low:.1f} to {high:.1f} over {ROUNDS} rounds (floor 6). Both play",
        "from a board with all stones on it and the first die cast; rolls are moves in both. Another game's figures",
        "(connect four) are a yardstick of speed per move only.",
    ]
    return rows, notes


def spread(measured: dict[str, list[Rate]], one: int, other: int) -> tuple[float, float]:
    """The smallest and the largest ratio of games a second between two contestants."""
    rates = list(measured.values())
    ratios = [mine[0] / theirs[0] for mine, theirs in zip(rates[one], rates[other], strict=True)]
    return min(ratios), max(ratios)


FIRST_CALL = """
import time, sys, json, spielkiste as sk
from spielkiste.core.compiled import Machine, compiled, numba
numba()
from spielkiste.search import playout
game = sk.game(sys.argv[1], **json.loads(sys.argv[2]))
begun = time.perf_counter()
m = Machine(game)
compiled(playout.random_games)(m.first, m.records(1), m.out(), m.dice(1), 1)
print(time.perf_counter() - begun)
"""


def starting(progress: Progress) -> list[dict[str, Any]]:
    """Seconds until the first random game has been played by compiled code, in fresh processes."""
    rows = []
    for slug in progress.track(sk.games(), description="starting"):
        with tempfile.TemporaryDirectory() as cache:
            space = os.environ | {"SPIELKISTE_CACHE": cache}
            command = [sys.executable, "-c", FIRST_CALL, slug, json.dumps(sk.game(slug).card.samples[0])]
            times = [
                float(subprocess.run(command, env=space, capture_output=True, text=True, check=True).stdout)
                for _ in range(4)
            ]
        rows.append({"game": slug, "cold": times[0], "warm": min(times[1:])})
    return rows


def import_seconds() -> float:
    code = "import time; t = time.perf_counter(); import spielkiste; print(time.perf_counter() - t)"
    return min(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(7)
    )


def main() -> None:
    """Measures everything and writes bench/RESULTS.md."""
    with Progress(console=Console(stderr=True)) as progress:
        rows, notes = yardsticks(progress)
        all_games = [sk.game(slug, **options) for slug in sk.games() for options in sk.game(slug).card.samples]
        games = [measure(one, 1.0) for one in progress.track(all_games, description="games")]
        first = starting(progress)
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}."
    save(
        "cpu",
        {
            "machine": machine,
            "yardsticks": rows,
            "notes": notes,
            "games": games,
            "starting": first,
            "import_seconds": import_seconds(),
        },
    )
    print((Path(__file__).parent / "RESULTS.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
