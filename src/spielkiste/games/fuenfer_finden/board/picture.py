"""The picture: dice and hourglass, the board with its outlines, the sheet of shapes."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from spielkiste.core.look import Look
from spielkiste.core.pieces import common_album, figure, piece
from spielkiste.core.record import Record
from spielkiste.core.svg import GRID, INK, PAPER, WOOD, WOOD_DARK, Button, Picture, cut, escaped, tidy

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
    wanted_shapes,
)
from ..shapes import ROLLS, SHAPES, SIDE, SYMBOLS, VALUES
from ..view import is_wrong, judged_rounds
from .drawing import CELL, FONT, RED, definitions, line_around, place
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

Board = tuple[int, ...]  # the symbols by cell
CellsShown = tuple[tuple[int, int], ...]  # cells, each with its symbol


# --- the whole ---------------------------------------------------------------------------------------


def draw(s: Record, look: Look) -> Picture:
    viewer = look.seat
    shown, own, judged = shown_seats(s, viewer), viewer is not None, is_judged(s)
    columns = min(2, len(shown))
    space = STRIP if s.players > 1 else 0.0
    top = HEADER + (space if own else 0)
    panel_height = BOARD + SHEET + (0 if own else space)
    title = title_of(look.lang, s.round, rounds(s), s.roll)
    picture = Picture(PANEL * columns, top + panel_height * -(-len(shown) // columns), title)
    picture.parts.append(definitions())
    picture.table()
    draw_header(picture, s, look)
    if space and viewer is not None:
        draw_players(picture, s, viewer, look)
    for k, seat in enumerate(shown):
        x, y = PANEL * (k % columns), top + panel_height * (k // columns)
        if space and not own:
            picture.parts.append(player(s, seat, x + 2, y, PANEL - 4, None, look))
            y += space
        draw_board(picture, s, seat, x, y, own, look)
        if own and judged and s.players > 1:
            draw_others(picture, s, seat, x, y + BOARD, look)
        else:
            shapes = tuple(s.sheet[seat]), wanted_shapes(s, seat)
            picture.parts += draw_sheet(look)["" if own else f"{seat}-", *shapes, x, y + BOARD]
    if own and s.phase == SEARCH and s.acting >> viewer & 1:
        picture.buttons += buttons(look.lang, may_turn(s), bool(s.drawn[viewer]))
    return picture


@lru_cache(maxsize=2_000)
def title_of(lang: str, number: int, of: int, roll: int) -> str:
    look = Look(lang=lang)
    title = look.say(f"5er finden, Runde {number} von {of}", f"Find the Fivers, round {number} of {of}")
    symbols = [form(SYMBOLS.index(letter), look) for letter in ROLLS[roll]] if roll >= 0 else []
    return ", ".join([title, *symbols])


@cache
def buttons(lang: str, turns: bool, found_some: bool) -> tuple[Button, ...]:
    look = Look(lang=lang)
    turn = Button("turn", look.say("Sanduhr umdrehen", "Turn the hourglass"), strong=found_some)
    done = Button("done", look.say("Fertig", "Done"), strong=found_some and not turns)
    return (turn, done) if turns else (done,)


# --- dice, hourglass and players ---------------------------------------------------------------------


def draw_header(picture: Picture, s: Record, look: Look) -> None:
    """The dice, the hourglass and the round."""
    picture.parts += draw_dice(look)[s.roll,]
    if s.mode != SOLO:
        picture.parts.append(hourglass(s.turner != NOBODY).format(escaped(hourglass_told(s.turner, look))))
    judged = judged_rounds(s)
    said = round_said(look.lang, s.round, rounds(s), judged > 0)
    picture.parts.append(said.format(escaped(brought_told(s, judged, look))) if judged > 0 else said)


@common_album
def draw_dice(picture: Picture, roll: int, look: Look) -> None:
    """Five dice with their symbols; blanks before they have been rolled."""
    for k, letter in enumerate(ROLLS[roll] if roll >= 0 else " " * 5):
        inner = Picture()
        inner.add("rect", x=-19, y=-19, width=38, height=38, rx=8, fill=PAPER, stroke=INK, stroke_width=1.5)
        said = look.say("noch nicht gewürfelt", "not rolled yet")
        if letter in SYMBOLS:
            said = form(SYMBOLS.index(letter), look)
            inner.add("use", href=f"#symbol-{letter}", transform="scale(1.25)")
        picture.group(inner, id=f"die-{k}", class_="die", transform=f"translate({22 + 43 * k} 27)", title=said)


@figure
def hourglass(picture: Picture, turned: bool) -> None:
    """Its sand lies below before it is turned, above while it runs. A gap is left for what is said of it."""
    sand = "M-6-11h12l-5 10.5h-2zM-1 0h2v9l4 6h-10l4-6z" if turned else "M-7 15h14l-4.5-9h-5z"
    inner = Picture()
    inner.add("path", d="M-10-17h20l-8 17 8 17h-20l8-17z", fill="#eef3ee")
    inner.add("path", d=sand, fill="#d29a1e", stroke="none")
    inner.add("path", d="M-12-18h24M-12 18h24", stroke_width=4, stroke_linecap="round")
    picture.group(inner, id="hourglass", transform="translate(247 27)", stroke=WOOD, stroke_width=2.2, title="{}")


def hourglass_told(turner: int, look: Look) -> str:
    if turner == NOBODY:
        return look.say("Die Sanduhr ist noch nicht umgedreht.", "The hourglass has not been turned.")
    name = look.name(turner)
    return look.say(f"{name} hat die Sanduhr umgedreht.", f"{name} turned the hourglass.")


@figure
def round_said(picture: Picture, lang: str, number: int, of: int, judged: bool) -> None:
    """Which round it is, with a gap for what the judged ones have brought."""
    inner = Picture()
    inner.add("rect", x=276, y=12, width=78, height=30, rx=15, fill=PAPER, stroke=WOOD_DARK)
    inner.words(315, 27.5, f"{number} / {of}", 17)
    said = Look(lang=lang).say(f"Runde {number} von {of}", f"round {number} of {of}")
    picture.group(inner, id="round", title=said, data_detail="{}" if judged else None)


def brought_told(s: Record, judged: int, look: Look) -> str:
    """For each player, what the judged rounds have brought."""
    points = [s.points[seat][:judged] for seat in range(s.players)]
    return "\n".join(
        [f"{look.name(seat)}: {' + '.join(map(str, brought))} = {sum(brought)}" for seat, brought in enumerate(points)]
    )


def draw_players(picture: Picture, s: Record, viewer: int, look: Look) -> None:
    width = (PANEL - 4) / s.players
    for seat in range(s.players):
        x, space = 2 + width * seat, width - (4 if seat < s.players - 1 else 0)
        picture.parts.append(player(s, seat, x, HEADER, space, viewer == seat, look))


def player(s: Record, seat: int, x: float, y: float, width: float, mine: bool | None, look: Look) -> str:
    """What the player is about, a name, and what the last round brought. For a spectator (mine is None) there is a
    whole board's width for what is said."""
    what, judged = activity(s, seat), judged_rounds(s)
    said = standing_said(seat, sum(s.points[seat]), what, look)
    brought = f"+{s.points[seat][judged - 1]}" if judged and mine is not None else ""
    size = 12 if width > 100 else 11
    named = cut(said if mine is None else look.name(seat), width - 27 - 7 * len(brought), size)
    strip = player_without_words(seat, what, bool(s.acting >> seat & 1), bool(brought), x, y, width, bool(mine))
    return strip.format(said=escaped(said), name=escaped(named), brought=brought)


