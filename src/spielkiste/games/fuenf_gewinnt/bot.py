"""What a bot should know: a cell is worth the lines of five through it, one's own and those it spoils.

Level 1 is a child that looks at some of its moves only and takes the best of them; level 2 looks at all. Levels 3 to 5
open at random and then search a tree; from level 4 on with forced wins. docs/strength-fuenf-gewinnt.md has the figures.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.mcts import TreeManner
from spielkiste.search.player import Back, Player, decision_random
from spielkiste.search.players import Greedy, TreePlayer
from spielkiste.search.steps import driven
from spielkiste.search.thought import Thought

from .decision import Rank, Win, proving, seeing_fours
from .field import SIDE
from .rules import FIVE, KEEPING, LIFTING, MAX_MOVES, PASS, PLACING, play, puts
from .solver import Prover
from .view import cells_of

if TYPE_CHECKING:
    from spielkiste.search.explain import Why
    from spielkiste.search.judge import Judge, Verdict

Stones = dict[tuple[int, int], int]  # whose stone lies on (column, row)

# By how many stones of one colour already lie in a line of five that has none of the other. Set by hand, not tuned:
# winning comes before stopping a win, and one more stone in a line is worth about ten shorter lines.
WORTH_OF_OWN = (0.2, 1.5, 12.0, 120.0, 1_000_000.0)
WORTH_OF_SPOILT = (0.0, 1.0, 10.0, 100.0, 10_000.0)
WORTH_OF_CAPTURE = 40.0  # a stone: between a line of two and a line of three

SEEN_BY_A_CHILD = 0.72  # the chance that it sees a move; chosen by the ladder, as the simulations of levels 3 and 4
OPENING = 4  # stones: until so many lie any cell is as good, and without chance the same games come again and again

MANNER = TreeManner(wish=1.0, priors=1, playout=0)
BUDGETS = {3: Limit(simulations=50), 4: Limit(simulations=450), 5: NO_LIMIT}


class Child:
    """Level 1: the best of the moves that it happens to see; among equals any."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        listed, rng, record = state.actions(seat), decision_random(self.seed, seat, state), state.seen(seat)
        seen = [move for move in listed if rng.random() < SEEN_BY_A_CHILD] or [rng.choice(list(listed))]
        return max(seen, key=lambda move: (worth(record.copy(), seat, listed[move]), rng.random()))


class Searching:
    """Level 3: any cell in the opening, then a tree search."""

    def __init__(self, game: Game, seed: int, budget: Limit) -> None:
        self.game, self.seed = game, seed
        self.tree = TreePlayer(game, seed, MANNER, budget)

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        if is_opening(state):
            return decision_random(self.seed, seat, state).choice(state.moves(seat))
        return self.search(state, seat, limit)

    def search(self, state: State, seat: int, limit: Limit) -> str:
        return self.tree.choose(state, seat, limit)

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        return self.tree.analyse(state, seat, limit)


class SeeingFours(Searching):
    """Level 4: also makes wins by fours and does not give them away. It goes by numbers, not by the clock."""

    @cached_property
    def prover(self) -> Prover:
        return Prover(self.game)

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        _ = self.prover  # made, and so compiled, before any clock starts
        return super().choose(state, seat, limit)

    def search(self, state: State, seat: int, limit: Limit) -> str:
        return driven(seeing_fours(state, seat), lambda asked: self.answer(state, seat, asked, limit))

    def answer(self, state: State, seat: int, asked: Win | Rank, limit: Limit) -> Any:
        """What a decision asks for: the first move of a forced win, if there is one, or all moves in their order."""
        if isinstance(asked, Rank):
            return [thought.move for thought in self.tree.think(state, seat, asked.limit or limit)]
        if asked.limit is None:
            return self.prover.win_by_fours(asked.state, asked.seat)
        line = self.prover.forced_win(asked.state, asked.seat, asked.limit)
        return line[0] if line else None

    def wins_by_fours(self, state: State, seat: int) -> bool:
        return self.prover.win_by_fours(state, seat) is not None


class Proving(SeeingFours):
    """Level 5: makes every forced win that it can prove and does not give one away; else a tree search."""

    def search(self, state: State, seat: int, limit: Limit) -> str:
        return driven(proving(state, seat, limit), lambda asked: self.answer(state, seat, asked, limit))


def player(game: Game, level: int, seed: int) -> Player:
    if level == 1:
        return Child(seed)
    if level == 2:
        return Greedy(seed, worth)
    kind = {3: Searching, 4: SeeingFours, 5: Proving}[level]
    return kind(game, seed, BUDGETS[level])


def is_opening(state: State) -> bool:
    record = state.record()
    return record.phase == PLACING and int(sum(record.men)) < OPENING


def worth(s: Record, seat: int, action: int) -> float:
    """How good a legal move looks, before it is made."""
    if action == PASS:
        return 0.0
    if s.phase == LIFTING:
        return worth_of_lifting(s, seat, action)
    if s.phase == KEEPING:
        return WORTH_OF_CAPTURE * stones_ahead_after(s, seat, action)
    return worth_of_putting(stones(s), seat, action % SIDE, action // SIDE)


def worth_of_putting(lying: Stones, seat: int, column: int, row: int) -> float:
    """The cell's worth, unless the stone gives the other player a foothold beside it to make five."""
    value = worth_of_cell(lying, seat, column, row)
    lying[column, row] = seat
    for beside in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
        if beside not in lying and worth_of_cell(lying, 1 - seat, *beside) >= WORTH_OF_OWN[FIVE - 1]:
            value -= WORTH_OF_OWN[FIVE - 1] / 2
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
        return WORTH_OF_CAPTURE * gained - here
    left = stones(s)
    out = [0] * MAX_MOVES
    cells = out[: puts(s, out)]
    return WORTH_OF_CAPTURE * gained - here + max(worth_of_putting(left, seat, k % SIDE, k // SIDE) for k in cells)


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
                value += WORTH_OF_OWN[own]
            elif own == 0:
                value += WORTH_OF_SPOILT[other]
    return value


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    from .answers import answers  # only here: nobody needs a solver to play

    return answers(state, seat, limit)


def judge(game: Game, seed: int) -> "Judge":
    from .judge import ProvingJudge  # only here: nobody needs a judge to play

    return ProvingJudge(game, seed)


def why(state: State, seat: int, better: str, worse: str, verdict: "Verdict", look: Look) -> "Why | None":
    from .tips import why  # only here: nobody needs words to play

    return why(state, seat, better, worse, verdict, look)


BACK = Back(levels=(1, 2, 3, 4, 5), player=player, answers=answers, judge=judge, why=why)
