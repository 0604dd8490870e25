"""The picture: cards and rings on them, through which the numbers are read; above, the players and what was drawn."""

from collections.abc import Iterable, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from spielkiste.core.look import Look
from spielkiste.core.pieces import album, common_album, figure, piece
from spielkiste.core.record import Record
from spielkiste.core.svg import GRID, INK, PAPER, STONES, WOOD_DARK, Picture, cut, escaped, on, tidy

from .card import COLOURS
from .ending import winners
from .notation import COLUMNS, cell_name
from .rules import goal, is_classic, legal, players, side, team
from .view import cells, phase

CARD_FILL = "#e9dabb"  # darker than paper, so that light stones stand out
MAY_MOVE, EDGE_OF_MAY_MOVE = "#fff4cf", "#9a5a12"
GOLD = STONES["yellow"]
FALLING, RISING, SIDES = ((-1, -1), (1, 1)), ((1, -1), (-1, 1)), ((-1, 0), (1, 0))
PIPS = {1: ((0, 0),), 2: FALLING, 3: (*FALLING, (0, 0)), 4: FALLING + RISING, 5: (*FALLING, *RISING, (0, 0)),
        6: FALLING + RISING + SIDES}  # fmt: skip

# The picture's measures: 360 units wide, so that one unit is one pixel on a small phone.
WIDTH = 360
LEFT = 3  # the board's edge
RIM = 18  # of the board, with the names of rows and columns, and with the goals' signs in its corners
STRIP = 32  # from one line of players to the next; a team shares a line
STATUS = 60  # the height of what was drawn
NAME_WIDTH = 108
GAPS = ("{0}", "{1}", "{2}", "{3}")  # in place of names
STATUS_WIDTH = 192


