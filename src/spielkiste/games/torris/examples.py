"""Pictures for the rules, and the first game."""

from spielkiste.core.lesson import Example, Lesson, Step

SEED = 3  # the same deal in all of them
LINE = ("h1w", "h4w", "b1e", "c1e", "e4e", "f2s", "g1w")
WHOLE_GAME = "a4e f2s g2w f3s a2e c3e d3w e1n c4s f2s h1n a1e g4w b4e f2w d3w b1e b2e g1w d4s"

PICTURES = {
    "start": Example(seed=SEED),
    "before": Example(LINE[:2], seed=SEED),
    "after": Example(LINE[:3], seed=SEED),
    "end": Example(tuple(WHOLE_GAME.split()), seed=SEED),
}

FIRST_GAME = Lesson(
    Example(seed=SEED),
    (
        Step(
            {
                "de": "Du spielst Weiß, die hellen Steine. Jeder Stein trägt ein Symbol: Punkt 1, Strich 2, Dreieck "
                "3, Quadrat 4. Am Ende gehört jeder Turm dem, dessen Stein oben liegt, und zählt so viel, wie er "
                "hoch ist. Noch ist jeder Stein ein Turm der Höhe 1, es steht 16:16.",
                "en": "You are White, the light stones. Each stone has a symbol: dot 1, line 2, triangle 3, square "
                "4. In the end a tower belongs to whoever has the stone on top, and counts as much as it is high. "
                "So far every stone is a tower of height 1, and the score is 16:16.",
            }
        ),
        Step(
            {
                "de": "Ein Stein zieht gerade auf einen anderen Turm. Der Punkt auf h1 zählt 1: Er landet auf dem "
                "nächsten besetzten Feld. Zieh ihn von h1 nach g1.",
                "en": "A stone moves straight onto another tower. The dot on h1 counts 1: it lands on the next "
                "occupied cell. Move it from h1 to g1.",
            },
            "h1w",
            ("h4w",),
        ),
        Step(
            {
                "de": "Auf g1 liegt jetzt dein Turm der Höhe 2. Schwarz hat dasselbe auf g4 gemacht. Nun das "
                "Dreieck auf b1: Es zählt 3 und landet auf dem dritten besetzten Feld, e1. Achte auf a1: Das Feld "
                "b1 wird leer, und der Stein direkt dahinter rückt auf.",
                "en": "On g1 there is a tower of yours now, of height 2. Black did the same on g4. Now the triangle "
                "on b1: it counts 3 and lands on the third occupied cell, e1. Watch a1: cell b1 becomes empty, and "
                "the stone right behind it closes up.",
            },
            "b1e",
            ("c1e",),
        ),
        Step(
            {
                "de": "Fremde Türme kannst du dir holen. Auf g4 liegt ein Turm von Schwarz. Dein Strich auf e4 "
                "zählt 2: Zieh ihn von e4 nach g4, dann gehören dir alle drei Steine.",
                "en": "Towers of the other colour can be won. On g4 there is one of Black's. Your line on e4 counts "
                "2: move it from e4 to g4, and all three stones are yours.",
            },
            "e4e",
            ("f2s",),
        ),
        Step(
            {
                "de": "Es geht immer aufwärts: Von einem Turm der Höhe 2 darf dein Stein nur auf einen, der "
                "mindestens 2 hoch ist. Auf f1 sind es schon 3. Zieh den Punkt von g1 nach f1. Diesmal rückt nichts "
                "auf, denn auf g1 bleibt ein Stein liegen.",
                "en": "It always goes upwards: from a tower of height 2 your stone may only go onto one at least 2 "
                "high. On f1 there are 3 already. Move the dot from g1 to f1. This time nothing closes up, for a "
                "stone remains on g1.",
            },
            "g1w",
        ),
        Step(
            {
                "de": "Dein Turm auf f1 zählt 4, es steht 20:12. So geht es weiter, bis keiner mehr ziehen kann. "
                "Wer blockiert ist, wartet. Halte eine Weile auf einen Turm, um zu sehen, was in ihm steckt. Viel "
                "Spaß!",
                "en": "Your tower on f1 counts 4, and the score is 20:12. So it goes on until nobody can move. Who "
                "is blocked waits. Hold on a tower for a while to see what is inside. Have fun!",
            }
        ),
    ),
)
