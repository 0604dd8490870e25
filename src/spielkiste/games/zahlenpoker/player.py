"""The bots of levels 2 to 5: they form an opinion of the others, plan against it, and limit what they risk.

With two players the risk is exact. Showing any thing with equal chance keeps the value of the situation whatever the
opponent does (`pairings.py`), so a mixture risks what it could lose against the worst reply, and what the opponent
really shows tells what the mixture gained or lost. A bot begins with an allowance, adds what it gained, takes off what
it lost, and never risks more than it has: so nobody, not even one who knows the bot, wins more than the allowance from
it on average. (Ganzfried and Sandholm, "Safe opponent exploitation", 2015, with an allowance to begin with.)
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any
from weakref import WeakKeyDictionary

from spielkiste.core.record import Record
from spielkiste.core.state import State

from .many import weights_by_rule
from .notation import write
from .opinion import Past, opinions, prediction
from .pairings import value_of
from .rules import NOT_YET, all_have_chosen
from .styles import number_in_hand
from .tree import choices, lead, play_round

REMEMBERED = 300  # rounds of which a bot knows what it risked: more than thirty games
LITTLE = 0.02  # of a win: what promises less is left to chance; from 0 to 0.05 trials showed no clear difference
SPLITS = 10  # two moves are mixed in tenths


@dataclass(frozen=True)
class Manner:
    """`allowance` limits the risk with two players. With more, `boldest` is the share of choices that are not left to
    chance, and `simulations` how often each move is tried."""

    allowance: float
    boldest: float
    simulations: int


# So that each level does better against predictable players than the one below: docs/zahlenpoker-equilibrium.md.
MANNERS = {
    2: Manner(allowance=0.03, boldest=0.0, simulations=0),
    3: Manner(allowance=0.06, boldest=0.35, simulations=600),
    4: Manner(allowance=0.25, boldest=0.7, simulations=1500),
    5: Manner(allowance=0.6, boldest=1.0, simulations=10_000),
}

Gains = dict[int, float]  # what a mixture gains beyond the value, by what the opponent shows
Ledger = dict[Any, Gains]  # by seat and what was shown before
_ledgers: WeakKeyDictionary[random.Random, Ledger] = WeakKeyDictionary()


def choose(state: State, seat: int, level: int, rng: random.Random, seconds: float) -> str:
    seen, past, manner = state.seen(seat), Past(state, seat), MANNERS[level]
    actions = choices(seen, seat)
    if seen.players == 2:
        shares = mixture_of_two(seen, seat, past, manner.allowance, ledger_of(rng))
    else:
        shares = mixture_of_many(state, seen, seat, past, manner, rng, seconds)
    (action,) = rng.choices(actions, shares)
    return write(seen, seat, action)


def ledger_of(rng: random.Random) -> Ledger:
    """What a bot, known by its random numbers, gained and lost in rounds before."""
    return _ledgers.setdefault(rng, {})


def fair_shares(seen: Any, seat: int) -> list[float]:
    """Any thing in hand with equal chance."""
    numbers = [number_in_hand(seen, seat, action) for action in choices(seen, seat)]
    return [number / sum(numbers) for number in numbers]


# --- two players ----------------------------------------------------------------------------------


def mixture_of_two(seen: Any, seat: int, past: Past, allowance: float, ledger: Ledger) -> list[float]:
    """How likely each thing is shown: what promises most against the opponent as one thinks, within the risk."""
    record = seen.copy()
    record.choice[:] = [NOT_YET] * len(record.choice)  # what the opponent may have chosen is not known
    gains = gains_beyond(record, seat)
    expected = prediction(record, 1 - seat, opinions(past, 2)[1 - seat])
    hopes = [sum(p * gain for p, gain in zip(expected, row, strict=True)) for row in gains]
    shares = dare(fair_shares(record, seat), hopes, gains, balance(seat, past, allowance, ledger))
    forget_old_rounds(ledger, past)
    ledger[seat, past.key] = dict(zip(choices(record, 1 - seat), by_reply(shares, gains), strict=True))
    return shares


def forget_old_rounds(ledger: Ledger, past: Past) -> None:
    """Makes room for one more, but never forgets what was risked in this game: that would give the allowance anew."""
    others = [(seat, key) for seat, key in ledger if key != past.key[: len(key)]]
    for old in others[: max(0, len(ledger) + 1 - REMEMBERED)]:
        del ledger[old]


def gains_beyond(s: Record, seat: int) -> list[list[float]]:
    """What each own move gains beyond the value of the situation, by each move of the opponent."""
    sign, ahead = (1, lead(s)) if seat == 0 else (-1, lead(s))
    now = value_of(s, ahead)
    rows = []
    for mine in choices(s, seat):
        row = []
        for theirs in choices(s, 1 - seat):
            after, gain = play_round(s, *((mine, theirs) if seat == 0 else (theirs, mine)))
            row.append(sign * float(value_of(after, ahead + gain) - now))
        rows.append(row)
    return rows


def balance(seat: int, past: Past, allowance: float, ledger: Ledger) -> float:
    """The allowance, and what earlier rounds of this game gained or lost; rounds played by others count nothing."""
    total, key = allowance, past.key
    for k, (_, shown) in enumerate(past.rounds):
        total += ledger.get((seat, key[:k]), {}).get(shown[1 - seat], 0.0)
    return max(0.0, total)


def dare(fair: list[float], hopes: Sequence[float], gains: list[list[float]], balance: float) -> list[float]:
    """Of all blends of chance with one or two moves the one that promises most and risks no more than the balance."""
    best, found = LITTLE, fair
    for one, other in combinations_with_replacement(range(len(fair)), 2):
        for split in range(1, SPLITS) if one != other else (SPLITS,):
            bold = [0.0] * len(fair)
            bold[one] += split / SPLITS
            bold[other] += 1 - split / SPLITS
            promise = sum(p * hope for p, hope in zip(bold, hopes, strict=True))
            risk = max(0.0, -min(by_reply(bold, gains)))
            share = 1.0 if risk <= balance else balance / risk  # the rest is chance, which gains and loses nothing
            if share * promise > best:
                best, found = share * promise, blend(fair, bold, share)
    return found


def by_reply(shares: list[float], gains: list[list[float]]) -> list[float]:
    """What a mixture gains beyond the value, by each move of the opponent."""
    return [sum(p * gain for p, gain in zip(shares, column, strict=True)) for column in zip(*gains, strict=True)]


def blend(one: list[float], other: list[float], share: float) -> list[float]:
    return [(1 - share) * p + share * q for p, q in zip(one, other, strict=True)]


# --- three and four -------------------------------------------------------------------------------


def mixture_of_many(
    state: State, seen: Any, seat: int, past: Past, manner: Manner, rng: random.Random, seconds: float
) -> list[float]:
    """Any thing, and with the share that is not left to chance what promises most. A thief takes what promises most."""
    if manner.simulations == 0:
        return [float(weight) for weight in weights_by_rule(seen, seat)]
    from .foresee import promises  # compiled

    found = promises(state.game, seen, seat, past, manner.simulations, rng.getrandbits(31), seconds)
    best = found.index(max(found))
    bold = [float(k == best) for k in range(len(found))]
    return bold if all_have_chosen(seen) else blend(fair_shares(seen, seat), bold, manner.boldest)