def top(s: Record) -> int:
    """The board's upper edge: below the players and what was drawn."""
    return 4 + STRIP * (players(s) // 2) + STATUS


def middle(s: Record) -> float:
    """The height at which the drawn card lies."""
    return top(s) - STATUS / 2 - 1


def movers(s: Record) -> set[int]:
    """The cells whose stones may move now."""
    if not s.drawn:
        return set()
    out = [0] * 18
    return {out[k] >> 2 for k in range(legal(s, s.seat, out))}


class Kind(NamedTuple):
    """What a game's pictures depend on besides its position."""

    players: int
    classic: bool

    def bare(self) -> Record:
        """A record that knows nothing but this, for what the rules say about the board."""
        return bare_record(self.players, self.classic)


@cache
def kind_of(players: int, classic: bool) -> Kind:
    """One object for each kind: keys that have the very same one are soon compared."""
    return Kind(players, classic)


@cache
def bare_record(players: int, classic: bool) -> Record:
    return cast(Record, SimpleNamespace(where=(0,) * players, pile=(0,) if classic else (0, 0)))


def draw(s: Record, look: Look) -> Picture:
    kind, may_move, ahead = kind_of(players(s), is_classic(s)), movers(s), in_turn(s)
    who, what = status(s, may_move, look)
    title = look.say(f"Zahlenluchs-EinStein: {who} {what}", f"Number Lynx EinStein: {who} {what}")
    picture = Picture(WIDTH, top(s) + WIDTH - LEFT, title)
    picture.table()
    colours = [stone_of(s, seat, look) for seat in range(kind.players)]
    for seat, colour in enumerate(colours):
        wins = s.winner >= 0 and seat in ahead
        picture.parts.append(player(kind, seat, seat in ahead, wins, s.left[seat], colour, look))
    draw_status(picture, s, kind, colours, who, what, look)
    picture.parts += draw_board(look)[kind,]
    draw_cells(picture, s, kind, may_move, look)
    if not kind.classic:
        draw_numbers(picture, kind, tuple(s.number))
    goals, stones = draw_goal(look), draw_stone(look)
    for seat in range(kind.players):
        picture.parts += goals[kind, seat]
    for seat, where in enumerate(s.where):
        for stone, cell in enumerate(where):
            if cell:
                picture.parts += stones[kind, seat, stone, cell, colours[seat]]
    return picture


# --- who plays ----------------------------------------------------------------------------------


def in_turn(s: Record) -> set[int]:
    """Whose turn it is; at the end, who has won."""
    now = phase(s)
    if now == "over":
        return set(winners(s))
    return set() if now == "deal" else {int(s.seat)}


def player(kind: Kind, seat: int, ahead: bool, wins: bool, left: int, colour: str, look: Look) -> str:
    """A player's sign, name and number of stones."""
    said = stones_left(seat, left, look) + (partner(seat, look) if kind.players == 4 else "")
    strip = player_without_words(kind, seat, ahead, wins, colour)
    return strip.format(said=escaped(said), name=escaped(cut(look.name(seat), NAME_WIDTH, 14)), left=left)


@figure
def player_without_words(picture: Picture, kind: Kind, seat: int, ahead: bool, wins: bool, colour: str) -> None:
    """A strip with gaps for name and number; whoever is in turn has a thick frame, winners a star."""
    width = (WIDTH - 18) / 2
    x, y = 6 + seat % 2 * (width + 6), 4 + STRIP * (seat // 2)
    strip = Picture()
    strip.add("rect", x=x, y=y, width=width, height=28, rx=14, fill=PAPER, stroke=INK if ahead else WOOD_DARK,
              stroke_width=3 if ahead else 1)  # fmt: skip
    strip.add("g", sign(kind, seat, 9.5, colour), transform=f"translate({tidy(x + 17)} {y + 14})")
    strip.words(x + 32, y + 14.5, "{name}", 14, anchor="start")
    if wins:
        star(strip, x + width - 16, y + 14)
    else:
        strip.words(x + width - 10, y + 14.5, "{left}", 14, anchor="end")
    picture.group(strip, id=f"seat-{seat}", title="{said}")


def stones_left(seat: int, left: int, look: Look) -> str:
    name = look.name(seat)
    if left == 1:
        return look.say(f"{name}: noch 1 Stein", f"{name}: 1 stone left")
    return look.say(f"{name}: noch {left} Steine", f"{name}: {left} stones left")


def partner(seat: int, look: Look) -> str:
    return look.say(f", im Team mit {look.name(seat ^ 1)}", f", in a team with {look.name(seat ^ 1)}")


def star(picture: Picture, x: float, y: float) -> None:
    points = "0,-11 3,-3.5 11,-3.5 4.5,1.5 7,9.5 0,5 -7,9.5 -4.5,1.5 -11,-3.5 -3,-3.5"
    picture.add("polygon", points=points, transform=f"translate({tidy(x)} {tidy(y)})", fill=GOLD[0], stroke=GOLD[1])


# --- what was drawn -----------------------------------------------------------------------------


def status(s: Record, may_move: Iterable[int], look: Look) -> tuple[str, str]:
    """What is going on, in two lines: who, and what."""
    now = phase(s)
    if now == "deal":
        return look.say("Zuerst", "First"), look.say("wird das Brett ausgelegt", "the board is being laid")
    if now == "over":
        return who_won(s, look)
    name = cut(look.name(s.seat), STATUS_WIDTH, 15)
    if now == "move":
        return name, who_runs({number_at(s, cell) for cell in may_move}, look)
    if now == "draw":
        doing = look.say("würfelt", "rolls the die") if is_classic(s) else look.say("zieht eine Karte", "draws a card")
    elif is_classic(s):
        doing = look.say("würfelt um den Anfang", "rolls for the start")
    else:
        doing = look.say("zieht um den Anfang", "draws for the start")
    return name, doing + (look.say(f", bisher {s.top}", f", {s.top} so far") if s.top else "")


def who_won(s: Record, look: Look) -> tuple[str, str]:
    names = [
        cut(look.name(seat), STATUS_WIDTH if players(s) == 2 else STATUS_WIDTH / 2 - 20, 15)
        for seat in sorted(in_turn(s))
    ]
    if len(names) == 1:
        return names[0], look.say("gewinnt!", "wins!")
    both = look.say(f"{names[0]} und {names[1]}", f"{names[0]} and {names[1]}")
    return both, look.say("gewinnen!", "win!")


def who_runs(may_run: set[int], look: Look) -> str:
    """Which numbers may move."""
    numbers = sorted(may_run)
    if len(numbers) == 1:
        return look.say(f"muss mit der {numbers[0]} laufen", f"must move the {numbers[0]}")
    return look.say(f"läuft mit {numbers[0]} oder {numbers[1]}", f"moves the {numbers[0]} or the {numbers[1]}")


def number_at(s: Record, cell: int) -> int:
    """What the stone on a cell counts as, or the card on an empty one."""
    return int(s.board[cell] & 7) if is_classic(s) else int(s.number[cell])


def draw_status(
    picture: Picture, s: Record, kind: Kind, colours: Sequence[str], who: str, what: str, look: Look
) -> None:
    """Whose turn it is and what they do; beside it the drawn card and the pile, or the die."""
    picture.parts.append(slip_without_words(kind).format(who=escaped(who), what=escaped(what)))
    picture.parts.append(place_beside(kind))
    if s.drawn:
        drawn = draw_die(look) if kind.classic else draw_card(look)
        picture.parts += drawn[kind, s.drawn, s.seat, colours[s.seat]]
    if not kind.classic:
        picture.parts += draw_pile(look)[kind, s.in_pile]


def beside(kind: Kind) -> int:
    """Where the card or the die lies."""
    return 318 if kind.classic else 247


@figure
def slip_without_words(picture: Picture, kind: Kind) -> None:
    width, y = 270 if kind.classic else 208, middle(kind.bare())
    line = Picture()
    line.add("rect", x=6, y=y - 24, width=width, height=48, rx=12, fill=PAPER, stroke=WOOD_DARK)
    line.words(6 + width / 2, y - 9, "{who}", 15)
    line.words(6 + width / 2, y + 11, "{what}", 14)
    picture.group(line, id="status", title="{who} {what}")


@figure
def place_beside(picture: Picture, kind: Kind) -> None:
    """Where the card or the die will lie."""
    picture.add("rect", x=beside(kind) - 22, y=middle(kind.bare()) - 24, width=44, height=48, rx=6, fill="none",
                stroke=PAPER, stroke_opacity=0.6, stroke_dasharray="4 4")  # fmt: skip


@common_album
def draw_card(picture: Picture, kind: Kind, drawn: int, seat: int, colour: str, look: Look) -> None:
    """With the sign of whoever drew it, so that an equal number is seen to be drawn anew."""
    card, x, y = Picture(), beside(kind), middle(kind.bare())
    card.add("rect", x=x - 22, y=y - 27, width=44, height=54, rx=6, fill=MAY_MOVE, stroke=INK, stroke_width=2)
    card.words(x, y + 3, str(drawn), 27)
    card.add("g", sign(kind, seat, 4.5, colour), transform=f"translate({tidy(x - 14)} {tidy(y - 19)})")
    rule = look.say("Es laufen die Steine auf dieser Zahl, sonst die auf der nächsthöheren oder nächstniedrigeren.",
                    "Stones on this number run, or else those on the next higher or next lower one.")  # fmt: skip
    picture.group(card, id="drawn", class_="card", data_detail=rule,
                  title=look.say(f"gezogene Karte {drawn}", f"card drawn: {drawn}"))  # fmt: skip


@common_album
def draw_die(picture: Picture, kind: Kind, drawn: int, seat: int, colour: str, look: Look) -> None:
    die, x, y = Picture(), beside(kind), middle(kind.bare())
    die.add("rect", x=x - 24, y=y - 24, width=48, height=48, rx=9, fill=MAY_MOVE, stroke_width=2.5,
            stroke=STONES[colour][1])  # fmt: skip
    for right, down in PIPS[drawn]:
        die.add("circle", cx=x + 13 * right, cy=y + 13 * down, r=4.6, fill=INK)
    rule = look.say("Es läuft der Stein mit dieser Zahl, sonst der nächsthöhere oder nächstniedrigere.",
                    "The stone with this number runs, or else the next higher or next lower one.")  # fmt: skip
    picture.group(die, id="drawn", class_="die", data_detail=rule,
                  title=look.say(f"der Würfel zeigt {drawn}", f"the die shows {drawn}"))  # fmt: skip


@common_album
def draw_pile(picture: Picture, kind: Kind, left: int, look: Look) -> None:
    pile, x, y = Picture(), 319, middle(kind.bare())
    for k in range(3):
        pile.add("rect", x=x - 21 + 3 * k, y=y - 22 - 2 * k, width=38, height=48, rx=6, fill=PAPER, stroke=GRID)
    pile.words(x + 4, y - 1, str(left), 15)
    said = look.say(f"{left} Karten im Stapel", f"{left} cards in the pile")
    picture.group(pile, id="pile", title=said)


# --- the board ----------------------------------------------------------------------------------


def pitch(s: Record) -> float:
    """From one cell to the next."""
    return (WIDTH - 2 * LEFT - 2 * RIM) / side(s)


def centre(s: Record, cell: int) -> tuple[float, float]:
    return LEFT + RIM + ((cell & 7) - 0.5) * pitch(s), top(s) + RIM + (side(s) - (cell >> 3) + 0.5) * pitch(s)


@common_album
def draw_board(picture: Picture, kind: Kind, look: Look) -> None:
    s, length = kind.bare(), WIDTH - 2 * LEFT
    picture.board(LEFT, top(s), length, length)
    for k in range(1, side(s) + 1):
        x, y = centre(s, 9 * k)
        picture.words(x, top(s) + length - RIM / 2, COLUMNS[k - 1], 13)
        picture.words(LEFT + RIM / 2, y, str(k), 13)


def draw_cells(picture: Picture, s: Record, kind: Kind, may_move: set[int], look: Look) -> None:
    drawn, number, board, goals = draw_cell(look), None if kind.classic else s.number, s.board, goals_of(kind)
    names = [escaped(cut(look.name(seat), NAME_WIDTH, 14)) for seat in range(kind.players)]
    for cell in cells(s):
        (text,) = drawn[kind, cell, number[cell] if number else 0, board[cell], cell in may_move]
        picture.parts.append(text.format(*names) if board[cell] or cell in goals else text)


@common_album
def draw_cell(picture: Picture, kind: Kind, cell: int, number: int, code: int, may_move: bool, look: Look) -> None:
    """With gaps for the names of those who have a stone or their goal there."""
    said = contents(kind, cell, number, code, may_move, Look(lang=look.lang, names=GAPS))
    picture.parts.append(cell_without_words(kind, cell, may_move).replace("{}", escaped(said)))


@figure
def cell_without_words(picture: Picture, kind: Kind, cell: int, may_move: bool) -> None:
    """A card's place; where the stone on it may move it is tinted and has a strong frame."""
    s = kind.bare()
    x, y = centre(s, cell)
    size = pitch(s) - 3
    looks: dict[str, Any] = {"fill": CARD_FILL, "stroke": GRID}
    if may_move:
        looks = {"fill": MAY_MOVE, "stroke": EDGE_OF_MAY_MOVE, "stroke_width": 3}
    picture.add("rect", id=f"cell-{cell_name(cell)}", class_="cell", x=x - size / 2, y=y - size / 2, width=size,
                height=size, rx=6, **looks, title="{}")  # fmt: skip


@piece
def draw_numbers(picture: Picture, kind: Kind, written: tuple[int, ...]) -> None:
    """What is written on the cards."""
    numbers, s = Picture(), kind.bare()
    for cell in cells(s):
        x, y = centre(s, cell)
        if written[cell]:
            numbers.add("text", str(written[cell]), x=x, y=y + 1)
    picture.group(numbers, font_size=round(pitch(s) * 0.32), fill=INK, text_anchor="middle",
                  dominant_baseline="central", font_family="system-ui, sans-serif", pointer_events="none")  # fmt: skip


def contents(kind: Kind, cell: int, number: int, code: int, may_move: bool, look: Look) -> str:
    """The number, and the stone on it; whose goal it is; whether it may move."""
    said = [cell_name(cell)]
    if not kind.classic and number:
        said.append(look.say(f"Karte {number}", f"card {number}"))
    if code:
        name, own = cut(look.name(code >> 3), NAME_WIDTH, 14), f" {code & 7}" if kind.classic else ""
        said.append(look.say(f"Stein{own} von {name}", f"stone{own} of {name}"))
    said += [goal_of(seat, look) for seat, wanted in enumerate(goals_of(kind)) if wanted == cell]
    if may_move:
        said.append(look.say("darf laufen", "may move"))
    return said[0] + (": " if said[1:] else "") + ", ".join(said[1:])


@cache
def goals_of(kind: Kind) -> list[int]:
    """The cells that the seats want to reach."""
    return [goal(kind.bare(), seat) for seat in range(kind.players)]


def goal_of(seat: int, look: Look) -> str:
    name = cut(look.name(seat), NAME_WIDTH, 14)
    return look.say(f"Ziel von {name}", f"goal of {name}")


# --- stones -------------------------------------------------------------------------------------


def is_round(s: Record, seat: int) -> bool:
    """The first team's stones are round, the other's square."""
    return team(s, seat) == 0


def is_dotted(s: Record, seat: int) -> bool:
    """The second player of a team has dots on the stones."""
    return players(s) == 4 and bool(seat & 1)


def outline(s: Record, seat: int, radius: float, **attributes: Any) -> str:
    """A circle or a square of this half width."""
    drawn = Picture()
    if is_round(s, seat):
        drawn.add("circle", r=radius, **attributes)
    else:
        half, whole = tidy(radius), tidy(2 * radius)
        drawn.add("path", d=f"M-{half}-{half}h{whole}v{whole}h-{whole}z", **attributes)
    return drawn.parts[0]


def stone_of(s: Record, seat: int, look: Look) -> str:
    """The colour of a seat's stones."""
    return look.stone(seat, COLOURS[players(s)])


@cache
def ring(kind: Kind, seat: int, colour: str) -> str:
    """An open stone: the number under it is seen."""
    s, (fill, edge) = kind.bare(), STONES[colour]
    radius, width = round(pitch(s) * (0.34 if is_round(s, seat) else 0.32)), round(pitch(s) * 0.1)
    parts = outline(s, seat, radius, stroke=edge, stroke_width=width + 4)
    parts += outline(s, seat, radius, stroke=fill, stroke_width=width)
    if is_dotted(s, seat):
        gap = radius * (0.785 if is_round(s, seat) else 1.0)  # eight dots, on a square one at each corner
        parts += outline(s, seat, radius, stroke=on(colour), stroke_width=width * 0.45,
                         stroke_linecap="round", stroke_dasharray=f"0 {tidy(gap)}")  # fmt: skip
    return parts


@cache
def sign(kind: Kind, seat: int, radius: float, colour: str) -> str:
    """A small stone, as the mark of a player."""
    s, (fill, edge) = kind.bare(), STONES[colour]
    size = radius if is_round(s, seat) else radius * 0.85
    whole = outline(s, seat, size, fill=fill, stroke=edge, stroke_width=1.8, stroke_linejoin="round")
    return whole + (f'<circle r="{tidy(radius / 3)}" fill="{on(colour)}"/>' if is_dotted(s, seat) else "")


@album
def draw_goal(picture: Picture, kind: Kind, seat: int, look: Look) -> None:
    """A line of the stones' shape around the cell that a seat wants to reach, and its sign on the rim beside it."""
    s = kind.bare()
    cell = goal(s, seat)
    x, y = centre(s, cell)
    colour = stone_of(s, seat, look)
    fill, edge = STONES[colour]
    out = (pitch(s) + RIM) / 2
    right, down = (1 if cell & 7 > 1 else -1), (1 if cell >> 3 == 1 else -1)
    size = pitch(s) * 0.44
    mark = outline(s, seat, size, stroke=edge, stroke_width=5) + outline(s, seat, size, stroke=fill, stroke_width=2)
    corner = f"translate({tidy(out * right)} {tidy(out * down)})"
    mark += f'<g transform="{corner}">{sign(kind, seat, 6.5, colour)}</g>'
    picture.add("g", mark, id=f"goal-{seat}", transform=f"translate({tidy(x)} {tidy(y)})", fill="none",
                stroke_linejoin="round", pointer_events="none", title=goal_of(seat, look))  # fmt: skip


@common_album
def draw_stone(picture: Picture, kind: Kind, seat: int, stone: int, cell: int, colour: str, look: Look) -> None:
    """A stone, whole in itself: one that is captured is seen leaving."""
    s = kind.bare()
    drawn = numbered(s, seat, stone, colour) if kind.classic else ring(kind, seat, colour)
    picture.add("g", drawn, id=f"stone-{seat}-{stone}", class_="stone", transform=moved_to(kind, cell),
                fill="transparent",  # unlike "none" it is felt by a finger
                stroke_linejoin=None if is_round(s, seat) else "round")  # fmt: skip


@cache
def moved_to(kind: Kind, cell: int) -> str:
    x, y = centre(kind.bare(), cell)
    return f"translate({tidy(x)} {tidy(y)})"


def numbered(s: Record, seat: int, stone: int, colour: str) -> str:
    """A stone of the classic game."""
    fill, edge = STONES[colour]
    number = Picture()
    number.words(0, 1, str(stone), pitch(s) * 0.42, fill=on(colour))
    return outline(s, seat, 23 if is_round(s, seat) else 20, fill=fill, stroke=edge, stroke_width=3) + number.parts[0]
