"""Identity card, and which options go together."""

from typing import Any

from spielkiste.core.card import Card, Option, Options
from spielkiste.core.errors import OptionError

HIGHEST, COPIES = range(1, 100), range(1, 100)  # two digits fit on a card; a few hundred cards are a big deck already
DEFAULT_HIGHEST, DEFAULT_COPIES = 50, 2
COLOURS = {2: ("light", "dark"), 4: ("light", "yellow", "dark", "blue")}


def check_together(given: dict[str, Any]) -> dict[str, Any]:
    """Options that are fine alone may be wrong together: the classic game is for two, and the deck must suffice."""
    players = given.get("players", 2)
    if given.get("classic") is True:
        if players == 4:
            raise OptionError("players=4: the classic game is for 2 players")
        return given
    highest, copies = given.get("highest", DEFAULT_HIGHEST), given.get("copies", DEFAULT_COPIES)
    fine_alone = all(isinstance(value, int) for value in (players, highest, copies))
    if fine_alone and players in (2, 4) and highest in HIGHEST and copies in COPIES:
        needed = (25 if players == 2 else 36) + players + 1
        if highest * copies < needed:
            raise OptionError(
                f"highest={highest}, copies={copies}: that is a deck of {highest * copies} cards, "
                f"and {players} players need at least {needed}"
            )
    return given


def with_cards(options: Options) -> bool:
    return not options["classic"]


NO_CARDS = {
    "de": "das klassische Spiel hat einen Würfel und keine Karten",
    "en": "the classic game has a die and no cards",
}

CARD = Card(
    slug="zahlenluchs",
    title={"de": "Zahlenluchs-EinStein", "en": "Number Lynx EinStein"},
    blurb={
        "de": "Die gezogene Zahl sagt, welcher Stein läuft: zieh als Erster in die Ecke gegenüber.",
        "en": "The number drawn says which stone runs: be the first to reach the far corner.",
    },
    players=range(2, 5, 2),
    minutes=(5, 20),
    age=7,
    kinds=("chance", "perfect information", "teams"),
    reasons={
        "goal": {"de": "am Ziel", "en": "the goal is reached"},
        "captured": {"de": "alle Steine einer Farbe geschlagen", "en": "all stones of a colour captured"},
    },
    credits={
        "de": "Danke, Prof. Dr. Ingo Althöfer! Von ihm ist EinStein würfelt nicht!, und von ihm kommt die Idee, aus "
        "der Zahlenluchs-EinStein entstanden ist.",
        "en": "Thank you, Prof. Dr. Ingo Althöfer! EinStein würfelt nicht! is his, and so is the idea from which "
        "Number Lynx EinStein was made.",
    },
    options=(
        Option(
            "players", 2, range(2, 5, 2), {"de": "Mitspieler (vier spielen in Teams)", "en": "players (four in teams)"}
        ),
        Option("classic", False, (False, True), {"de": "klassisch mit dem Würfel", "en": "classic, with a die"}),
        Option(
            "highest",
            DEFAULT_HIGHEST,
            HIGHEST,
            {"de": "höchste Zahl der Karten", "en": "highest number on a card"},
            applies=with_cards,
            only=NO_CARDS,
        ),
        Option(
            "copies",
            DEFAULT_COPIES,
            COPIES,
            {"de": "so oft gibt es jede Zahl", "en": "cards of each number"},
            applies=with_cards,
            only=NO_CARDS,
        ),
    ),
    imply=check_together,
    teams=lambda options: (0, 0, 1, 1) if options["players"] == 4 else (0, 1),
    colours=COLOURS.__getitem__,
    samples=(
        {},
        {"players": 4},
        {"classic": True},
        {"highest": 14, "copies": 2},
        {"players": 4, "highest": 7, "copies": 6},
    ),
)
