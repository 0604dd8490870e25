"""Identity card."""

from typing import Any

from spielkiste.core.card import Card, Option
from spielkiste.core.errors import OptionError, brief


def settle_mode(given: dict[str, Any]) -> dict[str, Any]:
    """One player means the solo game and the solo game one player; what contradicts that is refused."""
    mode = given.get("mode")
    if "players" not in given:
        return {**given, "players": 1} if mode == "solo" else given
    players = PLAYERS.keep(given["players"])
    if "mode" not in given:
        return {**given, "mode": "solo"} if players == 1 else given
    if players == 1 and mode in ("base", "puzzle"):
        raise OptionError(f"players=1, mode={brief(mode)}: this game needs 2 to 4 players; alone play mode='solo'")
    if players > 1 and mode == "solo":
        raise OptionError(f"players={players}, mode='solo': the solo game has one player")
    return given


PLAYERS = Option("players", 2, range(1, 5), {"de": "Mitspieler", "en": "players"})
CARD = Card(
    slug="fuenfer_finden",
    title={"de": "5er finden", "en": "Find the Fivers"},
    blurb={
        "de": "Fünf Würfel, ein Brett voller Symbole: Wer findet die wertvollsten Fünfergruppen?",
        "en": "Five dice, a board full of symbols: who finds the most valuable groups of five?",
    },
    players=range(1, 5),
    minutes=(10, 25),
    age=8,
    kinds=("hidden", "chance", "simultaneous", "real time", "puzzle", "solo"),
    reasons={
        "rounds": {"de": "alle Runden gespielt", "en": "all rounds played"},
        "nothing": {"de": "niemand hat etwas gefunden", "en": "nobody found anything"},
    },
    credits={
        "de": "Erfunden von Jürgen P. K. Grunau, erschienen bei HABA. Der Spielzettel nennt niemanden; mehrere "
        "Besprechungen nennen ihn übereinstimmend. Danke für eine Jagd, bei der alle zugleich suchen!",
        "en": "Invented by Jürgen P. K. Grunau, published by HABA. The sheet names nobody; several reviews agree on "
        "him. Thank you for a hunt in which everybody searches at once!",
    },
    options=(
        PLAYERS,
        Option(
            "mode",
            "base",
            ("base", "puzzle", "solo"),
            {"de": "Spielart", "en": "kind of game"},
            named={
                "base": {"de": "Grundspiel (5 Runden)", "en": "base game (5 rounds)"},
                "puzzle": {"de": "Puzzlespiel (bis zu 12 Runden)", "en": "puzzle game (up to 12 rounds)"},
                "solo": {"de": "allein", "en": "alone"},
            },
        ),
        Option(
            "boards",
            "own",
            ("own", "same"),
            {"de": "eigene oder gleiche Bretter", "en": "own or equal boards"},
            named={
                "own": {"de": "alle verschieden", "en": "all different"},
                "same": {"de": "alle gleich", "en": "all the same"},
            },
        ),
        Option("hourglass", 30, range(10, 121), {"de": "Sanduhr in Sekunden", "en": "hourglass in seconds"}),
    ),
    version=2,  # 1: a scrap that overlapped a fiver spoilt it
    imply=settle_mode,
    solo_range=(0, 30),  # every shape circled
    clock=lambda record, options: options["hourglass"],
    samples=(
        {},
        {"players": 3, "boards": "same", "hourglass": 60},
        {"mode": "puzzle"},
        {"players": 4, "mode": "puzzle", "boards": "same"},
        {"mode": "solo"},
    ),
)
