"""Identity card."""

from spielkiste.core.card import Card
from spielkiste.core.look import Look

from .plurals import stones_spoken
from .rules import STONES


def stones_left(score: int, lang: str) -> str:
    """The score is minus the number of stones left."""
    return stones_spoken(-score, Look(lang=lang))


CARD = Card(
    slug="abraeumen",
    title={"de": "Abräumen", "en": "Clear the Board"},
    blurb={
        "de": "Springe über Steine und räume sie ab: Schaffst du es, dass nur ein einziger bleibt?",
        "en": "Jump over stones and take them away: can you leave just a single one?",
    },
    players=range(1, 2),
    minutes=(5, 15),
    age=8,
    scored=stones_left,
    kinds=("puzzle", "perfect information", "solo"),
    reasons={
        "solved": {"de": "ein einziger Stein liegt noch", "en": "a single stone is left"},
        "stuck": {"de": "kein Sprung ist mehr möglich", "en": "no jump is possible any more"},
    },
    credits={
        "de": "Aus FIVE! von Steffen Mühlhäuser, Krastel 2016: ein Spiel, das zum Verschenken gemacht ist. Danke!"
        " Ein Satz von 32 Steinen spielt alle fünf: zwei Farben, vier Symbole, jedes viermal in jeder Farbe.",
        "en": "From FIVE! by Steffen Mühlhäuser, Krastel 2016: a game made to be given away. Thank you!"
        " One set of 32 stones plays all five: two colours, four symbols, each four times in each colour.",
    },
    solo_range=(-STONES, -1),
)
