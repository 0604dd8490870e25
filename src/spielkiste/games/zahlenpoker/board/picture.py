"""The position as a picture: a strip for each player with hand, choice and booty, one's own hand large."""

from spielkiste.core.look import Look
from spielkiste.core.pieces import piece
from spielkiste.core.record import Record
from spielkiste.core.svg import GRID, INK, PAPER, STONES, WOOD, WOOD_DARK, Picture, cut, on

from ..rules import BOOTY, COPIES, EMPTY, LOST, NOT_YET, ROUNDS, SECRET, VALUES, all_have_chosen
from ..view import stones
from .words import Counts, acts, called, held, hint, in_slot, stage, won

# The picture's measures: 360 units wide, so that one unit is one pixel on a small phone.
WIDTH, TOP, STRIP, TRAY = 360, 42, 78, 66  # a strip for each player; below one's own the tray with the hand
HAND_X, PALM_X, SLOT_X, BOOTY_X = 30, 127, 178, 220  # within a strip
WELL = 68  # the width of a touchable part of the tray
IDLE, NOW, USED = "#d8ddd0", "#f2c14e", "#8f8a78"  # resting, current, used up
HOLLOW, PALE = "#c6a373", "#e9d5b2"  # a place in the wood, darker than a light stone; wood that may be touched
PALM = (
    "M-9 2a6 6 0 0 1 6 -6h6a6 6 0 0 1 6 6v8a6 6 0 0 1 -6 6h-6a6 6 0 0 1 -6 -6z"
    "M-9 3v-16.1a2 2 0 0 1 3.9 0v16.1zM-4.3 3v-19.1a2 2 0 0 1 3.9 0v19.1z"
    "M.4 3v-18.1a2 2 0 0 1 3.9 0v18.1zM5.1 3v-14.1a2 2 0 0 1 3.9 0v14.1zM-8 12l-8.5 -11.6a2 2 0 0 1 3.3 -2.4l6.6 9z"
)


def draw(s: Record, look: Look) -> Picture:
    tray, now = 0 if look.seat is None else TRAY, stage(s, look)
    title = look.say("Zahlenpoker", "Number Poker")
    picture = Picture(WIDTH, TOP + STRIP * s.players + tray + 4, f"{title}: {now}")
    picture.table()
    draw_stage(picture, now, s.round, s.round - 1 if all_have_chosen(s) else s.round, look)
    for k, player in enumerate(around(s, look)):
        draw_player(picture, s, player, TOP + STRIP * k, look)
    if look.seat is not None:
        empty = holds_empty(s, look.seat)
        draw_tray(picture, look.seat, hand_left(s, look.seat), empty, TOP + STRIP * s.players, look)
    return picture


def around(s: Record, look: Look) -> list[int]:
    """The players from the top down: the viewer, whose hand is to be touched, sits at the bottom."""
    first = 0 if look.seat is None else look.seat + 1
    return [(first + k) % s.players for k in range(s.players)]


@piece
def draw_stage(picture: Picture, said: str, shown: int, now: int, look: Look) -> None:
    """What is going on, and a pip for each round; the ninth, dashed, is played only if somebody used the empty hand."""
    slip, pips = Picture(), Picture()
    slip.add("rect", x=6, y=6, width=WIDTH - 12, height=30, rx=15, fill=PAPER, stroke=WOOD_DARK)
    slip.words(18, 21.5, said, 14, anchor="start")
    for k in range(ROUNDS + 1):
        pips.add("circle", cx=264 + 10 * k, r=4.5 if k == now else 3.5, stroke=INK if k == now else None,
                 fill=NOW if k == now else GRID if k < now else None,
                 stroke_dasharray="2 1.5" if k == ROUNDS and k > now else None)  # fmt: skip
    slip.group(pips, transform="translate(0 21)", fill="none", stroke=GRID)
    done = look.say(f"{shown} Runden gezeigt", f"{shown} rounds shown")
    picture.group(slip, id="stage", title=done, data_detail=done)


def draw_player(picture: Picture, s: Record, player: int, y: float, look: Look) -> None:
    """An arrow for who may act, a frame for the viewer; from the left: hand, empty hand, choice, booty."""
    mine, booty = player == look.seat, tuple(s.booty[player])
    draw_strip(picture, player, acts(s, player), whither(s, player, look) if mine else "", booty, y, look)
    if not mine:
        draw_hand(picture, player, tuple(s.hand[player]), hand_left(s, player), s.unused[player] == 1, y, look)
    draw_slot(picture, s, player, y + 36.5, look)
    draw_booty(picture, player, booty, y, look)


