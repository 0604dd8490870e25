"""What a player sees: the best build with some luck, else some of the elementary ones, or none at all.

A player looks once at the same stack with the same tiles: who sees a build with the tiles of somebody who passed also
finds it after knocking.
"""

import random
from dataclasses import dataclass

from spielkiste.core.record import Record
from spielkiste.core.state import State

from .builds import list_builds, worth, write_build
from .notation import spell
from .rules import KNOCKED, MAX_MOVES, WINDOW, whose_tiles
from .stack import MOST, count


@dataclass(frozen=True)
class Sight:
    """How well a level sees."""

    notices: float  # how likely it notices an elementary build
    insight: float  # how likely it finds the best build of all
    watches: float  # how likely it looks at all at the tiles of somebody who passed


# Overlooking costs much, for others may knock. So levels lie close together: each beats the one below by enough and not
# by too much (docs/strength-cubus.md). Who takes any build it notices instead of the best loses nearly always.
SIGHTS = {
    1: Sight(notices=0.75, insight=0.0, watches=0.1),
    2: Sight(notices=0.68, insight=0.14, watches=0.15),
    3: Sight(notices=1.0, insight=0.45, watches=0.2),
    4: Sight(notices=1.0, insight=1.0, watches=1.0),
}


def build_seen(state: State, seat: int, level: int, head: int) -> str | None:
    """The build that a player of this level sees with the tiles it may use now; `head` makes its oversights its own."""
    s, sight = state.seen(seat), SIGHTS[level]
    owner = whose_tiles(s)
    place = s.stack[: count(s.stack)], s.hand[owner]
    look = random.Random(f"{head} {seat} {place}")
    if look.random() >= sight.watches and s.phase in (WINDOW, KNOCKED):
        return None
    if look.random() < sight.insight:
        from .solve import best_build  # only here: low levels need no compiler

        best = best_build(state, seat)
        return best[1] if best else None
    noticed = [build for build in elementary_builds(s, owner) if look.random() < sight.notices]
    return f"build {spell(max(noticed, key=lambda build: worth(s, build)))}" if noticed else None


def elementary_builds(s: Record, owner: int) -> list[list[int]]:
    """The stacks after each elementary build."""
    actions, built = [0] * MAX_MOVES, []
    for action in actions[: list_builds(s, owner, actions, 0)]:
        columns = [0] * MOST
        write_build(s.stack, action, columns)
        built.append(columns)
    return built
