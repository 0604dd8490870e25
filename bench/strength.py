"""How strong the bots are: each level against the one below, level 5 against plain UCT, and scores alone.

    python bench/strength.py --games 400 --workers 16                        # everything; hours on two cores
    python bench/strength.py cubus torris --minutes 8.5 --workers 16         # some games, for at most so long
    python bench/strength.py torris --against uct                            # some opponents

Every finished game is one line of a file beside --out (.jsonl). A run that was stopped (Ctrl-C, --minutes) goes on from
there, game by game; what was finished is reported at once. Games come in pairs: the same deal from both seats. Each
player has one core; --seconds is the thought for a move of level 5 and of UCT. zahlenpoker has a report of its own
(`python -m spielkiste.games.zahlenpoker.tools.report`).
"""

import argparse
import json
import math
import os
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import report

import spielkiste as sk
from spielkiste.lab.ratings import mean_and_error, share_interval
from spielkiste.lab.tournament import PLAIN, Pairing, Result, pairings, played_before, run, share_of
from spielkiste.search.bots import levels

OUT = report.RESULTS / "strength.json"
CONTESTS: list[tuple[str, dict[str, Any]]] = [
    ("abraeumen", {}),
    ("cubus", {}),
    ("fuenf_gewinnt", {}),
    ("fuenfer_finden", {"mode": "base"}),
    ("fuenfer_finden", {"mode": "puzzle"}),
    ("fuenfer_finden", {"players": 1}),
    ("huetchenspieler", {}),
    ("knister", {"players": 1}),
    ("knister", {"players": 2}),
    ("torris", {}),
    ("zahlenluchs", {}),
    ("zahlenluchs", {"classic": True}),
    ("zahlenluchs", {"players": 4}),
]
AGAINST_UCT = ("fuenf_gewinnt", "torris", "zahlenluchs")
HURRIED = 0.02  # seconds a move: against UCT knowledge counts for more in less time, so that is measured too


class Row(NamedTuple):
    """One line of the report: two players, or one alone, and their games."""

    game: sk.Game
    names: tuple[str, ...]
    seconds: float
    games: list[Pairing]

    @classmethod
    def of(cls, which: sk.Game, names: tuple[str, ...], games: int, seconds: float) -> "Row":
        return cls(which, names, seconds, list(pairings(which, names, games, seconds)))

    @property
    def about(self) -> dict[str, Any]:
        options = shown_options(self.game)
        return {"game": self.game.slug, "options": options, "players": list(self.names), "seconds": self.seconds}


def rows(slugs: Sequence[str], games: int, seconds: float) -> Iterator[Row]:
    """What is to be measured for these games."""
    for slug, options in CONTESTS:
        if slug not in slugs:
            continue
        which = sk.game(slug, **options)
        there = [str(level) for level in levels(which.room)]
        if which.players == 1:
            for name in there:
                yield Row.of(which, (name,), games, seconds)
            continue
        for k in range(len(there) - 1):
            yield Row.of(which, (there[k + 1], there[k]), games, seconds)
        if slug in AGAINST_UCT:
            for time_for_a_move in sorted({seconds, HURRIED}):
                yield Row.of(which, (there[-1], PLAIN), games, time_for_a_move)


def in_turns(asked: Sequence[Row]) -> list[Pairing]:
    """Two games of each row in turn, so that a run stopped early has some of all, each deal from both seats."""
    longest = max((len(row.games) for row in asked), default=0)
    return [pairing for k in range(0, longest, 2) for row in asked for pairing in row.games[k : k + 2]]


# --- figures -------------------------------------------------------------------------------------


def figures(names: Sequence[str], results: Sequence[Result]) -> dict[str, Any]:
    if len(names) == 1:
        return alone([result.returns[0] for result in results])
    return against(names[0], results)


def shown_options(which: sk.Game) -> dict[str, Any]:
    """Only those that differ from the usual game."""
    usual = sk.game(which.slug).options
    shown = {name: value for name, value in which.options.items() if usual.get(name) != value}
    return {name: value for name, value in shown.items() if name != "stack"}


def alone(scores: Sequence[float]) -> dict[str, Any]:
    mean, error = mean_and_error(scores)
    return {"games": len(scores), "mean": mean, "standard_error": error}


def against(name: str, results: Sequence[Result]) -> dict[str, Any]:
    shares = [share_of(name, result) for result in results]
    won, drawn = shares.count(1.0), shares.count(0.5)
    points = won + drawn / 2
    return {
        "games": len(shares),
        "won": won,
        "drawn": drawn,
        "lost": len(shares) - won - drawn,
        "share": points / len(shares),
        "interval": list(share_interval(points, len(shares))),
    }


