"""What a bot should know: a cell is worth the lines of five through it, one's own and those it spoils.

Level 1 is a child that looks at some of its moves only and takes the best of them; level 2 looks at all. Levels 3 to 5
open at random and then search a tree; from level 4 on with forced wins. docs/strength-fuenf-gewinnt.md has the figures.
"""

import random
import time
from dataclasses import replace

from spielkiste.core.game import Game
from spielkiste.core.record import Record
from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.mcts import Manner
from spielkiste.search.player import Back, Player, decision_random
from spielkiste.search.players import Greedy, TreePlayer
from spielkiste.search.thought import Thought

from .field import SIDE
from .rules import FIVE, KEEPING, LIFTING, MAX_MOVES, PASS, PLACING, play, puts
from .solve import forced_win, forced_win_by_fours
from .view import cells_of

Stones = dict[tuple[int, int], int]  # whose stone lies on (column, row)

# By how many stones of one colour already lie in a line of five that has none of the other. Set by hand, not tuned:
# winning comes before stopping a win, and one more stone in a line is worth about ten shorter lines.
OWN = (0.2, 1.5, 12.0, 120.0, 1_000_000.0)
SPOILT = (0.0, 1.0, 10.0, 100.0, 10_000.0)

SEEN_BY_A_CHILD = 0.72  # the chance that it sees a move; chosen by the ladder, as the simulations of levels 3 and 4
OPENING = 4  # stones: until so many lie any cell is as good, and without chance the same games come again and again

MANNER = Manner(wish=1.0, priors=1, playout=0)
BUDGETS = {3: Limit(simulations=50), 4: Limit(simulations=450), 5: NO_LIMIT}
RECONSIDERED = 6  # moves of a search that are looked at again
FOR_SECOND_THOUGHT = 0.1  # of the time is kept back for that

# Shares of the time for a move; most proofs take 2 ms.
FOR_ATTACK = 0.1
FOR_DEFENCE = 0.03
FOR_A_PUT = 0.1  # of that: one of the many cells where a lifted stone can be put

A_STONE = 40.0  # a captured stone: between a line of two and a line of three


class Child:
    """Level 1: the best of the moves that it happens to see."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        return best_at_a_glance(state, seat, decision_random(self.seed, seat, state))


class Thinking:
    """Levels 3 to 5: any cell in the opening, then a forced win if there is one, else a tree search, whose moves are
    looked at once more: does one give the other a forced win?"""

    def __init__(self, game: Game, level: int, seed: int) -> None:
        self.level, self.seed = level, seed
        self.tree = TreePlayer(game, seed, MANNER, BUDGETS[level])

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        if is_opening(state):
            return decision_random(self.seed, seat, state).choice(state.moves(seat))
        begun = time.perf_counter()
        won = forced_move(state, seat, self.level, limit.time)
        if won is not None:
            return won
        left = limit.time * (1 - FOR_SECOND_THOUGHT) - (time.perf_counter() - begun)
        thoughts = self.tree.think(state, seat, replace(limit, seconds=max(limit.time / 2, left)))
        return self.second_thought(state, seat, thoughts, limit.time, begun + limit.time)

    def second_thought(self, state: State, seat: int, thoughts: list[Thought], seconds: float, end: float) -> str:
        """The best move of a search that is not seen to lose until the end of the time."""
        late = self.level == max(BUDGETS)  # where a number decides, time does not
        for thought in thoughts[:RECONSIDERED]:
            if (late and time.perf_counter() > end) or not loses(state, seat, self.level, thought.move, seconds):
                return thought.move
        return thoughts[0].move

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        return self.tree.analyse(state, seat, limit)


def player(game: Game, level: int, seed: int) -> Player:
    if level == 1:
        return Child(seed)
    return Greedy(seed, worth) if level == 2 else Thinking(game, level, seed)


def is_opening(state: State) -> bool:
    record = state.record()
    return record.phase == PLACING and int(sum(record.men)) < OPENING


def best_at_a_glance(state: State, seat: int, rng: random.Random) -> str:
    """The best of the moves that a child happens to see; among equals any."""
    listed = state.actions(seat)
    seen = [move for move in listed if rng.random() < SEEN_BY_A_CHILD] or [rng.choice(list(listed))]
    record = state.seen(seat)
    return max(seen, key=lambda move: (worth(record.copy(), seat, listed[move]), rng.random()))


def worth(s: Record, seat: int, action: int) -> float:
    """How good a legal move looks, before it is made."""
    if action == PASS:
        return 0.0
    if s.phase == LIFTING:
        return worth_of_lifting(s, seat, action)
    if s.phase == KEEPING:
        return A_STONE * stones_ahead_after(s, seat, action)
    return worth_of_putting(stones(s), seat, action % SIDE, action // SIDE)


def worth_of_putting(lying: Stones, seat: int, column: int, row: int) -> float:
    """The cell's worth, unless the stone gives the other player a foothold beside it to make five."""
    value = worth_of_cell(lying, seat, column, row)
    lying[column, row] = seat
    for beside in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
        if beside not in lying and worth_of_cell(lying, 1 - seat, *beside) >= OWN[FIVE - 1]:
            value -= OWN[FIVE - 1] / 2
    del lying[column, row]
    return value


