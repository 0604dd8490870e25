"""A picture of measured values with their intervals, as SVG."""

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH, LEFT, RIGHT, TOP, ROW, BOTTOM = 640, 110, 80, 56, 34, 46  # pixels
INK, FAINT, BLUE = "#2b2a27", "#d8d2c4", "#2f5d8a"
TICKS = 6  # about so many


class Mark(NamedTuple):
    """A row of the picture: a value and half its interval."""

    label: str
    value: float
    half: float


def interval_plot(title: str, unit: str, marks: Sequence[Mark]) -> str:
    """One line a contender, the best on top as given; a dot for the value, a bar for its interval."""
    low = min(mark.value - mark.half for mark in marks)
    high = max(mark.value + mark.half for mark in marks)
    step = tick_step(high - low)
    ticks = [step * k for k in range(math.floor(low / step), math.ceil(high / step) + 1)]
    first, span = ticks[0], max(ticks[-1] - ticks[0], step)

    def at(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - first) / span

    height = TOP + ROW * len(marks) + BOTTOM
    floor = TOP + ROW * len(marks)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="13" fill="{INK}">',
        f"<title>{escape(title)}: {escape(unit)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fffdf8"/>',
        f'<text x="{LEFT}" y="24" font-size="16" font-weight="600">{escape(title)}</text>',
        f'<text x="{LEFT}" y="{height - 10}" fill="#6b675d">{escape(unit)}</text>',
    ]
    for tick in ticks:
        parts.append(f'<path d="M{at(tick):.1f} {TOP - 12}V{floor}" stroke="{FAINT}"/>')
        parts.append(f'<text x="{at(tick):.1f}" y="{floor + 16}" text-anchor="middle">{tick:g}</text>')
    for k, mark in enumerate(marks):
        y = TOP + ROW * k + ROW / 2
        begin, end = at(mark.value - mark.half), at(mark.value + mark.half)
        parts += [
            f'<text x="{LEFT - 12}" y="{y + 4:.0f}" text-anchor="end">{escape(mark.label)}</text>',
            f'<path d="M{begin:.1f} {y}H{end:.1f}M{begin:.1f} {y - 5}v10M{end:.1f} {y - 5}v10" '
            f'stroke="{BLUE}" stroke-width="2" fill="none"/>',
            f'<circle cx="{at(mark.value):.1f}" cy="{y}" r="5" fill="{BLUE}"/>',
            f'<text x="{WIDTH - 8}" y="{y + 4:.0f}" text-anchor="end">{mark.value:.4g} ± {mark.half:.2g}</text>',
        ]
    return "\n".join([*parts, "</svg>\n"])


def tick_step(span: float) -> float:
    """A round distance (1, 2 or 5 times a power of ten) that gives about TICKS ticks."""
    if span <= 0:
        return 1.0
    rough = span / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    return power * next(factor for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)
