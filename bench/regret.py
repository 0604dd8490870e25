"""How much plain UCT gives away in Zahlenluchs, in winning chances a game: what even perfect play could win against it.

    python bench/regret.py --games 40 --seconds 0.1

UCT plays against itself. Before each of its choices a far longer search with the learnt network (in the classic endgame
exact chances) values every move; what UCT's choice is worth less than the best one is its regret. Level 5's choice in
the same position and time is judged alike. Summed over a game, half of a player's regret in expected result is the
share of games a flawless opponent wins beyond one half.
"""

import argparse
import time
from typing import Any

import numpy as np
import report
from rich.progress import track

import spielkiste as sk
from spielkiste.games.zahlenluchs.bot import MANNER
from spielkiste.games.zahlenluchs.solver import Endgame, positions
from spielkiste.lab.ratings import mean_and_error
from spielkiste.search.bots import bot
from spielkiste.search.limit import Limit
from spielkiste.search.think import Thinker

OUT = report.RESULTS / "regret.json"
EXACT_UP_TO = 2_000_000  # positions to come
SEEN_ENOUGH = 500  # simulations: a move with fewer is valued no higher than a little below the best
A_LITTLE = 0.02


class Judge:
    """Values moves by a long search, or exactly."""

    def __init__(self, which: sk.Game, simulations: int) -> None:
        self.which, self.simulations = which, simulations
        self.search, self.endgame = Thinker(which, MANNER, seed=1), Endgame()

    def values(self, state: sk.State) -> dict[str, float]:
        if self.which.options["classic"] and positions(state) < EXACT_UP_TO:
            return {move: 2 * chance - 1 for move, chance in self.endgame.chances_of_moves(state).items()}
        thoughts = self.search.think(state, Limit(simulations=self.simulations))
        highest = thoughts[0].value - A_LITTLE
        return {t.move: t.value if t.visits > SEEN_ENOUGH else min(t.value, highest) for t in thoughts}


def regrets(which: sk.Game, games: int, seconds: float, simulations: int) -> dict[str, Any]:
    """By game and seat: what UCT gave away, and what level 5 would have given away in the same positions."""
    judge, uct = Judge(which, simulations), Thinker(which, seed=2, cores=1)
    strong = bot(which, 5, seed=3, seconds=seconds, cores=1)  # as UCT
    found: dict[str, list[float]] = {"uct": [], "level 5": []}
    for number in track(range(games), description=repr(which)):
        rng = np.random.default_rng(number)
        state, given_away = sk.deal(which.start(), rng), {name: [0.0, 0.0] for name in found}
        while not state.over:
            move, seat = state.moves()[0], state.turn[0]
            if len(state.moves()) > 1:
                values = judge.values(state)
                best = max(values.values())
                move = uct.think(state, Limit(seconds=seconds))[0].move
                given_away["uct"][seat] += (best - values[move]) / 2
                given_away["level 5"][seat] += (best - values[strong.choose(state, seat)]) / 2
            state = sk.deal(state.play(move), rng)
        for name in found:
            found[name] += given_away[name]
    return {name: dict(zip(("mean", "standard_error"), mean_and_error(all_of), strict=True))
            for name, all_of in found.items()}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="of each kind (default 40)")
    parser.add_argument("--seconds", type=float, default=0.1, help="a move of UCT and of level 5 (default 0.1)")
    parser.add_argument("--simulations", type=int, default=60_000, help="of the judge for a position (default 60,000)")
    given = parser.parse_args()
    if given.games < 1 or given.seconds <= 0 or given.simulations < 1:
        parser.error("numbers must be positive")
    rows, begun = [], time.perf_counter()
    for classic in (True, False):
        which = sk.game("zahlenluchs", classic=classic)
        rows.append({"classic": classic, **regrets(which, given.games, given.seconds, given.simulations)})
        for name in ("uct", "level 5"):
            print(f"{which!r}, {name}: {rows[-1][name]['mean']:.3f} ± {rows[-1][name]['standard_error']:.3f} a game")
    command = "python bench/regret.py " + " ".join(f"--{name} {value:g}" for name, value in vars(given).items())
    told = {"command": command, "seconds": given.seconds, "games": given.games, "rows": rows}
    report.write(OUT, told | {"took": round(time.perf_counter() - begun)})


if __name__ == "__main__":
    main()
