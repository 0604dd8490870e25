"""Learning the net again, from the games it plays by itself: `python -m spielkiste.games.knister.tools.learn`.

Thousands of games are played side by side (`batch.py`), the net choosing every cell. Then its value of each sheet
moves towards what came of it (temporal differences, Adam). In the first stretch that is what the roll that fell led to,
mixed with the end of the game (a trace); later the mean over all eleven next rolls, in which there is no luck.

The first line values are what chance would bring: from zero the net never learns to hope for more than pairs. Ctrl-C
ends it early; the better of the net and its moving average is written in any case.
"""

import argparse
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from spielkiste.core.compiled import compiled
from spielkiste.lab.extras import torch

from ..bot.hope import hope
from ..bot.net import SHAPES, Net, learnt_value, new_space, values_after
from ..bot.sheet import AFTER, COLLECTIONS, read_sheet
from ..rules import CELLS, HIGHEST, LOWEST, ROUNDS
from .batch import Judge, as_arrays, as_tensors, has_shape, play, two_dice

RATE = 2e-3  # of Adam at its highest
LOWEST_RATE = 0.01  # of RATE, at the end
WARM_UP = 100  # batches until the rate is reached
PARTS = 4  # steps of learning a batch
FIRST_STRETCH = 0.15  # of the time: targets with a trace
TRACE = 0.8  # at the beginning of it; 0 at its end
MEMORY = 0.9995  # of the moving average, a step
MEASURED = 8  # batches that decide between the net and its average
TELL_EVERY = 15.0  # seconds
SPREAD = Net(0.0, 0.1, 0.1, 0.09, 0.05, 0.05)  # of the first random numbers
CHECKED = 40  # sheets
CLOSE = 2e-3  # points by which two ways to compute a value may differ


# --- nets and files -----------------------------------------------------------------------------


def new_net(seed: int) -> Net:
    """Lines as chance would fill them, a small random network."""
    rng = np.random.default_rng(seed)
    net = Net(*(rng.normal(0, by, shape).astype(np.float32) for by, shape in zip(SPREAD, SHAPES, strict=True)))
    chance = np.array([hope(tuple(n + LOWEST for n in held)) for held in COLLECTIONS], dtype=np.float32)
    net.lines[:, :2] = chance
    net.lines[:, 2] = 2 * chance
    return net


def read_net(path: Path) -> Net:
    try:
        with np.load(path) as file:
            net = Net(*(file[name].astype(np.float32) for name in Net._fields))
    except (OSError, KeyError, ValueError) as why:
        raise SystemExit(f"{path} is not a net of Knister: {why}") from None
    if not has_shape(net):
        raise SystemExit(f"{path} holds a net of another size")
    return net


def save(path: Path, net: Net) -> None:
    """In half precision, 2 bytes instead of 4 a number; whole or not at all, should the power fail."""
    unfinished = path.with_name(f"{path.stem}.part.npz")
    np.savez_compressed(unfinished, **{name: part.astype(np.float16) for name, part in net._asdict().items()})
    unfinished.replace(path)


# --- the same value as when playing -------------------------------------------------------------


def check(judge: Judge, net: Net) -> None:
    """Ends the program if a sheet is worth something else here than in `net.py`, which plays."""
    rng = np.random.default_rng(0)
    tensors, furthest = as_tensors(net, judge.device), 0.0
    for _ in range(CHECKED):
        numbers = np.where(rng.random(CELLS) < rng.random(), rng.integers(LOWEST, HIGHEST + 1, CELLS), 0)
        number = int(rng.integers(0, HIGHEST - LOWEST + 1))
        if np.count_nonzero(numbers) < CELLS - 2:  # of fewer free cells the value is computed, not learnt
            furthest = max(furthest, *differences(judge, net, tensors, numbers, number))
    if furthest > CLOSE:
        raise SystemExit(f"a sheet's value differs by {furthest:.3f} points from that of net.py: nothing was learnt")


def differences(judge: Judge, net: Net, tensors: Net, numbers: Any, number: int) -> tuple[float, float]:
    """How far the two ways are apart: the value of a sheet, and with one number more in each of its free cells."""
    lines, free, count = read_sheet(numbers)
    written, values = CELLS - count, np.zeros(CELLS)
    value = compiled(learnt_value)(net, lines, free, count, new_space())
    compiled(values_after)(net, lines, free, count, number, False, new_space(), values)
    held = torch().tensor(lines, device=judge.device)
    after = torch().tensor(AFTER[lines, number].astype(np.int64), device=judge.device)
    empty = torch().tensor((numbers == 0).astype(np.float32), device=judge.device)
    here = judge.values(tensors, held[None, None], empty[None, None], [written])
    by_cell = judge.values_by_cell(tensors, held[None], after[None, None], empty[None], written + 1)
    return (
        abs(float(here) - value),
        float(np.abs(by_cell[0, 0].cpu().numpy()[free[:count]] - values[:count]).max()),
    )


# --- learning -----------------------------------------------------------------------------------


