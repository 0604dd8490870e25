"""The verbs every game has. Search, playouts and the state call these; a room says what they mean.

In plain Python a record carries its room's rules. In compiled code the record's *type* chooses them (`compiled.py`), so
that a search written once is specialised for each game and still cached on disk.
"""

from typing import Any

from spielkiste.core.dice import below
from spielkiste.core.record import Out, Record

CHANCE = -1
CLOCK = -2
SEATS_AT_MOST = 60  # a set of seats is one 64-bit number
NO_LIMIT = 1 << 40  # points: more than any game has


def in_turn(s: Record) -> int:
    """The seats that may act, as bits: bit seat + 2, so CLOCK is bit 0 and CHANCE bit 1. No bit: the game is over."""
    return s.rules.in_turn(s)  # type: ignore[no-any-return]  # a record is dynamic


def odds(s: Record, out: Out) -> int:
    """At a chance event: the number of outcomes n; out[0:n] are their whole-number weights (0: impossible)."""
    return s.rules.odds(s, out)  # type: ignore[no-any-return]  # a record is dynamic


def fall(s: Record, dice: Any, out: Out) -> int:
    """At a chance event: an outcome by its weight, of one random number; `out` is scratch. Default: by the list of
    `odds`; a room may find the same outcome quicker."""
    return s.rules.fall(s, dice, out)  # type: ignore[no-any-return]  # a record is dynamic


def legal(s: Record, seat: int, out: Out) -> int:
    """The number of listed moves of a seat in turn (a player or CLOCK); they are written to out."""
    return s.rules.legal(s, seat, out)  # type: ignore[no-any-return]  # a record is dynamic


def play(s: Record, seat: int, action: int) -> None:
    """Makes a legal move; the record changes."""
    s.rules.play(s, seat, action)


def score(s: Record, seat: int) -> int:
    """Points of a seat so far."""
    return s.rules.score(s, seat)  # type: ignore[no-any-return]  # a record is dynamic


def standing(s: Record, seat: int) -> int:
    """What places go by at the end: points and, within equal points, the game's tie rules. Default: the score."""
    return s.rules.standing(s, seat)  # type: ignore[no-any-return]  # a record is dynamic


def conceal(s: Record, seat: int) -> None:
    """Blanks in the record what this seat (-1: a spectator) may not know. Default: nothing is hidden."""
    s.rules.conceal(s, seat)


def resolve(s: Record) -> None:
    """Settles what a move left open because it needs a search. Default: moves leave nothing open."""
    s.rules.resolve(s)


# What a game's players know beyond the rules, in the room's `knowledge.py`.


def estimate(s: Record, seat: int) -> float:
    """How a position looks for a seat before the end, from -1 (lost) to 1 (won). Default: even."""
    return s.rules.estimate(s, seat)  # type: ignore[no-any-return]  # a record is dynamic


def lean(s: Record, seat: int, action: int) -> int:
    """How readily a listed move is considered (a prior), as a whole-number weight of 1 or more. Default: all alike."""
    return s.rules.lean(s, seat, action)  # type: ignore[no-any-return]  # a record is dynamic


def guess(s: Record, seat: int, dice: Any) -> None:
    """Fills in what `conceal` blanked for a seat, with dice, so that it might be true (a determinisation). Default:
    leaves it blank."""
    s.rules.guess(s, seat, dice)


def bound(s: Record, seat: int) -> int:
    """The most points a seat can still reach, whatever comes; never too few. Default: no limit is known."""
    return s.rules.bound(s, seat)  # type: ignore[no-any-return]  # a record is dynamic


# What those who learn are shown, in the room's `features.py`.


def observe(s: Record, seat: int, out: Any) -> None:
    """Writes what a seat sees as numbers; `s` is concealed for it, and `out` is all zeros before. Default: nothing."""
    s.rules.observe(s, seat, out)


# What a room may leave out.


def standing_by_score(s: Record, seat: int) -> int:
    return score(s, seat)


def no_odds(s: Record, out: Out) -> int:
    return 0


def fall_by_odds(s: Record, dice: Any, out: Out) -> int:
    count = odds(s, out)
    total = 0
    for k in range(count):
        total += out[k]
    ticket = below(dice, total)
    outcome, passed = 0, 0
    for k in range(count):  # to the end: leaving the loop at random would cost more than it saves
        passed += out[k]
        outcome += 1 if ticket >= passed else 0
    return outcome


def nothing_hidden(s: Record, seat: int) -> None:
    pass


def nothing_open(s: Record) -> None:
    pass


def even(s: Record, seat: int) -> float:
    return 0.0


def all_alike(s: Record, seat: int, action: int) -> int:
    return 1


def nothing_guessed(s: Record, seat: int, dice: Any) -> None:
    pass


def no_limit_known(s: Record, seat: int) -> int:
    return NO_LIMIT


def nothing_observed(s: Record, seat: int, out: Any) -> None:
    pass


NEEDED = ("in_turn", "legal", "play", "score")
DEFAULTS: dict[str, Any] = {
    "odds": no_odds,
    "fall": fall_by_odds,
    "standing": standing_by_score,
    "conceal": nothing_hidden,
    "resolve": nothing_open,
    "estimate": even,
    "lean": all_alike,
    "guess": nothing_guessed,
    "bound": no_limit_known,
    "observe": nothing_observed,
}
KNOWLEDGE = ("estimate", "lean", "guess", "bound")
VERBS = (*NEEDED, *DEFAULTS)
