"""The position as text, and what a person touches for each move; `picture` draws it."""

from collections.abc import Mapping

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .ending import words
from .field import NOWHERE, SIDE
from .notation import place, stone_on
from .picture import draw as draw
from .picture import inside, is_doomed, is_open, is_source
from .rules import KEEPING, PLACING, STONES_EACH, play
from .view import cells_of

MARKS = "○●"
DOOMED = "◦•"  # stones of parts that cannot stay
SMALLEST = 7  # cells in each direction that are shown at least


def text(s: Record, look: Look) -> str:
    columns, rows = shown_cells(s)
    lines = []
    for row in reversed(rows):
        marks = "".join(f"{mark(s, column, row):>4}" for column in columns)
        lines.append(f"{s.low + row:>5} {marks}".rstrip())
    numbers = "".join(f"{s.left + column:>4}" for column in columns)
    return "\n".join([*lines, f"{'y/x':>5} {numbers}", "", status(s, look)])


def shown_cells(s: Record) -> tuple[range, range]:
    """The columns and rows of the frame that are shown."""
    wide = max((cell % SIDE for seat in range(2) for cell in cells_of(s, seat)), default=1)
    return widened(wide), widened(max(1, s.tall))


def widened(length: int) -> range:
    extra = max(0, SMALLEST - length - 2)
    return range(-(extra // 2), length + 2 + extra - extra // 2)


def mark(s: Record, column: int, row: int) -> str:
    """A stone, · where one may be put, × where the stone in hand came from."""
    if not inside(column, row):
        return ""
    owner = stone_on(s, column, row)
    if owner is not None:
        return DOOMED[owner] if is_doomed(s, column, row) else MARKS[owner]
    if is_source(s, column, row):
        return "×"
    return "·" if is_open(s, column, row) else ""


def status(s: Record, look: Look) -> str:
    """What is going on, in words."""
    if s.winner >= 0 or s.drawn:
        return words(s, look)
    who = f"{MARKS[s.turn]} {look.name(s.turn)}"
    if s.phase == PLACING:
        stock = STONES_EACH - s.men[s.turn]
        return look.say(f"{who} legt einen Stein, {stock} im Vorrat", f"{who} puts a stone, {stock} in stock")
    if s.phase == KEEPING:
        return look.say(
            f"{who} sagt, welcher größte Teil bleibt (kleine Steine können es nicht)",
            f"{who} says which largest part stays (small stones cannot)",
        )
    if s.source != NOWHERE:
        x, y = place(s, s.source)
        return look.say(f"{who} setzt den Stein von {x},{y}", f"{who} puts the stone from {x},{y}")
    return look.say(
        f"{who} hebt einen Stein, {s.quiet} Züge ohne Abtrennen",
        f"{who} lifts a stone, {s.quiet} turns without a capture",
    )


# --- moves -------------------------------------------------------------------------------------


def paths(s: Record, seat: int, moves: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """The cell that the move names; passing is a button."""
    return {move: ("pass",) if move == "pass" else (f"cell-{where(move)}",) for move in moves}


def where(move: str) -> str:
    return move.partition(" ")[2]


def tell(s: Record, seat: int, move: str, look: Look) -> str:
    verb, cell = move.partition(" ")[0], where(move)
    if verb == "pass":
        return look.say("passt", "passes")
    if verb == "put":
        if s.phase == PLACING:
            return look.say(f"legt auf {cell}", f"puts on {cell}")
        return look.say(f"setzt auf {cell}", f"puts it on {cell}")
    if verb == "keep":
        return look.say(f"behält den Teil mit {cell}", f"keeps the part with {cell}") + cut_off(s, seat, cell, look)
    return look.say(f"hebt {cell}", f"lifts {cell}") + cut_off(s, seat, cell, look)


def cut_off(s: Record, seat: int, cell: str, look: Look) -> str:
    """How many stones leave the game when one is lifted, or when a part is kept."""
    x, y = map(int, cell.split(","))
    after = s.copy()
    play(after, seat, (y - s.low) * SIDE + x - s.left)
    number = sum(s.men) - sum(after.men)
    if number == 0:
        return ""
    one = look.say(", trennt einen Stein ab", ", cuts off a stone")
    return one if number == 1 else look.say(f", trennt {number} Steine ab", f", cuts off {number} stones")
