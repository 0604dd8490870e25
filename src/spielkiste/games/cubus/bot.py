"""The players of Cubus.

| level | sees | knocks |
|---|---|---|
| 1 | most of the elementary builds, none else | hardly ever |
| 2 | the same, sometimes the best build of all | seldom |
| 3 | all of them, every other time the best build of all | now and then |
| 4 | the best build there is | always |
| 5 | the same, and looks ahead: what it leaves to others, what it keeps, where an open lid holds back | always |

Each takes the best it sees. Who sees no build passes; who sees one with the tiles of somebody who passed knocks. The
dismantling game is open to the end: levels 3 to 5 search it, exactly where few boxes are left.
"""

from spielkiste.core.game import Game
from spielkiste.core.record import Record
from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.player import Back, Player, decision_random
from spielkiste.search.players import AlphaBetaPlayer, AnyMove, Greedy, GuessingPlayer, TreePlayer, two_sides
from spielkiste.search.thought import Thought

from .builds import worth as points_for
from .builds import write_build
from .rules import BUILD, KNOCK, KNOCKED, MAX_MOVES, OFFER, PASS, QUIET, TAKE, WINDOW, legal, play, whose_tiles
from .sight import build_seen, elementary_builds
from .stack import MOST

# In the dismantling game: alpha-beta for two, a tree search for more.
BUDGETS = {3: Limit(nodes=60, simulations=60), 4: Limit(nodes=1500, simulations=600), 5: NO_LIMIT}
ALL_SEEING = 4  # from this level on nothing is overlooked
FAR_SIGHTED = 5


class Builder:
    """All levels of the building game."""

    def __init__(self, game: Game, level: int, seed: int) -> None:
        self.game, self.level, self.seed = game, level, seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        return choose(state, seat, self.level, self.seed, limit.time)

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        own = analyse(state, seat, limit.time)
        return GuessingPlayer(self.game, self.seed).analyse(state, seat, limit) if own is None else own


def player(game: Game, level: int, seed: int) -> Player:
    if game.options["mode"] == "build":
        return Builder(game, level, seed)
    if level <= 2:
        return AnyMove(seed) if level == 1 else Greedy(seed, worth)
    if two_sides(game):
        return AlphaBetaPlayer(game, BUDGETS[level])
    from spielkiste.search.think import PLAIN_UCT

    return TreePlayer(game, seed, PLAIN_UCT, BUDGETS[level])


def choose(state: State, seat: int, level: int, seed: int, seconds: float) -> str:
    """A move in the building game."""
    s, rng = state.seen(seat), decision_random(seed, seat, state)
    if level == FAR_SIGHTED and s.phase in (BUILD, KNOCKED):
        from .plans import Planner  # only here: low levels need no compiler

        plans = Planner(state, seat, rng.getrandbits(30)).plans(seconds)
        return plans[0].move if plans else "pass"
    build = build_seen(state, seat, min(level, ALL_SEEING), seed)
    if s.phase == WINDOW:
        return "knock" if build else "quiet"
    return build or "pass"


def analyse(state: State, seat: int, seconds: float) -> list[Thought] | None:
    """The builds worth comparing, and `pass`; None in the dismantling game and while others may knock. The value is the
    share of continuations that are won less those that are lost, if everybody then always makes the build worth most at
    once."""
    s = state.seen(seat)
    if s.phase in (TAKE, WINDOW):
        return None
    from .plans import CONTINUATIONS, TO_THE_END, Planner

    if s.phase not in (BUILD, KNOCKED):
        return [last_build(state, seat)]
    plans = Planner(state, seat, 0, turns=TO_THE_END).plans(seconds)
    return [Thought(plan.move, plan.winning, CONTINUATIONS, False, (plan.move,)) for plan in plans] or [
        Thought("pass", 0.0, 0, True, ("pass",))
    ]


def last_build(state: State, seat: int) -> Thought:
    """With the leftovers the best build is best."""
    from .solve import best_build

    best = best_build(state, seat)
    move = best[1] if best else "pass"
    if state.seen(seat).phase == OFFER:  # what the others offered is secret
        return Thought(move, 0.0, 0, False, (move,))
    after = state.play(move).returns
    return Thought(move, after[seat] if after else 0.0, 1, True, (move,))


# --- at first sight ------------------------------------------------------------------------------


def best_take(s: Record, seat: int) -> int:
    """The most tiles a seat can win at once."""
    out = [0] * MAX_MOVES
    best = 0
    for action in out[: legal(s, seat, out)]:
        after = s.copy()
        play(after, seat, action)
        best = max(best, after.points[seat] - s.points[seat])
    return best


def worth_of_take(s: Record, seat: int, action: int) -> float:
    """Tiles won, less what the next player can win then; more rivals matter less each."""
    before = s.points[seat]
    play(s, seat, action)
    return float(s.points[seat] - before - best_take(s, s.turn) / (s.players - 1))


def worth(s: Record, seat: int, action: int) -> float:
    """How good a legal move looks."""
    if s.phase == TAKE:
        return worth_of_take(s, seat, action)
    if action in (PASS, QUIET):
        return 0.0
    if action == KNOCK:
        return float(max((points_for(s, build) for build in elementary_builds(s, whose_tiles(s))), default=-1))
    columns = [0] * MOST
    write_build(s.stack, action, columns)
    return float(points_for(s, columns))


def answers(state: State, seat: int, limit: Limit) -> list[Answer] | None:
    from .answers import answers  # only here: nobody needs a solver to play

    return answers(state, seat, limit.time)


BACK = Back(levels=(1, 2, 3, 4, 5), player=player, answers=answers)
