"""Speed of random play, for people and for programs."""

import json
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from spielkiste.core.game import Game, game, games


def bench(slugs: Sequence[str], seconds: float, as_json: bool) -> int:
    """Measures each game with each of its sample options on one core and on all cores in the same run."""
    chosen = [game(slug, **options) for slug in (slugs or games()) for options in game(slug).card.samples]
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as progress:
        rows = [measure(one, seconds) for one in progress.track(chosen, description="measuring")]
    if as_json:
        print(json.dumps(rows, indent=2))
    else:
        Console().print(table(rows))
    return 0


def measure(one: Game, seconds: float) -> dict[str, Any]:
    from spielkiste.lab.batch import Batch, cores

    batch = Batch(one)
    single, every = batch.side_by_side(seconds, cores())
    return {
        "game": one.slug,
        "options": one.options,
        "moves_per_game": single.moves / single.games,
        "games_per_second": single.games_per_second,
        "moves_per_second": single.moves_per_second,
        "cores": cores(),
        "moves_per_second_all_cores": every.moves_per_second,
        "speed_up": every.moves_per_second / single.moves_per_second,
    }


def table(rows: Sequence[dict[str, Any]]) -> Table:
    made = Table(
        "game", "options", "moves a game", "games/s", "moves/s", f"moves/s, {rows[0]['cores']} cores", "×", box=None
    )
    for row in rows:
        options = " ".join(f"{name}={value}" for name, value in row["options"].items())
        made.add_row(
            f"[green]{row['game']}[/]",
            options,
            f"{row['moves_per_game']:.1f}",
            f"{row['games_per_second']:,.0f}",
            f"{row['moves_per_second']:,.0f}",
            f"{row['moves_per_second_all_cores']:,.0f}",
            f"{row['speed_up']:.2f}",
        )
    return made
