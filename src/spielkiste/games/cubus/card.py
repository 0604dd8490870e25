"""Identity card."""

from typing import Any

from spielkiste.core.card import Card, Option, Options, Sequel
from spielkiste.core.svg import seat_stones


def stacked(*rows: str) -> str:
    """A stack from the heights of its columns, row by row from the back."""
    return " ".join(f"{x},{y}={height}" for x, row in enumerate(rows) for y, height in enumerate(row))


CUBE = stacked("333", "333", "333")
STACKS = {
    CUBE: {"de": "ein Würfel", "en": "a cube"},
    stacked("333", "222", "111"): {"de": "eine Treppe", "en": "a staircase"},
    stacked("4321", "321", "21", "1"): {"de": "ein Berg", "en": "a mountain"},
    stacked("44", "44"): {"de": "ein Turm", "en": "a tower"},
    stacked("3333", "1111"): {"de": "eine Mauer mit Bank", "en": "a wall with a bench"},
}
BUILDING_ONLY = {"de": "nur beim Aufbauen", "en": "only in the building game"}


def building(options: Options) -> bool:
    return bool(options["mode"] == "build")


def dismantling(options: Options) -> bool:
    return bool(options["mode"] == "dismantle")


def drawable_stack(value: Any) -> str:
    """A stack for the dismantling game, normalised."""
    from .notation import spell, stack_for_dismantling  # only here: a card is read without the rules

    if not isinstance(value, str):
        raise ValueError('must be a text like "0,0=3 0,1=2o"')
    return spell(stack_for_dismantling(value))


def seconds(record: Any, options: Options) -> float:
    """How long the running clock lasts: to knock, and to build after a knock."""
    from .rules import WINDOW  # only here: a card is read without the rules

    return 15 if record.phase == WINDOW else 60


def dismantling_the_stack(record: Any, options: Options) -> Sequel | None:
    """The sheet: dismantling begins with the finished stack."""
    from .notation import spell  # only here: a card is read without the rules

    if not building(options):
        return None
    stack = {"mode": "dismantle", "stack": spell(record.stack), "players": options["players"]}
    return Sequel(stack, {"de": "Jetzt abbauen", "en": "Now take it apart"})


CARD = Card(
    slug="cubus",
    title={"de": "Cubus", "en": "Cubus"},
    blurb={
        "de": "Aus Rauten entsteht ein Kistenstapel: Baue ihn um, bis mehr Kisten darin sind, "
        "und klopfe, wenn jemand etwas übersieht.",
        "en": "Rhombus tiles show a stack of boxes: rebuild it so that it holds more of them, "
        "and knock when somebody overlooks a build.",
    },
    players=range(2, 7),
    minutes=(20, 45),
    age=8,
    kinds=("chance", "simultaneous", "real time", "hidden"),
    reasons={
        "exhausted": {"de": "niemand kann mehr bauen", "en": "nobody can build any more"},
        "round": {"de": "eine Runde ohne Bau", "en": "a round without a build"},
        "leftovers": {"de": "der letzte Bau mit allen Resten", "en": "the last build with all leftovers"},
        "dismantled": {"de": "der Stapel ist abgebaut", "en": "the stack is gone"},
    },
    credits={
        "de": "Die Anleitung ist mit R. W. gezeichnet; nach unseren Recherchen ist das Reinhold Wittig. Danke für "
        "ein Spiel, das aus drei Rauten eine Kiste macht.",
        "en": "The sheet is signed R. W.; by our research that is Reinhold Wittig. Thank you for a game that makes a "
        "box of three rhombuses.",
    },
    options=(
        Option("players", 2, range(2, 7), {"de": "Mitspieler", "en": "players"}),
        Option(
            "mode",
            "build",
            ("build", "dismantle"),
            {"de": "Aufbauen oder Abbauen", "en": "building or dismantling"},
            named={
                "build": {"de": "Aufbauen", "en": "building"},
                "dismantle": {"de": "Abbauen", "en": "dismantling"},
            },
        ),
        Option(
            "young",
            False,
            (False, True),
            {
                "de": "für Jüngere: ohne offene Deckel, jede Kiste ein Punkt",
                "en": "for the young: no open lids, a point a box",
            },
            building,
            BUILDING_ONLY,
        ),
        Option(
            "leftovers",
            "none",
            ("none", "lowest", "best"),
            {"de": "letzter Bau mit allen Resten", "en": "a last build with all leftovers"},
            building,
            BUILDING_ONLY,
            {
                "none": {"de": "keiner", "en": "none"},
                "lowest": {"de": "wer die wenigsten Punkte hat", "en": "whoever has the fewest points"},
                "best": {"de": "das beste Gebot", "en": "the best offer"},
            },
        ),
        Option(
            "stack",
            CUBE,
            drawable_stack,
            {"de": "der Stapel, der abgebaut wird", "en": "the stack to dismantle"},
            dismantling,
            {"de": "nur beim Abbauen", "en": "only in the dismantling game (mode='dismantle')"},
            STACKS,
        ),
    ),
    clock=seconds,
    sequel=dismantling_the_stack,
    colours=seat_stones,
    samples=(
        {},
        {"players": 3, "young": True},
        {"players": 6, "leftovers": "lowest"},
        {"players": 3, "leftovers": "best"},
        {"players": 3, "mode": "dismantle"},
        {"mode": "dismantle", "stack": "0,1=4o 0,2=2 1,0=2 1,1=2o 1,2=1 2,0=2o 2,1=1o"},
    ),
)