def told(one: dict[str, Any]) -> str:
    options = " ".join(f"{name}={value}" for name, value in one["options"].items())
    who = f"{one['game']} {options}".strip()
    if len(one["players"]) == 1:
        return (
            f"{who}: level {one['players'][0]} alone {one['mean']:.2f} ± {one['standard_error']:.2f} ({one['games']})"
        )
    low, high = one["interval"]
    sure = f"{100 * low:.0f}–{100 * high:.0f}; {one['won']}–{one['drawn']}–{one['lost']}"
    return f"{who}: {' against '.join(one['players'])}, {one['seconds']:g} s: {100 * one['share']:.1f} % ({sure})"


# --- the run -------------------------------------------------------------------------------------


class Progress:
    """A line that says how far it is and how long it may take; plain text, for machines without a terminal too."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.known = total, 0, 0
        self.begun = self.spoken = time.monotonic()

    def __call__(self, count: int) -> None:
        if self.done == 0 and count != 1:
            self.known = count  # from an earlier run
        self.done += count
        now = time.monotonic()
        if now - self.spoken > 5 or self.done == self.total:
            self.spoken = now
            new = self.done - self.known
            left = (now - self.begun) / new * (self.total - self.done) if new else math.nan
            print(f"{self.done}/{self.total} games, about {left / 60:.1f} min left", file=sys.stderr, flush=True)


def machine() -> str:
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}."


def measured_before(out: Path, seconds: float) -> dict[str, dict[str, Any]]:
    """Figures of an earlier run with the same time for a move, each with the machine that made them."""
    if not out.is_file():
        return {}
    kept = json.loads(out.read_text(encoding="utf-8"))
    return {name_of(one): one for one in kept["rows"]} if kept["seconds"] == seconds else {}


def name_of(one: dict[str, Any]) -> str:
    return json.dumps([one["game"], one["options"], one["players"], one["seconds"]], sort_keys=True)


def save(out: Path, seconds: float, games: int) -> list[dict[str, Any]]:
    """Figures of everything in the file of games, not only of what was asked for now; of what it lacks or what did not
    change, those of an earlier run, with the machine that made them."""
    played, before = played_before(out.with_suffix(".jsonl")), measured_before(out, seconds)
    found = []
    for row in rows(sk.games(), games, seconds):
        known = before.get(name_of(row.about))
        results = [played[pairing.key] for pairing in row.games if pairing.key in played]
        fresh = row.about | figures(row.names, results) if results else {}
        if fresh and not (known and fresh.items() <= known.items()):
            found.append(fresh | {"machine": machine()})
        elif known:
            found.append(known)
    command = f"python bench/strength.py --games {games} --seconds {seconds:g}"
    report.write(out, {"command": command, "seconds": seconds, "rows": found})
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="which games (default all)")
    parser.add_argument("--against", nargs="+", help="only these opponents, such as 4 or uct (default all)")
    parser.add_argument("--games", type=int, default=400, help="games a pair, and alone a level (default 400)")
    parser.add_argument("--seconds", type=float, default=0.1, help="thought a move of level 5 and UCT (default 0.1)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no game after so long")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="games at a time (default one a core)")
    parser.add_argument("--out", type=Path, default=OUT, help=f"figures (default {OUT.name}); games go beside it")
    given = parser.parse_args()
    unknown = set(given.game) - {slug for slug, _ in CONTESTS}
    if unknown or given.games < 2 or given.seconds <= 0 or given.minutes <= 0 or given.workers < 1:
        parser.error(f"no contest for {', '.join(sorted(unknown))}" if unknown else "numbers must be positive, games 2")
    slugs = given.game or [slug for slug, _ in CONTESTS]
    asked = [row for row in rows(slugs, given.games, given.seconds) if row.names[-1] in (given.against or row.names)]
    todo = in_turns(asked)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    stopped = False
    try:
        run(todo, given.out.with_suffix(".jsonl"), given.workers, Progress(len(todo)), 60 * given.minutes)
    except KeyboardInterrupt:
        stopped = True
        print("stopped; the same command goes on from here", file=sys.stderr)
    for one in save(given.out, given.seconds, given.games):
        print(told(one))
    return 130 if stopped else 0


if __name__ == "__main__":
    sys.exit(main())
