"""A slow, plain Zahlenluchs to compare the rules with; run as a program it rewrites perft.json."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from spielkiste.check.perft import Entry, entry, write_perft

CHANCE = -1
Cell = tuple[int, int]  # column and row, from 1


def name(cell: Cell) -> str:
    return "abcdef"[cell[0] - 1] + str(cell[1])


class Naive:
    """Zahlenluchs-EinStein, written a second time from its rules page alone."""

    def __init__(
        self, *, players: int = 2, classic: bool = False, highest: int = 50, copies: int = 2, **_: Any
    ) -> None:
        self.players, self.classic = players, classic
        self.size = 6 if players == 4 else 5
        self.stones: dict[Cell, int] = {cell: seat for seat in range(players) for cell in self.triangle(seat)}
        self.numbers: dict[Cell, int] = {}  # under the stones (they stay), or classic: on the stones (they move along)
        self.to_deal = self.cells_to_deal()
        self.pile: Counter[int] = Counter() if classic else Counter(dict.fromkeys(range(1, highest + 1), copies))
        self.aside: Counter[int] = Counter()
        self.starters = list(range(players))  # who draw for the start
        self.start_cards: dict[int, int] = {}
        self.player: int | None = None  # known when the start has been drawn for
        self.card: int | None = None  # drawn (or rolled) by the player, not yet moved for
        self.winners: tuple[int, ...] = ()

    # The board

    def corner(self, seat: int) -> Cell:
        far = self.size
        return ((1, 1), (far, far))[seat] if self.players == 2 else ((1, 1), (1, far), (far, far), (far, 1))[seat]

    def far_corner(self, seat: int) -> Cell:
        column, row = self.corner(seat)
        return self.size + 1 - column, self.size + 1 - row

    def directions(self, seat: int) -> tuple[int, int]:
        """One step to the east or west, one to the north or south, both away from the own corner."""
        column, row = self.corner(seat)
        return (1 if column == 1 else -1), (1 if row == 1 else -1)

    def triangle(self, seat: int) -> list[Cell]:
        column, row = self.corner(seat)
        east, north = self.directions(seat)
        return [(column + i * east, row + j * north) for i in range(3) for j in range(3) if i + j <= 2]

    def cells_to_deal(self) -> list[Cell]:
        board_order = [(column, row) for row in range(1, self.size + 1) for column in range(1, self.size + 1)]
        return [cell for cell in board_order if cell in self.stones] if self.classic else board_order

    def team(self, seat: int) -> tuple[int, ...]:
        if self.players == 2:
            return (seat,)
        return (0, 1) if seat in (0, 1) else (2, 3)

    # Whose turn, and what may be done

    def turn(self) -> tuple[int, ...]:
        if self.winners:
            return ()
        if self.player is not None and self.card is not None:
            return (self.player,)
        return (CHANCE,)

    def moves(self, seat: int) -> list[str]:
        if seat not in self.turn():
            return []
        if seat == CHANCE:
            return [move for move, _ in self.chances()]
        return sorted(
            f"{name(stone)}-{name(target)}" for stone in self.movable() for target in self.targets(stone, seat)
        )

    def chances(self) -> list[tuple[str, Fraction]]:
        if self.turn() != (CHANCE,):
            return []
        if self.to_deal:
            verb, numbers = "deal", self.dealable()
        elif self.classic:
            verb, numbers = "roll", Counter(range(1, 7))
        else:
            verb, numbers = "draw", self.pile or self.aside
        total = sum(numbers.values())
        return sorted((f"{verb} {number}", Fraction(count, total)) for number, count in numbers.items())

    def dealable(self) -> Counter[int]:
        if not self.classic:
            return self.pile
        seat = self.stones[self.to_deal[0]]
        given = {number for cell, number in self.numbers.items() if self.stones[cell] == seat}
        return Counter(set(range(1, 7)) - given)

    def movable(self) -> list[Cell]:
        """The player's stones on the drawn number, or else on the next higher and the next lower one."""
        assert self.card is not None
        own = [cell for cell, seat in self.stones.items() if seat == self.player]
        numbers = {self.numbers[cell] for cell in own}
        if self.card in numbers:
            wanted = {self.card}
        else:
            higher = [number for number in numbers if number > self.card]
            lower = [number for number in numbers if number < self.card]
            wanted = set(([min(higher)] if higher else []) + ([max(lower)] if lower else []))
        return [cell for cell in own if self.numbers[cell] in wanted]

    def targets(self, stone: Cell, seat: int) -> list[Cell]:
        column, row = stone
        east, north = self.directions(seat)
        steps = [(column + east, row), (column, row + north), (column + east, row + north)]
        return [(c, r) for c, r in steps if 1 <= c <= self.size and 1 <= r <= self.size]

    def accepts(self, seat: int, move: str) -> bool:
        return move in self.moves(seat)

    # Playing

    def play(self, seat: int, move: str) -> None:
        if seat != CHANCE:
            self.move_stone(seat, move)
            return
        number = int(move.split()[1])
        if self.to_deal:
            self.numbers[self.to_deal.pop(0)] = number
            if not self.classic:
                self.take_from_pile(number)
            return
        if not self.classic:
            self.draw(number)
        if self.player is None:
            self.draw_for_start(number)
        else:
            self.card = number

    def take_from_pile(self, number: int) -> None:
        self.pile[number] -= 1
        self.pile += Counter()  # forgets numbers that have run out

    def draw(self, number: int) -> None:
        if not self.pile:
            self.pile, self.aside = self.aside, Counter()
        self.take_from_pile(number)
        if self.player is None:
            self.aside[number] += 1

    def draw_for_start(self, number: int) -> None:
        self.start_cards[self.starters[len(self.start_cards)]] = number
        if len(self.start_cards) < len(self.starters):
            return
        highest = max(self.start_cards.values())
        tied = [seat for seat in self.starters if self.start_cards[seat] == highest]
        pile_too_small = not self.classic and sum(self.pile.values()) < len(tied)
        if len(tied) == 1 or pile_too_small:
            self.player = tied[0]
        self.starters, self.start_cards = tied, {}

    def move_stone(self, seat: int, move: str) -> None:
        cells = {name((c, r)): (c, r) for c in range(1, self.size + 1) for r in range(1, self.size + 1)}
        origin, target = (cells[text] for text in move.split("-"))
        self.stones.pop(target, None)
        self.stones[target] = self.stones.pop(origin)
        if self.classic:
            self.numbers[target] = self.numbers.pop(origin)
        else:
            assert self.card is not None
            self.aside[self.card] += 1
        self.card = None
        self.player = (seat + 1) % self.players
        self.winners = self.winners_after(seat, target)

    def winners_after(self, seat: int, target: Cell) -> tuple[int, ...]:
        others = tuple(s for s in range(self.players) if s not in self.team(seat))
        if target == self.far_corner(seat):
            return self.team(seat)
        left = set(self.stones.values())
        if not left.issuperset(others):
            return self.team(seat)
        if not left.issuperset(self.team(seat)):
            return others
        return ()

    # The result

    def scores(self) -> tuple[int, ...]:
        return tuple(int(seat in self.winners) for seat in range(self.players))

    def places(self) -> tuple[int, ...] | None:
        if not self.winners:
            return None
        return tuple(1 if seat in self.winners else 1 + len(self.winners) for seat in range(self.players))

    def returns(self) -> tuple[float, ...] | None:
        if not self.winners:
            return None
        return tuple(1.0 if seat in self.winners else -1.0 for seat in range(self.players))


