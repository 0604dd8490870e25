"""What a bot should know. It sees no covered face, as nobody does: from level 2 on it remembers, better or worse."""

import random
from weakref import WeakKeyDictionary

from spielkiste.core.state import State

from .memory import Hiding, Row, answered, beliefs, crossings, kept, misplaced, swapped

OWN_LEVELS = (2, 3, 4, 5)
LAPSE = {2: 0.35, 3: 0.13, 4: 0.04, 5: 0.0}  # crossings overlooked; measured, see test_the_ladder in tests/test_bot.py
SLY = 4  # from this level on a slider thinks of what the seekers may have forgotten

_heads: WeakKeyDictionary[random.Random, int] = WeakKeyDictionary()  # what makes each player's lapses its own


def choose(state: State, seat: int, level: int, rng: random.Random, seconds: float) -> str:
    if rng not in _heads:
        _heads[rng] = rng.getrandbits(64)
    moves = state.moves(seat)
    verb = moves[0].split()[0]
    hiding = Hiding(state)
    if verb == "take":
        return f"take {remembered(hiding, seat, level, _heads[rng]).index(hiding.asked[-1]) + 1}"
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
