"""The position as text and as a picture, and what to touch for each move."""

from collections.abc import Mapping, Sequence

from spielkiste.core.errors import IllegalMove
from spielkiste.core.look import Gather, Look
from spielkiste.core.record import Record
from spielkiste.core.svg import Picture

from . import picture
from .actions import HALF, MOST_CELLS, STRIKE, outline_cells, shape_of, shape_or_none
from .notation import COLUMNS, cell_name, cell_number, names
from .outlines import drawn_before, taken_cells, used_cells
from .picture import caption, counted, form, is_wrong, rounds, shown_seats
from .rules import AVAILABLE, BASE, CIRCLED, NOBODY, OVER, ROLL, SEARCH, STRIKING, STRUCK, list_strikes, may_outline
from .shapes import CELLS_A_BOARD, PLACEMENT_OF, PLACEMENTS, ROLLS, SHAPES, SIDE, SYMBOLS, VALUES

FIVE = 5  # cells of a shape


# --- text ------------------------------------------------------------------------------------------


def text(s: Record, look: Look) -> str:
    seat = look.seat
    lines = [f"5er finden, {('base', 'puzzle', 'solo')[s.mode]} game, round {s.round} of {rounds(s)}"]
    if s.roll >= 0:
        lines[0] += f", roll {' '.join(ROLLS[s.roll])}"
    if s.turner != NOBODY:
        lines[0] += f", hourglass turned by seat {s.turner}"
    if s.phase == OVER:
        lines[0] += ", over"
    for other in range(s.players):
        lines.append(caption(s, other, Look()))
        if other in shown_seats(s, seat):
            lines += [*board_lines(s, other), *sheet_lines(s, other)]
    return "\n".join(lines)


def board_lines(s: Record, seat: int) -> list[str]:
    marks = [""] * CELLS_A_BOARD
    for shape, letter in enumerate(SHAPES):
        if s.mark[seat][shape]:
            for cell in outline_cells(s.mark[seat][shape] - 1):
                marks[cell] = letter.lower() if s.sheet[seat][shape] == CIRCLED else "/"
    for k in range(s.drawn[seat]):
        for cell in outline_cells(s.outlines[seat][k]):
            marks[cell] = str(k + 1)
    lines = []
    for row in reversed(range(SIDE)):
        cells = range(row, CELLS_A_BOARD, SIDE)
        shown = ["." if s.board[seat][c] < 0 else SYMBOLS[s.board[seat][c]] for c in cells]
        lines.append(f"{row + 1:2} " + "".join(f" {a}{marks[c]:2}" for a, c in zip(shown, cells, strict=True)).rstrip())
    return [*lines, "   " + "".join(f" {column}  " for column in COLUMNS).rstrip()]


def sheet_lines(s: Record, seat: int) -> list[str]:
    lines = []
    for k in range(s.drawn[seat]):
        shape = shape_or_none(s.outlines[seat][k])
        what = "" if shape is None else f" ({SHAPES[shape]}, {VALUES[shape]})"
        lines.append(f"   outline {k + 1}: {names(outline_cells(s.outlines[seat][k]))}{what}")
    if s.mode != BASE:
        around = {AVAILABLE: "{}", CIRCLED: "({})", STRUCK: "/{}/"}
        lines.append("   " + " ".join(around[s.sheet[seat][k]].format(f"{a}{VALUES[k]}") for k, a in enumerate(SHAPES)))
    return lines


# --- picture and moves -----------------------------------------------------------------------------


def draw(s: Record, look: Look) -> Picture:
    return picture.draw(s, look)


def paths(s: Record, seat: int, moves: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Outlines are touched to erase them, a shape to strike it where it fits nowhere.

    What is outlined or hatched is gathered instead: a path for each fiver would show where they are.
    """
    found: dict[str, tuple[str, ...]] = {}
    for move in moves:
        word, *rest = move.split()
        if word in ("turn", "done"):
            found[move] = (word,)
        elif word == "erase":
            found[move] = (f"outline-{rest[0]}",)
        elif word == "strike" and len(rest) == 1:
            found[move] = (f"shape-{rest[0]}",)
    return found


def tools(s: Record, look: Look) -> list[Gather]:
    """Outlining on cells that are free, and hatching after a round without a fiver."""
    if look.seat is None:
        return []
    if s.phase == SEARCH and may_outline(s, look.seat):
        cells = free_cells([used_cells(s, look.seat, half) for half in (0, 1)])
        return [Gather("outline", look.say("Umranden", "Outline"), cells, MOST_CELLS)] if cells else []
    if s.phase == STRIKING and fits_somewhere(s, look.seat):
        cells = free_cells([taken_cells(s, look.seat, half) for half in (0, 1)])
        return [Gather("strike", look.say("Form schraffieren", "Hatch a shape"), cells, FIVE)]
    return []


def free_cells(covered: Sequence[int]) -> tuple[str, ...]:
    """The elements of all cells outside a set, which is given as two halves of bits."""
    cells = range(CELLS_A_BOARD)
    return tuple(f"cell-{cell_name(cell)}" for cell in cells if not covered[cell // HALF] >> cell % HALF & 1)


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


def tell(s: Record, seat: int, move: str, look: Look) -> str:
    word, *rest = move.split()
    if word == "deal":
        where = cell_name(s.dealt % SIDE * SIDE + s.dealt % CELLS_A_BOARD // SIDE)
        return look.say("{} auf {}", "a {} on {}").format(form(SYMBOLS.index(rest[0]), look), where)
    if word == "roll":
        return judged_told(s, look) + ", ".join(form(SYMBOLS.index(letter), look) for letter in rest[0])
    if word == "outline":
        return look.say("umrandet {}", "outlines {}").format(" ".join(rest) + shape_told(rest, look))
    if word == "erase":
        return look.say(f"radiert die Umrandung auf {rest[0]} aus", f"erases the outline on {rest[0]}")
    if word == "strike":
        return look.say("streicht {}", "strikes {}").format(f"{rest[0]}: {' '.join(rest[1:])}".rstrip(": "))
    return {
        "turn": look.say("dreht die Sanduhr um", "turns the hourglass"),
        "done": look.say("ist fertig", "is done"),
        "sand": look.say("der Sand ist durch", "the sand has run out"),
    }[word]


def judged_told(s: Record, look: Look) -> str:
    """What the last round of the base game brought, and how many outlines were right: the next roll wipes them."""
    if s.mode != BASE or s.phase != ROLL or s.round == 0:
        return ""
    brought = []
    for seat in range(s.players):
        different = [k for k in range(s.drawn[seat]) if not drawn_before(s, seat, k)]
        drawn, right = len(different), sum(not is_wrong(s, seat, k) for k in different)
        points = counted(s.points[seat][s.round - 1], look)
        of_all = look.say(f" ({right} von {drawn} richtig)", f" ({right} of {drawn} right)") if drawn else ""
        brought.append(f"{look.name(seat)} {points}{of_all}")
    said = ", ".join(brought)
    return look.say(f"Runde {s.round}: {said}. Neuer Wurf: ", f"round {s.round}: {said}. New roll: ")


def shape_told(cells: Sequence[str], look: Look) -> str:
    """The shape of outlined cells and its value, whatever their symbols."""
    placement = PLACEMENT_OF.get(tuple(sorted(map(cell_number, cells))))
    if placement is None:
        return ""
    return f" ({SHAPES[shape_of(placement)]}, {counted(VALUES[shape_of(placement)], look)})"
