"""The picture: dice and hourglass, the board with its outlines, the sheet of shapes."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from spielkiste.core.look import Look
from spielkiste.core.pieces import album, common_album, figure, piece
from spielkiste.core.record import Record
from spielkiste.core.svg import GRID, INK, PAPER, WOOD, WOOD_DARK, Picture, cut, tidy

from ..actions import outline_cells, shape_or_none
from ..notation import COLUMNS, cell_name, names
from ..outlines import first_cell
from ..overlooked import best_overlooked, is_judged, points_of
from ..rules import (
    CIRCLED,
    NOBODY,
    SEARCH,
    SOLO,
    STRUCK,
    may_turn,
    score,
    wanted_shapes,
)
from ..shapes import ROLLS, SHAPES, SIDE, SYMBOLS, VALUES
from ..view import is_wrong, judged_rounds
from .drawing import CELL, FONT, RED, add_definitions, line_around, place
from .words import activity, caption, counted, form, rounds, shown_seats, standing_said

# The picture's measures: one seat is 360 units wide, so that one unit is one pixel on a small phone.
PANEL = 360.0
BOARD_X = 24.0  # the left edge of the cells; row names stand left of it
HEADER, STRIP, BOARD, SHEET = 54.0, 26.0, SIDE * CELL + 30, 96.0  # heights
FIELD_WIDTH, FIELD_HEIGHT = 58.0, 44.0  # of a shape on the sheet
FILLS = {"drawn": "#ffe9a8", "circled": "#cfe3c4", "struck": "#d8d2c8", "wrong": "#f1c4b8",
         "right": "#cfe3c4", "overlooked": "none"}  # fmt: skip
EDGES = {"drawn": INK, "circled": "#2f5129", "struck": "#57514a", "wrong": RED,
         "right": "#2f5129", "overlooked": "#3f6fa3"}  # fmt: skip
DOT = "M0 0h.01"
SIGNS = {  # a lens: searches. A tick: done. An hourglass: turned it. A slash: must strike. A dot: nothing to do
    "searches": "M-5-1.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M1 1.5L5 5.5", "done": "M-5 0l3.5 4L5-4.5",
    "turned": "M-4-6h8l-3 6 3 6h-8l3-6z", "strikes": "M-5 5L5-5", "waits": DOT, "": DOT,
}  # fmt: skip


# --- the whole ---------------------------------------------------------------------------------------


def draw(s: Record, look: Look) -> Picture:
    shown = shown_seats(s, look.seat)
    columns, own = min(2, len(shown)), look.seat is not None
    space = STRIP if s.players > 1 else 0.0
    top = HEADER + (space if own else 0)
    panel_height = BOARD + SHEET + (0 if own else space)
    rolled = ", " + symbols_of_roll(look.lang, s.roll) if s.roll >= 0 else ""
    title = look.say(f"5er finden, Runde {s.round} von {rounds(s)}", f"Find the Fivers, round {s.round} of {rounds(s)}")
    points = tuple([score(s, seat) for seat in range(s.players)])
    picture = Picture(PANEL * columns, top + panel_height * -(-len(shown) // columns), title + rolled)
    add_definitions(picture)
    picture.table()
    draw_header(picture, s, points, look)
    if space and own:
        draw_players(picture, s, points, look)
    for k, seat in enumerate(shown):
        x, y = PANEL * (k % columns), top + panel_height * (k // columns)
        if space and not own:
            picture.parts += draw_player(look)[player_shown(s, seat, points[seat], False), x + 2, y, PANEL - 4, None]
            y += space
        draw_board(picture, s, seat, x, y, own, look)
        if own and is_judged(s) and s.players > 1:
            draw_others(picture, s, seat, x, y + BOARD, look)
        else:
            shapes = tuple(s.sheet[seat]), wanted_shapes(s, seat)
            picture.parts += draw_sheet(look)[seat, *shapes, x, y + BOARD, own]
    if own and s.phase == SEARCH and s.acting >> look.seat & 1:
        add_buttons(picture, s, bool(s.drawn[look.seat]), look)
    return picture


@piece
def add_buttons(picture: Picture, s: Record, found_some: bool, look: Look) -> None:
    if may_turn(s):
        picture.button("turn", look.say("Sanduhr umdrehen", "Turn the hourglass"), strong=found_some)
    picture.button("done", look.say("Fertig", "Done"), strong=found_some and not may_turn(s))


@lru_cache(maxsize=1_000)
def symbols_of_roll(lang: str, roll: int) -> str:
    return ", ".join(form(SYMBOLS.index(letter), Look(lang=lang)) for letter in ROLLS[roll])


# --- dice, hourglass and players ---------------------------------------------------------------------


def draw_header(picture: Picture, s: Record, points: tuple[int, ...], look: Look) -> None:
    """The dice, the hourglass and the round."""
    draw_dice(picture, s.roll, look)
    if s.mode != SOLO:
        draw_hourglass(picture, s.turner, look)
    judged = judged_rounds(s)
    brought = tuple([tuple(s.points[seat][:judged]) for seat in range(s.players)]) if judged > 0 else ()
    picture.parts += draw_round(look)[s.round, rounds(s), brought, points if brought else ()]


def draw_dice(picture: Picture, roll: int, look: Look) -> None:
    for k, letter in enumerate(ROLLS[roll] if roll >= 0 else " " * 5):
        picture.parts.append(die(look.lang, k, letter))


@figure
def die(picture: Picture, lang: str, k: int, letter: str) -> None:
    """One of the five, with its symbol; a blank before it has been rolled."""
    inner, look = Picture(), Look(lang=lang)
    inner.add("rect", x=-19, y=-19, width=38, height=38, rx=8, fill=PAPER, stroke=INK, stroke_width=1.5)
    said = look.say("noch nicht gewürfelt", "not rolled yet")
    if letter in SYMBOLS:
        said = form(SYMBOLS.index(letter), look)
        inner.add("use", href=f"#symbol-{letter}", transform="scale(1.25)")
    picture.group(inner, id=f"die-{k}", class_="die", transform=f"translate({22 + 43 * k} 27)", title=said)


@piece
def draw_hourglass(picture: Picture, turner: int, look: Look) -> None:
    """Its sand lies below before it is turned, above while it runs."""
    said = look.say("Die Sanduhr ist noch nicht umgedreht.", "The hourglass has not been turned.")
    if turner != NOBODY:
        name = look.name(turner)
        said = look.say(f"{name} hat die Sanduhr umgedreht.", f"{name} turned the hourglass.")
    sand = "M-7 15h14l-4.5-9h-5z" if turner == NOBODY else "M-6-11h12l-5 10.5h-2zM-1 0h2v9l4 6h-10l4-6z"
    inner = Picture()
    inner.add("path", d="M-10-17h20l-8 17 8 17h-20l8-17z", fill="#eef3ee")
    inner.add("path", d=sand, fill="#d29a1e", stroke="none")
    inner.add("path", d="M-12-18h24M-12 18h24", stroke_width=4, stroke_linecap="round")
    picture.group(inner, id="hourglass", transform="translate(247 27)", stroke=WOOD, stroke_width=2.2, title=said)


@album
def draw_round(
    picture: Picture, number: int, of: int, brought: tuple[tuple[int, ...], ...], points: tuple[int, ...], look: Look
) -> None:
    """Which round it is and, for each player, what the judged ones have brought."""
    said = look.say(f"Runde {number} von {of}", f"round {number} of {of}")
    lines = [
        f"{look.name(seat)}: {' + '.join(map(str, brought[seat]))} = {points[seat]}" for seat in range(len(brought))
    ]
    inner = Picture()
    inner.add("rect", x=276, y=12, width=78, height=30, rx=15, fill=PAPER, stroke=WOOD_DARK)
    inner.words(315, 27.5, f"{number} / {of}", 17)
    picture.group(inner, id="round", title=said, data_detail="\n".join(lines) or None)


def draw_players(picture: Picture, s: Record, points: tuple[int, ...], look: Look) -> None:
    width, drawn = (PANEL - 4) / s.players, draw_player(look)
    for seat in range(s.players):
        x, space = 2 + width * seat, width - (4 if seat < s.players - 1 else 0)
        picture.parts += drawn[player_shown(s, seat, points[seat], True), x, HEADER, space, look.seat == seat]


class PlayerShown(NamedTuple):
    """What is drawn of a player."""

    seat: int
    points: int
    what: str  # they are about
    acts: bool
    brought: str  # by the last round


def player_shown(s: Record, seat: int, points: int, small: bool) -> PlayerShown:
    judged = judged_rounds(s)
    brought = f"+{s.points[seat][judged - 1]}" if judged and small else ""
    return PlayerShown(seat, points, activity(s, seat), bool(s.acting >> seat & 1), brought)


@album
def draw_player(
    picture: Picture, shown: PlayerShown, x: float, y: float, width: float, mine: bool | None, look: Look
) -> None:
    """A sign for what the player is about, a name, and what the last round brought; who still acts lies on paper. For a
    spectator (mine is None) there is a whole board's width for what is said."""
    seat, brought, inner = shown.seat, shown.brought, Picture()
    said = standing_said(seat, shown.points, shown.what, look)
    size = 12 if width > 100 else 11
    inner.parts.append(strip(width, shown.acts, bool(mine)))
    named = cut(said if mine is None else look.name(seat), width - 27 - 7 * len(brought), size)
    inner.words(22, 11, named, size, anchor="start")
    if brought:
        inner.words(width - 6, 11, brought, size, anchor="end")
    inner.parts.append(sign(shown.what))
    picture.group(inner, id=f"player-{seat}", transform=f"translate({tidy(x)} {tidy(y)})", title=said)


