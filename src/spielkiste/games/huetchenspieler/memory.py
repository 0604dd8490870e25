"""Remembering where the stones are, and forgetting.

Where two stones cross while one is slid past the other, a forgetful player overlooks it with some probability and
believes from then on that each stands where the other does. The more crossings, the more is forgotten; a slide from one
end to the other has three. A stone uncovered is seen by all, and a wrong belief about it is put right.
"""

import hashlib
from itertools import permutations

from spielkiste.core.state import State

from .rules import PLACES

Row = tuple[int, ...]  # the symbols by place
LIKELY_LAPSE = 0.15  # a slider's guess how often a seeker overlooks a crossing: between levels 2 and 3
ALL_TICKETS = 1 << 64


class Attention:
    """Which crossings a player overlooks. That follows from its seed, its seat and all that was seen up to then: what
    was overlooked stays so at every question and in any process, and another hiding or game is looked at anew."""

    def __init__(self, lapse: float, seed: int, seat: int) -> None:
        self.lapse, self.seed, self.seat = lapse, seed, seat

    def overlooks(self, seen: tuple[tuple[int, str], ...], crossing: int) -> bool:
        """Whether it misses this crossing (by number) of the last move seen."""
        ticket = hashlib.sha256(f"{self.seed}/{self.seat}/{seen}/{crossing}".encode()).digest()[:8]
        return int.from_bytes(ticket, "big") < self.lapse * ALL_TICKETS


class Hiding:
    """What everybody saw of the current hiding, in order, and of the game before it."""

    def __init__(self, state: State) -> None:
        self.seen = state.moves_made
        begun = max((k for k, (_, move) in enumerate(self.seen) if move.startswith("lay")), default=len(self.seen))
        shown = [(k, self.seen[k][1].split()) for k in range(begun, len(self.seen))]
        self.laid: Row = tuple(map(int, shown[0][1][1])) if shown else ()
        self.slides = [(int(move[1]) - 1, int(move[2]) - 1) for _, move in shown if move[0] == "slide"]
        self.slid_at = [k for k, move in shown if move[0] == "slide"]  # which moves of the game they were
        self.asked = [int(move[1]) for _, move in shown if move[0] == "ask"]
        self.taken = [int(move[1]) - 1 for _, move in shown if move[0] == "take"]

    def row(self) -> Row:
        """The row as it is, for whoever overlooks nothing."""
        row = self.laid
        for place, to in self.slides:
            row = slid(row, place, to)
        return row

    def remembered(self, attention: Attention) -> Row:
        """The row as a player remembers it who does not see every crossing; put right by each stone uncovered."""
        row = self.laid
        for at, (place, to) in zip(self.slid_at, self.slides, strict=True):
            for number, left in enumerate(crossings(place, to)):
                if not attention.overlooks(self.seen[: at + 1], number):
                    row = swapped(row, left, left + 1)
        true = self.row()
        for place in self.taken:
            row = put_right(row, place, true[place])
        return row


def slid(row: Row, place: int, to: int) -> Row:
    for left in crossings(place, to):
        row = swapped(row, left, left + 1)
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

Beliefs = dict[Row, float]  # rows a seeker may believe in, with their probabilities (a belief state)


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


def best_question(spread: Beliefs, symbols: Row, true: Row) -> tuple[float, int]:
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
                    worth += chance * best_question(answered(spread, asked, place, true), rest, true)[0]
        if worth > best:
            best, question = worth, asked
    return best, question
