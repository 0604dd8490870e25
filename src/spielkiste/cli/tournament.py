"""`spielkiste tournament`: who plays better, and how sure that is."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from spielkiste.core.errors import OptionError
from spielkiste.core.game import Game
from spielkiste.lab.plot import Mark, interval_plot
from spielkiste.lab.ratings import elo, mean_and_error, share_interval
from spielkiste.lab.tournament import Result, check_entrant, crosstable, pairings, run
from spielkiste.search.bots import levels
from spielkiste.search.limit import Limit


def tournament(
    which: Game,
    names: Sequence[str],
    games: int,
    seconds: float,
    file: str | None,
    processes: int | None,
    as_json: bool,
    plot: str | None = None,
) -> int:
    """Plays (or goes on with) a tournament and prints the table."""
    names = names or [str(level) for level in levels(which.room)]
    check(which, names, games, seconds, processes)
    for wanted in filter(None, (file, plot)):
        check_writable(wanted)
    todo = list(pairings(which, names, games, seconds))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(which.slug, total=len(todo))
        path = Path(file) if file else None
        results = run(todo, path, processes or os.cpu_count() or 1, lambda count: progress.advance(task, count))
    alone = which.players == 1
    rows = solo_rows(names, results) if alone else rating_rows(names, results)
    if as_json:
        print(json.dumps({"game": which.slug, "options": which.options, "seconds": seconds, "rows": rows}, indent=1))
    else:
        Console().print(solo_table(rows) if alone else rating_table(rows))
    if plot is not None:
        save_plot(Path(plot), which, rows, alone)
    return 0


def check(which: Game, names: Sequence[str], games: int, seconds: float, processes: int | None) -> None:
    """OptionError says what cannot be, before anything is played."""
    for name in names:
        check_entrant(which, name)
    if len(set(names)) < len(names) or (which.players > 1 and len(names) < 2):
        raise OptionError(f"players={','.join(names)}: different ones, at least two unless everybody plays alone")
    Limit(seconds=seconds)  # says what is wrong with it
    if games < 1:
        raise OptionError(f"games={games}: must be positive")
    if processes is not None and processes < 1:
        raise OptionError(f"processes={processes}: must be positive")


def check_writable(file: str) -> None:
    """So that a long tournament does not end with a file that cannot be written."""
    there = Path(file).exists()
    try:
        Path(file).open("a").close()
    except OSError as wrong:
        raise OptionError(f"{file}: {wrong.strerror}") from None
    if not there:
        Path(file).unlink()


def save_plot(file: Path, which: Game, rows: Sequence[dict[str, Any]], alone: bool) -> None:
    options = " ".join(f"{name}={value}" for name, value in which.options.items())
    marks = [
        Mark(label_of(row["player"]), row["mean"], 1.96 * row["standard_error"])
        if alone
        else Mark(label_of(row["player"]), row["elo"], row["plus_minus"])
        for row in rows
    ]
    unit = "mean score with 95 % interval" if alone else "Elo with 95 % interval"
    file.write_text(interval_plot(f"{which.slug} {options}".strip(), unit, marks), encoding="utf-8")


def label_of(name: str) -> str:
    return f"level {name}" if name.isdecimal() else name


def rating_rows(names: Sequence[str], results: Sequence[Result]) -> list[dict[str, Any]]:
    points, games = crosstable(names, results)
    ratings = elo(points, games)
    rows = []
    for k, name in enumerate(names):
        against = {
            other: {
                "games": games[k][j],
                "share": points[k][j] / games[k][j],
                "interval": share_interval(points[k][j], games[k][j]),
            }
            for j, other in enumerate(names)
            if games[k][j]
        }
        rows.append({"player": name, "elo": ratings[k][0], "plus_minus": ratings[k][1], "against": against})
    return sorted(rows, key=lambda row: -float(row["elo"]))


def rating_table(rows: Sequence[dict[str, Any]]) -> Table:
    table = Table("player", "Elo", "±", "", *(f"vs {row['player']}" for row in rows), box=None)
    lowest = min(row["elo"] for row in rows)
    span = max(1.0, max(row["elo"] for row in rows) - lowest)
    for row in rows:
        bar = "█" * (1 + round(24 * (row["elo"] - lowest) / span))
        shares = [
            f"{100 * row['against'][other['player']]['share']:.1f} %" if other["player"] in row["against"] else "–"
            for other in rows
        ]
        table.add_row(
            f"[green]{row['player']}[/]", f"{row['elo']:+.0f}", f"{row['plus_minus']:.0f}", f"[blue]{bar}[/]", *shares
        )
    return table


def solo_rows(names: Sequence[str], results: Sequence[Result]) -> list[dict[str, Any]]:
    rows = []
    for name in names:
        scores = [result.returns[0] for result in results if result.seats == (name,)]
        mean, error = mean_and_error(scores)
        rows.append({"player": name, "games": len(scores), "mean": mean, "standard_error": error})
    return sorted(rows, key=lambda row: -float(row["mean"]))


def solo_table(rows: Sequence[dict[str, Any]]) -> Table:
    table = Table("player", "games", "mean score", "standard error", box=None)
    for row in rows:
        table.add_row(
            f"[green]{row['player']}[/]", str(row["games"]), f"{row['mean']:.2f}", f"{row['standard_error']:.2f}"
        )
    return table
