"""Identity card."""

from spielkiste.core.card import Card, Option
from spielkiste.core.verbs import SEATS_AT_MOST

from .rules import BEST_SHEET

PLAYERS = range(1, SEATS_AT_MOST + 1)

CARD = Card(
    slug="knister",
    title={"de": "Knister", "en": "Knister"},
    blurb={
        "de": "Zwei Würfel, eine Summe: Alle schreiben sie auf und hoffen auf Zwillinge, Drillinge und Straßen.",
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
    credits={
        "de": "Knister ist von Heinz Wüppen und erscheint im Nürnberger-Spielkarten-Verlag (2017); vorher hieß es "
        "Würfel-Bingo (Ravensburger 2007). Danke! Unsere Anleitung nennt niemanden; so sagen es Zeitung und "
        "Spielebesprechungen übereinstimmend.",
        "en": "Knister is by Heinz Wüppen, published by Nürnberger-Spielkarten-Verlag (2017); before that it was known "
        "as Würfel-Bingo (Ravensburger 2007). Thank you! Our sheet names nobody; a newspaper and reviews agree on it.",
    },
    options=(Option("players", 1, PLAYERS, {"de": "Mitspieler", "en": "players"}),),
    solo_range=(0, BEST_SHEET),
    samples=({}, {"players": 2}, {"players": 12}, {"players": 30}),
)
