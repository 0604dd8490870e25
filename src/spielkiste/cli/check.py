"""`spielkiste check`: whether a game's folder keeps the contract of a room."""

import json
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import asdict, replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from spielkiste.check.case import QUICK, THOROUGH, Effort
from spielkiste.check.checks import NAMES, Result, check_room, sentence_of
from spielkiste.core.errors import OptionError
from spielkiste.core.room import Room, add_room, all_rooms


def check(folder: str, quick: bool, games: int | None, as_json: bool) -> int:
    """0 where all is well, 1 where something is wrong. RoomError where the folder is no room."""
    room = room_of(folder)
    effort = effort_of(room, quick, games)
    results: list[Result] = []
    with Console(stderr=True).status("") if not as_json else nullcontext() as status:

        def begin(name: str) -> None:
            if status is not None:
                status.update(f"{len(results) + 1} of {len(NAMES)}: {sentence_of(name)}")

        console = Console(soft_wrap=True, highlight=False)
        for result in check_room(room, effort, begin):
            results.append(result)
            if not as_json:
                show(console, result)
    wrong = sum(not result.held for result in results)
    if as_json:
        print(json.dumps(report(room, results), indent=1, ensure_ascii=False))
    else:
        console.print(summary(room, results, wrong))
    return 1 if wrong else 0


def room_of(folder: str) -> Room:
    """The room in a folder, or the one of that name."""
    if not Path(folder).is_dir() and folder in all_rooms():
        return all_rooms()[folder]
    return add_room(folder)


def effort_of(room: Room, quick: bool, games: int | None) -> Effort:
    effort = QUICK if quick else THOROUGH
    if games is None:
        return effort
    if games < 1:
        raise OptionError(f"games={games}: must be positive")
    return replace(effort, games=games, compiled_each=games)


def show(console: Console, result: Result) -> None:
    """One line for a check, and the sentences of what was found."""
    if result.held:
        note = f" [dim]({escape(result.note)})[/]" if result.note else ""
        console.print(f"[green]✓[/] {escape(result.sentence)}{note}")
        return
    console.print(f"[red]✗ {escape(result.sentence)}[/]")
    for finding in result.findings:
        often = f" [dim](seen {finding.times} times)[/]" if finding.times > 1 else ""
        console.print(f"    {escape(finding.sentence)}{often}")
        if where := finding.where():
            console.print(f"    [dim]{escape(where)}[/]")


def summary(room: Room, results: list[Result], wrong: int) -> str:
    left = len(NAMES) - len(results)
    rest = f"; {left} more can be made when that is mended" if left else ""
    seconds = sum(result.seconds for result in results)
    if wrong:
        return f"[red]{room.slug}: {wrong} of {len(results)} checks found something[/]{rest} ({seconds:.0f} s)"
    return f"[green]{room.slug} keeps the contract: {len(results)} checks[/] ({seconds:.0f} s)"


def report(room: Room, results: Iterable[Result]) -> dict[str, object]:
    """For programs."""
    checks = [
        {
            "name": result.name,
            "sentence": result.sentence,
            "held": result.held,
            "note": result.note,
            "seconds": round(result.seconds, 3),
            "findings": [asdict(finding) for finding in result.findings],
        }
        for result in results
    ]
    return {"room": room.slug, "folder": str(room.folder), "held": all(c["held"] for c in checks), "checks": checks}
