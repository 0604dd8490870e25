"""One thin function a verb, as an entry point for compiling it alone."""

from typing import Any

from spielkiste.core.verbs import (
    bound,
    conceal,
    estimate,
    guess,
    in_turn,
    lean,
    legal,
    odds,
    play,
    resolve,
    score,
    standing,
)


def call_in_turn(s: Any) -> int:
    return in_turn(s)


def call_odds(s: Any, out: Any) -> int:
    return odds(s, out)


def call_legal(s: Any, seat: int, out: Any) -> int:
    return legal(s, seat, out)


def call_play(s: Any, seat: int, action: int) -> None:
    play(s, seat, action)


def call_score(s: Any, seat: int) -> int:
    return score(s, seat)


def call_standing(s: Any, seat: int) -> int:
    return standing(s, seat)


def call_conceal(s: Any, seat: int) -> None:
    conceal(s, seat)


def call_resolve(s: Any) -> None:
    resolve(s)


def call_estimate(s: Any, seat: int) -> float:
    return estimate(s, seat)


def call_lean(s: Any, seat: int, action: int) -> int:
    return lean(s, seat, action)


def call_guess(s: Any, seat: int, dice: Any) -> None:
    guess(s, seat, dice)


def call_bound(s: Any, seat: int) -> int:
    return bound(s, seat)
