"""The position as text and as a picture: a strip for each player with hand, choice and booty."""

from typing import Any

from spielkiste.core.svg import GRID, INK, PAPER, SEAT_STONES, STONES, WOOD_DARK, Picture, on

from .rules import (
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
    score,
    thief,
)
from .view import stones

NAMES = ("", "dot", "line", "triangle", "square")
CHALK, IDLE, NOW = "#e9f0ea", "#d8ddd0", "#f2c14e"  # on felt: writing, resting, current
HOLLOW = "#c6a373"  # a place in the wood, darker than a light stone
WIDTH, TOP, STRIP = 400, 62, 92
HAND_X, EMPTY_X, SLOT_X, BOOTY_X = 66, 186, 240, 290


# --- in a terminal ------------------------------------------------------------------------------


def text(s: Any, seat: int | None) -> str:
    return "\n".join([headline(s), "", *(player_text(s, player, seat) for player in range(s.players))])


def headline(s: Any) -> str:
    if all_have_chosen(s):
        return f"round {s.round}: seat {thief(s)} steals a stone"
    if nobody_has_stones(s):
        return f"Zahlenpoker: the end after {s.round} rounds"
    return f"round {s.round + 1}: everybody chooses"


def player_text(s: Any, player: int, seat: int | None) -> str:
    hand = "".join(map(str, stones(s.hand[player]))) + ("+0" if s.unused[player] else "")
    booty = "".join(map(str, stones(s.booty[player])))
    last = f" (last {shown_text(s.last_shown[player])})" if s.last_shown[player] and not all_have_chosen(s) else ""
    return (
        f"seat {player}: hand {hand:<10} shows {shown_text(s.choice[player])}{last}"
        f"  booty {score(s, player)}: {booty or '-'}{'  (you)' if player == seat else ''}"
    )


def shown_text(choice: int) -> str:
    return {NOT_YET: "-", SECRET: "?", EMPTY: "0"}.get(choice, str(choice))


# --- as SVG -------------------------------------------------------------------------------------


def draw(s: Any, seat: int | None) -> str:
    picture = Picture(WIDTH, TOP + STRIP * s.players + 6, headline(s))
    picture.table()
    draw_progress(picture, s)
    for player in range(s.players):
        draw_player(picture, s, player, seat)
    return picture.svg()


def draw_progress(picture: Picture, s: Any) -> None:
    """A pip for each round, the ninth dashed: it is played only if somebody used the empty hand. Below, the values."""
    now = s.round - 1 if all_have_chosen(s) else s.round
    for k in range(ROUNDS + 1):
        picture.add("circle", cx=26 + 18 * k, cy=24, r=8 if k == now else 6, fill=PAPER if k >= now else GRID,
                    fill_opacity=1 if k >= now and k < ROUNDS else 0.4, stroke=NOW if k == now else WOOD_DARK,
                    stroke_width=2, stroke_dasharray="3 2" if k == ROUNDS else None,
                    title=f"round {k + 1}" + (" (done)" if k < now else ""))  # fmt: skip
    for value in range(1, VALUES + 1):
        picture.words(hand_x(value), 50, str(value), 14, CHALK)


def hand_x(value: int) -> float:
    return HAND_X + 29 * (value - 1)


def draw_player(picture: Picture, s: Any, player: int, seat: int | None) -> None:
    """An arrow for who may act, a frame for the viewer; from the left: hand, empty hand, choice, booty."""
    y = TOP + STRIP * player
    stealing, chosen = all_have_chosen(s), s.choice[player] != NOT_YET
    acts = thief(s) == player if stealing else not chosen and not nobody_has_stones(s)
    picture.add("rect", id=f"player-{player}", x=10, y=y, width=WIDTH - 20, height=STRIP - 8, rx=14,
                fill=PAPER if acts else IDLE, stroke=INK if player == seat else WOOD_DARK,
                stroke_width=3 if player == seat else 1,
                title=f"seat {player}: {score(s, player)} booty stones" + (", to act" if acts else ""))  # fmt: skip
    middle = y + (STRIP - 8) / 2
    draw_token(picture, player, 32, middle, 13)
    if acts:
        picture.add("path", d=f"M26 {middle + 22:g}L38 {middle + 28:g}L26 {middle + 34:g}Z", fill=INK)
    draw_hand(picture, s, player, middle)
    draw_slot(picture, s, player, middle)
    draw_booty(picture, s, player, middle)


def draw_hand(picture: Picture, s: Any, player: int, y: float) -> None:
    """Each value in a column; a hollow where a stone is gone. What the viewer has chosen lies in the slot already."""
    for value in range(1, VALUES + 1):
        left = in_hand(s, player, value)
        for copy in range(COPIES):
            x, at = hand_x(value), y + 15 - 30 * copy
            if copy < left:
                draw_stone(picture, f"stone-{player}-{value}-{copy + 1}", x, at, 13, player, value)
            else:
                picture.add("circle", cx=x, cy=at, r=10, fill="none", stroke=GRID, stroke_dasharray="2 3")
    free = s.unused[player] == 1 and s.choice[player] != EMPTY
    draw_palm(picture, EMPTY_X, y, 0.8, INK if free else "#b3b3a4", f"empty-{player}",
              "empty hand" if free else "empty hand, used")  # fmt: skip


