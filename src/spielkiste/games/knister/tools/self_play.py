"""Whole games between ways to look ahead, to measure them. This module is compiled."""

from typing import Any

import numpy as np

from ..bot.look_ahead import think, two_dice
from ..bot.net import Net, Space, take
from ..bot.race import RaceSpace
from ..bot.sheet import total
from ..rules import CELLS, LINES, ROUNDS


def play_games(
    net: Net, ways: Any, games: int, fate: Any, dice: Any, totals: Any, space: Space, race: RaceSpace
) -> None:
    """Whole games of as many seats as there are ways to look ahead; their totals by game and seat."""
    players = len(ways)
    table, cells = np.zeros((players, LINES), np.int64), np.zeros((players, CELLS), np.int64)
    chosen, values = np.zeros(players, np.int64), np.zeros(CELLS)
    for game in range(games):
        for seat in range(players):
            table[seat] = 0
            for cell in range(CELLS):
                cells[seat, cell] = cell
        for written in range(ROUNDS):
            number, count = two_dice(fate), CELLS - written
            for seat in range(players):
                chosen[seat] = think(net, table, cells, count, seat, number, ways[seat], dice, values, space, race)
            for seat in range(players):
                take(table[seat], cells[seat], count, number, chosen[seat])
        for seat in range(players):
            totals[game, seat] = total(table[seat])
