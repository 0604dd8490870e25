"""The players of 5er finden. Levels 1 to 4 overlook fivers (`sight.py`), level 5 sees all and plans.

| level | base game | puzzle and solo |
|---|---|---|
| 1 | outlines what it happens to see | circles anything it sees, strikes anything |
| 2 | the dearest it sees first | the same; strikes the cheapest |
| 3 | as 2, sees more | as 2, sees more; hatches where it hurts least |
| 4 | the best round of what it sees | what it sees, by the learnt table |
| 5 | the best round there is | plans over the rolls to come |
"""

import os
import random

from spielkiste.core.errors import NotYourTurn
from spielkiste.core.game import Game
from spielkiste.core.record import Record
from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit
from spielkiste.search.player import Back, Player, decision_random
from spielkiste.search.thought import Thought

from .actions import DONE, ERASE, HALF, STRIKE, STRIKE_UNMARKED, TURN, cell_of, shape_of
from .notation import write
from .outlines import COUNTED_FIVERS, cheapest_five, first_cell, taken_cells, valid_shapes
from .rules import BASE, MAX_MOVES, SEARCH, STRIKING, legal, play, score, wipe
from .shapes import CELLS_A_BOARD, SIDE, VALUES
from .sight import KEENEST, PACE, notices
from .solve import best_placements, best_rest, fivers_of, spoken

ORDERLY = 2  # from this level on the dearest first
TIDY = 3  # from this level on hatching where it hurts least
CLEVER = 4  # from this level on the best of all that is seen
BEST_ROUND = 18  # 4 4 4 3 3
BEST_PUZZLE = 30  # every shape circled


def pace(level: int) -> float:
    """Seconds a player of this level needs for each fiver it outlines: for servers that pace bots by the clock."""
    return PACE[level]


class Hunter:
    """All levels."""

    def __init__(self, level: int, seed: int) -> None:
        self.level, self.seed = level, seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        return choose(state, seat, self.level, decision_random(self.seed, seat, state), limit.time)

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        return analyse(state, seat, limit.time)


def player(game: Game, level: int, seed: int) -> Player:
    return Hunter(level, seed)


def choose(state: State, seat: int, level: int, rng: random.Random, seconds: float) -> str:
    """A move of this level for a seat in turn, from what the seat sees."""
    s = state.seen(seat)
    if s.phase == STRIKING:
        action = choose_strike(s, seat, level, rng, seconds)
    elif s.mode == BASE:
        action = choose_in_round(s, seat, level)
    else:
        action = choose_fiver(s, seat, level, rng, seconds)
    if action == TURN and "turn" not in state.moves(seat):
        action = DONE
    return write(s, seat, action)


# --- base game -------------------------------------------------------------------------------------


def choose_in_round(s: Record, seat: int, level: int) -> int:
    """The next outline; once all that was seen is outlined, the hourglass."""
    seen = notices(s, seat, level, fivers_of(s, seat))
    if level >= CLEVER:
        return towards_the_best(s, seat, seen)
    if valid_shapes(s, seat).bit_count() >= COUNTED_FIVERS:  # a sixth would push out the dearest
        return TURN
    if level >= ORDERLY:
        seen.sort(key=lambda p: -VALUES[shape_of(p)])
    possible = set(listed(s, seat))
    return next((p for p in seen if p in possible), TURN)


def towards_the_best(s: Record, seat: int, seen: list[int]) -> int:
    """What leads to the best round of these fivers: erases what stands in its way, then outlines what is missing."""
    best, most = best_placements(s, seat, seen)
    rest, value = best_rest(s, seat, seen)
    if value < most:
        standing = [int(s.outlines[seat][k]) for k in range(s.drawn[seat])]
        return ERASE + first_cell(next(outline for outline in reversed(standing) if outline not in best))
    return rest[0] if rest else TURN


# --- puzzle and solo -------------------------------------------------------------------------------


def choose_fiver(s: Record, seat: int, level: int, rng: random.Random, seconds: float) -> int:
    if s.drawn[seat]:
        return TURN
    if level >= KEENEST:
        return best_plan(s, seat, rng, seconds)
    possible = set(listed(s, seat))
    seen = [p for p in notices(s, seat, level, fivers_of(s, seat)) if p in possible]
    if not seen:
        return TURN
    if level >= CLEVER:
        return best_seen(s, seat, set(seen))
    return max(seen, key=lambda p: VALUES[shape_of(p)]) if level >= ORDERLY else seen[0]


def best_seen(s: Record, seat: int, seen: set[int]) -> int:
    from .plans import quick_plans, roll_of, sheet_of

    return next(found.action for found in quick_plans(sheet_of(s, seat), roll_of(s), seen) if found.action != DONE)


def best_plan(s: Record, seat: int, rng: random.Random, seconds: float) -> int:
    from .plans import plans, roll_of, sheet_of

    cores, seed = os.cpu_count() or 1, rng.getrandbits(30)
    action = plans(sheet_of(s, seat), roll_of(s), seconds=seconds, cores=cores, seed=seed)[0].action
    return TURN if action == DONE else action


def choose_strike(s: Record, seat: int, level: int, rng: random.Random, seconds: float) -> int:
    if level >= KEENEST:
        return best_plan(s, seat, rng, seconds)
    strikes = listed(s, seat)
    if level < ORDERLY:
        return rng.choice(strikes)
    if level >= CLEVER:
        from .plans import quick_plans, roll_of, sheet_of

        return quick_plans(sheet_of(s, seat), roll_of(s))[0].action
    cheapest = min(VALUES[struck_shape(action)] for action in strikes)
    strikes = [action for action in strikes if VALUES[struck_shape(action)] == cheapest]
    rng.shuffle(strikes)
    return max(strikes, key=lambda action: at_first_sight(s, seat, action)) if level >= TIDY else strikes[0]


