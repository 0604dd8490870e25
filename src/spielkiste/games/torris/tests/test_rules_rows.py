"""Eight cells at once find the moves that a walk from cell to cell finds, of both seats, with towers of any height."""

import random
from typing import Any

import spielkiste as sk
from spielkiste.games.torris import quick_rules, rules
from spielkiste.games.torris.rows import EMPTY, closed_up, height_rows, row_of, top_rows

GAME = sk.game("torris")


def moves(module: Any, s: Any, seat: int) -> list[int]:
    out = [0] * rules.MAX_MOVES
    return out[: module.legal(s, seat, out)]


def towers(rng: random.Random) -> Any:
    """All stones in towers at random, also such as no game has."""
    s: Any = GAME.plain.unpack(GAME.first)
    cells = rng.sample(range(rules.CELLS), rng.randint(1, rules.CELLS))
    for _ in range(rules.CELLS):
        s.height[rng.choice(cells)] += 1
    for k in range(rules.CELLS):
        s.stone[k] = rng.randint(0, 1) * rules.COLOUR + rng.randint(1, rules.SYMBOLS)
    s.dealt, s.turn = rules.CELLS, rules.WHITE
    return s


def test_rows_find_the_moves_that_a_walk_finds() -> None:
    rng, heights = random.Random(1), set()
    for _ in range(300):
        s = towers(rng)
        heights |= set(s.height)
        for seat in (rules.WHITE, rules.BLACK):
            assert moves(rules, s, seat) == moves(quick_rules, s, seat), (list(s.height), list(s.stone))
    assert {0, 1, 2, 3, 32} <= heights


def test_a_row_begins_with_column_a() -> None:
    assert row_of(list(range(32)), 1) == int.from_bytes(bytes(range(8, 16)), "little")
    s = towers(random.Random(2))
    heights = height_rows(s)
    shown = b"".join(row.to_bytes(8, "little") for row in top_rows(s, heights))
    ends = [sum(s.height[: cell + 1]) for cell in range(rules.CELLS)]
    assert list(shown) == [s.stone[end - 1] if high else EMPTY for end, high in zip(ends, s.height, strict=True)]


def test_halves_of_bytes_lie_side_by_side() -> None:
    assert closed_up(0x0807060504030201) == 0x87654321
