"""Beam search for one player: from each layer of positions the most promising go on, the others are given up.

Layer after layer: all moves of all positions that were kept, then the best of what came of them. Positions met before
are left out, and so are those that cannot become better than an end already seen (the verb `bound`). When the budget is
spent the beam becomes one position wide, so that there always is a whole course.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.errors import OptionError
from spielkiste.core.game import Game
from spielkiste.core.record import Out, Record
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE, bound, in_turn, legal, play, resolve, score
from spielkiste.search import alone
from spielkiste.search.alone import LONGEST, NOTHING_YET, Course, fated_outcome, place_key, promise
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.pace import Pace, Stoppable, on_cores

WIDTH = 1000
FAN_AT_MOST = 1 << 21  # moves of a layer, unless a width is given: 70 MB
SEEN = 1 << 18  # positions remembered, a power of two; the newest stay
TWINS = 4  # of the best so many times the width are looked through for positions that are the same
OPEN, ENDED, HOPELESS = 0, 1, 2  # what came of a move
CHANCE_UNKNOWN = -1  # instead of a number of moves

Progress = Callable[[int, int | None], None]  # told now and then: nodes so far, the best value so far


class Fan(NamedTuple):
    """What comes of each move of each position in a layer: [position, k]."""

    action: Any
    kind: Any
    rank: Any
    value: Any  # the score, of ends
    key: Any
    count: Any  # [position]: how many moves


class Layer(NamedTuple):
    """Positions that are equally far from the beginning, and how many chance events came before each."""

    records: Any
    events: Any


def spread(
    layer: Any, fan: Any, work: Any, raw: Any, parts: Any, out: Out, fate: Any, best: int, first: int, end: int
) -> int:  # fmt: skip
    """Fans out the positions from `first` to before `end`; how many moves were looked at."""
    nodes = 0
    for at in range(first, end):
        s = layer.records[at]
        events = layer.events[at]
        chance = in_turn(s) == 1 << (CHANCE + 2)
        if chance and events >= len(fate):
            return CHANCE_UNKNOWN
        if chance:
            out[0] = fated_outcome(s, out, fate[events])
        count = 1 if chance else legal(s, 0, out)
        fan.count[at] = count
        for k in range(count):
            work[0] = s
            play(work[0], CHANCE if chance else 0, out[k])
            resolve(work[0])
            fan.action[at, k] = out[k]
            judge(work[0], raw[0], parts, fan, at, k, events + (1 if chance else 0), best)
        nodes += count
    return nodes


def judge(s: Record, raw: Any, parts: Any, fan: Any, at: int, k: int, events: int, best: int) -> None:
    """What a move came to."""
    if in_turn(s) == 0:
        fan.kind[at, k], fan.value[at, k] = ENDED, score(s, 0)
    elif bound(s, 0) <= best:
        fan.kind[at, k] = HOPELESS
    else:
        fan.kind[at, k], fan.rank[at, k] = OPEN, promise(s)
        fan.key[at, k] = place_key(raw, parts, events)


def advance(layer: Any, following: Any, fan: Any, chosen: Any) -> None:
    """Makes the chosen moves (position and k, as one number); the positions after them are the next layer."""
    wide = fan.action.shape[1]
    for to in range(len(chosen)):
        at, k = chosen[to] // wide, chosen[to] % wide
        following.records[to] = layer.records[at]
        following.events[to] = layer.events[at]
        chance = in_turn(layer.records[at]) == 1 << (CHANCE + 2)
        play(following.records[to], CHANCE if chance else 0, fan.action[at, k])
        resolve(following.records[to])
        if chance:
            following.events[to] += 1


class Beam(Stoppable):
    """Searches positions of a game for one player. The same seed and number of nodes give the same course, on any
    number of cores; more cores only make it faster."""

    def __init__(self, game: Game, *, width: int | None = None, cores: int = 1) -> None:
        self.game = game
        self.cores = cores
        self.machine = Machine(game)
        self.width = width or max(1, min(WIDTH, FAN_AT_MOST // self.machine.size_of_out))
        self.parts = np.array([[part.start, part.stop] for part in game.layout.position_parts], dtype=np.int64)
        self.layers = [self.new_layer() for _ in range(2)]
        self.fan = new_fan(self.width, self.machine.size_of_out)
        super().__init__()

    def search(
        self,
        state: State,
        limit: Limit = NO_LIMIT,
        *,
        seed: int | None = None,
        progress: Progress | None = None,
    ) -> Course:
        """The best course found. `seed`: what chance falls by. Proved if nothing was given up but the hopeless."""
        alone.check(state)
        self._stop.clear()
        return self.found(self.begin(state, alone.numbers(self.machine, seed)), limit, progress)

    def begin(self, state: State, fate: Any) -> "Run":
        """A run at its start, with all that it calls compiled before the clock starts."""
        run = Run(self, state, fate)
        run.fan_out(0, 0)
        run.advance(np.zeros(0, dtype=np.int64))
        return run

    def found(self, run: "Run", limit: Limit, progress: Progress | None = None) -> Course:
        """Goes on to the end, to a limit or to a stop since the run began."""
        pace = Pace(limit.seconds, limit.nodes, self._stop)
        while run.size and run.best < run.most and len(run.layers) < LONGEST:
            in_time = run.fan_out_layer(pace)
            run.next_layer(self.width if in_time else 1)
            if progress:
                progress(pace.done, None if run.best == NOTHING_YET else run.best)
        if run.best == NOTHING_YET:
            raise OptionError(f"{self.game.slug}: no end was found; a beam wider than {self.width} may see one")
        proved = run.best == run.most or (run.size == 0 and not run.gave_up)
        return Course(int(run.best), alone.spoken(run.state, run.best_actions), pace.done, proved)

    def new_layer(self) -> Layer:
        return Layer(self.machine.records(self.width), np.zeros(self.width, dtype=np.int64))


class Run:
    """One search: the layer it is at, the way there, and the best end seen."""

    def __init__(self, beam: Beam, state: State, fate: Any) -> None:
        self.beam, self.state, self.fate = beam, state, fate
        self.layer, self.following = beam.layers
        self.layer.records[0] = beam.machine.records(1, state.data)[0]
        self.layer.events[0] = 0
        self.most = int(beam.machine.bound(self.layer.records[0], 0))
        self.size = 1
        self.best, self.best_actions = NOTHING_YET, list[int]()
        self.layers: list[tuple[Any, Any]] = []  # of each layer that was left: whence, and by which move
        self.seen = np.zeros(SEEN, dtype=np.int64)
        start = int(compiled(place_key)(np.frombuffer(state.data, dtype=np.uint8), beam.parts, 0))
        self.seen[start >> 1 & (SEEN - 1)] = start
        self.gave_up = False

    def fan_out_layer(self, pace: Pace) -> bool:
        """All moves of the layer; of its first position alone once the budget is spent (False)."""
        done = 0
        while done < self.size:
            most = pace.slice()
            if most == 0 and done:
                self.size, self.gave_up = done, True
                return False
            positions = min(max(1, most // self.beam.machine.size_of_out), self.size - done)
            pace.did(self.fan_out(done, done + positions))
            done += positions
            if most == 0:
                self.gave_up |= done < self.size
                self.size = done
                return False
        return True

    def fan_out(self, first: int, end: int) -> int:
        """The moves of some positions, on all cores."""
        cores = self.beam.cores
        cuts = [first + (end - first) * core // cores for core in range(cores + 1)]
        made = on_cores(cores, lambda core: self.spread(cuts[core], cuts[core + 1]), self.beam._stop)
        if CHANCE_UNKNOWN in made:
            raise alone.chance_is_unknown(self.beam.game)
        return sum(made)

    def spread(self, first: int, end: int) -> int:
        machine = self.beam.machine
        work, out = machine.records(1), machine.out()
        raw = work.view(np.uint8).reshape(1, -1)
        given = (self.layer, self.beam.fan, work, raw, self.beam.parts, out, self.fate, self.best, first, end)
        return int(compiled(spread)(*given))

    def next_layer(self, width: int) -> None:
        """Takes note of ends, and goes on with the most promising positions that are new."""
        fan, wide = self.beam.fan, self.beam.fan.action.shape[1]
        there = np.arange(wide) < fan.count[: self.size, None]
        kinds = np.where(there, fan.kind[: self.size], HOPELESS).reshape(-1)
        self.note_ends(np.flatnonzero(kinds == ENDED))
        chosen = self.most_promising(np.flatnonzero(kinds == OPEN), width)
        self.layers.append((chosen // wide, fan.action.reshape(-1)[chosen]))
        self.advance(chosen)
        self.layer, self.following = self.following, self.layer
        self.size = len(chosen)

    def advance(self, chosen: Any) -> None:
        compiled(advance)(self.layer, self.following, self.beam.fan, chosen)

    def most_promising(self, moves: Any, width: int) -> Any:
        """The best moves (position and k, as one number) to positions that are new, each position once."""
        keys, ranks = self.beam.fan.key.reshape(-1)[moves], self.beam.fan.rank.reshape(-1)[moves]
        slots = keys >> 1 & (SEEN - 1)  # the lowest bit is always set
        order = np.flatnonzero(self.seen[slots] != keys)
        if len(order) > TWINS * width:  # sorting them all would take long
            order = np.sort(order[np.argpartition(-ranks[order], TWINS * width)[: TWINS * width]])
            self.gave_up = True
        order = order[np.argsort(-ranks[order], kind="stable")]
        _, first_met = np.unique(keys[order], return_index=True)
        unique = order[np.sort(first_met)]
        self.gave_up |= len(unique) > width
        kept = unique[:width]
        self.seen[slots[kept]] = keys[kept]
        return moves[kept]

    def note_ends(self, ends: Any) -> None:
        values = self.beam.fan.value.reshape(-1)[ends]
        if len(ends) and values.max() > self.best:
            end = int(ends[np.argmax(values)])
            self.best = int(values.max())
            at, k = divmod(end, self.beam.fan.action.shape[1])
            self.best_actions = [*self.way_to(at), int(self.beam.fan.action[at, k])]

    def way_to(self, at: int) -> list[int]:
        """The actions that led to a position of the layer."""
        actions = []
        for whence, action in reversed(self.layers):
            actions.append(int(action[at]))
            at = int(whence[at])
        return actions[::-1]


def new_fan(width: int, wide: int) -> Fan:
    kinds = {"action": np.int64, "kind": np.int8, "rank": np.float64, "value": np.int64, "key": np.int64}
    arrays = {name: np.zeros((width, wide), dtype=kind) for name, kind in kinds.items()}
    return Fan(**arrays, count=np.zeros(width, dtype=np.int64))
