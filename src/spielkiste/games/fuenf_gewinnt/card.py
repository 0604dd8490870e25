"""Identity card."""

from spielkiste.core.card import Card

CARD = Card(
    slug="fuenf_gewinnt",
    title={"de": "Fünf gewinnt", "en": "Five Wins"},
    blurb={
        "de": "Fünf eigene Steine in einer Reihe gewinnen; liegen alle, wird gewandert und abgetrennt.",
        "en": "Five own stones in a line win; once all are down, stones wander and cut others off.",
    },
    players=range(2, 3),
    minutes=(10, 20),
    age=7,
    kinds=("perfect information",),
    reasons={"finished": {"de": "aus", "en": "over"}},
)
