"""Moves as text: `deal 17`, `draw 17`, `roll 4` by chance, `b2-c3` by the players."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.verbs import CHANCE

from .rules import ACROSS, ALONG, DIAGONAL, STONES, cells_to_deal, is_classic, number_of, side, step, stone_on

PATTERN = r"(deal|draw|roll) [1-9][0-9]?|[a-f][1-6]-[a-f][1-6]"
COLUMNS = "abcdef"


def cell_name(cell: int) -> str:
    return f"{COLUMNS[(cell & 7) - 1]}{cell >> 3}"


def cell_of(name: str) -> int:
    return 8 * int(name[1]) + COLUMNS.index(name[0]) + 1


def event(s: Record) -> str:
    """What chance does now."""
    if s.dealt < cells_to_deal(s):
        return "deal"
    return "roll" if is_classic(s) else "draw"


def write(s: Record, seat: int, action: int) -> str:
    if seat == CHANCE:
        return f"{event(s)} {action + 1}"
    cell = action >> 2
    return f"{cell_name(cell)}-{cell_name(step(s, seat, cell, action & 3))}"


def why_not(s: Record, seat: int, text: str, look: Look) -> str:
    """Why a readable move is not possible now."""
    by_chance = " " in text
    if seat == CHANCE:
        if by_chance:
            return why_no_event(s, look, *text.split())
        return look.say("zuerst kommt eine Zahl", "a number must come first")
    if by_chance:
        return look.say("Zahlen bringt der Zufall; jetzt ziehst du", "numbers come by chance; it is your move now")
    return why_no_step(s, seat, look, *text.split("-"))


def why_no_event(s: Record, look: Look, word: str, number: str) -> str:
    if word != event(s):
        return what_is_due(s, look)
    if int(number) > s.highest:
        return look.say(f"die höchste Zahl ist {s.highest}", f"the highest number is {s.highest}")
    if not is_classic(s):
        return look.say(f"im Stapel ist keine {number} mehr", f"no card {number} is in the pile")
    owner = look.name(s.dealt // STONES)
    return look.say(f"{owner} hat den Stein {number} schon", f"{owner} has the stone {number} already")


def what_is_due(s: Record, look: Look) -> str:
    due = event(s)
    if due == "deal":
        return look.say("jetzt wird ausgelegt", "it is time to deal")
    if due == "roll":
        return look.say("jetzt wird gewürfelt", "it is time to roll")
    return look.say("jetzt wird eine Karte gezogen", "it is time to draw")


def why_no_step(s: Record, seat: int, look: Look, origin: str, target: str) -> str:
    cell, aim = cell_of(origin), cell_of(target)
    if max(cell & 7, cell >> 3, aim & 7, aim >> 3) > side(s):
        corner = f"{COLUMNS[side(s) - 1]}{side(s)}"
        return look.say(f"das Brett endet bei {corner}", f"the board ends at {corner}")
    if s.board[cell] == 0 or s.board[cell] >> 3 != seat:
        return look.say(f"auf {origin} steht keiner deiner Steine", f"none of your stones stands on {origin}")
    if aim not in [step(s, seat, cell, way) for way in (ACROSS, ALONG, DIAGONAL)]:
        return look.say(
            "ein Stein geht einen Schritt auf die Ecke gegenüber zu, die Reihe oder die Spalte entlang oder schräg",
            "a stone goes one step along a row, a column or the diagonal towards the far corner",
        )
    own = number_of(s, seat, stone_on(s, seat, cell))
    return look.say(
        f"die Zahl ist {s.drawn}, und der Stein auf {origin} hat die {own}: nicht dieselbe und nicht die nächste",
        f"the number is {s.drawn}, and the stone on {origin} has the {own}, which is neither equal nor next to it",
    )
