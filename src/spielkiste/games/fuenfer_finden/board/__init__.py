"""The position as text and as a picture, what to touch for each move, and moves in words."""

from .picture import draw
from .text import text
from .tools import gathered, paths, tools
from .words import tell

__all__ = ["draw", "gathered", "paths", "tell", "text", "tools"]
