"""`spielkiste solve`: what can be proved of a position, for people and for programs."""

import json
from dataclasses import asdict

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from spielkiste.cli.position import position
from spielkiste.core.errors import OptionError
from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.search.answer import Answer
from spielkiste.search.answers import answers, asking

MOST_VALUES = 12  # moves with numbers that are shown to people


def solve(which: Game, moves: str, seat: int | None, seed: int, seconds: float, as_json: bool, lang: str) -> int:
    """Plays the moves and answers what can be answered."""
    if not 0 < seconds < float("inf"):
        raise OptionError(f"seconds={seconds}: must be a positive number")
    state = position(which, moves, seed, lang)
    found = [one.told(lang) for one in answers(state, seat, seconds)]
    if as_json:
        told = {"game": which.slug, "options": which.options, "seat": asking(state, seat)}
        print(json.dumps({**told, "answers": [asdict(one) for one in found]}, indent=1, ensure_ascii=False))
        return 0
    console = Console()
    console.print(escape(state.text(asking(state, seat), lang)), highlight=False)
    for one in found:
        show(console, one, Look(lang=lang))
    return 0


def show(console: Console, one: Answer, look: Look) -> None:
    sure = look.say("genau", "exact") if one.exact else look.say("nicht bewiesen", "not proved")
    sure = f"[{'green' if one.exact else 'yellow'}]{sure}[/]"
    console.print(f"\n[b]{escape(str(one.question))}[/] {escape(str(one.answer))} ({sure})", highlight=False)
    if one.line:
        console.print("  " + escape("  ".join(one.line)), highlight=False)
    if one.values:
        table = Table(look.say("Zug", "move"), str(one.unit), box=None)
        for move, value in list(one.values.items())[:MOST_VALUES]:
            table.add_row(f"[green]{escape(move)}[/]", f"{value:.4f}")
        more = len(one.values) - MOST_VALUES
        if more > 0:
            table.add_row(look.say(f"… {more} weitere", f"… {more} more"), "")
        console.print(table)
