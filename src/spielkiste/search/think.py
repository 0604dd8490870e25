"""Thinking about a position for so many simulations or seconds, on one or several cores."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search import mcts
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.pace import Pace, Stoppable, on_cores
from spielkiste.search.replant import actions_between, node_after, replant
from spielkiste.search.thought import Thought

NODES = 1 << 20  # a tree's greatest size: 30 MB
NODES_A_POSITION = 8  # the table of shared positions has a place for so many nodes
PLAIN_UCT = mcts.TreeManner(wish=0.7, priors=0, playout=-1)


class Plot(NamedTuple):
    """Where a tree grows: the tree, and where the positions met have their children."""

    tree: mcts.Tree
    met: mcts.Met


class Thinker(Stoppable):
    """Searches positions of one game. With `keep` what was thought of a position counts when it comes about."""

    def __init__(
        self,
        game: Game,
        manner: mcts.TreeManner = PLAIN_UCT,
        *,
        seed: int = 0,
        cores: int = 1,
        nodes: int = NODES,
        keep: bool = False,
    ) -> None:
        self.game = game
        self.manner = manner
        self.keep = keep
        self.nodes = nodes
        self.machine = Machine(game)
        self.teams = np.array(game.teams, dtype=np.int64)
        self.grow = compiled(mcts.grow)
        self.plots = [self.new_plot() for _ in range(cores)]
        self.spare = [self.new_plot() for _ in range(cores)] if keep else []  # where a kept tree is replanted
        self.dice = [self.machine.dice(seed, core) for core in range(cores)]
        self.simulations = 0
        self.thought_of: State | None = None  # the root of the trees
        super().__init__()
        if keep:
            clear(self.plots[0])
            self.move(0, 0)  # compiled before any clock starts

    @property
    def trees(self) -> list[mcts.Tree]:
        """One a core."""
        return [plot.tree for plot in self.plots]

    def think(self, state: State, limit: Limit = NO_LIMIT) -> list[Thought]:
        """The legal moves of the seat in turn, best first. Stops at the first limit, or when all is proved; with
        several cores each makes so many simulations."""
        self._stop.clear()
        begun = time.perf_counter()
        since = actions_between(self.thought_of, state) if self.keep and self.thought_of is not None else None
        self.thought_of = None  # until the search ends undisturbed
        first = self.machine.records(1, state.data)
        for core in range(len(self.plots)):
            self.prepare(core, since)
        spent = time.perf_counter() - begun  # moving a kept tree takes its time
        made = on_cores(len(self.plots), lambda core: self.grow_tree(core, first, limit, spent), self._stop)
        self.simulations = sum(made)
        self.thought_of = state
        return self.thoughts(state)

    def prepare(self, core: int, since: list[int] | None) -> None:
        """An empty tree, or the kept part of the last one."""
        plot = self.plots[core]
        node = None if since is None else node_after(plot.tree, since)
        if node is None:
            clear(plot)
        elif node:
            self.move(core, node)

    def move(self, core: int, node: int) -> None:
        """Replants what lies below a node."""
        plot, spare = self.plots[core], self.spare[core]
        origin, moved = np.zeros((2, self.nodes), dtype=np.int32)
        compiled(replant)(plot.tree, plot.met, node, spare.tree, spare.met, origin, moved)
        self.plots[core], self.spare[core] = spare, plot

    def grow_tree(self, core: int, first: Any, limit: Limit, spent: float) -> int:
        tree, met = self.plots[core]
        work, out = self.machine.records(1), self.machine.out()
        raw = work.view(np.uint8).reshape(1, -1)
        path = np.zeros(mcts.DEEPEST, dtype=np.int64)
        given = (first, work, raw, tree, met, path, out, self.dice[core], self.teams, self.manner)
        self.grow(*given, 0)  # compiled before the clock starts
        pace = Pace(None if limit.seconds is None else limit.seconds - spent, limit.simulations, self._stop)
        while times := pace.slice():
            done = int(self.grow(*given, times))
            pace.did(done)
            if done < times:
                break
        return pace.done

    def new_plot(self) -> Plot:
        size = 1 << max(3, (self.nodes // NODES_A_POSITION).bit_length() - 1) if self.manner.shared else 1
        key, (first, count) = np.zeros(size, dtype=np.int64), np.zeros((2, size), dtype=np.int32)
        parts = np.array([[part.start, part.stop] for part in self.game.layout.position_parts], dtype=np.int64)
        return Plot(new_tree(self.nodes), mcts.Met(key, first, count, parts))

    def thoughts(self, state: State) -> list[Thought]:
        seat = state.turn[0]
        moves = {action: move for move, action in state.actions(seat).items()}
        sign = 1 if seat == 0 else -1
        found = []
        roots = [(tree, int(tree.first[0])) for tree in self.trees]
        for k in range(int(self.trees[0].count[0])):
            visits = sum(int(tree.visits[first + k]) for tree, first in roots)
            total = sum(float(tree.total[first + k]) for tree, first in roots)
            proofs = [int(tree.proof[first + k]) for tree, first in roots if abs(tree.proof[first + k]) <= 1]
            value = float(sign * proofs[0]) if proofs else total / max(1, visits)
            tree, first = max(roots, key=lambda root: int(root[0].visits[root[1] + k]))
            line = (moves[int(tree.action[first + k])], *self.line(state, tree, first + k))
            found.append(Thought(line[0], value, visits, bool(proofs), line))
        return ranked(found)

    def line(self, state: State, tree: mcts.Tree, node: int) -> tuple[str, ...]:
        """The most visited way on from a child of the root."""
        said: list[str] = []
        write = self.game.room.notation.write
        record, verbs = state.record(), self.game.room.verbs
        actor = int(tree.actor[0])
        while True:
            verbs.play(record, actor, int(tree.action[node]))
            verbs.resolve(record)
            actor, first, count = int(tree.actor[node]), int(tree.first[node]), int(tree.count[node])
            if count == 0 or int(tree.visits[node]) < 2:
                return tuple(said)
            node = first + int(np.argmax(tree.visits[first : first + count]))
            if tree.visits[node] == 0:
                return tuple(said)
            said.append(write(record, actor, int(tree.action[node])))


def ranked(thoughts: Sequence[Thought]) -> list[Thought]:
    """Proved wins first and proved losses last, between them by visits. A proved draw, which is not visited for long,
    is as good as the position: it comes before the others unless the first of them promises more."""
    by_visits = sorted(thoughts, key=lambda thought: -thought.visits)
    proved = [thought for thought in by_visits if thought.proved]
    won, lost = [t for t in proved if t.value > 0], [t for t in proved if t.value < 0]
    drawn, others = [t for t in proved if t.value == 0], [t for t in by_visits if not t.proved]
    middle = [*others, *drawn] if others and others[0].value > 0 else [*drawn, *others]
    return [*won, *middle, *lost]


def new_tree(nodes: int) -> mcts.Tree:
    kinds: Sequence[tuple[str, Any]] = [
        *(("visits", np.int32), ("total", np.float64), ("prior", np.float32), ("first", np.int32), ("count", np.int32)),
        *(("action", np.int64), ("actor", np.int8), ("proof", np.int8)),
    ]
    return mcts.Tree(**{name: np.zeros(nodes, dtype=kind) for name, kind in kinds}, used=np.zeros(1, dtype=np.int64))


def clear(plot: Plot) -> None:
    """Forgets everything but the root; a node's entries are set anew when it is made."""
    tree = plot.tree
    tree.visits[0], tree.count[0] = 0, 0
    tree.actor[0], tree.proof[0] = mcts.NEW, mcts.UNPROVED
    tree.used[0] = 1
    plot.met.key.fill(0)
