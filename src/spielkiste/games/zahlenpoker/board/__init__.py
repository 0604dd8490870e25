"""The position as text and as a picture, what to touch for a move, and moves in words."""

from .moves import paths, tell
from .picture import draw
from .text import text

__all__ = ["draw", "paths", "tell", "text"]
