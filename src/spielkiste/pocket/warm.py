"""Imported before a snapshot of Python's memory is made: all that a house needs, and the boards drawn once."""

from spielkiste.core.game import game
from spielkiste.core.language import languages
from spielkiste.core.look import Look
from spielkiste.core.room import all_rooms
from spielkiste.pocket import house
from spielkiste.server.rendering import template

PAGES = ("home.html", "game.html", "new.html", "table.html", "first.html", "rules.html", "me.html", "replay.html")

__all__ = ["house"]

for lang in languages():
    for page in PAGES:
        template(page, lang)
for slug in all_rooms():
    game(slug).start().picture(Look(None))
