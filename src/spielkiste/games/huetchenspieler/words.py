"""What the picture says, in the viewer's language."""

from collections.abc import Sequence
from typing import NamedTuple

from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.svg import cut

from .rules import ASK, LAY, LOOK, ROUNDS, SLIDE, SLIDES, TAKE, covered, seeker, slider


def is_over(s: Record) -> bool:
    return bool(s.hiding == ROUNDS * s.players)


def is_hidden(s: Record, place: int) -> bool:
    return covered(s) and not s.uncovered[place]


def acting(s: Record) -> int:
    """Who acts; -1 at the end."""
    if is_over(s):
        return -1
    return seeker(s) if s.phase == TAKE else slider(s)


def called(symbol: int, look: Look) -> str:
    return (
        look.say("unbekannt", "unknown"),
        look.say("Punkt", "dot"),
        look.say("Strich", "line"),
        look.say("Dreieck", "triangle"),
        look.say("Quadrat", "square"),
    )[symbol]


def where_is(symbol: int, look: Look) -> str:
    """The question for a symbol."""
    return (
        "",
        look.say("Wo liegt der Punkt?", "Where is the dot?"),
        look.say("Wo liegt der Strich?", "Where is the line?"),
        look.say("Wo liegt das Dreieck?", "Where is the triangle?"),
        look.say("Wo liegt das Quadrat?", "Where is the square?"),
    )[symbol]


def sought(symbol: int, look: Look) -> str:
    """A symbol that somebody seeks."""
    return (
        "",
        look.say("den Punkt", "the dot"),
        look.say("den Strich", "the line"),
        look.say("das Dreieck", "the triangle"),
        look.say("das Quadrat", "the square"),
    )[symbol]


def stage(s: Record, look: Look) -> str:
    """What is to be done now, said to the player who has to do it or about them."""
    if is_over(s):
        return outcome(s, look)
    if s.phase == LOOK:
        return look.say("Merk dir die Reihe!", "Remember the row!")
    return order_to_act(s, look) if acting(s) == look.seat else report(s, look)


def order_to_act(s: Record, look: Look) -> str:
    if s.phase == LAY:
        return look.say("Leg aus: tippe die Zeichen der Reihe nach an", "Lay: touch the symbols from left to right")
    if s.phase == SLIDE:
        return look.say(f"Verschiebe einen Stein, noch {s.slides}-mal", f"Slide a stone, {s.slides} to go")
    if s.phase == ASK:
        return look.say("Frag nach einem Zeichen", "Ask for a symbol")
    return where_is(s.asked, look)


def report(s: Record, look: Look) -> str:
    name = cut(look.name(acting(s)), 166, 13)
    if s.phase == LAY:
        return look.say(f"{name} legt vier Steine aus", f"{name} lays four stones")
    if s.phase == SLIDE:
        return look.say(f"{name} schiebt, noch {s.slides}-mal", f"{name} slides, {s.slides} to go")
    if s.phase == ASK:
        return look.say(f"{name} fragt nach einem Zeichen", f"{name} asks for a symbol")
    symbol = sought(s.asked, look)
    return look.say(f"{name} sucht {symbol}", f"{name} seeks {symbol}")


def outcome(s: Record, look: Look) -> str:
    best = max(s.won[: s.players])
    winners = [cut(look.name(player), 116, 13) for player in range(s.players) if s.won[player] == best]
    if len(winners) == 1:
        return look.say(f"{winners[0]} gewinnt", f"{winners[0]} wins")
    if len(winners) == s.players:
        return look.say("Alle teilen sich den Sieg", "Everybody shares the win")
    names = listed(winners, look)
    return look.say(f"{names} gewinnen", f"{names} win")


def listed(names: Sequence[str], look: Look) -> str:
    """Several players: A, B and C."""
    first, last = ", ".join(names[:-1]), names[-1]
    return look.say(f"{first} und {last}", f"{first} and {last}")


class PlaceShown(NamedTuple):
    """What lies on a place."""

    hidden: bool
    last: bool  # whether it lay there in the last hiding
    symbol: int  # 0: nothing, or nothing one may know
    taker: int  # who got it, or -1


def places_shown(s: Record) -> list[PlaceShown]:
    if s.phase == LAY:
        return [PlaceShown(False, True, symbol, taker - 1) for symbol, taker in zip(s.last_row, s.taker, strict=True)]
    below = covered(s)
    return [
        PlaceShown(below and not open, False, symbol, taker - 1)
        for open, symbol, taker in zip(s.uncovered, s.row, s.taker, strict=True)
    ]


def contents(place: int, shown: PlaceShown, look: Look) -> str:
    """The same in words."""
    at = look.say(f"Platz {place + 1}", f"place {place + 1}")
    if shown.hidden:
        return at + look.say(": verdeckter Stein", ": a covered stone")
    if shown.last and not shown.symbol:
        return at + look.say(": leer", ": empty")
    before = look.say("zuletzt", "last time") + " " if shown.last else ""
    return f"{at}: {before}{called(shown.symbol, look)}{went_to(shown.taker, look)}"


def went_to(taker: int, look: Look) -> str:
    if taker < 0:
        return ""
    name = look.name(taker)
    return look.say(f", ging an {name}", f", went to {name}")


def count_of_hidings(players: int, hiding: int, look: Look) -> str:
    hidings, name = ROUNDS * players, look.name(hiding % players)
    if hiding == hidings:
        return look.say(f"alle {hidings} Durchgänge gespielt", f"all {hidings} hidings played")
    slides = SLIDES[hiding // players]
    return look.say(
        f"Durchgang {hiding + 1} von {hidings}: {name} schiebt {slides}-mal",
        f"hiding {hiding + 1} of {hidings}: {name} slides {slides} times",
    )


def counted(stones: int, look: Look) -> str:
    return look.say("1 Stein", "1 stone") if stones == 1 else look.say(f"{stones} Steine", f"{stones} stones")


def standing(player: int, stones: int, acts: bool, slides: bool, look: Look) -> str:
    said = [f"{look.name(player)}: {counted(stones, look)}"]
    if slides:
        said.append(look.say("Schieber", "slider"))
    if acts:
        said.append(look.say("am Zug", "to act"))
    return ", ".join(said)
