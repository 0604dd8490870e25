"""Alpha-beta for so many seconds or nodes, a ply deeper each time, until the result is exact."""

import time
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.errors import NotYourTurn, OptionError
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search import alphabeta
from spielkiste.search.alphabeta import NO_MOVE
from spielkiste.search.hashing import position_key
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.pace import Pace, Stoppable
from spielkiste.search.thought import Thought

ENTRIES = 1 << 20  # of the transposition table, a power of two: 30 MB
PLIES = 200  # the longest line that is looked at
FIRST_SLICE = 256  # nodes before the first look at the clock
BEYOND_ANY_VALUE = alphabeta.INFINITE / 2  # where the margin counts there is no best result to stop at
RESULT_ALONE = alphabeta.Stakes(margin=0.0)
BY_MARGIN = alphabeta.Stakes(margin=1e-5)  # small, so that winning at all comes first at chance events


@dataclass(frozen=True)
class Found:
    """What a search found for the seat in turn."""

    value: float  # from -1 (lost) to 1 (won), beyond them by the margin where it counts
    move: str
    line: tuple[str, ...]  # the best play of both sides, this move first, as far as it is remembered
    nodes: int
    depth: int  # how many plies ahead everything was looked at
    exact: bool  # every line that matters was played to its end


@dataclass(frozen=True)
class BestPlay:
    """The best play of both sides to the end: first to win, then by as much as can be."""

    returns: tuple[float, ...]
    scores: tuple[int, ...]
    line: tuple[str, ...]
    nodes: int


class Reading(NamedTuple):
    """What is known of a position so far, the value for seat 0's side."""

    move: int
    value: float
    depth: int
    exact: bool


class Deepener(Stoppable):
    """Searches positions of one game with two sides; what it learnt it remembers from search to search."""

    def __init__(self, game: Game, manner: alphabeta.Stakes = RESULT_ALONE, *, entries: int = ENTRIES) -> None:
        if len(set(game.teams)) != 2:
            raise OptionError(f"{game!r}: alpha-beta needs two sides")
        self.game = game
        self.manner = manner
        self.machine = Machine(game)
        self.teams = np.array(game.teams, dtype=np.int64)
        self.parts = np.array([[part.start, part.stop] for part in game.layout.position_parts], dtype=np.int64)
        self.records = self.machine.records(PLIES)
        self.raw = self.records.view(np.uint8).reshape(PLIES, game.layout.size)
        self.line = new_line(PLIES, self.machine.size_of_out)
        self.memory = new_memory(entries)
        self.nodes = 0
        super().__init__()

    def search(self, state: State, limit: Limit = NO_LIMIT, depth: int = PLIES - 2) -> Found:
        """The best move found before the first limit is reached. The same nodes give the same answer."""
        one_in_turn(state)
        self._stop.clear()
        return self.found(state, limit.seconds, limit.nodes, depth)

    def found(self, state: State, seconds: float | None, nodes: float | None, depth: int = PLIES - 2) -> Found:
        reading = self.deepen(state, seconds, nodes, depth)
        value = self.sign(state.turn[0]) * reading.value
        line = self.best_line(state, reading.move)
        return Found(value, line[0], line, self.nodes, reading.depth, reading.exact)

    def think(self, state: State, limit: Limit = NO_LIMIT) -> list[Thought]:
        """What is thought of every legal move, best first: half the budget for the best, the rest in equal parts."""
        one_in_turn(state)
        self._stop.clear()
        seconds, nodes = limit.seconds, limit.nodes
        begun = time.perf_counter()
        best = self.found(state, share(seconds, 2), share(nodes, 2))
        spent, thoughts = best.nodes, []
        moves = [best.move, *(move for move in state.moves() if move != best.move)]
        for k, move in enumerate(moves):
            parts = len(moves) - k
            time_left = None if seconds is None else begun + seconds - time.perf_counter()
            nodes_left = None if nodes is None else nodes - spent
            thought = self.judged(state, move, share(time_left, parts), share(nodes_left, parts))
            spent += thought.visits
            thoughts.append(thought)
        return sorted(thoughts, key=lambda thought: (thought.value, thought.move == best.move), reverse=True)

    def judged(self, state: State, move: str, seconds: float | None, nodes: float | None) -> Thought:
        """One move, by a search of the position after it."""
        after, seat = state.play(move), state.turn[0]
        if after.returns is not None:
            return Thought(move, after.returns[seat], 1, True, (move,))
        reading = self.deepen(after, seconds, nodes, PLIES - 2)
        value = self.sign(seat) * reading.value
        return Thought(move, value, self.nodes, reading.exact, self.best_line(state, state.action(move)))

    def deepen(self, state: State, seconds: float | None, nodes: float | None, depth: int) -> Reading:
        """A ply deeper each time, until a limit is reached or the value is exact; for seat 0's side."""
        self.records[0] = self.machine.records(1, state.data)[0]
        self.line.ply[0] = -1
        self.go_on(1)  # compiled before the clock starts
        self.nodes = 0
        pace = Pace(seconds, nodes, self._stop, FIRST_SLICE)
        reading = Reading(NO_MOVE, 0.0, 0, False)
        for plies in range(1, depth + 1):
            finished = self.look_ahead(plies, pace)
            reading = self.after_search(reading, finished, self.sign(state.turn[0]))
            if reading.exact or not finished:
                break
        return reading

    def look_ahead(self, plies: int, pace: Pace) -> bool:
        """One search to a depth; False if a limit came first. The first ply is always finished."""
        alphabeta.begin(self.line, plies, 1.0 if self.manner.margin == 0 else BEYOND_ANY_VALUE)
        while self.line.ply[0] >= 0:
            most = pace.slice()
            if plies > 1 and most == 0:
                return False
            visited = self.go_on(most or FIRST_SLICE)
            pace.did(visited)
            self.nodes += visited
        return True

    def go_on(self, nodes: int) -> int:
        advance = compiled(alphabeta.advance)
        return int(advance(self.records, self.raw, self.parts, self.line, self.memory, self.teams, self.manner, nodes))

    def after_search(self, before: Reading, finished: bool, sign: int) -> Reading:
        """What is known now. Who is lost plays what looked best before that was seen."""
        best, line = int(self.line.best[0]), self.line
        if not finished and best == NO_MOVE:
            return before
        value = float(line.result[0] if finished else line.value[0])
        lost = sign * value <= -1 and before.move != NO_MOVE and self.manner.margin == 0
        if finished:
            return Reading(before.move if lost else best, value, before.depth + 1, bool(line.result[1]))
        if lost:  # the move that looked best is refuted, the one looked at now is not
            return before._replace(move=int(line.moves[0][line.at[0] - 1]))
        return before._replace(move=best, value=value)

    def sign(self, seat: int) -> int:
        return -1 if seat >= 0 and self.teams[seat] != self.teams[0] else 1

    def said(self, state: State, action: int) -> str:
        return str(self.game.room.notation.write(state.record(), state.turn[0], action))

    def best_line(self, state: State, action: int) -> tuple[str, ...]:
        """The move and the remembered best answers."""
        moves = [self.said(state, action)]
        after = state.play(moves[0])
        while len(moves) < PLIES and after.turn and after.turn[0] >= 0:
            action = self.remembered(after)
            if action == NO_MOVE:
                break
            moves.append(self.said(after, action))
            after = after.play(moves[-1])
        return tuple(moves)

    def remembered(self, state: State) -> int:
        raw = np.frombuffer(state.data, dtype=np.uint8)
        key = int(compiled(position_key)(raw, self.parts))
        slot = key & (len(self.memory.key) - 1)
        return int(self.memory.move[slot]) if self.memory.key[slot] == key else NO_MOVE


