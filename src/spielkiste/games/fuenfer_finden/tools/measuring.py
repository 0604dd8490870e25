"""How good the solvers are: `python -m spielkiste.games.fuenfer_finden.tools.measuring` prints the figures of
`docs/fuenfer-planner.md`.
"""

import argparse
import math
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import numpy as np

from spielkiste.lab.processes import ignore_interrupts
from spielkiste.search.limit import Limit

from ..bot import plans
from ..bot.planner import ALL_WAYS, NO_PLACE, Board, read_board
from ..bot.planning import Plan, Puzzle
from ..bot.solver import ALL_SHAPES, search
from ..shapes import ROLL_WEIGHTS
from .learning import any_board

ROLL_CHANCES = np.array(ROLL_WEIGHTS) / ALL_WAYS
Picker = Callable[[plans.Sheet, int], Plan]
TOLD_EVERY = 50  # games between two lines of progress


def any_roll(rng: np.random.Generator) -> int:
    return int(rng.choice(len(ROLL_CHANCES), p=ROLL_CHANCES))


def by_table(sheet: plans.Sheet, roll: int) -> Plan:
    return plans.quick_plans(sheet, roll)[0]


def by_looking_ahead(sheet: plans.Sheet, roll: int) -> Plan:
    return plans.look_ahead(sheet, plans.quick_plans(sheet, roll))[0]


def by_playing_on(seconds: float, sheet: plans.Sheet, roll: int) -> Plan:
    return plans.plans(sheet, roll, Limit(seconds=seconds))[0]


def solo_points(pick: Picker, seed: int, game: int) -> int:
    """A solo game: a player that overlooks nothing needs no more of the rules than this."""
    rng = np.random.default_rng([seed, game])
    board, rolls = read_board(any_board(rng)), [any_roll(rng) for _ in range(ALL_SHAPES.bit_count())]
    left, right, shapes, points = 0, 0, ALL_SHAPES, 0
    for roll in rolls:
        sheet = plans.Sheet(board, Puzzle(left, right, shapes))
        plan = pick(sheet, roll)
        if plan.placement == NO_PLACE:  # nothing fits any more: only strikes are to come
            break
        points += plan.points
        left, right, shapes = (int(part) for part in sheet.after(plan.placement))
    return points


def report_solo(name: str, pick: Picker, games: int, seed: int, processes: int | None) -> None:
    """Mean and standard error; game k has the same board and rolls for every player. Ctrl-C: of what was played."""
    begun, points = time.perf_counter(), list[int]()
    with ProcessPoolExecutor(processes or os.cpu_count(), get_context("spawn"), ignore_interrupts) as pool:
        try:
            for each in pool.map(partial(solo_points, pick, seed), range(games)):
                points.append(each)
                if len(points) % TOLD_EVERY == 0:
                    print(f"{name}: {len(points)} of {games} games", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    error = np.std(points, ddof=1) / len(points) ** 0.5 if len(points) > 1 else math.nan
    took = (time.perf_counter() - begun) / 60
    mean = np.mean(points) if points else math.nan
    print(f"solo {name}: {mean:.2f} ± {error:.2f} over {len(points)} games, {took:.1f} min", flush=True)


def report_rounds(count: int, seed: int) -> None:
    """Points and times of exact best rounds on random boards."""
    rng = np.random.default_rng(seed)
    times, points = [], []
    search(fivers(read_board(any_board(rng)), 0), (0, 0), ALL_SHAPES, 5)  # compiled before the clock runs
    for _ in range(count):
        places = fivers(read_board(any_board(rng)), any_roll(rng))
        begun = time.perf_counter()
        points.append(search(places, (0, 0), ALL_SHAPES, 5)[1])
        times.append(1000 * (time.perf_counter() - begun))
    median, late, most = np.median(times), np.percentile(times, 99), max(times)
    print(f"best round: mean {np.mean(points):.2f} points over {count} rounds;", end=" ")
    print(f"median {median:.2f} ms, 99 % below {late:.2f} ms, longest {most:.1f} ms", flush=True)


def fivers(board: Board, roll: int) -> list[int]:
    return [int(p) for p in board.fivers[board.first[roll] : board.first[roll + 1]]]


def report(games: int, seconds: float, seed: int, processes: int | None = None) -> None:
    report_rounds(games, seed)
    report_solo("by the table", by_table, games, seed, processes)
    report_solo("looking one roll ahead", by_looking_ahead, games, seed, processes)
    report_solo(f"playing on for {seconds:g} s", partial(by_playing_on, seconds), games, seed, processes)


def main() -> None:
    parser = argparse.ArgumentParser(description="5er finden: how good the solvers are.")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=0.05, help="the strongest player's thought a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, help="games at a time, one a core unless said")
    given = parser.parse_args()
    report(given.games, given.seconds, given.seed, given.processes)


if __name__ == "__main__":
    main()
