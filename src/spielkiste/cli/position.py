"""A position given by moves on the command line, for `analyse` and `solve`."""

import re
from pathlib import Path

import numpy as np

from spielkiste.cli.speech import Told, refusal
from spielkiste.core.deal import deal
from spielkiste.core.errors import IllegalMove, NotAMove, OptionError
from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE

BETWEEN = re.compile(r"[\s,;]+")
SEAT = re.compile(r"(-?[0-9]+):\s*")
LONGEST = 400  # letters of a move


def position(which: Game, given: str, seed: int, lang: str = "en") -> State:
    """The state after these moves; why one is not possible is told in the language."""
    rng = np.random.default_rng(seed)
    state = which.start()
    for seat, move in read_moves(which, text_of(given)):
        if not (state.turn == (CHANCE,) and move in state.moves()):
            state = deal(state, rng)
        try:
            state = state.play(move, seat=seat)
        except IllegalMove:
            who = state.turn[0] if seat is None else seat
            raise Told(refusal(state, move, Look(who, lang))) from None
    return deal(state, rng)


def text_of(given: str) -> str:
    if not given.startswith("@"):
        return given
    try:
        return Path(given[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise OptionError(f"moves={given!r}: {wrong}") from None


def read_moves(which: Game, text: str) -> list[tuple[int | None, str]]:
    """The moves with their seats, where named. A move may hold spaces and commas itself: the longest that can be read
    is taken."""
    pattern = re.compile(which.room.notation.PATTERN, re.ASCII)
    found: list[tuple[int | None, str]] = []
    at = skip(text, 0)
    while at < len(text):
        seat = SEAT.match(text, at)
        begin = seat.end() if seat else at
        ends = [gap.start() for gap in BETWEEN.finditer(text, begin, begin + LONGEST)] + [len(text)]
        move = next((text[begin:end] for end in reversed(ends) if pattern.fullmatch(text, begin, end)), None)
        if move is None:
            raise NotAMove(f"{text[begin : begin + 20]!r} cannot be read as a move of {which.slug}")
        found.append((int(seat[1]) if seat else None, move))
        at = skip(text, begin + len(move))
    return found


def skip(text: str, at: int) -> int:
    gap = BETWEEN.match(text, at)
    return gap.end() if gap else at
