"""Pictures for the rules, and the first game."""

from spielkiste.core.lesson import Example, Lesson, Played, Step

EXAMPLE = ("7 4 8 9 11", "3 7 3 7 7", "5 5 10 5 5", "8 9 3 6 9", "8 11 8 8 7")  # rows from the top


def written(rows: tuple[str, ...]) -> tuple[Played, ...]:
    """The moves that fill a sheet."""
    moves: list[Played] = []
    for number, row in zip("54321", rows, strict=True):
        for letter, rolled in zip("abcde", row.split(), strict=True):
            moves += [f"roll {rolled}", f"{letter}{number}"]
    return tuple(moves)


TOGETHER: tuple[Played, ...] = (
    *("roll 7", (0, "c3"), (1, "b2"), (2, "a1")),
    *("roll 5", (0, "b2"), (1, "b4"), (2, "a2")),
    *("roll 7", (0, "e3"), (1, "d2"), (2, "e1")),
    *("roll 9", (0, "d4"), (1, "e5"), (2, "c5")),
    *("roll 8", (2, "e3"), (0, "e5")),
)

PICTURES = {
    "first": Example(("roll 8",), seat=0),
    "together": Example(TOGETHER, {"players": 3}, seat=0),
    "full": Example(written(EXAMPLE), seat=0),
}

FIRST_GAME = Lesson(
    Example(("roll 8", "a1", "roll 8", "b1", "roll 8", "c1", "roll 3", "d1", "roll 3")),
    (
        Step(
            {
                "de": "Das ist dein Zettel, ein paar Zahlen stehen schon da. In jeder Runde schreibst du die Summe "
                "der beiden Würfel in ein freies Feld. Was steht, bleibt stehen. Punkte gibt es für volle "
                "Linien.",
                "en": "This is your sheet, with a few numbers on it already. In each round you write the sum of the "
                "two dice into a free cell. What is written stays. Full lines score.",
            },
        ),
        Step(
            {
                "de": "Gewürfelt ist eine 3. In der untersten Reihe stehen 8 8 8 3. Schreib die 3 dazu: Tippe auf e1.",
                "en": "The dice show 3. The bottom row holds 8 8 8 3. Add the 3 to it: touch e1.",
            },
            "e1",
            ("roll 10",),
        ),
        Step(
            {
                "de": "Ein Full House: drei Achten und zwei Dreien, 8 Punkte. Sie stehen rechts neben der Reihe. Nun "
                "eine 10. Die getönten Felder gehören zu den Diagonalen, und die zählen doppelt. Nimm die "
                "Mitte, c3.",
                "en": "A full house: three eights and two threes, 8 points, written to the right of the row. Now a "
                "10. The tinted cells belong to the diagonals, which count double. Take the middle, c3.",
            },
            "c3",
            ("roll 9",),
        ),
        Step(
            {
                "de": "Auf der Diagonale von a1 nach e5 stehen jetzt 8 und 10. Fünf aufeinanderfolgende Zahlen sind "
                "eine Straße, egal in welcher Reihenfolge. Die 9 passt: Schreib sie auf d4.",
                "en": "The diagonal from a1 to e5 now holds 8 and 10. Five consecutive numbers are a straight, in any "
                "order. The 9 fits: write it on d4.",
            },
            "d4",
            ("roll 11",),
        ),
        Step(
            {
                "de": "Und gleich noch die 11: auf b2. Bleib mit dem Finger auf einem Feld oder am Ende einer Linie, "
                "dann liest du, was die Linien wert sind.",
                "en": "And now the 11: on b2. Rest your finger on a cell or on the end of a line to read what the "
                "lines are worth.",
            },
            "b2",
            ("roll 12",),
        ),
        Step(
            {
                "de": "Was für ein Glück, eine 12! Sie macht die Straße auf e5 voll.",
                "en": "What luck, a 12! It completes the straight on e5.",
            },
            "e5",
            ("roll 4",),
        ),
        Step(
            {
                "de": "8 bis 12 ist eine Straße ohne 7: 12 Punkte, auf der Diagonale doppelt, also 24. Die 4 passt "
                "dagegen nirgends. Schreiben musst du sie trotzdem, zum Beispiel auf a3.",
                "en": "8 to 12 is a straight without a 7: 12 points, doubled on the diagonal, so 24. The 4 fits "
                "nowhere, though. You must write it all the same, on a3 for instance.",
            },
            "a3",
            ("roll 7",),
        ),
        Step(
            {
                "de": "Nach 25 Runden ist der Zettel voll. Spielt ihr zu mehreren, bekommen alle dieselben Zahlen und "
                "schreiben gleichzeitig. Allein sind mehr als 50 Punkte gut.",
                "en": "After 25 rounds the sheet is full. With several players all get the same numbers and write at "
                "the same time. Alone, more than 50 points is good.",
            },
        ),
    ),
)
