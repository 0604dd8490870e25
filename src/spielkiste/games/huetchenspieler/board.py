"""The position as text and as a picture: a wooden rail with four places, hats on what is covered."""

from typing import Any

from spielkiste.core.svg import FELT, GRID, INK, PAPER, SEAT_STONES, STONES, WOOD_DARK, Picture, on

from .rules import ASK, LAY, LOOK, PLACES, ROUNDS, SLIDE, TAKE, covered, is_uncovered, seeker, slider

NAMES = ("unknown", "dot", "line", "triangle", "square")
SIGNS = "?●▬▲■"
CHALK, STRUCK, IDLE, NOW = "#e9f0ea", "#40594b", "#d8ddd0", "#f2c14e"  # on felt: writing, struck out, resting, current
HOLLOW = "#c6a373"  # the places in the wood, darker than a light stone
WIDTH, PITCH = 400, 88


# --- in a terminal ------------------------------------------------------------------------------


def text(s: Any, seat: int | None) -> str:
    lines = [headline(s), ""]
    if s.phase != LAY:
        lines += ["    ".join(place_text(s, place) for place in range(PLACES)), " 1       2       3       4", ""]
    elif s.last_row[0]:
        stones = "  ".join(f"{s.last_row[p]}{SIGNS[s.last_row[p]]} to {s.taker[p] - 1}" for p in range(PLACES))
        lines += [f"the last hiding: {stones}", ""]
    return "\n".join([*lines, *(player_text(s, player, seat) for player in range(s.players))])


def headline(s: Any) -> str:
    if s.hiding == ROUNDS * s.players:
        return "Hütchenspieler: the end"
    now = {
        LAY: f"seat {slider(s)} lays four stones",
        LOOK: "remember the stones!",
        SLIDE: f"seat {slider(s)} slides, {s.slides} to go",
        ASK: f"seat {slider(s)} asks for a symbol",
        TAKE: f"seat {seeker(s)}, where is {s.asked} {SIGNS[s.asked]}?",
    }[s.phase]
    return f"hiding {s.hiding + 1} of {ROUNDS * s.players}: {now}"


def place_text(s: Any, place: int) -> str:
    symbol = s.row[place]
    face = f"{symbol or '?'}{SIGNS[symbol]}"
    return f"/{face}\\" if covered(s) and not s.uncovered[place] else f"[{face}]"


def player_text(s: Any, player: int, seat: int | None) -> str:
    stones = s.won[player]
    return f"seat {player}: {stones:2d} {'o' * stones}{'  (you)' if player == seat else ''}"


# --- as SVG -------------------------------------------------------------------------------------


