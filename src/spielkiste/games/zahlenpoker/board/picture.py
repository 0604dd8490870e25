"""The position as a picture: a strip for each player with hand, choice and booty, one's own hand large."""

from typing import NamedTuple

from spielkiste.core.look import Look
from spielkiste.core.pieces import common_album, figure
from spielkiste.core.record import Record
from spielkiste.core.svg import GRID, INK, PAPER, STONES, WOOD, WOOD_DARK, Picture, cut, escaped, on

from ..rules import (
    BOOTY,
    COPIES,
    EMPTY,
    LOST,
    NOT_YET,
    ROUNDS,
    SECRET,
    VALUES,
    all_have_chosen,
    nobody_has_stones,
    thief,
)
from ..view import stones
from .words import Counts, called, held, hint, in_slot, stage, won

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
    seat, now = look.seat, stage(s, look)
    tray, title = 0 if seat is None else TRAY, look.say("Zahlenpoker", "Number Poker")
    picture = Picture(WIDTH, TOP + STRIP * s.players + tray + 4, f"{title}: {now}")
    picture.table()
    shown = players_shown(s, look)
    draw_stage(picture, now, s.round, s.round - shown[0].revealed, look)
    for k, player in enumerate(around(s.players, seat)):
        draw_player(picture, shown[player], TOP + STRIP * k, player == seat, look)
    if seat is not None:
        own, y = shown[seat], TOP + STRIP * s.players
        picture.parts += draw_tray(look)[seat, own.left, holds_empty(own), y, own.colour]
    return picture


class PlayerShown(NamedTuple):
    """What is drawn of a player."""

    player: int
    name: str  # as SVG writes it
    colour: str
    acts: bool
    revealed: bool  # whether all have chosen, so that choices lie open
    hand: Counts  # a chosen stone counts until all are shown
    left: Counts  # stones that have not been put into the slot
    unused: bool  # whether the empty hand is still to be shown
    choice: int
    last: int  # shown in the last round
    fate: int  # what became of it
    thief: int  # who showed the empty hand in the last round, or -1
    booty: Counts
    won: str  # the same in words, as SVG writes it


def players_shown(s: Record, look: Look) -> list[PlayerShown]:
    revealed = all_have_chosen(s)
    choosing = not revealed and not nobody_has_stones(s)
    acting = thief(s) if revealed else -1
    robber = s.last_shown.index(EMPTY) if EMPTY in s.last_shown else -1
    return [
        player_shown(s, player, (choosing and s.choice[player] == NOT_YET) or player == acting, revealed, robber, look)
        for player in range(s.players)
    ]


def player_shown(s: Record, player: int, acts: bool, revealed: bool, robber: int, look: Look) -> PlayerShown:
    hand, choice, booty = tuple(s.hand[player]), s.choice[player], tuple(s.booty[player])
    return PlayerShown(
        player, escaped(look.name(player)), look.stone(player), acts, revealed, hand,
        hand if revealed else without(hand, choice), s.unused[player] == 1, choice, s.last_shown[player],
        s.last_fate[player], robber, booty, escaped(won(look.lang, booty)),
    )  # fmt: skip


def without(hand: Counts, choice: int) -> Counts:
    """What is left of a hand when a stone is chosen."""
    if choice in (NOT_YET, EMPTY, SECRET):
        return hand
    return (*hand[: choice - 1], hand[choice - 1] - 1, *hand[choice:])


def holds_empty(shown: PlayerShown) -> bool:
    """Whether the empty hand is still to be shown, and not chosen."""
    return shown.unused and shown.choice != EMPTY


def around(players: int, seat: int | None) -> list[int]:
    """The players from the top down: the viewer, whose hand is to be touched, sits at the bottom."""
    first = 0 if seat is None else seat + 1
    return [*range(first, players), *range(first)]


def draw_stage(picture: Picture, said: str, shown: int, now: int, look: Look) -> None:
    """What is going on, and a pip for each round; the ninth, dashed, is played only if somebody used the empty hand."""
    done = look.say(f"{shown} Runden gezeigt", f"{shown} rounds shown")
    picture.parts.append(stage_with_gaps(now).format(said=escaped(said), done=escaped(done)))