@figure
def strip(picture: Picture, width: float, acts: bool, mine: bool) -> None:
    picture.add("rect", width=width, height=21, rx=10, fill=PAPER if acts else "#d8ddd0",
                stroke=INK if mine else WOOD_DARK, stroke_width=2 if mine else 1)  # fmt: skip


@figure
def sign(picture: Picture, what: str) -> None:
    picture.add("path", d=SIGNS[what], fill="none", stroke=INK, stroke_width=1.8, stroke_linecap="round",
                stroke_linejoin="round", transform="translate(12 10.5)")  # fmt: skip


# --- the board ---------------------------------------------------------------------------------------


def draw_board(picture: Picture, s: Record, seat: int, x: float, y: float, own: bool, look: Look) -> None:
    at_x, at_y = x + BOARD_X, y + 4
    draw_wood(picture, x, y)
    draw_cells(picture, tuple(s.board[seat]), at_x, at_y, own, look)
    around = f"translate({tidy(at_x)} {tidy(at_y)})"
    prefix = "" if own else f"{seat}-"
    for shape, letter in enumerate(SHAPES):
        if s.mark[seat][shape]:
            kind = "struck" if s.sheet[seat][shape] == STRUCK else "circled"
            cells = shown_cells(s, seat, s.mark[seat][shape] - 1)
            draw_outline(picture, f"mark-{prefix}{letter}", cells, shape, kind, around, look)
    for k, id in enumerate(outline_ids(s, seat)):
        kind = "wrong" if is_wrong(s, seat, k) else "right" if is_judged(s) else "drawn"
        cells, form = shown_cells(s, seat, s.outlines[seat][k]), shape_or_none(s.outlines[seat][k])
        draw_outline(picture, f"outline-{prefix}{id}", cells, form, kind, around, look)
        if kind == "right":
            draw_points(picture, cells[0][0], points_of(s, seat, k), around)
    if is_judged(s):
        draw_overlooked(picture, s, seat, around, look)


