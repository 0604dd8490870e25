"""Moves as text: `outline a1 a2 b2 c2 c3`, `erase a1`, `turn`, `done`, `strike W a1 a2 b2 b3 c3`, `roll AABCF`, …"""

from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.verbs import CHANCE, CLOCK

from .actions import (
    DONE,
    ERASE,
    MOST_CELLS,
    SAND,
    STRIKE,
    STRIKE_UNMARKED,
    TURN,
    outline_action,
    outline_cells,
    shape_of,
)
from .outlines import outline_on
from .rules import AVAILABLE, BASE, DEAL, MOST_OUTLINES, SOLO, STRIKING, legal, may_outline
from .shapes import PLACEMENT_OF, PLACEMENTS, ROLLS, SHAPES, SIDE, SYMBOLS

CELL = "[a-j](10|[1-9])"
PATTERN = rf"deal [A-F]|roll [A-F]{{5}}|outline( {CELL})+|erase {CELL}|turn|done|sand|strike [FILNPT-Z]( {CELL})*"
COLUMNS = "abcdefghij"


def cell_name(cell: int) -> str:
    return f"{COLUMNS[cell // SIDE]}{cell % SIDE + 1}"


def cell_number(name: str) -> int:
    return COLUMNS.index(name[0]) * SIDE + int(name[1:]) - 1


def names(cells: list[int]) -> str:
    return " ".join(cell_name(cell) for cell in cells)


def write(s: Record, seat: int, action: int) -> str:
    if seat == CHANCE:
        return f"deal {SYMBOLS[action]}" if s.phase == DEAL else f"roll {ROLLS[action]}"
    if action in (TURN, DONE, SAND):
        return {TURN: "turn", DONE: "done", SAND: "sand"}[action]
    if ERASE <= action < TURN:
        return f"erase {cell_name(action - ERASE)}"
    if STRIKE_UNMARKED <= action < STRIKE_UNMARKED + len(SHAPES):
        return f"strike {SHAPES[action - STRIKE_UNMARKED]}"
    if STRIKE <= action < STRIKE + PLACEMENTS:
        return f"strike {SHAPES[shape_of(action - STRIKE)]} {names(outline_cells(action - STRIKE))}"
    return f"outline {names(outline_cells(action))}"


def read(s: Record, seat: int, text: str) -> int | None:
    """What is possible without being listed: outlines of any cells in any order, erasing by any cell."""
    if seat < 0 or why_not(s, seat, text, Look(seat)):
        return None
    word, *rest = text.split()
    if word == "outline":
        return outline_action(sorted(map(cell_number, rest)))
    if word == "erase":
        return ERASE + cell_number(rest[0])
    return STRIKE + PLACEMENT_OF[tuple(sorted(map(cell_number, rest[1:])))]


def why_not(s: Record, seat: int, text: str, look: Look) -> str:
    """Why a readable move is not possible now; empty if it is."""
    word, *rest = text.split()
    if seat == CLOCK:
        return "the clock only says when the sand has run out"
    if seat == CHANCE:
        return why_no_chance(s, word)
    if word in ("deal", "roll", "sand"):
        return "chance deals and rolls, and the clock says when the sand has run out"
    if s.phase == STRIKING:
        return why_no_strike(s, seat, rest) if word == "strike" else "the round is over; strike a shape first"
    if word == "strike":
        return "in the puzzle game shapes are struck after a round, by those who found nothing"
    if word == "turn":
        return (
            "there is no hourglass in the solo game"
            if s.mode == SOLO
            else "the hourglass has been turned in this round"
        )
    if word == "erase":
        return "" if outline_on(s, seat, cell_number(rest[0])) >= 0 else f"no outline contains {rest[0]}"
    return why_no_outline(s, seat, rest)


def why_no_chance(s: Record, word: str) -> str:
    if word not in ("deal", "roll"):
        return "this is a chance event"
    if s.phase == DEAL:
        return "no such symbol is left in the bag" if word == "deal" else "the boards are dealt first"
    if word == "deal":
        return "the boards are dealt"
    return "the letters of a roll are sorted, and no symbol occurs more than twice"


def why_no_outline(s: Record, seat: int, cells: list[str]) -> str:
    if len(set(cells)) < len(cells):
        return "a cell is named twice"
    if len(cells) > MOST_CELLS:
        return f"an outline has at most {MOST_CELLS} cells"
    if may_outline(s, seat):
        return ""
    if s.mode == BASE:
        return f"{MOST_OUTLINES} outlines stand; erase one first"
    return "one outline a round; erase the other one first"


def why_no_strike(s: Record, seat: int, rest: list[str]) -> str:
    shape = SHAPES.index(rest[0])
    if s.sheet[seat][shape] != AVAILABLE:
        return f"{rest[0]} is not available any more"
    out = [0] * (PLACEMENTS + len(SHAPES))
    listed = out[: legal(s, seat, out)]
    if len(rest) == 1:
        return "" if STRIKE_UNMARKED + shape in listed else "name the five cells where it is marked"
    placement = PLACEMENT_OF.get(tuple(sorted(map(cell_number, rest[1:]))))
    if placement is None or shape_of(placement) != shape:
        return f"these cells do not have the shape {rest[0]}"
    return "" if STRIKE + placement in listed else "one of these cells is taken"
