"""What the board says, in the viewer's language."""

from collections.abc import Sequence

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from ..actions import shape_of
from ..notation import cell_name, cell_number
from ..outlines import drawn_before
from ..rules import BASE, BASE_ROUNDS, CIRCLED, PUZZLE_ROUNDS, ROLL, SEARCH, STRIKING, score
from ..shapes import CELLS_A_BOARD, PLACEMENT_OF, SHAPES, SIDE, SYMBOLS, VALUES
from ..view import is_wrong

FORMS = (
    ("Kreis", "disc"),
    ("Quadrat", "square"),
    ("Dreieck", "triangle"),
    ("Raute", "diamond"),
    ("Kreuz", "cross"),
    ("Stern", "star"),
)


DOINGS = {
    "": ("", ""),
    "strikes": ("muss eine Form streichen", "must strike a shape"),
    "waits": ("wartet", "waits"),
    "turned": ("hat die Sanduhr umgedreht", "turned the hourglass"),
    "searches": ("sucht", "searches"),
    "done": ("fertig", "done"),
}


def form(symbol: int, look: Look) -> str:
    """What a symbol looks like."""
    return look.say(*FORMS[symbol])


def counted(points: int, look: Look) -> str:
    return look.say("1 Punkt", "1 point") if points == 1 else look.say(f"{points} Punkte", f"{points} points")


def shown_seats(s: Record, seat: int | None) -> list[int]:
    """A player looks at their own board, a spectator at all of them."""
    return list(range(s.players)) if seat is None else [seat]


def rounds(s: Record) -> int:
    return BASE_ROUNDS if s.mode == BASE else PUZZLE_ROUNDS


def activity(s: Record, seat: int) -> str:
    """What a seat is about, in a word of ours; "" between rounds."""
    if s.phase == STRIKING:
        return "strikes" if s.acting >> seat & 1 else "waits"
    if s.phase != SEARCH:
        return ""
    if s.turner == seat:
        return "turned"
    return "searches" if s.acting >> seat & 1 else "done"


def caption(s: Record, seat: int, look: Look) -> str:
    return standing_said(seat, score(s, seat), activity(s, seat), look)


def standing_said(seat: int, points: int, what: str, look: Look) -> str:
    """A player's points, and what they are about."""
    said = look.say(*DOINGS[what])
    return f"{look.name(seat)}: {counted(points, look)}" + (f", {said}" if said else "")


# --- what a move does -----------------------------------------------------------------------------


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
    """What the last round of the base game brought: the next roll wipes it."""
    if s.mode != BASE or s.phase != ROLL or s.round == 0:
        return ""
    return round_told(s, look) + look.say(" Neuer Wurf: ", " New roll: ")


def round_told(s: Record, look: Look) -> str:
    """The points of a judged round of the base game, and how many outlines were right."""
    said = ", ".join(f"{look.name(seat)} {brought(s, seat, look)}" for seat in range(s.players))
    return look.say(f"Runde {s.round}: {said}.", f"Round {s.round}: {said}.")


def brought(s: Record, seat: int, look: Look) -> str:
    right, drawn = rightly_drawn(s, seat)
    points = counted(s.points[seat][s.round - 1], look)
    return points + (look.say(f" ({right} von {drawn} richtig)", f" ({right} of {drawn} right)") if drawn else "")


def rightly_drawn(s: Record, seat: int) -> tuple[int, int]:
    """How many outlines of a judged round are right, and how many there are; one drawn twice is one."""
    different = [k for k in range(s.drawn[seat]) if not drawn_before(s, seat, k)]
    return sum(not is_wrong(s, seat, k) for k in different), len(different)


def found_in_puzzle(before: Record, after: Record, look: Look) -> str:
    """Who circles a shape after a round of the puzzle game, and who has found nothing."""
    return " ".join(
        circled_told(before, after, seat, look) or nothing_told(after, seat, look) for seat in range(after.players)
    )


def circled_told(before: Record, after: Record, seat: int, look: Look) -> str:
    circled = [k for k in range(len(SHAPES)) if after.sheet[seat][k] == CIRCLED != before.sheet[seat][k]]
    if not circled:
        return ""
    name, points = look.name(seat), counted(VALUES[circled[0]], look)
    return look.say(
        f"{name} kreist {SHAPES[circled[0]]} ein: {points}.", f"{name} circles {SHAPES[circled[0]]}: {points}."
    )


def nothing_told(after: Record, seat: int, look: Look) -> str:
    name = look.name(seat)
    if after.phase == STRIKING:
        return look.say(f"{name} hat nichts gefunden und streicht.", f"{name} found nothing and strikes.")
    return look.say(f"{name} hat nichts gefunden.", f"{name} found nothing.")


def shape_told(cells: Sequence[str], look: Look) -> str:
    """The shape of outlined cells and its value, whatever their symbols."""
    placement = PLACEMENT_OF.get(tuple(sorted(map(cell_number, cells))))
    if placement is None:
        return ""
    return f" ({SHAPES[shape_of(placement)]}, {counted(VALUES[shape_of(placement)], look)})"
