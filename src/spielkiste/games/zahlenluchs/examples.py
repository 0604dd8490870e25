"""Pictures for the rules, and the first game."""

from spielkiste.core.lesson import Example, Lesson, Step

SEED = 1  # the same cards in the pictures for two and in the first game
LINE = ("b1-c2", "c5-b5", "b2-c3", "d5-c4", "c3-d4", "c4-b4", "d4-e5")

PICTURES = {
    "start": Example(seed=SEED),
    "exact": Example(LINE[:4], seed=SEED),
    "four": Example(options={"players": 4}, seed=SEED),
    "classic": Example(options={"classic": True}, seed=5),
}

FIRST_GAME = Lesson(
    Example(seed=SEED),
    (
        Step(
            {
                "de": "Du hast die hellen Steine, unten links. Ihre Ringe liegen auf Karten, und jeder Stein zählt "
                "so viel wie die Karte unter ihm. Dein Ziel ist die Ecke gegenüber, e5: Am Rand daneben siehst du "
                "dein Zeichen.",
                "en": "The light stones at the bottom left are yours. Their rings lie on cards, and each stone "
                "counts as much as the card below it. Your goal is the corner opposite, e5: your sign is on the rim "
                "beside it.",
            }
        ),
        Step(
            {
                "de": "Für dich wurde die 14 gezogen. Auf einer 14 steht keiner deiner Steine, also läuft der auf "
                "der nächstniedrigeren oder der nächsthöheren Zahl: 13 oder 31, beide sind markiert. Ein Schritt "
                "geht nach oben, nach rechts oder schräg dazwischen. Zieh von b1 nach c2.",
                "en": "A 14 was drawn for you. None of your stones stands on a 14, so the one on the next lower or "
                "the next higher number runs: 13 or 31, both are marked. A step goes up, right, or diagonally in "
                "between. Move from b1 to c2.",
            },
            "b1-c2",
            ("c5-b5",),
        ),
        Step(
            {
                "de": "Der andere ist von c5 nach b5 gelaufen. Deine nächste Zahl ist die 40: 37 oder 42. Schräg "
                "kommst du am schnellsten voran. Zieh von b2 nach c3.",
                "en": "The other player went from c5 to b5. Your next number is 40: that is 37 or 42. Diagonally "
                "you get on fastest. Move from b2 to c3.",
            },
            "b2-c3",
            ("d5-c4",),
        ),
        Step(
            {
                "de": "Die 44, und auf der 44 steht dein Stein: Dann muss er laufen, kein anderer. Auf d4 steht ein "
                "dunkler Stein. Wer auf einen Stein zieht, schlägt ihn, auch einen eigenen. Zieh von c3 nach d4.",
                "en": "A 44, and your stone stands on 44: then it must run and no other. There is a dark stone on "
                "d4. Who moves onto a stone captures it, even an own one. Move from c3 to d4.",
            },
            "c3-d4",
            ("c4-b4",),
        ),
        Step(
            {
                "de": "Von e5 aus hätte der andere dich schlagen können und hat es übersehen. Nun die 30: Dein "
                "Stein auf der 16 darf laufen. Von d4 nach e5, ins Ziel!",
                "en": "From e5 the other player could have captured you and overlooked it. Now a 30: your stone on "
                "16 may run. From d4 to e5, into the goal!",
            },
            "d4-e5",
        ),
        Step(
            {
                "de": "Gewonnen! Du gewinnst auch, wenn du alle Steine des anderen schlägst. Ein guter Läufer steht "
                "auf einer Zahl, die oft gezogen wird: am besten weit weg von deinen anderen Zahlen.",
                "en": "You win! You also win by capturing all stones of the other player. A good runner stands on a "
                "number that is called often: best of all far from your other numbers.",
            }
        ),
    ),
)
