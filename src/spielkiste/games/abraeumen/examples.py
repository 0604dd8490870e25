"""Pictures for the rules, and the first game: the end of a solution."""

from spielkiste.core.lesson import Example, Lesson, Step

JUMPS = """
    a3-a1 d6-f6 b6-d6 a5-a3 e4-e6 e2-e4 e6-c6 c3-e3 a3-c3 b1-b3 d1-b1 b4-b2 a1-c1 f3-d3 d3-d1 b2-d2
    d1-b1 f5-f3 c5-e5 e4-e6 f3-f1 c4-c2 f1-d1 d1-d3 d4-d2 d2-b2 b1-b3 f6-d6 d6-b6 b6-b4 b4-b2
"""
SOLUTION = tuple(JUMPS.split())
BEFORE_THE_END = len(SOLUTION) - 5

PICTURES = {
    "start": Example(),
    "jump": Example(("c1-a1",)),
    "solved": Example(SOLUTION),
}

FIRST_GAME = Lesson(
    Example(SOLUTION[:BEFORE_THE_END]),
    (
        Step(
            {
                "de": "Am Anfang liegen 32 Steine, nur die Ecken sind leer. Du räumst ab, indem du springst. Hier "
                "sind 26 Sprünge schon gemacht und noch sechs Steine da. Die letzten fünf Sprünge machst du.",
                "en": "At first there are 32 stones, and only the corners are empty. You take stones away by "
                "jumping. Here 26 jumps are made and six stones are left. The last five jumps are yours.",
            }
        ),
        Step(
            {
                "de": "Ein Stein springt gerade über einen Stein direkt daneben auf das leere Feld dahinter. Der "
                "übersprungene kommt weg. Spring von b1 nach b3.",
                "en": "A stone jumps straight over a stone right next to it, onto the empty cell behind. The one "
                "jumped over is taken away. Jump from b1 to b3.",
            },
            "b1-b3",
        ),
        Step(
            {
                "de": "Der Stein auf b2 ist weg. Jetzt der Stein in der Ecke: von f6 über e6 nach d6.",
                "en": "The stone on b2 is gone. Now the stone in the corner: from f6 over e6 to d6.",
            },
            "f6-d6",
        ),
        Step(
            {
                "de": "Derselbe Stein kann gleich weiter. Solange ein Stein hintereinander springt, zählt alles "
                "zusammen als ein Zug. Spring von d6 nach b6.",
                "en": "The same stone can go on at once. As long as one stone keeps jumping, all of it counts as "
                "one move. Jump from d6 to b6.",
            },
            "d6-b6",
        ),
        Step({"de": "Und weiter nach unten: von b6 nach b4.", "en": "And on downwards: from b6 to b4."}, "b6-b4"),
        Step({"de": "Ein Sprung noch: von b4 nach b2!", "en": "One more jump: from b4 to b2!"}, "b4-b2"),
        Step(
            {
                "de": "Gelöst: Ein einziger Stein ist übrig. Vom Anfang an ist das eine harte Nuss. Schau, dass "
                "kein Stein allein am Rand zurückbleibt, und nimm Sprünge zurück, wenn es nicht aufgeht.",
                "en": "Solved: a single stone is left. From the start on it is a hard nut. See that no stone stays "
                "behind alone at the edge, and take jumps back when it does not work out.",
            }
        ),
    ),
)
