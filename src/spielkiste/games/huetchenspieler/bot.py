"""What a bot should know. It sees no covered face, as nobody does: from level 2 on it remembers, better or worse."""

import random

from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search.limit import Limit
from spielkiste.search.player import Back, Player, decision_random
from spielkiste.search.players import AnyMove

from .memory import Hiding, Row, answered, beliefs, crossings, kept, misplaced, swapped

LAPSE = {2: 0.35, 3: 0.13, 4: 0.04, 5: 0.0}  # crossings overlooked; measured, see test_the_ladder in tests/test_bot.py
SLY = 4  # from this level on a slider thinks of what the seekers may have forgotten


class Remembering:
    """Levels 2 to 5."""

    def __init__(self, level: int, seed: int) -> None:
        self.level, self.seed = level, seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        return choose(state, seat, self.level, self.seed)


def player(game: Game, level: int, seed: int) -> Player:
    return AnyMove(seed) if level == 1 else Remembering(level, seed)


BACK = Back(levels=(1, 2, 3, 4, 5), player=player)


def choose(state: State, seat: int, level: int, seed: int) -> str:
    rng = decision_random(seed, seat, state)
    moves = state.moves(seat)
    verb = moves[0].split()[0]
    hiding = Hiding(state)
    if verb == "take":
        return f"take {remembered(hiding, seat, level, seed).index(hiding.asked[-1]) + 1}"
    if level >= SLY and verb == "slide":
        return confusing_slide(hiding, moves, rng)
    if level >= SLY and verb == "ask":
        return f"ask {sly_question(hiding)}"
    return rng.choice(moves)


def remembered(hiding: Hiding, seat: int, level: int, head: int) -> Row:
    """The row as this player remembers it: the same at each question, for what was overlooked stays so."""
    return hiding.row(LAPSE[level], random.Random(f"{head} {seat} {hiding.number}"))


def confusing_slide(hiding: Hiding, moves: list[str], rng: random.Random) -> str:
    """The slide after which a forgetful seeker would look for most stones in the wrong place; among equals any."""
    true = hiding.row()
    worths = {}
    for move in moves:
        place, to = (int(number) - 1 for number in move.split()[1:])
        row = true
        for left in crossings(place, to):
            row = swapped(row, left, left + 1)
        worths[move] = round(misplaced(beliefs(hiding, [*hiding.slides, (place, to)]), row), 9)
    best = max(worths.values())
    return rng.choice([move for move, worth in worths.items() if worth == best])


def sly_question(hiding: Hiding) -> int:
    """The symbol that lets the slider keep most, if the seekers are forgetful; the answers so far tell how much so."""
    true, spread = hiding.row(), beliefs(hiding, hiding.slides)
    covered = hiding.laid
    for asked, place in zip(hiding.asked, hiding.taken, strict=True):
        spread = answered(spread, asked, place, true)
        covered = tuple(symbol for symbol in covered if symbol != true[place])
    return kept(spread, covered, true)[1]
