"""Draws a position from the midst of a game for every room: `python scripts/pictures.py docs/pictures`."""

import sys
from pathlib import Path

import numpy as np

import spielkiste as sk

SEED = 7
FAR = 0.55  # how far into the game


def midst(slug: str) -> sk.State:
    """A game between level-2 bots, seen a little after half of it."""
    rng = np.random.default_rng(SEED)
    bot = sk.bot(slug, 2, seed=SEED)
    states = [sk.deal(sk.game(slug).start(), rng)]
    while not states[-1].over:
        state = states[-1]
        seat = state.turn[-1]
        states.append(sk.deal(state.play(bot.choose(state, seat), seat=seat), rng))
    return states[int(len(states) * FAR)]


def main(folder: str) -> None:
    """Writes one SVG a game."""
    for slug in sk.games():
        (Path(folder) / f"{slug}.svg").write_text(midst(slug)._repr_svg_() + "\n", encoding="utf-8")
        print(f"{folder}/{slug}.svg")


if __name__ == "__main__":
    main(sys.argv[1])