@piece
def draw_strip(picture: Picture, player: int, active: bool, word: str, booty: Counts, y: float, look: Look) -> None:
    """A player's name, and for the viewer a word."""
    mine, strip = player == look.seat, Picture()
    strip.add("rect", width=WIDTH - 12, height=STRIP - 5, rx=12, fill=PAPER if active else IDLE,
              stroke=INK if mine else WOOD_DARK, stroke_width=2.5 if mine else 1)  # fmt: skip
    strip.token(look.stone(player), 16, 15, 10)
    if active:
        strip.add("path", d="M30 9L39 15L30 21Z", fill=INK)
    strip.words(43, 15.5, cut(look.name(player), 100, 13), 13, anchor="start")
    if mine:
        strip.words(76, 47, word, 13)
    said = f"{look.name(player)}: {won(booty, look)}" + (look.say(", am Zug", ", to act") if active else "")
    picture.group(strip, id=f"player-{player}", transform=f"translate(6 {y:g})", title=said)


def whither(s: Record, player: int, look: Look) -> str:
    """A word for the viewer: where to touch, or what lies in the slot."""
    if all_have_chosen(s):
        return look.say("wen bestiehlst du?", "whom do you rob?") if acts(s, player) else ""
    if acts(s, player):
        return look.say("wähle unten ▾", "choose below ▾")
    return look.say("deine Wahl ▸", "your choice ▸") if s.choice[player] != NOT_YET else ""


def hand_left(s: Record, player: int) -> Counts:
    """Stones that have not been put into the slot; until all are shown the record counts a chosen one to the hand."""
    pending = 0 if all_have_chosen(s) else s.choice[player]
    return tuple([count - (value == pending) for value, count in enumerate(s.hand[player], 1)])


def holds_empty(s: Record, player: int) -> bool:
    """Whether the empty hand is still to be shown, and not chosen."""
    return bool(s.unused[player] == 1 and s.choice[player] != EMPTY)


@piece
def draw_hand(picture: Picture, player: int, hand: Counts, left: Counts, unused: bool, y: float, look: Look) -> None:
    """Another player's hand: each value in a column, a hollow where a stone is gone; the empty hand."""
    said = held(hand, unused, look)
    picture.add("rect", id=f"hand-of-{player}", x=16, y=y + 26, width=126, height=44, rx=8, fill=WOOD,
                title=f"{look.name(player)}: {said}", data_detail=said)  # fmt: skip
    places = tuple((HAND_X + 23 * k, y + 37.5 + 21 * copy) for k in range(VALUES) for copy in range(COPIES))
    draw_hollows(picture, places, 8)
    for (x, at), (value, copy) in zip(places, every_stone(), strict=True):
        if copy <= left[value - 1]:
            draw_stone(picture, f"stone-{player}-{value}-{copy}", x, at, 9.5, look.stone(player), value)
    draw_palm(picture, PALM_X, y + 49, 0.95, unused, f"empty-{player}")


def every_stone() -> list[tuple[int, int]]:
    """Value and copy of the stones a hand begins with."""
    return [(value, copy) for value in range(1, VALUES + 1) for copy in range(1, COPIES + 1)]


@piece
def draw_tray(picture: Picture, player: int, hand: Counts, empty: bool, y: float, look: Look) -> None:
    """One's own hand: a well for each value and one for the empty hand; what is chosen lies in the slot already."""
    picture.board(6, y - 2, WIDTH - 12, TRAY, WOOD)
    for value in (*range(1, VALUES + 1), 0):
        draw_well(picture, hand[value - 1] if value else int(empty), value, well_x(value), y + 2, look)
    places = tuple((well_x(value) - 15.5 + 31 * (copy - 1), y + 24) for value, copy in every_stone())
    draw_hollows(picture, places, 13)
    for (x, at), (value, copy) in zip(places, every_stone(), strict=True):
        if copy <= hand[value - 1]:
            draw_stone(picture, f"stone-{player}-{value}-{copy}", x, at, 15, look.stone(player), value)
    draw_palm(picture, well_x(0) + 3, y + 26, 1.1, empty, f"empty-{player}")


def well_x(value: int) -> float:
    """The middle of a well; the empty hand is the last."""
    return 10 + WELL * ((value or VALUES + 1) - 0.5)


@piece
def draw_well(picture: Picture, left: int, value: int, x: float, y: float, look: Look) -> None:
    well = Picture()
    well.add("rect", x=x - WELL / 2 + 1, y=y, width=WELL - 2, height=TRAY - 8, rx=8, fill=PALE if left else HOLLOW,
             stroke=GRID)  # fmt: skip
    well.words(x, y + 49, f"{left} × {value}" if value else look.say("leer", "empty"), 12)
    count = look.say(f"noch {left}", f"{left} left")
    picture.group(well, id=f"hand-{value}", class_="cell", title=f"{called(value, look)}: {count}",
                  data_detail=hint(value, look))  # fmt: skip


