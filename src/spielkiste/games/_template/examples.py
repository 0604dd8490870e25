"""Pictures for the rules, and the first game."""

from spielkiste.core.lesson import Example, Lesson, Step

PICTURES = {
    "start": Example(("pour 9",)),
    "end": Example(("pour 9", "take 1", "take 3", "take 1", "take 2", "take 2")),
}

FIRST_GAME = Lesson(
    Example(("pour 9",)),
    (
        Step(
            {
                "de": "Neun Hölzer liegen da. Wer das letzte nimmt, gewinnt.",
                "en": "There are nine matches. Whoever takes the last one wins.",
            }
        ),
        Step(
            {"de": "Nimm eins: Berühre das letzte Holz.", "en": "Take one: touch the last match."},
            "take 1",
            ((1, "take 3"),),
        ),
        Step(
            {
                "de": "Fünf sind noch da. Lass vier liegen, dann kann der andere machen, was er will.",
                "en": "Five are left. Leave four, and the other may do as they like.",
            },
            "take 1",
            ((1, "take 2"),),
        ),
        Step({"de": "Nimm die letzten zwei.", "en": "Take the last two."}, "take 2"),
        Step(
            {
                "de": "Gewonnen! Lass immer ein Vielfaches von vier liegen.",
                "en": "Won! Always leave a multiple of four.",
            }
        ),
    ),
)
