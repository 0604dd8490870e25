"""A tenth game: the template, copied and renamed as docs/adding-a-game.md says."""

import shutil
from pathlib import Path

from spielkiste.core.room import HOME


def copied(folder: Path, slug: str = "streichhoelzer") -> Path:
    """The new room's folder."""
    there = folder / slug
    shutil.copytree(HOME / "_template", there, ignore=shutil.ignore_patterns("__pycache__"))
    change(there / "card.py", 'slug="_template"', f'slug="{slug}"')
    return there


def change(file: Path, old: str, new: str) -> None:
    """Replaces a text that must be there."""
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{file.name} has no {old!r}"
    file.write_text(text.replace(old, new), encoding="utf-8")
