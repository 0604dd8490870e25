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
    age=8,
    kinds=("chance", "perfect information"),
    reasons={"finished": {"de": "aus", "en": "over"}},
)
