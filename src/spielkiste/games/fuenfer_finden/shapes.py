"""What is printed on the material: the twelve shapes and every place they fit, and the 126 rolls. Built at import.

Cells are numbered up the columns, so that number order is the order in which cells are written (column, then row):

    10 |  9 19 29 39 49 59 69 79 89 99
     : |  :
     2 |  1 11 21 31 41 51 61 71 81 91
     1 |  0 10 20 30 40 50 60 70 80 90
          a  b  c  d  e  f  g  h  i  j
"""

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod

from spielkiste.core.tables import table

SIDE = 10
CELLS_A_BOARD = SIDE * SIDE
SYMBOLS = "ABCDEF"
BAG = (17, 17, 17, 17, 16, 16)  # how often each symbol is on a board
PICTURES = {
    "F": (".##", "##.", ".#."),
    "I": ("#####",),
    "L": ("####", "#..."),
    "N": ("###.", "..##"),
    "P": ("###", ".##"),
    "T": ("###", ".#.", ".#."),
    "U": ("#.#", "###"),
    "V": ("#..", "#..", "###"),
    "W": ("#..", "##.", ".##"),
    "X": (".#.", "###", ".#."),
    "Y": ("####", ".#.."),
    "Z": ("##.", ".#.", ".##"),
}
SHAPES = "".join(PICTURES)
POINTS = {1: "LYP", 2: "UFN", 3: "ZVT", 4: "XIW"}
VALUES = tuple(next(value for value, letters in POINTS.items() if shape in letters) for shape in SHAPES)

Form = tuple[tuple[int, int], ...]  # (column, row) pairs, pushed into the corner, sorted


def in_corner(cells: list[tuple[int, int]]) -> Form:
    left, bottom = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple(sorted((x - left, y - bottom) for x, y in cells))


def turned_and_mirrored(picture: tuple[str, ...]) -> set[Form]:
    """The one to eight ways a shape can lie."""
    cells = [(x, -y) for y, line in enumerate(picture) for x, mark in enumerate(line) if mark == "#"]
    forms = set()
    for _ in range(4):
        cells = [(y, -x) for x, y in cells]
        forms |= {in_corner(cells), in_corner([(-x, y) for x, y in cells])}
    return forms


def places_of(picture: tuple[str, ...]) -> list[tuple[int, ...]]:
    """All places of a shape on the board, each as its cell numbers in order."""
    return sorted(
        tuple(sorted((x + dx) * SIDE + y + dy for x, y in form))
        for form in turned_and_mirrored(picture)
        for dx in range(SIDE - max(x for x, _ in form))
        for dy in range(SIDE - max(y for _, y in form))
    )


_places = {shape: places_of(picture) for shape, picture in PICTURES.items()}

# A placement is a shape lying somewhere; they are numbered 0 to 4095, shape by shape.
PLACEMENT_CELLS = [cells for shape in SHAPES for cells in _places[shape]]
PLACEMENTS = len(PLACEMENT_CELLS)
PLACEMENT_OF = {cells: number for number, cells in enumerate(PLACEMENT_CELLS)}
FIRST_OF_SHAPE = tuple(sum(len(_places[shape]) for shape in SHAPES[:k]) for k in range(len(SHAPES) + 1))
# The same for compiled code: five cells a placement in a row, and the number of the shape.
CELL_TABLE = table((cell for cells in PLACEMENT_CELLS for cell in cells), "u1")
SHAPE_TABLE = table((k for k, shape in enumerate(SHAPES) for _ in _places[shape]), "u1")

# A form is a shape in one of the ways it can lie, its origin the cell in the corner it is pushed into. For each form:
# the steps from the origin to its cells, its cells as a set, its placements by origin, and the origins at which it lies
# on the board (one number a half of it, as `actions.py` has sets of cells).
FORMS = [form for picture in PICTURES.values() for form in sorted(turned_and_mirrored(picture))]
STEP_TABLE = table((x * SIDE + y for form in FORMS for x, y in form), "u1")


def placement_at(form: Form, origin: int) -> int | None:
    """None: it does not lie on the board there."""
    cells = [(x + origin // SIDE, y + origin % SIDE) for x, y in form]
    inside = all(x < SIDE and y < SIDE for x, y in cells)
    return PLACEMENT_OF[tuple(sorted(x * SIDE + y for x, y in cells))] if inside else None


_at_origins = [[placement_at(form, origin) for origin in range(CELLS_A_BOARD)] for form in FORMS]
_origins = {
    number: (form, origin)
    for form, row in enumerate(_at_origins)
    for origin, number in enumerate(row)
    if number is not None
}
FORM_CELLS = table((sum(1 << x * SIDE + y for x, y in form) for form in FORMS), "i8")  # as it lies at origin 0
FORM_TABLE = table((_origins[number][0] for number in range(PLACEMENTS)), "u1")
ORIGIN_OF = table((_origins[number][1] for number in range(PLACEMENTS)), "u1")
PLACEMENT_TABLE = table((number or 0 for row in _at_origins for number in row), "u2")
ORIGIN_TABLE = table(
    (
        sum(1 << origin for origin in range(CELLS_A_BOARD // 2) if row[begin + origin] is not None)
        for row in _at_origins
        for begin in (0, CELLS_A_BOARD // 2)
    ),
    "i8",
)


def tally(letters: str) -> int:
    """How often each symbol occurs, three bits a symbol, so that tallies can be added and compared as numbers."""
    return sum(1 << (3 * SYMBOLS.index(letter)) for letter in letters)


def ways(letters: str) -> int:
    """In how many ways five dice can show these symbols."""
    return factorial(5) // prod(factorial(count) for count in Counter(letters).values())


ROLLS = tuple("".join(dice) for dice in combinations_with_replacement(SYMBOLS, 5) if max(Counter(dice).values()) <= 2)
ROLL_TALLIES = tuple(tally(roll) for roll in ROLLS)
ROLL_WEIGHTS = tuple(ways(roll) for roll in ROLLS)
FEWEST_WAYS = min(ROLL_WEIGHTS)  # of which all are multiples
ROLL_OF_WAY = table((k for k, weight in enumerate(ROLL_WEIGHTS) for _ in range(weight // FEWEST_WAYS)), "u1")
