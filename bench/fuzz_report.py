"""What the fuzzer has found: failures, figures, and whether all is well."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import holds
from fuzz_cases import Case

QUICK = 0.1  # seconds: 999 of 1,000 pings must be below
GROWTH = 40.0  # MiB the server may grow by after its first third: finished games stay at hand for a while
FLOOD_KEPT = 0.3  # share of it that the database may grow by
SHOWN = 20  # failing cases
LINE_SHOWN = 400  # characters
LOG_SHOWN = 6000  # characters
LONG_LINES = Path(__file__).parent.parent / "build" / "fuzz"


class Failure(NamedTuple):
    """A case that did harm."""

    why: str
    case: Case
    seconds: float = 0.0  # that it held the event loop

    @property
    def kind(self) -> str:
        """Failures of one kind are told once."""
        why, path = [re.sub(r"\d+ ms|(?<=/[tr]/)[\w-]+", "…", text) for text in (self.why, self.case.path)]
        return f"{why} {self.case.method} {path.partition('?')[0]}"

    def __str__(self) -> str:
        line = self.case.line()
        return f"{self.why}: {line if len(line) <= LINE_SHOWN else line[:LINE_SHOWN] + '…'}"


@dataclass
class Report:
    """What was sent, and what went wrong."""

    cases: int = 0
    requests: int = 0
    messages: int = 0
    seconds: float = 0.0
    statuses: dict[int, int] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    tracebacks: int = 0
    errors: list[str] = field(default_factory=list)  # where each of them ends, and with what
    log: str = ""  # the newest of them
    pings: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)  # MiB, now and then
    longest: float = 0.0  # seconds of work that a case held the event loop, also where it was sent again and did not
    slowest: Failure | None = None  # the case that did
    background: list[str] = field(default_factory=list)  # what held the loop without a request
    handed_in: int = 0  # games that were taken
    stored: float = 0.0  # MiB the database grew by
    flooded: float = 0.0  # share of a flood that the database grew by

    @property
    def growth(self) -> float:
        third = len(self.memory) // 3
        return max(self.memory[-1] - self.memory[third], 0.0) if self.memory else 0.0

    @property
    def ping(self) -> dict[str, float]:
        ordered = sorted(self.pings) or [0.0]
        parts = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999}
        return {name: ordered[int(len(ordered) * part)] for name, part in parts.items()} | {"max": ordered[-1]}

    @property
    def ok(self) -> bool:
        return not self.wrong()

    def wrong(self) -> list[str]:
        """Every judge's word, where it is against the server."""
        limits = {
            f"{len(self.failures)} cases did harm": not self.failures,
            f"{self.tracebacks} tracebacks": not self.tracebacks,
            f"the server grew by {self.growth:.0f} MiB, more than {GROWTH:.0f}": self.growth <= GROWTH,
            f"{self.flooded:.0%} of a flood was kept, more than {FLOOD_KEPT:.0%}": self.flooded <= FLOOD_KEPT,
            f"work in the background held the event loop: {', '.join(self.background[:3])}": not self.background,
            f"honest pings took longer than {1000 * QUICK:.0f} ms, one in a thousand": self.ping["p99.9"] < QUICK,
        }
        return [said for said, holds in limits.items() if not holds]

    def distinct(self) -> list[Failure]:
        """One failure of each kind, the longest of those that take time."""
        longest = sorted(self.failures, key=lambda failure: failure.seconds, reverse=True)
        kinds: dict[str, Failure] = {}
        for failure in longest:
            kinds.setdefault(failure.kind, failure)
        return list(kinds.values())

    def __str__(self) -> str:
        ping = {name: f"{1000 * seconds:.0f} ms" for name, seconds in self.ping.items()}
        kinds = ", ".join(f"{count:,} × {status}" for status, count in sorted(self.statuses.items()))
        return "\n".join(
            [
                f"{self.cases:,} cases in {self.seconds:.0f} s: {self.requests:,} requests ({kinds}), "
                f"{self.messages:,} messages.",
                f"{len(self.failures)} did harm, {self.tracebacks} tracebacks; no request held the event loop for "
                f"more than {1000 * max(self.longest, holds.LONGEST):.0f} ms of work.",
                *([f"The longest: {self.slowest}"] if self.slowest else []),
                f"{self.handed_in:,} games were taken; the database grew by {self.stored:.0f} MiB, and by "
                f"{self.flooded:.0%} of a flood; the server grew by {self.growth:.0f} MiB.",
                f"Pings of honest people {ping['p50']}, p99 {ping['p99']}, p99.9 {ping['p99.9']}, "
                f"longest {ping['max']} ({len(self.pings):,} pings).",
                *(f"NOT WELL: {said}." for said in self.wrong()),
                *map(str, self.distinct()[:SHOWN]),
                *(f"in the log: {error}" for error in self.errors),
                *([self.log] if self.log else []),
            ]
        )


def errors_in(log: str) -> list[str]:
    """How each traceback ends: the last line of code, and the error."""
    errors = []
    for traceback in log.split("Traceback (most recent call last)")[1:]:
        lines = traceback.splitlines()[1:]
        frames = [line.strip() for line in lines if line.startswith("  File ")]
        error = next((line for line in lines if line and not line.startswith(" ")), "")
        errors.append(f"{error[:200]} ({frames[-1] if frames else ''})")
    return list(dict.fromkeys(errors))


def write_long_lines(report: Report) -> None:
    """Failing cases that are too long to be printed, each in a file."""
    LONG_LINES.mkdir(parents=True, exist_ok=True)
    for old in LONG_LINES.glob("*.json"):
        old.unlink()
    for number, failure in enumerate(report.distinct(), 1):
        (LONG_LINES / f"{number}.json").write_text(failure.case.line(), encoding="utf-8")
