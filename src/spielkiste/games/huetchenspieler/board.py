"""The position as text and as a picture: a wooden rail with four places, hats on what is covered."""

from collections.abc import Mapping
from functools import cache

from spielkiste.core.look import Look
from spielkiste.core.pieces import album, common_album, figure
from spielkiste.core.record import Record
from spielkiste.core.svg import GRID, INK, PAPER, STONES, WOOD_DARK, Picture, cut, escaped, on

from .rules import ASK, LAY, LOOK, PLACES, ROUNDS, SLIDE, slider
from .words import (
    PlaceShown,
    acting,
    called,
    contents,
    count_of_hidings,
    is_hidden,
    is_over,
    places_shown,
    sought,
    stage,
    standing,
    where_is,
)

SIGNS = "?●▬▲■"

# The picture's measures: 360 units wide, so that one unit is one pixel on a small phone.
WIDTH, PITCH, SIDE = 360, 85, 79
RAIL, MIDDLE, PLATES, STRIPS = 62, 107, 204, 240  # from the top: the rail, its stones, the symbols, the players
CHALK, STRUCK, IDLE, NOW = "#e9f0ea", "#c9cfbf", "#d8ddd0", "#f2c14e"  # on felt: signs, done with, resting, current
HOLLOW, FAINT = "#c6a373", "#7d7565"  # a place in the wood, darker than a light stone; a symbol that is struck out
HAT = "M-31 30L-18 -25Q-16 -33 -9 -33H9Q16 -33 18 -25L31 30Q0 40 -31 30Z"
BAND = "M-27 13Q0 23 27 13L29 22Q0 32 -29 22Z"
SMALL_HAT = "M-10 8L-5 -9H5L10 8Z"


# --- in a terminal ------------------------------------------------------------------------------


def text(s: Record, look: Look) -> str:
    lines = [headline(s, look), ""]
    if s.phase != LAY:
        lines += ["    ".join(place_text(s, place) for place in range(PLACES)), " 1       2       3       4", ""]
    elif s.last_row[0]:
        stones = "  ".join(last_text(s, place, look) for place in range(PLACES))
        lines += [look.say(f"der letzte Durchgang: {stones}", f"the last hiding: {stones}"), ""]
    return "\n".join([*lines, *(player_text(s, player, look) for player in range(s.players))])


def headline(s: Record, look: Look) -> str:
    if is_over(s):
        return look.say("Hütchenspieler: aus", "Shell Game: the end")
    now = now_text(s, look)
    hiding, hidings = s.hiding + 1, ROUNDS * s.players
    return look.say(f"Durchgang {hiding} von {hidings}: {now}", f"hiding {hiding} of {hidings}: {now}")


def now_text(s: Record, look: Look) -> str:
    """What is going on, and who is to act."""
    name = look.name(acting(s))
    if s.phase == LAY:
        return look.say(f"{name} legt vier Steine aus", f"{name} lays four stones")
    if s.phase == LOOK:
        return look.say("merk dir die Steine!", "remember the stones!")
    if s.phase == SLIDE:
        return look.say(f"{name} schiebt, noch {s.slides}-mal", f"{name} slides, {s.slides} to go")
    if s.phase == ASK:
        return look.say(f"{name} fragt nach einem Zeichen", f"{name} asks for a symbol")
    face = f"{s.asked} {SIGNS[s.asked]}"
    return look.say(f"{name}, wo liegt {face}?", f"{name}, where is {face}?")


def last_text(s: Record, place: int, look: Look) -> str:
    face, name = f"{s.last_row[place]}{SIGNS[s.last_row[place]]}", look.name(s.taker[place] - 1)
    return look.say(f"{face} an {name}", f"{face} to {name}")


def place_text(s: Record, place: int) -> str:
    symbol = s.row[place]
    face = f"{symbol or '?'}{SIGNS[symbol]}"
    return f"/{face}\\" if is_hidden(s, place) else f"[{face}]"


