"""What a bot should know: win the race, do not be overtaken, keep out of reach, and keep enough stones.

Level 1 plays any move, diagonal steps rather not. Levels 2 to 4 look one move ahead by what was learnt and misjudge
what they see, the lower the more (level 2 of four players goes by a few rules of thumb). Level 5 searches a tree whose
leaves `knowledge.py` judges, and plays the classic endgame by exact chances.
"""

from typing import TYPE_CHECKING, Any

from .rules import DIAGONAL, OVER, STONES, cells_to_deal, goal, is_classic, play, players, team

if TYPE_CHECKING:
    from random import Random

    from spielkiste.core.state import State

WON = 1000.0
NEARER = 10.0  # a step of the foremost stone; the other weights are guesses in relation to it
STONE = 5.0  # level 2 hoards stones, as beginners do
LAST_STONES = 20.0  # what a stone is worth when its colour has few left
THREATENED = 6.0

MANNERS = {5: {"wish": 2.0, "priors": 1, "playout": 0}}
OWN_LEVELS = (1,)
GLANCING_LEVELS = (2, 3, 4)
# How far the levels misjudge a move, in logits of the winning chances. Chosen by 6,000 games of each pair, so that each
# beats the one below in about 70 of 100 games; for four players not tuned.
MISJUDGES = {"classic": {2: 10.0, 3: 1.4, 4: 0.45}, "cards": {2: 9.0, 3: 1.8, 4: 0.5}, "four": {3: 0.4, 4: 0.0}}
EXACT_AT_ONCE = 50_000  # positions in a table that is filled in 0.01 s
EXACT_PER_SECOND = 2_000_000  # one core did 5.3 million when it was measured


def steps_to_goal(s: Any, seat: int) -> int:
    """Of the foremost stone; the diagonal is the shortest way."""
    aim = goal(s, seat)
    found = 9
    for stone in range(1, STONES + 1):
        cell = s.where[seat][stone]
        if cell:
            found = min(found, max(abs((cell & 7) - (aim & 7)), abs((cell >> 3) - (aim >> 3))))
    return found


def reaches(s: Any, seat: int, target: int) -> bool:
    """Whether some stone of a seat stands one step before a cell."""
    aim = goal(s, seat)
    for stone in range(1, STONES + 1):
        cell = s.where[seat][stone]
        if cell:
            columns, rows = (target & 7) - (cell & 7), (target >> 3) - (cell >> 3)
            towards = columns * ((aim & 7) - (cell & 7)) >= 0 and rows * ((aim >> 3) - (cell >> 3)) >= 0
            if towards and max(abs(columns), abs(rows)) == 1:
                return True
    return False


def stones_worth(left: int) -> float:
    """Losing the last stone loses the game; far from that a stone less even helps the others to move."""
    return STONE * left - (LAST_STONES / left if left else WON)


def worth(s: Any, seat: int, action: int) -> float:
    """How the position looks once the move is made: race and stones, own side against the other."""
    own = team(s, seat)
    play(s, seat, action)
    if s.acts == OVER:
        return WON if s.winner == own else -WON
    value, nearest = 0.0, [9, 9]
    for other in range(players(s)):
        side_of = team(s, other)
        nearest[side_of] = min(nearest[side_of], steps_to_goal(s, other))
        value += stones_worth(s.left[other]) * (1 if side_of == own else -1)
        if side_of != own and any(
            s.where[seat][k] and reaches(s, other, s.where[seat][k]) for k in range(1, STONES + 1)
        ):
            value -= THREATENED / players(s)
    return value + NEARER * (nearest[1 - own] - nearest[own])


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


def misjudges(s: Any, level: int) -> float | None:
    """How far a level that goes by a glance misjudges a move."""
    return MISJUDGES[kind(s)].get(level)


def kind(s: Any) -> str:
    return "four" if players(s) == 4 else "classic" if is_classic(s) else "cards"
