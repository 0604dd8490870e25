"""Three and four players: a way to play of which one knows what the best reply wins from it.

Show any thing with equal chance, as with two; rob by the stones shown alone (`robbed_stone`). Against others who do so,
in whatever order I show my things, each meets any of theirs with equal chance, and how thieves rob does not depend on
the order either. So nothing is won by showing, and all that is left to me is whom I rob, once. The more is decided
before, the better I know: the best reply keeps the empty hand to the end and then robs whoever it is best to rob. What
that wins is measured by playing it (`best_reply`), and nobody who is alone against the others wins more.
"""

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any, NamedTuple

from spielkiste.core.errors import NotYourTurn, OptionError
from spielkiste.core.game import game
from spielkiste.core.state import State

from .notation import write
from .rules import FIRST_STEAL, VALUES, all_have_chosen
from .styles import number_in_hand
from .tree import choices

Stones = tuple[int, ...]  # what the others show, from the thief's left on

BATCH = 20_000  # games in a row; each batch has random numbers of its own, so more cores give the same result
NAIVE, BY_RULE = "naive", "rule"


class Measured(NamedTuple):
    """A mean over games, and its standard error."""

    mean: float
    error: float


class Batch(NamedTuple):
    """Sums over games of the best reply: see `robbing.reply_best`."""

    sums: Any
    by_key: Any
    counts: Any
    games: int


def robbed_stone(stones: Stones) -> int:
    """Which stone to steal: the highest; but the single one under two equals that are just one higher. They cancel each
    other, and nobody else wins."""
    high, low = max(stones), min(stones)
    if len(stones) == 3 and high == low + 1 and stones.count(high) == 2:
        return low
    return high


def strategy(state: State, seat: int) -> dict[str, float]:
    """How likely a seat in turn makes each of its moves, by what it may know."""
    if state.game.slug != "zahlenpoker" or state.game.players < 3:
        raise OptionError(f"this is for zahlenpoker with three or four players, not {state.game!r}")
    if not state.moves(seat):
        raise NotYourTurn(f"seat {seat} is not in turn; in turn: {state.turn}")
    seen = state.seen(seat)
    weights = weights_by_rule(seen, seat)
    return {
        write(seen, seat, action): weight / sum(weights)
        for action, weight in zip(choices(seen, seat), weights, strict=True)
    }


def weights_by_rule(seen: Any, seat: int) -> list[int]:
    """Each thing in hand alike; of the stones to steal the first of the best value."""
    actions = choices(seen, seat)
    if not all_have_chosen(seen):
        return [number_in_hand(seen, seat, action) for action in actions]
    others = [(seat + step) % seen.players for step in range(1, seen.players)]
    stones = tuple(seen.choice[other] for other in others)
    robbed = others[stones.index(robbed_stone(stones))]
    return [int(action == FIRST_STEAL + robbed) for action in actions]


# --- what the best reply wins ---------------------------------------------------------------------


def key_of(stones: Stones) -> int:
    """As `robbing.key_of`."""
    return sum(stone * 5**k for k, stone in enumerate(stones))


def rule(players: int, called: str) -> Any:
    """As `robbing` reads it; naive: the thief of two players has no choice, so nothing says whom to rob."""
    import numpy as np

    from .robbing import ANYBODY, KEYS

    steps = np.full(KEYS, ANYBODY, dtype=np.int64)
    if called == BY_RULE:
        for stones in product(range(1, VALUES + 1), repeat=players - 1):
            steps[key_of(stones)] = 1 + stones.index(robbed_stone(stones))
    return steps


def best_reply(players: int, called: str, games: int, seed: int) -> Batch:
    """So many games of the best reply to everybody else playing by a rule."""
    import numpy as np

    from spielkiste.core.compiled import Machine, compiled

    from . import robbing

    of = game("zahlenpoker", players=players)
    machine = Machine(of)
    batch = Batch(np.zeros(4), np.zeros((robbing.KEYS, 4)), np.zeros(robbing.KEYS, dtype=np.int64), games)
    given = (machine.records(1, of.first), machine.records(2), rule(players, called), machine.dice(seed))
    compiled(robbing.reply_best)(*given, games, batch.sums, batch.by_key, batch.counts)
    return batch


def added(batches: list[Batch]) -> Batch:
    return Batch(*(sum(parts) for parts in zip(*batches, strict=True)))


def exploitability(batch: Batch) -> Measured:
    """What the best reply wins beyond playing like all others, who are level by symmetry; game by game."""
    best, usual, _, square = batch.sums / batch.games
    return Measured(float(best - usual), float(((square - (best - usual) ** 2) / batch.games) ** 0.5))


def theft_values(players: int, batch: Batch) -> Iterator[tuple[Stones, dict[int, float]]]:
    """What it is worth to steal each of the stones shown, whoever shows which."""
    for stones in product(range(1, VALUES + 1), repeat=players - 1):
        if list(stones) == sorted(stones):
            totals, counts = dict.fromkeys(stones, 0.0), dict.fromkeys(stones, 0)
            for order in set(permutations(stones)):
                for step, stone in enumerate(order, start=1):
                    totals[stone] += float(batch.by_key[key_of(order), step])
                    counts[stone] += int(batch.counts[key_of(order)])
            yield stones, {stone: total / max(1, counts[stone]) for stone, total in totals.items()}


def among_naive(players: int, games: int, seed: int) -> Measured:
    """What seat 0 wins by the rule if all others rob anybody."""
    import numpy as np

    from spielkiste.core.compiled import Machine, compiled

    from . import robbing

    of = game("zahlenpoker", players=players)
    machine, sums = Machine(of), np.zeros(2 * players)
    rules = np.array([rule(players, BY_RULE if seat == 0 else NAIVE) for seat in range(players)])
    compiled(robbing.contest)(machine.records(1, of.first), machine.records(1), rules, machine.dice(seed), games, sums)
    mean, square = float(sums[0] / games), float(sums[players] / games)
    return Measured(mean, ((square - mean * mean) / games) ** 0.5)
