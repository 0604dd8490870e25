"""Who plays: stones at the edge and stones alone are hard to take away, and choice is good.

Levels 3 and 4 play by that until few enough stones are left to see to the end; level 5 sees it from the start.
"""

from typing import TYPE_CHECKING

from spielkiste.core.compiled import can_compile
from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit
from spielkiste.search.player import Back, Player, decision_random
from spielkiste.search.players import AnyMove, Greedy
from spielkiste.search.thought import Thought

from .few import best_jumps
from .knowledge import SCALE, estimate
from .rules import STONES, play, stones_left
from .solutions import shortest_solution

if TYPE_CHECKING:
    from spielkiste.search.explain import Why
    from spielkiste.search.judge import Judge, Verdict

FORESIGHT = {3: 6, 4: 7}  # stones from which the end is seen; measured, see docs/abraeumen-solutions.md
FEW = 16  # stones from which level 5 sees the end where there is no compiler
ALL_OF_IT = Limit(nodes=2000)  # more positions than so few stones have


def worth(s: Record, seat: int, action: int) -> float:
    """The position after the jump, by its choice of jumps, its stones at the edge and its stones alone."""
    play(s, seat, action)
    return SCALE * estimate(s, seat)


class EndgamePlayer:
    """Jumps as it looks best, until so few stones are left that it sees the best way to the end."""

    def __init__(self, seed: int, stones: int) -> None:
        self.stones, self.by_looks = stones, Greedy(seed, worth)

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        if stones_left(state.record()) > self.stones:
            return self.by_looks.choose(state, seat, limit)
        return best_way(state, ALL_OF_IT)[0]


class SolvingPlayer:
    """Leaves one stone wherever that is possible, from the start in the fewest moves there are."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        known = shortest_jumps([move for _, move in state.known(seat)])
        if known:
            return decision_random(self.seed, seat, state).choice(known)
        if not can_compile():
            return EndgamePlayer(self.seed, FEW).choose(state, seat, limit)
        return best_way(state, as_nodes(limit))[0]

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        """Each jump with the best way found after it. The value is 1 if and only if one stone can still be left;
        otherwise it goes by the fewest found within the limit, and is proved if fewer cannot be left."""
        from .solver import best_way

        moves, thoughts = state.moves(seat), []
        for move in moves:
            way = best_way(state.play(move), as_nodes(limit).part(1 / len(moves)))
            value = (STONES - way.left) / (STONES - 1)
            thoughts.append(Thought(move, value, way.seen, way.proved, (move, *way.spoken())))
        return sorted(thoughts, key=lambda thought: (-thought.value, thought.move))


def best_way(state: State, limit: Limit) -> list[str]:
    """The jumps that leave the fewest stones: by the solver, or in plain Python where there is no compiler."""
    if can_compile():
        from .solver import best_way  # only here: nobody needs a solver to look

        return best_way(state, limit).spoken()
    return best_jumps(int(state.record().stones))


def as_nodes(limit: Limit) -> Limit:
    """A number of simulations means as many positions here; without any number the time decides."""
    nodes = limit.nodes or limit.simulations
    return Limit(nodes=nodes) if nodes else Limit(seconds=limit.time)


def shortest_jumps(made: list[str | None]) -> list[str]:
    """How the solutions in 13 moves go on that began like this."""
    ways = [shortest_solution(picture) for picture in range(8)]
    return sorted({way[len(made)] for way in ways if way[: len(made)] == made and len(made) < len(way)})


def player(game: Game, level: int, seed: int) -> Player:
    if level <= 2:
        return AnyMove(seed) if level == 1 else Greedy(seed, worth)
    return EndgamePlayer(seed, FORESIGHT[level]) if level in FORESIGHT else SolvingPlayer(seed)


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    from .answers import answers  # only here: nobody needs a solver to play

    return answers(state, seat, as_nodes(limit))


def judge(game: Game, seed: int) -> "Judge":
    from .judge import JumpJudge  # only here: nobody needs a judge to play

    return JumpJudge(game, seed)


def lamp(state: State) -> bool:
    from .solver import can_be_solved

    return can_be_solved(state)


def why(state: State, seat: int, better: str, worse: str, verdict: "Verdict", look: Look) -> "Why | None":
    from .tips import why  # only here: nobody needs words to play

    return why(state, seat, better, worse, verdict, look)


BACK = Back(levels=(1, 2, 3, 4, 5), player=player, answers=answers, judge=judge, lamp=lamp, why=why)
