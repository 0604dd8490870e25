"""The players, from one that takes what it happens to see to one that overlooks nothing and plans."""

import random

from spielkiste.core.record import Record
from spielkiste.core.state import State
from spielkiste.search.limit import Limit
from spielkiste.search.player import decision_random
from spielkiste.search.thought import Thought

from ..actions import DONE, ERASE, HALF, STRIKE, STRIKE_UNMARKED, TURN, cell_of, shape_of
from ..notation import write
from ..outlines import COUNTED_FIVERS, first_cell, taken_cells, valid_shapes
from ..rules import BASE, STRIKING, may_turn
from ..shapes import CELLS_A_BOARD, SIDE, VALUES
from .noticing import notices
from .solver import best_placements, best_rest, fivers_of, listed

TIDY = 3  # from this level on hatching where it hurts least


def in_words(s: Record, seat: int, action: int) -> str:
    """The move an action means; `done` where the hourglass cannot be turned."""
    return write(s, seat, DONE if action == TURN and not may_turn(s) else action)


class Finder:
    """What all levels have in common; by itself level 1, which takes what it happens to see and strikes anything.

    What it notices follows from what lies on its board, what it leaves to chance from its seed and the decision.
    """

    def __init__(self, level: int, seed: int) -> None:
        self.level, self.seed = level, seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        """A move from what the seat sees."""
        s, luck = state.seen(seat), decision_random(self.seed, seat, state)
        if s.phase == STRIKING:
            action = self.strike(s, seat, luck, limit)
        elif s.mode == BASE:
            action = self.outline(s, seat)
        else:
            action = TURN if s.drawn[seat] else self.fiver(s, seat, luck, limit)
        return in_words(s, seat, action)

    def noticed(self, s: Record, seat: int) -> list[int]:
        """The fivers it sees, in the order in which it would outline them."""
        return notices(s, seat, self.level, fivers_of(s, seat))

    def first_possible(self, s: Record, seat: int) -> int:
        possible = set(listed(s, seat))
        return next((p for p in self.noticed(s, seat) if p in possible), TURN)

    def outline(self, s: Record, seat: int) -> int:
        """Base game: the next outline; once all that was seen is outlined, the hourglass."""
        enough = valid_shapes(s, seat).bit_count() >= COUNTED_FIVERS  # a sixth would push out the dearest
        return TURN if enough else self.first_possible(s, seat)

    def fiver(self, s: Record, seat: int, luck: random.Random, limit: Limit) -> int:
        """Puzzle and solo: the one fiver of this round, or the hourglass."""
        return self.first_possible(s, seat)

    def strike(self, s: Record, seat: int, luck: random.Random, limit: Limit) -> int:
        return luck.choice(listed(s, seat))


class Orderly(Finder):
    """Levels 2 and 3: the dearest first; strikes the cheapest, at level 3 where it hurts least."""

    def noticed(self, s: Record, seat: int) -> list[int]:
        return sorted(super().noticed(s, seat), key=lambda p: -VALUES[shape_of(p)])

    def strike(self, s: Record, seat: int, luck: random.Random, limit: Limit) -> int:
        strikes = listed(s, seat)
        cheapest = min(VALUES[struck_shape(action)] for action in strikes)
        strikes = [action for action in strikes if VALUES[struck_shape(action)] == cheapest]
        luck.shuffle(strikes)
        return min(strikes, key=lambda action: open_sides(s, seat, action)) if self.level >= TIDY else strikes[0]


class Clever(Finder):
    """Level 4: the best of all it sees, in a round exactly, in the puzzle by the learnt table."""

    def outline(self, s: Record, seat: int) -> int:
        """Erases what stands in the way of the best round, then outlines what is missing."""
        seen = self.noticed(s, seat)
        best, most = best_placements(s, seat, seen)
        rest, value = best_rest(s, seat, seen)
        if value < most:
            standing = [int(s.outlines[seat][k]) for k in range(s.drawn[seat])]
            return ERASE + first_cell(next(outline for outline in reversed(standing) if outline not in best))
        return rest[0] if rest else TURN

    def fiver(self, s: Record, seat: int, luck: random.Random, limit: Limit) -> int:
        from .plans import quick_plans, roll_of, sheet_of  # only here: lower levels do not plan

        seen = set(self.noticed(s, seat)) & set(listed(s, seat))
        found = [plan.action for plan in quick_plans(sheet_of(s, seat), roll_of(s), seen) if plan.action != DONE]
        return found[0] if found else TURN

    def strike(self, s: Record, seat: int, luck: random.Random, limit: Limit) -> int:
        from .plans import quick_plans, roll_of, sheet_of

        return quick_plans(sheet_of(s, seat), roll_of(s))[0].action


class Planning(Clever):
    """Level 5: overlooks nothing, and plans over the rolls to come; it can also say what it thinks of every move."""

    def fiver(self, s: Record, seat: int, luck: random.Random, limit: Limit) -> int:
        action = self.strike(s, seat, luck, limit)
        return TURN if action == DONE else action

    def strike(self, s: Record, seat: int, luck: random.Random, limit: Limit) -> int:
        """The best plan, for a round and for a strike alike."""
        from .plans import plans, roll_of, sheet_of

        return plans(sheet_of(s, seat), roll_of(s), limit, luck.getrandbits(30))[0].action

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        from .analysis import thoughts

        return thoughts(state.seen(seat), seat, limit, decision_random(self.seed, seat, state).getrandbits(30))


# --- striking at first sight -------------------------------------------------------------------------


def struck_shape(action: int) -> int:
    return shape_of(action - STRIKE) if action >= STRIKE else action - STRIKE_UNMARKED


def open_sides(s: Record, seat: int, action: int) -> int:
    """Free cells beside a hatched shape: the fewer, the less room it spoils. Unmarked it spoils none."""
    if action < STRIKE:
        return 0
    used = taken_cells(s, seat, 0) | taken_cells(s, seat, 1) << HALF
    own = [cell_of(action - STRIKE, k) for k in range(5)]
    beside = [(cell, cell + step) for cell in own for step in (-SIDE, -1, 1, SIDE)]
    return sum(is_beside(cell, to) and to not in own and not used >> to & 1 for cell, to in beside)


def is_beside(cell: int, to: int) -> bool:
    same_column = cell // SIDE == to // SIDE
    return 0 <= to < CELLS_A_BOARD and (same_column or cell % SIDE == to % SIDE)