@figure
def player_without_words(
    picture: Picture, seat: int, what: str, acts: bool, brought: bool, x: float, y: float, width: float, mine: bool
) -> None:
    """A strip with a sign for what a player is about, and gaps for the words; who still acts lies on paper."""
    inner, size = Picture(), 12 if width > 100 else 11
    inner.add("rect", width=width, height=21, rx=10, fill=PAPER if acts else "#d8ddd0",
              stroke=INK if mine else WOOD_DARK, stroke_width=2 if mine else 1)  # fmt: skip
    inner.words(22, 11, "{name}", size, anchor="start")
    if brought:
        inner.words(width - 6, 11, "{brought}", size, anchor="end")
    inner.add("path", d=SIGNS[what], fill="none", stroke=INK, stroke_width=1.8, stroke_linecap="round",
              stroke_linejoin="round", transform="translate(12 10.5)")  # fmt: skip
    picture.group(inner, id=f"player-{seat}", transform=f"translate({tidy(x)} {tidy(y)})", title="{said}")


# --- the board ---------------------------------------------------------------------------------------


def draw_board(picture: Picture, s: Record, seat: int, x: float, y: float, own: bool, look: Look) -> None:
    board, at_x, at_y = tuple(s.board[seat]), x + BOARD_X, y + 4
    picture.parts += draw_wood(look)[x, y]
    draw_cells(picture, board, at_x, at_y, own, look)
    prefix, around = "" if own else f"{seat}-", moved_to(at_x, at_y)
    if any(s.mark[seat]):
        draw_marks(picture, board, tuple(s.mark[seat]), tuple(s.sheet[seat]), prefix, around, look)
    if s.phase == SEARCH and s.drawn[seat]:
        draw_outlines(picture, board, tuple(s.outlines[seat][: s.drawn[seat]]), prefix, around, look)
    if s.phase != SEARCH:
        draw_judged(picture, s, seat, board, prefix, around, look)


