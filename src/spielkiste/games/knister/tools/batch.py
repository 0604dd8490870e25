"""Thousands of sheets at once, with PyTorch: what the net thinks of them, and games it plays by itself.

The same value as in `bot/net.py`, written a second time for learning (`learn.py`), where gradients are needed and a GPU
helps; `learn.py` compares the two before it begins. Playing needs none of this.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from spielkiste.lab.extras import torch

from ..bot.net import SHAPES, Net
from ..bot.sheet import AFTER, CELL_KIND, FALLS, HELD, LINE_KIND, NUMBERS, POINTS, WAYS
from ..rules import CELLS, FIRST_DIAGONAL, LINES, ROUNDS, SIDE

NEVER_BEST = -1e9  # the value of a cell that is not free


class Tables(NamedTuple):
    """What the rules say, as tensors on the device that learns."""

    after: Any  # [held, number]: what a line holds with one number more
    first_row: Any  # [line]: where the rows of its kind begin in `cross`
    cell_kind: Any  # [cell]
    through: Any  # [cell, line]: 1 where the line goes through the cell
    slants: Any  # [2, cell, 1]: the same for the two diagonals
    points: Any  # [held]
    factor: Any  # [line]: 2 for diagonals
    chances: Any  # [number]


def new_tables(device: str) -> Tables:
    through = np.zeros((CELLS, LINES), np.float32)
    for cell in range(CELLS):
        row, column = divmod(cell, SIDE)
        through[cell, [row, SIDE + column]] = 1
        through[cell, FIRST_DIAGONAL] = row == column
        through[cell, FIRST_DIAGONAL + 1] = row + column == SIDE - 1
    parts = Tables(
        after=AFTER.astype(np.int64),
        first_row=HELD * np.array(LINE_KIND),
        cell_kind=np.array(CELL_KIND),
        through=through,
        slants=through.T[FIRST_DIAGONAL:, :, None].copy(),
        points=POINTS,
        factor=np.array([2 if line >= FIRST_DIAGONAL else 1 for line in range(LINES)], np.float32),
        chances=np.array(WAYS, np.float32) / FALLS,
    )
    return Tables(*(torch().tensor(part, device=device) for part in parts))


# --- the value of sheets ------------------------------------------------------------------------
# Dimensions: B games, K numbers, W what a crossing is described by, H units of the second layer; "..." any.


def crossings(said: Any, bias: Any, slants: Any) -> Any:
    """[..., 25, W]: what each cell's lines say together; said [..., 12, W], bias [..., 25, W]."""
    straight = (said[..., :SIDE, None, :] + said[..., None, SIDE : 2 * SIDE, :]).flatten(-3, -2)
    rising, falling = said[..., FIRST_DIAGONAL : FIRST_DIAGONAL + 1, :], said[..., FIRST_DIAGONAL + 1 :, :]
    return straight + bias + slants[0] * rising + slants[1] * falling


def weighed(vector: Any, mix: Any, shift: Any, out: Any) -> Any:
    """The second layer."""
    return ((vector @ mix + shift).relu() * out).sum(-1)


def network(said: Any, free: Any, bias: Any, mix: Any, shift: Any, out: Any, slants: Any) -> Any:
    """The network's part of the value; free [..., 25, 1]."""
    vector = (crossings(said, bias, slants).relu() * free).sum(-2)
    return weighed(vector, mix, shift, out)


def network_by_cell(
    said: Any, saying: Any, free: Any, bias: Any, mix: Any, shift: Any, out: Any, slants: Any
) -> Any:  # fmt: skip
    """[B, K, 25]: the network's part once each of the numbers is written into each of the cells.

    said [B, 12, W] is what the lines say, saying [B, K, 12, W] what they would say with each of the numbers. Lines
    meet in one cell only, so a cell changes the sum by what its lines change, less what they change in itself.
    """
    seen, free = crossings(said, bias, slants)[:, None], free[:, None]
    before, more = seen.relu() * free, saying - said[:, None]
    in_row = (seen + more[:, :, :SIDE].repeat_interleave(SIDE, 2)).relu() * free - before
    in_column = (seen + more[:, :, SIDE : 2 * SIDE].repeat(1, 1, SIDE, 1)).relu() * free - before
    rising = ((seen + more[:, :, FIRST_DIAGONAL : FIRST_DIAGONAL + 1]).relu() * free - before) * slants[0]
    falling = ((seen + more[:, :, FIRST_DIAGONAL + 1 :]).relu() * free - before) * slants[1]
    elsewhere = (
        in_row.unflatten(2, (SIDE, SIDE)).sum(3).repeat_interleave(SIDE, 2)
        + in_column.unflatten(2, (SIDE, SIDE)).sum(2).repeat(1, 1, SIDE, 1)
        + slants[0] * rising.sum(2, keepdim=True)
        + slants[1] * falling.sum(2, keepdim=True)
    )
    vector = before.sum(2, keepdim=True) - before - in_row - in_column - rising - falling + elsewhere
    return weighed(vector, mix, shift, out)


