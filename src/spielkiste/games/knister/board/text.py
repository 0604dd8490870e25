"""The position in a terminal: sheets side by side, points at the ends of their full lines."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from ..rules import FIRST_DIAGONAL, ROUNDS, SIDE
from ..view import has_written, points_of_lines

BAND = 3  # sheets side by side
SHEETS = 6  # so many players' sheets are printed for a player; a spectator sees all
WIDTH = 26  # characters of a sheet
NAME = 12  # of them for a name


def text(s: Record, look: Look) -> str:
    own = 0 if look.seat is None else look.seat
    order = [own, *(player for player in range(s.players) if player != own)]
    lines = [headline(s, look), ""]
    shown = order if look.seat is None or s.players <= SHEETS else [own]
    for at in range(0, len(shown), BAND):
        sheets = [sheet_text(s, player, look) for player in shown[at : at + BAND]]
        lines += ["".join(parts).rstrip() for parts in zip(*sheets, strict=True)]
    lines += [player_text(s, player, look) for player in order[len(shown) :]]
    return "\n".join(lines)


def headline(s: Record, look: Look) -> str:
    if s.round == ROUNDS:
        return look.say("Knister: aus", "Knister: the end")
    now, number = s.round + 1, s.rolled
    if not number:
        return look.say(
            f"Knister, Runde {now} von {ROUNDS}: es wird gewürfelt", f"Knister, round {now} of {ROUNDS}: the dice roll"
        )
    return look.say(
        f"Knister, Runde {now} von {ROUNDS}: schreib die {number}",
        f"Knister, round {now} of {ROUNDS}: write the {number}",
    )


def player_text(s: Record, player: int, look: Look) -> str:
    """Of many players only the points."""
    said = f"{look.name(player)[:NAME] + ':':<{NAME + 1}} {s.points[player]:3d}"
    return look.say(f"{said}  hat geschrieben", f"{said}  has written") if has_written(s, player) else said


def sheet_text(s: Record, player: int, look: Look) -> list[str]:
    """Seven lines of a sheet with its title; points stand at the ends of full lines."""
    points = ["" if p is None else str(p) for p in points_of_lines(s, player)]
    rising, falling = points[FIRST_DIAGONAL], points[FIRST_DIAGONAL + 1]
    lines = [title(s, player, look), "  " + "".join(f"   {letter}" for letter in "abcde") + f" /{rising}"]
    for row in range(SIDE - 1, -1, -1):
        cells = "".join(cell_text(s, player, SIDE * row + column) for column in range(SIDE))
        lines.append(f"{row + 1:2d}{cells}  {points[row]}")
    lines.append("  " + "".join(f"{p:>4}" for p in points[SIDE : 2 * SIDE]) + f" \\{falling}")
    return [f"{line:{WIDTH}}" for line in [*lines, ""]]


def title(s: Record, player: int, look: Look) -> str:
    """Whose sheet it is; a star: has written."""
    name, points = look.name(player)[:NAME], s.points[player]
    if player == look.seat:
        return look.say(f"{name} (du): {points}", f"{name} (you): {points}")
    return f"{name}{' *' if has_written(s, player) else ''}: {points}"


def cell_text(s: Record, player: int, cell: int) -> str:
    if s.entry[player] == cell + 1:
        return f"{f'({s.rolled})':>4}"
    return f"{s.sheet[player][cell] or '·':>4}"
