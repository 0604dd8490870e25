"""Pictures for the rules, and the first game."""

from spielkiste.core.lesson import Example, Lesson, Played, Step

SLID: tuple[Played, ...] = ("lay 1234", (0, "cover"), "slide 1 4", "slide 4 2", "slide 3 4")

PICTURES = {
    "open": Example(("lay 1234",), seat=1),
    "covered": Example(SLID[:3], seat=0),
    "question": Example((*SLID, "ask 3", "take 4", "ask 2"), seat=1),
    "missed": Example((*SLID, "ask 3", "take 4", "ask 2", "take 2", "ask 2", "take 1"), seat=1),
}

FIRST_GAME = Lesson(
    Example(("lay 1234",)),
    (
        Step(
            {
                "de": "Der andere ist Schieber und hat vier Steine ausgelegt: Punkt, Strich, Dreieck, Quadrat. Du "
                "suchst. Merk dir die Reihe, gleich wird zugedeckt!",
                "en": "The other player is the slider and has laid four stones: dot, line, triangle, square. You are "
                "the seeker. Remember the row, it will be covered in a moment!",
            },
            replies=((0, "cover"), "slide 1 4"),
        ),
        Step(
            {
                "de": "Der Stein vom linken Ende, der Punkt, steht jetzt ganz rechts; die anderen sind nachgerückt. "
                "Also liegt da: Strich, Dreieck, Quadrat, Punkt. Schau gut hin, es folgen noch zwei Schübe.",
                "en": "The stone from the left end, the dot, now stands at the right end; the others closed up. So "
                "the row is line, triangle, square, dot. Watch closely, two more slides follow.",
            },
            replies=("slide 4 2", "slide 3 4", "ask 3"),
        ),
        Step(
            {
                "de": "Der Punkt ging zurück auf Platz 2, dann tauschten die beiden rechten. Nun fragt der Schieber "
                "nach dem Dreieck. Es liegt ganz rechts: Tippe auf Platz 4.",
                "en": "The dot went back to place 2, then the two on the right changed places. Now the slider asks "
                "for the triangle. It lies at the right end: touch place 4.",
            },
            "take 4",
            ("ask 4",),
        ),
        Step(
            {
                "de": "Richtig, das Dreieck gehört dir! Als Nächstes ist das Quadrat gesucht. Tippe einmal "
                "absichtlich daneben, auf Platz 2.",
                "en": "Right, the triangle is yours! Next the square is wanted. Miss it on purpose: touch place 2.",
            },
            "take 2",
            ("ask 4",),
        ),
        Step(
            {
                "de": "Das war der Punkt, ihn bekommt der Schieber. Er fragt noch einmal nach dem Quadrat. Die dritte "
                "Frage zählt doppelt: Wer sie gewinnt, bekommt auch den letzten Stein. Tippe auf Platz 3.",
                "en": "That was the dot, the slider gets it. The square is asked for again. The third question counts "
                "double: whoever wins it gets the last stone too. Touch place 3.",
            },
            "take 3",
        ),
        Step(
            {
                "de": "Drei Steine für dich, einer für den Schieber. Jetzt bist du Schieber. Leg aus, indem du die "
                "Zeichen von links nach rechts antippst: Dreieck, Punkt, Quadrat, Strich.",
                "en": "Three stones for you, one for the slider. Now you are the slider. Lay by touching the symbols "
                "from left to right: triangle, dot, square, line.",
            },
            "lay 3142",
        ),
        Step(
            {
                "de": "Alle prägen sich die Reihe ein, auch du: Nach dem Zudecken siehst auch du die Zeichen nicht "
                "mehr. Drück auf „Zudecken“.",
                "en": "Everybody remembers the row, and so should you: once covered you do not see the symbols "
                "either. Press “Cover”.",
            },
            "cover",
        ),
        Step(
            {
                "de": "Nun verwirrst du die anderen. Tippe erst auf den Stein auf Platz 1, dann auf Platz 3, wo er "
                "stehen soll.",
                "en": "Now confuse the others. Touch the stone on place 1, then place 3, where it shall stand.",
            },
            "slide 1 3",
        ),
        Step(
            {
                "de": "So geht es noch zweimal, dann fragst du. Wenn alle zweimal Schieber waren, gewinnt, wer die "
                "meisten Steine hat. In der zweiten Runde wird viermal geschoben.",
                "en": "Two more slides like this, then you ask. When everybody has been the slider twice, most stones "
                "win. In the second round there are four slides.",
            },
        ),
    ),
    seat=1,
)
