"""Whether WebAssembly does the same as the CPU, and how fast: traces of whole games, and searches by number.

    python -m spielkiste.lab.pocket_check FOLDER [--games 10000] [--chromium] [GAME …]

FOLDER holds the modules (`spielkiste.lab.pocket`). A trace has every legal move, record and score of a random game in
it, what moves leave open settled by the game's own search; a search must give the same moves, in the same order, with
the same values.
"""

import argparse
import functools
import http.server
import json
import math
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.room import all_rooms
from spielkiste.core.state import State
from spielkiste.lab.batch import Batch
from spielkiste.search.deepen import Deepener
from spielkiste.search.glance import glance
from spielkiste.search.limit import Limit
from spielkiste.search.pocket import AnyMove, Deepen, Glance, InPython, Search, Tree, module_name, plan_for, question
from spielkiste.search.think import Thinker

CLIENT = Path(__file__).parent.parent / "web" / "client"
GAMES, LIMIT, SEED = 10_000, 400, 5
SIMULATIONS, NODES = 2_000, 5_000
EARLY = 6  # moves
TREE_NODES, ENTRIES = 1 << 19, 1 << 18  # as in engine/module.ts
ROUNDING = 1e-9  # tanh and log are the browser's own and may differ in the last digit


@dataclass(frozen=True)
class Case:
    """What is asked of the modules, and what the CPU says to it."""

    name: str
    asked: dict[str, Any]
    expected: Any


def sampled(slugs: Sequence[str]) -> Iterator[Game]:
    """Each set of options."""
    for slug, room in all_rooms().items():
        if not slugs or slug in slugs:
            for options in room.card.samples:
                yield sk.game(slug, **options)


def trace_case(game: Game, games: int) -> Case:
    asked = {
        "kind": "traces", "module": module_name(game.layout), "record": game.first.hex(), "players": game.players,
        "seed": SEED, "games": games, "limit": LIMIT,
    }  # fmt: skip
    return Case(f"{game!r}: traces", asked, Batch(game).traces_on_cpu(games, SEED, LIMIT, settle=1).tolist())


def middle(game: Game, seed: int) -> State:
    """A position early in a random game in which somebody has a choice: there is much to search."""
    rng, dice = np.random.default_rng(seed), np.random.default_rng(seed)
    state = found = sk.deal(game.start(), dice)
    for _ in range(EARLY):
        if state.over:
            break
        found = state if state.turn[0] >= 0 and len(state.moves(state.turn[0])) > 1 else found
        seat = state.turn[0]
        state = sk.deal(state.play(str(rng.choice(state.moves(seat))), seat), dice)
    return found


def search_cases(game: Game) -> Iterator[Case]:
    """For each level that thinks by a search."""
    state = middle(game, 7)
    seat = state.turn[0]
    plans = {level: plan_for(state, seat, level) for level in range(1, 6)}
    for level, plan in plans.items():
        if not isinstance(plan, InPython | AnyMove):
            asked = question(state, seat, by_number(plan), seed=SEED)
            asked["record"] = asked["record"].hex()
            expected = on_cpu(state, seat, by_number(plan), asked["seed"])
            yield Case(f"{game!r}: level {level}", {"kind": "answer", "question": asked}, expected)


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
    assert isinstance(plan, Glance)
    looks = sorted((actions[move], value) for move, value in glance(state, seat).items())
    return {"actions": [action for action, _ in looks], "values": [value for _, value in looks]}


# --- comparing ----------------------------------------------------------------------------------------


def agrees(case: Case, value: Any) -> bool:
    if case.asked["kind"] == "traces":
        return bool(value == case.expected)
    found = list(zip(value["actions"], value["values"], strict=True))
    if case.asked["question"]["search"] == "glance":
        found.sort()  # in the order of the rules, which is nobody's opinion
    expected = list(zip(case.expected["actions"], case.expected["values"], strict=True))
    return len(found) == len(expected) and all(
        a == b and math.isclose(x, y, abs_tol=ROUNDING) for (a, x), (b, y) in zip(found, expected, strict=True)
    )


def in_node(folder: Path, asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "cases.json"
        file.write_text(json.dumps(asked))
        command = ["node", str(checker("node")), str(folder), str(file)]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"node: {done.stderr.strip()}")
    return json.loads(done.stdout)  # type: ignore[no-any-return]  # a list of results


def in_chromium(folder: Path, asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """On a page of a plain file server, in a worker of its own as in the app."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        site = Path(place)
        shutil.copytree(folder, site / "wasm")
        shutil.copyfile(checker("page"), site / "check.js")
        (site / "index.html").write_text("<!doctype html><title>check</title>")
        (site / "worker.js").write_text(WORKER)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with served(site) as address:
            page = browser.new_page()
            page.goto(address)
            found = page.evaluate(IN_WORKER, asked)
        browser.close()
    return found  # type: ignore[no-any-return]  # a list of results


WORKER = """
import { results } from "./check.js";
const read = async (file) => (await fetch(`wasm/${file}`)).arrayBuffer();
self.onmessage = async ({ data }) => {
  try { self.postMessage(await results(data, read)); } catch (error) { self.postMessage(String(error)); }
};
"""
IN_WORKER = """(cases) => new Promise((resolve, reject) => {
  const worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => (typeof data === "string" ? reject(new Error(data)) : resolve(data));
  worker.onerror = (event) => reject(new Error(event.message));
  worker.postMessage(cases);
})"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:
        pass


class served:  # noqa: N801 - used as a word: with served(folder) as address
    """A folder behind a plain file server."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(Quiet, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)

    def __enter__(self) -> str:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_address[1]}/"

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()


def checker(kind: str) -> Path:
    """The client's own code for this, built."""
    subprocess.run(["node", "build.mjs", "--check"], cwd=CLIENT, check=True, capture_output=True)
    return CLIENT / "build" / "check" / f"{kind}.mjs"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("slugs", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=GAMES, help="traces of each set of options (default 10,000)")
    parser.add_argument("--chromium", action="store_true", help="in Chromium instead of Node")
    given = parser.parse_args()
    run, wrong = in_chromium if given.chromium else in_node, 0
    for game in sampled(given.slugs):
        cases = [trace_case(game, given.games), *search_cases(game)]
        for case, result in zip(cases, run(given.folder, [case.asked for case in cases]), strict=True):
            same = agrees(case, result["value"])
            wrong += not same
            print(f"{'same' if same else 'DIFFERENT'}: {case.name} ({result['seconds']:.2f} s)", flush=True)
    print("all the same" if not wrong else f"{wrong} differ")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
