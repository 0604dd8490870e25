"""Learns the network of `net.py` by self-play on a GPU and writes `net.npz`; torch comes with `spielkiste[learn]`.

    python -m spielkiste.games.zahlenluchs.tools.learn --minutes 4 --out net.npz

Thousands of games go on side by side. In each position all moves are tried; the mean over all numbers of the best move
that the number allows is what the position should have been worth, and the network is moved there. Then a number is
drawn and the best move made, now and then any move. A moving average of the network is kept. Positions are seen from
the seat in turn: its places count from its own corner, the other's from the other's. Ctrl-C ends the learning of a game
early. The shipped file was made so on an NVIDIA H200, from 403 million positions of the classic game and 368 million
with cards.
"""

import argparse
import math
import time
from pathlib import Path
from typing import Any

import numpy as np

from spielkiste.lab.extras import torch

from ..net import BUCKETS, FILE, HIGH, MIX_UNIT, PLACES, ROW_UNIT, ROWS, WIDE
from ..rules import DIE, STONES

GONE = PLACES  # as a place: the stone is off the board
HOME = (0, 1, 2, 5, 6, 10)  # the places of the triangle
MOVES = 3 * STONES
NO_NUMBER = 1_000_000  # sorts behind all numbers
LOST = -9.0  # as a value: not a move at all, below every result
FADING = 0.9995  # how much of the moving average a step leaves
FIRST_STEPS = 200  # the rate rises at first
KINDS = {"classic": DIE, "cards": 50}
Tensor = Any  # torch's, which is not installed where nobody learns


