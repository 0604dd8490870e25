"""One server process and two: with PostgreSQL and Valkey for the same tables (pages come to any process, or all pages
of a table to the same), with SQLite for a group of tables each.

Clients and database share the machine with the servers, so two processes would run short of cores here. Therefore each
may use only a part of one: then the second adds what it would add on a core of its own.
"""

import argparse
import asyncio
import sys
import tempfile
from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from cores import can_be_shared_out
from load import Measured, measure_ours
from measures import Watch, machine
from report import save
from rich.console import Console
from rich.progress import Progress
from server.services import new_database, postgres, valkey
from servers import allow_many_sockets, stop_by_signal

BY_TABLE = "PostgreSQL and Valkey, all pages of a table come to one process"
SHARED, GROUPED = "PostgreSQL and Valkey, any process serves any table", "SQLite, a process for each group of tables"


def setting(asked: Namespace, **other: Any) -> Namespace:
    return Namespace(**{"tables": asked.tables, "seconds": asked.seconds, "database": None, "broker": None,
                        "workers": 1} | other)  # fmt: skip


async def run(asked: Namespace, watch: Watch, folder: Path, database: str, broker: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for how, by_table in ((SHARED, False), (BY_TABLE, True)):
        for workers in (1, 2):
            place = new_database(database, f"games{len(rows)}")
            several = setting(asked, database=place, broker=broker, workers=workers)
            cores = asked.part * workers
            found = await measure_ours(several, "saturated", folder, watch, by_table=by_table, cores=cores)
            rows.append(figures(how, workers, [found]))
    for groups in (1, 2):
        one = setting(asked, tables=asked.tables // groups)
        each = (measure_ours(one, "saturated", folder, watch, f"{groups}-{k}", cores=asked.part) for k in range(groups))
        rows.append(figures(GROUPED, groups, await asyncio.gather(*each)))
    return rows


def figures(how: str, processes: int, measured: list[Measured]) -> dict[str, Any]:
    """All processes of a run together."""
    moves = sum(one.moves_per_second for one in measured)
    cost = sum(one.server_ms_per_move * one.moves_per_second for one in measured) / moves
    lost = sum(one.lost + one.doubled for one in measured)
    return {"how": how, "processes": processes, "moves_per_second": moves, "server_ms_per_move": cost, "lost": lost}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200, help="live tables (default: 200)")
    parser.add_argument("--seconds", type=float, default=20, help="measured in each row (default: 20)")
    parser.add_argument("--part", type=float, default=0.4, help="of a core for each process (default: 0.4); 0: all")
    parser.add_argument("--dry", action="store_true", help="only print; keep bench/RESULTS.md as it is")
    asked, console = parser.parse_args(), Console()
    if asked.part and not can_be_shared_out():
        console.print("[yellow]Only root can give processes a part of a core: they share all there are.[/]")
        asked.part = 0
    allow_many_sockets()
    stop_by_signal()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="spielkiste-processes-"))
        database, broker = stack.enter_context(postgres("fsync=on")), stack.enter_context(valkey()).url
        progress = stack.enter_context(Progress(console=Console(stderr=True)))
        watch = Watch(progress, 7 * (asked.seconds + 3))
        rows = asyncio.run(run(asked, watch, Path(folder), database, broker))
    for one in rows:
        console.print(one)
    if not asked.dry:
        options = {name: getattr(asked, name) for name in ("tables", "seconds", "part")}
        save("processes", {"machine": machine(), **options, "rows": rows})
    return int(any(one["lost"] for one in rows))


if __name__ == "__main__":
    sys.exit(main())
