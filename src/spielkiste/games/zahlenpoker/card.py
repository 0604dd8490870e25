"""Identity card."""

from spielkiste.core.card import Card, Option
from spielkiste.core.svg import seat_stones

CARD = Card(
    slug="zahlenpoker",
    title={"de": "Zahlenpoker", "en": "Number Poker"},
    blurb={
        "de": "Alle zeigen zugleich einen Stein: Der höchste, den nur einer zeigt, macht Beute.",
        "en": "All show a stone at once: the highest that only one player shows wins booty.",
    },
    players=range(2, 5),
    minutes=(5, 15),
    age=9,
    kinds=("simultaneous", "hidden"),
    reasons={
        "booty": {"de": "die meisten Beutesteine", "en": "most booty stones"},
        "values": {"de": "die höhere Summe der Werte", "en": "the higher sum of the values"},
        "shared": {"de": "geteilter Sieg", "en": "a shared win"},
    },
    credits={
        "de": "Zahlenpoker ist eines der fünf Spiele aus FIVE! von Steffen Mühlhäuser (Krastel 2016), einem Spiel zum "
        "Verschenken. Danke!"
        " Ein Satz von 32 Steinen spielt alle fünf: zwei Farben, vier Symbole, jedes viermal in jeder Farbe.",
        "en": "Number Poker is one of the five games of FIVE! by Steffen Mühlhäuser (Krastel 2016), a game made to be "
        "given away. Thank you!"
        " One set of 32 stones plays all five: two colours, four symbols, each four times in each colour.",
    },
    options=(Option("players", 2, range(2, 5), {"de": "Mitspieler", "en": "players"}),),
    colours=seat_stones,
    samples=({}, {"players": 3}, {"players": 4}),
)
