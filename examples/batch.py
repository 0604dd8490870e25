"""Many random games at a time, compiled, on all cores. On a GPU: `GpuBatch`, from the same module."""

import spielkiste as sk
from spielkiste.lab.batch import Batch, cores

speed = Batch(sk.game("torris")).on_cpu(games=2000, seed=1, cores=cores())
print(f"{speed.games} games, {speed.moves} moves, {speed.moves_per_second:,.0f} moves a second")
