"""How well the bots play: `python -m spielkiste.games.knister.tools.measure evaluate | race | clairvoyant`.

evaluate     the mean score alone of a way of thinking over so many games
race         what playing for the win in the last rounds is worth: the same rolls for the win and for points
clairvoyant  what could be had if all 25 rolls were known (a search: the true optimum is at least this)
"""

import argparse
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np

from spielkiste.core.compiled import compiled

from ..bot.manner import FAST, GLANCE, LAST, LookAhead
from ..bot.net import load, new_space
from ..bot.net_players import dice
from ..bot.race import new_race_space
from ..rules import ROUNDS
from .clairvoyant import best_sheet
from .self_play import play_games

RIVALS = {"net": GLANCE, "twin": FAST._replace(samples=0)}

# --- measuring ----------------------------------------------------------------------------------


def totals_of(ways: tuple[LookAhead, ...], games: int, seed: int, cores: int) -> Iterator[Any]:
    """Totals by game and seat of games between these ways to look ahead (one: alone), in chunks as they are done."""
    net, play = load(), compiled(play_games)
    part = max(1, min(100, games // (4 * cores)))

    def some(stream: int) -> Any:
        totals = np.zeros((part, len(ways)))
        play(net, ways, part, dice(seed, stream), dice(seed + 1, stream), totals, new_space(), new_race_space())
        return totals

    with ThreadPoolExecutor(cores) as pool:
        yield from pool.map(some, range(-(-games // part)))


def clairvoyant_totals(games: int, seed: int, cores: int, beginnings: int, steps: int) -> Iterator[float]:
    """The best total found for the rolls of each game."""
    search = compiled(best_sheet)

    def one(game: int) -> float:
        rng = np.random.default_rng((seed, game))
        rolls = rng.integers(0, 6, ROUNDS) + rng.integers(0, 6, ROUNDS)
        return float(search(rolls, beginnings, steps, dice(seed, game), np.zeros(ROUNDS, np.int64)))

    with ThreadPoolExecutor(cores) as pool:
        yield from pool.map(one, range(games))


# --- the command --------------------------------------------------------------------------------


@contextmanager
def progress(what: str, games: int) -> Iterator[Callable[[int, str], None]]:
    """A progress bar."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as bar:
        task = bar.add_task(what, total=games)

        def advance(done: int, text: str) -> None:
            bar.update(task, advance=done, description=f"{what} {text}")

        yield advance


def report(what: str, totals: Any, seconds: float) -> None:
    mean, error = totals.mean(), totals.std(ddof=1) / len(totals) ** 0.5
    print(f"{what}: {mean:.2f} points, standard error {error:.2f}, {len(totals)} games, {seconds:.0f} s on one core")


def evaluate(games: int, seed: int, cores: int, way: LookAhead) -> None:
    found, begun = [], time.process_time()
    with progress("playing", games) as advance:
        for totals in totals_of((way,), games, seed, cores):
            found.append(totals[:, 0])
            advance(len(totals), f"{np.concatenate(found).mean():.2f}")
    report(f"alone, {way}", np.concatenate(found)[:games], time.process_time() - begun)


def race(games: int, seed: int, cores: int, begin: int, rival: str) -> None:
    """Both think without playouts, so that nothing differs but what counts in the last rounds."""
    for_points = RIVALS["twin"]
    for_the_win, found = for_points._replace(race=begin), []
    both = [totals_of((way, RIVALS[rival]), games, seed, cores) for way in (for_the_win, for_points)]
    with progress("racing", games) as advance:
        for of_both in zip(*both, strict=True):
            found.append(np.stack(of_both))
            advance(len(of_both[0]), "")
    totals = np.concatenate(found, axis=1)[:, :games]
    won, points = 100 * np.array([shares(one) for one in totals]), totals[:, :, 0].mean(axis=1)
    gain = won[0] - won[1]
    print(
        f"against the {rival}, {len(gain)} games: for the win in the last {begin} rounds"
        f" {won[0].mean():.1f} %, for points {won[1].mean():.1f} %; more by {gain.mean():.2f}, standard error"
        f" {gain.std(ddof=1) / len(gain) ** 0.5:.2f}; points {points[0]:.2f} and {points[1]:.2f}"
    )


def shares(totals: Any) -> Any:
    """By game what the first player won: 1, ahead of all others, a half, level with the best of them, or 0."""
    return (np.sign(totals[:, 0] - totals[:, 1:].max(axis=1)) + 1) / 2


def clairvoyant(games: int, seed: int, cores: int, beginnings: int, steps: int) -> None:
    found, begun = [], time.process_time()
    with progress("all rolls known", games) as advance:
        for total in clairvoyant_totals(games, seed, cores, beginnings, steps):
            found.append(total)
            advance(1, f"{sum(found) / len(found):.2f}")
    report(f"all rolls known, at least ({beginnings} x {steps} steps)", np.array(found), time.process_time() - begun)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m spielkiste.games.knister.tools.measure", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    verbs = parser.add_subparsers(dest="verb", required=True)
    measuring = verbs.add_parser("evaluate")
    measuring.add_argument("--games", type=int, default=10_000)
    measuring.add_argument("--seed", type=int, default=5)
    for name, default in FAST._asdict().items():
        measuring.add_argument(f"--{name}", type=int, default=default)
    racing = verbs.add_parser("race")
    racing.add_argument("--games", type=int, default=1_000)
    racing.add_argument("--seed", type=int, default=5)
    racing.add_argument("--begin", type=int, default=LAST, choices=range(2, LAST + 1), help=f"rounds (default {LAST})")
    racing.add_argument("--rival", choices=RIVALS, default="net", help="how the other thinks (default: the net alone)")
    knowing = verbs.add_parser("clairvoyant")
    knowing.add_argument("--games", type=int, default=300)
    knowing.add_argument("--seed", type=int, default=5)
    knowing.add_argument("--beginnings", type=int, default=16)
    knowing.add_argument("--steps", type=int, default=100_000)
    given = parser.parse_args(arguments)
    try:
        if given.verb == "evaluate":
            evaluate(given.games, given.seed, given.cores, LookAhead(*(getattr(given, n) for n in LookAhead._fields)))
        elif given.verb == "race":
            race(given.games, given.seed, given.cores, given.begin, given.rival)
        else:
            clairvoyant(given.games, given.seed, given.cores, given.beginnings, given.steps)
    except KeyboardInterrupt:
        print("stopped")


if __name__ == "__main__":
    main()
