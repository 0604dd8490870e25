"""Pictures for the rules, and the first game."""

from spielkiste.core.lesson import Example, Lesson, Played, Step


def shown(*values: int) -> tuple[Played, ...]:
    """What the seats show, from seat 0 on."""
    return tuple((seat, f"show {value}") for seat, value in enumerate(values))


PICTURES = {
    "choosing": Example(((1, "show 2"),), {"players": 3}, seat=0),
    "cancelled": Example(shown(4, 4, 3), {"players": 3}, seat=2),
    "thief": Example(shown(0, 4, 3, 1), {"players": 4}, seat=0),
    "stolen": Example((*shown(0, 4, 3, 1), (0, "steal 1")), {"players": 4}, seat=0),
}

FIRST_GAME = Lesson(
    Example(options={"players": 3}),
    (
        Step(
            {
                "de": "Unten liegt deine Hand: jeder Wert von 1 bis 4 zweimal, dazu die leere Hand. Alle wählen "
                "heimlich, was sie zeigen. Der höchste Stein gewinnt, also versuch es mit einer 4: Tippe "
                "darauf.",
                "en": "Your hand lies at the bottom: each value from 1 to 4 twice, and the empty hand. All choose in "
                "secret what to show. The highest stone wins, so try a 4: touch it.",
            },
            "show 4",
            ((1, "show 4"), (2, "show 3")),
        ),
        Step(
            {
                "de": "Pech: Noch jemand zeigt eine 4, und gleiche Steine heben sich auf. So gewinnt die 3, denn sie "
                "liegt allein. Sie wird Beute; die beiden Vieren sind aus dem Spiel.",
                "en": "Bad luck: somebody else shows a 4 as well, and equal stones cancel. So the 3 wins, since it is "
                "alone. It becomes booty; both fours are out of the game.",
            },
        ),
        Step(
            {
                "de": "Kleine Steine gewinnen, wenn sich die großen aufheben. Bei jedem siehst du, was er noch auf "
                "der Hand hat. Wag es und zeig eine 1.",
                "en": "Small stones win when the big ones cancel. You can see what each player still holds. Dare to "
                "show a 1.",
            },
            "show 1",
            ((1, "show 3"), (2, "show 3")),
        ),
        Step(
            {
                "de": "Die Dreien heben sich auf, deine 1 ist Beute! Nun zur leeren Hand: Die hast du nur einmal. "
                "Tippe sie an.",
                "en": "The threes cancel and your 1 is booty! Now the empty hand, which you have only once: touch it.",
            },
            "show 0",
            ((1, "show 4"), (2, "show 2")),
        ),
        Step(
            {
                "de": "Nur du zeigst die leere Hand, also bist du der Dieb und nimmst dir einen der gezeigten Steine. "
                "Tippe auf die 4.",
                "en": "Only you show the empty hand, so you are the thief and take one of the stones shown. Touch the "
                "4.",
            },
            "steal 1",
        ),
        Step(
            {
                "de": "Die 4 ist deine Beute. Unter den übrigen Steinen wird wie immer gesucht: Die 2 liegt allein "
                "und gewinnt auch. Hätten zwei die leere Hand gezeigt, wäre sie wirkungslos gewesen.",
                "en": "The 4 is your booty. Among the other stones a winner is found as usual: the 2 is alone and "
                "wins too. Had two players shown the empty hand, it would have had no effect.",
            },
        ),
        Step(
            {
                "de": "Weiter geht es, bis alle Steine gezeigt sind. Dann gewinnen die meisten Beutesteine; sind es "
                "gleich viele, zählt die Summe ihrer Werte. Zeig zum Schluss noch eine 2.",
                "en": "It goes on until all stones have been shown. Then most booty stones win; if equal, the sum of "
                "their values counts. Show a 2 to finish.",
            },
            "show 2",
            ((1, "show 1"), (2, "show 1")),
        ),
    ),
)