class Judge:
    """Values of sheets: held [..., 12] says what their lines hold, free [..., 25] is 1 for free cells."""

    def __init__(self, device: str) -> None:
        self.device, self.tables = device, new_tables(device)
        self.network, self.network_by_cell = network, network_by_cell
        if device.startswith("cuda"):  # few shapes come again and again, so code is made for each of them
            self.network = torch().compile(network, dynamic=False)
            self.network_by_cell = torch().compile(network_by_cell, dynamic=False)

    def values(self, net: Net, held: Any, free: Any, written: Sequence[int]) -> Any:
        """[T, B] of sheets [T, B, 12]; written says of each of the T how many of its cells are."""
        rounds, rows = list(written), self.tables.first_row + held
        lines = net.lines.flatten(1)[rounds].gather(1, rows.flatten(1)).view(held.shape).sum(-1)
        said = torch().nn.functional.embedding(rows, net.cross)
        bias = net.bias[rounds][:, self.tables.cell_kind][:, None]
        shift, out = net.shift[rounds][:, None], net.out[rounds][:, None]
        return lines + self.network(said, free[..., None], bias, net.mix, shift, out, self.tables.slants)

    def values_by_cell(self, net: Net, held: Any, after: Any, free: Any, written: int) -> Any:
        """[B, K, 25] of sheets [B, 12] once a number is in a cell, so that so many are written. after [B, K, 12]
        says what lines hold with each of the numbers."""
        if written == ROUNDS:
            gain = self.tables.points[after] * self.tables.factor
            return gain @ self.tables.through.T + self.totals(held)[:, None, None]
        by_line, kinds = net.lines[written].flatten(), self.tables.first_row
        before = by_line[kinds + held]
        gain = (by_line[kinds + after] - before[:, None]) @ self.tables.through.T
        said, saying = net.cross[kinds + held], net.cross[kinds + after]
        bias, shift, out = net.bias[written][self.tables.cell_kind], net.shift[written], net.out[written]
        crossing = self.network_by_cell(said, saying, free[..., None], bias, net.mix, shift, out, self.tables.slants)
        return gain + before.sum(-1)[:, None, None] + crossing

    def totals(self, held: Any) -> Any:
        """The points of full lines."""
        return (self.tables.points[held] * self.tables.factor).sum(-1)


# --- games --------------------------------------------------------------------------------------


class Played(NamedTuple):
    """Games side by side, after each of the rounds."""

    held: Any  # [25, B, 12]
    free: Any  # [25, B, 25]
    seen: Any  # [24, B]: what the first 24 sheets led to, by one roll more (the last always by all rolls)
    totals: Any  # [B]


def two_dice(games: int, device: str) -> Any:
    """[25, B] numbers from 0."""
    shape = (2, ROUNDS, games)
    return torch().randint(0, 6, shape, device=device).sum(0)


def play(judge: Judge, net: Net, rolls: Any, all_rolls: bool) -> Played:
    """The net plays games by itself. With all_rolls, `seen` is the mean over all next rolls, not the one that fell."""
    games = rolls.shape[1]
    tables, index = judge.tables, torch().arange(games, device=judge.device)
    held = torch().zeros(games, LINES, dtype=torch().long, device=judge.device)
    free = torch().ones(games, CELLS, device=judge.device)
    every = torch().arange(NUMBERS, device=judge.device).expand(games, NUMBERS)
    after_rounds: list[tuple[Any, Any]] = []
    seen = []
    for k in range(ROUNDS):
        wide = k > 0 and (all_rolls or k == ROUNDS - 1)
        numbers = every if wide else rolls[k][:, None]
        after = tables.after[held[:, None], numbers[..., None]]
        values = judge.values_by_cell(net, held, after, free, k + 1).masked_fill(free[:, None] == 0, NEVER_BEST)
        value, cell = values.max(2)
        fell = rolls[k] if wide else torch().zeros_like(rolls[k])
        if k > 0:
            seen.append((value * tables.chances).sum(1) if wide else value[:, 0])
        chosen = cell[index, fell]
        held = torch().where(tables.through[chosen] > 0, after[index, fell], held)
        free = free.clone()
        free[index, chosen] = 0
        after_rounds.append((held, free))
    return Played(
        torch().stack([held for held, _ in after_rounds]),
        torch().stack([free for _, free in after_rounds]),
        torch().stack(seen),
        judge.totals(held),
    )


# --- the net as tensors and as arrays -----------------------------------------------------------


def as_tensors(net: Net, device: str) -> Net:
    return Net(*(torch().tensor(part.astype(np.float32), device=device) for part in net))


def as_arrays(net: Net) -> Net:
    return Net(*(part.detach().cpu().numpy() for part in net))


def has_shape(net: Net) -> bool:
    return all(part.shape == shape for part, shape in zip(net, SHAPES, strict=True))