@lru_cache(maxsize=100)
def moved_to(x: float, y: float) -> str:
    return f"translate({tidy(x)} {tidy(y)})"


@common_album
def draw_wood(picture: Picture, left: float, top: float, look: Look) -> None:
    """The board without its cells, with the names of rows and columns."""
    picture.board(left + 2, top, PANEL - 4, BOARD - 6)
    inner, x, y = Picture(), left + BOARD_X, top + 4
    for k in range(SIDE):
        inner.add("text", str(k + 1), x=x - 11, y=y + CELL * (SIDE - k - 0.5) + 4)
        inner.add("text", COLUMNS[k], x=x + CELL * (k + 0.5), y=y + CELL * SIDE + 13)
    picture.group(inner, font_size=11, fill=INK, text_anchor="middle", font_family=FONT, pointer_events="none")


@piece
def draw_cells(picture: Picture, board: Board, x: float, y: float, own: bool, look: Look) -> None:
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


def shown_cells(board: Board, outline: int) -> CellsShown:
    return tuple([(cell, board[cell]) for cell in outline_cells(outline)])


@piece
def draw_marks(
    picture: Picture, board: Board, marks: tuple[int, ...], sheet: tuple[int, ...], prefix: str, around: str, look: Look
) -> None:
    """The shapes of the puzzle that lie already."""
    for shape, mark in enumerate(marks):
        if mark:
            kind, cells = "struck" if sheet[shape] == STRUCK else "circled", shown_cells(board, mark - 1)
            draw_outline(picture, f"mark-{prefix}{SHAPES[shape]}", cells, shape, kind, around, look)


@piece
def draw_outlines(
    picture: Picture, board: Board, outlines: tuple[int, ...], prefix: str, around: str, look: Look
) -> None:
    """Those of a round that is still played."""
    for outline, id in zip(outlines, outline_ids(outlines), strict=True):
        cells, shape = shown_cells(board, outline), shape_or_none(outline)
        draw_outline(picture, f"outline-{prefix}{id}", cells, shape, "drawn", around, look)


def outline_ids(outlines: Sequence[int]) -> list[str]:
    """Each outline by its first cell; of several with the same one only the last, which is erased first, so shortly."""
    firsts = [cell_name(first_cell(outline)) for outline in outlines]
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


def draw_judged(picture: Picture, s: Record, seat: int, board: Board, prefix: str, around: str, look: Look) -> None:
    """What was outlined, right and wrong, and the best that was not."""
    outlines, judged = s.outlines[seat][: s.drawn[seat]], is_judged(s)
    for k, id in enumerate(outline_ids(outlines)):
        kind = "wrong" if is_wrong(s, seat, k) else "right" if judged else "drawn"
        cells, shape = shown_cells(board, outlines[k]), shape_or_none(outlines[k])
        draw_outline(picture, f"outline-{prefix}{id}", cells, shape, kind, around, look)
        if kind == "right":
            draw_points(picture, cells[0][0], points_of(s, seat, k), around)
    missed = best_overlooked(s, seat) if judged else None
    if missed is not None:
        cells, shape = shown_cells(board, missed), shape_or_none(missed)
        draw_outline(picture, f"overlooked-{seat}", cells, shape, "overlooked", around, look)


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


def draw_others(picture: Picture, s: Record, seat: int, x: float, y: float, look: Look) -> None:
    """What the others have outlined, small, where the sheet lies while a round is played."""
    picture.add("rect", x=x + 2, y=y, width=PANEL - 4, height=SHEET - 4, rx=6, fill=PAPER, stroke=WOOD)
    others = [other for other in range(s.players) if other != seat]
    for k, other in enumerate(others):
        inner = Picture()
        inner.add("rect", width=SIDE * CELL, height=SIDE * CELL, rx=10, fill="#efe6d2", stroke=GRID, stroke_width=6)
        for n in range(s.drawn[other]):
            kind = "wrong" if is_wrong(s, other, n) else "right"
            draw_outline(inner, f"outline-{other}-{n}", shown_cells(s.board[other], s.outlines[other][n]),
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
    picture: Picture, prefix: str, sheet: tuple[int, ...], wanted: int, x: float, y: float, look: Look
) -> None:
    """The twelve shapes with their values."""
    picture.add("rect", x=x + 2, y=y, width=PANEL - 4, height=SHEET - 4, rx=6, fill=PAPER, stroke=WOOD)
    for row in range(2):
        fields = Picture()
        for k, shape in enumerate(ORDER[6 * row : 6 * row + 6]):
            left, top = x + 6 + FIELD_WIDTH * k, y + 2 + FIELD_HEIGHT * row
            id, is_wanted = f"shape-{prefix}{SHAPES[shape]}", bool(wanted >> shape & 1)
            draw_field(fields, id, sheet[shape], shape, left, top, is_wanted, look)
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
