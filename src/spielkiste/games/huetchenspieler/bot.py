"""How Hütchenspieler is played. No bot sees a covered face, as nobody does: from level 2 on they remember, better or
worse, and from level 4 on a slider thinks of what the seekers may have forgotten."""

import random
from typing import TYPE_CHECKING

from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.search.limit import Limit
from spielkiste.search.player import Back, Player, decision_random
from spielkiste.search.players import AnyMove

from .memory import Attention, Hiding, Row, answered, beliefs, best_question, misplaced, slid

if TYPE_CHECKING:
    from spielkiste.search.explain import Why
    from spielkiste.search.judge import Judge, Verdict

LAPSE = {2: 0.35, 3: 0.13, 4: 0.04, 5: 0.0}  # crossings overlooked; measured, see test_the_ladder in tests/test_bot.py
SLY = 4  # from this level on a slider thinks of what the seekers may have forgotten


class Remembering:
    """Levels 2 and 3: remembers the row, with lapses; lays, slides and asks at random."""

    def __init__(self, level: int, seed: int) -> None:
        self.level, self.seed = level, seed

    def choose(self, state: State, seat: int, limit: Limit) -> str:
        luck, moves, hiding = decision_random(self.seed, seat, state), state.moves(seat), Hiding(state)
        verb = moves[0].split()[0]
        if verb == "take":
            return f"take {self.remembered(hiding, seat).index(hiding.asked[-1]) + 1}"
        if verb == "slide":
            return self.slide(hiding, moves, luck)
        if verb == "ask":
            return self.ask(hiding, moves, luck)
        return luck.choice(moves)

    def remembered(self, hiding: Hiding, seat: int) -> Row:
        """The row as this player remembers it on a seat."""
        return hiding.remembered(Attention(LAPSE[self.level], self.seed, seat))

    def slide(self, hiding: Hiding, moves: list[str], luck: random.Random) -> str:
        return luck.choice(moves)

    def ask(self, hiding: Hiding, moves: list[str], luck: random.Random) -> str:
        return luck.choice(moves)


class Sly(Remembering):
    """Levels 4 and 5: forgets little or nothing, and slides and asks where a forgetful seeker goes wrong."""

    def slide(self, hiding: Hiding, moves: list[str], luck: random.Random) -> str:
        """The slide after which a seeker would look for most stones in the wrong place; among equals any."""
        true = hiding.row()
        worths = {}
        for move in moves:
            place, to = (int(number) - 1 for number in move.split()[1:])
            spread = beliefs(hiding, [*hiding.slides, (place, to)])
            worths[move] = round(misplaced(spread, slid(true, place, to)), 9)
        best = max(worths.values())
        return luck.choice([move for move, worth in worths.items() if worth == best])

    def ask(self, hiding: Hiding, moves: list[str], luck: random.Random) -> str:
        """The symbol that lets the slider keep most; the answers so far tell how forgetful the seekers are."""
        true, spread = hiding.row(), beliefs(hiding, hiding.slides)
        covered = hiding.laid
        for asked, place in zip(hiding.asked, hiding.taken, strict=True):
            spread = answered(spread, asked, place, true)
            covered = tuple(symbol for symbol in covered if symbol != true[place])
        return f"ask {best_question(spread, covered, true)[1]}"


def player(game: Game, level: int, seed: int) -> Player:
    if level == 1:
        return AnyMove(seed)
    return Sly(level, seed) if level >= SLY else Remembering(level, seed)


def judge(game: Game, seed: int) -> "Judge":
    from .judge import MemoryJudge  # only here: nobody needs a judge to play

    return MemoryJudge(game, seed)


def why(state: State, seat: int, better: str, worse: str, verdict: "Verdict", look: Look) -> "Why | None":
    from .tips import why  # only here: nobody needs words to play

    return why(state, seat, better, worse, verdict, look)


BACK = Back(levels=(1, *LAPSE), player=player, judge=judge, why=why)