@piece
def draw_wood(picture: Picture, left: float, top: float) -> None:
    """The board without its cells, with the names of rows and columns."""
    picture.board(left + 2, top, PANEL - 4, BOARD - 6)
    inner, x, y = Picture(), left + BOARD_X, top + 4
    for k in range(SIDE):
        inner.add("text", str(k + 1), x=x - 11, y=y + CELL * (SIDE - k - 0.5) + 4)
        inner.add("text", COLUMNS[k], x=x + CELL * (k + 0.5), y=y + CELL * SIDE + 13)
    picture.group(inner, font_size=11, fill=INK, text_anchor="middle", font_family=FONT, pointer_events="none")


@piece
def draw_cells(picture: Picture, board: tuple[int, ...], x: float, y: float, own: bool, look: Look) -> None:
    """The cells by columns. Those of the own board have names; a board that is only looked at is told by columns."""
    for column in range(SIDE):
        symbols = board[column * SIDE : column * SIDE + SIDE]
        cells = [cell_drawn(look.lang, cell, symbol, own) for cell, symbol in enumerate(symbols, column * SIDE)]
        at = f"translate({tidy(x + CELL * (column + 0.5))} {tidy(y + CELL / 2)})"
        told = "" if own else column_told(column, symbols, look)
        picture.add("g", "".join(cells), transform=at, fill=PAPER, stroke=GRID, title=told)


