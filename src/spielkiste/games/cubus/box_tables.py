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

from spielkiste.core.tables import stored

TABLES = stored(Path(__file__).with_name("box_tables.npz"))
MOST_BOXES, MOST_GAIN = TABLES["most_boxes"], TABLES["most_gain"]
SHAPES, STARTS = TABLES["shapes"], TABLES["starts"]
FRONT, BEHIND = TABLES["front"], TABLES["behind"]
FRONT_GAIN, BEHIND_GAIN = TABLES["front_gain"], TABLES["behind_gain"]
