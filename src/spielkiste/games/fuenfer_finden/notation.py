"""Moves as text: `outline a1 a2 b2 c2 c3`, `erase a1`, `turn`, `done`, `strike W a1 a2 b2 b3 c3`, `roll AABCF`, …"""

from collections.abc import Iterable
from functools import cache

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
from .shapes import CELLS_A_BOARD, PLACEMENT_CELLS, PLACEMENT_OF, PLACEMENTS, ROLLS, SHAPES, SIDE, SYMBOLS

CELL = "[a-j](10|[1-9])"
PATTERN = rf"deal [A-F]|roll [A-F]{{5}}|outline( {CELL})+|erase {CELL}|turn|done|sand|strike [FILNPT-Z]( {CELL})*"
COLUMNS = "abcdefghij"


CELL_NAMES = tuple(f"{COLUMNS[cell // SIDE]}{cell % SIDE + 1}" for cell in range(CELLS_A_BOARD))


def cell_name(cell: int) -> str:
    return CELL_NAMES[cell]


def cell_number(name: str) -> int:
    return COLUMNS.index(name[0]) * SIDE + int(name[1:]) - 1


def names(cells: Iterable[int]) -> str:
    return " ".join([CELL_NAMES[cell] for cell in cells])


@cache
def strike_text(placement: int) -> str:
    """Kept, because there can be four thousand of them in one list."""
    return f"strike {SHAPES[shape_of(placement)]} {names(PLACEMENT_CELLS[placement])}"


@cache
def outline_text(placement: int) -> str:
    """Kept too: with every move all fivers are listed again."""
    return f"outline {names(PLACEMENT_CELLS[placement])}"


def write(s: Record, seat: int, action: int) -> str:
    if 0 <= action < PLACEMENTS and seat != CHANCE:
        return outline_text(action)
    if seat == CHANCE:
        return f"deal {SYMBOLS[action]}" if s.phase == DEAL else f"roll {ROLLS[action]}"
    if action in (TURN, DONE, SAND):
        return {TURN: "turn", DONE: "done", SAND: "sand"}[action]
    if ERASE <= action < TURN:
        return f"erase {cell_name(action - ERASE)}"
    if STRIKE_UNMARKED <= action < STRIKE_UNMARKED + len(SHAPES):
        return f"strike {SHAPES[action - STRIKE_UNMARKED]}"
    if STRIKE <= action < STRIKE + PLACEMENTS:
        return strike_text(action - STRIKE)
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
    if word in ("turn", "done"):
        return TURN if word == "turn" else DONE
    if len(rest) == 1:
        return STRIKE_UNMARKED + SHAPES.index(rest[0])
    return STRIKE + PLACEMENT_OF[tuple(sorted(map(cell_number, rest[1:])))]


def why_not(s: Record, seat: int, text: str, look: Look) -> str:
    """Why a readable move is not possible now; empty if it is."""
    word, *rest = text.split()
    if seat == CLOCK:
        return look.say("die Uhr sagt nur, wann der Sand durch ist", "the clock only says when the sand has run out")
    if seat == CHANCE:
        return why_no_chance(s, word, look)
    if word in ("deal", "roll", "sand"):
        return look.say(
            "der Zufall füllt die Bretter und würfelt, und die Uhr sagt, wann der Sand durch ist",
            "chance deals and rolls, and the clock says when the sand has run out",
        )
    if s.phase == STRIKING:
        if word == "strike":
            return why_no_strike(s, seat, rest, look)
        return look.say("die Runde ist vorbei; streiche erst eine Form", "the round is over; strike a shape first")
    if word == "strike":
        return look.say(
            "Formen streicht man im Puzzlespiel nach einer Runde, und nur wer nichts gefunden hat",
            "in the puzzle game shapes are struck after a round, by those who found nothing",
        )
    if word == "turn":
        return why_no_turn(s, look)
    if word == "erase":
        if outline_on(s, seat, cell_number(rest[0])) >= 0:
            return ""
        return look.say(f"um {rest[0]} ist nichts umrandet", f"no outline contains {rest[0]}")
    return why_no_outline(s, seat, rest, look)


def why_no_chance(s: Record, word: str, look: Look) -> str:
    if word not in ("deal", "roll"):
        return look.say("jetzt entscheidet der Zufall", "this is a chance event")
    if s.phase == DEAL and word == "deal":
        return look.say("dieses Symbol ist nicht mehr im Beutel", "no such symbol is left in the bag")
    if s.phase == DEAL:
        return look.say("erst werden die Bretter gefüllt", "the boards are dealt first")
    if word == "deal":
        return look.say("die Bretter sind gefüllt", "the boards are dealt")
    return look.say(
        "die Buchstaben eines Wurfs sind sortiert, und kein Symbol kommt mehr als zweimal vor",
        "the letters of a roll are sorted, and no symbol occurs more than twice",
    )


def why_no_turn(s: Record, look: Look) -> str:
    if s.mode == SOLO:
        return look.say("allein gibt es keine Sanduhr", "there is no hourglass in the solo game")
    return look.say("die Sanduhr ist in dieser Runde schon umgedreht", "the hourglass has been turned in this round")


def why_no_outline(s: Record, seat: int, cells: list[str], look: Look) -> str:
    if len(set(cells)) < len(cells):
        return look.say("ein Feld ist zweimal genannt", "a cell is named twice")
    if len(cells) > MOST_CELLS:
        return look.say(
            f"eine Umrandung hat höchstens {MOST_CELLS} Felder", f"an outline has at most {MOST_CELLS} cells"
        )
    if may_outline(s, seat):
        return ""
    if s.mode == BASE:
        return look.say(
            f"es stehen {MOST_OUTLINES} Umrandungen da; radiere erst eine aus",
            f"{MOST_OUTLINES} outlines stand; erase one first",
        )
    return look.say(
        "in jeder Runde steht nur eine Umrandung; radiere die andere erst aus",
        "one outline a round; erase the other one first",
    )


def why_no_strike(s: Record, seat: int, rest: list[str], look: Look) -> str:
    shape = SHAPES.index(rest[0])
    if s.sheet[seat][shape] != AVAILABLE:
        return look.say(f"{rest[0]} ist nicht mehr zu haben", f"{rest[0]} is not available any more")
    out = [0] * (PLACEMENTS + len(SHAPES))
    listed = out[: legal(s, seat, out)]
    if len(rest) == 1:
        if STRIKE_UNMARKED + shape in listed:
            return ""
        return look.say("nenne die fünf Felder, die du schraffierst", "name the five cells where it is marked")
    placement = PLACEMENT_OF.get(tuple(sorted(map(cell_number, rest[1:]))))
    if placement is None or shape_of(placement) != shape:
        return look.say(f"diese Felder haben nicht die Form {rest[0]}", f"these cells do not have the shape {rest[0]}")
    if STRIKE + placement in listed:
        return ""
    return look.say("eins dieser Felder ist schon belegt", "one of these cells is taken")
