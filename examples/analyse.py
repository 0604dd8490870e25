"""What a search thinks of each move of a position; by a number of simulations, so that it says the same every time."""

import numpy as np

import spielkiste as sk

rng = np.random.default_rng(3)
state = sk.deal(sk.game("zahlenluchs", classic=True).start(), rng)
for _ in range(6):
    state = sk.deal(state.play(state.moves()[0]), rng)
print(state)

for thought in sk.analyse(state, simulations=2000)[:5]:
    print(f"{thought.move:10} {thought.value:+.3f}  {thought.visits:5} visits  {' '.join(thought.line[:4])}")
