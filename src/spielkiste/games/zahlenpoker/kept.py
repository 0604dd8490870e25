"""Finished matches in a file, one a line: a measurement that was stopped goes on from there."""

import json
import os
from pathlib import Path

from .contest import Match, Outcome

Outcomes = dict[Match, Outcome]


def kept_before(file: Path | None) -> Outcomes:
    """What the file has; a line cut short by a stop is left out."""
    found: Outcomes = {}
    if file is not None and file.is_file():
        for line in file.read_text(encoding="utf-8").splitlines():
            try:
                match, outcome = json.loads(line)
                found[Match(*match)] = Outcome(*outcome)
            except (ValueError, TypeError):
                continue
    return found


def keep(file: Path | None, match: Match, outcome: Outcome) -> None:
    """Adds a match; it is on disk before it counts."""
    if file is None:
        return
    with file.open("a", encoding="utf-8") as lines:
        lines.write("\n" + json.dumps([match, outcome]))  # so that one cut short does not spoil the next
        lines.flush()
        os.fsync(lines.fileno())
