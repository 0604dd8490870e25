"""How many boxes a number of tiles can show: tables from which bounds and exact answers follow.

- MOST_BOXES[h, l, r, t]: the most boxes of a stack of at least h layers with at most l left sides, r right sides and t
  lids.
- FRONT and BEHIND, by the heights of one line of columns (line_shapes.py): the most boxes that can stand in lines
  before it or behind it with at most so many more left sides, right sides and lids. SHAPES are the lines, STARTS says
  where the numbers of each begin.
- FRONT_GAIN and BEHIND_GAIN: the same, but the most that 3 x boxes - tiles can become.
- MOST_GAIN[f, l, r, t]: the most that 3 x boxes - tiles can become if f left sides are free.

`python -m spielkiste.games.cubus.tools.box_tables` computes them.
"""

from pathlib import Path

import numpy as np

with np.load(Path(__file__).with_name("box_tables.npz")) as stored:
    MOST_BOXES, MOST_GAIN = stored["most_boxes"], stored["most_gain"]
    SHAPES, STARTS = stored["shapes"], stored["starts"]
    FRONT, BEHIND = stored["front"], stored["behind"]
    FRONT_GAIN, BEHIND_GAIN = stored["front_gain"], stored["behind_gain"]
