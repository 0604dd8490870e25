"""The bots. Level 1 plays any move, diagonal steps rather not. Levels 2 to 4 look one move ahead by what was learnt and
misjudge what they see, the lower the more. Level 5 searches a tree whose leaves `knowledge.py` judges, and plays the
classic endgame by exact chances.
"""

from typing import TYPE_CHECKING, Any

from .rules import DIAGONAL, cells_to_deal, is_classic, players

if TYPE_CHECKING:
    from random import Random

    from spielkiste.core.state import State

MANNERS = {5: {"wish": 2.0, "priors": 1, "playout": 0}}
OWN_LEVELS = (1,)
GLANCING_LEVELS = (2, 3, 4)
# How far the levels misjudge a move, in logits of the winning chances. Chosen by 6,000 games of each pair (400 of four
# players), so that each beats the one below in about 70 of 100 games.
MISJUDGES = {
    "classic": {2: 10.0, 3: 1.4, 4: 0.45},
    "cards": {2: 9.0, 3: 1.8, 4: 0.5},
    "four": {2: 3.0, 3: 0.6, 4: 0.15},
}
EXACT_AT_ONCE = 50_000  # positions in a table that is filled in 0.01 s
EXACT_PER_SECOND = 2_000_000  # one core did 5.3 million when it was measured


def first_thought(state: "State", seat: int, level: int, seconds: float) -> str | None:
    """Level 5 in the classic game: the move with the best exact chances, when they can be had in time."""
    s = state.record()
    if level < 5 or not is_classic(s) or s.dealt < cells_to_deal(s):
        return None
    from . import solve

    if solve.positions(state) > max(EXACT_AT_ONCE, EXACT_PER_SECOND * seconds) and not solve.known(state):
        return None
    chances = solve.chances_of_moves(state)
    return max(chances, key=lambda move: chances[move])


def choose(state: "State", seat: int, level: int, rng: "Random", seconds: float) -> str:
    """Level 1: any move; if it is a diagonal step another thought, which may be diagonal as well."""
    listed = state._listed(seat)
    move = rng.choice(list(listed))
    return rng.choice(list(listed)) if listed[move] & DIAGONAL == DIAGONAL else move


def misjudges(s: Any, level: int) -> float:
    """How far a level that goes by a glance misjudges a move."""
    return MISJUDGES[kind(s)][level]


def kind(s: Any) -> str:
    return "four" if players(s) == 4 else "classic" if is_classic(s) else "cards"
