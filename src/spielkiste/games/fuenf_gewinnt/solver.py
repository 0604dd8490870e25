"""Forced wins: `forced_win(state, seat)` gives the moves of a win that no defence stops, or None if none was found.

While stones are placed, wins by fours and threes of any length are found (`threats.py`); in the moving phase those in
one turn.
"""

import math
import time
from typing import Any

from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search.limit import Limit

from . import threats
from .field import NOWHERE, SIDE
from .lines import cells_in_lines
from .rules import FIVE, MAX_MOVES, PLACING

NODES = 1 << 17  # of a proof: 5 MB
CHUNK = 16  # nodes opened between two looks at the clock: 1 to 10 ms
A_SECOND = Limit(seconds=1.0)


def forced_win(state: State, seat: int, limit: Limit = A_SECOND) -> list[str] | None:
    """The moves of a forced win of the seat in turn, with the replies that take longest to refute; None: none found."""
    return Prover(state.game).forced_win(state, seat, limit)


class Prover:
    """Searches forced wins. All it remembers is where it may write; when it is made, all it needs is compiled."""

    def __init__(self, game: Game) -> None:
        import numpy as np

        from spielkiste.core.compiled import Machine, compiled

        self.machine = Machine(game)
        self.prove, self.by_fours = compiled(threats.prove_win), compiled(threats.win_by_fours)
        self.winning_turn = compiled(threats.winning_turn)
        depth, moves = threats.LONGEST, self.machine.size_of_out

        def numbers(*shape: int) -> Any:
            return np.zeros(shape, dtype=np.int64)

        self.desk = threats.Desk(
            records=self.machine.records(depth), cells=numbers(depth, moves), count=numbers(depth),
            tried=numbers(depth), rows=numbers(depth + 2), spare=numbers(moves),
        )  # fmt: skip
        self.tree = threats.Proof(*(numbers(size) for size in (NODES, NODES, NODES, NODES, NODES, 1)))
        self.work, self.out, self.path = self.machine.records(1), self.machine.out(), numbers(depth)
        start = game.start()
        self.fours(start, 0), self.proved(start, Limit(nodes=1)), self.turn_that_wins(start)

    def forced_win(self, state: State, seat: int, limit: Limit) -> list[str] | None:
        """The search stops after so many seconds or nodes of its proof, or when no threats are left to try."""
        if state.turn != (seat,):
            return None
        if state.record().phase != PLACING:
            return self.turn_that_wins(state)
        if self.fours(state, seat) != NOWHERE:
            return self.line_of_fours(state, seat)
        return self.line_of_proof(state, seat) if self.proved(state, limit) else None

    def win_by_fours(self, state: State, seat: int) -> str | None:
        """The first move of a win in which every move but the last makes four (victory by continuous fours, VCF);
        about a hundred times as quick."""
        if state.turn != (seat,) or state.record().phase != PLACING:
            return None
        return self.written(state, self.fours(state, seat))

    def fours(self, state: State, seat: int) -> int:
        """The first cell of a win by fours alone, or NOWHERE."""
        self.desk.records[0] = self.machine.records(1, state.data)[0]
        return int(self.by_fours(self.desk, seat))

    def proved(self, state: State, limit: Limit) -> bool:
        """Whether a win by threats could be proved."""
        tree, first = self.tree, self.machine.records(1, state.data)
        tree.proof[0], tree.disproof[0], tree.count[0], tree.used[0] = 1, 1, 0, 1
        end = math.inf if limit.seconds is None else time.perf_counter() + limit.seconds
        nodes, done = NODES if limit.nodes is None else limit.nodes, CHUNK
        while done == CHUNK and tree.used[0] < nodes and time.perf_counter() < end:
            done = self.prove(first, self.work, self.desk, tree, self.path, self.out, CHUNK)
        return bool(tree.proof[0] == 0)

    def line_of_proof(self, state: State, seat: int) -> list[str]:
        """Down the proof: the attacker's proved moves, the defender's replies that took most work."""
        tree, node, line = self.tree, 0, list[str]()
        while tree.count[node]:
            children = range(int(tree.first[node]), int(tree.first[node] + tree.count[node]))
            proved = [child for child in children if tree.proof[child] == 0]
            node = max(proved, key=lambda child: int(tree.count[child]))
            line.append(str(self.written(state, int(tree.action[node]))))
            state = state.play(line[-1])
        return line + self.line_of_fours(state, seat)

    def line_of_fours(self, state: State, seat: int) -> list[str]:
        """On to the end, where every threat of five is answered if it can be."""
        line = list[str]()
        while not state.over:
            cell = self.fours(state, seat) if state.turn == (seat,) else self.answer(state, seat)
            line.append(str(self.written(state, cell)))
            state = state.play(line[-1])
        return line

    def answer(self, state: State, seat: int) -> int:
        """A cell where the attacker would make five."""
        cells = [NOWHERE] * MAX_MOVES
        cells_in_lines(state.record(), seat, FIVE - 1, [0] * SIDE, cells)
        return cells[0]

    def turn_that_wins(self, state: State) -> list[str] | None:
        """The moves of a turn, or the rest of one, that makes five."""
        first, line = self.machine.records(1, state.data), list[str]()
        length = self.winning_turn(first, self.desk, self.out, self.machine.out(), self.path)
        for action in self.path[:length]:
            line.append(str(self.written(state, int(action))))
            state = state.play(line[-1])
        return line or None

    def written(self, state: State, cell: int) -> str | None:
        """A cell as a move."""
        return None if cell == NOWHERE else state.game.room.notation.write(state.record(), state.turn[0], cell)
