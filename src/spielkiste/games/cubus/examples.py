"""Pictures for the rules, and the first game."""

from spielkiste.core.lesson import Example, Lesson, Step

FLOOR = "0,1=1 0,2=1 1,0=1 1,1=1 1,2=1 2,0=1 2,1=1 2,2=1"  # of three by three, without the corner at the back
OPENING = ("draw R", "draw L", "draw T")  # everybody's first tile, and the first turn

PICTURES = {
    "stack": Example(options={"mode": "dismantle", "stack": "0,0=3 0,1=2 0,2=1 1,0=2o 1,1=1 2,0=1"}),
    "knock": Example((*OPENING, "build 0,0=1 1,0=1", "draw R", "pass"), seat=0),
    "before": Example(options={"mode": "dismantle", "stack": f"0,0=3 {FLOOR}"}),
    "after": Example(options={"mode": "dismantle", "stack": f"0,0=2 {FLOOR.replace('=1', '=2')}"}),
}

FIRST_GAME = Lesson(
    Example(OPENING),
    (
        Step(
            {
                "de": "Auf dem Tisch liegt eine Kiste. Sie besteht aus drei Plättchen: einer linken Seite, einer "
                "rechten Seite und einem Deckel. Vor dir liegen eine rechte Seite und ein Deckel.",
                "en": "One box lies on the table. It is made of three tiles: a left side, a right side and a lid. "
                "In front of you lie a right side and a lid.",
            },
        ),
        Step(
            {
                "de": "Stell links vorn eine zweite Kiste dazu: „Bauen“, dann den Platz antippen. Beide zusammen "
                "zeigen eine linke Seite, zwei rechte und zwei Deckel. Du gibst deine zwei Plättchen aus und "
                "bekommst 3 − 2 = 1 Punkt.",
                "en": "Put a second box at the front left: “Build”, then touch the place. Together they show one "
                "left side, two right sides and two lids. You spend your two tiles and get 3 − 2 = 1 point.",
            },
            "build 0,0=1 1,0=1",
            ("draw R", (1, "pass")),
        ),
        Step(
            {
                "de": "Die andere Person hat eine linke und eine rechte Seite und sieht keinen Bau. Du schon? Dann "
                "klopfe!",
                "en": "The other player has a left and a right side and sees no build. You do? Then knock!",
            },
            "knock",
        ),
        Step(
            {
                "de": "Jetzt baust du mit fremden Plättchen und bekommst die Punkte. Stell eine Kiste auf die "
                "hintere: Ein Deckel war schon da, es kostet nur die zwei Seiten.",
                "en": "Now you build with tiles that are not yours, and you get the points. Put a box on the one at "
                "the back: the lid is there already, it costs only the two sides.",
            },
            "build 0,0=2 1,0=1",
            ("draw R",),
        ),
        Step(
            {
                "de": "Du bist dran und hast eine rechte Seite gezogen. Stell eine Kiste auf die vordere: Ihre "
                "linke Seite und ihr Deckel liegen schon da, nur die rechte kommt dazu. Das bringt 3 − 1 = 2 Punkte.",
                "en": "It is your turn, and you drew a right side. Put a box on the one in front: its left side and "
                "its lid lie there already, only a right side is new. That brings 3 − 1 = 2 points.",
            },
            "build 0,0=2 1,0=2",
            ("draw O", (1, "pass")),
        ),
        Step(
            {
                "de": "Wieder gepasst, diesmal mit einem offenen Deckel. Damit allein kann niemand bauen, und wer "
                "umsonst klopft, schenkt allen anderen 2 Punkte. Bleib still.",
                "en": "Another pass, this time with an open lid. Nobody can build with that alone, and whoever "
                "knocks in vain gives all others 2 points. Stay quiet.",
            },
            "quiet",
            ("draw L",),
        ),
        Step(
            {
                "de": "So geht es weiter, bis der Vorrat leer ist und niemand mehr bauen kann. Große Bauten bringen "
                "am meisten: Schau, ob eine ganze Schicht unter den Stapel passt.",
                "en": "So it goes on until the pile is empty and nobody can build any more. Big builds bring most: "
                "see whether a whole layer fits under the stack.",
            },
        ),
    ),
)
