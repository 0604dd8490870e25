"""Measurements that take minutes, on all cores, as Markdown: bots against habits, and three and four players."""

import math
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from spielkiste.lab.processes import ignore_interrupts

from ..bot import SETTINGS
from ..bot.styles import STYLES
from .best_reply import BATCH, BY_RULE, NAIVE, Measured, added, among_naive, best_reply, exploitability, theft_values
from .contest import MIND_READER, PREDICTABLE, STRANGERS, Match, Tally, play_match
from .match_file import Tallies, add_match, read_matches

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Printer = Callable[[Sequence[object], list[Sequence[object]]], None]

LEVELS = (1, *SETTINGS)
GAMES_A_TASK = 25


class Effort(NamedTuple):
    """What a measurement may take: processes at a time (None: one a core) and minutes."""

    processes: int | None = None
    minutes: float = math.inf


def done(
    work: Callable[[Task], Answer], tasks: Sequence[Task], effort: Effort, what: str
) -> Iterator[tuple[Task, Answer]]:  # fmt: skip
    """Every task with its answer, as they come; Ctrl-C or the time ends it early, and what is there counts."""
    from rich.console import Console
    from rich.progress import Progress

    pool = ProcessPoolExecutor(effort.processes or os.cpu_count(), get_context("spawn"), ignore_interrupts)
    limit = None if math.isinf(effort.minutes) else 60 * effort.minutes
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task(what, total=len(tasks))
        running = {pool.submit(work, task): task for task in tasks}
        try:
            for finished in as_completed(running, limit):
                yield running[finished], finished.result()
                progress.advance(bar)
        except (KeyboardInterrupt, TimeoutError):
            progress.console.print("stopped; the tables show what was measured until now")
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


# --- bots against habits --------------------------------------------------------------------------


class Contest(NamedTuple):
    """What is measured against habits: levels at a table of so many, games a level and style, a move's seconds."""

    players: int
    levels: Sequence[int]
    games: int
    seconds: float

    def matches(self) -> list[Match]:
        styles = [*PREDICTABLE, MIND_READER] if self.players == 2 else [*PREDICTABLE]
        return [
            Match(level, style, self.players, seed, min(GAMES_A_TASK, self.games - seed), self.seconds)
            for seed in range(0, self.games, GAMES_A_TASK)  # outermost: who stops early has some of all
            for style in styles
            for level in self.levels
            if (level, style) != (1, MIND_READER)
        ]


def play_matches(matches: Sequence[Match], effort: Effort, file: Path | None) -> Tallies:
    """The matches from the file, and those that were played now; they are added to it."""
    before = read_matches(file)
    found = {match: before[match] for match in matches if match in before}
    rest = [match for match in matches if match not in before]
    for match, tally in done(play_match, rest, effort, f"{matches[0].players} players"):
        add_match(file, match, tally)
        found[match] = tally
    return found


def print_styles(contest: Contest, effort: Effort, file: Path | None, show: Printer) -> None:
    """What each level wins from each habit on average, 1 being a win (with more players: beating all)."""
    players, levels = contest.players, contest.levels
    found: dict[tuple[int, int], list[Tally]] = defaultdict(list)
    for match, tally in play_matches(contest.matches(), effort, file).items():
        found[match.level, match.style].append(tally)
    means = {key: mean_of(tallies) for key, tallies in found.items()}
    rows: list[Sequence[object]] = [
        (called(style), *(cell(means.get((level, style))) for level in levels)) for style in PREDICTABLE
    ]
    rows.append(("**all**", *(cell(overall(means, level, PREDICTABLE), error=True) for level in levels)))
    rows.append(("strangers alone", *(cell(overall(means, level, STRANGERS), error=True) for level in levels)))
    if players == 2:
        rows.append(("mind reader", *(cell(means.get((level, MIND_READER)), error=True) for level in levels)))
        allowed = [f"−{SETTINGS[level].allowance:g}" if level in SETTINGS else "–" for level in levels]
        rows.append(("nobody wins more than", *allowed))
    show((f"{players} players, {games_each(found.values())}", *(f"level {level}" for level in levels)), rows)


def games_each(found: Iterable[Sequence[Tally]]) -> str:
    """How many games there are of each level and style."""
    counts = sorted({sum(tally.games for tally in tallies) for tallies in found})
    return f"{' to '.join(map(str, counts[:1] + counts[1:][-1:]))} games each"


def called(style: int) -> str:
    return STYLES[style] + (" (stranger)" if style in STRANGERS else "")


def mean_of(tallies: Sequence[Tally]) -> Measured:
    total, squares, games = (sum(parts) for parts in zip(*tallies, strict=True))
    return Measured(total / games, (max(0.0, squares / games - (total / games) ** 2) / games) ** 0.5)


def overall(means: dict[tuple[int, int], Measured], level: int, styles: Sequence[int]) -> Measured | None:
    """The mean over styles, each counting alike."""
    there = [means[level, style] for style in styles if (level, style) in means]
    if not there:
        return None
    return Measured(sum(m.mean for m in there) / len(there), sum(m.error**2 for m in there) ** 0.5 / len(there))


def cell(measured: Measured | None, error: bool = False) -> str:
    if measured is None:
        return "–"
    return f"{measured.mean:+.3f} ± {measured.error:.3f}" if error else f"{measured.mean:+.2f}"


# --- three and four players -----------------------------------------------------------------------


def print_multiplayer(players: int, games: int, effort: Effort, show: Printer) -> None:
    """What the best reply wins from the naive way and from the rule, and which stone it pays to steal."""
    rows: list[Sequence[object]] = []
    last = None
    for name in (NAIVE, BY_RULE):
        work = partial(reply_batch, players, name)
        batches = [batch for _, batch in done(work, range(0, games, BATCH), effort, f"{players} players, {name}")]
        if batches:
            last = added(batches)
            rows.append((row_name(name), *ends(exploitability(last)), f"{last.games:,}"))
    if last is None:
        return
    mean, error = among_naive(players, min(games, 10 * BATCH), 1)
    show((f"{players} players", "the best reply wins", "standard error", "games"), rows)
    print(f"\nOne who robs by the rule wins {mean:+.4f} ± {error:.4f} a game from naive ones.\n")
    show(("shown", "worth of stealing"), [theft_row(*theft) for theft in theft_values(players, last)])


def reply_batch(players: int, name: str, seed: int) -> Any:
    return best_reply(players, name, BATCH, seed)


def row_name(name: str) -> str:
    return "any thing, rob anybody (naive)" if name == NAIVE else "any thing, rob by the rule"


def ends(measured: Measured) -> tuple[str, str]:
    return f"{measured.mean:.4f}", f"{measured.error:.4f}"


def theft_row(stones: tuple[int, ...], values: dict[int, float]) -> Sequence[object]:
    best = max(values, key=values.__getitem__)
    said = {stone: f"{stone}: {value:+.3f}" for stone, value in values.items()}
    said[best] = f"**{said[best]}**"
    return " ".join(map(str, stones)), ", ".join(said.values())
