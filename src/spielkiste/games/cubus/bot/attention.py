"""What a player notices: the best build with some luck, else some of the elementary ones, or none at all."""

import random
from dataclasses import dataclass

from spielkiste.core.record import Record
from spielkiste.core.state import State

from ..builds import list_builds, worth, write_build
from ..notation import spell
from ..rules import KNOCKED, MAX_MOVES, WINDOW, whose_tiles
from ..stack import MOST, count
from .solver import best_build


@dataclass(frozen=True)
class Attention:
    """How well a level sees."""

    notices: float  # how likely it notices an elementary build
    insight: float  # how likely it finds the best build of all
    watches: float  # how likely it looks at all at the tiles of somebody who passed


# Overlooking costs much, for others may knock. So levels lie close together: each beats the one below by enough and not
# by too much (docs/strength-cubus.md). Who takes any build it notices instead of the best loses nearly always.
ATTENTION = {
    1: Attention(notices=0.45, insight=0.0, watches=0.05),
    2: Attention(notices=0.68, insight=0.14, watches=0.15),
    3: Attention(notices=1.0, insight=0.45, watches=0.2),
    4: Attention(notices=1.0, insight=1.0, watches=1.0),
}
ALL_SEEING = ATTENTION[4]


def build_noticed(state: State, seat: int, attention: Attention, seed: int) -> str | None:
    """The build that a player notices with the tiles it may use now."""
    s = state.seen(seat)
    luck = random.Random(situation(state, seat, seed))
    if luck.random() >= attention.watches and s.phase in (WINDOW, KNOCKED):
        return None
    if luck.random() < attention.insight:
        best = best_build(state, seat)
        return best[1] if best else None
    noticed = [build for build in elementary_builds(s, whose_tiles(s)) if luck.random() < attention.notices]
    return f"build {spell(max(noticed, key=lambda build: worth(s, build)))}" if noticed else None


def situation(state: State, seat: int, seed: int) -> str:
    """What the luck of a look depends on, as text.

    The tiles drawn so far make it another luck in every game. The stack and the tiles at hand make it one look: nobody
    sees more for looking twice, and who knocks for a build finds it afterwards, whatever others said in between.
    """
    s = state.seen(seat)
    drawn = "".join(move[-1] for _, move in state.known(seat) if move and move.startswith("draw"))
    return f"{seed}/{seat}/{drawn}/{s.stack[: count(s.stack)]}/{s.hand[whose_tiles(s)]}"


def elementary_builds(s: Record, owner: int) -> list[list[int]]:
    """The stacks after each elementary build."""
    actions, built = [0] * MAX_MOVES, []
    for action in actions[: list_builds(s, owner, actions, 0)]:
        columns = [0] * MOST
        write_build(s.stack, action, columns)
        built.append(columns)
    return built
