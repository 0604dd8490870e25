"""GPU kernels over any game. CUDA, RECORD and OUT are filled in for each game (see core/gpu.py)."""

from typing import Any

import numpy as np

from spielkiste.core.dice import seed_dice
from spielkiste.search.playout import random_games, trace_game

CUDA: Any = None
RECORD: Any = None
OUT = 0


def play_games(first: Any, seed: int, games: int, moves: Any) -> None:
    """Each thread plays games in a row in memory of its own; moves[i] is the number of moves thread i made."""
    i = CUDA.grid(1)
    if i < moves.size:
        out = CUDA.local.array(OUT, np.int32)  # listed moves are small; half the traffic
        dice = CUDA.local.array(3, np.int64)
        work = CUDA.local.array(1, RECORD)
        seed_dice(dice, seed, i)
        moves[i] = random_games(first, work, out, dice, games)


def trace_games(work: Any, raw: Any, players: int, seed: int, limit: int, traces: Any) -> None:
    """Thread i plays stream i in the record work[i], whose bytes are raw[i], and leaves the game's trace."""
    i = CUDA.grid(1)
    if i < traces.size:
        out = CUDA.local.array(OUT, np.int32)
        dice = CUDA.local.array(3, np.int64)
        traces[i] = trace_game(work[i], raw[i], players, seed, i, dice, out, limit, 0)