class Learner:
    """A net that learns, and its moving average."""

    def __init__(self, judge: Judge, net: Net, games: int, first_stretch: float) -> None:
        self.judge, self.games, self.first_stretch = judge, games, first_stretch
        self.net = Net(*(part.requires_grad_() for part in as_tensors(net, judge.device)))
        self.average = as_tensors(net, judge.device)
        self.adam = torch().optim.Adam(list(self.net), betas=(0.9, 0.99), eps=1e-6)
        self.batches = self.steps = 0

    def batch(self, done: float, rate: float) -> float:
        """Plays games and learns from them; done goes from 0 to 1. The mean of their points."""
        first = done < self.first_stretch
        trace = TRACE * (1 - done / self.first_stretch) if first else 0.0
        with torch().no_grad():
            played = play(self.judge, self.net, two_dice(self.games, self.judge.device), all_rolls=not first)
            targets = with_trace(played.seen, trace)
        slowly = 0.5 * (1 + math.cos(math.pi * min(1.0, done))) * (1 - LOWEST_RATE) + LOWEST_RATE
        for group in self.adam.param_groups:
            group["lr"] = rate * slowly * min(1.0, (self.batches + 1) / WARM_UP)
        for part in torch().arange(self.games, device=self.judge.device).chunk(PARTS):
            self.step(played.held[:-1, part], played.free[:-1, part], targets[:, part])
        self.batches += 1
        return float(played.totals.mean())

    def step(self, held: Any, free: Any, targets: Any) -> None:
        """One step towards the targets; the average follows."""
        values = self.judge.values(self.net, held, free, range(1, ROUNDS))
        self.adam.zero_grad(set_to_none=True)
        ((values - targets) ** 2).mean().backward()
        self.adam.step()
        self.steps += 1
        follows = max(1 - MEMORY, 1 / (self.steps + 1))
        with torch().no_grad():
            for mean, part in zip(self.average, self.net, strict=True):
                mean.lerp_(part, follows)

    def better(self) -> tuple[Net, str]:
        """The net or its average, whichever makes more points of the same rolls; and what they make."""
        seed = 12  # any: the same rolls for both
        net, average = (mean_total(self.judge, one, self.games, seed) for one in (self.net, self.average))
        told = f"the net {net:.2f} points, its average {average:.2f}, in {MEASURED * self.games} games"
        return as_arrays(self.net if net > average else self.average), told


def with_trace(seen: Any, trace: float) -> Any:
    """Targets [24, B]: what was seen one round later, mixed with the target of the next sheet."""
    targets = [seen[-1]]
    for one in reversed(seen[:-1]):
        targets.append((1 - trace) * one + trace * targets[-1])
    return torch().stack(targets[::-1])


def mean_total(judge: Judge, net: Net, games: int, seed: int) -> float:
    """Points a net makes alone."""
    torch().manual_seed(seed)
    with torch().no_grad():
        return sum(
            float(play(judge, net, two_dice(games, judge.device), False).totals.mean()) / MEASURED
            for _ in range(MEASURED)
        )


def learn(learner: Learner, minutes: float, rate: float, keep: Callable[[], None]) -> None:
    """Until the time is up or Ctrl-C; keep is called every now and then."""
    begun = told = time.monotonic()
    points: list[float] = []
    print(f"learning for {minutes:g} minutes; Ctrl-C ends it and writes what is learnt", flush=True)
    try:
        while (gone := time.monotonic() - begun) < 60 * minutes:
            points.append(learner.batch(gone / (60 * minutes), rate))
            if time.monotonic() - told > TELL_EVERY:
                left = max(0.0, minutes - (time.monotonic() - begun) / 60)
                games = learner.batches * learner.games
                print(f"{games:12,} games, {np.mean(points):.2f} points, {left:.1f} minutes left", flush=True)
                keep()
                points, told = [], time.monotonic()
    except KeyboardInterrupt:
        print(f"stopped after {learner.batches} batches; measuring, then writing", flush=True)


# --- the command --------------------------------------------------------------------------------


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m spielkiste.games.knister.tools.learn", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--games", type=int, default=4096, help="side by side; on a CPU 256 are enough to try it")
    parser.add_argument("--out", type=Path, default=Path("knister-net.npz"))
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--start", type=Path, help="a net to go on from; without the first stretch")
    parser.add_argument("--rate", type=float, default=RATE, help="smaller when going on from a good net")
    return parser


def main(arguments: list[str] | None = None) -> None:
    given = options().parse_args(arguments)
    if given.device == "cuda" and not torch().cuda.is_available():
        raise SystemExit("PyTorch finds no GPU here; --device cpu learns slowly")
    if not given.out.parent.is_dir():
        raise SystemExit(f"there is no folder {given.out.parent} to write the net into")
    torch().manual_seed(1)
    net, first_stretch = (read_net(given.start), 0.0) if given.start else (new_net(0), FIRST_STRETCH)
    judge = Judge(given.device)
    check(judge, net)
    torch().set_float32_matmul_precision("high")  # only now: the check compares to a few thousandths
    learner = Learner(judge, net, given.games, first_stretch)
    learn(learner, given.minutes, given.rate, lambda: save(given.out, as_arrays(learner.net)))
    best, told = learner.better()
    save(given.out, best)
    print(f"{told}; the better is in {given.out}")


if __name__ == "__main__":
    main()
