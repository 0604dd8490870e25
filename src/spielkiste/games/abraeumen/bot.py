"""What a bot should know: stones at the edge and stones alone are hard to take away, and choice is good.

Levels 3 and 4 play by that until few enough stones are left to see to the end; level 5 sees it from the start.
"""

import random

from spielkiste.core.game import Game
from spielkiste.core.record import Record
from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit
from spielkiste.search.player import Back, Player, decision_random
from spielkiste.search.players import AnyMove, Greedy
from spielkiste.search.thought import Thought

from .knowledge import SCALE, estimate
from .notation import JUMP_NAMES
from .rules import STONES, play, stones_left

SIGHT = {3: 6, 4: 7, 5: STONES}  # stones from which the end is seen; measured, see docs/abraeumen-solutions.md
QUICK = 0.05  # seconds of levels 3 and 4 where one stone cannot be left any more


def worth(s: Record, seat: int, action: int) -> float:
    """The position after the jump, by its choice of jumps, its stones at the edge and its stones alone."""
    play(s, seat, action)
    return SCALE * estimate(s, seat)


class Seeing:
    """Levels 3 to 5."""

    def __init__(self, level: int, seed: int) -> None:
        self.level, self.seed = level, seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        return choose(state, seat, self.level, decision_random(self.seed, seat, state), limit.time)

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        return analyse(state, seat, limit.time)


def player(game: Game, level: int, seed: int) -> Player:
    if level == 1:
        return AnyMove(seed)
    return Greedy(seed, worth) if level == 2 else Seeing(level, seed)


def choose(state: State, seat: int, level: int, rng: random.Random, seconds: float) -> str:
    """A jump of the best way to the end if that is in sight, else the one that looks best."""
    from .solve import fewest_stones

    if stones_left(state.record()) > SIGHT[level]:
        return best_looking(state, seat, rng)
    if level < max(SIGHT):
        return fewest_stones(state, min(seconds, QUICK))[1][0]
    known = shortest_jumps([move for _, move in state.moves_made])
    return rng.choice(known) if known else fewest_stones(state, seconds)[1][0]


def best_looking(state: State, seat: int, rng: random.Random) -> str:
    values = {move: worth(state.record(), seat, JUMP_NAMES.index(move)) for move in state.moves(seat)}
    best = max(values.values())
    return rng.choice([move for move, value in values.items() if value == best])


def shortest_jumps(made: list[str]) -> list[str]:
    """How the solutions in 13 moves go on that began like this."""
    from .solve import shortest_solution

    ways = [shortest_solution(picture) for picture in range(8)]
    return sorted({way[len(made)] for way in ways if way[: len(made)] == made and len(made) < len(way)})


def analyse(state: State, seat: int, seconds: float) -> list[Thought]:
    """Each jump with the best way found after it. The value is 1 if and only if one stone can still be left; otherwise
    it goes by the fewest found within the time, and is proved if fewer cannot be left."""
    from .solve import best_way

    moves = state.moves(seat)
    thoughts = []
    for move in moves:
        way = best_way(state.play(move), seconds / len(moves))
        value = (STONES - way.left) / (STONES - 1)
        thoughts.append(Thought(move, value, way.seen, way.proved, (move, *way.spoken())))
    return sorted(thoughts, key=lambda thought: -thought.value)


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    from .answers import answers  # only here: nobody needs a solver to play

    return answers(state, seat, limit.time)


BACK = Back(levels=(1, 2, 3, 4, 5), player=player, answers=answers)
