"""Whether WebAssembly does the same as the CPU: traces of whole games, searches by number, and decisions of bots.

    python -m spielkiste.lab.pocket_check FOLDER [--games 10000] [--in node|chromium] [GAME …]

FOLDER holds the modules (`spielkiste.lab.pocket`). A trace has every legal move, record and score of a random game in
it, what moves leave open settled by the game's own search. A search must give the same moves, in the same order, with
the same values; a level that thinks in steps must find the same numbers in each, and the move that a server makes.
"""

import argparse
import contextlib
import functools
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import spielkiste as sk
from spielkiste.core import wasm
from spielkiste.core.game import Game
from spielkiste.core.room import all_rooms
from spielkiste.core.state import State
from spielkiste.lab.batch import Batch
from spielkiste.lab.pocket import modules, said
from spielkiste.lab.pocket_engines import ChromiumEngine, Engine, NodeEngine, spoken
from spielkiste.search.bots import back_of
from spielkiste.search.deepen import Deepener
from spielkiste.search.glance import glance
from spielkiste.search.limit import Limit
from spielkiste.search.pocket import (
    AnyMove,
    Deepen,
    Glance,
    InPython,
    InSteps,
    Search,
    Tree,
    module_name,
    plan_for,
    question,
    thinking,
)
from spielkiste.search.think import Thinker

GAMES, LIMIT, SEED = 10_000, 400, 5
SIMULATIONS, NODES = 2_000, 5_000
SOME = Limit(simulations=64, nodes=64)  # for what thinks in steps
DECISIONS = 6  # of a random game
TREE_NODES, ENTRIES = 1 << 19, 1 << 18  # as in engine/module.ts
ROUNDING = 1e-9  # tanh and logarithms are the browser's own and may differ in the last digit


PLACES: dict[str, Callable[[Path], Engine]] = {"node": NodeEngine, "chromium": ChromiumEngine}


class Finding(NamedTuple):
    """Something that was compared."""

    name: str
    same: bool
    seconds: float


def sampled(slugs: Sequence[str]) -> Iterator[Game]:
    """Each set of options."""
    for slug, room in all_rooms().items():
        if not slugs or slug in slugs:
            for options in room.card.samples:
                yield sk.game(slug, **options)


def findings(game: Game, engine: Engine, games: int) -> Iterator[Finding]:
    """All that is compared of a game."""
    yield traces(game, engine, games)
    yield from searches(game, engine)
    yield from decisions(game, engine)


# --- whole games --------------------------------------------------------------------------------------


def traces(game: Game, engine: Engine, games: int) -> Finding:
    asked = {
        "kind": "traces", "module": module_name(game.layout), "record": game.first.hex(), "players": game.players,
        "seed": SEED, "games": games, "limit": LIMIT,
    }  # fmt: skip
    found = engine.run(asked)
    return Finding(f"{game!r}: {games:,} games", found["value"] == traces_on_cpu(game, games), found["seconds"])


@functools.lru_cache(maxsize=1)  # several engines are compared with them
def traces_on_cpu(game: Game, games: int) -> list[int]:
    return Batch(game).traces_on_cpu(games, SEED, LIMIT, settle=1).tolist()  # type: ignore[no-any-return]  # numbers


def positions(game: Game, seed: int) -> list[State]:
    """Of a random game, as far as it is compared, those in which somebody has a choice."""
    rng, dice = np.random.default_rng(seed), np.random.default_rng(seed)
    state, found = sk.deal(game.start(), dice), []
    while not state.over and state.length < LIMIT:
        seat = state.turn[0]
        moves = state.moves(seat)
        if seat >= 0 and len(moves) > 1:
            found.append(state)
        state = sk.deal(state.play(str(rng.choice(moves)), seat), dice)
    return found


def middle(game: Game, seed: int) -> State:
    """A position early in a random game: there is much to search."""
    return positions(game, seed)[:6][-1]


# --- searches -----------------------------------------------------------------------------------------


def searches(game: Game, engine: Engine) -> Iterator[Finding]:
    """For each level that thinks by a search."""
    state = middle(game, 7)
    seat = state.turn[0]
    for level in range(1, 6):
        plan = plan_for(state, seat, level)
        if not isinstance(plan, InPython | AnyMove | InSteps):
            asked = question(state, seat, by_number(plan), seed=SEED)
            found = engine.run({"kind": "answer", "question": spoken(asked)})
            expected = on_cpu(state, seat, by_number(plan), asked["seed"])
            same = agree(found["value"], expected, in_order=not isinstance(plan, Glance))
            yield Finding(f"{game!r}: level {level}, {asked['search']}", same, found["seconds"])


def by_number(plan: Search) -> Search:
    """A number instead of a time, so that the answer repeats."""
    if isinstance(plan, Tree) and plan.simulations is None:
        return Tree(plan.manner, SIMULATIONS)
    return Deepen(NODES) if plan == Deepen() else plan


