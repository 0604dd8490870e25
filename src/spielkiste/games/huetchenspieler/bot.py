"""What a bot should know. It sees no covered face, as nobody does, and remembers nothing: a seeker guesses."""

from typing import Any

from .rules import PLACES, SLIDE, slide, slide_from, slide_to


def worth(s: Any, seat: int, action: int) -> float:
    """A slider likes a row in which few stones still stand where they were laid; all else is as good as any."""
    if s.phase != SLIDE:
        return 0.0
    slide(s, slide_from(action), slide_to(action))
    return float(sum(s.origin[place] != place + 1 for place in range(PLACES)))
