"""Pictures for the rules, and the first game: the last stones are put, then one wanders."""

from spielkiste.core.lesson import Example, Lesson, Step

PLACED = """
    0,0 0,1 1,0 -1,1 -1,2 0,-1 1,-1 0,2 -1,-1 1,2 2,-1 -1,0 -2,0 0,-2 -1,-2
    1,1 -2,1 2,0 2,1 1,-2 0,3 -2,-1 2,-2 2,-3 1,3 3,1 -1,3 0,-3 1,-3 3,-1
"""
PUT = tuple(f"put {cell}" for cell in PLACED.split())
ALL_PUT = (*PUT, "put 2,3", "put 3,3")

PICTURES = {
    "placing": Example(PUT[:6]),
    "before": Example(ALL_PUT),
    "lifted": Example((*ALL_PUT, "lift 2,1")),
    "five": Example((*ALL_PUT, "lift 2,1", "put -2,3")),
}

FIRST_GAME = Lesson(
    Example(PUT),
    (
        Step(
            {
                "de": "Du spielst mit den hellen Steinen. Fünf davon in einer geraden Reihe gewinnen: waagerecht, "
                "senkrecht oder schräg. Abwechselnd legt ihr Steine an ein Feld, das in alle Richtungen wächst. 30 "
                "von 32 liegen schon.",
                "en": "You have the light stones. Five of them in a straight line win: across, upwards or "
                "diagonally. You take turns to add stones to a field that grows in every direction. 30 of 32 are "
                "down already.",
            }
        ),
        Step(
            {
                "de": "Ein Stein kommt auf ein Kästchen, das mit einer Seite an irgendeinen Stein stößt. In der "
                "obersten Reihe hast du drei. Leg deinen letzten Stein auf 2,3, dann sind es vier.",
                "en": "A stone goes to a cell that shares a side with any stone. In the top row you have three. Put "
                "your last stone on 2,3, which makes four.",
            },
            "put 2,3",
            ("put 3,3",),
        ),
        Step(
            {
                "de": "Auf 3,3 hält der andere dagegen. Jetzt liegen alle 32 Steine, und das Wandern beginnt: Du "
                "hebst einen eigenen Stein mit einer freien Seite und setzt ihn woanders an.",
                "en": "The other player blocks on 3,3. All 32 stones are down now, and they begin to move: you lift "
                "a stone of yours that has a free side, and put it elsewhere.",
            }
        ),
        Step(
            {
                "de": "Beim Heben darf das Feld zerfallen. Der dunkle Stein auf 3,1 hängt nur an deinem auf 2,1, "
                "denn Ecken zählen nicht. Heb 2,1 und schau, was geschieht.",
                "en": "Lifting may break the field. The dark stone on 3,1 hangs on yours at 2,1 alone, for corners "
                "do not count. Lift 2,1 and see what happens.",
            },
            "lift 2,1",
        ),
        Step(
            {
                "de": "Abgetrennt: Der Stein auf 3,1 ist aus dem Spiel. Deinen hast du noch in der Hand. Setz ihn "
                "auf -2,3 ans andere Ende deiner Reihe.",
                "en": "Cut off: the stone on 3,1 has left the game. Yours is still in your hand. Put it on -2,3, at "
                "the other end of your row.",
            },
            "put -2,3",
        ),
        Step(
            {
                "de": "Fünf in einer Reihe, gewonnen! Denk daran: Es bleibt immer der größte Teil. Sind zwei gleich "
                "groß, sagst du, welcher bleibt, indem du einen Stein daraus antippst.",
                "en": "Five in a line, you win! Remember: the largest part always stays. If two are equally large, "
                "you say which one stays by touching a stone of it.",
            }
        ),
    ),
)
