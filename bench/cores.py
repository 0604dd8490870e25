"""A part of the machine's processors for a server, so that clients and database beside it do not run short of them."""

import contextlib
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
PERIOD = 20_000  # microseconds, in which a group has its time: short, so that nobody waits long for the next


class Allowance:
    """So much of a core (0.5: every second microsecond) for processes and whatever they start: a control group of
    Linux, of the first or second kind, which only root may make."""

    def __init__(self, cores: float) -> None:
        first = (GROUPS / "cpu").is_dir()
        self._folder = Path(tempfile.mkdtemp(prefix="spielkiste-", dir=GROUPS / "cpu" if first else GROUPS))
        most = round(cores * PERIOD)
        if first:
            (self._folder / "cpu.cfs_period_us").write_text(str(PERIOD))
            (self._folder / "cpu.cfs_quota_us").write_text(str(most))
        else:
            (self._folder / "cpu.max").write_text(f"{most} {PERIOD}")

    def around(self, command: Sequence[str]) -> list[str]:
        """The same command, which puts itself into the group first: what it starts is in it too."""
        return ["sh", "-c", 'echo $$ > "$0" && exec "$@"', str(self._folder / "cgroup.procs"), *command]

    def end(self) -> None:
        """When all in it are gone; the system needs a moment to see that."""
        for _ in range(100):
            with contextlib.suppress(OSError):
                self._folder.rmdir()
                return
            time.sleep(0.02)


def can_be_shared_out() -> bool:
    """Whether this system lets us give a server a part of its processors."""
    second = GROUPS / "cgroup.subtree_control"
    with_processors = second.is_file() and "cpu" in second.read_text().split()
    return os.geteuid() == 0 and ((GROUPS / "cpu").is_dir() or with_processors)
