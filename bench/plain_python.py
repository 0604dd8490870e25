"""Random play in plain Python, in CPython or in Pyodide: `rates(seconds)` gives moves a second for each game."""

import time

import spielkiste as sk
from spielkiste.core.dice import seed_dice
from spielkiste.search.playout import pick_action, pick_seat


def rates(seconds: float) -> dict[str, float]:
    return {slug: moves_a_second(slug, seconds) for slug in sk.games()}


def moves_a_second(slug: str, seconds: float) -> float:
    game = sk.game(slug)
    verbs, out, dice = game.room.verbs, [0] * game.room.longest_list, [0, 0, 0]
    seed_dice(dice, 1, 0)
    record, made = game.plain.unpack(game.first), 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        mask = verbs.in_turn(record)
        if not mask:
            record = game.plain.unpack(game.first)
            continue
        seat = pick_seat(mask, dice)
        verbs.play(record, seat, pick_action(record, seat, dice, out))
        verbs.resolve(record)
        made += 1
    return made / spent
