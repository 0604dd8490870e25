"""Many random games at a time: on one core, on several, on a GPU. Used by the benchmarks and the agreement checks."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search import playout

if TYPE_CHECKING:
    import numpy as np

THREADS_A_BLOCK = 128


@dataclass(frozen=True)
class Speed:
    """How fast random play went."""

    games: int
    moves: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds


class Batch:
    """Random games of one game, compiled; from the start, or from a state."""

    def __init__(self, game: Game, first: State | None = None) -> None:
        self.game = game
        self.machine = Machine(game)
        if first is not None:
            self.machine.first = self.machine.records(1, first.data)

    def on_cpu(self, games: int, seed: int = 1, cores: int = 1, streams: int | None = None) -> Speed:
        """Plays this many games of each stream of random numbers; one stream a core, unless more are asked for."""
        streams = cores if streams is None else streams
        play = compiled(playout.random_games)
        machine = self.machine
        work = [
            (machine.first, machine.records(1), machine.out(), machine.dice(seed, k), games) for k in range(streams)
        ]
        play(machine.first, machine.records(1), machine.out(), machine.dice(seed), 1)
        begun = time.perf_counter()
        with ThreadPoolExecutor(cores) as pool:
            moves = sum(pool.map(lambda arguments: play(*arguments), work))
        return Speed(games * streams, int(moves), time.perf_counter() - begun)

    def side_by_side(self, seconds: float, cores: int) -> tuple[Speed, Speed]:
        """The same games on one core and on several, so that a long game weighs alike in both."""
        streams = 4 * cores  # shared out as cores become free
        games = max(1, self.for_seconds(seconds).games // streams)
        return self.on_cpu(games, cores=1, streams=streams), self.on_cpu(games, cores=cores, streams=streams)

    def for_seconds(self, seconds: float, seed: int = 1, cores: int = 1) -> Speed:
        """Plays for about so long: a first short run tells how many games that is."""
        trial = self.on_cpu(20, seed, cores)
        games = max(20, int(20 * seconds / max(trial.seconds, 1e-6)))
        if games > 2000:  # the first estimate is rough when a game takes microseconds
            trial = self.on_cpu(1000, seed, cores)
            games = max(1000, int(1000 * seconds / max(trial.seconds, 1e-6)))
        return self.on_cpu(games, seed, cores)

    def traces_on_cpu(self, games: int, seed: int, limit: int, settle: int = 0) -> "np.ndarray[Any, Any]":
        """The traces of games 0 … n - 1 (see playout.trace_game); settle: 1 to settle what moves leave open."""
        import numpy as np

        trace = compiled(playout.trace_game)
        traces = np.zeros(games, dtype=np.int64)
        dice, out, work = self.machine.dice(seed), self.machine.out(), self.machine.records(1)
        raw = work.view(np.uint8)
        for stream in range(games):
            work[0] = self.machine.first[0]
            traces[stream] = trace(work[0], raw, self.game.players, seed, stream, dice, out, limit, settle)
        return traces


class GpuBatch:
    """Random games of one game on a CUDA GPU."""

    def __init__(self, game: Game) -> None:
        from spielkiste.core import gpu
        from spielkiste.lab import kernels

        self.cuda = gpu.cuda()
        self.game = game
        self.machine = Machine(game)
        self.play = gpu.kernel(game, kernels.play_games, [playout])
        self.trace = gpu.kernel(game, kernels.trace_games, [playout])

    def play_games(self, threads: int, games: int, seed: int = 1) -> Speed:
        """Each thread plays this many games; compiled and warmed up before the clock starts."""
        first = self.cuda.to_device(self.machine.first)
        moves = self.cuda.device_array(threads, dtype="int64")
        blocks = -(-threads // THREADS_A_BLOCK)
        self.play[blocks, THREADS_A_BLOCK](first, seed, 1, moves)
        self.cuda.synchronize()
        begun = time.perf_counter()
        self.play[blocks, THREADS_A_BLOCK](first, seed, games, moves)
        self.cuda.synchronize()
        seconds = time.perf_counter() - begun
        return Speed(threads * games, int(moves.copy_to_host().sum()), seconds)

    def traces(self, games: int, seed: int, limit: int) -> "np.ndarray[Any, Any]":
        import numpy as np

        host = self.machine.records(games, self.game.first)
        raw = self.cuda.to_device(host.view(np.uint8).reshape(games, -1))
        work = raw.ravel().view(self.game.layout.dtype)
        traces = self.cuda.device_array(games, dtype="int64")
        blocks = -(-games // THREADS_A_BLOCK)
        self.trace[blocks, THREADS_A_BLOCK](work, raw, self.game.players, seed, limit, traces)
        return np.asarray(traces.copy_to_host())


def cores() -> int:
    return os.cpu_count() or 1
