"""Zahlenpoker in tables, as Markdown: all numbers of `docs/zahlenpoker-equilibrium.md`.

`python -m spielkiste.games.zahlenpoker.tools.report` prints what is exact (ten seconds), `… check` only solves and
checks it, `… styles` prints what the bots win from predictable players, `… multiplayer` what is known about three and
four players (minutes, on all cores).
"""

import argparse
import io
import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from fractions import Fraction
from pathlib import Path

from ..bot.pairings import outlook, pairings, value_of
from ..bot.rounds import choices, copies, sign
from .policies import (
    Policy,
    any_move,
    best_reply,
    best_response_value,
    course,
    exploitability,
    fair,
    first_sight,
    meet,
    values,
)
from .positions import Position, all_positions
from .proof import moves_that_differ

STONE = 100  # what a booty stone counts in a standing; the sum of the values comes after it
HEAD_STARTS = ((0, 1), (0, 2), (0, 4), (1, -4), (1, 0), (1, 4), (2, 0), (3, 0), (4, 0))
ROUNDS_SHOWN = range(1, 9)


def print_check() -> None:
    """Solves, checks and says how long it took."""
    begun = time.perf_counter()
    print_size()
    print(f"\nall of it in {time.perf_counter() - begun:.1f} s")


def print_report() -> None:
    for part in (
        print_size,
        print_start,
        print_opening,
        print_pairs,
        print_final_leads,
        print_head_starts,
        print_leads_by_round,
        print_empty_hand,
        print_other_equilibria,
        print_contest,
    ):
        part()
        print(flush=True)


def print_size() -> None:
    positions = all_positions()
    situations = sum(len(position.leads) for position in positions)
    choosing = sum(len(position.leads) for position in positions if not position.over)
    differing = sum(moves_that_differ(position) for position in positions)
    print_table(
        ("what", "number"),
        [
            ("pairs of hands between rounds", f"{len(positions):,}"),
            ("situations: pairs of hands with a lead that can come about", f"{situations:,}"),
            ("of these, situations where the two choose", f"{choosing:,}"),
            ("moves, in any pair of hands, that change anything against the equilibrium (whole numbers)", differing),
            ("value of the game", values()[0][0]),
            (
                "exploitability of the equilibrium (floats), in any situation less than",
                f"{bound(exploitability()):.0e}",
            ),
        ],
    )


def bound(error: float) -> float:
    """The power of ten above a rounding error, which itself need not be the same everywhere."""
    power = 1e-12
    while error >= power:
        power *= 10
    return power


def print_start() -> None:
    first = all_positions()[0].record
    chances = outlook(first, 0)
    total = pairings(first).total()
    print_table(
        ("the game ends with", f"pairings of {total:,}", "chance"),
        [(name, f"{int(chance * total):,}", f"{float(chance):.2%}") for name, chance in chances._asdict().items()],
    )


def print_opening() -> None:
    """The mixture, and how much is at stake when each thing is shown."""
    first = all_positions()[0]
    rows = []
    for action, row in zip(first.moves[0], first.after, strict=True):
        stakes = sum(
            copies(first.record, 1, theirs) * float(values()[after.number][gain]) ** 2
            for theirs, (after, gain) in zip(first.moves[1], row, strict=True)
        )
        share = Fraction(copies(first.record, 0, action), things(first))
        rows.append((name(action), share, f"{(stakes / things(first)) ** 0.5:.2f}"))
    print_table(("show", "chance", "at stake"), rows)


def things(position: Position) -> int:
    return sum(copies(position.record, 0, action) for action in choices(position.record, 0))


def print_pairs() -> None:
    first = all_positions()[0]
    rows = [
        (f"**{name(action)}**", *(number(values()[after.number][gain]) for after, gain in row))
        for action, row in zip(first.moves[0], first.after, strict=True)
    ]
    print_table(("I show \\ they show", *map(name, first.moves[1])), rows)


