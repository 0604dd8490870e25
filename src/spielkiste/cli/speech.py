"""How the command line speaks: in one language, to people who count from 1."""

import argparse
import os
import re

from spielkiste.core.card import Card
from spielkiste.core.errors import SpielkisteError
from spielkiste.core.language import known_language, translated
from spielkiste.core.look import Look
from spielkiste.core.state import State

NAMED_MOVES = 3  # of those that would be possible, when one is refused
SPOKEN_AT_HOME = "de"  # where the system names no language


class Told(SpielkisteError):  # noqa: N818  # an answer rather than an error
    """An error whose words are in the person's language already."""


def language(asked: argparse.Namespace) -> str:
    """The language of a command: as asked for, English for programs, else that of the system."""
    named = vars(asked)
    if named.get("lang"):
        return str(named["lang"])
    return "en" if "lang" not in named or named.get("json") else language_of_the_system()


def language_of_the_system() -> str:
    """From the environment, as gettext does; English where there are no texts in the system's language."""
    tag = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "C")
    if re.match(r"(C|POSIX)\b", tag):
        return SPOKEN_AT_HOME
    return known_language(tag) or "en"


def told(wrong: SpielkisteError, lang: str) -> str:
    """What an error says, in the person's language."""
    return str(wrong) if isinstance(wrong, Told) else translated(lang, str(wrong))


def refusal(state: State, move: str, look: Look) -> str:
    """Why the seat that looks cannot make a move, and what it could play instead."""
    some = ", ".join(state.moves(look.seat)[:NAMED_MOVES])
    if not re.fullmatch(state.game.room.notation.PATTERN, move, re.ASCII):
        return look.say(
            f"{move!r} ist kein Zug dieses Spiels; möglich wäre etwa {some}",
            f"{move!r} cannot be read as a move; you could play {some}",
        )
    why = state.why_not(move, look)
    if not why:
        return look.say(
            f"{move!r} geht jetzt nicht; möglich wäre etwa {some}",
            f"{move!r} is not possible now; you could play {some}",
        )
    return look.say(
        f"{move!r} geht jetzt nicht: {why}; möglich wäre etwa {some}",
        f"{move!r} is not possible now: {why}; you could play {some}",
    )


def score_in_words(card: Card, score: int, look: Look) -> str:
    """A score as the game says it, else in points."""
    if card.scored is not None:
        return card.say_score(score, look.lang)
    return look.say("1 Punkt" if score == 1 else f"{score} Punkte", "1 point" if score == 1 else f"{score} points")


def sentence(text: str) -> str:
    """With a capital letter in front."""
    return text[:1].upper() + text[1:]
