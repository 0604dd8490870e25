"""What to touch: buttons and outlines for moves that are listed, cells that are gathered for those that are not."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from spielkiste.core.errors import IllegalMove
from spielkiste.core.look import Gather, Look
from spielkiste.core.record import Record

from ..actions import ERASE, HALF, MOST_CELLS, STRIKE, shape_of
from ..notation import CELL_NAMES, cell_number, names
from ..outlines import taken_cells
from ..quick_rules import covered_cells
from ..rules import AVAILABLE, SEARCH, STRIKING, list_strikes, may_outline
from ..shapes import CELLS_A_BOARD, PLACEMENT_OF, PLACEMENTS, SHAPES

FIVE = 5  # cells of a shape


def paths(s: Record, seat: int, moves: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Outlines are touched to erase them, a shape to strike it where it fits nowhere.

    What is outlined or hatched is gathered instead: a path for each fiver would show where they are.
    """
    found: dict[str, tuple[str, ...]] = {}
    for move in [move for move, action in moves.items() if ERASE <= action < STRIKE]:
        word, *rest = move.split()
        if word in ("turn", "done"):
            found[move] = (word,)
        elif word == "erase":
            found[move] = (f"outline-{rest[0]}",)
        else:
            found[move] = (f"shape-{rest[0]}",)
    return found


def tools(s: Record, look: Look) -> list[Gather]:
    """Outlining on cells that are free, and hatching after a round without a fiver."""
    if look.seat is None:
        return []
    if s.phase == SEARCH and may_outline(s, look.seat):
        cells = free_cells(covered_cells(s, look.seat))
        hint = look.say("Fahre über fünf Felder, die den Wurf zeigen.", "Draw over five cells that show the roll.")
        return [Gather("outline", look.say("Umranden", "Outline"), cells, MOST_CELLS, FIVE, hint)] if cells else []
    if s.phase == STRIKING and fits_somewhere(s, look.seat):
        cells = free_cells(taken_cells(s, look.seat, 0) | taken_cells(s, look.seat, 1) << HALF)
        hint = look.say(
            "Fahre über fünf Felder, ihre Form streichst du.",
            "Draw over five cells to strike their shape.",
        )
        return [Gather("strike", look.say("Form schraffieren", "Hatch a shape"), cells, FIVE, FIVE, hint)]
    return []


@lru_cache(maxsize=500)  # half a megabyte: a board stays as it is while others move
def free_cells(covered: int) -> tuple[str, ...]:
    """The elements of all cells outside a set, which is given as bits."""
    return tuple([f"cell-{CELL_NAMES[cell]}" for cell in range(CELLS_A_BOARD) if not covered >> cell & 1])


def fits_somewhere(s: Record, seat: int) -> bool:
    """Whether a shape that is left has a free place; all strikes that mark nothing have a smaller number."""
    out = [0] * PLACEMENTS
    return list_strikes(s, seat, out) > 0 and max(out) >= STRIKE


def gathered(s: Record, look: Look, tool: str, elements: Sequence[str]) -> str:
    """`outline …`, or `strike …` with the shape that these cells have."""
    free = next((set(one.elements) for one in tools(s, look) if one.id == tool), set())
    if not elements or not free.issuperset(elements):
        raise IllegalMove(look.say("berühre freie Felder deines Bretts", "touch free cells of your board"))
    cells = sorted({cell_number(element.removeprefix("cell-")) for element in elements})
    if tool == "outline":
        if len(cells) > MOST_CELLS:
            raise IllegalMove(look.say("eine Umrandung hat höchstens 10 Felder", "an outline has at most 10 cells"))
        return f"outline {names(cells)}"
    return f"strike {SHAPES[shape_to_strike(s, look, cells)]} {names(cells)}"


def shape_to_strike(s: Record, look: Look, cells: Sequence[int]) -> int:
    placement = PLACEMENT_OF.get(tuple(cells))
    if placement is None:
        raise IllegalMove(
            look.say("schraffiere fünf Felder, die Seite an Seite liegen", "hatch five cells joined side to side")
        )
    shape = shape_of(placement)
    if s.sheet[look.seat][shape] != AVAILABLE:
        raise IllegalMove(
            look.say(
                "diese Form hast du nicht mehr; schraffiere eine andere",
                "you do not have this shape any more; hatch another one",
            )
        )
    return shape