def wanted_entry(seed: int, options: dict[str, Any], wanted: Callable[[Naive], bool], depth: int) -> Entry:
    """Plays random games until a position is as wanted, and counts from there."""
    rng = random.Random(seed)
    position, prefix = Naive(**options), list[tuple[int, str]]()
    while not wanted(position):
        if not position.turn():
            position, prefix = Naive(**options), []
            continue
        seat = rng.choice(position.turn())
        move = rng.choice(position.moves(seat))
        position.play(seat, move)
        prefix.append((seat, move))
    return entry(position, options, prefix, depth)


def at_start(position: Naive) -> bool:
    return True


def to_draw_for_start(position: Naive) -> bool:
    return not position.to_deal


def drawing_again(position: Naive) -> bool:
    return position.player is None and len(position.starters) > 1 and bool(position.aside) and not position.start_cards


def decided_by_small_pile(position: Naive) -> bool:
    return position.player is not None and len(position.starters) > 1


def one_card_in_pile(position: Naive) -> bool:
    return position.player is not None and position.card is None and sum(position.pile.values()) == 1


def choosing(position: Naive, stones: int) -> bool:
    return position.card is not None and len(position.stones) == stones


def can_end(position: Naive, by: Callable[[Naive, int], bool]) -> bool:
    """The seat in turn has a move that ends the game in the given way."""
    for seat in position.turn():
        for move in position.moves(seat) if seat != CHANCE else ():
            after = copy.deepcopy(position)
            after.play(seat, move)
            if after.winners and by(after, seat):
                return True
    return False


def can_reach_corner(position: Naive) -> bool:
    return can_end(position, lambda after, seat: after.stones.get(after.far_corner(seat)) == seat)


def can_take_last_stone(position: Naive) -> bool:
    return can_end(position, lambda after, seat: len(set(after.stones.values())) < after.players)


def can_take_partners_last_stone(position: Naive) -> bool:
    return can_end(position, lambda after, seat: seat not in after.winners)


def entries() -> list[Entry]:
    return [
        wanted_entry(1, {}, at_start, 2),
        wanted_entry(2, {}, to_draw_for_start, 3),
        wanted_entry(3, {}, lambda p: choosing(p, 7), 4),
        wanted_entry(4, {}, can_take_last_stone, 5),
        wanted_entry(5, {"highest": 14}, one_card_in_pile, 9),
        wanted_entry(6, {"highest": 7, "copies": 4}, decided_by_small_pile, 8),
        wanted_entry(7, {"players": 4}, drawing_again, 3),
        wanted_entry(8, {"players": 4, "highest": 41, "copies": 1}, can_take_last_stone, 6),
        wanted_entry(9, {"players": 4, "highest": 12, "copies": 4}, can_take_partners_last_stone, 6),
        wanted_entry(10, {"classic": True}, at_start, 8),
        wanted_entry(19, {"classic": True}, can_reach_corner, 5),
        wanted_entry(12, {"classic": True}, can_take_last_stone, 5),
    ]


if __name__ == "__main__":
    write_perft(__file__, entries())
