"""What the commands share that break things and look what comes of it: crash, chaos and fuzz."""

import argparse
import contextlib
from collections.abc import Callable
from typing import Protocol, TypeVar

from rich.console import Console
from rich.progress import Progress
from servers import stop_by_signal

STOPPED = 130  # the exit status after Ctrl-C, as shells have it


class Findings(Protocol):
    """What was done and found, in words; and whether all is well."""

    @property
    def ok(self) -> bool: ...


Found = TypeVar("Found", bound=Findings)


def asking(about: str | None) -> argparse.ArgumentParser:
    """A parser of a command's own words, which stand at the beginning of its file."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry", action="store_true", help="only print; keep bench/RESULTS.md as it is")
    return parser


def tried(
    what: str, steps: int, run: Callable[[Callable[[int], None]], Found], keep: Callable[[Found], None] | None
) -> int:
    """Runs a trial, which is told how to say how many steps it has done; prints what was found and keeps it, if told
    how. The exit status."""
    console, found = Console(highlight=False, soft_wrap=True), list[Found]()
    stop_by_signal()
    with contextlib.suppress(KeyboardInterrupt), Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task(what, total=steps)
        found.append(run(lambda done: progress.advance(task, done)))
    if not found:
        console.print("Stopped before the end: nothing is kept.")
        return STOPPED
    console.print(str(found[0]), markup=False)
    if keep is not None:
        keep(found[0])
    return int(not found[0].ok)