def print_final_leads() -> None:
    """How many stones lie between the two at the end."""
    counted: Counter[int] = Counter()
    ends = pairings(all_positions()[0].record)
    for gain, count in ends.items():
        counted[abs(stones(gain))] += count
    rows = [(difference, f"{counted[difference] / ends.total():.2%}") for difference in sorted(counted)]
    print_table(("stones between the two at the end", "chance"), rows)
    level = {gain: count for gain, count in ends.items() if stones(gain) == 0}
    decided = sum(count for gain, count in level.items() if gain)
    print(f"\nThe sum of the values decides {decided / sum(level.values()):.1%} of the games that are level in stones.")


def stones(lead: int) -> int:
    """The difference in stones; the values are at most nine fours, so rounding finds it."""
    return round(lead / STONE)


def print_head_starts() -> None:
    first = all_positions()[0].record
    rows = [
        (f"{more:+d}", f"{values:+d}", number(value_of(first, STONE * more + values))) for more, values in HEAD_STARTS
    ]
    print_table(("head start in stones", "in sum of values", "value"), rows)


def print_leads_by_round() -> None:
    """What a lead is worth on average when both play the equilibrium."""
    worth: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    for position, lead, chance in course(fair, fair):
        if lead > 0 and not position.over:
            worth[position.record.round, stones(lead)].append((chance, float(values()[position.number][lead])))
    ahead = sorted({more for _, more in worth})[:5]
    rows = [(played, *(average(worth[played, more]) for more in ahead)) for played in ROUNDS_SHOWN]
    print_table(("rounds played", "ahead in values only", *(f"{more} ahead" for more in ahead[1:])), rows)


def average(weighted: list[tuple[float, float]]) -> str:
    total = sum(chance for chance, _ in weighted)
    return number(sum(chance * worth for chance, worth in weighted) / total) if total else "–"


def print_empty_hand() -> None:
    """When seat 0 uses the empty hand, and what it meets."""
    used: dict[int, float] = defaultdict(float)
    meets: dict[int, float] = defaultdict(float)
    for position, _, chance in course(fair, fair):
        if position.over or 0 not in position.moves[0]:
            continue
        shown = chance * fair(position, 0)[0]
        used[position.record.round + 1] += shown
        for action, share in zip(position.moves[1], fair(position.mirror, 0), strict=True):
            meets[action] += shown * share
    print_table(("the empty hand is shown in round", "chance"), [(k, f"{used[k]:.2%}") for k in sorted(used)])
    print(f"\nNever: {1 - sum(used.values()):.2%}, when both keep it to the end.\n")
    print_table(("it meets", "chance"), [(name(k), f"{meets[k]:.2%}") for k in sorted(meets)])


def print_other_equilibria() -> None:
    """Where the mixture is the only one, by the number of moves to choose from."""
    only: Counter[int] = Counter()
    every: Counter[int] = Counter()
    for position in all_positions():
        for lead in position.leads:
            count = len(position.moves[0])
            if count > 1:
                every[count] += 1
                only[count] += freedom(position, lead) == 0
    rows = [(k, f"{every[k]:,}", f"{only[k]:,}", f"{only[k] / every[k]:.1%}") for k in sorted(every)]
    print_table(("moves to choose from", "situations", "equilibrium mixture is the only one", "share"), rows)
    print(f"\nAt the start the mixture is {'the only one' if freedom(all_positions()[0], 0) == 0 else 'one of many'}.")


def freedom(position: Position, lead: int) -> int:
    """In how many directions the mixture of seat 0 can change and stay an equilibrium.

    Seat 1 has an equilibrium that uses all its moves, so each mixture of seat 0 that is one gains the value against
    every move, no more and no less: these are the solutions of a system of equations, and its rank says how many.
    """
    value = values()[position.number][lead]
    beyond = [[values()[after.number][lead + gain] - value for after, gain in row] for row in position.after]
    return len(beyond) - 1 - rank(beyond)


