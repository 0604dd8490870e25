"""Identity card."""

from spielkiste.core.card import Card

from .rules import STONES


def stones_left(score: int, lang: str) -> str:
    """The score is minus the number of stones left."""
    word = {"de": "Stein" if score == -1 else "Steine", "en": "stone" if score == -1 else "stones"}[lang]
    return f"{-score} {word}"


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
    reasons={"finished": {"de": "aus", "en": "over"}},
    solo_range=(-STONES, -1),
)
