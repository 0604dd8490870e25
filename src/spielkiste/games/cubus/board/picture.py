"""The picture: the stack as it is drawn with tiles, the pile, and a strip for each player; and what to touch in it."""

from collections.abc import Mapping, Sequence
from functools import cache

from spielkiste.core.look import Look
from spielkiste.core.pieces import common_album, figure, piece
from spielkiste.core.record import Record
from spielkiste.core.svg import FELT, GRID, INK, PAPER, STONES, WOOD, WOOD_DARK, Button, Picture, cut, escaped, tidy

from ..builds import worth
from ..notation import LETTERS
from ..plurals import all_tiles_spoken, any_tiles_spoken, boxes_spoken, points_spoken
from ..rules import BUILD, DEAL, DRAW, HEAP, KNOCKED, LAST, OFFER, OVER, WINDOW, pile_left, score
from ..stack import KINDS, boxes
from .tiles import definitions, draw_column, faces, frame_for, line, seen, standing
from .words import acting, said_by, saying, stage

WIDTH, SHEET, STRIP = 360, 272, 34  # the picture, the paper with the stack, a player's strip
NOW, IDLE = "#f2c14e", "#d8ddd0"
WRITING: dict[str, object] = {"fill": INK, "font_family": "system-ui, sans-serif", "font_size": 14}  # in a strip
BUILDING = (BUILD, KNOCKED, LAST, OFFER)  # phases in which somebody may build


# --- the whole -----------------------------------------------------------------------------------


def draw(s: Record, look: Look) -> Picture:
    has_heap = s.phase in (LAST, OFFER)
    top = SHEET + 14
    picture = Picture(WIDTH, top + STRIP * (s.players + has_heap) + 4, f"Cubus: {stage(s, look)}")
    picture.parts.append(definitions())
    picture.table()
    picture.parts.append(sheet())
    draw_stack(picture, tuple(s.stack), look)
    if s.phase < LAST:
        picture.parts += draw_pile(look)[pile_left(s), s.phase in (DEAL, DRAW)]
    in_turn, viewer = acting(s), look.seat
    for seat in range(s.players):
        y = top + STRIP * seat
        picture.parts.append(player(s, seat, seat in in_turn, y, seat == viewer, look))
        said = said_by(s, seat)
        if said:
            points = worth(s, s.offer[seat]) if said == "offers" else 0
            picture.parts.append(bubble(seat, said, points, saying(s, seat, look), y))
    if has_heap:  # below the players, so that nobody moves when it appears
        draw_heap(picture, s, top + STRIP * s.players, look)
    if viewer in in_turn:
        picture.buttons += buttons(look.lang, s.phase)
    return picture


@figure
def sheet(picture: Picture) -> None:
    picture.board(6, 6, WIDTH - 12, SHEET, PAPER)


@cache
def buttons(lang: str, phase: int) -> tuple[Button, ...]:
    look = Look(lang=lang)
    if phase == WINDOW:
        knock, quiet = look.say("Klopfen", "Knock"), look.say("Still bleiben", "Stay quiet")
        return Button("knock", knock), Button("quiet", quiet, strong=True)
    if phase in BUILDING:
        give_up = look.say("Aufgeben", "Give up") if phase == KNOCKED else look.say("Passen", "Pass")
        return Button("draft", look.say("Bauen", "Build"), strong=True), Button("pass", give_up)
    return ()


