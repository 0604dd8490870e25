"""`spielkiste review`: a recorded match gone through, for people and for programs."""

import json
import sys

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from spielkiste.core.look import Look
from spielkiste.core.match_record import load_record
from spielkiste.search.explain import amount, number, told
from spielkiste.search.judge import Measure, judge_of
from spielkiste.search.review import Account, Decision, Review, review


def review_file(file: str, seconds: float, as_json: bool, lang: str) -> int:
    """Goes through a record and tells the best and the worst moments, and luck and skill of everybody."""
    record = load_record(file)
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress:
        bar = progress.add_task(record.game.card.title[lang if lang == "de" else "en"], total=None)
        found = review(record, seconds, progress=lambda done, steps: progress.update(bar, completed=done, total=steps))
    if as_json:
        print(json.dumps(found.as_json(), indent=1, ensure_ascii=False))
        return 0
    show(Console(), found, Look(None, lang, record.players))
    return 0


def show(console: Console, found: Review, look: Look) -> None:
    seconds = number(found.seconds, look)
    sure = look.say("alles genau", "all of it exact")
    rough = look.say(f"geschätzt in {seconds} s", f"estimated in {seconds} s")
    console.print(f"[b]{escape(found.record.game.card.title[look.lang])}[/] ({sure if found.exact else rough})\n")
    console.print(sums(found, look))
    for title, moments in (
        (look.say("Das war stark", "What was strong"), found.best()),
        (look.say("Das war teuer", "What was costly"), found.worst()),
    ):
        if moments:
            console.print(f"\n[b]{title}[/]")
            for one in moments:
                console.print(moment(found, one, look), highlight=False)


def sums(found: Review, look: Look) -> Table:
    """Result = start + luck + gifts - errors, a row for everybody."""
    heads = (
        ("", ""),
        ("zu erwarten", "expected"),
        ("Glück", "luck"),
        ("Geschenke", "gifts"),
        ("Fehler", "errors"),
        ("Ergebnis", "result"),
        ("je Zug", "a move"),
    )
    table = Table(*(look.say(de, en) for de, en in heads), box=None)
    for one in found.accounts:
        table.add_row(escape(look.name(one.seat)), *columns(found.measure, one, look))
    return table


def columns(measure: Measure, one: Account, look: Look) -> list[str]:
    values = (one.start, one.luck, one.gifts, -one.errors, one.result)
    rate = "–" if one.rate is None else amount(measure, one.rate, look)
    return [f"{value:+.2f}" for value in values] + [rate]


def moment(found: Review, one: Decision, look: Look) -> str:
    state = found.state(one.number)
    made = state.tell(one.seat, one.move, look)
    words = told(judge_of(found.record.game), state, one, look)
    return f"  {one.number + 1}. {escape(look.name(one.seat))}: [green]{escape(made)}[/]. {escape(words)}"
