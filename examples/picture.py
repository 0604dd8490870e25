"""A position as a picture: the one that pages, notebooks and the rules show. `python picture.py position.svg`"""

import sys
from pathlib import Path

import numpy as np

import spielkiste as sk

file = Path(sys.argv[1] if len(sys.argv) > 1 else "position.svg")
state = sk.deal(sk.game("knister").start(), np.random.default_rng(1))
for cell in ("c3", "b2", "d4", "a1"):
    state = sk.deal(state.play(cell), np.random.default_rng(state.length))

file.write_text(state.svg(0, "de"), encoding="utf-8")  # as seat 0 sees it, in German
print(state.text(0, "de"))
print(f"{file}: {file.stat().st_size} bytes")
