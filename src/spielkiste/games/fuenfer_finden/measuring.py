"""How good the solvers are: figures for `docs/fuenfer-planner.md`."""

import time
from collections.abc import Callable

import numpy as np

from . import plans
from .learning import any_board
from .planner import ALL_WAYS, NO_PLACE, Board, read_board
from .shapes import ROLL_WEIGHTS
from .solve import ALL_SHAPES, search

ROLL_CHANCES = np.array(ROLL_WEIGHTS) / ALL_WAYS
Picker = Callable[[plans.Sheet, int], plans.Plan]


def any_roll(rng: np.random.Generator) -> int:
    return int(rng.choice(len(ROLL_CHANCES), p=ROLL_CHANCES))


def by_table(sheet: plans.Sheet, roll: int) -> plans.Plan:
    return plans.quick_plans(sheet, roll)[0]


def by_looking_ahead(sheet: plans.Sheet, roll: int) -> plans.Plan:
    return plans.look_ahead(sheet, plans.quick_plans(sheet, roll))[0]


def by_playing_on(seconds: float) -> Picker:
    return lambda sheet, roll: plans.plans(sheet, roll, seconds=seconds)[0]


def solo_points(pick: Picker, rng: np.random.Generator) -> int:
    """A solo game: a player that overlooks nothing needs no more of the rules than this."""
    board, rolls = read_board(any_board(rng)), [any_roll(rng) for _ in range(ALL_SHAPES.bit_count())]
    left, right, shapes, points = 0, 0, ALL_SHAPES, 0
    for roll in rolls:
        sheet = plans.Sheet(board, left, right, shapes)
        plan = pick(sheet, roll)
        if plan.placement == NO_PLACE:  # nothing fits any more: only strikes are to come
            break
        points += plan.points
        left, right, shapes = (int(part) for part in sheet.after(plan.placement))
    return points


def report_solo(name: str, pick: Picker, games: int, seed: int) -> None:
    """Mean and standard error; game k has the same board and rolls for every player."""
    begun = time.perf_counter()
    points = [solo_points(pick, np.random.default_rng([seed, game])) for game in range(games)]
    mean, error = np.mean(points), np.std(points, ddof=1) / games**0.5
    each = (time.perf_counter() - begun) / games
    print(f"solo {name}: {mean:.2f} ± {error:.2f} over {games} games, {each:.2f} s a game", flush=True)


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


def report(games: int, seconds: float, seed: int) -> None:
    report_rounds(games, seed)
    report_solo("by the table", by_table, games, seed)
    report_solo("looking one roll ahead", by_looking_ahead, games, seed)
    report_solo(f"playing on for {seconds:g} s", by_playing_on(seconds), games, seed)
