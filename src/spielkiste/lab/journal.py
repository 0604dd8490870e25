"""Files of finished things, one a line, on disk before it counts: long work that was stopped goes on from there."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def entries(file: Path | None) -> Iterator[Any]:
    """What the file has; a line cut short by a stop is left out."""
    if file is None or not file.is_file():
        return
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def add_entry(file: Path | None, entry: Any) -> None:
    if file is None:
        return
    with file.open("a", encoding="utf-8") as lines:
        lines.write(f"\n{json.dumps(entry)}\n")  # on a line of its own, whatever was cut short before
        lines.flush()
        os.fsync(lines.fileno())
