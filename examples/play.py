"""Two bots play a game of Torris, and the board is printed after every move."""

import numpy as np

import spielkiste as sk

rng = np.random.default_rng(7)
bots = [sk.bot("torris", level=1, seed=1), sk.bot("torris", level=2, seed=2)]

state = sk.deal(sk.game("torris").start(), rng)  # chance lays out the stones
while not state.over:
    (seat,) = state.turn
    move = bots[seat].choose(state, seat)
    state = sk.deal(state.play(move), rng)
    print(f"seat {seat} plays {move}\n{state}\n")

assert state.outcome is not None
print(state.outcome.words("en", ("the child", "the other one")), state.scores, state.places)
