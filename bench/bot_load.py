"""Many tables whose bots all want to think: how long each waits for its answer.

Each table asks its bot again a person's pause after it was answered. Quick levels and turns whose time is up are asked
beside them. Wanted: 95 of 100 answers within three seconds at 200 tables of level 5 on two cores.
"""

import argparse
import asyncio
import os
import random
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
from rich.console import Console
from rich.table import Table

import spielkiste as sk
from spielkiste.server.bot_seats import PAUSE
from spielkiste.server.bots import Asker, Bots
from spielkiste.server.figures import FIGURES

WANTED = 3.0  # seconds, for 95 of 100 answers
WARM_UP = 15.0  # seconds of play that are not measured: processes start and load what was compiled
LATE_EVERY = 1.0  # seconds between two turns whose time is up
GAMES = sk.games()


@dataclass
class Answers:
    """How long bots took, in seconds, by who was asked."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def at(self, who: str, share: float) -> float:
        ordered = sorted(self.seconds[who]) or [float("nan")]
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def play(bots: Bots, number: int, level: int, until: float, answers: Answers) -> None:
    """One table: bots on all seats, one after the other, games without end."""
    game, dice = sk.game(GAMES[number % len(GAMES)]), np.random.default_rng(number)
    asker, state = Asker(f"person {number}", f"table {number}"), sk.deal(game.start(), dice)
    while time.monotonic() < until:
        await asyncio.sleep(random.uniform(*PAUSE))
        if state.over:
            state = sk.deal(game.start(), dice)
        seat = max(state.turn)
        begun = time.monotonic()
        move = await bots.choose(game, state, seat, level, number, asker)
        answers.seconds[f"level {level}"].append(time.monotonic() - begun)
        state = sk.deal(state.play(move, seat=seat), dice)


async def run_out_of_time(bots: Bots, until: float, answers: Answers) -> None:
    """Somebody's turn ends again and again."""
    game = sk.game("torris")
    state = sk.deal(game.start(), np.random.default_rng(0))
    while time.monotonic() < until:
        await asyncio.sleep(LATE_EVERY)
        begun = time.monotonic()
        await bots.choose_for_the_late(game, state, max(state.turn), 0, Asker("late", "late"))
        answers.seconds["time is up"].append(time.monotonic() - begun)


async def forget(answers: Answers) -> None:
    await asyncio.sleep(WARM_UP)
    answers.seconds.clear()


async def prepare(bots: Bots, level: int) -> None:
    """All code is compiled before: on a server it is, soon after the start."""
    for slug in GAMES:
        for wanted in (2, level):
            bots.expect(sk.game(slug), wanted)
    await bots.compiling.idle()


async def run(tables: int, level: int, seconds: float) -> Answers:
    bots, answers = Bots(), Answers()
    try:
        await prepare(bots, level)
        until = time.monotonic() + WARM_UP + seconds
        asked = [play(bots, number, level, until, answers) for number in range(tables)]
        quick = play(bots, tables, 1, until, answers)
        await asyncio.gather(*asked, quick, run_out_of_time(bots, until, answers), forget(answers))
    finally:
        bots.close()
    return answers


def shown(answers: Answers, title: str) -> Table:
    table = Table(title=title)
    table.add_column("asked")
    for name in ("answers", "p50", "p95", "p99", "max"):
        table.add_column(name, justify="right")
    for who, seconds in answers.seconds.items():
        times = [f"{answers.at(who, share):.2f} s" for share in (0.5, 0.95, 0.99, 1.0)]
        table.add_row(who, f"{len(seconds):,}", *times)
    return table


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200, help="tables whose bots think (default: 200)")
    parser.add_argument("--level", type=int, default=5, help="of their bots (default: 5)")
    parser.add_argument("--seconds", type=float, default=30, help="of play (default: 30)")
    asked = parser.parse_args()
    answers = asyncio.run(run(asked.tables, asked.level, asked.seconds))
    console = Console()
    console.print(shown(answers, f"Bots at {asked.tables} tables, {os.cpu_count()} cores"))
    console.print(f"answered by a quick level: {FIGURES.counts['bots answered by a quick level']:,}")
    return int(answers.at(f"level {asked.level}", 0.95) > WANTED)


if __name__ == "__main__":
    sys.exit(main())
