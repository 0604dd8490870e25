"""Branch and bound for one player: every course is tried, except those that cannot become better than the best so far.

How much a position can still become says the room's verb `bound`; a room without one is searched whole. A position met
again is not searched again. Moves are tried in the order of what they promise. As in alpha-beta there is no recursion:
the line being searched lies in flat arrays, so that the search compiles and stops after any node. It begins with a
narrow beam, so that there is a good course from the start; when it ends by itself the best course is proved.
"""

from typing import Any, NamedTuple

import numpy as np

from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.game import Game
from spielkiste.core.record import Out, Record
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE, bound, in_turn, legal, play, resolve, score
from spielkiste.search import alone
from spielkiste.search.alone import LONGEST, Course, fated_outcome, place_key, promise
from spielkiste.search.beam import Beam, Progress
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.pace import Pace, Stoppable

ENTRIES = 1 << 20  # positions remembered, a power of two: 8 MB
BEAM_WIDTH = 32  # of the search that gives the first course
FIRST_SLICE = 64  # nodes before the first look at the clock
FOR_THE_FIRST = 1 / 4  # of the budget: what the first course may cost
NEW = -1  # as a number of moves: not listed yet
SOUND, TOO_LONG, CHANCE_UNKNOWN = 0, 1, 2  # whether all was looked at


class CourseLine(NamedTuple):
    """The line being searched, one entry a ply, and the best course."""

    actor: Any  # 0 or CHANCE
    count: Any  # moves, in `moves`, or NEW
    at: Any  # the next one
    events: Any  # chance events before
    moves: Any  # [ply, k]
    order: Any  # [ply, k]: what they promise
    best: Any  # the moves of the best course that was found here
    ply: Any  # one number: where the search is; -1 when it is done
    length: Any  # one number: of the best course; 0: none was found here
    value: Any  # one number: the best score
    state: Any  # one number: SOUND, or what is wrong


def advance(
    records: Any, raw: Any, parts: Any, line: Any, seen: Any, out: Out, fate: Any, budget: int
) -> int:  # fmt: skip
    """Goes on for at most so many nodes; how many were visited. Done when line.ply[0] is -1."""
    nodes = 0
    while nodes < budget and line.ply[0] >= 0:
        ply = line.ply[0]
        if line.count[ply] == NEW:
            nodes += 1
            enter(records, raw, parts, line, seen, out, fate, ply)
        elif line.at[ply] == line.count[ply]:
            line.ply[0] = ply - 1
        else:
            records[ply + 1] = records[ply]
            follow(records[ply + 1], line, ply)
    return nodes


def enter(records: Any, raw: Any, parts: Any, line: Any, seen: Any, out: Out, fate: Any, ply: int) -> None:
    """A node: given up if it is an end, hopeless or known; else its moves are listed."""
    s = records[ply]
    line.count[ply], line.at[ply] = 0, 0
    mask = in_turn(s)
    if mask == 0:
        take_note(s, line, ply)
    elif bound(s, 0) > line.value[0] and is_new(raw[ply], parts, seen, line.events[ply]):
        if ply + 3 > len(line.count):
            line.state[0] = TOO_LONG
        elif mask != 1 << (CHANCE + 2):
            line.actor[ply] = 0
            list_moves(records, line, out, ply)
        elif line.events[ply] >= len(fate):
            line.state[0] = CHANCE_UNKNOWN
        else:
            line.actor[ply], line.count[ply] = CHANCE, 1
            line.moves[ply, 0] = fated_outcome(s, out, fate[line.events[ply]])


def take_note(s: Record, line: Any, ply: int) -> None:
    """An end: the best so far is kept with its course."""
    if score(s, 0) > line.value[0]:
        line.value[0], line.length[0] = score(s, 0), ply
        for k in range(ply):
            line.best[k] = line.moves[k, line.at[k] - 1]


def is_new(raw: Any, parts: Any, seen: Any, events: int) -> bool:
    """Whether a position was not met before, as far as is remembered; it is from now on."""
    key = place_key(raw, parts, events)
    slot = key >> 1 & (len(seen) - 1)  # the lowest bit is always set
    if seen[slot] == key:
        return False
    seen[slot] = key
    return True