@lru_cache(maxsize=5_000)  # 1,400 in a language
def cell_drawn(lang: str, cell: int, symbol: int, own: bool) -> str:
    drawn, look = Picture(), Look(lang=lang)
    drawn.add("use", id=f"cell-{cell_name(cell)}" if own else None,
              href="#five-cell" if symbol < 0 else f"#five-{SYMBOLS[symbol]}", y=CELL * place(cell)[1],
              title=f"{cell_name(cell)} {symbol_told(symbol, look)}" if own else "")  # fmt: skip
    return drawn.parts[0]


def column_told(column: int, symbols: Iterable[int], look: Look) -> str:
    said = ", ".join([symbol_told(symbol, look) for symbol in symbols])
    return look.say(f"Spalte {COLUMNS[column]} von unten: ", f"column {COLUMNS[column]} from below: ") + said


def symbol_told(symbol: int, look: Look) -> str:
    return "–" if symbol < 0 else form(symbol, look)


CellsShown = tuple[tuple[int, int], ...]  # cells, each with its symbol


def shown_cells(s: Record, seat: int, outline: int) -> CellsShown:
    return tuple([(cell, s.board[seat][cell]) for cell in outline_cells(outline)])


def outline_ids(s: Record, seat: int) -> list[str]:
    """Each outline by its first cell; of several with the same one only the last, which is erased first, so shortly."""
    firsts = [cell_name(first_cell(int(s.outlines[seat][k]))) for k in range(s.drawn[seat])]
    return [first if first not in firsts[k + 1 :] else f"{first}-{k}" for k, first in enumerate(firsts)]


@piece
def draw_outline(
    picture: Picture, id: str, shown: CellsShown, shape: int | None, kind: str, around: str, look: Look
) -> None:
    """Cells tinted, with a strong line around them; hatched where struck, crossed where invalid."""
    cells = tuple([cell for cell, _ in shown])
    inner = Picture()
    inner.add("path", d=line_around(cells))
    for cell, symbol in shown:
        column, row = place(cell)
        drawing = "five-hatch" if kind == "struck" else f"symbol-{SYMBOLS[symbol]}"
        inner.add("use", href=f"#{drawing}", x=CELL * (column + 0.5), y=CELL * (row + 0.5))
    if kind == "wrong":
        column, row = place(cells[0])
        cross = f"M{tidy(CELL * column + 7)} {tidy(CELL * row + 7)}l19 19m0-19l-19 19"
        inner.add("path", d=cross, fill="none", stroke_linecap="round")
    said = {
        "drawn": look.say("umrandet", "outlined"),
        "circled": look.say("eingekreist", "circled"),
        "struck": look.say("gestrichen", "struck"),
        "wrong": look.say("ungültig", "invalid"),
        "right": look.say("richtig", "right"),
        "overlooked": look.say("übersehen", "overlooked"),
    }[kind]
    said += f": {names(cells)}" + ("" if shape is None else f" ({SHAPES[shape]}, {counted(VALUES[shape], look)})")
    picture.group(inner, id=id, transform=around, fill=FILLS[kind], fill_opacity=0.8 if kind == "struck" else None,
                  stroke=EDGES[kind], stroke_width=3, stroke_linejoin="round", title=said,
                  stroke_dasharray="6 4" if kind == "overlooked" else None)  # fmt: skip


# --- a judged round ------------------------------------------------------------------------------------


@piece
def draw_points(picture: Picture, cell: int, points: int, around: str) -> None:
    """A tick, or what an outline brought, in the corner of its first cell."""
    column, row = place(cell)
    inner, x, y = Picture(), CELL * column + 10, CELL * row + 10
    inner.add("circle", cx=x, cy=y, r=9.5, fill=EDGES["right"])
    if points:
        inner.add("text", f"+{points}", x=x, y=y + 4, font_size=11, font_weight=700, fill=PAPER, text_anchor="middle",
                  font_family=FONT)  # fmt: skip
    else:
        inner.add("path", d=f"M{tidy(x - 4)} {tidy(y)}l3 4 5-8", fill="none", stroke=PAPER, stroke_width=2)
    picture.group(inner, transform=around, pointer_events="none")