def worth_of_lifting(s: Record, seat: int, cell: int) -> float:
    """What the capture brings and the best cell to put, less what the stone is worth where it lies."""
    lying = stones(s)
    del lying[cell % SIDE, cell // SIDE]
    here = worth_of_cell(lying, seat, cell % SIDE, cell // SIDE)
    before = int(s.men[seat] - s.men[1 - seat])
    gained = stones_ahead_after(s, seat, cell) - before
    if s.drawn or s.phase == KEEPING:
        return A_STONE * gained - here
    left = stones(s)
    out = [0] * MAX_MOVES
    cells = out[: puts(s, out)]
    return A_STONE * gained - here + max(worth_of_putting(left, seat, k % SIDE, k // SIDE) for k in cells)


def stones_ahead_after(s: Record, seat: int, action: int) -> int:
    play(s, seat, action)
    return int(s.men[seat] - s.men[1 - seat])


def stones(s: Record) -> Stones:
    return {(cell % SIDE, cell // SIDE): seat for seat in range(2) for cell in cells_of(s, seat)}


def worth_of_cell(lying: Stones, seat: int, column: int, row: int) -> float:
    """All lines of five cells through an empty cell, by what lies in them."""
    value = 0.0
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        line = [lying.get((column + k * right, row + k * up)) for k in range(1 - FIVE, FIVE)]
        for first in range(FIVE):
            five = line[first : first + FIVE]
            own, other = five.count(seat), five.count(1 - seat)
            if other == 0:
                value += OWN[own]
            elif own == 0:
                value += SPOILT[other]
    return value


def forced_move(state: State, seat: int, level: int, seconds: float) -> str | None:
    """Before the tree search: the first move of a forced win, if there is one."""
    if level == 5:
        line = forced_win(state, seat, seconds * FOR_ATTACK)
        return line[0] if line else None
    return forced_win_by_fours(state, seat) if level == 4 else None


def loses(state: State, seat: int, level: int, move: str, seconds: float) -> bool:
    """After the tree search: whether a move gives the other a forced win."""
    after = state.play(move)
    if level < 4 or after.over:
        return False
    if after.turn == (seat,):  # a stone is lifted: is there a cell to put it?
        return all(loses(after, seat, level, rest, FOR_A_PUT * seconds) for rest in after.moves())
    if level < 5:
        return forced_win_by_fours(after, 1 - seat) is not None
    return forced_win(after, 1 - seat, seconds * FOR_DEFENCE) is not None


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    from .answers import answers  # only here: nobody needs a solver to play

    return answers(state, seat, limit.time)


BACK = Back(levels=(1, 2, 3, 4, 5), player=player, answers=answers)
