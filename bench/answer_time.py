"""How long level 5 takes for a move by default, once it is warm: in every game and its kinds, from opening to end.

    python bench/answer_time.py                    # all games, positions of two games each; minutes
    python bench/answer_time.py torris --rounds 5  # some games, more positions

Positions are those of games of level 2. A bot that has answered at another position of the kind is warm: its code is
compiled, its tables are read. Times are by the clock on the wall, so the machine should have nothing else to do.
"""

import argparse
import os
import platform
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import report

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.room import room
from spielkiste.core.state import State

STRONGEST = 5
SENSIBLE = 2  # level of the games from which positions are taken
PARTS = {"opening": 0.0, "early": 0.25, "middle": 0.5, "late": 0.85}  # of a game


class Place(NamedTuple):
    """A position with a seat that has a choice, and the part of the game in which it lies."""

    part: str
    state: State
    seat: int


def sensible_game(which: Game, seed: int) -> list[State]:
    """All positions of a game of level 2 in which somebody may act; who acts, where several may, is drawn."""
    rng, player = np.random.default_rng(seed), sk.bot(which, SENSIBLE, seed=seed)
    states = [sk.deal(which.start(), rng)]
    while not states[-1].over:
        state = states[-1]
        seat = state.turn[int(rng.integers(len(state.turn)))]
        move = player.choose(state, seat) if seat >= 0 else state.moves(seat)[0]
        states.append(sk.deal(state.play(move, seat=seat), rng))
    return states[:-1]


def places(which: Game, seed: int, parts: Sequence[str] = tuple(PARTS)) -> Iterator[Place]:
    """A position of each part of a game: the first from there on where somebody has a choice."""
    states = sensible_game(which, seed)
    for part in parts:
        for state in states[int(PARTS[part] * len(states)) :]:
            chooser = next((seat for seat in state.turn if seat >= 0 and len(state.moves(seat)) > 1), None)
            if chooser is not None:
                yield Place(part, state, chooser)
                break


def warm_up(which: Game, seed: int, seconds: float | None = None) -> None:
    """Answers at every part of a game that is not measured: whatever is compiled or read when first needed, is."""
    for place in places(which, seed):
        sk.bot(which, STRONGEST, seed=seed, seconds=seconds).choose(place.state, place.seat)


def answer_time(place: Place, seed: int) -> float:
    """Seconds for a move of a new bot; the move is one."""
    begun = time.perf_counter()
    move = sk.bot(place.state.game, STRONGEST, seed=seed).choose(place.state, place.seat)
    took = time.perf_counter() - begun
    place.state.play(move, seat=place.seat)
    return took


def measured(slug: str, options: dict[str, Any], rounds: int) -> dict[str, Any]:
    """The figures of one kind of a game."""
    which = sk.game(slug, **options)
    warm_up(which, rounds)
    times = [(answer_time(place, seed), place.part) for seed in range(rounds) for place in places(which, seed)]
    slowest, part = max(times)
    median = statistics.median(took for took, _ in times)
    return {
        "game": slug,
        "options": {name: value for name, value in options.items() if name != "stack"},
        "answers": len(times),
        "median": median,
        "slowest": slowest,
        "part": part,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="which games (default all)")
    parser.add_argument("--rounds", type=int, default=2, help="games for each kind of a game (default 2)")
    given = parser.parse_args()
    unknown = set(given.game) - set(sk.games())
    if unknown or given.rounds < 1:
        parser.error(f"no game {', '.join(sorted(unknown))}" if unknown else "at least one round")
    rows = []
    for slug in given.game or sk.games():
        for options in room(slug).card.samples:
            rows.append(measured(slug, dict(options), given.rounds))
            one = rows[-1]
            print(f"{slug} {options}: median {one['median']:.2f} s, slowest {one['slowest']:.2f} s ({one['part']})")
    if not given.game:  # the page is about all of them
        machine = (
            f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}."
        )
        command = f"python bench/answer_time.py --rounds {given.rounds}"
        report.save("answer_time", {"command": command, "machine": machine, "rows": rows})
    return 0


if __name__ == "__main__":
    sys.exit(main())
