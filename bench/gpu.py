"""On a CUDA GPU: do the rules agree with the CPU move by move, and how fast is random play?

`python bench/gpu.py [GAME …] [--games 10000]` writes bench/RESULTS.md (games not named keep their old figures);
`--check` only checks.
"""

import argparse
import sys
import time
from typing import Any

from report import load, save

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.lab.batch import Batch, GpuBatch

MOVES_AT_MOST = 4000  # a trace stops here; all games but the longest have ended
SEED = 20
FLOORS = {("zahlenluchs", True): 1e10, ("cubus", False): 0.0}  # moves a second; every other game 100 million


def floor(game: Game) -> float:
    return FLOORS.get((game.slug, bool(game.options.get("classic"))), 1e8)


def check(game: Game, games: int) -> dict[str, Any]:
    """Plays the same random games on the device and on the CPU and compares their traces."""
    begun = time.perf_counter()
    on_gpu = GpuBatch(game)
    there = on_gpu.traces(games, SEED, MOVES_AT_MOST)
    here = Batch(game).traces_on_cpu(games, SEED, MOVES_AT_MOST)
    agree = int((there == here).sum())
    print(f"{game!r}: {agree} of {games} games agree ({time.perf_counter() - begun:.0f} s)", flush=True)
    return {
        "game": game.slug,
        "options": game.options,
        "traced": games,
        "agree": agree,
        "floor": floor(game),
        "gpu": on_gpu,
    }


def race(on_gpu: GpuBatch, seconds: float) -> float:
    """Moves a second: the best number of threads, games for about so long."""
    best = 0.0
    for threads in (1 << 13, 1 << 15, 1 << 17, 1 << 19):
        trial = on_gpu.play_games(threads, 1, seed=1)
        games = max(1, min(1000, int(seconds / max(trial.seconds, 1e-4))))
        best = max(best, on_gpu.play_games(threads, games, seed=2).moves_per_second)
    return best


def keep(row: dict[str, Any], games: int) -> None:
    """Writes one row to bench/RESULTS.md at once, in the place of an older one."""
    from numba import cuda

    old = (load("gpu") or {"games": []})["games"]
    others = [one for one in old if (one["game"], one["options"]) != (row["game"], row["options"])]
    every = sorted([*others, row], key=lambda one: (str(one["game"]), str(one["options"])))
    save("gpu", {"device": cuda.get_current_device().name, "traced": games, "games": every})


def main() -> int:
    """Checks, then measures; fails where a game disagrees or misses its floor."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game", nargs="*")
    asked.add_argument("--games", type=int, default=10_000)
    asked.add_argument("--check", action="store_true")
    wanted = asked.parse_args()
    rows = []
    for slug in wanted.game or sk.games():
        for options in sk.game(slug).card.samples:
            row = check(sk.game(slug, **options), wanted.games)
            on_gpu = row.pop("gpu")
            if not wanted.check:
                row["moves_per_second"] = race(on_gpu, 0.5)
                print(f"    {row['moves_per_second']:,.0f} moves/s (floor {row['floor']:,.0f})", flush=True)
                keep(row, wanted.games)
            rows.append(row)
    wrong = [
        row for row in rows if row["agree"] < row["traced"] or row.get("moves_per_second", row["floor"]) < row["floor"]
    ]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