@figure
def stage_with_gaps(picture: Picture, now: int) -> None:
    slip = Picture()
    slip.add("rect", x=6, y=6, width=WIDTH - 12, height=30, rx=15, fill=PAPER, stroke=WOOD_DARK)
    slip.words(18, 21.5, "{said}", 14, anchor="start")
    slip.parts.append(pips(now))
    picture.group(slip, id="stage", title="{done}", data_detail="{done}")


@figure
def pips(picture: Picture, now: int) -> None:
    pips = Picture()
    for k in range(ROUNDS + 1):
        pips.add("circle", cx=264 + 10 * k, r=4.5 if k == now else 3.5, stroke=INK if k == now else None,
                 fill=NOW if k == now else GRID if k < now else None,
                 stroke_dasharray="2 1.5" if k == ROUNDS and k > now else None)  # fmt: skip
    picture.group(pips, transform="translate(0 21)", fill="none", stroke=GRID)


def draw_player(picture: Picture, shown: PlayerShown, y: float, mine: bool, look: Look) -> None:
    """An arrow for who may act, a frame for the viewer; from the left: hand, empty hand, choice, booty."""
    player, parts = shown.player, picture.parts
    draw_strip(picture, shown, whither(shown, look) if mine else None, y, look)
    if not mine:
        said = escaped(held(look.lang, shown.hand, shown.unused))
        parts.append(hand_with_gaps(player, y).format(name=shown.name, said=said))
        parts += draw_stones_held(look)[player, shown.left, shown.unused, y, shown.colour]
    draw_slot(picture, shown, y + 36.5, look)
    parts.append(booty_with_gaps(look.lang, player, sum(shown.booty), y).format(name=shown.name, said=shown.won))
    parts += draw_stones_won(look)[player, shown.booty, y, shown.colour]


def draw_strip(picture: Picture, shown: PlayerShown, word: str | None, y: float, look: Look) -> None:
    """A player's name, and for the viewer a word."""
    name = escaped(cut(look.name(shown.player), 100, 13))
    turn = escaped(look.say(", am Zug", ", to act")) if shown.acts else ""
    strip = strip_with_gaps(shown.player, shown.acts, word, y, shown.colour)
    picture.parts.append(strip.format(name=name, said=f"{shown.name}: {shown.won}{turn}"))


@figure
def strip_with_gaps(picture: Picture, player: int, active: bool, word: str | None, y: float, colour: str) -> None:
    strip, mine = Picture(), word is not None
    strip.add("rect", width=WIDTH - 12, height=STRIP - 5, rx=12, fill=PAPER if active else IDLE,
              stroke=INK if mine else WOOD_DARK, stroke_width=2.5 if mine else 1)  # fmt: skip
    strip.token(colour, 16, 15, 10)
    if active:
        strip.add("path", d="M30 9L39 15L30 21Z", fill=INK)
    strip.words(43, 15.5, "{name}", 13, anchor="start")
    if word is not None:
        strip.words(76, 47, word, 13)
    picture.group(strip, id=f"player-{player}", transform=f"translate(6 {y:g})", title="{said}")


def whither(shown: PlayerShown, look: Look) -> str:
    """A word for the viewer: where to touch, or what lies in the slot."""
    if shown.revealed:
        return look.say("wen bestiehlst du?", "whom do you rob?") if shown.acts else ""
    if shown.acts:
        return look.say("wähle unten ▾", "choose below ▾")
    return look.say("deine Wahl ▸", "your choice ▸") if shown.choice != NOT_YET else ""


@figure
def hand_with_gaps(picture: Picture, player: int, y: float) -> None:
    """Where another player's hand lies: each value in a column, a hollow where a stone is gone; the empty hand."""
    picture.add("rect", id=f"hand-of-{player}", x=16, y=y + 26, width=126, height=44, rx=8, fill=WOOD,
                title="{name}: {said}", data_detail="{said}")  # fmt: skip


