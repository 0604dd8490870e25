"""The exact solver: against plain search, against what is known, and the shortest solution replayed."""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.compiled import compiled
from spielkiste.core.state import State
from spielkiste.games.abraeumen.endings import (
    ANY,
    START,
    TWELVE,
    endings,
    kind_of,
    last_cells,
    last_cells_table,
    name_of,
    smallest,
    turn_table,
)
from spielkiste.games.abraeumen.notation import NAMES
from spielkiste.games.abraeumen.openings import FILE, lost_openings
from spielkiste.games.abraeumen.rules import JUMP_CELLS, JUMP_TABLE, LAST_CELLS
from spielkiste.games.abraeumen.solver import (
    best_way,
    can_be_solved,
    fewest_stones,
    jumps_from,
    shortest_solution,
    solution,
    solver,
)
from spielkiste.games.abraeumen.tools.openings import lost_ones, save, spread
from spielkiste.search.limit import Limit

ONE_TRY = Limit(nodes=2000)
ENDS = [NAMES[cell] for cell in LAST_CELLS]


def played(moves: list[str], state: State | None = None) -> State:
    state = state or sk.game("abraeumen").start()
    for move in moves:
        state = state.play(move)
    return state


def random_position(rng: random.Random, stones: int) -> State:
    """A position of so many stones that arose by chance."""
    while True:
        state = sk.game("abraeumen").start()
        while not state.over and -state.scores[0] > stones:
            state = state.play(rng.choice(state.moves()))
        if -state.scores[0] == stones:
            return state


def position_before_the_end(rng: random.Random, stones: int) -> State:
    """A position of so many stones from which one can be left, made by jumps backwards."""
    position = 1 << rng.choice(LAST_CELLS)
    for _ in range(stones - 1):
        ways = [(a, b, c) for a, b, c in JUMP_CELLS if [position >> cell & 1 for cell in (a, b, c)] == [0, 0, 1]]
        position ^= sum(1 << cell for cell in rng.choice(ways))
    return with_stones(position)


def with_stones(stones: int) -> State:
    game = sk.game("abraeumen")
    record: Any = game.plain.unpack(game.first)
    record.stones = stones
    record.home = [cell + 1 if stones >> cell & 1 else 0 for cell in range(36)]
    return State(game, record.pack())


def stones_in(state: State) -> int:
    return int(state.record().stones)


def plain_answer(stones: int, known: dict[int, set[int]]) -> set[int]:
    """On which cells the last stone can stand, by trying everything."""
    if stones not in known:
        if stones & (stones - 1) == 0:
            known[stones] = {stones.bit_length() - 1}
        else:
            known[stones] = set().union(*(plain_answer(then, known) for _, then in jumps_from(stones)), set())
    return known[stones]


def test_the_fewest_moves_are_13() -> None:
    for picture in range(8):
        state = played(shortest_solution(picture))
        assert state.over and state.scores == (-1,)
        assert len(state.moves_made) == 31 and state.record().moves == 13
    lasts = {stones_in(played(shortest_solution(picture))).bit_length() - 1 for picture in range(8)}
    assert lasts == set(LAST_CELLS)


def test_twelve_regions_and_the_first_jump_need_13_moves() -> None:
    """The proof of the lower bound: a full region can only be opened by a move that begins in it."""
    pairs = ["b c", "d e"]
    regions = [[f"{x}{row}" for x in pair.split()] for pair in pairs for row in (1, 6)]
    regions += [[f"{column}{y}" for y in pair] for pair in ("23", "45") for column in "af"]
    regions += [[f"{x}{y}" for x in pair.split() for y in rows] for pair in pairs for rows in ("23", "45")]
    corners = [["a1"], ["f1"], ["a6"], ["f6"]]
    assert len(regions) == 12 and len({cell for region in regions + corners for cell in region}) == 36
    stones = {NAMES[cell] for cell in range(36) if START >> cell & 1}
    assert all(set(region) <= stones for region in regions)
    for region in regions + corners:
        for start, over, to in jump_names():  # a jump over a stone of the region begins or ends in it
            assert over not in region or start in region or to in region
    assert all(move[3:] in ("a1", "f1", "a6", "f6") for move in sk.game("abraeumen").start().moves())


def jump_names() -> list[tuple[str, str, str]]:
    return [(NAMES[a], NAMES[b], NAMES[c]) for a, b, c in JUMP_CELLS]


@pytest.mark.parametrize("last", ENDS)
def test_the_last_stone_can_stand_on_each_of_four_cells(last: str) -> None:
    jumps = solution(sk.game("abraeumen").start(), last)
    assert jumps is not None and len(jumps) == 31
    state = played(jumps)
    assert state.over and NAMES[stones_in(state).bit_length() - 1] == last


def test_other_last_cells_are_refused() -> None:
    with pytest.raises(ValueError, match="last='c3': the last stone stands on b2, e2, b5, e5"):
        solution(sk.game("abraeumen").start(), "c3")


def test_a_position_of_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot arise"):
        can_be_solved(with_stones(START ^ 1 << 14))


def test_small_positions_agree_with_trying_everything() -> None:
    rng, known = random.Random(1), dict[int, set[int]]()
    answers = []
    for _ in range(150):
        make = rng.choice([random_position, position_before_the_end])
        state = make(rng, rng.randint(7, 11))
        right = plain_answer(stones_in(state), known)
        for last in ENDS:
            jumps = solution(state, last)
            assert (jumps is not None) == (NAMES.index(last) in right)
            if jumps is not None:
                assert NAMES[stones_in(played(jumps, state)).bit_length() - 1] == last
        answers.append(bool(right))
    assert any(answers) and not all(answers)


