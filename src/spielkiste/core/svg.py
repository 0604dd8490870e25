"""Drawing: a small vocabulary for pictures that look like one family. Wood, paper, felt; shapes as well as colours."""

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import NamedTuple

WOOD, WOOD_DARK, PAPER, FELT, INK, GRID = "#d9b98a", "#a9845a", "#f6efe2", "#5d7f6b", "#33291f", "#8c6f4d"
STONES = {  # fill and edge; told apart by brightness as well as hue, by those who see few colours too
    "light": ("#fbf5e6", "#8f7d5f"),
    "dark": ("#3b4a5a", "#1f2933"),
    "red": ("#b5483a", "#6d231a"),
    "blue": ("#3f6fa3", "#1d3f66"),
    "yellow": ("#e3b23c", "#8a651a"),
    "green": ("#8fbf7a", "#3d6630"),
}
NARROW, WIDE = 0.36, 1.0  # breadths of letters, as parts of the size of their script
SEAT_STONES = ("light", "dark", "red", "blue", "yellow", "green")


def seat_stones(players: int) -> tuple[str, ...]:
    """What the seats' stones look like unless a room or its players say otherwise."""
    return SEAT_STONES[:players]


def on(stone: str) -> str:
    """A colour to write on a stone."""
    return INK if stone in ("light", "yellow", "green") else "#ffffff"


class Button(NamedTuple):
    """A move without a place on the board, to be shown beside it; a strong one is what most players want next."""

    id: str
    label: str
    strong: bool = False