def player_text(s: Record, player: int, look: Look) -> str:
    stones, you = s.won[player], look.say("  (du)", "  (you)") if player == look.seat else ""
    return f"{look.name(player)}: {stones:2d} {'o' * stones}{you}"


# --- as a picture -------------------------------------------------------------------------------


def draw(s: Record, look: Look) -> Picture:
    seat, now = look.seat, stage(s, look)
    picture = Picture(
        WIDTH, STRIPS + 34 * ((s.players + 1) // 2) + 2, look.say(f"Hütchenspieler: {now}", f"Shell game: {now}")
    )
    picture.table()
    picture.parts.append(stage_with_gap().format(escaped(now)))
    picture.parts += draw_progress(look)[s.players, s.hiding, s.slides if s.phase in (LOOK, SLIDE) else 0]
    draw_rail(picture, s, look)
    gone = tuple([symbol for symbol, uncovered in zip(s.row, s.uncovered, strict=True) if uncovered])
    picture.parts += draw_symbols(look)[gone, s.asked]
    acts, slides, strips = acting(s), -1 if is_over(s) else slider(s), draw_player(look)
    for player in range(s.players):
        picture.parts += strips[player, s.won[player], player == acts, player == slides, player == seat]
    if s.phase == LOOK and seat == slides:
        picture.button("cover", look.say("Zudecken", "Cover"), strong=True)
    return picture


@figure
def stage_with_gap(picture: Picture) -> None:
    slip = Picture()
    slip.add("rect", x=6, y=6, width=WIDTH - 12, height=28, rx=14, fill=PAPER, stroke=WOOD_DARK)
    slip.words(WIDTH / 2, 20.5, "{}", 14)
    picture.group(slip, id="stage")


def place_x(place: int) -> float:
    return WIDTH / 2 + PITCH * (place - 1.5)


@album
def draw_progress(picture: Picture, players: int, hiding: int, slides: int, look: Look) -> None:
    colours = tuple([look.stone(player) for player in range(players)])
    said = escaped(count_of_hidings(players, hiding, look))
    picture.parts.append(progress_with_gaps(colours, hiding, slides).format(said))


@figure
def progress_with_gaps(picture: Picture, colours: tuple[str, ...], hiding: int, slides: int) -> None:
    """A pip for each hiding, coloured as its slider, done ones pale; at the right an arrow for each slide to make."""
    row, players = Picture(), len(colours)
    for k in range(ROUNDS * players):
        fill, edge = STONES[colours[k % players]]
        now = k == hiding
        row.add("circle", cx=22 + 17 * k + (9 if k >= players else 0), cy=48, r=7 if now else 5.5, fill=fill,
                fill_opacity=0.3 if k < hiding else None, stroke=NOW if now else edge,
                stroke_width=2.5 if now else 1.5)  # fmt: skip
    for k in range(slides):
        arrow = f"M{WIDTH - 38 - 28 * k} 48h18m-13 -5l-5 5l5 5m8 -10l5 5l-5 5"
        row.add("path", d=arrow, fill="none", stroke=CHALK, stroke_width=2)
    picture.group(row, id="progress", title="{0}", data_detail="{0}")


def draw_rail(picture: Picture, s: Record, look: Look) -> None:
    parts, shown = picture.parts, places_shown(s)
    parts.append(rail())
    places = draw_place(look)
    for place, one in enumerate(shown):
        parts += places[place, one]
    if s.phase != LAY:
        stones, colour = draw_stone(look), look.stone(slider(s))
        for place, (hidden, _, symbol, taker) in enumerate(shown):
            parts += stones[s.hiding, place, colour, hidden, symbol, look.stone(taker) if taker >= 0 else ""]
    elif s.last_row[0]:
        last, colour = draw_last(look), look.stone((s.hiding - 1) % s.players)
        for place, (_, _, symbol, taker) in enumerate(shown):
            parts += last[s.hiding, place, colour, symbol, look.stone(taker)]


@figure
def rail(picture: Picture) -> None:
    picture.board(6, RAIL, WIDTH - 12, 112)


@album
def draw_place(picture: Picture, place: int, shown: PlaceShown, look: Look) -> None:
    x, said = place_x(place), contents(place, shown, look)
    picture.words(x, RAIL + 99, str(place + 1), 15)
    picture.add("rect", id=f"cell-{place + 1}", class_="cell", x=x - SIDE / 2, y=MIDDLE - SIDE / 2, width=SIDE,
                height=SIDE, rx=8, fill=HOLLOW, stroke=GRID, title=said, data_detail=said)  # fmt: skip


@common_album
def draw_stone(
    picture: Picture, hiding: int, place: int, colour: str, hidden: bool, symbol: int, token: str, look: Look
) -> None:
    """The stone on a place and, on top, its hat. They are named by their place: where a stone came from is for people
    to remember, and stands nowhere on a page (`glides` lets them be seen sliding)."""
    at = {"transform": f"translate({place_x(place):g} {MIDDLE})", "pointer_events": "none"}
    picture.add("g", stone_with(hidden, symbol, colour, token), id=f"stone-{hiding + 1}-{place + 1}", class_="stone",
                **at)  # fmt: skip
    if hidden:
        picture.add("g", hat(symbol, colour), id=f"hat-{hiding + 1}-{place + 1}", class_="hat", **at)


@figure
def stone_with(picture: Picture, hidden: bool, symbol: int, colour: str, token: str) -> None:
    draw_disc(picture, colour, 20 if hidden else 33)  # no wider than the hat on top of it
    if symbol and not hidden:
        picture.symbol(symbol, 0, 0, 34, on(colour))
    if token:
        picture.token(token, 28, -28, 10)


@figure
def hat(picture: Picture, symbol: int, colour: str) -> None:
    draw_hat(picture, colour)
    if symbol:  # only in the picture for those who may know all
        picture.symbol(symbol, 0, 3, 20, on(colour))


def draw_disc(picture: Picture, colour: str, radius: float) -> None:
    fill, edge = STONES[colour]
    picture.add("circle", r=radius, fill=fill, stroke=edge, stroke_width=3)


def draw_hat(picture: Picture, colour: str) -> None:
    fill, edge = STONES[colour]
    picture.add("path", d=HAT, fill=fill, stroke=edge, stroke_width=3, stroke_linejoin="round")
    picture.add("path", d=BAND, fill=edge)


@common_album
def draw_last(picture: Picture, hiding: int, place: int, colour: str, symbol: int, token: str, look: Look) -> None:
    """A stone of the last hiding, pale, with the token of whoever got it."""
    picture.add("g", pale_stone(symbol, colour, token), id=f"last-{hiding}-{symbol}", pointer_events="none",
                transform=f"translate({place_x(place):g} {MIDDLE})")  # fmt: skip


@figure
def pale_stone(picture: Picture, symbol: int, colour: str, token: str) -> None:
    pale = Picture()
    draw_disc(pale, colour, 25)
    pale.symbol(symbol, 0, 0, 25, on(colour))
    picture.group(pale, opacity=0.6)
    picture.token(token, 27, -27, 10)


@common_album
def draw_symbols(picture: Picture, gone: tuple[int, ...], asked: int, look: Look) -> None:
    for symbol in range(1, PLACES + 1):
        draw_symbol(picture, symbol, symbol in gone, symbol == asked, look)


def draw_symbol(picture: Picture, symbol: int, gone: bool, asked: bool, look: Look) -> None:
    """A plate to lay or ask by: golden when asked for, struck out when uncovered."""
    plate = Picture()
    plate.add("rect", x=-36, y=-22, width=72, height=44, rx=8, fill=NOW if asked else STRUCK if gone else PAPER,
              stroke=INK if asked else GRID, stroke_width=3 if asked else 1.5)  # fmt: skip
    plate.symbol(symbol, -8, 0, 24, FAINT if gone else INK)
    plate.words(23, 0.5, str(symbol), 14)
    if gone:
        plate.add("path", d="M-26 15L10 -15", stroke=INK, stroke_width=2.5)
    said = f"{called(symbol, look)} ({symbol})"
    if asked or gone:
        said += look.say(", gesucht", ", asked for") if asked else look.say(", aufgedeckt", ", uncovered")
    at = f"translate({place_x(symbol - 1):g} {PLATES})"
    picture.group(plate, id=f"symbol-{symbol}", class_="symbol", transform=at, title=said)


@album
def draw_player(picture: Picture, player: int, won: int, acts: bool, slides: bool, mine: bool, look: Look) -> None:
    name = cut(look.name(player), 64 if slides else 94, 13)
    said = standing(player, won, acts, slides, look)
    strip = strip_with_gaps(player, acts, slides, mine, look.stone(player))
    picture.parts.append(strip.format(name=escaped(name), won=won, said=escaped(said)))


@figure
def strip_with_gaps(picture: Picture, player: int, acts: bool, slides: bool, mine: bool, colour: str) -> None:
    """A strip for each: an arrow for who acts, a hat for the slider, the number of stones; a frame for the viewer."""
    strip = Picture()
    strip.add("rect", width=170, height=30, rx=15, fill=PAPER if acts else IDLE, stroke=INK if mine else WOOD_DARK,
              stroke_width=2.5 if mine else 1)  # fmt: skip
    strip.token(colour, 16, 15, 11)
    if acts:
        strip.add("path", d="M31 9L40 15L31 21Z", fill=INK)
    strip.words(44, 15.5, "{name}", 13, anchor="start")
    if slides:
        strip.add("path", d=SMALL_HAT, transform="translate(124 16)", fill=INK)
    strip.words(160, 15.5, "{won}", 16, anchor="end")
    at = f"translate({6 + 178 * (player % 2)} {STRIPS + 34 * (player // 2)})"
    picture.group(strip, id=f"player-{player}", transform=at, title="{said}")


# --- moves --------------------------------------------------------------------------------------


def paths(s: Record, seat: int, moves: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Symbols to lay and to ask for, places to slide from and to and to uncover, a button to cover."""
    return {move: path(move) for move in moves}


@cache
def path(move: str) -> tuple[str, ...]:
    verb, *numbers = move.split()
    if verb == "cover":
        return ("cover",)
    kind = "symbol" if verb in ("lay", "ask") else "cell"
    return tuple(f"{kind}-{number}" for number in (numbers[0] if verb == "lay" else numbers))


def glides(s: Record, seat: int, move: str) -> list[tuple[str, str]]:
    """Where each stone, and its hat, comes from in a slide: the slid one passes the others, which close up."""
    verb, *numbers = move.split()
    if verb != "slide":
        return []
    place, to = (int(number) - 1 for number in numbers)
    came_from = list(range(PLACES))
    came_from.insert(to, came_from.pop(place))
    return [
        (f"{thing}-{s.hiding + 1}-{old + 1}", f"{thing}-{s.hiding + 1}-{new + 1}")
        for new, old in enumerate(came_from)
        if new != old
        for thing in ("stone", "hat")
    ]


def tell(s: Record, seat: int, move: str, look: Look) -> str:
    """How it was laid is left out: what is told stays to be read after the stones are covered."""
    verb, *numbers = move.split()
    if verb == "lay":
        return look.say("legt die vier Steine aus", "lays the four stones")
    if verb == "cover":
        return look.say("deckt zu", "covers the stones")
    if verb == "slide":
        return look.say(f"schiebt von Platz {numbers[0]} auf {numbers[1]}", f"slides from {numbers[0]} to {numbers[1]}")
    if verb == "ask":
        question = where_is(int(numbers[0]), look)
        return look.say(f"fragt: {question}", f"asks: {question}")
    symbol = sought(s.asked, look)
    return look.say(f"sucht {symbol} auf Platz {numbers[0]}", f"seeks {symbol} on place {numbers[0]}")
