"""Played where NumPy and Numba cannot be imported: a whole game of each, with all that a table shows of it.

`python tests/without_numpy.py` prints the games it has played; `test_without_numpy.py` runs it in a process of its own.
"""

import importlib
import importlib.abc
import random
import sys
from typing import Any

NOT_HERE = {"numpy", "numba", "llvmlite"}
PLAY = ["table", "rulings", "presentation", "rendering", "familiar", "lot", "messages", "texts", "pictures", "records"]


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


def main() -> None:
    sys.meta_path.insert(0, Refuse())
    import spielkiste as sk

    for module in PLAY:
        importlib.import_module(f"spielkiste.server.{module}")
    for slug in sk.games():
        print(told(whole_game(slug, random.Random(5))))


def told(end: Any) -> str:
    return f"{end.game.slug} {end.length} {end.scores} {end.outcome.words('de')}"


if __name__ == "__main__":
    main()
