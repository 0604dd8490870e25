"""The rules of Abräumen, one test each."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.abraeumen.notation import NAMES
from spielkiste.games.abraeumen.rules import JUMP_CELLS, JUMPS, MAX_MOVES, STEPS, has_room, jumpers

# Found by a depth-first search; the last stone stands on e5.
SOLUTION = """
    c1-a1 d1-f1 b3-b1 a1-c1 d2-b2 a2-c2 f2-d2 c2-e2 d3-b3 a3-c3 e3-e1 f1-d1 c1-e1 a4-a6 c4-c2 f4-f6
    e5-e3 f3-d3 d4-d2 c2-e2 e1-e3 c6-c4 c4-a4 a6-c6 d6-d4 f6-d6 d6-b6 b6-b4 a4-c4 c4-e4 e3-e5
"""
COLUMNS_TURNED = str.maketrans("abcdef", "fedcba")
ROWS_TURNED = str.maketrans("123456", "654321")


def played(moves: list[str]) -> State:
    state = sk.game("abraeumen").start()
    for move in moves:
        state = state.play(move)
    return state


def drawn(board: str) -> State:
    """A position from a drawing, top row first: o a stone, . none."""
    game = sk.game("abraeumen")
    record: Any = game.plain.unpack(game.first)
    signs = "".join("".join(line.split()) for line in reversed(board.strip().split("\n")))
    record.stones = sum(1 << cell for cell, sign in enumerate(signs) if sign == "o")
    record.home = [cell + 1 if sign == "o" else 0 for cell, sign in enumerate(signs)]
    return State(game, record.pack())


def classes(state: State) -> tuple[bool, ...]:
    """Cells are of three kinds, counted along either diagonal: which kinds hold odd numbers of stones together?

    A jump changes the number of each of the three kinds by one, so this never changes.
    """
    cells = [cell for cell in range(36) if state.record().stones >> cell & 1]
    same = []
    for direction in (1, -1):
        kinds = Counter((cell % 6 + direction * (cell // 6)) % 3 for cell in cells)
        same += [(kinds[0] - kinds[1]) % 2 == 0, (kinds[1] - kinds[2]) % 2 == 0]
    return tuple(same)


def test_the_board_has_96_jumps() -> None:
    assert JUMPS == len(set(JUMP_CELLS)) == 96
    for cell, over, to in JUMP_CELLS:
        assert over - cell == to - over and over - cell in STEPS
        (x, y), (u, v) = ((NAMES[k][0], int(NAMES[k][1])) for k in (cell, to))
        assert abs(ord(x) - ord(u)) + abs(y - v) == 2 and (x == u or y == v)


def test_32_stones_lie_everywhere_but_in_the_corners() -> None:
    view = sk.game("abraeumen").start().view(0)
    assert view["position"]["stones_left"] == len(view["position"]["stones"]) == 32
    assert set(NAMES) - set(view["position"]["stones"]) == {"a1", "a6", "f1", "f6"}
    assert view["scores"] == [-32] and view["position"]["moves"] == 0


def test_at_the_start_two_jumps_lead_into_each_corner() -> None:
    moves = sk.game("abraeumen").start().moves()
    assert moves == ["a3-a1", "a4-a6", "c1-a1", "c6-a6", "d1-f1", "d6-f6", "f3-f1", "f4-f6"]


def test_the_stone_jumped_over_is_removed() -> None:
    state = played(["c6-a6"])
    stones = state.view(0)["position"]["stones"]
    assert "a6" in stones and "b6" not in stones and "c6" not in stones
    assert state.scores == (-31,) and state.view(0)["position"]["last_landed"] == "a6"


def test_a_stone_jumps_in_four_directions_over_a_neighbour_onto_an_empty_cell() -> None:
    state = drawn(
        """
        . . . . . .
        . . o . . .
        . o o o . .
        . . o . . .
        . . . . . .
        . . . . . .
        """
    )
    assert state.moves() == ["c4-a4", "c4-c2", "c4-c6", "c4-e4"]


def test_lines_do_not_run_over_the_edge() -> None:
    state = drawn(
        """
        . . . . . .
        . . . . . .
        . . . . . .
        o . . . . .
        . . . . o o
        . . . . . .
        """
    )
    assert state.moves() == ["f2-d2"]


def test_the_game_ends_when_no_jump_is_possible() -> None:
    state = drawn(
        """
        o . . . . o
        . . . . . .
        . . o . . .
        . . . o . .
        . . . . . .
        o . . . . o
        """
    )
    assert state.over and state.scores == (-6,) and state.returns == (26 / 31,) and state.places == (1,)


def test_a_solution_has_31_jumps_and_scores_minus_one() -> None:
    assert len(SOLUTION.split()) == 31
    state = played(SOLUTION.split())
    assert state.over and state.scores == (-1,) and state.returns == (1.0,)
    assert state.view(0)["position"]["solved"] and "solved" in str(state) and "Solved in 27 moves" in state.svg(0)


@pytest.mark.parametrize(
    ("last", "columns", "rows"), [("e5", "", ""), ("b5", "x", ""), ("e2", "", "x"), ("b2", "x", "x")]
)
def test_the_last_stone_can_stand_on_each_of_four_cells(last: str, columns: str, rows: str) -> None:
    solution = SOLUTION
    solution = solution.translate(COLUMNS_TURNED) if columns else solution
    solution = solution.translate(ROWS_TURNED) if rows else solution
    assert played(solution.split()).view(0)["position"]["stones"] == [last]


def test_the_last_stone_can_stand_nowhere_else() -> None:
    """A jump keeps the class of a position, and of single stones only four are in the class of the start."""
    start = sk.game("abraeumen").start()
    rng = np.random.default_rng(1)
    for _ in range(20):
        state = start
        while not state.over:
            state = state.play(str(rng.choice(state.moves())))
            assert classes(state) == classes(start)
    game, alike = start.game, []
    for cell in range(36):
        record: Any = game.plain.zero()
        record.stones = 1 << cell
        if classes(State(game, record.pack())) == classes(start):
            alike.append(NAMES[cell])
    assert alike == ["b2", "e2", "b5", "e5"]


def test_consecutive_jumps_of_one_stone_are_one_move() -> None:
    state = drawn(
        """
        . . . . . .
        . . . . . .
        . . o . . .
        . . . . . .
        . . o . . .
        o o . . o o
        """
    )

    def moves_after(*jumps: str) -> int:
        after = state
        for jump in jumps:
            after = after.play(jump)
        return int(after.view(0)["position"]["moves"])

    assert moves_after("a1-c1", "c1-c3", "c3-c5") == 1
    assert moves_after("a1-c1", "c1-c3", "c3-c5", "f1-d1") == 2
    assert moves_after("a1-c1", "f1-d1", "c1-e1") == 3, "a stone that jumps again after another one begins a new move"
    solved = played(SOLUTION.split()).view(0)["position"]
    assert (solved["jumps"], solved["moves"]) == (31, 27)


def test_equal_stones_are_equal_positions_however_many_moves_it_took() -> None:
    there, back = played(["c1-a1", "d6-f6"]), played(["d6-f6", "c1-a1"])
    assert there == back and hash(there) == hash(back) and there.data != back.data


def test_reasons_are_given() -> None:
    state = sk.game("abraeumen").start()
    for move, why in (
        ("a1-c1", "no stone on a1"),
        ("c3-c5", "c5 is not empty"),
        ("c3-d4", "jumps two cells"),
        ("c1-c4", "jumps two cells"),
    ):
        with pytest.raises(sk.IllegalMove, match=why):
            state.play(move)
    with pytest.raises(sk.IllegalMove, match="no stone on b1 to jump over"):
        state.play("c1-a1").play("a1-c1")
    for text in ("g1-e1", "c6a6", "c6", ""):
        with pytest.raises(sk.NotAMove):
            state.play(text)


def test_a_jump_and_its_reverse_are_never_both_possible() -> None:
    """So no position has more than half of all jumps."""
    rng = np.random.default_rng(2)
    pairs = {(cell, to) for cell, _, to in JUMP_CELLS}
    assert all((to, cell) in pairs for cell, to in pairs) and MAX_MOVES == 48
    for _ in range(200):
        stones = int(rng.integers(1 << 36))
        for direction, step in enumerate(STEPS):
            back = jumpers(stones, (direction + 2) % 4)
            for cell in range(36):
                if jumpers(stones, direction) >> cell & 1:
                    assert has_room(cell, direction) and not back >> (cell + 2 * step) & 1


def test_a_stone_keeps_its_name_in_the_picture() -> None:
    state = played(["c1-a1", "c3-c1"])
    assert (
        'id="stone-c1"' in state.svg(0) and 'id="stone-b1"' not in state.svg(0) and 'id="stone-c2"' not in state.svg(0)
    )
    record = state.record()
    assert record.home[0] == 3 and record.home[2] == 15


def test_the_greedy_bot_leaves_few_stones() -> None:
    left = []
    for seed in range(10):
        bot, state = sk.bot("abraeumen", 2, seed=seed), sk.game("abraeumen").start()
        while not state.over:
            state = state.play(bot.choose(state, 0))
        left.append(-state.scores[0])
    assert sum(left) / len(left) < 4


def test_a_jump_has_a_number_below_the_count() -> None:
    game = sk.game("abraeumen")
    assert game.action_count == 96
    for seed in range(20):
        rng, state = random.Random(seed), game.start()
        while not state.over:
            actions = state.actions()
            assert all(0 <= number < 96 and state.move(number) == move for move, number in actions.items())
            state = state.play(rng.choice(list(actions)))
