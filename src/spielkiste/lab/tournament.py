"""Tournaments: everybody against everybody, seats swapped on the same deal, the same time for all; resumable.

Each finished game is one line of a file. A tournament that was stopped goes on where it was.
"""

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from spielkiste.core.deal import deal
from spielkiste.core.errors import OptionError
from spielkiste.core.game import Game, game
from spielkiste.core.state import State
from spielkiste.core.verbs import CLOCK
from spielkiste.lab.journal import add_entry, entries
from spielkiste.lab.processes import ignore_interrupts
from spielkiste.search.bots import back_of, is_closed, levels
from spielkiste.search.limit import Limit
from spielkiste.search.player import Player
from spielkiste.search.players import TreePlayer
from spielkiste.search.think import PLAIN_UCT

PLAIN = "uct"  # plain compiled UCT, the yardstick for knowledge


@dataclass(frozen=True)
class Pairing:
    """One game to be played: who sits where, and the seed of deals and dice."""

    slug: str
    options: tuple[tuple[str, Any], ...]
    seats: tuple[str, ...]
    seed: int
    seconds: float

    @property
    def key(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)


@dataclass(frozen=True)
class Result:
    """How a game ended: returns (alone: the score) per seat."""

    seats: tuple[str, ...]
    returns: tuple[float, ...]
    moves: int


def entrants(which: Game) -> list[str]:
    """Who may play: the levels, and plain UCT where nothing is secret and one acts at a time, against others."""
    searchable = which.players > 1 and not is_closed(which)
    return [str(level) for level in levels(which.room)] + ([PLAIN] if searchable else [])


def check_entrant(which: Game, name: str) -> None:
    if name not in entrants(which):
        raise OptionError(f"{name!r}: {which.slug} has the players {', '.join(entrants(which))}")


def entrant(which: Game, name: str, seed: int) -> Player:
    """A player by name: a level, or `uct`, plain compiled UCT without any knowledge of the game but its rules."""
    check_entrant(which, name)
    if name == PLAIN:
        return TreePlayer(which, seed, PLAIN_UCT)
    return back_of(which.room).player(which, int(name), seed)


def pairings(which: Game, names: Sequence[str], games: int, seconds: float) -> Iterator[Pairing]:
    """All games: each deal is played once from either seat; alone everybody plays every deal."""
    options = tuple(which.options.items())
    if which.players == 1:
        for seed in range(games):
            for name in names:
                yield Pairing(which.slug, options, (name,), seed, seconds)
        return
    for k in range(games):
        for one, other in combinations(names, 2):
            first, second = (one, other) if k % 2 == 0 else (other, one)
            seats = tuple(first if seat % 2 == 0 else second for seat in range(which.players))
            if which.teams != tuple(range(which.players)):
                seats = tuple(first if team == 0 else second for team in which.teams)
            yield Pairing(which.slug, options, seats, k // 2, seconds)


def play_game(pairing: Pairing) -> Result:
    """Plays one game."""
    which = game(pairing.slug, **dict(pairing.options))
    players = [entrant(which, name, 1000 * pairing.seed + seat) for seat, name in enumerate(pairing.seats)]
    state = play_out(which, players, pairing.seed, Limit(seconds=pairing.seconds))
    ended = state.scores if which.players == 1 else state.returns
    return Result(pairing.seats, tuple(float(value) for value in ended or ()), len(state.moves_made))


def play_out(which: Game, players: Sequence[Player], seed: int, limit: Limit) -> State:
    """The end of a game; of several who may act any is next, and the clock acts when it is alone."""
    rng = np.random.default_rng(seed)
    order = np.random.default_rng((seed, 1))  # beside the deal, which is the same from both seats
    state = deal(which.start(), rng)
    while not state.over:
        acting = [seat for seat in state.turn if seat >= 0]
        if acting:
            seat = acting[int(order.integers(len(acting)))]
            state = state.play(players[seat].choose(state, seat, limit), seat=seat)
        else:
            state = state.play(state.moves(CLOCK)[0], seat=CLOCK)
        state = deal(state, rng)
    return state


def played_before(file: Path | None) -> dict[str, Result]:
    """Finished games from a file; entries of something else are left out."""
    found: dict[str, Result] = {}
    for entry in entries(file):
        try:
            result = Result(tuple(entry["seats"]), tuple(map(float, entry["returns"])), int(entry["moves"]))
            if len(result.seats) == len(result.returns):
                found[entry["key"]] = result
        except (KeyError, TypeError, ValueError):
            continue
    return found


def run(
    todo: Sequence[Pairing],
    file: Path | None,
    processes: int,
    tell: Callable[[int], None],
    seconds: float = float("inf"),
) -> list[Result]:
    """Plays what is not in the file yet; each result is on disk before it counts. No game is begun after so long."""
    stop = time.monotonic() + seconds
    before = played_before(file)
    results = [before[pairing.key] for pairing in todo if pairing.key in before]
    tell(len(results))
    rest = iter([pairing for pairing in todo if pairing.key not in before])
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=take_one_core) as pool:
        running: dict[Future[Result], Pairing] = {}
        try:
            while True:
                while len(running) < processes and time.monotonic() < stop and (pairing := next(rest, None)):
                    running[pool.submit(play_game, pairing)] = pairing
                if not running:
                    return results
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    result = done.result()
                    add_entry(file, {"key": running.pop(done).key, **asdict(result)})
                    results.append(result)
                    tell(1)
        finally:
            pool.shutdown(cancel_futures=True)


def take_one_core() -> None:
    """In a process of a tournament: compiled code keeps to one core. Ctrl-C is for whoever holds the tournament."""
    os.environ["NUMBA_NUM_THREADS"] = "1"
    ignore_interrupts()


def crosstable(names: Sequence[str], results: Sequence[Result]) -> tuple[list[list[float]], list[list[int]]]:
    """Points and games of each entrant against each; a draw is half a point."""
    place = {name: k for k, name in enumerate(names)}
    points = [[0.0] * len(names) for _ in names]
    games = [[0] * len(names) for _ in names]
    for result in results:
        first, second = dict.fromkeys(result.seats)
        share = share_of(first, result)
        one, other = place[first], place[second]
        points[one][other] += share
        points[other][one] += 1 - share
        games[one][other] += 1
        games[other][one] += 1
    return points, games


def share_of(name: str, result: Result) -> float:
    """How often an entrant did better than the other, over all pairs of their seats; a draw is half."""
    own = [gained for seat, gained in zip(result.seats, result.returns, strict=True) if seat == name]
    theirs = [gained for seat, gained in zip(result.seats, result.returns, strict=True) if seat != name]
    better = sum((mine > other) + (mine == other) / 2 for mine in own for other in theirs)
    return better / (len(own) * len(theirs))