class Picture:
    """An SVG picture in the making. Elements that matter get stable ids and a spoken name (title).

    `parts` are the top-level elements one by one: what a page must be told anew after a move is the parts that changed.
    """

    def __init__(self, width: float = 0, height: float = 0, title: str = "") -> None:
        self.width, self.height, self.title = width, height, title
        self.parts: list[str] = []
        self.buttons: list[Button] = []

    def button(self, id: str, label: str, strong: bool = False) -> None:
        self.buttons.append(Button(id, label, strong))

    def group(self, inner: "Picture", *, title: str = "", **attributes: object) -> None:
        """Another picture's elements as one element."""
        self.parts.append(element("g", "".join(inner.parts), title, attributes.items()))

    def add(self, tag: str, content: str = "", *, title: str = "", **attributes: object) -> None:
        """Any element; `class_` and underscores in names become what SVG wants."""
        self.parts.append(element(tag, content, title, attributes.items()))

    def table(self, fill: str = FELT) -> None:
        """The cloth everything lies on."""
        self.parts.append(cloth(self.width, self.height, fill))

    def board(self, x: float, y: float, width: float, height: float, fill: str = WOOD) -> None:
        self.add("rect", x=x, y=y, width=width, height=height, rx=8, fill=fill, stroke=WOOD_DARK, stroke_width=2)

    def cell(self, id: str, x: float, y: float, size: float, fill: str = PAPER, title: str = "") -> None:
        self.add("rect", id=id, class_="cell", x=x, y=y, width=size, height=size, rx=size / 10, fill=fill, stroke=GRID,
                 stroke_width=1, title=title)  # fmt: skip

    def stone(self, id: str, x: float, y: float, radius: float, colour: str, title: str = "") -> None:
        fill, edge = STONES[colour]
        self.add("circle", id=id, class_="stone", cx=x, cy=y, r=radius, fill=fill, stroke=edge,
                 stroke_width=max(1.0, radius / 9), title=title)  # fmt: skip

    def words(self, x: float, y: float, text: str, size: float = 14, fill: str = INK, anchor: str = "middle") -> None:
        """Text centred on a point."""
        opening = opening_of_words(x, y, size, fill, anchor)
        self.parts.append(f"{opening}>{escaped(text)}</text>" if text else f"{opening}/>")

    def token(self, colour: str, x: float, y: float, radius: float) -> None:
        """A player: a disc in their colour."""
        fill, edge = STONES[colour]
        self.add("circle", cx=x, cy=y, r=radius, fill=fill, stroke=edge, stroke_width=2)

    def symbol(self, number: int, x: float, y: float, size: float, fill: str) -> None:
        """The four symbols of FIVE!: 1 dot, 2 line, 3 triangle, 4 square."""
        half = size / 2
        if number == 1:
            self.add("circle", cx=x, cy=y, r=half * 0.7, fill=fill)
        elif number == 2:
            self.add("rect", x=x - half, y=y - half / 4, width=size, height=half / 2, rx=half / 8, fill=fill)
        elif number == 3:
            self.add(
                "path",
                d=f"M{tidy(x)} {tidy(y - half)}L{tidy(x + half)} {tidy(y + half * 0.75)}H{tidy(x - half)}Z",
                fill=fill,
            )
        elif number == 4:
            self.add("rect", x=x - half * 0.8, y=y - half * 0.8, width=half * 1.6, height=half * 1.6, fill=fill)

    def head(self, role: str = "img") -> str:
        """The opening tag: a picture to look at is an image, one to touch a group of things."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {tidy(self.width)} {tidy(self.height)}" '
            f'role="{role}" aria-label="{escaped(self.title)}">'
        )

    def svg(self, role: str = "img") -> str:
        return self.head(role) + "".join(self.parts) + "</svg>"


@lru_cache(maxsize=200)  # every picture has one
def cloth(width: float, height: float, fill: str) -> str:
    return element("rect", "", "", {"x": 0, "y": 0, "width": width, "height": height, "rx": 14, "fill": fill}.items())


@lru_cache(maxsize=4_000, typed=True)  # names and numbers change, their places do not
def opening_of_words(x: float, y: float, size: float, fill: str, anchor: str) -> str:
    return (
        f'<text x="{quoted(x)}" y="{quoted(y)}" font-size="{quoted(size)}" fill="{quoted(fill)}" '
        f'text-anchor="{quoted(anchor)}" dominant-baseline="central" font-family="system-ui, sans-serif"'
    )


def element(tag: str, content: str, title: str, attributes: Iterable[tuple[str, object]]) -> str:
    written = "".join([attribute(name, value) for name, value in attributes if value is not None])
    inner = f"<title>{escaped(title)}</title>{content}" if title else content
    return f"<{tag}{written}>{inner}</{tag}>" if inner else f"<{tag}{written}/>"


@lru_cache(maxsize=8_000, typed=True)  # places, sizes and colours are few
def attribute(name: str, value: object) -> str:
    """As SVG writes it."""
    return f' {name.rstrip("_").replace("_", "-")}="{quoted(value)}"'


@lru_cache(maxsize=8_000, typed=True)
def quoted(value: object) -> str:
    return escaped(value) if isinstance(value, str) else tidy(value)


def escaped(text: str) -> str:
    """As HTML wants it; few texts have a sign that must be escaped, and to look is quicker than to replace."""
    if "&" in text or "<" in text or ">" in text or '"' in text or "'" in text:
        return escape(text)
    return text


def cut(text: str, width: float, size: float) -> str:
    """As much of a text as fits into a width, by a rough measure of its letters. Only as many letters are looked at as
    could fit if all were narrow."""
    return _cut(text[: int(width / (NARROW * size)) + 2], width, size)


@lru_cache(maxsize=2_000)  # names of players, mostly
def _cut(text: str, width: float, size: float) -> str:
    used, fitting = 0.0, 0  # the width of the letters so far, and how many leave room for an ellipsis
    for number, letter in enumerate(text, 1):
        used += breadth(letter)
        if (used + WIDE) * size <= width:
            fitting = number
    return text if used * size <= width else text[:fitting].rstrip() + "…"


def breadth(letter: str) -> float:
    """Of a letter, as a part of the size of its script."""
    if letter in "iljtfrI.,:;'| ":
        return NARROW
    if letter in "mwMW@…" or ord(letter) > 0x2E7F:  # broad ones, and the square scripts of East Asia
        return WIDE
    return 0.64 if letter.islower() or letter.isdigit() else 0.8


def tidy(value: object) -> str:
    """Numbers without needless digits."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
