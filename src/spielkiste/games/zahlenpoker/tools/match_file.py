"""Finished matches in a file: a measurement that was stopped goes on from there."""

from pathlib import Path

from spielkiste.lab.journal import add_entry, entries

from .contest import Match, Tally

Tallies = dict[Match, Tally]


def read_matches(file: Path | None) -> Tallies:
    """What the file has; entries of something else are left out."""
    found: Tallies = {}
    for entry in entries(file):
        try:
            match, tally = entry
            found[Match(*match)] = Tally(*tally)
        except (ValueError, TypeError):
            continue
    return found


def add_match(file: Path | None, match: Match, tally: Tally) -> None:
    add_entry(file, [match, tally])
