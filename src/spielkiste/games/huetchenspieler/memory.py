"""Remembering where the stones are, and forgetting.

Where two stones cross while one is slid past the other, a forgetful player overlooks it with some probability and
believes from then on that each stands where the other does. The more crossings, the more is forgotten; a slide from one
end to the other has three. A stone uncovered is seen by all, and a wrong belief about it is put right.
"""

import random
from itertools import permutations

from spielkiste.core.state import State

from .rules import PLACES

Row = tuple[int, ...]  # the symbols by place
LIKELY_LAPSE = 0.15  # a slider's guess how often a seeker overlooks a crossing: between levels 2 and 3


class Hiding:
    """What everybody saw of the current hiding, in order."""

    def __init__(self, state: State) -> None:
        moves = [move.split() for _, move in state.moves_made]
        layouts = [k for k, move in enumerate(moves) if move[0] == "lay"]
        self.number = len(layouts)
        shown = moves[layouts[-1] :] if layouts else []
        self.laid: Row = tuple(map(int, shown[0][1])) if shown else ()
        self.slides = [(int(move[1]) - 1, int(move[2]) - 1) for move in shown if move[0] == "slide"]
        self.asked = [int(move[1]) for move in shown if move[0] == "ask"]
        self.taken = [int(move[1]) - 1 for move in shown if move[0] == "take"]

    def row(self, lapse: float = 0.0, rng: random.Random | None = None) -> Row:
        """The row as a player remembers it who overlooks a crossing with this probability."""
        row = self.laid
        for place, to in self.slides:
            for left in crossings(place, to):
                if rng is None or rng.random() >= lapse:
                    row = swapped(row, left, left + 1)
        true = row if rng is None else self.row()
        for place in self.taken:
            row = put_right(row, place, true[place])
        return row


def crossings(place: int, to: int) -> list[int]:
    """Where stones cross in a slide, in order: the left place of each pair."""
    return list(range(place, to)) if to > place else list(range(place - 1, to - 1, -1))


def swapped(row: Row, one: int, other: int) -> Row:
    changed = list(row)
    changed[one], changed[other] = row[other], row[one]
    return tuple(changed)


def put_right(row: Row, place: int, symbol: int) -> Row:
    """A stone was uncovered: the symbol thought to be there is now thought to be where the shown one was."""
    return swapped(row, place, row.index(symbol))


# --- what a slider thinks of the seekers' memory ---------------------------------------------------

Beliefs = dict[Row, float]  # rows a seeker may believe in, with their probabilities


def beliefs(hiding: Hiding, slides: list[tuple[int, int]]) -> Beliefs:
    """What a forgetful seeker may believe after these slides."""
    spread: Beliefs = {hiding.laid: 1.0}
    for place, to in slides:
        for left in crossings(place, to):
            following = dict.fromkeys(permutations(hiding.laid), 0.0)
            for row, share in spread.items():
                following[row] += share * LIKELY_LAPSE
                following[swapped(row, left, left + 1)] += share * (1 - LIKELY_LAPSE)
            spread = {row: share for row, share in following.items() if share}
    return spread


def misplaced(spread: Beliefs, true: Row) -> float:
    """The expected number of stones a seeker would look for in the wrong place."""
    return sum(share * sum(a != b for a, b in zip(row, true, strict=True)) for row, share in spread.items())


def answered(spread: Beliefs, asked: int, place: int, true: Row) -> Beliefs:
    """What the seekers may believe after an answer: those that would have answered so, put right."""
    left: Beliefs = {}
    for row, share in spread.items():
        if row[place] == asked:
            row = put_right(row, place, true[place])
            left[row] = left.get(row, 0.0) + share
    total = sum(left.values())
    return {row: share / total for row, share in left.items()} if total else {true: 1.0}


def kept(spread: Beliefs, symbols: Row, true: Row) -> tuple[float, int]:
    """How many stones the slider may expect to keep, and the best symbol to ask for; `symbols` are still covered."""
    best, question = -1.0, symbols[0]
    for asked in symbols:
        worth = 0.0
        for place in range(PLACES):
            chance = sum(share for row, share in spread.items() if row[place] == asked)
            if chance > 0:
                wrong = true[place] != asked
                worth += chance * wrong * (2 if len(symbols) == 2 else 1)
                if len(symbols) > 2:
                    rest = tuple(symbol for symbol in symbols if symbol != true[place])
                    worth += chance * kept(answered(spread, asked, place, true), rest, true)[0]
        if worth > best:
            best, question = worth, asked
    return best, question
