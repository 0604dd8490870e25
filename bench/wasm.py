"""Four ways to run one source, side by side: the CPU, WebAssembly in Node and in Chromium, plain Python, Pyodide.

    make bench-wasm

Moves of random games a second, from the same dice and so the same moves; simulations or nodes a second of the searches
that levels think by; and what a module weighs. Native and WebAssembly take turns: a busy machine hurts both alike.
"""

import argparse
import gzip
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import plain_python
import report

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.lab.batch import Batch
from spielkiste.lab.pocket import modules
from spielkiste.lab.pocket_check import middle, on_cpu
from spielkiste.lab.pocket_engines import ChromiumEngine, Engine, NodeEngine, spoken
from spielkiste.search.pocket import Deepen, Search, Tree, module_name, plan_for, question

ROOT = Path(__file__).parent.parent
WASM = ROOT / "src" / "spielkiste" / "web" / "wasm"
PYODIDE = ROOT / "build" / "pyodide"
SECONDS = 0.5  # of native play for each measurement
SIMULATIONS, NODES = 20_000, 200_000
ROUNDS = 3  # the best of so many


def pyodide() -> Path:
    """npm's package, fetched once."""
    folder = PYODIDE / "node_modules" / "pyodide"
    if not folder.is_dir():
        PYODIDE.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "pyodide"], cwd=PYODIDE, check=True)
    return folder


def in_pyodide() -> dict[str, float]:
    command = ["node", str(ROOT / "bench" / "pyodide.mjs"), str(pyodide()), str(ROOT / "src"), str(SECONDS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])  # type: ignore[no-any-return]  # figures by game


def strongest(game: Game) -> tuple[State, int, Search] | None:
    """A decision of the highest level that thinks by a search, with a number instead of a time."""
    state = middle(game, 7)
    seat = state.turn[0]
    plan = plan_for(state, seat, 5)
    if isinstance(plan, Tree):
        return state, seat, Tree(plan.manner, SIMULATIONS)
    return (state, seat, Deepen(NODES)) if isinstance(plan, Deepen) else None


def measured(game: Game, engines: dict[str, Engine]) -> dict[str, Any]:
    batch = Batch(game)
    games = max(10, int(SECONDS * batch.on_cpu(200).games_per_second))
    asked: list[dict[str, Any]] = [
        {"kind": "playouts", "module": module_name(game.layout), "record": game.first.hex(), "seed": 1, "games": games}
    ]
    thought = strongest(game)
    if thought:
        asked.append({"kind": "answer", "question": spoken(question(*thought, seed=5))})
    native, inside = [], {where: list[list[float]]() for where in engines}
    made = [engines["node"].run(one)["value"] for one in asked]
    for _ in range(ROUNDS):
        native.append([batch.on_cpu(games).seconds, *([timed(*thought)] if thought else [])])
        for where, engine in engines.items():
            inside[where].append([engine.run(one)["seconds"] for one in asked])
    work = [made[0], *(answer["work"] for answer in made[1:])]
    rates = {
        where: [work[k] / min(times[k] for times in rounds) for k in range(len(asked))]
        for where, rounds in {"native": native, **inside}.items()
    }
    return {"game": game.slug, "search": type(thought[2]).__name__.lower() if thought else None, **rates}


def timed(state: State, seat: int, plan: Search) -> float:
    begun = time.perf_counter()
    on_cpu(state, seat, plan, 5)
    return time.perf_counter() - begun


def weights(slug: str) -> dict[str, int]:
    """Bytes of the largest module of a game: code, packed code, packed tables."""
    index = json.loads((WASM / "index.json").read_text())
    facts = [index[name] for name in modules([slug])]
    codes = [(WASM / one["code"]).read_bytes() for one in facts]
    tables = {one["tables"] for one in facts if one["tables"]}
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
    rows = []
    with NodeEngine(WASM) as node, ChromiumEngine(WASM) as chromium:
        for slug in given.games or sk.games():
            found = measured(sk.game(slug), {"node": node, "chromium": chromium})
            rows.append(found | weights(slug) | {"python": python[slug], "pyodide": browser[slug]})
            print(slug, rows[-1], flush=True)
            report.save("wasm", {"rows": rows})
    return 0


if __name__ == "__main__":
    sys.exit(main())
