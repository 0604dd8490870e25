from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

from spielkiste.check.perft import Entry, entry, write_perft

EMPTY_HAND = 0


def best_single(shown: dict[int, int]) -> int | None:
    """The seat with the highest value that exactly one seat shows, if any."""
    values = list(shown.values())
    singles = [seat for seat, value in shown.items() if values.count(value) == 1]
    return max(singles, key=lambda seat: shown[seat], default=None)


class Naive:
    """Zahlenpoker, written a second time from its rules page alone."""

    def __init__(self, *, players: int = 2) -> None:
        self.players = players
        self.hands = [[1, 1, 2, 2, 3, 3, 4, 4] for _ in range(players)]
        self.empty_hand_unused = [True] * players
        self.booty: list[list[int]] = [[] for _ in range(players)]
        self.chosen: dict[int, int] = {}  # seat -> value or EMPTY_HAND, this round
        self.thief: int | None = None  # set while the shown stones wait for a theft
        self.over = False

    def turn(self) -> tuple[int, ...]:
        if self.over:
            return ()
        if self.thief is not None:
            return (self.thief,)
        return tuple(seat for seat in range(self.players) if seat not in self.chosen)

    def moves(self, seat: int) -> list[str]:
        if seat not in self.turn():
            return []
        if self.thief is not None:
            return sorted(f"steal {robbed}" for robbed in self.shown_stones())
        choices = set(self.hands[seat])
        if self.empty_hand_unused[seat]:
            choices.add(EMPTY_HAND)
        return sorted(f"show {value}" for value in choices)

    def shown_stones(self) -> dict[int, int]:
        return {seat: value for seat, value in self.chosen.items() if value != EMPTY_HAND}

    def empty_hands(self) -> list[int]:
        return [seat for seat, value in self.chosen.items() if value == EMPTY_HAND]

    def chances(self) -> list[tuple[str, Fraction]]:
        return []

    def accepts(self, seat: int, move: str) -> bool:
        return move in self.moves(seat)

    def play(self, seat: int, move: str) -> None:
        word, number = move.split(" ")
        if word == "show":
            self.chosen[seat] = int(number)
            if len(self.chosen) == self.players:
                self.show_all()
        else:
            self.steal(seat, int(number))

    def show_all(self) -> None:
        for seat, value in self.chosen.items():
            if value == EMPTY_HAND:
                self.empty_hand_unused[seat] = False
            else:
                self.hands[seat].remove(value)
        if len(self.empty_hands()) == 1:
            self.thief = self.empty_hands()[0]
        else:
            self.award(self.shown_stones())

    def steal(self, thief: int, robbed: int) -> None:
        shown = self.shown_stones()
        self.booty[thief].append(shown.pop(robbed))
        self.award(shown)

    def award(self, shown: dict[int, int]) -> None:
        """The winner among these stones keeps theirs; then the round is over."""
        winner = best_single(shown)
        if winner is not None:
            self.booty[winner].append(shown[winner])
        self.chosen = {}
        self.thief = None
        self.over = not any(self.hands)

    def scores(self) -> tuple[int, ...]:
        return tuple(len(stones) for stones in self.booty)

    def places(self) -> tuple[int, ...] | None:
        if not self.over:
            return None
        ranks = [(len(stones), sum(stones)) for stones in self.booty]
        return tuple(1 + sum(other > mine for other in ranks) for mine in ranks)

    def returns(self) -> tuple[float, ...] | None:
        places = self.places()
        if places is None:
            return None
        return tuple(
            (sum(other > mine for other in places) - sum(other < mine for other in places)) / (self.players - 1)
            for mine in places
        )


def stones_left(game: Naive) -> int:
    return max(len(hand) for hand in game.hands)


def between_rounds(game: Naive) -> bool:
    return not game.chosen


def at_start(game: Naive) -> bool:
    return True


def stealing(game: Naive) -> bool:
    return game.thief is not None


def stealing_late(game: Naive) -> bool:
    return game.thief is not None and stones_left(game) <= 3


def all_but_one_chosen(game: Naive) -> bool:
    return len(game.turn()) == 1 and game.thief is None and len(game.chosen) >= 2


def two_stones_left(game: Naive) -> bool:
    return between_rounds(game) and stones_left(game) == 2


def three_stones_left(game: Naive) -> bool:
    return between_rounds(game) and stones_left(game) == 3


def ninth_round(game: Naive) -> bool:
    """Some have one stone left, the others only the empty hand."""
    return between_rounds(game) and {len(hand) for hand in game.hands} == {0, 1}


def one_thief_in_ninth_round(game: Naive) -> bool:
    return ninth_round(game) and game.hands.count([]) == 1


def last_round_of_eight(game: Naive) -> bool:
    """Nobody has used the empty hand: the game may end now, or go on for a ninth round."""
    return between_rounds(game) and stones_left(game) == 1 and all(game.empty_hand_unused)


def random_prefix(rng: random.Random, players: int, wanted: Callable[[Naive], bool]) -> list[tuple[int, str]]:
    """Random moves up to the first wanted position, in the first random game that has one."""
    while True:
        game = Naive(players=players)
        prefix: list[tuple[int, str]] = []
        while not game.over:
            if wanted(game):
                return prefix
            seat = rng.choice(game.turn())
            move = rng.choice(game.moves(seat))
            prefix.append((seat, move))
            game.play(seat, move)


def perft_entry(rng: random.Random, players: int, wanted: Callable[[Naive], bool], depth: int) -> Entry:
    prefix = random_prefix(rng, players, wanted)
    game = Naive(players=players)
    for seat, move in prefix:
        game.play(seat, move)
    return entry(game, {} if players == 2 else {"players": players}, prefix, depth)


def main() -> None:
    rng = random.Random(5)
    positions = [
        (2, at_start, 5),
        (2, stealing, 5),
        (2, last_round_of_eight, 4),
        (2, three_stones_left, 6),
        (3, at_start, 4),
        (3, stealing_late, 5),
        (3, one_thief_in_ninth_round, 4),
        (3, two_stones_left, 7),
        (4, at_start, 4),
        (4, all_but_one_chosen, 5),
        (4, last_round_of_eight, 5),
        (4, ninth_round, 4),
    ]
    entries = [perft_entry(rng, *position) for position in positions]
    write_perft(__file__, entries)


if __name__ == "__main__":
    main()
