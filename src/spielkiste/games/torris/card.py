"""Identity card."""

from spielkiste.core.card import Card

CARD = Card(
    slug="torris",
    title={"de": "Torris", "en": "Torris"},
    blurb={
        "de": "Klettere von Turm zu Turm: Jeder Turm zählt für die Farbe, die oben liegt.",
        "en": "Climb from tower to tower: every tower counts for the colour on top.",
    },
    players=range(2, 3),
    minutes=(10, 20),
    age=12,
    kinds=("chance", "perfect information"),
    reasons={
        "points": {"de": "mehr Punkte", "en": "more points"},
        "tower": {"de": "16 : 16, der höchste Turm", "en": "16 : 16, the highest tower"},
        "draw": {"de": "unentschieden", "en": "a draw"},
    },
    credits={
        "de": "Torris ist eines der fünf Spiele aus FIVE! von Steffen Mühlhäuser, Krastel 2016, "
        "einem Spiel zum Verschenken. Danke dafür!"
        " Ein Satz von 32 Steinen spielt alle fünf: zwei Farben, vier Symbole, jedes viermal in jeder Farbe.",
        "en": "Torris is one of the five games of FIVE! by Steffen Mühlhäuser, Krastel 2016, "
        "a game made to be given away. Thank you!"
        " One set of 32 stones plays all five: two colours, four symbols, each four times in each colour.",
    },
)
