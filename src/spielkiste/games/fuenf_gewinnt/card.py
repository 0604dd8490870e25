"""Identity card."""

from spielkiste.core.card import Card
from spielkiste.core.svg import seat_stones

CARD = Card(
    slug="fuenf_gewinnt",
    title={"de": "Fünf gewinnt", "en": "Five Wins"},
    blurb={
        "de": "Fünf eigene Steine in einer Reihe gewinnen; liegen alle, wird gewandert und abgetrennt.",
        "en": "Five own stones in a line win; once all are down, stones wander and cut others off.",
    },
    players=range(2, 3),
    minutes=(10, 20),
    age=6,
    kinds=("perfect information",),
    reasons={
        "five": {"de": "fünf in einer Reihe", "en": "five in a line"},
        "few": {"de": "unentschieden: keiner hat mehr fünf Steine", "en": "a draw: nobody has five stones left"},
        "repetition": {"de": "unentschieden: dreimal dieselbe Stellung", "en": "a draw: the same position three times"},
        "quiet": {"de": "unentschieden: 100 Züge ohne Abtrennen", "en": "a draw: 100 turns without a capture"},
    },
    credits={
        "de": "Fünf gewinnt ist eines der fünf Spiele aus FIVE! von Steffen Mühlhäuser, Krastel 2016, "
        "einem Spiel zum Verschenken. Danke dafür!"
        " Ein Satz von 32 Steinen spielt alle fünf: zwei Farben, vier Symbole, jedes viermal in jeder Farbe.",
        "en": "Five Wins is one of the five games of FIVE! by Steffen Mühlhäuser, Krastel 2016, "
        "a game made to be given away. Thank you!"
        " One set of 32 stones plays all five: two colours, four symbols, each four times in each colour.",
    },
    colours=seat_stones,
)
