"""Played where NumPy and Numba cannot be imported: a whole game of each, with all that a table shows of it.

`python tests/without_numpy.py` prints the games it has played; `test_without_numpy.py` runs it in a process of its own.
"""

import importlib
import importlib.abc
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

ENOUGH = 1.0  # seconds of thought for a level with one set of options: the slow ones are seen to be slow at once
NOT_HERE = {"numpy", "numba", "llvmlite"}
PLAY = [
    "table", "rulings", "facts", "presentation", "rendering", "familiar", "lot", "messages", "texts", "pictures",
    "records",
]  # fmt: skip


class Refuse(importlib.abc.MetaPathFinder):
    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.partition(".")[0] in NOT_HERE:
            raise ModuleNotFoundError(f"{name} was asked for")


def whole_game(slug: str, rng: random.Random) -> Any:
    """A random game to its end; at every twelfth move everything that somebody sees of it."""
    import spielkiste as sk
    from spielkiste.core.look import Look
    from spielkiste.core.pcg64 import Pcg64

    dice = Pcg64(1)
    state = sk.deal(sk.game(slug).start(), dice)
    while not state.over:
        seat = rng.choice(state.turn)
        if state.length % 12 == 0:
            for viewer in (None, 0):
                state.view(viewer), state.svg(viewer), state.text(viewer, "de")
            state.paths(max(seat, 0))
        move = rng.choice(state.moves(seat))
        state.tell(seat, move, Look(None, "de"))
        state = sk.deal(state.play(move, seat), dice)
    return state


def decisions(slug: str, options: dict[str, Any], level: int, most: int) -> float:
    """Some decisions of a level that are made in Python, until they have taken ENOUGH; the longest in seconds of this
    processor."""
    import spielkiste as sk
    from spielkiste.core.pcg64 import Pcg64
    from spielkiste.search.pocket import thinking

    dice, rng, times = Pcg64(1), random.Random(3), [0.0]
    state = sk.deal(sk.game(slug, **options).start(), dice)
    while not state.over and most > 0 and sum(times) < ENOUGH:
        most -= 1
        seat = rng.choice(state.turn)
        move = rng.choice(state.moves(seat))
        if seat >= 0:
            steps, begun = thinking(state, seat, level, seed=1), time.process_time()
            try:
                next(steps)  # the engine is asked
            except StopIteration as done:
                move = done.value
            times.append(time.process_time() - begun)
        state = sk.deal(state.play(move, seat), dice)
    return max(times)


def asked_of(folder: Path, games: dict[str, dict[str, Any]]) -> None:
    """A whole decision of the strongest level that thinks in steps, with the modules of a folder in Node."""
    import spielkiste as sk
    from spielkiste.core.pcg64 import Pcg64
    from spielkiste.lab.pocket_engines import NodeEngine
    from spielkiste.search.limit import Limit
    from spielkiste.search.pocket import InSteps, plan_for, thinking
    from spielkiste.search.steps import driven

    with NodeEngine(folder) as engine:
        for slug, options in games.items():
            dice, rng = Pcg64(1), random.Random(3)
            state = sk.deal(sk.game(slug, **options).start(), dice)
            while not isinstance(plan_for(state, state.turn[0], 5), InSteps):
                state = sk.deal(state.play(rng.choice(state.moves(state.turn[0])), state.turn[0]), dice)
            print(slug, driven(thinking(state, state.turn[0], 5, 1, Limit(seconds=0.3)), engine.ask), flush=True)


def main() -> None:
    sys.meta_path.insert(0, Refuse())
    import spielkiste as sk
    from spielkiste.core.room import all_rooms

    for module in PLAY:
        importlib.import_module(f"spielkiste.server.{module}")
    if "engine" in sys.argv:
        asked_of(Path(sys.argv[2]), json.loads(sys.argv[3]))
        return
    if "levels" in sys.argv:
        for slug, room in all_rooms().items():
            for options in room.card.samples:
                for level in range(1, 6):
                    print(slug, level, f"{decisions(slug, options, level, 12):.2f}", options, flush=True)
        return
    for slug in sk.games():
        print(told(whole_game(slug, random.Random(5))))


def told(end: Any) -> str:
    return f"{end.game.slug} {end.length} {end.scores} {end.outcome.words('de')}"


if __name__ == "__main__":
    main()
