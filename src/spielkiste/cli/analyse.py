"""`spielkiste analyse`: what is thought of each move of a position, for people and for programs."""

import json
from dataclasses import asdict

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from spielkiste.cli.position import position
from spielkiste.core.errors import OptionError
from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.search.bots import analyse as think
from spielkiste.search.bots import thinking


def analyse(which: Game, moves: str, seed: int, seconds: float, as_json: bool, seat: int | None, lang: str) -> int:
    """Plays the moves, chance falling by the seed in between, and thinks, for a seat (by default the first in turn)."""
    if not 0 < seconds < float("inf"):
        raise OptionError(f"seconds={seconds}: must be a positive number")
    state = position(which, moves, seed, lang)
    who = thinking(state, seat)
    thoughts = think(state, seconds=seconds, seed=seed, seat=who)
    if as_json:
        told = {"game": which.slug, "options": which.options, "seat": who}
        print(json.dumps({**told, "thoughts": [asdict(one) for one in thoughts]}, indent=1, ensure_ascii=False))
        return 0
    console = Console()
    console.print(escape(state.text(who, lang)), highlight=False)
    look = Look(who, lang)
    heads = (look.say("Zug", "move"), look.say("Wert", "value"), "", look.say("Besuche", "visits"))
    table = Table(*heads, look.say("beste Fortsetzung", "best line"), box=None)
    for one in thoughts:
        table.add_row(
            f"[green]{one.move}[/]",
            f"{one.value:+.3f}",
            look.say("bewiesen", "proved") if one.proved else "",
            str(one.visits),
            "  ".join(one.line[:10]),
        )
    console.print(table)
    return 0