def draw_slot(picture: Picture, s: Record, player: int, y: float, look: Look) -> None:
    """What the player shows now: nothing yet, a stone face down, a stone, or the empty hand."""
    choice, last = s.choice[player], s.last_shown[player]
    draw_place(picture, player, y, in_slot(s, player, look))
    if choice == EMPTY:
        draw_palm(picture, SLOT_X + 3, y, 1.4, True, f"shown-{player}")
    elif choice == SECRET:
        draw_secret(picture, player, y, look.stone(player))
    elif choice != NOT_YET:
        copy = hand_left(s, player)[choice - 1] + 1
        draw_stone(picture, f"stone-{player}-{choice}-{copy}", SLOT_X, y, 24, look.stone(player), choice)
    elif last == EMPTY:
        draw_palm(picture, SLOT_X + 3, y, 1.2, True, f"shown-{player}", True)
    elif last:
        draw_last(picture, player, last, s.hand[player][last - 1] + 1, owner_of_last(s, player), y, look)


@piece
def draw_place(picture: Picture, player: int, y: float, said: str) -> None:
    picture.add("circle", id=f"slot-{player}", cx=SLOT_X, cy=y, r=30, fill=HOLLOW, stroke=WOOD_DARK, stroke_width=2,
                title=said, data_detail=said)  # fmt: skip


@piece
def draw_secret(picture: Picture, player: int, y: float, colour: str) -> None:
    fill, edge = STONES[colour]
    stone = Picture()
    for radius in (24, 17, 10):
        stone.add("circle", r=radius)
    picture.group(stone, id=f"secret-{player}", class_="stone", transform=f"translate({SLOT_X} {y:g})", fill=fill,
                  stroke=edge, stroke_width=2.5, pointer_events="none")  # fmt: skip


def owner_of_last(s: Record, player: int) -> int | None:
    """Who has the stone that a player showed in the last round; None where it is out of the game."""
    if s.last_fate[player] == LOST:
        return None
    return player if s.last_fate[player] == BOOTY else list(s.last_shown[: s.players]).index(EMPTY)


@piece
def draw_last(picture: Picture, player: int, shown: int, copy: int, owner: int | None, y: float, look: Look) -> None:
    """The stone shown in the last round, pale: struck out if out of the game, else with the token of who has it."""
    pale, stone = Picture(), Picture()
    draw_face(pale, 21, look.stone(player), shown)
    stone.group(pale, opacity=0.55)
    if owner is None:
        stone.add("path", d="M-21 21L21 -21", stroke=INK, stroke_width=3, stroke_linecap="round")
    else:
        stone.token(look.stone(owner), 22, -20, 10)
    picture.group(stone, id=f"stone-{player}-{shown}-{copy}", class_="stone",
                  transform=f"translate({SLOT_X} {y:g})", pointer_events="none")  # fmt: skip


@piece
def draw_booty(picture: Picture, player: int, booty: Counts, y: float, look: Look) -> None:
    """The stones won, on a shelf under their number."""
    said, listed = won(booty, look), stones(booty)
    shelf = Picture()
    shelf.add("rect", x=BOOTY_X, y=y + 26, width=126, height=44, rx=8, fill=WOOD)
    shelf.words(BOOTY_X + 4, y + 15.5, look.say("Beute", "booty"), 12, anchor="start")
    shelf.words(WIDTH - 18, y + 15.5, str(len(listed)), 17, anchor="end")
    picture.group(shelf, id=f"booty-{player}", title=f"{look.name(player)}: {said}", data_detail=said)
    for k, value in enumerate(listed):
        x, at = BOOTY_X + 13 + 25 * (k % 5), y + 37.5 + 21 * (k // 5)
        draw_stone(
            picture, f"booty-{player}-{value}-{listed[:k].count(value) + 1}", x, at, 9.5, look.stone(player), value
        )


@piece
def draw_stone(picture: Picture, id: str, x: float, y: float, radius: float, colour: str, value: int) -> None:
    """A stone as one element, so that it can glide; its size is part of its place."""
    inner = Picture()
    draw_face(inner, radius, colour, value)
    picture.group(inner, id=id, class_="stone", transform=f"translate({x:g} {y:g})", pointer_events="none")


def draw_face(picture: Picture, radius: float, colour: str, value: int) -> None:
    fill, edge = STONES[colour]
    picture.add("circle", r=radius, fill=fill, stroke=edge, stroke_width=max(1.0, radius / 9))
    picture.symbol(value, 0, 0, radius * 1.1, on(colour))


@piece
def draw_hollows(picture: Picture, places: tuple[tuple[float, float], ...], radius: float) -> None:
    """Where the stones of a hand lie: always all of them, so that nothing needs to be drawn anew."""
    hollows = Picture()
    for x, y in places:
        hollows.add("circle", cx=x, cy=y, r=radius)
    picture.group(hollows, fill="none", stroke=GRID, stroke_dasharray="2 3", pointer_events="none")


@piece
def draw_palm(picture: Picture, x: float, y: float, size: float, free: bool, id: str, pale: bool = False) -> None:
    """An open hand with nothing in it; struck out when used."""
    palm = Picture()
    palm.add("path", d=PALM, fill=INK if free else USED)
    if not free:
        palm.add("path", d="M-13 15L13 -15", stroke=INK, stroke_width=2)
    picture.group(palm, id=id, transform=f"translate({x:g} {y:g}) scale({size:g})", pointer_events="none",
                  opacity=0.5 if pale else None)  # fmt: skip
