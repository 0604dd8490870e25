"""The position as text, and what a person touches for each move; `picture` draws it."""

from collections.abc import Mapping

from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.verbs import CHANCE

from .ending import words
from .notation import COLUMNS, cell_name, cell_of
from .picture import draw as draw
from .picture import movers
from .rules import CLASSIC_DEAL, STONES, goal, is_classic, players, side
from .view import cells, phase

MARKS = {2: "○●", 4: "○◇●◆"}  # a team shares its fill


def mark(s: Record, seat: int) -> str:
    return MARKS[players(s)][seat]


# --- text --------------------------------------------------------------------------------------


def text(s: Record, look: Look) -> str:
    rows = []
    for row in range(side(s), 0, -1):
        rows.append(f"{row}  " + " ".join(cell_text(s, 8 * row + column) for column in range(1, side(s) + 1)))
    names = "    " + "    ".join(COLUMNS[: side(s)])
    return "\n".join([*rows, names, status(s, look)])


def cell_text(s: Record, cell: int) -> str:
    """Four characters: the stone, its number or that of its card, and a star where it may move."""
    code = s.board[cell]
    shown = mark(s, code >> 3) if code else " "
    number = (code & 7 if code else 0) if is_classic(s) else s.number[cell]
    return f"{shown}{number or '·':>2}{'*' if cell in movers(s) else ' '}"


def status(s: Record, look: Look) -> str:
    """What is going on, in words."""
    now = phase(s)
    if now == "over":
        return words(s, look)
    if now == "deal":
        return look.say("das Brett wird ausgelegt", "the board is being laid")
    name = f"{mark(s, s.seat)} {look.name(s.seat)}"
    if now == "start":
        return draws_for_start(s, name, look)
    if is_classic(s):
        if now == "draw":
            return look.say(f"{name} würfelt", f"{name} rolls")
        return look.say(
            f"{name} hat eine {s.drawn} gewürfelt; wer laufen darf, hat einen *",
            f"{name} has rolled {s.drawn}; stones that may move have a *",
        )
    if now == "draw":
        return look.say(f"{name} zieht", f"{name} draws")
    return look.say(
        f"{name} hat die {s.drawn} gezogen; wer laufen darf, hat einen *",
        f"{name} has drawn {s.drawn}; stones that may move have a *",
    )


def draws_for_start(s: Record, name: str, look: Look) -> str:
    so_far = look.say(f"; bisher höchstens {s.top}", f"; highest so far {s.top}") if s.top else ""
    if is_classic(s):
        return look.say(f"{name} würfelt um den Anfang", f"{name} rolls for the start") + so_far
    return look.say(f"{name} zieht um den Anfang", f"{name} draws for the start") + so_far


# --- moves -------------------------------------------------------------------------------------


def paths(s: Record, seat: int, moves: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """From the cell to the cell."""
    return {move: (f"cell-{move[:2]}", f"cell-{move[3:]}") for move in moves}


def tell(s: Record, seat: int, move: str, look: Look) -> str:
    if seat == CHANCE:
        return tell_chance(s, int(move.split()[1]), look)
    target = cell_of(move[3:])
    told = look.say(f"{move[:2]} nach {move[3:]}", f"{move[:2]} to {move[3:]}")
    if s.board[target]:
        told += captures(seat, s.board[target] >> 3, look)
    if target == goal(s, seat):
        told += look.say(", am Ziel!", ", at the goal!")
    return told


def captures(seat: int, victim: int, look: Look) -> str:
    if victim == seat:
        return look.say(", schlägt einen eigenen Stein", ", captures an own stone")
    name = look.name(victim)
    return look.say(f", schlägt einen Stein von {name}", f", captures a stone of {name}")


def tell_chance(s: Record, number: int, look: Look) -> str:
    now, name = phase(s), look.name(s.seat)
    if now == "deal" and is_classic(s):
        cell, owner = cell_name(CLASSIC_DEAL[s.dealt]), look.name(s.dealt // STONES)
        return look.say(f"Stein {number} von {owner} auf {cell}", f"stone {number} of {owner} on {cell}")
    if now == "deal":
        cell = cell_name(cells(s)[s.dealt])
        return look.say(f"Karte {number} auf {cell}", f"card {number} on {cell}")
    if now == "start":
        return look.say(f"eine {number} für {name}, um den Anfang", f"{number} for {name}, for the start")
    return look.say(f"eine {number} für {name}", f"{number} for {name}")
