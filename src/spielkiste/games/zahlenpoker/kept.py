"""Finished matches in a file: a measurement that was stopped goes on from there."""

from pathlib import Path

from spielkiste.lab.journal import add_entry, entries

from .contest import Match, Outcome

Outcomes = dict[Match, Outcome]


def kept_before(file: Path | None) -> Outcomes:
    """What the file has; entries of something else are left out."""
    found: Outcomes = {}
    for entry in entries(file):
        try:
            match, outcome = entry
            found[Match(*match)] = Outcome(*outcome)
        except (ValueError, TypeError):
            continue
    return found


def keep(file: Path | None, match: Match, outcome: Outcome) -> None:
    add_entry(file, [match, outcome])