def rank(matrix: Sequence[Sequence[Fraction]]) -> int:
    """By elimination, exactly."""
    rows = [list(row) for row in matrix]
    found = 0
    for column in range(len(rows[0])):
        pivot = next((k for k in range(found, len(rows)) if rows[k][column]), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        for k in range(found + 1, len(rows)):
            factor = rows[k][column] / rows[found][column]
            if factor:
                rows[k] = [entry - factor * top for entry, top in zip(rows[k], rows[found], strict=True)]
        found += 1
    return found


def print_contest() -> None:
    """What each of some players wins from each other, and what the best reply wins from it."""
    players: dict[str, Policy] = {
        "equilibrium": fair,
        "level 1": any_move,
        "first sight": first_sight,
        "best reply to level 1": best_reply(any_move),
        "best reply to first sight": best_reply(first_sight),
    }
    rows = [
        (called, *(number(meet(one, other)) for other in players.values()), number(best_response_value(one)))
        for called, one in players.items()
    ]
    print_table(("wins from", *players, "best reply wins"), rows)


def name(action: int) -> str:
    return str(action) if action else "empty hand"


def number(worth: float | Fraction) -> str:
    """Three digits; what is rounding error is zero."""
    short = f"{float(worth):+.3f}"
    return "0" if sign(round(worth * 1000)) == 0 else short


def print_table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> None:
    print("| " + " | ".join(map(str, head)) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(description="Zahlenpoker in tables, as Markdown.")
    kinds = parser.add_subparsers(dest="kind", help="what to measure; nothing: print what is exact")
    kinds.add_parser("check", help="solve, check, and say how long it took")
    styles = kinds.add_parser("styles", help="what the bots win from predictable players")
    styles.add_argument("--games", type=int, default=400, help="games a level and style (400)")
    styles.add_argument("--players", type=int, nargs="+", default=[2, 3, 4], choices=(2, 3, 4))
    styles.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3, 4, 5], choices=range(1, 6))
    styles.add_argument("--seconds", type=float, default=1.5, help="a move at most (1.5)")
    styles.add_argument("--resume", type=Path, default=None, help="a file of finished matches, to go on from")
    multiplayer = kinds.add_parser("multiplayer", help="three and four players: what the best reply wins")
    multiplayer.add_argument(
        "--games", type=int, default=1_000_000, help="games a number of players and rule (1,000,000)"
    )
    for each in (styles, multiplayer):
        each.add_argument("--processes", type=int, default=None, help="at a time (all cores)")
        each.add_argument("--minutes", type=float, default=math.inf, help="a table at most (no limit)")
        each.add_argument("--page", type=Path, default=None, help="a page whose tables are replaced by these")
    given = parser.parse_args()
    if given.kind is None:
        print_report()
        return
    if given.kind == "check":
        print_check()
        return
    from .measure import Contest, Effort, print_multiplayer, print_styles  # imports what plays

    effort = Effort(given.processes, given.minutes)
    for players in given.players if given.kind == "styles" else (3, 4):
        printed = io.StringIO()
        with redirect_stdout(printed):
            if given.kind == "multiplayer":
                print_multiplayer(players, given.games, effort, print_table)
            else:
                contest = Contest(players, given.levels, given.games, given.seconds)
                print_styles(contest, effort, given.resume, print_table)
        print(printed.getvalue(), flush=True)
        if given.page is not None:
            put_into_page(given.page, f"{given.kind} {players}", printed.getvalue())


def put_into_page(page: Path, name: str, text: str) -> None:
    """Replaces what stands between two marks: <!-- name --> and <!-- end -->."""
    mark = f"<!-- {name} -->"
    before, found, rest = page.read_text(encoding="utf-8").partition(mark)
    if not found:
        raise SystemExit(f"{page} has no mark {mark}")
    after = rest[rest.index("<!-- end -->") :]
    page.write_text(f"{before}{mark}\n{text.strip()}\n{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
