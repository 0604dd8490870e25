"""One thin function a verb, as an entry point for compiling it alone."""

from typing import Any

from spielkiste.core.record import Out, Record
from spielkiste.core.verbs import (
    bound,
    conceal,
    estimate,
    fall,
    guess,
    in_turn,
    lean,
    legal,
    observe,
    odds,
    play,
    resolve,
    score,
    standing,
)


def call_in_turn(s: Record) -> int:
    return in_turn(s)


def call_odds(s: Record, out: Out) -> int:
    return odds(s, out)


def call_fall(s: Record, dice: Any, out: Out) -> int:
    return fall(s, dice, out)


def call_legal(s: Record, seat: int, out: Out) -> int:
    return legal(s, seat, out)


def call_play(s: Record, seat: int, action: int) -> None:
    play(s, seat, action)


def call_score(s: Record, seat: int) -> int:
    return score(s, seat)


def call_standing(s: Record, seat: int) -> int:
    return standing(s, seat)


def call_conceal(s: Record, seat: int) -> None:
    conceal(s, seat)


def call_resolve(s: Record) -> None:
    resolve(s)


def call_estimate(s: Record, seat: int) -> float:
    return estimate(s, seat)


def call_lean(s: Record, seat: int, action: int) -> int:
    return lean(s, seat, action)


def call_guess(s: Record, seat: int, dice: Any) -> None:
    guess(s, seat, dice)


def call_bound(s: Record, seat: int) -> int:
    return bound(s, seat)


def call_observe(s: Record, seat: int, out: Any) -> None:
    observe(s, seat, out)
