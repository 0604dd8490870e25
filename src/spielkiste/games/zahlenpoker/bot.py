"""What a bot should know: how the round would end for each thing the others may show.

That is all that `worth` looks at, and it is easily seen through. From level 2 on bots think of who their opponents are
(`player.py`, loaded when asked for).
"""

from itertools import product

from spielkiste.core.game import Game
from spielkiste.core.record import Record
from spielkiste.core.state import State
from spielkiste.search.answer import Answer
from spielkiste.search.limit import Limit
from spielkiste.search.player import Back, Player, decision_random
from spielkiste.search.players import AnyMove, GuessingPlayer
from spielkiste.search.thought import Thought

from .rules import (
    COPIES,
    EMPTY,
    FIRST_STEAL,
    SHOW_EMPTY,
    VALUES,
    all_have_chosen,
    empty_hands_shown,
    highest_single,
    thief,
)


class Exploiting:
    """Levels 2 to 5."""

    def __init__(self, game: Game, level: int, seed: int) -> None:
        self.game, self.level, self.seed = game, level, seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        from . import player

        return player.choose(state, seat, self.level, decision_random(self.seed, seat, state), limit.time)

    def analyse(self, state: State, seat: int, limit: Limit) -> list[Thought]:
        exact = analyse(state, seat)
        return GuessingPlayer(self.game, self.seed).analyse(state, seat, limit) if exact is None else exact


def player(game: Game, level: int, seed: int) -> Player:
    return AnyMove(seed) if level == 1 else Exploiting(game, level, seed)


def analyse(state: State, seat: int) -> list[Thought] | None:
    """For two players the value against an opponent who plays the equilibrium: exact, and the same for every move, for
    nobody can make a mistake against it (`pairings.py`). What the equilibrium shows most often comes first. For more
    players None: a search."""
    if state.game.players != 2:
        return None
    from .solve import exact_value, strategy

    value = float(exact_value(state) if seat == 0 else -exact_value(state))
    shares = strategy(state, seat)
    return [Thought(move, value, 0, True, (move,)) for move in sorted(shares, key=lambda move: -shares[move])]


def worth(s: Record, seat: int, action: int) -> float:
    """The lead a choice should gain in this round, less what it would gain against full hands without thieves: a stone
    is well spent where it does better than it usually would."""
    if all_have_chosen(s):
        return after_stealing(s, seat, action - FIRST_STEAL)
    usual = s.copy()
    for other in range(s.players):
        usual.unused[other] = 0
        usual.hand[other] = [COPIES] * VALUES
    return expected(s, seat, action) - expected(usual, seat, action)


def expected(s: Record, seat: int, action: int) -> float:
    """The lead gained on average, the others choosing at random."""
    s.choice[seat] = EMPTY if action == SHOW_EMPTY else action
    others = [other for other in range(s.players) if other != seat]
    leads = []
    for shown in product(*(possible(s, other) for other in others)):
        for other, choice in zip(others, shown, strict=True):
            s.choice[other] = choice
        leads.append(lead(s, seat))
    return sum(leads) / len(leads)


def possible(s: Record, seat: int) -> list[int]:
    values = [k + 1 for k in range(VALUES) if s.hand[seat][k]]
    return [*values, EMPTY] if s.unused[seat] else values


def lead(s: Record, seat: int) -> float:
    """The lead gained by `seat` when these choices are shown; a thief steals what is best for the thief."""
    if empty_hands_shown(s) != 1:
        return gain(s, seat, highest_single(s))
    robber = thief(s)
    robbed = max((k for k in range(s.players) if k != robber), key=lambda k: after_stealing(s, robber, k))
    return after_stealing(s, robber, robbed, seat)


def after_stealing(s: Record, robber: int, robbed: int, seat: int = -1) -> float:
    """The lead gained by `seat` (the robber, unless said) when a stone is stolen."""
    seat = robber if seat < 0 else seat
    stolen = gain(s, seat, robber, s.choice[robbed])
    kept, s.choice[robbed] = s.choice[robbed], 0
    rest = gain(s, seat, highest_single(s))
    s.choice[robbed] = kept
    return stolen + rest


def gain(s: Record, seat: int, winner: int, value: int = 0) -> float:
    """A stone counts 1 and a little for its value; won by another it counts against, shared among the others."""
    if winner < 0:
        return 0.0
    won = 1 + (value or s.choice[winner]) / 100
    return float(won if winner == seat else -won / (s.players - 1))


def answers(state: State, seat: int, limit: Limit) -> list[Answer]:
    from .answers import answers  # only here: nobody needs a solver to play

    return answers(state, seat, limit.time)


BACK = Back(levels=(1, 2, 3, 4, 5), player=player, answers=answers)
