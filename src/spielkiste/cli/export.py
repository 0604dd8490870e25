"""`spielkiste export`: matches and positions as Parquet, of self-play or of records."""

import sys
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from spielkiste.core.errors import OptionError
from spielkiste.core.game import Game
from spielkiste.core.match_record import MatchRecord, load_record
from spielkiste.lab.export import Export, check_same_game, self_play
from spielkiste.search.bots import bot
from spielkiste.search.limit import Limit

Source = Iterator[tuple[MatchRecord, int | None]]  # a match and the seed it was played with


def export_self_play(
    folder: str,
    game: Game,
    games: int,
    level: int | None,
    seed: int,
    seconds: float,
    seat: int | None,
    simulations: int | None,
) -> int:
    """Plays matches and writes them."""
    if games < 1:
        raise OptionError(f"games={games}: must be positive")
    Limit(seconds=seconds)  # says what is wrong with it
    if level is not None:
        bot(game, level)  # likewise
    played = ((self_play(game, level, one, seconds), one) for one in range(seed, seed + games))
    return write(Export(folder, game, seat, simulations), played, games)


def export_records(folder: str, files: Sequence[str], seat: int | None, simulations: int | None) -> int:
    """Writes matches that were recorded; all are read before anything is written."""
    records = [load_record(file) for file in files]
    check_same_game([record.game for record in records])
    source = ((record, None) for record in records)
    return write(Export(folder, records[0].game, seat, simulations), source, len(records))


def write(export: Export, source: Source, total: int) -> int:
    """Ctrl-C ends it; what was written until then can be read."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with export, Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as progress:
            task = progress.add_task(export.game.slug, total=total)
            for record, seed in source:
                export.add(record, seed)
                progress.advance(task)
    finally:
        matches, positions = export.matches, export.positions
        print(f"{matches.path}: {matches.count} matches\n{positions.path}: {positions.count} positions")
    return 0
