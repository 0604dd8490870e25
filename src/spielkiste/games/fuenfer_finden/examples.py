"""Pictures for the rules, and the first game."""

from spielkiste.core.lesson import Example, Lesson, Step

NOTHING = ((0, "done"), (1, "done"))  # a round in which nobody outlines anything

PICTURES = {
    "fiver": Example(((0, "outline a6 a7 a8 a9 a10"), (0, "outline g3 g4 h4 h5 i5")), seed=3, seat=0),
    "judged": Example(
        (
            *NOTHING * 4,
            (0, "outline a3 a4 a5 a6 a7"),
            (0, "outline f10 g8 g9 g10 h10"),
            (0, "outline g7 h7 h8 h9 h10"),
            (0, "outline c1 c2 c3 d1 d2"),
            *NOTHING,
        ),
        seed=3,
        seat=0,
    ),
    "puzzle": Example(
        (
            *("outline d2 d3 e1 e2 f1", "done", "outline a8 b8 c8 d8 e8", "done"),
            *("done", "strike P a5 a6 b5 b6 c5", "outline e3 f3 f4 f5 g3", "done"),
            *("outline f10 g8 g9 g10 h8", "done", "done", "strike L g2 h2 i2 j2 j3"),
        ),
        {"mode": "solo"},
        seed=2,
        seat=0,
    ),
}

FIRST_GAME = Lesson(
    Example(seed=3),
    (
        Step(
            {
                "de": "Oben liegt der Wurf: Kreis, Quadrat, zwei Dreiecke, Stern. Suche auf deinem Brett fünf "
                "Felder, die Seite an Seite liegen und genau das zeigen. Die Reihenfolge ist egal.",
                "en": "The roll lies at the top: disc, square, two triangles, star. Find five cells on your board "
                "that lie side by side and show just that. Their order does not matter.",
            },
        ),
        Step(
            {
                "de": "Am linken Rand steckt einer: a6 bis a10. Zieh mit dem Finger über die fünf Felder und "
                "umrande sie. Ein gerades I ist schwer zu entdecken und 4 Punkte wert.",
                "en": "There is one at the left edge: a6 to a10. Draw your finger over the five cells to outline "
                "them. A straight I is hard to spot and worth 4 points.",
            },
            "outline a6 a7 a8 a9 a10",
        ),
        Step(
            {
                "de": "Jede Form zählt nur einmal, darum ist das I unten jetzt durchgekreuzt. Umrande als Nächstes "
                "das L rechts unten: g1 h1 i1 j1 j2.",
                "en": "Each shape counts only once, so the I below is crossed out now. Next, outline the L at the "
                "lower right: g1 h1 i1 j1 j2.",
            },
            "outline g1 h1 i1 j1 j2",
        ),
        Step(
            {
                "de": "Ein X bringt 4 Punkte. Umrande c6 d5 d6 d7 e6. Ob es stimmt, verrät dir vor der Wertung "
                "niemand.",
                "en": "An X is worth 4 points. Outline c6 d5 d6 d7 e6. Before the judging nobody tells you whether "
                "it is right.",
            },
            "outline c6 d5 d6 d7 e6",
        ),
        Step(
            {
                "de": "Schau genau hin: Da sind zwei Quadrate und nur ein Dreieck. Tipp die Umrandung an, um sie "
                "auszuradieren.",
                "en": "Look closely: there are two squares and only one triangle. Touch the outline to erase it.",
            },
            "erase c6",
        ),
        Step(
            {
                "de": "Besser ist dieses W, auch 4 Punkte: g3 g4 h4 h5 i5.",
                "en": "This W is better, and worth 4 as well: g3 g4 h4 h5 i5.",
            },
            "outline g3 g4 h4 h5 i5",
        ),
        Step(
            {
                "de": "Dreh die Sanduhr um: Das darf in jeder Runde nur die schnellste Person, und sie bekommt "
                "einen Punkt. Für alle anderen läuft jetzt der Sand.",
                "en": "Turn the hourglass: only the fastest person may do so in a round, and gets a point for it. "
                "For everybody else the sand is running now.",
            },
            "turn",
            ((1, "outline a2 a3 a4 b3 c3"), (1, "done")),
        ),
        Step(
            {
                "de": "Gewertet: 4 + 1 + 4 und ein Punkt für die Sanduhr, zusammen 10. Es zählen höchstens fünf "
                "Fünfer, und zwar die billigsten. Nach fünf Runden ist Schluss; die letzte zählt doppelt.",
                "en": "Judged: 4 + 1 + 4 and a point for the hourglass, 10 together. At most five fivers count, the "
                "cheapest ones. After five rounds it is over; the last one counts double.",
            },
        ),
    ),
)
