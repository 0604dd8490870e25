"""What a check gets to look at, and what it says where something is wrong."""

import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from spielkiste.check.walk import random_states
from spielkiste.core.game import Game
from spielkiste.core.room import Room
from spielkiste.core.state import State
from spielkiste.search.limit import Limit

FINDINGS_AT_MOST = 5  # different ones of one check: whoever mends the first ones runs it again


@dataclass(frozen=True)
class Effort:
    """How much is tried."""

    games: int = 3  # random games with each set of options
    compiled: int = 200  # random games of a room in plain Python and compiled, side by side
    compiled_each: int | None = None  # or so many with each set of options
    positions: int = 60  # of a random game, evenly spread, whose pictures are looked at
    lockstep: int = 3000  # positions compared with the naive rules
    twins: int = 50  # pairs of positions that a seat must not tell apart, at least
    levels_with_each: bool = True  # every level plays with every set of options, not with the first alone
    repeated: int = 3  # decisions that a second player of the same seed is asked about, of each level
    thought: Limit = field(default_factory=lambda: Limit(simulations=16, nodes=400))


THOROUGH = Effort()
QUICK = Effort(games=1, compiled=20, positions=12, lockstep=300, twins=10, levels_with_each=False, repeated=1)


@dataclass
class Finding:
    """What is wrong, in a sentence, and the first position where it was seen."""

    sentence: str
    options: dict[str, Any] | None = None
    moves: tuple[tuple[int, str], ...] = ()
    times: int = 1

    def __str__(self) -> str:
        return self.sentence + (f" {where}" if (where := self.where()) else "")

    def where(self, most: int = 12) -> str:
        """The position in words."""
        if self.options is None:
            return ""
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        spoken = [move if seat < 0 else f"{seat}: {move}" for seat, move in self.moves]
        left_out = f"… ({len(spoken) - most} moves), " if len(spoken) > most else ""
        after = f"after {left_out}{', '.join(spoken[-most:])}" if spoken else "at the start"
        return f"[{options + ', ' if options else ''}{after}]"


class Enough(Exception):  # noqa: N818  # not an error: a check has said what it had to say
    """A check has found enough."""


class Case:
    """A room that is looked at. `at` is the position a check has come to."""

    def __init__(self, room: Room, effort: Effort = THOROUGH) -> None:
        self.room, self.effort = room, effort
        self.at: State | None = None
        self.findings: list[Finding] = []
        self.note = ""  # why there was nothing to look at

    def say(self, sentence: str) -> None:
        """Something is wrong here. The same sentence counts once."""
        for known in self.findings:
            if known.sentence == sentence:
                known.times += 1
                return
        if self.at is None:
            self.findings.append(Finding(sentence))
        else:
            self.findings.append(Finding(sentence, self.at.game.options, self.at.moves_made))
        if len(self.findings) >= FINDINGS_AT_MOST:
            raise Enough

    def stop(self, sentence: str) -> Enough:
        """Something is wrong, and there is no sense in going on: to be raised."""
        self.say(sentence)
        return Enough()

    def crashed(self, error: Exception) -> None:
        """Something broke while it was looked at: said with the line of the room where it did."""
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if self.owns(frame.filename)]
        self.say(f"{self.spoken(frames[-1])}: {what}" if frames else what)

    def owns(self, file: str) -> bool:
        return Path(file).is_relative_to(self.room.folder)

    def spoken(self, frame: traceback.FrameSummary) -> str:
        inside = "" if frame.name == "<module>" else f", in {frame.name}"
        return f"{Path(frame.filename).relative_to(self.room.folder)}, line {frame.lineno}{inside}"


class GameCase(Case):
    """A game of the room, with its options settled."""

    def __init__(self, game: Game, effort: Effort = THOROUGH) -> None:
        super().__init__(game.room, effort)
        self.game = game

    def random_game(self, seed: int | np.random.Generator, limit: int | None = None) -> Iterator[State]:
        """The states of a random game, from the start on; `at` follows them."""
        for state in random_states(self.game, np.random.default_rng(seed), limit):
            self.at = state
            yield state

    def some_states(self, seed: int, every: int = 1) -> Iterator[State]:
        """Positions of a random game, evenly spread."""
        states = list(self.random_game(seed))
        chosen = sorted({round(at) for at in np.linspace(0, len(states) - 1, self.effort.positions)})
        for k in chosen[::every]:
            self.at = states[k]
            yield states[k]
