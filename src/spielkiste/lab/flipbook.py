"""A match as a moving picture: one SVG, drawn by the board itself, that any page shows as an image.

What stays from one position to the next is in the file once, with the times at which it is to be seen. Whoever wants
less motion, or whose program knows no animation, sees the last position.
"""

import re
from collections.abc import Sequence

from spielkiste.core.look import Look
from spielkiste.core.match_record import MatchRecord
from spielkiste.core.state import State
from spielkiste.core.svg import FELT, PAPER, WOOD, WOOD_DARK, Picture, tidy

SECONDS = 0.9  # a position is shown
REST = 3  # so many times as long the last one
FRAMES = 40  # a picture has at most; of longer matches some positions are left out
DIMMED = {FELT: "#34493e", WOOD: "#9c8058", WOOD_DARK: "#7a5f40", PAPER: "#dcd3c1"}  # for dark pages

BOX = re.compile('viewBox="([^"]*)"')


class Part:
    """An element of the picture and the frames that have it."""

    def __init__(self, text: str) -> None:
        self.text, self.frames = text, set[int]()


class Flipbook:
    """The positions of a match, everything open, one after the other; a notebook shows it moving."""

    def __init__(
        self, states: Sequence[State], lang: str = "en", dark: bool = False, names: tuple[str, ...] = ()
    ) -> None:
        pictures = [state.opened(Look(lang=lang, names=names)) for state in states]
        self.pictures: list[Picture] = pictures
        self.dark = dark
        self.seconds = SECONDS * (len(pictures) - 1 + REST)
        self.parts = merged([picture.parts for picture in pictures])

    @classmethod
    def of(cls, record: MatchRecord, lang: str = "en", dark: bool = False) -> "Flipbook":
        """A match with its deals in one step each, from the first decision on, and its players' names."""
        states = record.states()
        shown = [states[end] for _, end in record.steps]
        return cls(evenly(shown, FRAMES), lang, dark, record.players)

    def svg(self) -> str:
        last = len(self.pictures) - 1
        inner = "".join(self._drawn(part, last) for part in self.parts)
        text = f"{self._head()}<style>{self._style()}</style>{inner}</svg>"
        for bright, dim in DIMMED.items() if self.dark else ():
            text = text.replace(bright, dim)
        return text

    _repr_svg_ = svg

    def _head(self) -> str:
        """The last one's, with room for all: a field may grow in any direction."""
        boxes = [box_of(picture) for picture in self.pictures]
        left, top = (min(box[side] for box in boxes) for side in (0, 1))
        width = max(box[0] + box[2] for box in boxes) - left
        height = max(box[1] + box[3] for box in boxes) - top
        whole = " ".join(map(tidy, (left, top, width, height)))
        return BOX.sub(f'viewBox="{whole}"', self.pictures[-1].head())

    def _drawn(self, part: Part, last: int) -> str:
        if len(part.frames) > last:
            return part.text
        shown = "f e" if last in part.frames else "f"
        return f'<g class="{shown} {name_of(part)}">{part.text}</g>'

    def _style(self) -> str:
        passing = {name_of(part): part for part in self.parts if len(part.frames) < len(self.pictures)}
        motion = "".join(self._times(name, part) for name, part in passing.items())
        still = ".f{visibility:hidden}.e{visibility:visible}"
        return f"{still}@media(prefers-reduced-motion:no-preference){{{motion}}}"

    def _times(self, name: str, part: Part) -> str:
        """When a part is seen, as a share of the whole."""
        steps, before = "", None
        for frame in range(len(self.pictures)):
            now = frame in part.frames
            if now != before:
                share = tidy(100 * frame * SECONDS / self.seconds)
                steps += f"{share}%{{visibility:{'visible' if now else 'hidden'}}}"
            before = now
        return f"@keyframes {name}{{{steps}}}.{name}{{animation:{name} {tidy(self.seconds)}s step-end infinite}}"


def box_of(picture: Picture) -> list[float]:
    """Where a picture begins, its width and height."""
    found = BOX.search(picture.head())
    return [float(number) for number in found[1].split()] if found else [0.0, 0.0, picture.width, picture.height]


def name_of(part: Part) -> str:
    """Parts that are seen at the same times share a name."""
    return f"t{sum(1 << frame for frame in part.frames):x}"


def merged(frames: Sequence[Sequence[str]]) -> list[Part]:
    """All parts in an order that is right for every frame: what lies above in one lies above in the whole."""
    parts: list[Part] = []
    for number, frame in enumerate(frames):
        at = 0
        for text in frame:
            found = next((k for k in range(at, len(parts)) if parts[k].text == text), None)
            if found is None:
                parts.insert(at, Part(text))
                found = at
            parts[found].frames.add(number)
            at = found + 1
    return parts


def evenly(states: Sequence[State], count: int) -> list[State]:
    """At most so many of them, the first and the last among them."""
    if len(states) <= count:
        return list(states)
    return [states[round(k * (len(states) - 1) / (count - 1))] for k in range(count)]
