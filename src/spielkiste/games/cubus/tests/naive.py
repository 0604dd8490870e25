"""Cubus, written a second time from its rules page alone, slowly and plainly.

Whether a stack can be drawn is decided by the definition (triangles of hexagons, owned by the front-most face), never
by the theorem about floors and heights, and tiles are counted from the faces that are seen.

- `drawable(stack)`: can this stack be drawn?
- `tiles(stack)`: the visible faces (L, R, lids) of a drawable stack.
- `best_build(stack, opens, hand, young)`: the most points over all legal builds, `None` if there is none.
- `build_exists(stack, opens, hand, young)`: is there any build?

Stacks are dicts (x, y) -> height, `opens` is a set of the columns with an open lid, `hand` a dict kind -> count with
the kinds "L", "R", "T", "O" (a kind left out counts 0).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import cache, lru_cache
from math import isqrt
from typing import Any

from spielkiste.check.perft import Entry, entry, write_perft

CHANCE = -1
CLOCK = -2
KINDS = "LRTO"
CUBE = " ".join(f"{x},{y}=3" for x in range(3) for y in range(3))
SEARCHABLE_LIDS = 8

Cell = tuple[int, int]
Stack = dict[Cell, int]
Key = tuple[tuple[Cell, int], ...]
Box = tuple[int, int, int]
Triangle = tuple[int, int, str]
Hand = dict[str, int]
BuildExists = Callable[[Stack, frozenset[Cell], Hand, bool], bool]


# ---------------------------------------------------------------------------------------------- drawing


@cache
def faces(box: Box) -> dict[str, tuple[Triangle, Triangle]]:
    """The three faces of a box in the drawing, each as two of the six triangles of its hexagon.

    The corner (x, y, z) is drawn at the point (x - z, y - z). The unit square whose lowest corner is (u, v) is cut by
    its diagonal from there into the half at the x side, (u, v, "x"), and the half at the y side, (u, v, "y").
    """
    x, y, z = box
    u, v = x - z, y - z
    return {
        "L": ((u, v, "x"), (u, v - 1, "y")),
        "R": ((u, v, "y"), (u - 1, v, "x")),
        "T": ((u - 1, v - 1, "x"), (u - 1, v - 1, "y")),
    }


def boxes_of(stack: Mapping[Cell, int]) -> list[Box]:
    return [(x, y, z) for (x, y), height in stack.items() for z in range(height)]


def connected(stack: Mapping[Cell, int]) -> bool:
    boxes = set(boxes_of(stack))
    todo = [next(iter(boxes))]
    seen = set(todo)
    while todo:
        x, y, z = todo.pop()
        for near in ((x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1)):
            if near in boxes and near not in seen:
                seen.add(near)
                todo.append(near)
    return seen == boxes


def visible(stack: Mapping[Cell, int]) -> dict[Box, str] | None:
    """The kinds of the faces that every box shows; None if some face owns only one of its triangles."""
    owned: set[Triangle] = set()
    shown: dict[Box, str] = {}
    # Front-most first (the viewer looks along (-1, -1, -1)): a triangle belongs to the first face that asks for it.
    for box in sorted(boxes_of(stack), key=sum, reverse=True):
        shown[box] = ""
        for kind, triangles in faces(box).items():
            free = [triangle for triangle in triangles if triangle not in owned]
            if len(free) == 1:
                return None
            if len(free) == 2:
                shown[box] += kind
        for triangles in faces(box).values():
            owned.update(triangles)
    return shown


@lru_cache(maxsize=200_000)
def _drawing(key: Key) -> tuple[int, int, int] | None:
    stack = dict(key)
    shown = visible(stack)
    if shown is None or not connected(stack):
        return None
    if any(not shown[(x, y, height - 1)] for (x, y), height in stack.items()):
        return None
    all_shown = "".join(shown.values())
    return all_shown.count("L"), all_shown.count("R"), all_shown.count("T")


def normal(stack: Mapping[Cell, int], opens: AbstractSet[Cell]) -> tuple[Stack, frozenset[Cell]]:
    """The same stack with smallest x and smallest y 0, its columns sorted."""
    dx = min((x for x, _ in stack), default=0)
    dy = min((y for _, y in stack), default=0)
    moved = {(x - dx, y - dy): stack[x, y] for x, y in sorted(stack)}
    return moved, frozenset((x - dx, y - dy) for x, y in opens)


def drawing(stack: Mapping[Cell, int]) -> tuple[int, int, int] | None:
    return _drawing_there(frozenset(stack.items()))


@lru_cache(maxsize=200_000)  # most stacks are asked for again and again where they are
def _drawing_there(columns: frozenset[tuple[Cell, int]]) -> tuple[int, int, int] | None:
    stack = dict(columns)
    if not stack or min(stack.values()) < 1:
        return None
    return _drawing(tuple(normal(stack, frozenset())[0].items()))


def drawable(stack: Mapping[Cell, int]) -> bool:
    """Can this stack (at least one box) be drawn?"""
    return drawing(stack) is not None


def tiles(stack: Mapping[Cell, int]) -> tuple[int, int, int]:
    """The visible faces of a drawable stack: left sides, right sides, lids (closed and open together)."""
    counts = drawing(stack)
    if counts is None:
        raise ValueError("this stack cannot be drawn")
    return counts


def volume(stack: Mapping[Cell, int]) -> int:
    return sum(stack.values())


# ----------------------------------------------------------------------------------------------- builds


def in_stack(stack: Mapping[Cell, int], opens: AbstractSet[Cell]) -> Hand:
    """The tiles of a stack by kind."""
    left, right, lids = tiles(stack)
    return {"L": left, "R": right, "T": lids - len(opens), "O": len(opens)}


def together(*hands: Mapping[str, int]) -> Hand:
    return {kind: sum(hand.get(kind, 0) for hand in hands) for kind in KINDS}


def found_again(stack: Stack, opens: AbstractSet[Cell], new: Stack, new_opens: AbstractSet[Cell]) -> bool:
    """Are all earlier open lids there again, after one common shift and one common lift of 0 or more?"""
    if not opens:
        return True
    x, y = min(opens)
    for to_x, to_y in new_opens:
        dx, dy, lift = to_x - x, to_y - y, new[to_x, to_y] - stack[x, y]
        if lift >= 0 and all(
            (ox + dx, oy + dy) in new_opens and new[ox + dx, oy + dy] == stack[ox, oy] + lift for ox, oy in opens
        ):
            return True
    return False


def too_big(stack: Mapping[Cell, int], have: Mapping[str, int]) -> bool:
    """A quick and certain no, before a drawing is tried.

    At each height the box with the greatest x + y shows its left and its right side, for what covers a box stands on
    columns at least as far in front, and these reach that height too. So no stack is higher than its left or right
    sides are many. And a top box that shows a side shows its lid as well: what covers the half of the lid beside that
    side would cover a half of the side. So there is a lid for every column.
    """
    return max(stack.values()) > min(have["L"], have["R"]) or len(stack) > have["T"] + have["O"]


def worth(
    stack: Stack,
    opens: AbstractSet[Cell],
    hand: Mapping[str, int],
    young: bool,
    new: Stack,
    new_opens: AbstractSet[Cell],
) -> int | None:
    """The points of the build that replaces the stack by the new one; None if it is no legal build."""
    have = together(in_stack(stack, opens), hand)
    if too_big(new, have) or not drawable(new):
        return None
    need = in_stack(new, new_opens)
    if any(need[kind] > have[kind] for kind in KINDS) or not found_again(stack, opens, new, new_opens):
        return None
    return reward(volume(new) - volume(stack), sum(tiles(new)) - sum(tiles(stack)), young)


def reward(more_boxes: int, spent: int, young: bool) -> int | None:
    """Points for so many boxes more and so many tiles spent; None if that is too little for a build."""
    if more_boxes < 1:
        return None
    points = more_boxes if young else 3 * more_boxes - spent
    return points if points >= 1 else None


def hand_after(
    stack: Stack, opens: AbstractSet[Cell], hand: Mapping[str, int], new: Stack, new_opens: AbstractSet[Cell]
) -> Hand:
    have, need = together(in_stack(stack, opens), hand), in_stack(new, new_opens)
    return {kind: have[kind] - need[kind] for kind in KINDS}


def beside(stack: Mapping[Cell, int]) -> set[Cell]:
    near = {(x + dx, y + dy) for x, y in stack for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return near - set(stack)


def elementary(
    stack: Stack, opens: AbstractSet[Cell], hand: Mapping[str, int], young: bool
) -> Iterator[tuple[Stack, frozenset[Cell]]]:
    """The elementary builds: one column raised, or one layer pushed under everything."""
    have = together(in_stack(stack, opens), hand)
    highest = min(have["L"], have["R"])
    candidates = [({cell: height + 1 for cell, height in stack.items()}, frozenset(opens))]
    # Nothing is put on an open lid, so its column is never the one that is raised.
    for cell in sorted((set(stack) | beside(stack)) - opens):
        for height in range(stack.get(cell, 0) + 1, highest + 1):
            raised = {**stack, cell: height}
            candidates.append((raised, frozenset(opens)))
            if hand.get("O", 0):
                candidates.append((raised, frozenset(opens) | {cell}))
    for new, new_opens in candidates:
        if worth(stack, opens, hand, young, new, new_opens) is not None:
            yield normal(new, new_opens)


# ------------------------------------------------------------------------------------- exhaustive search


@cache
def floors(columns: int) -> tuple[tuple[Cell, ...], ...]:
    """All connected floors of so many columns, up to shifts."""
    if columns == 1:
        return (((0, 0),),)
    grown = set()
    for floor in floors(columns - 1):
        for cell in beside(dict.fromkeys(floor, 1)):
            grown.add(tuple(normal(dict.fromkeys((*floor, cell), 1), frozenset())[0]))
    return tuple(sorted(grown))


def _heights(
    columns: list[Cell], highest: int, owned: frozenset[Triangle], left: int, right: int
) -> Iterator[tuple[dict[Cell, int], int, int]]:
    """All heights for these columns, the front-most first, with the left and right sides they use."""
    if not columns:
        yield {}, 0, 0
        return
    (x, y), rest = columns[0], columns[1:]
    for height in range(1, highest + 1):
        # What covers a face stands in the same column or in one further in front (greater x + y), so everything that
        # can cover this column is there already, and what it shows is final.
        painted = _paint_column(x, y, height, owned)
        if painted is None:
            continue
        now, l_shown, r_shown = painted
        if l_shown <= left and r_shown <= right:
            for others, l_used, r_used in _heights(rest, highest, now, left - l_shown, right - r_shown):
                yield {(x, y): height, **others}, l_used + l_shown, r_used + r_shown


def _paint_column(
    x: int, y: int, height: int, owned: frozenset[Triangle]
) -> tuple[frozenset[Triangle], int, int] | None:
    """The triangles owned after this column is drawn behind what owns some, and the left and right sides it shows.

    None if a face owns one triangle only, or if the top box shows no face.
    """
    now, shown = set(owned), {"L": 0, "R": 0, "T": 0}
    for z in reversed(range(height)):
        box = faces((x, y, z))
        for kind, triangles in box.items():
            free = sum(triangle not in now for triangle in triangles)
            if free == 1:
                return None
            shown[kind] += free == 2
        for triangles in box.values():
            now.update(triangles)
        if not any(shown.values()):
            return None
    return frozenset(now), shown["L"], shown["R"]


@lru_cache(maxsize=64)
def stacks_within(left: int, right: int, lids: int) -> tuple[tuple[Key, int], ...]:
    """All drawable stacks that need no more than these tiles, up to shifts, each with the number of its tiles."""
    found = []
    for columns in range(1, lids + 1):
        for floor in floors(columns):
            front_first = sorted(floor, key=sum, reverse=True)
            for stack, l_used, r_used in _heights(front_first, min(left, right), frozenset(), left, right):
                found.append((tuple(sorted(stack.items())), l_used + r_used + columns))
    return tuple(found)


def pinned_fits(stack: Stack, opens: AbstractSet[Cell], new: Stack) -> bool:
    """Can the new stack have all earlier open lids (any of its lids may be open)?"""
    return found_again(stack, opens, new, set(new))


def all_builds(
    stack: Stack, opens: AbstractSet[Cell], hand: Mapping[str, int], young: bool
) -> Iterator[tuple[Stack, int]]:
    """Every stack that a legal build can lead to, with its points, by trying them all: for small numbers of tiles.

    Which lids are newly opened does not change the points, so each stack comes once.
    """
    have = together(in_stack(stack, opens), hand)
    # Earlier open lids stay in the stack; every other lid may be closed or open.
    lids = have["T"] + have["O"]
    for key, needed in stacks_within(have["L"], have["R"], lids):
        new = dict(key)
        points = reward(volume(new) - volume(stack), needed - sum(tiles(stack)), young)
        if points is not None and pinned_fits(stack, opens, new):
            yield new, points


def best_build(stack: Stack, opens: AbstractSet[Cell], hand: Mapping[str, int], young: bool) -> int | None:
    """The most points over all legal builds; None if there is none. Exhaustive: for small numbers of tiles only."""
    return max((points for _, points in all_builds(stack, opens, hand, young)), default=None)


def build_exists(stack: Stack, opens: AbstractSet[Cell], hand: Mapping[str, int], young: bool) -> bool:
    """Is there any legal build? Exhaustive: for small numbers of tiles, or where the answer is plain."""
    if next(elementary(stack, opens, hand, young), None):
        return True
    have = together(in_stack(stack, opens), hand)
    # A body's volume is at most the root of the product of its three shadows (Loomis and Whitney), and every line of
    # boxes along an axis shows a face at its front end.
    if isqrt(have["L"] * have["R"] * (have["T"] + have["O"])) <= volume(stack):
        return False
    if have["T"] + have["O"] > SEARCHABLE_LIDS:
        raise NotImplementedError("too many tiles to try all stacks: hand a faster build_exists to Naive")
    return next(all_builds(stack, opens, hand, young), None) is not None


# ------------------------------------------------------------------------------------------------- text

_NUMBER = r"(?:0|-?[1-9][0-9]*)"
_COLUMN = re.compile(rf"({_NUMBER}),({_NUMBER})=([1-9][0-9]*)(o?)")


def read_stack(text: str) -> tuple[Stack, frozenset[Cell]] | None:
    """Columns in any order and any shift; None if the text is no list of different columns."""
    stack: Stack = {}
    opens = set()
    for part in text.split(" "):
        match = _COLUMN.fullmatch(part)
        if match is None:
            return None
        cell = int(match[1]), int(match[2])
        if cell in stack:
            return None
        stack[cell] = int(match[3])
        if match[4]:
            opens.add(cell)
    return normal(stack, opens)


def write_stack(stack: Stack, opens: AbstractSet[Cell]) -> str:
    stack, opens = normal(stack, opens)
    return " ".join(f"{x},{y}={height}{'o' if (x, y) in opens else ''}" for (x, y), height in stack.items())


def read_build(move: str) -> tuple[Stack, frozenset[Cell]] | None:
    word, _, text = move.partition(" ")
    return read_stack(text) if word == "build" else None


def guess(stack: Stack, opens: AbstractSet[Cell], hand: Mapping[str, int], rng: random.Random) -> str:
    """A build text near the stack, at any shift and in any order, mostly not elementary: perhaps legal, perhaps not."""
    new, new_opens = dict(stack), set(opens)
    if rng.random() < 0.3:
        new = {cell: height + 1 for cell, height in new.items()}
    for _ in range(rng.randint(1, 4)):
        cell = rng.choice(sorted(set(new) | beside(new)))
        if cell in new_opens and rng.random() < 0.9:
            continue
        new[cell] = max(0, new.get(cell, 0) + rng.choice((-1, 1, 1, 1, 2)))
        if not new[cell]:
            del new[cell]
            new_opens.discard(cell)
        if not new:
            new[cell] = 1
    for cell in sorted(new):
        if hand.get("O", 0) and rng.random() < 0.1:
            new_opens.add(cell)
    dx, dy = rng.randint(-3, 3), rng.randint(-3, 3)
    columns = [f"{x + dx},{y + dy}={h}{'o' if (x, y) in new_opens else ''}" for (x, y), h in new.items()]
    rng.shuffle(columns)
    return "build " + " ".join(columns)


# ------------------------------------------------------------------------------------------------- game


class Naive:
    """Cubus, written a second time from its rules page alone.

    `build_exists`, if given, answers the end test's question in place of the exhaustive search of this module, which
    is right but hopeless for many tiles: `build_exists(stack, opens, hand, young) -> bool` with

    - `stack: dict[tuple[int, int], int]`: (x, y) -> height, normalised (smallest x and smallest y 0),
    - `opens: frozenset[tuple[int, int]]`: the columns with an open lid,
    - `hand: dict[str, int]`: the player's tiles, all four of "L", "R", "T", "O" -> count,
    - `young: bool`.

    It is asked only where the pile is empty and no player has an elementary build.
    """

    def __init__(
        self,
        *,
        players: int = 2,
        young: bool = False,
        leftovers: str = "none",
        mode: str = "build",
        stack: str | None = None,
        build_exists: BuildExists | None = None,
    ) -> None:
        self.players = players
        self.young = young
        self.leftovers = leftovers
        self.ask = build_exists
        self.points = [0] * players
        self.hands = [dict.fromkeys(KINDS, 0) for _ in range(players)]
        self.seat = 0
        self.undecided: set[int] = set()
        self.knocker = 0
        self.began_empty = False
        self.turns_without = 0
        self.offers: dict[int, str] = {}
        self.stack: Stack = {(0, 0): 1}
        self.opens: frozenset[Cell] = frozenset()
        self.pile = {"L": 15, "R": 15, "T": 11, "O": 0 if young else 4}
        self.phase = "deal"
        if mode == "dismantle":
            given = read_stack(CUBE if stack is None else stack)
            if given is None or not drawable(given[0]):
                raise ValueError("not a stack that can be drawn")
            self.stack, self.opens = given
            self.phase = "take"

    # --- who, and what

    def turn(self) -> tuple[int, ...]:
        if self.phase == "over":
            return ()
        if self.phase in ("deal", "draw"):
            return (CHANCE,)
        if self.phase == "window":
            return (CLOCK, *sorted(self.undecided))
        if self.phase == "knocked":
            return (CLOCK, self.knocker)
        if self.phase == "best":
            return tuple(seat for seat in range(self.players) if seat not in self.offers)
        return (self.seat,)

    def moves(self, seat: int) -> list[str]:
        if seat not in self.turn():
            return []
        if seat == CLOCK:
            return ["time"]
        if seat == CHANCE:
            return [move for move, _ in self.chances()]
        if self.phase == "window":
            return ["knock", "quiet"]
        if self.phase == "take":
            return sorted(f"take {x},{y}" for x, y in self.takes())
        builds = elementary(self.stack, self.opens, self.usable(), self.young)
        return sorted({"pass"} | {"build " + write_stack(*new) for new in builds})

    def chances(self) -> list[tuple[str, Fraction]]:
        if self.phase not in ("deal", "draw"):
            return []
        left = sum(self.pile.values())
        return sorted((f"draw {kind}", Fraction(count, left)) for kind, count in self.pile.items() if count)

    def accepts(self, seat: int, move: str) -> bool:
        if seat not in self.turn():
            return False
        if seat < 0 or self.phase in ("window", "take"):
            return move in self.moves(seat)
        if move == "pass":
            return True
        new = read_build(move)
        return new is not None and worth(self.stack, self.opens, self.usable(), self.young, *new) is not None

    def usable(self) -> Hand:
        """The tiles that a build may use now, besides those of the stack (a knocker has those of who passed)."""
        if self.phase in ("lowest", "best"):
            return together(*self.hands)
        return dict(self.hands[self.seat])

    # --- moves

    def play(self, seat: int, move: str) -> None:
        if seat == CHANCE:
            self.draw(move[-1])
        elif self.phase == "take":
            x, y = move.removeprefix("take ").split(",")
            self.take((int(x), int(y)))
        elif self.phase == "window":
            self.answer(seat, move)
        elif self.phase == "best":
            self.offer(seat, move)
        elif self.phase == "knocked" and move in ("pass", "time"):
            self.knock_failed()
        elif self.phase == "turn" and move == "pass":
            self.phase = "window"
            self.undecided = set(range(self.players)) - {self.seat}
        elif self.phase == "lowest":
            if move != "pass":
                self.build(seat, move)
            self.phase = "over"
        else:
            self.build(seat, move)
            self.end_turn(built=True)

    def draw(self, kind: str) -> None:
        self.pile[kind] -= 1
        self.hands[self.seat][kind] += 1
        if self.phase == "draw":
            self.after_tile()
            return
        self.seat += 1
        if self.seat == self.players:
            self.seat = 0
            self.begin_turn()

    def begin_turn(self) -> None:
        self.began_empty = not any(self.pile.values())
        if self.began_empty:
            self.after_tile()
        else:
            self.phase = "draw"

    def after_tile(self) -> None:
        if not any(self.pile.values()) and self.finished():
            self.end()
        else:
            self.phase = "turn"

    def finished(self) -> bool:
        return self.turns_without >= self.players or not self.anybody_can_build()

    def anybody_can_build(self) -> bool:
        if any(next(elementary(self.stack, self.opens, hand, self.young), None) for hand in self.hands):
            return True
        ask = build_exists if self.ask is None else self.ask
        return any(ask(dict(self.stack), self.opens, dict(hand), self.young) for hand in self.hands)

    def end_turn(self, built: bool) -> None:
        if built:
            self.turns_without = 0
        elif self.began_empty:
            self.turns_without += 1
        self.undecided = set()
        self.seat = (self.seat + 1) % self.players
        self.begin_turn()

    def build(self, seat: int, move: str) -> None:
        """The seat gets the points; the tiles are those of the player whose turn it is."""
        new = read_build(move)
        hand = self.usable()
        points = None if new is None else worth(self.stack, self.opens, hand, self.young, *new)
        if new is None or points is None:
            raise ValueError("not a legal build")
        self.points[seat] += points
        if self.phase in ("turn", "knocked"):
            self.hands[self.seat] = hand_after(self.stack, self.opens, hand, *new)
        self.stack, self.opens = new

    def answer(self, seat: int, move: str) -> None:
        if move == "knock":
            self.knocker = seat
            self.undecided = set()
            self.phase = "knocked"
            return
        self.undecided.discard(seat)
        if move == "time" or not self.undecided:
            self.end_turn(built=False)

    def knock_failed(self) -> None:
        for seat in range(self.players):
            if seat != self.knocker:
                self.points[seat] += 2
        self.end_turn(built=False)

    # --- the end of the building game

    def end(self) -> None:
        if self.leftovers == "none":
            self.phase = "over"
            return
        self.phase = self.leftovers
        self.seat = self.points.index(min(self.points))

    def offer(self, seat: int, move: str) -> None:
        self.offers[seat] = move
        if len(self.offers) < self.players:
            return
        values = {}
        for who in range(self.players):
            new = read_build(self.offers[who])
            if new is not None:
                values[who] = worth(self.stack, self.opens, self.usable(), self.young, *new) or 0
        if values:
            winner = min(values, key=lambda who: (-values[who], who))
            self.build(winner, self.offers[winner])
        self.phase = "over"

    # --- dismantling

    def without(self, cell: Cell) -> Stack:
        """The stack without the top box of a column, not normalised."""
        return {at: height - (at == cell) for at, height in self.stack.items() if at != cell or height > 1}

    def takes(self) -> list[Cell]:
        can = [cell for cell in self.stack if len(self.stack) == 1 or drawable(self.without(cell))]
        return [cell for cell in can if cell not in self.opens] or can

    def take(self, cell: Cell) -> None:
        rest = self.without(cell)
        before, after = tiles(self.stack), tiles(rest) if rest else (0, 0, 0)
        won = before[0] - after[0] + before[1] - after[1]
        # Below an open lid there comes a closed one for free, so the open lid itself is always won.
        won += 1 if cell in self.opens else before[2] - after[2]
        self.points[self.seat] += won
        self.stack, self.opens = normal(rest, self.opens - {cell})
        self.seat = (self.seat + 1) % self.players
        if not self.stack:
            self.phase = "over"

    # --- results

    def scores(self) -> tuple[int, ...]:
        return tuple(self.points)

    def places(self) -> tuple[int, ...] | None:
        if self.phase != "over":
            return None
        return tuple(1 + sum(other > own for other in self.points) for own in self.points)

    def returns(self) -> tuple[float, ...] | None:
        if self.phase != "over":
            return None
        return tuple(
            (sum(other < own for other in self.points) - sum(other > own for other in self.points)) / (self.players - 1)
            for own in self.points
        )


# ------------------------------------------------------------------------------------------------ perft


Prefix = list[tuple[int, str]]


class Line:
    """A game that is played on, with the moves so far."""

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.game = Naive(**options)
        self.moves: Prefix = []

    def play(self, seat: int, move: str) -> None:
        if not self.game.accepts(seat, move):
            raise ValueError(f"{seat} cannot play {move}")
        self.game.play(seat, move)
        self.moves.append((seat, move))

    def wander(self, rng: random.Random, steps: int, passing: float = 0.2) -> None:
        """Random moves, now and then an unlisted build; a build, where there is one, mostly goes before a pass."""
        for _ in range(steps):
            seat = rng.choice(self.game.turn())
            moves = self.game.moves(seat)
            if "pass" in moves:
                near = guess(self.game.stack, self.game.opens, self.game.usable(), rng)
                moves += [near] * 5 if self.game.accepts(seat, near) else []
                if len(moves) > 1 and rng.random() >= passing:
                    moves.remove("pass")
            self.play(seat, rng.choice(moves))

    def draw_all(self, rng: random.Random) -> None:
        """Everybody passes and is quiet until the last tile is drawn."""
        while any(self.game.pile.values()):
            if self.game.turn() == (CHANCE,):
                self.play(CHANCE, "draw " + rng.choice([kind for kind in KINDS for _ in range(self.game.pile[kind])]))
            else:
                self.go_by()

    def go_by(self) -> None:
        """A turn with a pass and no knock."""
        self.play(self.game.seat, "pass")
        while self.game.phase == "window":
            self.play(self.game.turn()[-1], "quiet")

    def entry(self, depth: int) -> Entry:
        return entry(self.game, self.options, self.moves, depth)


def one_box_short(**options: Any) -> Line:
    """No tile is left, the 4x4x4 cube lacks the corner that costs nothing: after it, nobody can build."""
    line = Line(**options)
    wanted = {0: iter("L" * 5 + "R" * 7 + "T" * 11), 1: iter("L" * 10 + "R" * 8 + "O" * 4)}
    while any(line.game.pile.values()):
        if line.game.turn() == (CHANCE,):
            line.play(CHANCE, "draw " + next(wanted[line.game.seat]))
        else:
            line.go_by()
    line.play(0, "build " + " ".join(f"{x},{y}=2" for x in range(4) for y in range(3)))
    nearly = {(x, y): 4 for x in range(4) for y in range(4)} | {(3, 3): 3}
    line.play(1, "build " + write_stack(nearly, {(0, 0), (0, 3), (2, 1), (3, 0)}))
    return line


def lines(rng: random.Random) -> Iterator[tuple[Line, int]]:
    yield Line(), 9
    wanderings: tuple[tuple[dict[str, Any], int, float, int], ...] = (
        ({"players": 4}, 80, 0.7, 7),
        ({"players": 6, "leftovers": "lowest"}, 62, 0.5, 6),
        ({"young": True}, 60, 0.5, 8),
        ({"mode": "dismantle", "players": 3}, 0, 0, 9),
        (
            {"mode": "dismantle", "stack": "3,0=1 2,0=2o 0,0=4 1,0=3 1,1=3o 0,1=4 2,1=2 0,2=2 1,2=1o 3,1=1o 2,2=1"},
            0,
            0,
            12,
        ),
        ({"mode": "dismantle", "players": 5, "stack": "0,1=4 1,1=2 1,0=4 2,0=4o 2,1=1 0,2=3 1,2=2o 2,2=1"}, 5, 0, 13),
    )
    for options, steps, passing, depth in wanderings:
        line = Line(**options)
        line.wander(rng, steps, passing)
        yield line, depth
    fruitless: tuple[tuple[dict[str, Any], int], ...] = (
        ({"leftovers": "best"}, 3),
        ({"leftovers": "lowest", "players": 3, "young": True}, 4),
        ({"players": 3}, 4),
    )
    for options, depth in fruitless:
        line = Line(**options)
        line.draw_all(rng)
        while line.game.turns_without < line.game.players - 1:
            line.go_by()
        line.play(line.game.seat, "pass")
        yield line, depth
    yield one_box_short(leftovers="best"), 7
    yield one_box_short(), 5


if __name__ == "__main__":
    write_perft(__file__, (line.entry(depth) for line, depth in lines(random.Random(2024))))
