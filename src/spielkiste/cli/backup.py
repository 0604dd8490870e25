"""`spielkiste backup` and `spielkiste restore`."""

from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from spielkiste.core.errors import OptionError
from spielkiste.server import backup
from spielkiste.server.events import StoreError


def make_backup(database: str, file: str) -> int:
    """Copies a database, with a bar while it takes long."""
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        bar = progress.add_task("copying", total=None)
        try:
            backup.backup(database, Path(file), lambda done, all_: progress.update(bar, completed=done, total=all_))
        except StoreError as wrong:
            raise OptionError(str(wrong)) from None
    print(f"{file}: {Path(file).stat().st_size:,} bytes, checked")
    return 0


def bring_back(database: str, file: str, replace: bool) -> int:
    try:
        backup.restore(database, Path(file), replace=replace)
    except StoreError as wrong:
        raise OptionError(str(wrong)) from None
    print(f"{file} is in its place")
    return 0