def on_cpu(state: State, seat: int, plan: Search, seed: int) -> dict[str, list[float]]:
    """The same search as the server makes it."""
    actions = state.actions(seat)
    if isinstance(plan, Tree):
        thoughts = Thinker(state.game, plan.manner, seed=seed, nodes=TREE_NODES).think(
            state, Limit(simulations=plan.simulations)
        )
        return {"actions": [actions[t.move] for t in thoughts], "values": [t.value for t in thoughts]}
    if isinstance(plan, Deepen):
        found = Deepener(state.game, entries=ENTRIES).search(state, Limit(nodes=plan.nodes))
        return {"actions": [actions[found.move]], "values": [found.value]}
    looks = glance(state, seat)
    return {"actions": [actions[move] for move in looks], "values": list(looks.values())}


def agree(one: Any, other: Any, in_order: bool) -> bool:
    """Whether two answers name the same moves with the same values; a glance's order is nobody's opinion."""
    found, expected = (list(zip(answer["actions"], answer["values"], strict=True)) for answer in (one, other))
    if not in_order:
        found, expected = sorted(found), sorted(expected)
    return len(found) == len(expected) and all(
        a == b and math.isclose(x, y, abs_tol=ROUNDING) for (a, x), (b, y) in zip(found, expected, strict=True)
    )


# --- decisions in steps -------------------------------------------------------------------------------


def decisions(game: Game, engine: Engine) -> Iterator[Finding]:
    """For each level that thinks in steps: what every step finds, and the move."""
    states, native = positions(game, 7), native_of(module_name(game.layout), game.slug)
    for level in range(1, 6):
        thought = [state for state in states if isinstance(plan_for(state, state.turn[0], level), InSteps)]
        if thought:
            thought = thought[:: max(1, len(thought) // DECISIONS)]
            begun = time.perf_counter()
            wrong = sum(not same_decision(state, level, engine, native) for state in thought)
            yield Finding(f"{game!r}: level {level}, {len(thought)} decisions", not wrong, time.perf_counter() - begun)


def same_decision(state: State, level: int, engine: Engine, native: "Native | None" = None) -> bool:
    """Whether a level makes the same move as on a server; and whether each step finds the same natively."""
    seat = state.turn[0]
    steps, answer, same = thinking(state, seat, level, SEED, SOME), None, True
    while True:
        try:
            asked = next(steps) if answer is None else steps.send(answer)
        except StopIteration as done:
            expected = back_of(state.game.room).player(state.game, level, SEED).choose(state, seat, SOME)
            return same and bool(done.value == expected)
        answer = engine.ask(asked)
        if native and asked["search"] == "call":
            same &= same_numbers(answer, native.ask(asked))


def same_numbers(one: Any, other: Any) -> bool:
    """Whether a call told the same, and wrote the same but for the last digit of real numbers."""
    return one["number"] == other["number"] and all(
        a == b or np.allclose(np.frombuffer(a), np.frombuffer(b), rtol=0, atol=ROUNDING)
        for a, b in zip(one["spaces"], other["spaces"], strict=True)
    )


@functools.cache
def native_of(name: str, slug: str) -> "Native":
    """What does a module's work here, compiled once for all that it plays."""
    return Native(modules([slug])[name])


class Native:
    """A room's own entry points on this CPU."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.compiled: dict[str, Any] = {}
        learnt = said(game.room, "learnt")
        self.learnt = np.frombuffer(learnt() if learnt else b"", np.uint8)

    def ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What came of a call by number."""
        blocks: list[Any] = []
        numbers = [self.placed(kind, value, blocks) for kind, *value in asked["given"]]
        number = self.entry(asked["entry"])(*numbers, *([asked["most"]] if asked["paced"] else []))
        spaces = [block for (kind, *_), block in zip(asked["given"], blocks, strict=True) if kind == "answer"]
        return {"number": number or 0, "spaces": [block.tobytes() for block in spaces]}

    def placed(self, kind: str, value: list[Any], blocks: list[Any]) -> Any:
        """What is given as a number: itself, or its address."""
        blocks.append(None)
        if kind in ("whole", "real"):
            return value[0]
        given = bytearray(value[0]) if kind != "learnt" else self.learnt  # of a space the size: so many zeros
        blocks[-1] = np.frombuffer(given, np.uint8)
        return blocks[-1].ctypes.data

    def entry(self, name: str) -> Any:
        if name not in self.compiled:
            from spielkiste.core.compiled import bind

            bind(self.game)
            entries = self.game.room.part(said(self.game.room, "ENTRIES")).ENTRIES
            (entry,) = [one for one in entries if one.__name__ == name]
            options = {"nogil": True, "error_model": "numpy"}
            self.compiled[name] = wasm.for_record(entry, {"RECORD": self.game.layout.dtype}, **options)
        return self.compiled[name]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("slugs", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=GAMES, help="traces of each set of options (default 10,000)")
    parser.add_argument("--in", dest="places", nargs="*", choices=PLACES, default=list(PLACES), help="(default both)")
    given = parser.parse_args()
    found = list[Finding]()
    with contextlib.ExitStack() as stack:
        engines = {place: stack.enter_context(PLACES[place](given.folder)) for place in given.places}
        for game in sampled(given.slugs):
            for place, engine in engines.items():
                for finding in findings(game, engine, given.games):
                    found.append(finding)
                    same = "same" if finding.same else "DIFFERENT"
                    print(f"{same} in {place}: {finding.name} ({finding.seconds:.2f} s)", flush=True)
    wrong = sum(not finding.same for finding in found)
    print(f"all the same, {len(found)} comparisons" if not wrong else f"{wrong} of {len(found)} differ")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