@common_album
def draw_stones_held(
    picture: Picture, player: int, left: Counts, unused: bool, y: float, colour: str, look: Look
) -> None:
    places = tuple((HAND_X + 23 * k, y + 37.5 + 21 * copy) for k in range(VALUES) for copy in range(COPIES))
    picture.parts.append(hollows(places, 8))
    for (x, at), (value, copy) in zip(places, EVERY_STONE, strict=True):
        if copy <= left[value - 1]:
            picture.parts.append(stone_at(f"stone-{player}-{value}-{copy}", x, at, 9.5, colour, value))
    picture.parts.append(palm(PALM_X, y + 49, 0.95, unused, f"empty-{player}"))


EVERY_STONE = [(value, copy) for value in range(1, VALUES + 1) for copy in range(1, COPIES + 1)]  # of a hand, at first


@common_album
def draw_tray(picture: Picture, player: int, hand: Counts, empty: bool, y: float, colour: str, look: Look) -> None:
    """One's own hand: a well for each value and one for the empty hand; what is chosen lies in the slot already."""
    picture.board(6, y - 2, WIDTH - 12, TRAY, WOOD)
    for value in (*range(1, VALUES + 1), 0):
        draw_well(picture, hand[value - 1] if value else int(empty), value, well_x(value), y + 2, look)
    places = tuple((well_x(value) - 15.5 + 31 * (copy - 1), y + 24) for value, copy in EVERY_STONE)
    picture.parts.append(hollows(places, 13))
    for (x, at), (value, copy) in zip(places, EVERY_STONE, strict=True):
        if copy <= hand[value - 1]:
            picture.parts.append(stone_at(f"stone-{player}-{value}-{copy}", x, at, 15, colour, value))
    picture.parts.append(palm(well_x(0) + 3, y + 26, 1.1, empty, f"empty-{player}"))


def well_x(value: int) -> float:
    """The middle of a well; the empty hand is the last."""
    return 10 + WELL * ((value or VALUES + 1) - 0.5)


def draw_well(picture: Picture, left: int, value: int, x: float, y: float, look: Look) -> None:
    well = Picture()
    well.add("rect", x=x - WELL / 2 + 1, y=y, width=WELL - 2, height=TRAY - 8, rx=8, fill=PALE if left else HOLLOW,
             stroke=GRID)  # fmt: skip
    well.words(x, y + 49, f"{left} × {value}" if value else look.say("leer", "empty"), 12)
    count = look.say(f"noch {left}", f"{left} left")
    picture.group(well, id=f"hand-{value}", class_="cell", title=f"{called(value, look)}: {count}",
                  data_detail=hint(value, look))  # fmt: skip


def draw_slot(picture: Picture, shown: PlayerShown, y: float, look: Look) -> None:
    """What the player shows now: nothing yet, a stone face down, a stone, or the empty hand."""
    player, colour, choice, last = shown.player, shown.colour, shown.choice, shown.last
    said = in_slot(player, choice, shown.revealed, last, shown.fate, look)
    picture.parts.append(place_with_gaps(player, y).format(escaped(said)))
    if choice == EMPTY:
        picture.parts.append(palm(SLOT_X + 3, y, 1.4, True, f"shown-{player}"))
    elif choice == SECRET:
        picture.parts.append(face_down(player, y, colour))
    elif choice != NOT_YET:
        copy = shown.left[choice - 1] + 1
        picture.parts.append(stone_at(f"stone-{player}-{choice}-{copy}", SLOT_X, y, 24, colour, choice))
    elif last == EMPTY:
        picture.parts.append(palm(SLOT_X + 3, y, 1.2, True, f"shown-{player}", True))
    elif last:
        owner = owner_of_last(shown)
        token = "" if owner is None else look.stone(owner)
        picture.parts.append(shown_last(player, last, shown.hand[last - 1] + 1, token, y, colour))


@figure
def place_with_gaps(picture: Picture, player: int, y: float) -> None:
    """The slot; what is left open is what it says."""
    picture.add("circle", id=f"slot-{player}", cx=SLOT_X, cy=y, r=30, fill=HOLLOW, stroke=WOOD_DARK, stroke_width=2,
                title="{0}", data_detail="{0}")  # fmt: skip