def test_middle_positions_agree_with_the_positions_after_them() -> None:
    """One stone can be left if and only if it can after some jump; a solution replays to one stone."""
    rng = random.Random(2)
    answers = []
    for _ in range(25):
        state = random_position(rng, rng.randint(14, 19))
        jumps = solution(state)
        assert (jumps is not None) == any(can_be_solved(state.play(move)) for move in state.moves())
        assert jumps is None or played(jumps, state).scores == (-1,)
        answers.append(jumps is not None)
    assert any(answers) and not all(answers)


def lost_before(positions: Any, after: Any, marks: Any) -> list[int]:
    """The positions that lead to lost ones only, as the file was made, from those one jump on."""
    names = name_of(after)
    won = names[~np.isin(names, lost_openings() >> 4)]
    assert len(names) - len(won) == 54
    marks[:] = 0
    np.bitwise_or.at(marks, won >> 6, np.int64(1) << (won & 63))
    out = np.zeros(len(positions), dtype=np.int64)
    count = compiled(lost_ones)(positions, JUMP_TABLE, turn_table(), last_cells_table(), marks, out)
    return [int(stones) for stones in out[:count]]


def test_nothing_is_lost_in_the_first_six_jumps() -> None:
    """With 26 stones and more everything can be won; of the positions with 25 stones two are lost, up to symmetry."""
    marks = np.zeros(1 << 26, dtype=np.int64)
    levels = spread(START, range(32, 23, -1), 0, marks)
    assert {stones: len(positions) for stones, positions in levels.items()} == {
        **{32: 1, 31: 1, 30: 8, 29: 35, 28: 207, 27: 1140, 26: 6189, 25: 30696, 24: 137847}
    }
    lost = [int(stones) for stones in levels[25] if last_cells(lost_openings(), name_of(int(stones)))]
    assert len(lost) == 2 and lost == lost_before(levels[25], levels[24], marks)
    for stones in lost:
        assert all(solver().way_to_one(then) is None for _, then in jumps_from(stones))
    for stones in random.Random(3).sample(list(levels[26]), 30):
        assert solver().way_to_one(int(stones)) is not None


def test_the_files_hold_what_they_say() -> None:
    assert np.count_nonzero(endings()) == 1_394_757
    assert np.count_nonzero(lost_openings()) == 276_069


def test_lost_openings_are_saved_as_they_are_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = np.sort(lost_openings()[lost_openings() > 0] >> 4)
    monkeypatch.setattr("spielkiste.games.abraeumen.tools.openings.find_lost", lambda: names)
    save(tmp_path / "openings.npz")
    with np.load(tmp_path / "openings.npz") as made, np.load(FILE) as shipped:
        assert np.array_equal(made["gaps"], shipped["gaps"])
    assert [file.name for file in tmp_path.iterdir()] == ["openings.npz"]
    assert TWELVE == 12 and all(kind_of(1 << cell) == kind_of(START) for cell in LAST_CELLS)
    best, cells = smallest(1 << LAST_CELLS[0], 1, turn_table(), last_cells_table())
    assert last_cells(endings(), name_of(best)) == cells


def test_it_is_quick() -> None:
    """Positions looked at, which do not depend on the machine: about 4 million take a second on one core."""
    rng = random.Random(4)
    seen = []
    for _ in range(200):
        solver().way_to_one(stones_in(random_position(rng, rng.randint(16, 24))), ANY)
        seen.append(solver().seen)
    assert sorted(seen)[100] < 20_000 and max(seen) < 1_500_000


def test_where_one_is_out_of_reach_few_are_left() -> None:
    rng = random.Random(5)
    tried = 0
    while tried < 10:
        state = random_position(rng, 12)
        if not can_be_solved(state):
            left, jumps = fewest_stones(state, 0.5)
            assert left > 1 and played(jumps, state).scores == (-left,)
            tried += 1


def fewest_by_trying(stones: int, known: dict[int, int]) -> int:
    if stones not in known:
        after = [fewest_by_trying(then, known) for _, then in jumps_from(stones)]
        known[stones] = min(after, default=stones.bit_count())
    return known[stones]


def test_fewest_is_proved_where_nothing_less_can_be_left() -> None:
    """After one try nothing is proved of some positions, and of some not the fewest is found."""
    rng, short, missed = random.Random(3), 0, 0
    for _ in range(6):
        state = random_position(rng, 16)
        way, fewest = best_way(state, ONE_TRY), fewest_by_trying(stones_in(state), {})
        assert way.left == fewest or (way.left > fewest and not way.proved)
        assert way.proved or way.left > 2
        short, missed = short + (not way.proved), missed + (way.left > fewest)
        if way.left > fewest:
            assert best_way(state, Limit(seconds=600.0))[::2] == (fewest, True)
    assert 0 < missed < short < 6


def test_several_threads_may_ask_at_once() -> None:
    rng = random.Random(8)
    states = [random_position(rng, rng.randint(16, 22)) for _ in range(16)]
    alone = [solution(state) for state in states]
    with ThreadPoolExecutor(4) as pool:
        ways = pool.map(lambda state: best_way(state, ONE_TRY), states)
        together = list(pool.map(solution, states))
    assert together == alone and any(alone)
    for state, jumps, way in zip(states, alone, ways, strict=True):
        assert (way.left == 1) == (jumps is not None)
        assert played(way.spoken(), state).scores == (-way.left,)