def in_hand(s: Any, player: int, value: int) -> int:
    """Stones that have not been put into the slot; until all are shown the record counts a chosen one to the hand."""
    pending = s.choice[player] == value and not all_have_chosen(s)
    return int(s.hand[player][value - 1]) - (1 if pending else 0)


def draw_slot(picture: Picture, s: Any, player: int, y: float) -> None:
    """What the player shows now: nothing yet, a stone face down, a stone, or the empty hand."""
    choice = s.choice[player]
    picture.add("circle", id=f"slot-{player}", cx=SLOT_X, cy=y, r=31, fill=HOLLOW, stroke=WOOD_DARK, stroke_width=2,
                title=f"choice of seat {player}: {slot_title(choice)}")  # fmt: skip
    if choice == SECRET:
        fill, edge = STONES[SEAT_STONES[player]]
        picture.add("circle", id=f"secret-{player}", cx=SLOT_X, cy=y, r=24, fill=fill, stroke=edge, stroke_width=3,
                    title="chosen, still secret")  # fmt: skip
        for radius in (17, 10):
            picture.add("circle", cx=SLOT_X, cy=y, r=radius, fill="none", stroke=edge, stroke_width=2)
    elif choice == EMPTY:
        draw_palm(picture, SLOT_X, y, 1.2, INK, "", "empty hand")
    elif choice != NOT_YET:
        copy = in_hand(s, player, choice) + 1
        draw_stone(picture, f"stone-{player}-{choice}-{copy}", SLOT_X, y, 24, player, choice)
    elif s.last_shown[player]:
        draw_last(picture, s, player, y)


def slot_title(choice: int) -> str:
    return {NOT_YET: "none yet", SECRET: "secret", EMPTY: "empty hand"}.get(choice, str(choice))


def draw_last(picture: Picture, s: Any, player: int, y: float) -> None:
    """What was shown in the last round, pale: struck out if out of the game, else with the token of who has it."""
    shown, fate = s.last_shown[player], s.last_fate[player]
    inner = Picture(0, 0, "")
    if shown == EMPTY:
        draw_palm(inner, 0, 0, 1, INK, "", "")
        said = "empty hand"
    else:
        draw_stone(inner, "", 0, 0, 20, player, shown)
        said = f"{shown}, " + ("out of the game" if fate == LOST else "booty" if fate == BOOTY else "stolen")
        if fate == LOST:
            inner.add("path", d="M-20 20L20 -20", stroke=INK, stroke_width=3)
    picture.add(
        "g", "".join(inner.parts), opacity=0.5, transform=f"translate({SLOT_X} {y:g})", title=f"last round: {said}"
    )
    if shown != EMPTY and fate != LOST:
        owner = player if fate == BOOTY else list(s.last_shown[: s.players]).index(EMPTY)
        draw_token(picture, owner, SLOT_X + 22, y - 22, 10)


def draw_booty(picture: Picture, s: Any, player: int, y: float) -> None:
    for k, value in enumerate(stones(s.booty[player])):
        draw_stone(picture, f"booty-{player}-{k}", BOOTY_X + 19 * (k % 4), y + 22 * (k // 4 - 1), 9, player, value)
    picture.words(WIDTH - 25, y + 0.5, str(score(s, player)), 17)


def draw_stone(picture: Picture, id: str, x: float, y: float, radius: float, player: int, value: int) -> None:
    """A stone as one element, so that it can glide; its size is part of its place."""
    colour = SEAT_STONES[player]
    fill, edge = STONES[colour]
    inner = Picture(0, 0, "")
    inner.add("circle", r=radius, fill=fill, stroke=edge, stroke_width=max(1.0, radius / 9))
    inner.symbol(value, 0, 0, radius * 1.05, on(colour))
    picture.add("g", "".join(inner.parts), id=id or None, class_="stone", transform=f"translate({x:g} {y:g})",
                title=f"{value} ({NAMES[value]}) of seat {player}")  # fmt: skip


def draw_palm(picture: Picture, x: float, y: float, size: float, fill: str, id: str, title: str) -> None:
    """An open hand with nothing in it."""
    inner = Picture(0, 0, "")
    inner.add("rect", x=-9, y=-4, width=18, height=20, rx=6, fill=fill)
    for k in range(4):
        inner.add("rect", x=-9 + 4.7 * k, y=(-15, -18, -17, -13)[k], width=3.9, height=18, rx=1.9, fill=fill)
    inner.add("path", d="M-7 9L-15 -1", stroke=fill, stroke_width=4, stroke_linecap="round")
    picture.add(
        "g", "".join(inner.parts), id=id or None, transform=f"translate({x:g} {y:g}) scale({size:g})", title=title
    )


def draw_token(picture: Picture, player: int, x: float, y: float, radius: float) -> None:
    """A player: a disc in their colour with the number of the seat."""
    colour = SEAT_STONES[player]
    fill, edge = STONES[colour]
    picture.add("circle", cx=x, cy=y, r=radius, fill=fill, stroke=edge, stroke_width=2)
    picture.words(x, y + 0.5, str(player), radius * 1.2, on(colour))
