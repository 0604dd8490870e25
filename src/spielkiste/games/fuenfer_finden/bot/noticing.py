"""What a player of a level notices: of all fivers on the board some, the plain shapes sooner than the crooked ones.

The rules know no seconds. So a level's quickness is how likely it notices a fiver at all while a round lasts; a server
that paces bots by the clock finds seconds in `SECONDS_A_FIVER`. Whether a fiver is noticed depends on board, round,
roll, seat and level alone: looking again, or asking a fresh bot, finds nothing new.
"""

import random

from spielkiste.core.record import Record

from ..actions import shape_of
from ..rules import BASE
from ..shapes import VALUES

KEENEST = 5  # sees everything
# How likely a level notices a fiver of the plainest shapes; chosen by the ladder in docs/fuenfer-planner.md.
BASE_CHANCE = {1: 0.1, 2: 0.21, 3: 0.34, 4: 0.6}
PUZZLE_CHANCE = {1: 0.11, 2: 0.2, 3: 0.34, 4: 0.7}
# How much of that is left for a shape of each value: the values follow how hard a shape is to see.
EASE = {1: 1.0, 2: 0.9, 3: 0.8, 4: 0.7}
SECONDS_A_FIVER = {1: 30.0, 2: 20.0, 3: 13.0, 4: 9.0, 5: 6.0}  # a guess to be tuned with people at the table


def notices(s: Record, seat: int, level: int, fivers: list[int]) -> list[int]:
    """The fivers a level notices, in the order in which it does; `fivers` are all of the roll, in order."""
    if level >= KEENEST:
        return fivers
    chance = (BASE_CHANCE if s.mode == BASE else PUZZLE_CHANCE)[level]
    board = "".join(map(str, s.board[seat]))
    eyes = random.Random(f"{level} {seat} {s.round} {s.roll} {board}")
    found = [p for p in fivers if eyes.random() < chance * EASE[VALUES[shape_of(p)]]]
    eyes.shuffle(found)
    return found