def list_moves(records: Any, line: Any, out: Out, ply: int) -> None:
    """The moves, those that promise most first; hopeless ones are left out. The next ply's record is used to try."""
    count, kept = legal(records[ply], 0, out), 0
    moves, order = line.moves[ply], line.order[ply]
    for k in range(count):
        records[ply + 1] = records[ply]
        s = records[ply + 1]
        play(s, 0, out[k])
        resolve(s)
        if in_turn(s) == 0:
            hopeful, rank = score(s, 0) > line.value[0], float(score(s, 0))
        else:
            hopeful, rank = bound(s, 0) > line.value[0], promise(s)
        if hopeful:
            place = kept
            while place > 0 and order[place - 1] < rank:
                order[place], moves[place] = order[place - 1], moves[place - 1]
                place -= 1
            order[place], moves[place] = rank, out[k]
            kept += 1
    line.count[ply] = kept


def follow(s: Record, line: Any, ply: int) -> None:
    """Makes the next move on the record of the next ply."""
    k = line.at[ply]
    line.at[ply] = k + 1
    play(s, line.actor[ply], line.moves[ply, k])
    resolve(s)
    line.events[ply + 1] = line.events[ply] + (1 if line.actor[ply] == CHANCE else 0)
    line.count[ply + 1] = NEW
    line.ply[0] = ply + 1


class Brancher(Stoppable):
    """Searches positions of a game for one player. The same seed and number of nodes give the same course."""

    def __init__(self, game: Game, *, entries: int = ENTRIES) -> None:
        self.game = game
        self.machine = Machine(game)
        self.beam = Beam(game, width=BEAM_WIDTH)
        self.records = self.machine.records(LONGEST)
        self.raw = self.records.view(np.uint8).reshape(LONGEST, -1)
        self.line = new_line(LONGEST, self.machine.size_of_out)
        self.seen = np.zeros(entries, dtype=np.int64)
        super().__init__()
        self.beam._stop = self._stop  # one stop for both

    def search(
        self,
        state: State,
        limit: Limit = NO_LIMIT,
        *,
        seed: int | None = None,
        progress: Progress | None = None,
    ) -> Course:
        """The best course found; proved if the search came to its end. `seed`: what chance falls by."""
        alone.check(state)
        self._stop.clear()
        fate = alone.numbers(self.machine, seed)
        self.begin(state, fate)
        run = self.beam.begin(state, fate)
        pace = Pace(limit.seconds, limit.nodes, self._stop, FIRST_SLICE)
        first = self.beam.found(run, limit.part(FOR_THE_FIRST))
        pace.did(first.nodes)
        if first.proved:
            return first
        self.line.value[0] = first.value
        while (most := pace.slice()) and self.line.ply[0] >= 0:
            pace.did(self.go_on(fate, most))
            if progress:
                progress(pace.done, int(self.line.value[0]))
        return self.course(state, first, pace.done)

    def begin(self, state: State, fate: Any) -> None:
        self.go_on(fate, 0)  # compiled before the clock starts
        self.records[0] = self.machine.records(1, state.data)[0]
        line = self.line
        line.ply[0], line.count[0], line.events[0], line.length[0], line.state[0] = 0, NEW, 0, 0, SOUND
        self.seen.fill(0)

    def go_on(self, fate: Any, nodes: int) -> int:
        given = (self.records, self.raw, self.beam.parts, self.line, self.seen, self.machine.out(), fate, nodes)
        return int(compiled(advance)(*given))

    def course(self, state: State, first: Course, nodes: int) -> Course:
        line = self.line
        if line.state[0] == CHANCE_UNKNOWN:
            raise alone.chance_is_unknown(self.game)
        proved = bool(line.ply[0] < 0 and line.state[0] == SOUND)
        if not line.length[0]:
            return Course(first.value, first.line, nodes, proved)
        actions = [int(action) for action in line.best[: line.length[0]]]
        return Course(int(line.value[0]), alone.spoken(state, actions), nodes, proved)


def new_line(plies: int, width: int) -> CourseLine:
    single = {name: np.zeros(plies, dtype=np.int64) for name in ("actor", "count", "at", "events", "best")}
    moves, order = np.zeros((plies, width), dtype=np.int64), np.zeros((plies, width), dtype=np.float64)
    numbers = {name: np.zeros(1, dtype=np.int64) for name in ("ply", "length", "value", "state")}
    return CourseLine(**single, moves=moves, order=order, **numbers)
