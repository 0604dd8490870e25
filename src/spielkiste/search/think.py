"""Thinking about a position for so many simulations or seconds, on one or several cores."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.core.thought import Thought
from spielkiste.search import mcts

NODES = 1 << 20  # a tree's greatest size: 30 MB
CHUNK_SECONDS = 0.02  # between two looks at the clock
PLAIN_UCT = mcts.Manner(wish=0.7, priors=0, playout=-1)


class Thinker:
    """Searches positions of one game; keeps its memory between searches, not its thoughts."""

    def __init__(
        self, game: Game, manner: mcts.Manner = PLAIN_UCT, *, seed: int = 0, cores: int = 1, nodes: int = NODES
    ) -> None:
        self.game = game
        self.manner = manner
        self.machine = Machine(game)
        self.teams = np.array(game.teams, dtype=np.int64)
        self.grow = compiled(mcts.grow)
        self.trees = [new_tree(nodes) for _ in range(cores)]
        self.dice = [self.machine.dice(seed, core) for core in range(cores)]
        self.simulations = 0

    def think(self, state: State, seconds: float | None = None, simulations: int | None = None) -> list[Thought]:
        """The legal moves of the seat in turn, best first. Stops at the first limit, or when all is proved."""
        first = self.machine.records(1, state.data)
        with ThreadPoolExecutor(len(self.trees)) as pool:
            made = list(
                pool.map(lambda core: self.grow_tree(core, first, seconds, simulations), range(len(self.trees)))
            )
        self.simulations = sum(made)
        return self.thoughts(state)

    def grow_tree(self, core: int, first: Any, seconds: float | None, simulations: int | None) -> int:
        tree = self.trees[core]
        clear(tree)
        work, out = self.machine.records(1), self.machine.out()
        path = np.zeros(mcts.DEEPEST, dtype=np.int64)
        self.grow(
            first, work, tree, path, out, self.dice[core], self.teams, self.manner, 0
        )  # compiled before the clock
        begun, made, chunk = time.perf_counter(), 0, 64
        while simulations is None or made < simulations:
            times = chunk if simulations is None else min(chunk, simulations - made)
            before = time.perf_counter()
            done = self.grow(first, work, tree, path, out, self.dice[core], self.teams, self.manner, times)
            made += done
            now = time.perf_counter()
            if done < times or (seconds is not None and now - begun + CHUNK_SECONDS > seconds):
                break
            chunk = max(16, int(chunk * min(2.0, CHUNK_SECONDS / max(now - before, 1e-5))))
        return int(made)

    def thoughts(self, state: State) -> list[Thought]:
        seat = state.turn[0]
        moves = {action: move for move, action in state._listed(seat).items()}
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
        return sorted(found, key=rank, reverse=True)

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


def rank(thought: Thought) -> tuple[bool, bool, int]:
    """Proved wins first, proved losses last, else by visits."""
    won, lost = thought.proved and thought.value > 0, thought.proved and thought.value < 0
    return won, not lost, thought.visits


def new_tree(nodes: int) -> mcts.Tree:
    kinds: Sequence[tuple[str, Any]] = [
        *(("visits", np.int32), ("total", np.float64), ("prior", np.float32), ("first", np.int32), ("count", np.int32)),
        *(("action", np.int64), ("actor", np.int8), ("proof", np.int8)),
    ]
    return mcts.Tree(**{name: np.zeros(nodes, dtype=kind) for name, kind in kinds}, used=np.zeros(1, dtype=np.int64))


def clear(tree: mcts.Tree) -> None:
    """Forgets everything but the root; a node's entries are set anew when it is made."""
    tree.visits[0], tree.count[0] = 0, 0
    tree.actor[0], tree.proof[0] = mcts.NEW, mcts.UNPROVED
    tree.used[0] = 1
