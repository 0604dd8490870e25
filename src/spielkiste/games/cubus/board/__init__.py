"""The position as text and as a picture, what to touch for each move, builds in the making, and moves in words."""

from .draft import draft
from .picture import draw, paths
from .text import text
from .words import tell

__all__ = ["draft", "draw", "paths", "tell", "text"]
