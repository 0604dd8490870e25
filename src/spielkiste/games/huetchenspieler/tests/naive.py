from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations

from spielkiste.check.perft import Entry, entry, wander, write_perft

CLOCK = -2
SYMBOLS = (1, 2, 3, 4)
PLACES_IN_ROW = (1, 2, 3, 4)
SLIDES_IN_ROUND = {1: 3, 2: 4}


class Naive:
    """Hütchenspieler, written a second time from its rules page alone."""

    def __init__(self, *, players: int = 2) -> None:
        self.players = players
        self.round = 1
        self.slider = 0
        self.stones_won = [0] * players
        self.over = False
        self.start_hiding()

    def start_hiding(self) -> None:
        self.phase = "lay"
        self.row: list[int] = []
        self.slides_made = 0
        self.uncovered: set[int] = set()  # places, 1 to 4
        self.questions = 0
        self.asked: int | None = None

    def seeker(self) -> int:
        """The seat that answers the current question: in turn from the slider's left, again and again."""
        seekers = [(self.slider + step) % self.players for step in range(1, self.players)]
        return seekers[(self.questions - 1) % len(seekers)]

    def turn(self) -> tuple[int, ...]:
        if self.over:
            return ()
        if self.phase == "look":
            return (CLOCK, self.slider)
        if self.phase == "take":
            return (self.seeker(),)
        return (self.slider,)

    def moves(self, seat: int) -> list[str]:
        if seat not in self.turn():
            return []
        if self.phase == "lay":
            return sorted("lay " + "".join(str(symbol) for symbol in order) for order in permutations(SYMBOLS))
        if self.phase == "look":
            return ["cover"]
        if self.phase == "slide":
            return sorted(f"slide {a} {b}" for a in PLACES_IN_ROW for b in PLACES_IN_ROW if a != b)
        if self.phase == "ask":
            return sorted(f"ask {symbol}" for symbol in SYMBOLS if symbol not in self.uncovered_symbols())
        return sorted(f"take {place}" for place in self.covered_places())

    def uncovered_symbols(self) -> set[int]:
        return {self.row[place - 1] for place in self.uncovered}

    def covered_places(self) -> list[int]:
        return [place for place in PLACES_IN_ROW if place not in self.uncovered]

    def chances(self) -> list[tuple[str, Fraction]]:
        return []

    def accepts(self, seat: int, move: str) -> bool:
        return move in self.moves(seat)

    def play(self, seat: int, move: str) -> None:
        word, *rest = move.split(" ")
        if word == "lay":
            self.row = [int(symbol) for symbol in rest[0]]
            self.phase = "look"
        elif word == "cover":
            self.phase = "slide"
        elif word == "slide":
            self.slide(int(rest[0]), int(rest[1]))
        elif word == "ask":
            self.asked = int(rest[0])
            self.questions += 1
            self.phase = "take"
        else:
            self.take(seat, int(rest[0]))

    def slide(self, old_place: int, new_place: int) -> None:
        stone = self.row.pop(old_place - 1)
        self.row.insert(new_place - 1, stone)
        self.slides_made += 1
        if self.slides_made == SLIDES_IN_ROUND[self.round]:
            self.phase = "ask"

    def take(self, seeker: int, place: int) -> None:
        right = self.row[place - 1] == self.asked
        taker = seeker if right else self.slider
        self.uncovered.add(place)
        self.stones_won[taker] += 1
        self.asked = None
        self.phase = "ask"
        if len(self.uncovered) == 3:
            self.uncovered = set(PLACES_IN_ROW)
            self.stones_won[taker] += 1
            self.end_hiding()

    def end_hiding(self) -> None:
        if self.slider < self.players - 1:
            self.slider += 1
        elif self.round == 1:
            self.round = 2
            self.slider = 0
        else:
            self.over = True
            return
        self.start_hiding()

    def scores(self) -> tuple[int, ...]:
        return tuple(self.stones_won)

    def places(self) -> tuple[int, ...] | None:
        if not self.over:
            return None
        return tuple(1 + sum(other > mine for other in self.stones_won) for mine in self.stones_won)

    def returns(self) -> tuple[float, ...] | None:
        places = self.places()
        if places is None:
            return None
        return tuple(
            (sum(other > mine for other in places) - sum(other < mine for other in places)) / (self.players - 1)
            for mine in places
        )


def perft_entry(rng: random.Random, players: int, length: int, depth: int) -> Entry:
    """Random moves to a position `length` moves into the game, and the count from there."""
    game = Naive(players=players)
    prefix = wander(rng, game, length)
    return entry(game, {} if players == 2 else {"players": players}, prefix, depth)


def main() -> None:
    rng = random.Random(5)
    # A hiding is 11 moves long in the first round and 12 in the second, so a game is 23 moves for each player.
    positions = [
        (2, 0, 4),
        (2, 2, 4),  # three slides, then the first question
        (2, 5, 6),  # all three questions of a hiding
        (2, 9, 4),  # into the next player's hiding
        (2, 22, 3),  # the second round begins
        (2, 24, 4),  # four slides
        (3, 0, 3),
        (3, 7, 5),  # the third question goes to the first seeker again
        (3, 33 + 24 + 4, 5),
        (4, 11 + 5, 6),
        (4, 44 - 4, 5),  # from the last hiding of the first round into the second round
        (4, 92 - 6, 6),  # to the very end
    ]
    entries = [perft_entry(rng, *position) for position in positions]
    write_perft(__file__, entries)


if __name__ == "__main__":
    main()