@figure
def face_down(picture: Picture, player: int, y: float, colour: str) -> None:
    fill, edge = STONES[colour]
    stone = Picture()
    for radius in (24, 17, 10):
        stone.add("circle", r=radius)
    picture.group(stone, id=f"secret-{player}", class_="stone", transform=f"translate({SLOT_X} {y:g})", fill=fill,
                  stroke=edge, stroke_width=2.5, pointer_events="none")  # fmt: skip


def owner_of_last(shown: PlayerShown) -> int | None:
    """Who has the stone that a player showed in the last round; None where it is out of the game."""
    if shown.fate == LOST:
        return None
    return shown.player if shown.fate == BOOTY else shown.thief


@figure
def shown_last(picture: Picture, player: int, shown: int, copy: int, token: str, y: float, colour: str) -> None:
    """The stone shown in the last round, pale: struck out if out of the game, else with the token of who has it."""
    stone = Picture()
    stone.add("g", face(21, colour, shown), opacity=0.55)
    if token:
        stone.token(token, 22, -20, 10)
    else:
        stone.add("path", d="M-21 21L21 -21", stroke=INK, stroke_width=3, stroke_linecap="round")
    picture.group(stone, id=f"stone-{player}-{shown}-{copy}", class_="stone",
                  transform=f"translate({SLOT_X} {y:g})", pointer_events="none")  # fmt: skip


@figure
def booty_with_gaps(picture: Picture, lang: str, player: int, count: int, y: float) -> None:
    """A shelf for the stones won, under their number."""
    picture.add("g", shelf(lang, count, y), id=f"booty-{player}", title="{name}: {said}", data_detail="{said}")


@figure
def shelf(picture: Picture, lang: str, count: int, y: float) -> None:
    picture.add("rect", x=BOOTY_X, y=y + 26, width=126, height=44, rx=8, fill=WOOD)
    picture.words(BOOTY_X + 4, y + 15.5, Look(lang=lang).say("Beute", "booty"), 12, anchor="start")
    picture.words(WIDTH - 18, y + 15.5, str(count), 17, anchor="end")


@common_album
def draw_stones_won(picture: Picture, player: int, booty: Counts, y: float, colour: str, look: Look) -> None:
    listed = stones(booty)
    for k, value in enumerate(listed):
        x, at = BOOTY_X + 13 + 25 * (k % 5), y + 37.5 + 21 * (k // 5)
        id = f"booty-{player}-{value}-{listed[:k].count(value) + 1}"
        picture.parts.append(stone_at(id, x, at, 9.5, colour, value))


@figure
def stone_at(picture: Picture, id: str, x: float, y: float, radius: float, colour: str, value: int) -> None:
    """A stone as one element, so that it can glide; its size is part of its place."""
    picture.add("g", face(radius, colour, value), id=id, class_="stone", transform=f"translate({x:g} {y:g})",
                pointer_events="none")  # fmt: skip


@figure
def face(picture: Picture, radius: float, colour: str, value: int) -> None:
    """A disc with its symbol, in the few sizes there are."""
    fill, edge = STONES[colour]
    picture.add("circle", r=radius, fill=fill, stroke=edge, stroke_width=max(1.0, radius / 9))
    picture.symbol(value, 0, 0, radius * 1.1, on(colour))


@figure
def hollows(picture: Picture, places: tuple[tuple[float, float], ...], radius: float) -> None:
    """Where the stones of a hand lie: always all of them, so that nothing needs to be drawn anew."""
    row = Picture()
    for x, y in places:
        row.add("circle", cx=x, cy=y, r=radius)
    picture.group(row, fill="none", stroke=GRID, stroke_dasharray="2 3", pointer_events="none")


@figure
def palm(picture: Picture, x: float, y: float, size: float, free: bool, id: str, pale: bool = False) -> None:
    """An open hand with nothing in it; struck out when used."""
    hand = Picture()
    hand.add("path", d=PALM, fill=INK if free else USED)
    if not free:
        hand.add("path", d="M-13 15L13 -15", stroke=INK, stroke_width=2)
    picture.group(hand, id=id, transform=f"translate({x:g} {y:g}) scale({size:g})", pointer_events="none",
                  opacity=0.5 if pale else None)  # fmt: skip
