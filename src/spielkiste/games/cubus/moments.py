"""What there is to see in Cubus: a stack rebuilt, box by box, and what became of a knock."""

from collections.abc import Sequence

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .plurals import boxes_spoken, points_spoken
from .rules import KNOCKED, PENALTY, TAKE
from .stack import boxes, height_of, x_of, y_of

REACH = 2  # steps by which a build may move the corner that columns are counted from
Heights = dict[tuple[int, int], int]  # of columns by their place


def moment(before: Record, after: Record, moves: Sequence[tuple[int, str]], look: Look) -> str:
    """A build and what it was worth, a knocker's proof, or that there was none; taking, passing and asking go on."""
    if before.phase == TAKE:
        return ""
    if boxes(after.stack) > boxes(before.stack):
        return rebuilt(before, after, look)
    if before.phase == KNOCKED:
        name = look.name(before.knocker)
        return look.say(
            f"{name} kann den Bau nicht zeigen: {PENALTY} Punkte für alle anderen.",
            f"{name} cannot show the build: {PENALTY} points for everybody else.",
        )
    return knocked(after, look) if after.phase == KNOCKED else ""


def knocked(after: Record, look: Look) -> str:
    name, other = look.name(after.knocker), look.name(after.turn)
    return look.say(
        f"{name} klopft: {other} soll einen Bau übersehen haben. {name} muss ihn zeigen.",
        f"{name} knocks: {other} is said to have overlooked a build. {name} must show it.",
    )


def rebuilt(before: Record, after: Record, look: Look) -> str:
    """Whose build it was, where boxes came and went, and its points."""
    builder = next(seat for seat in range(before.players) if after.points[seat] > before.points[seat])
    name, points = look.name(builder), points_spoken(after.points[builder] - before.points[builder], look)
    new, where = boxes_spoken(boxes(after.stack), look), box_by_box(before, after, look)
    if before.phase == KNOCKED:
        return look.say(
            f"{name} beweist es: {new} statt {boxes(before.stack)}, {points}. {where}",
            f"{name} proves it: {new} instead of {boxes(before.stack)}, {points}. {where}",
        )
    return look.say(
        f"{name} baut um: {new} statt {boxes(before.stack)}, {points}. {where}",
        f"{name} rebuilds: {new} instead of {boxes(before.stack)}, {points}. {where}",
    )


def box_by_box(before: Record, after: Record, look: Look) -> str:
    """How many boxes stand where none stood, how many on columns that were there, how many were taken down."""
    now = heights(after)
    old = as_it_lay(heights(before), now)
    beside = sum(height for place, height in now.items() if place not in old)
    onto = sum(max(0, height - old[place]) for place, height in now.items() if place in old)
    gone = sum(old.values()) + beside + onto - sum(now.values())
    said = [
        look.say(f"{beside} daneben", f"{beside} beside") if beside else "",
        look.say(f"{onto} obendrauf", f"{onto} on top") if onto else "",
        look.say(f"{gone} abgebaut", f"{gone} taken down") if gone else "",
    ]
    return ", ".join(filter(None, said)) + "."


def heights(s: Record) -> Heights:
    return {(x_of(column), y_of(column)): height_of(column) for column in s.stack if column}


def as_it_lay(old: Heights, now: Heights) -> Heights:
    """The old stack moved to where most of its boxes are still there: places are counted from the corner."""
    moves = [(x, y) for x in range(-REACH, REACH + 1) for y in range(-REACH, REACH + 1)]
    moved = [{(x + dx, y + dy): height for (x, y), height in old.items()} for dx, dy in moves]
    return max(moved, key=lambda there: sum(min(height, now.get(place, 0)) for place, height in there.items()))
