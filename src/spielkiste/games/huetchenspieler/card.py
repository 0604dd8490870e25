"""Identity card."""

from spielkiste.core.card import Card, Option
from spielkiste.core.svg import seat_stones

# Seconds: everybody may look at the stones for so long, and slides can be followed ("nicht zu schnell").
PATIENCE = {"cover": 10.0, "slide": 1.2}

CARD = Card(
    slug="huetchenspieler",
    title={"de": "Hütchenspieler", "en": "Shell Game"},
    blurb={
        "de": "Vier Steine werden verdeckt und verschoben: Weißt du noch, wo das Dreieck liegt?",
        "en": "Four stones are covered and slid about: do you still know where the triangle is?",
    },
    players=range(2, 5),
    minutes=(10, 20),
    age=5,
    kinds=("hidden", "real time"),
    reasons={"hidings": {"de": "alle Durchgänge gespielt", "en": "all hidings played"}},
    credits={
        "de": "Aus FIVE! von Steffen Mühlhäuser (Krastel 2016), einer Spielesammlung zum Verschenken. Danke für fünf "
        "Spiele in einer Handvoll Steine!"
        " Ein Satz von 32 Steinen spielt alle fünf: zwei Farben, vier Symbole, jedes viermal in jeder Farbe.",
        "en": "From FIVE! by Steffen Mühlhäuser (Krastel 2016), a collection of games made to be given away. Thank you "
        "for five games in a handful of stones!"
        " One set of 32 stones plays all five: two colours, four symbols, each four times in each colour.",
    },
    options=(Option("players", 2, range(2, 5), {"de": "Mitspieler", "en": "players"}),),
    clock=lambda record, options: 20,  # the clock covers after so many seconds
    patience=lambda record, options, move: PATIENCE.get(move.split()[0], 0.0),
    colours=seat_stones,
    samples=({}, {"players": 3}, {"players": 4}),
)
