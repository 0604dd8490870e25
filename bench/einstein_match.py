"""Classic EinStein, our level 5 against OpenSpiel's C++ MCTS bot, on one core each and with the same time for a move.

    python bench/einstein_match.py --games 400 --seconds 0.02 0.05

Games come in pairs: the same deal and the same rolls, the colours swapped. Each finished game is written to
bench/results/einstein.json at once: Ctrl-C loses at most the game being played, the same command goes on from there.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Iterator
from typing import Any

import pyspiel
import report
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import spielkiste as sk
from spielkiste.games.zahlenluchs.bot import MANNER
from spielkiste.games.zahlenluchs.solver import Endgame, laid
from spielkiste.games.zahlenluchs.tests.openspiel_mapping import begun, dealt, pairs_of_moves
from spielkiste.lab.ratings import share_interval
from spielkiste.search.bots import bot
from spielkiste.search.limit import Limit
from spielkiste.search.think import Thinker

FILE = report.RESULTS / "einstein.json"
UCT_C = 2.0  # OpenSpiel's own default for its MCTS examples
MEMORY_MB = 1000
NO_LIMIT = 10_000_000  # simulations: time decides
ROUNDS = 5  # in which the speed of both searches is measured


class Table:
    """Both games and both players, warm: nothing is compiled or loaded while a clock runs."""

    def __init__(self, seconds: float, seed: int) -> None:
        self.game, self.their_game = sk.game("zahlenluchs", classic=True), pyspiel.load_game("einstein_wurfelt_nicht")
        self.we = bot(self.game, level=5, seed=seed, seconds=seconds, cores=1)
        evaluator, policy = pyspiel.RandomRolloutEvaluator(1, seed), pyspiel.ChildSelectionPolicy.UCT
        self.they = pyspiel.MCTSBot(
            self.their_game, evaluator, UCT_C, NO_LIMIT, MEMORY_MB, True, seed, False, policy, seconds
        )
        self.we.choose(self.dealt(random.Random(seed), "roll 1")[0], 0)
        Endgame().chances(laid(("d4=1", "b2=1"), turn=0, roll=0))

    def dealt(self, rolls: random.Random, *events: str) -> tuple[sk.State, Any]:
        """The first position on both tables, and what chance does then on ours."""
        their_state = self.their_game.new_initial_state()
        state = dealt(self.game, their_state, rolls)
        if events:
            state = begun(state, 0)
        for event in events:
            state = state.play(event)
        return state, their_state


def play_game(table: Table, number: int) -> dict[str, Any]:
    """One game; the two games of a pair differ in who has which colour."""
    rolls, our_seat = random.Random(number // 2), number % 2
    state, their_state = table.dealt(rolls)
    spent, made = [0.0, 0.0], [0, 0]
    while not state.over:
        rolled = rolls.randrange(6)
        their_state.apply_action(rolled)
        seat = their_state.current_player()
        state = begun(state, seat).play(f"roll {rolled + 1}")
        pairs = pairs_of_moves(state, their_state, seat)
        before = time.perf_counter()
        if seat == our_seat:
            move = table.we.choose(state, seat)
        else:
            action = table.they.step(their_state)
            move = next(mine for mine, other in pairs.items() if other == action)
        if len(pairs) > 1:
            spent[seat != our_seat] += time.perf_counter() - before
            made[seat != our_seat] += 1
        their_state.apply_action(pairs[move])
        state = state.play(move)
    won = (state.returns or (0, 0))[our_seat] > 0
    return {"game": number, "our_seat": our_seat, "won": won, "seconds": [round(t, 3) for t in spent], "moves": made}


def simulations_per_second(table: Table) -> tuple[float, float]:
    """Both searches from the same dealt positions, in turns, in processor time; the medians."""
    our_rates, their_rates = [], []
    for seed in range(ROUNDS):
        _, their_state = table.dealt(random.Random(seed))
        their_state.apply_action(0)
        state, _ = table.dealt(random.Random(seed))
        state = begun(state, their_state.current_player()).play("roll 1")
        search = Thinker(table.game, MANNER, seed=seed)
        search.think(state, Limit(simulations=100))
        before = time.process_time()
        search.think(state, Limit(simulations=100_000))
        our_rates.append(search.simulations / (time.process_time() - before))
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        other = pyspiel.MCTSBot(table.their_game, evaluator, UCT_C, 10_000, MEMORY_MB, True, seed, False)
        before = time.process_time()
        other.mcts_search(their_state)
        their_rates.append(10_000 / (time.process_time() - before))
    return sorted(our_rates)[ROUNDS // 2], sorted(their_rates)[ROUNDS // 2]


def figures(match: dict[str, Any]) -> dict[str, Any]:
    games = match["games"]
    won, count = sum(one["won"] for one in games), len(games)
    paces = [[one["seconds"][k] / max(1, one["moves"][k]) for one in games] for k in range(2)]
    means = [statistics.median(pace) for pace in paces]  # a machine that stands still for a while spoils a mean
    return {"won": won, "share": won / count, "interval": share_interval(won, count), "seconds_per_choice": means}


def opened(times: list[float], anew: bool) -> dict[str, Any]:
    """What earlier runs left, with an empty sheet for each time that was never played."""
    kept: dict[str, Any] = {"uct_c": UCT_C, "simulations_per_second": (0.0, 0.0), "matches": []}
    if not anew and FILE.is_file():
        kept = json.loads(FILE.read_text(encoding="utf-8"))
    new = set(times) - {match["seconds"] for match in kept["matches"]}
    kept["matches"] += [{"seconds": seconds, "games": []} for seconds in new]
    kept["matches"].sort(key=lambda match: float(match["seconds"]))
    all_times = " ".join(f"{match['seconds']:g}" for match in kept["matches"])
    return {"command": f"python bench/einstein_match.py --seconds {all_times}", **kept}


def play_match(match: dict[str, Any], games: int, progress: Progress) -> Iterator[None]:
    """Plays what is missing of a match; stops after each game."""
    table = Table(match["seconds"], seed=len(match["games"]))
    task = progress.add_task("", total=games, completed=len(match["games"]))
    for number in range(len(match["games"]), games):
        match["games"].append(play_game(table, number))
        match |= figures(match)
        told = f"{match['seconds']:g} s: won {match['won']} of {len(match['games'])}"
        progress.update(task, advance=1, description=told)
        yield


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="even: both colours of each deal (default 400)")
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.05], help="for a move (default 0.05)")
    parser.add_argument("--anew", action="store_true", help="forget the games played so far")
    given = parser.parse_args()
    if given.games < 2 or given.games % 2 or min(given.seconds) <= 0:
        parser.error("an even number of games and positive seconds, please")
    kept = opened(given.seconds, given.anew)
    kept["simulations_per_second"] = simulations_per_second(Table(min(given.seconds), seed=0))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns) as progress:
            for match in kept["matches"]:
                for _ in play_match(match, given.games, progress):
                    report.write(FILE, kept)
    except KeyboardInterrupt:
        Console().print("stopped; the same command goes on from here")
    if any(match["games"] for match in kept["matches"]):
        report.write(FILE, kept)
        Console().print("\n".join(report.einstein(kept)[3:]))


if __name__ == "__main__":
    main()
