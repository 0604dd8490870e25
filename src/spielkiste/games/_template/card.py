"""Identity card."""

from spielkiste.core.card import Card, Option

CARD = Card(
    slug="_template",
    title={"de": "Streichhölzer", "en": "Matches"},
    blurb={
        "de": "Nimm ein bis drei Hölzer; wer das letzte nimmt, gewinnt.",
        "en": "Take one to three matches; whoever takes the last one wins.",
    },
    players=range(2, 5),
    minutes=(1, 5),
    age=5,
    kinds=("chance", "perfect information"),
    reasons={"last": {"de": "das letzte Holz", "en": "the last match"}},
    options=(
        Option("players", 2, range(2, 5), {"de": "Mitspieler", "en": "players"}),
        Option("most", 21, range(4, 61), {"de": "höchstens so viele Hölzer", "en": "at most so many matches"}),
    ),
    samples=({}, {"players": 4, "most": 60}),
)
