"""Identity card."""

from spielkiste.core.card import Card

from .rules import STONES

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
    kinds=("puzzle", "perfect information", "solo"),
    solo_range=(-STONES, -1),
)
