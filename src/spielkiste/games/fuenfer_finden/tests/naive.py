"""A slow, plain 5er finden to compare the rules with; run as a program it rewrites perft.json."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

CHANCE, CLOCK = -1, -2
Cell = tuple[int, int]  # column and row, from 1
Outline = frozenset[Cell]

SYMBOLS = "ABCDEF"
BAG = {"A": 17, "B": 17, "C": 17, "D": 17, "E": 16, "F": 16}
PICTURES = {
    "L": ("#.", "#.", "#.", "##"),
    "Y": ("#.", "##", "#.", "#."),
    "P": ("##", "##", "#."),
    "U": ("#.#", "###"),
    "F": (".##", "##.", ".#."),
    "N": (".#", ".#", "##", "#."),
    "Z": ("##.", ".#.", ".##"),
    "V": ("#..", "#..", "###"),
    "T": ("###", ".#.", ".#."),
    "X": (".#.", "###", ".#."),
    "I": ("#", "#", "#", "#", "#"),
    "W": ("#..", "##.", ".##"),
}
VALUES = dict(zip("LYP UFN ZVT XIW".replace(" ", ""), (1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4), strict=True))

# Cells and shapes

BOARD_ORDER: list[Cell] = [(column, row) for row in range(1, 11) for column in range(1, 11)]


def name(cell: Cell) -> str:
    return "abcdefghij"[cell[0] - 1] + str(cell[1])


CELLS = {name(cell): cell for cell in BOARD_ORDER}


def names(outline: Outline) -> str:
    return " ".join(name(cell) for cell in sorted(outline))


def neighbours(cell: Cell) -> set[Cell]:
    column, row = cell
    return {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)} & set(BOARD_ORDER)


def slid_to_origin(cells: set[Cell]) -> Outline:
    left, low = min(c for c, _ in cells), min(r for _, r in cells)
    return frozenset((c - left, r - low) for c, r in cells)


def turned_and_mirrored(cells: set[Cell]) -> set[Outline]:
    ways = set()
    for _ in range(4):
        cells = {(r, -c) for c, r in cells}
        ways.add(slid_to_origin(cells))
        ways.add(slid_to_origin({(-c, r) for c, r in cells}))
    return ways


SHAPES: dict[Outline, str] = {
    way: letter
    for letter, picture in PICTURES.items()
    for way in turned_and_mirrored(
        {(c, r) for r, line in enumerate(picture) for c, sign in enumerate(line) if sign == "#"}
    )
}


@cache
def shape_of(outline: Outline) -> str | None:
    """The letter of the pentomino; None for what is not five connected cells."""
    return SHAPES.get(slid_to_origin(set(outline)))


@cache
def connected_fives() -> tuple[Outline, ...]:
    """Every set of five connected cells on the board, grown cell by cell."""
    sets: set[Outline] = {frozenset([cell]) for cell in BOARD_ORDER}
    for _ in range(4):
        sets = {grown | {new} for grown in sets for cell in grown for new in neighbours(cell) - grown}
    return tuple(sorted(sets, key=sorted))


def symbols_under(board: str, outline: Outline) -> str:
    """Sorted, as a roll is written."""
    return "".join(sorted(board[(row - 1) * 10 + column - 1] for column, row in outline))


@cache
def fivers(board: str, roll: str) -> tuple[Outline, ...]:
    return tuple(outline for outline in connected_fives() if symbols_under(board, outline) == roll)


@cache
def roll_chances() -> tuple[tuple[str, Fraction], ...]:
    ways = Counter[str]()
    for dice in combinations_with_replacement(SYMBOLS, 5):
        pairs = sum(dice.count(symbol) == 2 for symbol in set(dice))
        if max(dice.count(symbol) for symbol in dice) <= 2:
            ways["roll " + "".join(dice)] = (120, 60, 30)[pairs]
    return tuple((move, Fraction(count, ways.total())) for move, count in sorted(ways.items()))


class Naive:
    """5er finden, written a second time from its rules page alone."""

    def __init__(
        self, *, players: int = 2, mode: str = "base", boards: str = "own", hourglass: int = 30, **_: Any
    ) -> None:
        self.players = players
        self.mode = "solo" if players == 1 else mode
        self.same = boards == "same"
        self.boards = [""] * (1 if self.same else players)
        self.phase = "deal"  # then "roll", "search", in the puzzle "strike", ... "over"
        self.round = 0
        self.roll = ""
        self.outlines: list[list[Outline]] = [[] for _ in range(players)]  # standing, in the order drawn
        self.stopped: set[int] = set()  # finished or frozen
        self.turner: int | None = None
        self.round_points: list[list[int]] = [[] for _ in range(players)]
        # Puzzle and solo
        self.available = [set(VALUES) for _ in range(players)]
        self.circled: list[set[str]] = [set() for _ in range(players)]
        self.taken: list[set[Cell]] = [set() for _ in range(players)]
        self.must_strike: set[int] = set()

    def board(self, seat: int) -> str:
        return self.boards[0 if self.same else seat]

    # Whose turn, and what may be done

    def turn(self) -> tuple[int, ...]:
        if self.phase in ("deal", "roll"):
            return (CHANCE,)
        if self.phase == "search":
            searching = [seat for seat in range(self.players) if seat not in self.stopped]
            return tuple([CLOCK] * (self.turner is not None) + searching)
        return tuple(sorted(self.must_strike))

    def moves(self, seat: int) -> list[str]:
        if seat not in self.turn():
            return []
        if seat == CHANCE:
            return [move for move, _ in self.chances()]
        if seat == CLOCK:
            return ["sand"]
        if self.phase == "strike":
            return sorted(self.strikes(seat))
        may_turn = self.mode != "solo" and self.turner is None
        erasable = {f"erase {name(min(outline))}" for outline in self.outlines[seat]}
        outlines = {f"outline {names(outline)}" for outline in self.sensible_outlines(seat)}
        return sorted({"done"} | ({"turn"} if may_turn else set()) | erasable | outlines)

    def chances(self) -> list[tuple[str, Fraction]]:
        if self.phase == "roll":
            return list(roll_chances())
        if self.phase != "deal":
            return []
        dealt = next(board for board in self.boards if len(board) < 100)
        left = {symbol: count - dealt.count(symbol) for symbol, count in BAG.items()}
        return [(f"deal {symbol}", Fraction(count, 100 - len(dealt))) for symbol, count in left.items() if count]

    def sensible_outlines(self, seat: int) -> list[Outline]:
        standing = self.outlines[seat]
        if self.mode == "base":
            shapes = set(VALUES) - {shape_of(outline) for outline in standing}
        else:
            shapes = set() if standing else self.available[seat]
        blocked = self.taken[seat].union(*standing)
        return [
            fiver
            for fiver in fivers(self.board(seat), self.roll)
            if shape_of(fiver) in shapes and fiver.isdisjoint(blocked)
        ]

    def strikes(self, seat: int) -> list[str]:
        marked = [
            f"strike {shape_of(five)} {names(five)}"
            for five in connected_fives()
            if shape_of(five) in self.available[seat] and five.isdisjoint(self.taken[seat])
        ]
        return marked or [f"strike {letter}" for letter in self.available[seat]]

    def accepts(self, seat: int, move: str) -> bool:
        if move in self.moves(seat):
            return True
        if seat not in self.turn() or seat < 0 or self.phase != "search":
            return False
        verb, *texts = move.split(" ")
        if not texts or any(text not in CELLS for text in texts):
            return False
        if verb == "erase":
            return len(texts) == 1 and any(CELLS[texts[0]] in outline for outline in self.outlines[seat])
        one_stands_already = self.mode != "base" and bool(self.outlines[seat])
        return verb == "outline" and len(set(texts)) == len(texts) <= 10 and not one_stands_already

    # Playing

    def play(self, seat: int, move: str) -> None:
        verb, *texts = move.split(" ")
        if verb == "deal":
            self.deal(texts[0])
        elif verb == "roll":
            self.begin_round(texts[0])
        elif verb == "outline":
            self.outlines[seat].append(frozenset(CELLS[text] for text in texts))
        elif verb == "erase":
            self.erase(seat, CELLS[texts[0]])
        elif verb == "strike":
            self.strike(seat, texts[0], {CELLS[text] for text in texts[1:]})
        else:
            self.stop(seat, verb)

    def deal(self, symbol: str) -> None:
        dealing = next(i for i, board in enumerate(self.boards) if len(board) < 100)
        self.boards[dealing] += symbol
        if all(len(board) == 100 for board in self.boards):
            self.phase = "roll"

    def begin_round(self, roll: str) -> None:
        self.phase = "search"
        self.round += 1
        self.roll = roll
        self.outlines = [[] for _ in range(self.players)]
        self.stopped = set()
        self.turner = None

    def erase(self, seat: int, cell: Cell) -> None:
        drawn_last = max(i for i, outline in enumerate(self.outlines[seat]) if cell in outline)
        del self.outlines[seat][drawn_last]

    def stop(self, seat: int, verb: str) -> None:
        """`done`, `turn` or the sand: the round ends when nobody searches any more."""
        if verb == "turn":
            self.turner = seat
        self.stopped |= set(range(self.players)) if verb == "sand" else {seat}
        if len(self.stopped) == self.players:
            self.judge_base() if self.mode == "base" else self.judge_puzzle()

    def fits_roll(self, seat: int, outline: Outline) -> bool:
        return shape_of(outline) is not None and symbols_under(self.board(seat), outline) == self.roll

    # Base game

    def judge_base(self) -> None:
        for seat in range(self.players):
            points = self.outline_points(seat) * (2 if self.round == 5 else 1)
            self.round_points[seat].append(points + (self.turner == seat))
        self.phase = "over" if self.round == 5 else "roll"

    def outline_points(self, seat: int) -> int:
        """Only fivers can spoil each other, and the same outline drawn twice is one."""
        drawn = {outline for outline in self.outlines[seat] if self.fits_roll(seat, outline)}
        valid = [fiver for fiver in drawn if all(fiver.isdisjoint(other) for other in drawn - {fiver})]
        values = [VALUES[shape] for shape in {shape_of(outline) for outline in valid} if shape]
        return sum(sorted(values)[:5])

    # Puzzle and solo game

    def judge_puzzle(self) -> None:
        found = {seat: shape for seat in range(self.players) if (shape := self.found_shape(seat))}
        for seat in range(self.players):
            self.round_points[seat].append(int(self.turner == seat))
        for seat, shape in found.items():
            self.round_points[seat][-1] += VALUES[shape]
            self.available[seat].remove(shape)
            self.circled[seat].add(shape)
            self.taken[seat] |= self.outlines[seat][0]
        if not found and self.mode == "puzzle":
            self.phase = "over"
            return
        self.must_strike = set(range(self.players)) - set(found)
        self.end_puzzle_round()

    def found_shape(self, seat: int) -> str | None:
        for outline in self.outlines[seat]:
            shape = shape_of(outline)
            if self.fits_roll(seat, outline) and shape in self.available[seat] and outline.isdisjoint(self.taken[seat]):
                return shape
        return None

    def strike(self, seat: int, shape: str, cells: set[Cell]) -> None:
        self.available[seat].remove(shape)
        self.taken[seat] |= cells
        self.must_strike.remove(seat)
        self.end_puzzle_round()

    def end_puzzle_round(self) -> None:
        if self.must_strike:
            self.phase = "strike"
        else:
            self.phase = "over" if self.round == 12 else "roll"

    # The result

    def scores(self) -> tuple[int, ...]:
        return tuple(sum(points) for points in self.round_points)

    def tie_breaks(self) -> list[int]:
        if self.mode == "base":
            return [max(points[:4]) for points in self.round_points]
        return [len(circled) for circled in self.circled]

    def places(self) -> tuple[int, ...] | None:
        if self.phase != "over":
            return None
        results = list(zip(self.scores(), self.tie_breaks(), strict=True))
        return tuple(1 + sum(other > own for other in results) for own in results)

    def returns(self) -> tuple[float, ...] | None:
        places = self.places()
        if places is None:
            return None
        if self.players == 1:
            return (self.scores()[0] / 30,)
        return tuple(
            (sum(own < other for other in places) - sum(own > other for other in places)) / (self.players - 1)
            for own in places
        )


def perft(position: Naive, depth: int) -> int:
    if depth == 0:
        return 1
    pairs = [(seat, move) for seat in position.turn() for move in position.moves(seat)]
    if depth == 1:
        return len(pairs)
    count = 0
    for seat, move in pairs:
        after = copy.deepcopy(position)
        after.play(seat, move)
        count += perft(after, depth - 1)
    return count


def some_move(rng: random.Random, position: Naive, seat: int) -> str:
    """A listed move, or now and then a free form."""
    moves = position.moves(seat)
    if position.phase == "roll" and position.mode == "puzzle":
        return lucky_roll(rng, position)
    if position.phase != "search" or seat == CLOCK:
        return rng.choice(moves)
    base = position.mode == "base"
    if rng.random() < (0.2 if base else 0.04):
        cells = rng.choice((rng.sample(BOARD_ORDER, rng.randint(1, 10)), list(rng.choice(connected_fives()))))
        free_form = f"{rng.choice(('outline', 'outline', 'erase'))} {' '.join(name(cell) for cell in cells)}"
        if position.accepts(seat, free_form):
            return free_form
    outlines = [move for move in moves if move.startswith("outline")]
    if outlines and rng.random() < (0.5 if base else 0.9):
        return rng.choice(outlines)
    others = [move for move in moves if move not in outlines]
    return rng.choice(others if base or rng.random() < 0.1 else ["done"])


def lucky_roll(rng: random.Random, position: Naive) -> str:
    """One of ten rolls that leaves something to find: a puzzle game ends with the first round without a find."""
    rolls = rng.sample(position.moves(CHANCE), 10)
    for move in rolls:
        after = copy.deepcopy(position)
        after.play(CHANCE, move)
        if any(after.sensible_outlines(seat) for seat in after.turn()):
            return move
    return rolls[0]


def entry(seed: int, options: dict[str, Any], wanted: Callable[[Naive], bool], depth: int) -> dict[str, Any]:
    """Plays random games until a position is as wanted, and counts from there."""
    rng = random.Random(seed)
    position, prefix = Naive(**options), list[tuple[int, str]]()
    while not wanted(position):
        if not position.turn():
            position, prefix = Naive(**options), []
            continue
        seat = rng.choice(position.turn())
        move = some_move(rng, position, seat)
        position.play(seat, move)
        prefix.append((seat, move))
    return {"options": options, "prefix": prefix, "depth": depth, "count": perft(position, depth)}


def at_start(position: Naive) -> bool:
    return True


def bag_nearly_empty(position: Naive) -> bool:
    return len(position.boards[-1]) == 95


def rolling(position: Naive, number: int) -> bool:
    return position.phase == "roll" and position.round == number - 1


def searching(position: Naive, number: int, outlines: int = 0) -> bool:
    """In that round, with so many outlines of seat 0 standing while it still searches."""
    return (
        position.phase == "search"
        and position.round == number
        and len(position.outlines[0]) >= outlines
        and 0 not in position.stopped
    )


def sand_runs(position: Naive, number: int, outlines: int = 0) -> bool:
    return searching(position, number, outlines) and position.turner is not None


def overlapping(position: Naive) -> bool:
    """Seat 0 has drawn outlines across each other, in round 5."""
    drawn = position.outlines[0]
    return searching(position, 5, 3) and sum(len(outline) for outline in drawn) > len(set().union(*drawn))


def striking(position: Naive, number: int, seats: int = 1) -> bool:
    return position.phase == "strike" and position.round == number and len(position.must_strike) == seats


def strikes_left(position: Naive) -> int:
    return sum(len(position.moves(seat)) for seat in position.must_strike)


def striking_unmarked(position: Naive) -> bool:
    return any(move.count(" ") == 1 for seat in position.must_strike for move in position.moves(seat))


def entries() -> list[dict[str, Any]]:
    return [
        entry(1, {}, at_start, 6),
        entry(2, {"boards": "same"}, bag_nearly_empty, 6),
        entry(3, {}, lambda p: searching(p, 1), 3),
        entry(4, {"hourglass": 10}, lambda p: sand_runs(p, 4, 4), 3),
        entry(5, {}, overlapping, 3),
        entry(6, {"players": 4, "boards": "same"}, lambda p: searching(p, 5, 2), 2),
        entry(7, {"mode": "puzzle"}, lambda p: searching(p, 3), 3),
        entry(8, {"mode": "puzzle", "players": 3}, lambda p: striking(p, 10, 2), 2),
        entry(9, {"mode": "puzzle", "players": 4, "boards": "same"}, lambda p: sand_runs(p, 9), 3),
        entry(10, {"mode": "puzzle"}, lambda p: striking(p, 12) and strikes_left(p) > 9, 1),
        entry(11, {"players": 1, "mode": "solo"}, lambda p: searching(p, 6), 3),
        entry(12, {"players": 1, "mode": "solo"}, lambda p: p.round < 12 and striking_unmarked(p), 3),
    ]


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(e) for e in entries())
    Path(__file__).with_name("perft.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