class ManyGames:
    """The rules for many games at once; index 0 of a pair is the seat in turn."""

    def __init__(self, kind: str, device: str) -> None:
        self.t, self.device = torch(), device
        self.classic, self.highest = kind == "classic", KINDS[kind]
        self.steps = self.t.tensor([self.steps_from(place) for place in range(PLACES + 1)], device=device)
        mirrored = [(place % 5) * 5 + place // 5 for place in range(PLACES)]
        self.mirrored = self.t.tensor([*mirrored, GONE], device=device)
        self.ranks = self.t.arange(STONES, device=device)

    @staticmethod
    def steps_from(place: int) -> list[int]:
        """Where a stone can go; -1: nowhere."""
        up, right = place < 20, place % 5 < 4
        if place == GONE:
            return [-1, -1, -1]
        return [place + 5 if up else -1, place + 1 if right else -1, place + 6 if up and right else -1]

    def dealt(self, games: int) -> tuple[Tensor, Tensor]:
        """First positions: places [game, role, stone], and the cards under the places (classic: none)."""
        home = self.t.tensor(HOME, device=self.device)
        places = self.t.stack([home[self.shuffled(games, STONES)] for _ in range(2)], 1)
        if self.classic:
            return places, self.t.zeros(games, PLACES, dtype=self.t.long, device=self.device)
        return places, self.shuffled(games, 2 * self.highest)[:, :PLACES] % self.highest + 1

    def shuffled(self, games: int, count: int) -> Tensor:
        return self.t.rand(games, count, device=self.device).argsort(1)

    def numbers(self, places: Tensor, cards: Tensor) -> Tensor:
        """The number of each stone, 0 if it is gone."""
        if self.classic:
            found = (self.ranks + 1).expand(places.shape)
        else:
            found = self.t.stack([cards, cards.flip(-1)], -2).gather(-1, places.clamp(max=PLACES - 1))
        return self.t.where(places == GONE, 0, found)

    def rows(self, places: Tensor, numbers: Tensor) -> Tensor:
        """The two rows of each stone, as `net.add_stone` adds them; ROWS for stones that are gone."""
        t, gone = self.t, places == GONE
        one, other = numbers[..., :, None], numbers[..., None, :]
        lower = t.where(other < one, other, 0).amax(-1)
        higher = t.where(other > one, other, self.highest + 1).amin(-1)
        freedom, rank = higher - lower - 2, self.ranks.expand(places.shape)
        if not self.classic:
            key = t.where(gone, NO_NUMBER, numbers * 8 + self.ranks)
            freedom, rank = BUCKETS * freedom // self.highest, (key[..., None, :] < key[..., :, None]).sum(-1)
        role = t.tensor([[0], [1]], device=self.device)
        by_rank = (role * STONES + rank) * PLACES + places
        by_freedom = 2 * STONES * PLACES + (role * PLACES + places) * BUCKETS + freedom
        both = t.cat([t.where(gone, ROWS, by_rank), t.where(gone, ROWS, by_freedom)], -1)
        return both.flatten(-2)

    def after(self, places: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Own and other stones after each of the 18 moves, which of them exist, and which win."""
        t, games = self.t, len(places)
        target = self.steps[places[:, 0]]
        there, moved = target[..., None], t.eye(STONES, dtype=t.bool, device=self.device)[None, :, None, :]
        own = places[:, 0, None, None, :].expand(games, STONES, 3, STONES)
        own = t.where(moved, there.clamp(min=0), t.where(own == there, GONE, own))
        other = places[:, 1, None, None, :].expand(games, STONES, 3, STONES)
        other = t.where(other == PLACES - 1 - there, GONE, other)
        legal = target >= 0
        won = legal & ((target == PLACES - 1) | (other == GONE).all(-1))
        shape = (games, MOVES, STONES)
        return own.reshape(shape), other.reshape(shape), legal.reshape(shape[:2]), won.reshape(shape[:2])

    def eligible(self, numbers: Tensor, drawn: Tensor) -> Tensor:
        """Which stones a drawn number lets move."""
        t, number, here = self.t, drawn[:, None], numbers > 0
        exact = here & (numbers == number)
        lower = t.where(here & (numbers < number), numbers, 0).amax(1, keepdim=True)
        higher = t.where(here & (numbers > number), numbers, NO_NUMBER).amin(1, keepdim=True)
        near = here & ((numbers == lower) | (numbers == higher))
        return t.where(exact.any(1, keepdim=True), exact, near)

    def mean_over_numbers(self, numbers: Tensor, best: Tensor) -> Tensor:
        """What a position is worth before the draw, from the best that each stone can do."""
        t = self.t
        key = t.where(numbers > 0, numbers, NO_NUMBER)
        same = key[:, :, None] == key[:, None, :]
        best_of_number = t.where(same, best[:, None, :], LOST).amax(2)
        ordered, order = key.sort(1)
        best_of_number, stones = best_of_number.gather(1, order), same.sum(2).gather(1, order)
        here = ordered < NO_NUMBER
        total = t.where(here, best_of_number / stones, 0.0).sum(1)
        between = t.where(here[:, 1:], (ordered[:, 1:] - ordered[:, :-1] - 1).clamp(min=0), 0)
        total = total + (between * t.maximum(best_of_number[:, 1:], best_of_number[:, :-1])).sum(1)
        last = here.sum(1, keepdim=True) - 1
        above = self.highest - ordered.gather(1, last)[:, 0]
        total = total + (ordered[:, 0] - 1) * best_of_number[:, 0] + above * best_of_number.gather(1, last)[:, 0]
        return total / self.highest


class Network:
    """The parts of the network by the names of the file, and what it thinks of positions."""

    def __init__(self, world: ManyGames) -> None:
        self.world, self.t = world, world.t
        source = self.t.Generator().manual_seed(0)

        def some(*shape: int, by: float) -> Tensor:
            return (self.t.randn(*shape, generator=source) * by).to(world.device).requires_grad_()

        self.parts = {
            "rows": some(ROWS + 1, WIDE, by=0.1), "b1": some(WIDE, by=0.01),
            "w2": some(WIDE, HIGH, by=WIDE**-0.5), "b2": some(HIGH, by=0.01),
            "w3": some(HIGH, by=HIGH**-0.5), "b3": some(1, by=0.0),
        }  # fmt: skip

    def outlook(self, places: Tensor, cards: Tensor) -> Tensor:
        """Half the logit of the winning chances of the seat in turn; its tanh is the value."""
        rows = self.world.rows(places, self.world.numbers(places, cards))
        summed = self.t.nn.functional.embedding_bag(
            rows.reshape(-1, 4 * STONES), self.parts["rows"], mode="sum", padding_idx=ROWS
        )
        first = self.t.relu(summed + self.parts["b1"])
        second = self.t.relu(first @ self.parts["w2"] + self.parts["b2"])
        return (second @ self.parts["w3"] + self.parts["b3"]).view(rows.shape[:-1])

    def values_of_moves(self, places: Tensor, cards: Tensor) -> Tensor:
        """What each of the 18 moves is worth to the seat in turn."""
        own, other, legal, won = self.world.after(places)
        turned = cards.flip(-1)[:, None].expand(len(cards), MOVES, PLACES)
        values = -self.t.tanh(self.outlook(self.t.stack([other, own], 2), turned))
        return self.t.where(legal, self.t.where(won, 1.0, values), LOST)


def turn(network: Network, places: Tensor, cards: Tensor, curious: float) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """What the positions should be worth; and the positions after a drawn number and a move, and which games it won."""
    world, t, games = network.world, network.t, len(places)
    values = network.values_of_moves(places, cards)
    numbers = world.numbers(places, cards)[:, 0]
    target = world.mean_over_numbers(numbers, values.view(games, STONES, 3).amax(2))
    drawn = t.randint(1, world.highest + 1, (games,), device=world.device)
    may = world.eligible(numbers, drawn)[:, :, None].expand(games, STONES, 3).reshape(games, MOVES) & (values > LOST)
    luck = t.rand(games, MOVES, device=world.device)
    best, anyone = t.where(may, values, LOST).argmax(1), t.where(may, luck, LOST).argmax(1)
    move = t.where(t.rand(games, device=world.device) < curious, anyone, best)
    own, other, _, won = world.after(places)
    at = move[:, None, None].expand(games, 1, STONES)
    after = t.cat([other.gather(1, at), own.gather(1, at)], 1)
    return target, after, cards.flip(-1), won.gather(1, move[:, None])[:, 0]


class Learner:
    """Learning one kind of game."""

    def __init__(self, kind: str, given: argparse.Namespace) -> None:
        self.kind, self.given = kind, given
        self.world = ManyGames(kind, given.device)
        self.t = self.world.t
        self.network = Network(self.world)
        self.average = {name: part.detach().clone() for name, part in self.network.parts.items()}
        self.optimiser = self.t.optim.Adam(list(self.network.parts.values()), lr=given.rate, betas=(0.9, 0.99))
        self.positions = self.world.dealt(given.games)
        self.turn = self.t.compile(turn) if given.device == "cuda" else turn
        self.steps = 0

    def step(self, done: float) -> float:
        """One turn of all games, learnt from; the mean square of what the network was wrong by."""
        t, (places, cards) = self.t, self.positions
        falling = 0.5 * (1 + math.cos(math.pi * done)) * 0.995 + 0.005
        self.optimiser.param_groups[0]["lr"] = self.given.rate * falling * min(1, (self.steps + 1) / FIRST_STEPS)
        with t.no_grad():
            target, after, turned, won = self.turn(self.network, places, cards, self.given.curious)
        outlook = self.network.outlook(*self.perhaps_mirrored(places, cards))
        loss = t.nn.functional.binary_cross_entropy_with_logits(2 * outlook, (target + 1) / 2)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.optimiser.step()
        self.steps += 1
        share = max(1 - FADING, 1 / (self.steps + 1))
        with t.no_grad():
            for name, part in self.network.parts.items():
                self.average[name].lerp_(part, share)
            fresh, dealt = self.world.dealt(self.given.games)
            self.positions = t.where(won[:, None, None], fresh, after), t.where(won[:, None], dealt, turned)
            return float(((t.tanh(outlook) - target) ** 2).mean()) if self.steps % 100 == 1 else math.nan

    def perhaps_mirrored(self, places: Tensor, cards: Tensor) -> tuple[Tensor, Tensor]:
        """Every second time the mirror image, which is worth the same."""
        if self.steps % 2 == 0:
            return places, cards
        return self.world.mirrored[places], cards.view(-1, 5, 5).transpose(1, 2).reshape(-1, PLACES)

    def run(self) -> dict[str, Any]:
        """Learns for so many minutes; the parts of the file."""
        begun = time.monotonic()
        try:
            while (done := (time.monotonic() - begun) / (60 * self.given.minutes)) < 1:
                error = self.step(done)
                if not math.isnan(error):
                    seen = self.steps * self.given.games / 1e6
                    left = 60 * self.given.minutes * (1 - done)
                    print(f"\r{self.kind}: {seen:.0f} M positions, error {error**0.5:.4f}, {left:.0f} s left ", end="")
        except KeyboardInterrupt:
            print("\nended early")
        print(flush=True)
        return {f"{self.kind}_{name}": part for name, part in tables(self.average).items()}


def tables(parts: dict[str, Tensor]) -> dict[str, Any]:
    """What was learnt, as `net.py` reads it."""
    rows, first_bias, mix, bias, last, last_bias = (
        parts[name].cpu().numpy().astype(np.float32) for name in ("rows", "b1", "w2", "b2", "w3", "b3")
    )
    return {
        "rows": in_units(np.vstack([rows[:ROWS], first_bias]), ROW_UNIT),
        "mix": in_units(mix.T, MIX_UNIT),
        "last": np.concatenate([bias, last, last_bias]),
    }


def in_units(numbers: Any, unit: int) -> Any:
    return np.rint(np.ascontiguousarray(numbers) * unit).astype(np.int16)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=4, help="for each of the two games (default 4)")
    parser.add_argument("--games", type=int, default=16_384, help="at a time (default 16,384)")
    parser.add_argument("--rate", type=float, default=2e-3, help="at which it learns at first")
    parser.add_argument("--curious", type=float, default=0.08, help="how many moves are any move")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args()
    if not (given.minutes > 0 and given.games > 0 and given.rate > 0 and 0 <= given.curious <= 1):
        parser.error("minutes, games and rate must be positive, curious between 0 and 1")
    torch().manual_seed(3)
    learnt: dict[str, Any] = {}
    for kind in KINDS:
        learnt |= Learner(kind, given).run()
    unfinished = given.out.with_suffix(".part.npz")
    np.savez_compressed(unfinished, **learnt)
    unfinished.replace(given.out)


if __name__ == "__main__":
    main()