def solve(state: State, limit: Limit = NO_LIMIT) -> BestPlay | None:
    """How a game without further chance events ends if both sides play best; None if a limit was reached before."""
    searches, end = best_play(state, limit)
    if not all(found.exact for found in searches):
        return None
    line, used = tuple(found.move for found in searches), sum(found.nodes for found in searches)
    return BestPlay(end.returns or (), end.scores, line, used)


def best_play(state: State, limit: Limit) -> tuple[list[Found], State]:
    """The searches move by move, up to one that does not see the end within the limits, and the position after them."""
    deepener = Deepener(state.game, BY_MARGIN)
    if not state.over:
        deepener.search(state, Limit(nodes=1))  # compiled before the clock starts
    deadline = None if limit.seconds is None else time.perf_counter() + limit.seconds
    searches: list[Found] = []
    while not state.over and all(found.exact for found in searches[-1:]):
        left = None if deadline is None else deadline - time.perf_counter()
        rest = None if limit.nodes is None else limit.nodes - sum(found.nodes for found in searches)
        one_in_turn(state)
        searches.append(deepener.found(state, left, rest))
        state = state.play(searches[-1].move)
    return searches, state


def one_in_turn(state: State) -> None:
    if len(state.turn) != 1 or state.turn[0] < 0:
        raise NotYourTurn(f"one seat must be in turn to search its moves; in turn: {state.turn}")


def share(budget: float | None, parts: int) -> float | None:
    return None if budget is None else max(0.0, budget) / parts


def new_line(plies: int, width: int) -> alphabeta.SearchLine:
    whole = ("actor", "depth", "best", "ended", "scouting", "count", "at", "key")
    real = ("low", "high", "start_low", "start_high", "value")
    arrays: dict[str, Any] = {name: np.zeros(plies, dtype=np.int64) for name in whole}
    arrays |= {name: np.zeros(plies, dtype=np.float64) for name in real}
    arrays |= {name: np.zeros((plies, width), dtype=np.int64) for name in ("moves", "order")}
    return alphabeta.SearchLine(**arrays, ply=np.zeros(1, dtype=np.int64), result=np.zeros(2, dtype=np.float64))


def new_memory(entries: int) -> alphabeta.Memory:
    kinds = {"key": np.int64, "value": np.float64, "depth": np.int16, "bound": np.int8, "move": np.int64}
    memory = alphabeta.Memory(**{name: np.zeros(entries, dtype=kind) for name, kind in kinds.items()})
    memory.depth[:] = -1
    return memory
