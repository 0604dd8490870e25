"""A match as adapters lead it, move by move: what is nobody's decision happens by itself, as in `lab.vec`."""

from typing import Any

import numpy as np

from spielkiste.core.deal import deal
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE, CLOCK
from spielkiste.lab.numbering import Numbering
from spielkiste.lab.observation import Observation


class Match:
    """One match with all seats open. While a clock runs it runs out before a decision once in `clock` times (0: only
    when nobody else can act)."""

    def __init__(self, game: Game, clock: int = 16) -> None:
        self.game, self.clock = game, clock
        self.numbering, self.seen = Numbering(game), Observation(game)
        self.rng = np.random.default_rng()
        self.state = game.start()

    def begin(self, seed: int | None = None) -> None:
        """From the start; with a seed the same chance events, without one other ones each time."""
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.state = self.settled(self.game.start())

    def settled(self, state: State) -> State:
        """After chance events and clocks: a seat must decide, or the game is over."""
        while state.turn == (CHANCE,) or self.runs_out(state):
            by_chance = state.turn == (CHANCE,)
            state = deal(state, self.rng) if by_chance else state.play(state.moves(CLOCK)[0], CLOCK)
        return state

    def runs_out(self, state: State) -> bool:
        if CLOCK not in state.turn:
            return False
        return state.turn == (CLOCK,) or (self.clock > 0 and int(self.rng.integers(self.clock)) == 0)

    @property
    def seats(self) -> list[int]:
        """Who may act."""
        return [seat for seat in self.state.turn if seat >= 0]

    def seat_by_lot(self) -> int:
        """One of those who may act."""
        return self.seats[int(self.rng.integers(len(self.seats)))]

    def play(self, numbers: dict[int, int]) -> list[int]:
        """Moves of seats in turn, made at once: each is chosen before any is seen, and one that an earlier seat's has
        made impossible is not made. Where some are illegal none is made: these seats."""
        chosen = {seat: self.numbering.moves(self.state, seat).get(number) for seat, number in numbers.items()}
        if wrong := [seat for seat, move in chosen.items() if move is None]:
            return wrong
        self.state = self.settled(played_at_once(self.state, {s: move for s, move in chosen.items() if move}))
        return []

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat sees, and what it may do."""
        return {"observation": self.seen.of(self.state, seat), "action_mask": self.numbering.mask(self.state, seat)}


def played_at_once(state: State, moves: dict[int, str]) -> State:
    """Moves chosen at the same time, made in the order of seats."""
    for seat, move in sorted(moves.items()):
        if move in state.moves(seat):
            state = state.play(move, seat)
    return state