def draw(s: Any, seat: int | None) -> str:
    height = 302 + 40 * ((s.players + 1) // 2)
    picture = Picture(WIDTH, height, headline(s))
    picture.table()
    draw_progress(picture, s)
    draw_rail(picture, s)
    draw_question(picture, s)
    for player in range(s.players):
        draw_player(picture, s, player, seat)
    return picture.svg()


def place_x(place: int) -> float:
    return WIDTH / 2 + PITCH * (place - 1.5)


def draw_progress(picture: Picture, s: Any) -> None:
    """A pip for each hiding, coloured as its slider; those to come are rings; one dash for each slide to make."""
    hidings = ROUNDS * s.players
    for k in range(hidings):
        x = 26 + 18 * k + (8 if k >= s.players else 0)
        fill, edge = STONES[SEAT_STONES[k % s.players]]
        done = k < s.hiding
        picture.add("circle", cx=x, cy=24, r=6 if k != s.hiding else 8, fill=fill, fill_opacity=0.3 if done else 1,
                    stroke=NOW if k == s.hiding else edge, stroke_width=2,
                    title=f"hiding {k + 1}, seat {k % s.players} slides" + (" (done)" if done else ""))  # fmt: skip
    if s.phase in (LOOK, SLIDE):
        for k in range(s.slides):
            x = WIDTH - 34 - 28 * k
            arrow = f"M{x} 24m-9 0h18m-13 -5l-5 5l5 5m8 -10l5 5l-5 5"
            picture.add("path", d=arrow, fill="none", stroke=CHALK, stroke_width=2, title="a slide still to make")


def draw_rail(picture: Picture, s: Any) -> None:
    picture.board(14, 48, WIDTH - 28, 140)
    for place in range(PLACES):
        x = place_x(place)
        picture.cell(f"cell-{place + 1}", x - 40, 58, 80, HOLLOW, title=f"place {place + 1}")
        picture.words(x, 165, str(place + 1), 15)
    if s.phase == LAY:
        for place in range(PLACES):
            if s.last_row[place]:
                draw_last(picture, s, place)
        return
    for origin in range(1, PLACES + 1):  # always in the same order: a stone that slides keeps its element
        draw_stone(picture, s, list(s.origin).index(origin))


def draw_stone(picture: Picture, s: Any, place: int) -> None:
    """The stone on a place: open, or under its hat. An element of its own, which glides when the stone is slid."""
    colour, symbol = SEAT_STONES[slider(s)], s.row[place]
    hidden = covered(s) and not s.uncovered[place]
    inner = Picture(0, 0, "")
    if hidden:
        draw_hat(inner, colour)
        if symbol:  # only in the picture for those who may know all
            inner.symbol(symbol, 0, 4, 20, on(colour))
    else:
        inner.stone("", 0, 0, 33, colour)
        inner.symbol(symbol, 0, 0, 34, on(colour))
        if s.taker[place]:
            draw_token(inner, s.taker[place] - 1, 29, -29, 11)
    said = "covered stone" if hidden else f"stone showing {symbol} ({NAMES[symbol]})"
    if s.taker[place]:
        said += f", won by seat {s.taker[place] - 1}"
    picture.add("g", without_ids(inner), id=f"stone-{s.hiding + 1}-{s.origin[place]}", class_="stone",
                transform=f"translate({place_x(place):g} 98)", title=f"{said}, place {place + 1}")  # fmt: skip


def draw_last(picture: Picture, s: Any, place: int) -> None:
    """A stone of the last hiding, pale, with the token of whoever got it."""
    colour, symbol = SEAT_STONES[(s.hiding - 1) % s.players], s.last_row[place]
    inner = Picture(0, 0, "")
    inner.stone("", 0, 0, 24, colour)
    inner.symbol(symbol, 0, 0, 24, on(colour))
    picture.add("g", without_ids(inner), opacity=0.55, transform=f"translate({place_x(place):g} 98)",
                title=f"last hiding: {symbol} ({NAMES[symbol]}), won by seat {s.taker[place] - 1}")  # fmt: skip
    draw_token(picture, s.taker[place] - 1, place_x(place) + 27, 71, 10)


def draw_hat(picture: Picture, colour: str) -> None:
    fill, edge = STONES[colour]
    picture.add("path", d="M-32 30L-19 -25Q-17 -33 -9 -33H9Q17 -33 19 -25L32 30Q0 40 -32 30Z", fill=fill, stroke=edge,
                stroke_width=3, stroke_linejoin="round")  # fmt: skip
    picture.add("path", d="M-28.5 15Q0 25 28.5 15", fill="none", stroke=edge, stroke_width=3)


def draw_token(picture: Picture, player: int, x: float, y: float, radius: float, title: str = "") -> None:
    """A player: a disc in their colour with the number of the seat."""
    colour = SEAT_STONES[player]
    fill, edge = STONES[colour]
    picture.add("circle", cx=x, cy=y, r=radius, fill=fill, stroke=edge, stroke_width=2, title=title)
    picture.words(x, y + 0.5, str(player), radius * 1.2, on(colour))


def without_ids(picture: Picture) -> str:
    """The elements for use inside a group, which alone carries the id."""
    return "".join(picture.parts).replace(' id=""', "").replace(' class="stone"', "")


def draw_question(picture: Picture, s: Any) -> None:
    """The four symbols: the one asked for is ringed, those uncovered are struck out. While all look: hats, to cover."""
    if s.phase == LOOK:
        draw_cover(picture)
        return
    for symbol in range(1, PLACES + 1):
        gone, asked = is_uncovered(s, symbol), s.asked == symbol
        said = f"symbol {symbol} ({NAMES[symbol]})" + (", asked for" if asked else ", uncovered" if gone else "")
        inner = Picture(0, 0, "")
        inner.add("circle", r=23, fill=FELT if gone else PAPER, stroke=NOW if asked else GRID,
                  stroke_width=6 if asked else 1.5)  # fmt: skip
        inner.symbol(symbol, 0, 0, 24, STRUCK if gone else INK)
        if gone:
            inner.add("path", d="M-15 15L15 -15", stroke=STRUCK, stroke_width=3)
        picture.add("g", "".join(inner.parts), id=f"symbol-{symbol}",
                    transform=f"translate({place_x(symbol - 1):g} 234)", title=said)  # fmt: skip


def draw_cover(picture: Picture) -> None:
    inner = Picture(0, 0, "")
    inner.add("rect", x=-86, y=-23, width=172, height=46, rx=23, fill=PAPER, stroke=WOOD_DARK, stroke_width=2)
    for k in (-54, -18, 18, 54):
        inner.add("path", d=f"M{k - 13} 13L{k - 7} -13H{k + 7}L{k + 13} 13Z", fill=INK)
    picture.add(
        "g", "".join(inner.parts), id="cover", transform=f"translate({WIDTH / 2:g} 234)", title="cover the stones"
    )


def draw_player(picture: Picture, s: Any, player: int, seat: int | None) -> None:
    """A strip for each player and their stones: an arrow for who acts, a hat for the slider, a frame for the viewer."""
    x, y = 14 + 190 * (player % 2), 278 + 40 * (player // 2)
    over = s.hiding == ROUNDS * s.players
    acts = not over and player == (seeker(s) if s.phase == TAKE else slider(s))
    picture.add("rect", id=f"player-{player}", x=x, y=y, width=182, height=34, rx=17, fill=PAPER if acts else IDLE,
                stroke=INK if player == seat else WOOD_DARK, stroke_width=3 if player == seat else 1,
                title=f"seat {player}: {s.won[player]} stones" + (", to act" if acts else ""))  # fmt: skip
    draw_token(picture, player, x + 18, y + 17, 12)
    if acts:
        picture.add("path", d=f"M{x + 36} {y + 11}L{x + 46} {y + 17}L{x + 36} {y + 23}Z", fill=INK)
    if not over and player == slider(s):
        picture.add(
            "path", d=f"M{x + 54} {y + 26}L{x + 60} {y + 8}H{x + 70}L{x + 76} {y + 26}Z", fill=INK, title="slider"
        )
    for k in range(min(s.won[player], 16)):
        picture.add("circle", cx=x + 88 + 8 * (k % 8), cy=y + 12 + 10 * (k // 8), r=3.2, fill=GRID)
    picture.words(x + 166, y + 17.5, str(s.won[player]), 15)