def paths(s: Record, seat: int, moves: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Buttons, and columns to take a box from. Builds are drafted: whether there is one is never told."""
    found: dict[str, tuple[str, ...]] = {}
    for move in moves:
        word, *rest = move.split()
        if word == "take":
            found[move] = (f"column-{rest[0].replace(',', '-')}",)
        elif word != "build":
            found[move] = (word,)
    return found


@piece
def draw_stack(picture: Picture, columns: tuple[int, ...], look: Look) -> None:
    """The tiles, as large as the sheet allows, in its middle; and how many boxes they make."""
    there = standing(columns)
    frame = frame_for(faces(columns), 22, 20, WIDTH - 44, SHEET - 28)
    for place in there:
        draw_column(picture, there, place, frame, look)
    draw_boxes(picture, boxes(columns), look)


@piece
def draw_boxes(picture: Picture, number: int, look: Look) -> None:
    inner = Picture()
    inner.add("use", href="#small-box", x=28, y=26)
    inner.words(43, 26.5, str(number), 17, anchor="start")
    there = boxes_spoken(number, look)
    picture.group(inner, id="boxes", title=look.say(f"{there} im Stapel", f"{there} in the stack"))


@common_album
def draw_pile(picture: Picture, left: int, taken: bool, look: Look) -> None:
    """The tiles face down; framed while one is taken."""
    inner = Picture()
    for k in range(min(3, left)):
        corners = [seen(*corner) for corner in ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0))]
        lid = [(WIDTH - 30 + x * 15, 23 - 3 * k + y * 15) for x, y in corners]
        inner.add("path", d=line(lid), fill=FELT, stroke=INK)
    inner.words(WIDTH - 48, 26.5, str(left), 17, anchor="end")
    if taken:
        inner.add("rect", x=WIDTH - 80, y=10, width=70, height=33, rx=8, fill="none", stroke=NOW, stroke_width=3)
    number = any_tiles_spoken(left, look)
    picture.group(inner, id="pile", title=look.say(f"{number} verdeckt im Vorrat", f"{number} face down"))


# --- strips --------------------------------------------------------------------------------------


@piece
def draw_heap(picture: Picture, s: Record, y: float, look: Look) -> None:
    """All leftovers together."""
    inner = Picture()
    inner.add("rect", x=6, width=WIDTH - 12, height=STRIP - 4, rx=8, fill=WOOD, stroke=WOOD_DARK)
    inner.add("text", look.say("Reste", "leftovers"), x=18, y=20)
    draw_tiles(inner, s.hand[HEAP])
    all_tiles = all_tiles_spoken(s.hand[HEAP], look)
    said = look.say(f"alle Reste: {all_tiles}", f"all leftovers: {all_tiles}")
    picture.group(inner, id="heap", transform=f"translate(0 {tidy(y)})", title=said, **WRITING)


def player(s: Record, seat: int, acts: bool, y: float, mine: bool, look: Look) -> str:
    """From the left: who may act, name, tiles, points; and the same in words."""
    turn, wins, tiles = seat == s.turn, is_winner(s, seat), tuple(s.hand[seat])
    draws, knocks = turn and s.phase in (DEAL, DRAW), turn and s.phase == KNOCKED
    strip = player_without_words(seat, acts, draws, wins, y, mine, look.stone(seat))
    return strip.format(
        name=escaped(cut(look.name(seat), 72, 13)), tiles=tiles_held(tiles, knocks), points=score(s, seat),
        told=escaped(player_told(s, seat, acts, wins, look)),
    )  # fmt: skip


@figure
def player_without_words(
    picture: Picture, seat: int, acts: bool, draws: bool, wins: bool, y: float, mine: bool, colour: str
) -> None:
    """A strip with a frame for the viewer, an arrow for who may act, a star for who wins, and gaps for the rest."""
    inner = Picture()
    inner.add("rect", x=6, width=WIDTH - 12, height=STRIP - 4, rx=12, fill=PAPER if acts or wins else IDLE,
              stroke=INK if mine else WOOD_DARK, stroke_width=2.5 if mine else 1)  # fmt: skip
    draw_mark(inner, acts, draws, colour)
    inner.add("text", "{name}", x=33, y=19.5, font_size=13)
    inner.parts.append("{tiles}")
    inner.add("text", "{points}", x=WIDTH - 16, y=21.5, font_size=18, text_anchor="end")
    if wins:
        inner.add("path", d="M0-10L3-3.2 10-3 4.5 1.6 6.3 8.6 0 4.6-6.3 8.6-4.5 1.6-10-3-3-3.2Z", fill=NOW,
                  stroke=INK, transform=f"translate({WIDTH - 62} 15)")  # fmt: skip
    picture.group(inner, id=f"player-{seat}", transform=f"translate(0 {tidy(y)})", title="{told}", **WRITING)


def draw_mark(picture: Picture, acts: bool, draws: bool, colour: str) -> None:
    """An arrow for who may act; a disc for the others, golden for who takes a tile."""
    fill, edge = STONES[colour]
    if acts:
        picture.add("path", d="M15 8L27 15 15 22Z", fill=INK)
    else:
        picture.add("circle", cx=20, cy=15, r=6, fill=NOW if draws else fill, stroke=edge, stroke_width=1.5)


@figure
def tiles_held(picture: Picture, tiles: tuple[int, ...], knocks: bool) -> None:
    if knocks:  # these are the tiles the knocker builds with
        picture.add("rect", x=105, y=2, width=168, height=26, rx=8, fill="none", stroke="#b5483a", stroke_width=2)
    draw_tiles(picture, tiles)


def player_told(s: Record, seat: int, acts: bool, wins: bool, look: Look) -> str:
    said = saying(s, seat, look)
    spoken = [f"{look.name(seat)}: {points_spoken(score(s, seat), look)}", all_tiles_spoken(s.hand[seat], look)]
    spoken += [said] if said else []
    spoken += [look.say("am Zug", "to act")] if acts else []
    spoken += [look.say("gewinnt", "wins")] if wins else []
    return ", ".join(spoken)


def is_winner(s: Record, player: int) -> bool:
    return bool(s.phase == OVER and score(s, player) == max(score(s, other) for other in range(s.players)))


def draw_tiles(picture: Picture, tiles: Sequence[int]) -> None:
    for kind in range(KINDS):
        draw_tile(picture, kind, tiles[kind])


@piece
def draw_tile(picture: Picture, kind: int, number: int) -> None:
    """A small tile of a kind with its number; pale where there is none."""
    x, right = ((115, 8), (153, 8), (194, 13), (241, 13))[kind]
    picture.add("use", href=f"#small-{LETTERS[kind]}", x=x, y=15, opacity=None if number else 0.35)
    picture.add("text", str(number), x=x + right, y=20)


@figure
def bubble(picture: Picture, player: int, said: str, points: int, spoken: str, y: float) -> None:
    """A bubble: ? asked, – passed, … quiet; a fist: knocked; an envelope: an offer, with its points if known."""
    inner = Picture()
    if said in ("offers", "decided"):
        inner.add("path", d="M-13-8H13V9H-13ZM-13-8L0 3 13-8", fill="#ffffff", stroke=INK, stroke_width=1.5)
        if said == "offers":
            inner.words(0, 0.5, f"+{points}", 14)
    elif said == "knocked":
        fist = "".join(f"M{tidy(-13 + 6.5 * k)}-6q3.2-6 6.5 0v8h-6.5z" for k in range(4))
        inner.add("path", d=f"{fist}M-13 1H13V7Q13 10 10 10H-9Q-13 10-13 6Z", fill=NOW, stroke=INK, stroke_width=1.4)
    else:
        inner.add("path", d="M-13-11H13Q15-11 15-9V4Q15 6 13 6H-4L-10 12-9 6H-13Q-15 6-15 4V-9Q-15-11-13-11Z",
                  fill="#ffffff", stroke=GRID, stroke_width=1.2)  # fmt: skip
        inner.words(0, -2, {"asked": "?", "passed": "–", "quiet": "…"}[said], 15)
    picture.group(inner, id=f"saying-{player}", transform=f"translate({WIDTH - 62} {tidy(y + 15)})", title=spoken)