def struck_shape(action: int) -> int:
    return shape_of(action - STRIKE) if action >= STRIKE else action - STRIKE_UNMARKED


def listed(s: Record, seat: int) -> list[int]:
    out = [0] * MAX_MOVES
    return out[: legal(s, seat, out)]


# --- analysis --------------------------------------------------------------------------------------


def analyse(state: State, seat: int, seconds: float) -> list[Thought]:
    """What is thought of each listed move of a seat that may act, the best first.

    A value is not a chance to win but a share of what is possible: in the base game the points of this round before
    doubling, by the best completion (exact), of 18; in the puzzle and solo game the seat's expected score at the end of
    30, more hourglasses left out. Strikes are listed for the gentlest places of each shape only.
    """
    if not state.moves(seat) or seat < 0:
        raise NotYourTurn(f"seat {seat} is not in turn; in turn: {state.turn}")
    s = state.seen(seat)
    if s.mode == BASE:
        thoughts = [thought_of_round(s, seat, action) for action in listed(s, seat)]
    elif s.phase == SEARCH and s.drawn[seat]:
        thoughts = thoughts_of_outline(s, seat, seconds)
    else:
        thoughts = thoughts_of_plan(s, seat, seconds)
    return sorted(thoughts, key=lambda thought: -thought.value)


def thought_of_round(s: Record, seat: int, action: int) -> Thought:
    """A move of the base game by the best that can follow it without erasing; the hourglass point counts."""
    after, move = s.copy(), write(s, seat, action)
    if action in (TURN, DONE):
        return Thought(move, share_of_round(cheapest_five(valid_shapes(s, seat)) + (action == TURN)), 1, True, (move,))
    play(after, seat, action)
    rest, value = best_rest(after, seat)
    return Thought(move, share_of_round(value), 1, True, (move, *spoken(after, seat, rest)))


def share_of_round(points: int) -> float:
    return min(1.0, points / BEST_ROUND)


def thoughts_of_plan(s: Record, seat: int, seconds: float) -> list[Thought]:
    from .plans import plans, roll_of, sheet_of

    so_far = score(s, seat)
    found = plans(sheet_of(s, seat), roll_of(s), seconds=seconds, cores=os.cpu_count() or 1)
    moves = [(write(s, seat, plan.action), plan) for plan in found]
    return [Thought(move, share_of_game(so_far + p.expected), p.games, False, (move,)) for move, p in moves]


def thoughts_of_outline(s: Record, seat: int, seconds: float) -> list[Thought]:
    """While an outline stands: to keep it (`done`, `turn`) or to erase it for the best of all."""
    clean = s.copy()
    wipe(clean, seat)
    plans = thoughts_of_plan(clean, seat, seconds)
    kept = write(s, seat, int(s.outlines[seat][0]))
    best = max(plans, key=lambda thought: thought.value)
    keep = next((thought for thought in plans if thought.move == kept), plans_without(plans))
    thoughts = []
    for action in listed(s, seat):
        basis, move = best if ERASE <= action < TURN else keep, write(s, seat, action)
        extra = 1 / BEST_PUZZLE if action == TURN else 0.0
        line = (move, *basis.line) if basis is best and action < TURN else (move,)
        thoughts.append(Thought(move, min(1.0, basis.value + extra), basis.visits, False, line))
    return thoughts


def plans_without(thoughts: list[Thought]) -> Thought:
    """A wrong outline is as good as none: a shape must be struck."""
    return next(thought for thought in thoughts if thought.move == "done")


def share_of_game(points: float) -> float:
    return min(1.0, points / BEST_PUZZLE)


# --- at first sight --------------------------------------------------------------------------------


def worth(s: Record, seat: int, action: int) -> float:
    """How good a legal move looks to level 2, before it is made; `s` is what the seat sees."""
    if action < ERASE and action not in notices(s, seat, ORDERLY, fivers_of(s, seat)):
        return -1.0  # overlooked
    return at_first_sight(s, seat, action)


def at_first_sight(s: Record, seat: int, action: int) -> float:
    """The same for somebody who overlooks nothing: the planner's yardstick."""
    if action == DONE:
        return 0.0
    if action == TURN:  # a point for nothing, once there is nothing more to outline
        return 0.5
    if action < ERASE:
        enough = s.mode == BASE and s.drawn[seat] >= COUNTED_FIVERS  # a sixth would push out the dearest
        return -1.0 if enough else float(VALUES[shape_of(action)])
    if action >= STRIKE:
        return -VALUES[shape_of(action - STRIKE)] - open_sides(s, seat, action - STRIKE) / 100
    if action >= STRIKE_UNMARKED:
        return -float(VALUES[action - STRIKE_UNMARKED])
    return -2.0  # an outline it drew itself is right


def open_sides(s: Record, seat: int, placement: int) -> int:
    """Free cells beside a placement: the fewer, the less room a hatched shape spoils."""
    used = taken_cells(s, seat, 0) | taken_cells(s, seat, 1) << HALF
    own = [cell_of(placement, k) for k in range(5)]
    beside = [(cell, cell + step) for cell in own for step in (-SIDE, -1, 1, SIDE)]
    return sum(is_beside(cell, to) and to not in own and not used >> to & 1 for cell, to in beside)


def is_beside(cell: int, to: int) -> bool:
    same_column = cell // SIDE == to // SIDE
    return 0 <= to < CELLS_A_BOARD and (same_column or cell % SIDE == to % SIDE)


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    from .answers import answers  # only here: nobody needs a solver to play

    return answers(state, seat, limit.time)


BACK = Back(levels=(1, 2, 3, 4, 5), player=player, answers=answers, pace=pace)
