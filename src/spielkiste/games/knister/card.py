"""Identity card."""

from spielkiste.core.card import Card, Option
from spielkiste.core.verbs import SEATS_AT_MOST

from .rules import BEST_SHEET

PLAYERS = range(1, SEATS_AT_MOST + 1)

CARD = Card(
    slug="knister",
    title={"de": "Knister", "en": "Knister"},
    blurb={
        "de": "Zwei Würfel, eine Summe: Alle schreiben sie auf und hoffen auf Paare, Drillinge und Straßen.",
        "en": "Two dice, one sum: everybody writes it on their own sheet and hopes for pairs, threes and straights.",
    },
    players=PLAYERS,
    minutes=(10, 20),
    age=8,
    kinds=("chance", "simultaneous", "hidden", "solo"),
    reasons={
        "points": {"de": "die höchste Summe", "en": "the highest total"},
        "shared": {"de": "gleiche Summen", "en": "equal totals"},
        "full": {"de": "der Zettel ist voll", "en": "the sheet is full"},
    },
    options=(Option("players", 1, PLAYERS, {"de": "Mitspieler", "en": "players"}),),
    solo_range=(0, BEST_SHEET),
    samples=({}, {"players": 2}, {"players": 12}, {"players": 30}),
)