def draw_overlooked(picture: Picture, s: Record, seat: int, around: str, look: Look) -> None:
    """The best fiver that nobody has seen."""
    missed = best_overlooked(s, seat)
    if missed is not None:
        cells = shown_cells(s, seat, missed)
        draw_outline(picture, f"overlooked-{seat}", cells, shape_or_none(missed), "overlooked", around, look)


@piece
def draw_others(picture: Picture, s: Record, seat: int, x: float, y: float, look: Look) -> None:
    """What the others have outlined, small, where the sheet lies while a round is played."""
    picture.add("rect", x=x + 2, y=y, width=PANEL - 4, height=SHEET - 4, rx=6, fill=PAPER, stroke=WOOD)
    others = [other for other in range(s.players) if other != seat]
    for k, other in enumerate(others):
        inner = Picture()
        inner.add("rect", width=SIDE * CELL, height=SIDE * CELL, rx=10, fill="#efe6d2", stroke=GRID, stroke_width=6)
        for n in range(s.drawn[other]):
            kind = "wrong" if is_wrong(s, other, n) else "right"
            draw_outline(inner, f"outline-{other}-{n}", shown_cells(s, other, s.outlines[other][n]),
                         shape_or_none(s.outlines[other][n]), kind, "scale(1)", look)  # fmt: skip
        left = x + 8 + (PANEL - 16) / len(others) * k
        said = caption(s, other, look)
        picture.group(inner, id=f"other-{other}", transform=f"translate({tidy(left)} {tidy(y + 4)}) scale(.25)",
                      title=said)  # fmt: skip
        brought = f"+{s.points[other][s.round - 1]}"
        if len(others) < 3:
            picture.words(left + 90, y + 34, cut(look.name(other), 80, 12), 12, anchor="start")
            picture.words(left + 90, y + 54, brought, 15, anchor="start")
        else:
            picture.words(left + 86, y + 44, brought, 13, anchor="start")


# --- the sheet ---------------------------------------------------------------------------------------


ORDER = sorted(range(len(SHAPES)), key=lambda shape: VALUES[shape])  # on the sheet: cheap ones first


@common_album
def draw_sheet(
    picture: Picture, seat: int, sheet: tuple[int, ...], wanted: int, x: float, y: float, own: bool, look: Look
) -> None:
    """The twelve shapes with their values."""
    picture.add("rect", x=x + 2, y=y, width=PANEL - 4, height=SHEET - 4, rx=6, fill=PAPER, stroke=WOOD)
    for row in range(2):
        fields = Picture()
        for k, shape in enumerate(ORDER[6 * row : 6 * row + 6]):
            left, top = x + 6 + FIELD_WIDTH * k, y + 2 + FIELD_HEIGHT * row
            id = f"shape-{SHAPES[shape]}" if own else f"shape-{seat}-{SHAPES[shape]}"
            draw_field(fields, id, sheet[shape], shape, left, top, bool(wanted >> shape & 1), look)
        picture.group(fields, fill=INK, text_anchor="middle", font_family=FONT)


@piece
def draw_field(picture: Picture, id: str, state: int, shape: int, x: float, y: float, wanted: bool, look: Look) -> None:
    """A shape: used ones crossed out, circled ones circled, struck ones struck through."""
    inner = Picture()
    kind = {CIRCLED: "circled", STRUCK: "struck"}.get(state, "" if wanted else "drawn")
    inner.add("rect", width=FIELD_WIDTH - 4, height=FIELD_HEIGHT - 2, rx=6, fill=FILLS.get(kind, "none"),
              pointer_events="all")  # fmt: skip
    inner.add("use", href=f"#five-shape-{SHAPES[shape]}")
    if state == CIRCLED:
        inner.add("circle", cx=21, cy=21, r=19.5, fill="none", stroke=EDGES["circled"], stroke_width=2.5)
        said = look.say("eingekreist", "circled")
    elif state == STRUCK:
        inner.add("path", d="M4 38L38 4", stroke=RED, stroke_width=3.5, stroke_linecap="round")
        said = look.say("gestrichen", "struck")
    elif not wanted:
        inner.add("path", d="M4 38L38 4M4 4L38 38", stroke=INK, stroke_width=2, stroke_linecap="round")
        said = look.say("schon umrandet", "outlined already")
    else:
        said = look.say("noch zu haben", "available")
    said = f"{SHAPES[shape]}, {counted(VALUES[shape], look)}, {said}"
    picture.group(inner, id=id, transform=f"translate({tidy(x)} {tidy(y)})", title=said)
