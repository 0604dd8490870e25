"""Four ways to run one source, side by side: the CPU, WebAssembly in Node and in Chromium, plain Python, Pyodide.

    make bench-wasm

Moves of random games a second, from the same dice and so the same moves; simulations or nodes a second of the searches
that levels think by; and what a module weighs. Native and WebAssembly take turns, by the processor's time where that
can be asked: not in Chromium.
"""

import argparse
import functools
import gzip
import json
import math
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import plain_python
import report

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.lab.batch import Batch
from spielkiste.lab.pocket import modules
from spielkiste.lab.pocket_check import DECISIONS, Native, middle, on_cpu, positions
from spielkiste.lab.pocket_engines import ChromiumEngine, Engine, NodeEngine, spoken
from spielkiste.search.limit import Limit
from spielkiste.search.pocket import Deepen, InSteps, Tree, module_name, plan_for, question, thinking
from spielkiste.search.steps import driven

ROOT = Path(__file__).parent.parent
WASM = ROOT / "src" / "spielkiste" / "web" / "wasm"
PYODIDE = ROOT / "src" / "spielkiste" / "web" / "client" / "node_modules" / "pyodide"
SECONDS = 0.2  # of native play for each measurement
SIMULATIONS, NODES = 5_000, 50_000
IN_STEPS = Limit(simulations=256, nodes=256)  # playouts, games or continuations of each move that is compared
ROUNDS = 5  # the best of so many


def in_pyodide() -> dict[str, float]:
    command = ["node", str(ROOT / "bench" / "pyodide.mjs"), str(PYODIDE), str(ROOT / "src"), str(SECONDS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])  # type: ignore[no-any-return]  # figures by game


class Work(NamedTuple):
    """Something that is measured: the cases for an engine, how long it takes on the CPU, and how much of it that is."""

    kind: str
    cases: list[dict[str, Any]]
    native: Callable[[], float]
    amount: float


def playing(game: Game) -> Work:
    """Random games; the moves in them."""
    batch = Batch(game)
    games = max(10, int(SECONDS * batch.on_cpu(200).games_per_second))
    case = {
        "kind": "playouts",
        "module": module_name(game.layout),
        "record": game.first.hex(),
        "seed": 1,
        "games": games,
    }
    return Work("moves", [case], lambda: seconds_of(lambda: batch.on_cpu(games)), 0)


def searching(game: Game) -> Work | None:
    """The search of the highest level that thinks by one, with a number instead of a time."""
    state = middle(game, 7)
    seat = state.turn[0]
    plans = [plan_for(state, seat, level) for level in range(5, 0, -1)]
    for plan in plans:
        if isinstance(plan, Tree | Deepen):
            search = Tree(plan.manner, SIMULATIONS) if isinstance(plan, Tree) else Deepen(NODES)
            case = {"kind": "answer", "question": spoken(question(state, seat, search, seed=5))}
            native = functools.partial(seconds_of, functools.partial(on_cpu, state, seat, search, 5))
            return Work(type(plan).__name__.lower(), [case], native, 0)
    later = [one for one in positions(game, 7) if isinstance(plan_for(one, one.turn[0], 5), InSteps)]
    return in_steps(later[len(later) // 2], later[len(later) // 2].turn[0]) if later else None


def in_steps(state: State, seat: int) -> Work:
    """A decision of level 5 that is thought in steps: all its calls, one after the other."""
    native, calls = Native(state.game), list[dict[str, Any]]()

    def ask(asked: dict[str, Any]) -> Any:
        calls.append(asked)
        return native.ask(asked)

    driven(thinking(state, seat, 5, 5, IN_STEPS), ask)

    cases = [{"kind": "call", "question": spoken(asked)} for asked in calls]
    return Work("decisions", cases, lambda: seconds_of(lambda: [native.ask(asked) for asked in calls]), 1)


def seconds_of(work: Callable[[], object]) -> float:
    """Of the processor: others may use the machine as well."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def rates(work: Work, engines: dict[str, Engine]) -> dict[str, float]:
    """How much a second: native and in each engine, which take turns."""
    amount = work.amount or sum(done(engines["node"].run(case)["value"]) for case in work.cases)
    fastest = dict.fromkeys(("native", *engines), math.inf)
    for _ in range(ROUNDS):
        fastest["native"] = min(fastest["native"], work.native())
        for where, engine in engines.items():
            fastest[where] = min(fastest[where], sum(engine.run(case)["seconds"] for case in work.cases))
    return {where: amount / seconds for where, seconds in fastest.items()}


def longest_answer(game: Game, engine: Engine) -> float:
    """The seconds a move of level 5 takes at most, of some early and late ones; Python's part in CPython."""
    states, longest = positions(game, 7), 0.0
    for state in states[:: max(1, len(states) // DECISIONS)]:
        begun = time.perf_counter()
        driven(thinking(state, state.turn[0], 5, 5), engine.ask)
        longest = max(longest, time.perf_counter() - begun)
    return longest


def done(value: Any) -> float:
    """The moves of random games, or what a search did."""
    return float(value["work"] if isinstance(value, dict) else value)


def measured(game: Game, engines: dict[str, Engine]) -> dict[str, Any]:
    works = [work for work in (playing(game), searching(game)) if work]
    found = [rates(work, engines) for work in works]
    answer = longest_answer(game, engines["chromium"])
    by_place = {where: [one[where] for one in found] for where in ("native", *engines)}
    return {"game": game.slug, "search": works[1].kind if len(works) > 1 else None, "answer": answer, **by_place}


def weights(slug: str) -> dict[str, int]:
    """Bytes of the largest module of a game: code, packed code, packed tables."""
    index = json.loads((WASM / "index.json").read_text())
    facts = [index[name] for name in modules([slug])]
    codes = [(WASM / one["code"]).read_bytes() for one in facts]
    tables = {one[kind] for one in facts for kind in ("tables", "learnt") if one[kind]}
    return {
        "code": max(map(len, codes)),
        "packed": sum(len(gzip.compress(code)) for code in codes),
        "tables": sum(len(gzip.compress((WASM / file).read_bytes())) for file in tables),
        "modules": len(codes),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all of them where none is named")
    given = parser.parse_args()
    python, browser = plain_python.rates(SECONDS), in_pyodide()
    kept = (report.load("wasm") or {"rows": []})["rows"] if given.games else []
    rows = [row for row in kept if row["game"] not in given.games]
    with NodeEngine(WASM) as node, ChromiumEngine(WASM) as chromium:
        for slug in given.games or sk.games():
            found = measured(sk.game(slug), {"node": node, "chromium": chromium})
            rows.append(found | weights(slug) | {"python": python[slug], "pyodide": browser[slug]})
            print(slug, rows[-1], flush=True)
            report.save("wasm", {"rows": sorted(rows, key=lambda row: row["game"])})
    return 0


if __name__ == "__main__":
    sys.exit(main())
