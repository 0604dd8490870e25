"""Learns the weights for four players (`knowledge.py`) by self-play and writes `weights.py`.

    python -m spielkiste.games.zahlenluchs.tools.learn_teams

Both sides make the move after which the position looks worst for the other team; now and then any move, so that all
kinds of positions are met. After each game the estimate of every position moves towards what followed: partly the
estimate of the next position, partly what came of it (TD(λ)). Ctrl-C ends it and changes nothing.
"""

import argparse
import math
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.progress import Progress

from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.dice import below
from spielkiste.core.game import game
from spielkiste.core.record import Out, Record
from spielkiste.core.verbs import CHANCE

from ..knowledge import UNIT, WEIGHTS, logit, of_stone, whose
from ..rules import STONES, cells_to_deal, in_turn, legal, odds, play, players, team

GAME, GAMES = game("zahlenluchs", players=4), 200_000
FILE = Path(__file__).parent.parent / "weights.py"
HEAD = """\"\"\"The weights of `knowledge.py`, thousandths of a logit: by `tools/learn_teams.py`, not by hand.\"\"\"

from spielkiste.core.tables import table

"""
LONGEST = 400  # moves of a game that are learnt from; four players need about 100
ROUNDS = 100  # the rate falls from round to round


class Rates(NamedTuple):
    """How fast the weights move, how much the end of a game counts (λ), and of 1,000 moves how many are any move."""

    rate: float
    patience: float
    curious: int


def lessons(
    first: Any, work: Any, line: Any, table: Any, ends: Any, out: Out, dice: Any, rates: Any, games: int
) -> int:
    """Plays so many games and learns from each; the number of moves made. work: two records; line: LONGEST."""
    made = 0
    for _ in range(games):
        work[0] = first[0]
        length = self_play(work[0], work[1], work, line, table, out, dice, rates.curious)
        learn(work[0], line, table, ends, length, rates)
        made += length
    return made


def self_play(s: Record, after: Any, work: Any, line: Any, table: Any, out: Out, dice: Any, curious: int) -> int:
    """One game; the positions in which a number is about to be drawn are kept in `line`."""
    length = 0
    while in_turn(s):
        if s.acts == CHANCE:
            if s.dealt == cells_to_deal(s) and s.drawing == 0 and length < LONGEST:
                line[length] = work[0]
                length += 1
            play(s, CHANCE, drawn(s, dice, out))
        else:
            count = legal(s, s.acts, out)
            if below(dice, 1000) < curious:
                play(s, s.acts, out[below(dice, count)])
            else:
                play(s, s.acts, best(s, after, work, table, out, count))
    return length


def drawn(s: Record, dice: Any, out: Out) -> int:
    count, total = odds(s, out), 0
    for k in range(count):
        total += out[k]
    ticket, k = below(dice, total), 0
    while ticket >= out[k]:
        ticket -= out[k]
        k += 1
    return k


def best(s: Record, after: Any, work: Any, table: Any, out: Out, count: int) -> int:
    """The move after which the position looks best for the team that makes it."""
    choice, highest, mine = out[0], -1e9, team(s, s.acts)
    for k in range(count):
        work[1] = work[0]
        play(after, s.acts, out[k])
        if after.winner >= 0:
            value = 1e6 if after.winner == mine else -1e6
        else:
            value = logit(after, table) * (1 if team(after, after.seat) == mine else -1)
        if value > highest:
            choice, highest = out[k], value
    return int(choice)


def learn(s: Record, line: Any, table: Any, ends: Any, length: int, rates: Any) -> None:
    """Backwards through a game: every position towards what followed, as winning chances of team 0."""
    target = 1.0 if s.winner == 0 else 0.0
    for k in range(length - 1, -1, -1):
        sign = 1 if team(line[k], line[k].seat) == 0 else -1
        chance = 1.0 / (1.0 + math.exp(-sign * logit(line[k], table) / UNIT))
        nudge(line[k], table, ends, sign * rates.rate * (target - chance))
        target = (1.0 - rates.patience) * chance + rates.patience * target


def nudge(s: Record, table: Any, ends: Any, by: float) -> None:
    """Adds to every weight that `logit` sums up (and takes from those it subtracts)."""
    count = features(s, ends)
    for k in range(count):
        at = ends[k]
        if at >= 0:
            table[at] += by
        else:
            table[~at] -= by


def features(s: Record, ends: Any) -> int:
    """The weights that `logit` sums up, written to `ends`; those it subtracts as ~index."""
    count = 0
    for role in range(players(s)):
        seat = whose(s, role)
        for stone in range(1, STONES + 1):
            if s.where[seat][stone]:
                at = of_stone(s, role, seat, stone)
                ends[count] = at if team(s, seat) == team(s, s.seat) else ~at
                count += 1
    return count


def learnt(games: int, seed: int, tell: Callable[[], None]) -> "np.ndarray[Any, Any]":
    """Weights after so many games of self-play. The rate falls; a game's end counts more than the next estimate.

    The rates are the usual ones for tables of this size, not tuned.
    """
    machine, run = Machine(GAME), compiled(lessons)
    table = np.zeros(WEIGHTS)
    ends = np.zeros(128, dtype=np.int64)
    out, dice = machine.out(), machine.dice(seed)
    work, line = machine.records(2), machine.records(LONGEST)
    for k in range(ROUNDS):
        left = 1 - k / ROUNDS
        rates = Rates(rate=UNIT * (0.001 + 0.02 * left * left), patience=0.7, curious=50)
        run(machine.first, work, line, table, ends, out, dice, rates, games // ROUNDS)
        tell()
    return table


def written(table: "np.ndarray[Any, Any]") -> str:
    numbers = " ".join(str(weight) for weight in np.rint(table).astype(int).tolist())
    lines = "\n".join(textwrap.wrap(numbers, 118, break_on_hyphens=False))
    return f'NUMBERS = """\n{lines}\n"""\nTEAMS = table(map(int, NUMBERS.split()), "i4")\n'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="of the usual number of games, for a trial")
    given = parser.parse_args()
    with Progress() as progress:
        task = progress.add_task("four players", total=ROUNDS)
        table = learnt(int(GAMES * given.share), given.seed, lambda: progress.advance(task))
    FILE.write_text(HEAD + written(table), encoding="utf-8")


if __name__ == "__main__":  # compiled code finds functions by their module, and `__main__` is nobody's
    from spielkiste.games.zahlenluchs.tools.learn_teams import main as run

    run()
