"""Playing alone as well as we can: `python -m spielkiste.games.knister.solve train | evaluate | clairvoyant`.

train        learns the net from self-play and writes net.npz; stopped by Ctrl-C it goes on from there the next time
evaluate     the mean score of a level's way of thinking over so many games
clairvoyant  what could be had if all 25 rolls were known (a search: the true optimum is at least this)
"""

import argparse
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from spielkiste.core.compiled import compiled

from .ahead import Manner, play_games
from .clairvoyant import best_sheet
from .learn import Rates, Sizes, new_net, new_sizes, self_play
from .net import FILE, Net, load
from .player import FAST, dice
from .rules import ROUNDS

TRAINING_GAMES = 1_300_000  # about what the shipped net has seen; the last 300,000 added 0.3 points
CHUNK = 2_000  # games between two looks at the clock and the progress bar
SAVE_EVERY = 60.0  # seconds between two checkpoints


def rates(done: float) -> Rates:
    """Slower and slower, and with shorter and shorter traces; done goes from 0 to 1."""
    return Rates(trace=0.5 * (1 - done), lines=1e-2 * 0.05**done, net=3e-3 * 0.03**done)


# --- training -----------------------------------------------------------------------------------


def train(games: int, checkpoint: Path, target: Path, cores: int) -> None:
    """Learns from the checkpoint on, if there is one, until so many games have been played; writes the net."""
    net, sizes, played = resume(checkpoint)
    learn = compiled(self_play)
    streams = [dice(1 + played, core) for core in range(cores)]
    totals = np.zeros((cores, CHUNK))
    saved = time.monotonic()
    try:
        with ThreadPoolExecutor(cores) as pool, progress("learning", games) as advance:
            advance(played, "")
            while played < games:
                now = rates(played / games)
                running = [pool.submit(learn, net, sizes, streams[k], CHUNK, now, totals[k]) for k in range(cores)]
                for one in running:
                    one.result()
                played += cores * CHUNK
                advance(cores * CHUNK, f"mean {totals.mean():.1f}")
                if time.monotonic() - saved > SAVE_EVERY:
                    save_checkpoint(checkpoint, net, sizes, played)
                    saved = time.monotonic()
    finally:
        save_checkpoint(checkpoint, net, sizes, played)
    save(target, net)


def resume(checkpoint: Path) -> tuple[Net, Sizes, int]:
    if not checkpoint.exists():
        return new_net(0), new_sizes(), 0
    with np.load(checkpoint) as file:
        parts = {name: file[name] for name in file.files}
    net = Net(*(parts[f"net_{name}"] for name in Net._fields))
    return net, Sizes(*(parts[f"sizes_{name}"] for name in Sizes._fields)), int(parts["played"])


def save_checkpoint(checkpoint: Path, net: Net, sizes: Sizes, played: int) -> None:
    parts = {f"net_{name}": part for name, part in net._asdict().items()}
    parts |= {f"sizes_{name}": part for name, part in sizes._asdict().items()}
    write_npz(checkpoint, parts | {"played": np.array(played)})


def save(target: Path, net: Net) -> None:
    """In half precision: 2 bytes instead of 4 a number, and no weaker."""
    write_npz(target, {name: part.astype(np.float16) for name, part in net._asdict().items()})


def write_npz(path: Path, parts: dict[str, Any]) -> None:
    """Whole or not at all: a file half written when the power fails is none."""
    unfinished = path.with_suffix(".part.npz")
    np.savez_compressed(unfinished, **parts)
    unfinished.replace(path)


# --- measuring ----------------------------------------------------------------------------------


def totals_of(manners: tuple[Manner, ...], games: int, seed: int, cores: int) -> Iterator[Any]:
    """Totals by game and seat of games between these manners (one: alone), in chunks as they are finished."""
    net, play = load(), compiled(play_games)
    part = max(1, min(100, games // (4 * cores)))

    def some(stream: int) -> Any:
        totals = np.zeros((part, len(manners)))
        play(net, manners, part, dice(seed, stream), dice(seed + 1, stream), totals)
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


def evaluate(games: int, seed: int, cores: int, manner: Manner) -> None:
    found, begun = [], time.process_time()
    with progress("playing", games) as advance:
        for totals in totals_of((manner,), games, seed, cores):
            found.append(totals[:, 0])
            advance(len(totals), f"{np.concatenate(found).mean():.2f}")
    report(f"alone, {manner}", np.concatenate(found)[:games], time.process_time() - begun)


def clairvoyant(games: int, seed: int, cores: int, beginnings: int, steps: int) -> None:
    found, begun = [], time.process_time()
    with progress("all rolls known", games) as advance:
        for total in clairvoyant_totals(games, seed, cores, beginnings, steps):
            found.append(total)
            advance(1, f"{sum(found) / len(found):.2f}")
    report(f"all rolls known, at least ({beginnings} x {steps} steps)", np.array(found), time.process_time() - begun)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m spielkiste.games.knister.solve", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    verbs = parser.add_subparsers(dest="verb", required=True)
    learning = verbs.add_parser("train")
    learning.add_argument("--games", type=int, default=TRAINING_GAMES)
    learning.add_argument("--checkpoint", type=Path, default=Path("knister-checkpoint.npz"))
    learning.add_argument("--target", type=Path, default=FILE)
    measuring = verbs.add_parser("evaluate")
    measuring.add_argument("--games", type=int, default=10_000)
    measuring.add_argument("--seed", type=int, default=5)
    for name, default in FAST._asdict().items():
        measuring.add_argument(f"--{name}", type=int, default=default)
    knowing = verbs.add_parser("clairvoyant")
    knowing.add_argument("--games", type=int, default=300)
    knowing.add_argument("--seed", type=int, default=5)
    knowing.add_argument("--beginnings", type=int, default=16)
    knowing.add_argument("--steps", type=int, default=100_000)
    given = parser.parse_args(arguments)
    try:
        if given.verb == "train":
            train(given.games, given.checkpoint, given.target, given.cores)
        elif given.verb == "evaluate":
            evaluate(given.games, given.seed, given.cores, Manner(*(getattr(given, n) for n in Manner._fields)))
        else:
            clairvoyant(given.games, given.seed, given.cores, given.beginnings, given.steps)
    except KeyboardInterrupt:
        print("stopped; `train` goes on from its checkpoint the next time")


if __name__ == "__main__":
    main()
