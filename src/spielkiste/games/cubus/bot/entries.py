"""Entry points for WebAssembly: what planning builds asks for, over flat memory (`core/wasm.py`).

Whoever calls owns the memory and passes addresses.
"""

from spielkiste.core.dice import seed_dice
from spielkiste.core.scratch import array_at, scratch

from ..build_search import FOUND, best_lines
from ..column_lines import LINES, WIDTH
from ..stack import MOST
from .continuations import CHOICE, MOST_CHOICES, SIZE, best_choice, leads, promising_choices

BUILD = MOST + 3  # numbers: the columns of a stack, left sides, right sides, lids
BUILT = 1 + FOUND + LINES * WIDTH  # points, and how


def cubus_choices(model: int, seat: int, best: int, out: int) -> int:
    """All choices that bring more than any with fewer tiles; how many."""
    cube, choices = array_at(best, (MOST + 1, MOST + 1, MOST + 1), "i8"), array_at(out, (MOST_CHOICES, CHOICE), "i8")
    return promising_choices(array_at(model, SIZE, "i8"), seat, cube, choices)


def cubus_best_choice(model: int, seat: int, out: int) -> int:
    """The points of a seat's best choice, which goes to `out`."""
    return best_choice(array_at(model, SIZE, "i8"), seat, array_at(out, CHOICE, "i8"))


def cubus_leads(models: int, count: int, seed: int, seat: int, turns: int, playouts: int, out: int) -> int:
    """For each model the leads of a seat, by continuation, all with the same draws."""
    dice = scratch(3, "i8")
    for k in range(count):
        seed_dice(dice, seed, 0)
        found = array_at(out + 8 * k * playouts, playouts, "i8")
        leads(array_at(models + 8 * k * SIZE, SIZE, "i8"), dice, seat, turns, found)
    return count


def cubus_builds(wanted: int, count: int, young: int, out: int) -> int:
    """For each build its most points, exactly, and how it comes about."""
    for k in range(count):
        build, built = array_at(wanted + 8 * k * BUILD, BUILD, "i8"), array_at(out + 8 * k * BUILT, BUILT, "i8")
        stack, found, lines = build[:MOST], built[1 : 1 + FOUND], built[1 + FOUND :]
        built[0] = best_lines(stack, build[MOST], build[MOST + 1], build[MOST + 2], young, lines, found)
    return count


ENTRIES = (cubus_choices, cubus_best_choice, cubus_leads, cubus_builds)
