"""The rules of Torris, each from a drawn position.

A cell is drawn as its tower from the bottom up: `W3` a white stone with symbol 3, `W3B1` a black 1 on it, `.` empty.
"""

import random
import re
from typing import Any

import pytest

import spielkiste as sk
from spielkiste.check.walk import falls
from spielkiste.core.state import State
from spielkiste.games.torris import rules
from spielkiste.games.torris.notation import read_cell
from spielkiste.games.torris.view import towers

GAME = sk.game("torris")


def drawn(*rows: str, turn: int = rules.WHITE) -> State:
    """A position from its rows, the far one first; missing rows and cells are empty."""
    s: Any = GAME.plain.unpack(GAME.first)
    s.dealt, s.turn = rules.CELLS, turn
    at = 0
    for row, line in enumerate(reversed(rows)):
        for column, cell in enumerate(line.split()):
            for colour, number in re.findall(r"([WB])([1-4])", cell):
                s.height[row * rules.COLUMNS + column] += 1
                s.stone[at] = "WB".index(colour) * rules.COLOUR + int(number)
                s.home[at] = at
                at += 1
    return State(GAME, s.pack())


def picture(state: State) -> list[str]:
    """The rows that hold anything, as they are drawn, without the empty end of each."""
    standing = towers(state.record())
    lines = []
    for row in reversed(range(rules.ROWS)):
        cells = [standing.get(row * rules.COLUMNS + column, []) for column in range(rules.COLUMNS)]
        names = ["".join("WB"[stone // 8] + str(stone % 8) for stone, _ in tower) or "." for tower in cells]
        lines.append(re.sub(r"( ?\.)+$", "", " ".join(names)))
    return [line for line in lines if line]


def dealt(symbols: str) -> State:
    state = GAME.start()
    for number in symbols:
        state = state.play(f"deal {number}")
    return state


# --- set-up -------------------------------------------------------------------------------------


def test_colours_alternate_and_a1_is_black() -> None:
    assert [rules.colour_of_cell(read_cell(name)) for name in ("a1", "b1", "h1", "a2", "b2", "h4")] == [
        1,
        0,
        0,
        0,
        1,
        1,
    ]
    assert sum(rules.colour_of_cell(cell) == rules.WHITE for cell in range(rules.CELLS)) == 16


def test_symbols_are_dealt_from_what_is_left_of_the_colour() -> None:
    state = GAME.start()
    assert state.turn == (sk.CHANCE,)
    assert state.chances() == [(f"deal {n}", 0.25) for n in (1, 2, 3, 4)]
    assert dict(dealt("1").chances()) == {f"deal {n}": 0.25 for n in (1, 2, 3, 4)}  # b1 is white: nothing gone yet
    assert dict(dealt("12").chances())["deal 1"] == 3 / 15
    with pytest.raises(sk.IllegalMove, match="all black stones with symbol 1 are dealt"):
        dealt("12121212").play("deal 4").play("deal 1")


def test_scores_count_the_stones_dealt_so_far() -> None:
    assert GAME.start().scores == (0, 0)
    assert dealt("123").scores == (1, 2)


def test_white_starts_after_the_deal_at_16_to_16() -> None:
    state = dealt("1122334411223344" * 2)
    assert state.turn == (0,) and state.scores == (16, 16)


# --- a move -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "moves", "end"), [(1, ["a1e", "a1n"], "c1"), (2, ["a1e"], "d1"), (3, ["a1e"], "g1")]
)
def test_the_symbol_counts_occupied_cells_only(number: int, moves: list[str], end: str) -> None:
    state = drawn("B4 . . . . . . .", f"W{number} . B4 B4 . . B4 .")
    assert state.moves() == moves
    assert state.play("a1e").record().height[read_cell(end)] == 2


def test_there_must_be_enough_occupied_cells() -> None:
    state = drawn("W4 . B4 B4 . . W1 .")
    assert state.moves() == ["g1w"]
    with pytest.raises(sk.IllegalMove, match="a1 needs 4 occupied cells to the east"):
        state.play("a1e")


def test_a_stone_goes_in_all_four_directions() -> None:
    state = drawn(". B4 .", "B4 W1 B4", ". B4 .")
    assert state.moves() == ["b2e", "b2n", "b2s", "b2w"]
    assert picture(state.play("b2n"))[0] == ". B4W1"
    assert picture(state.play("b2s"))[-1] == ". B4W1"
    assert "B4W1" in picture(state.play("b2w"))[1]


def test_only_the_own_colour_on_top_may_be_moved_and_land_on_either() -> None:
    state = drawn("W1B1 B1W1 B1B1 W1 W1")
    assert state.moves() == ["b1e", "b1w", "d1e", "d1w", "e1w"]
    with pytest.raises(sk.IllegalMove, match="top stone of a1 is black"):
        state.play("a1e")
    with pytest.raises(sk.IllegalMove, match="h1 is empty"):
        state.play("h1w")


def test_a_stone_must_climb() -> None:
    """The top stone of a tower of height 3 may land on a tower of height 3, not on one of height 2."""
    state = drawn("B1B2 B1B1W1 B1B1B1")
    assert state.moves() == ["b1e"]
    with pytest.raises(sk.IllegalMove, match="it must climb: b1 is 3 high, a1 only 2"):
        state.play("b1w")
    assert picture(state.play("b1e")) == ["B1B2 B1B1 B1B1B1W1"]


# --- closing up ---------------------------------------------------------------------------------


def test_closing_up_passes_over_every_empty_cell() -> None:
    """Row A B _ C D: B lands on C, A slides over both empty cells to stand directly west of C."""
    assert picture(drawn("B3 W1 . B4 B2").play("b1e")) == [". . B3 B4W1 B2"]


def test_closing_up_stops_at_the_next_tower_even_if_it_is_not_the_destination() -> None:
    assert picture(drawn("B3 W2 . B4 B2").play("b1e")) == [". . B3 B4 B2W2"]


def test_all_towers_directly_behind_slide_and_those_behind_a_gap_stay() -> None:
    assert picture(drawn("W4 . B3B1 W3 W1 . . B4").play("e1e")) == ["W4 . . . . B3B1 W3 B4W1"]


def test_nothing_directly_behind_nothing_slides() -> None:
    assert picture(drawn("B3 . W1 B4").play("c1e")) == ["B3 . . B4W1"]


def test_nothing_slides_where_a_stone_remains() -> None:
    assert picture(drawn("B3 W2W1 . B4B1 B2").play("b1e")) == ["B3 W2 . B4B1W1 B2"]


def test_closing_up_westwards() -> None:
    assert picture(drawn("B1 . W1 W2B3 B2").play("c1w")) == ["B1W1 W2B3 B2"]


def test_closing_up_northwards_carries_whole_towers_past_others() -> None:
    state = drawn("B4 . . W4", ". B2 B3", "W1 B1", "B1W2B3 W3")
    assert picture(state.play("a2n")) == ["B4W1 . . W4", "B1W2B3 B2 B3", ". B1", ". W3"]


def test_closing_up_southwards_carries_whole_towers_past_others() -> None:
    state = drawn("B1W2B3 W3", "W1 B1 B2", "B1 . W3", "B4 . . W4")
    assert picture(state.play("a3s")) == [". W3", "B1W2B3 B1 B2", "B1W1 . W3", "B4 . . W4"]
    state = drawn("B1W2B3 W3", "W1 B1 B2", ". B2 W3", "B4 . . W4")
    assert picture(state.play("a3s")) == [". W3", ". B1 B2", "B1W2B3 B2 W3", "B4W1 . . W4"]


# --- blocked, end, score ------------------------------------------------------------------------


def test_who_is_blocked_waits_and_the_other_goes_on() -> None:
    state = drawn("W1 B4 . . W1 B4")
    after = state.play("a1e")
    assert after.turn == (0,) and after.moves(1) == []
    with pytest.raises(sk.NotYourTurn):
        after.play("f1w", seat=1)


def test_the_other_is_next_if_it_can_move() -> None:
    assert drawn("W1 B4 B1 W1").play("a1e").turn == (1,)
    assert drawn("W1 B4 B1 W1", turn=1).play("c1e").turn == (0,)


def test_the_game_ends_when_neither_can_move() -> None:
    after = drawn("W1 B4").play("a1e")
    assert after.over and after.scores == (2, 0) and after.places == (1, 2) and after.returns == (1.0, -1.0)


def ended(white: list[int], black: list[int]) -> State:
    """An ended game with towers of these heights."""
    heights = [(height, "W") for height in white] + [(height, "B") for height in black]
    cells = [f"{colour}4" * height for height, colour in heights] + ["."] * (32 - len(heights))
    return drawn(*(" ".join(cells[k : k + 8]) for k in range(0, 32, 8)), turn=rules.OVER)


def test_every_tower_counts_for_the_colour_on_top() -> None:
    """The example of the sheet: 6 3 2 2 1 = 14 against 5 4 3 3 2 1 = 18."""
    state = ended([6, 3, 2, 2, 1], [5, 4, 3, 3, 2, 1])
    assert state.scores == (14, 18) and state.places == (2, 1)
    assert drawn("W1B2W3 W2B1").scores == (3, 2)


def test_at_16_to_16_the_highest_tower_wins() -> None:
    assert ended([6, 5, 5], [7, 3, 3, 3]).places == (2, 1)
    assert ended([8, 8], [7, 7, 2]).places == (1, 2)


def test_at_16_to_16_with_equal_highest_towers_it_is_a_draw() -> None:
    state = ended([6, 5, 5], [6, 6, 4])
    assert state.places == (1, 1) and state.returns == (0.0, 0.0)


def test_more_points_win_against_a_higher_tower() -> None:
    assert ended([15], [6, 6, 5]).places == (2, 1)


def test_one_tower_can_hold_all_stones() -> None:
    state = drawn("W1 " + "B1W4" * 15 + "B3")
    after = state.play("a1e")
    assert after.scores == (32, 0) and after.over and "32" in after._repr_svg_()


# --- positions and words ------------------------------------------------------------------------


def test_equal_stones_make_equal_positions() -> None:
    """Two white ones climb b1 one after the other; which of them is on top makes no difference."""
    state = drawn(". W1", "W1 B4")
    one, other = state.play("a1e").play("b2s"), state.play("b2s").play("a1e")
    assert one == other and hash(one) == hash(other) and one.data != other.data
    assert state.play("a1e") != state.play("b2s")


def test_stones_keep_their_identity() -> None:
    """Whatever happens, a home belongs to one stone, whose colour and symbol never change."""
    rng = random.Random(3)
    for _ in range(20):
        s: Any = GAME.plain.unpack(GAME.first)
        out = [0] * rules.MAX_MOVES
        while s.turn == sk.CHANCE:
            count = rules.odds(s, out)
            rules.play(s, sk.CHANCE, rng.choices(range(count), out[:count])[0])
        known = identity(s)
        assert len(known) == 32
        while s.turn != rules.OVER:
            rules.play(s, s.turn, rng.choice(out[: rules.legal(s, s.turn, out)]))
            assert identity(s) == known and sum(s.height) == 32 and rules.score(s, 0) + rules.score(s, 1) == 32


def identity(s: Any) -> dict[int, int]:
    return dict(zip(s.home, s.stone, strict=True))


def test_reasons_name_the_phase() -> None:
    with pytest.raises(sk.IllegalMove, match="still being dealt"):
        GAME.start().play("a1n")
    with pytest.raises(sk.IllegalMove, match="all stones are dealt"):
        drawn("W1 B4").play("deal 1")
    with pytest.raises(sk.NotAMove):
        drawn("W1 B4").play("i1n")


def test_the_view_lists_what_lies_inside() -> None:
    tower = drawn("W1B3 B4").view(None)["position"]["towers"]["a1"]
    assert tower["height"] == 2 and tower["owner"] == 1
    assert tower["stones_from_bottom"][0] == {"seat": 0, "colour": "white", "symbol": 1}


def test_pictures_say_what_lies_inside() -> None:
    state = drawn("W1B3 W4")
    assert "B3²" in str(state) and "a1  B3 W1" in str(state)
    assert "a1: black 3, level 2, on white 1" in state._repr_svg_()
    assert "0 of 32 stones dealt" in str(GAME.start())
    assert "a draw" in str(ended([8, 8], [8, 8])) and "black wins" in str(ended([8], [8, 8]))


def test_the_bot_likes_points_and_freedom() -> None:
    from spielkiste.games.torris.bot import MOBILITY, worth

    state = drawn("W1 B4 . W1 W1 B1")
    assert worth(state.record(), 0, read_cell("a1") * 4 + rules.EAST) == 4 - 1 + MOBILITY * (4 - 1)


def test_moves_are_numbers_below_the_count() -> None:
    rng, state = random.Random(4), GAME.start()
    while not state.over:
        if state.turn[0] >= 0:
            assert set(state.actions().values()) <= set(range(GAME.action_count or 0))
        state = state.play(rng.choice(state.moves()))


def test_what_falls_is_what_the_odds_say() -> None:
    fallen = list(falls(sk.game("torris")))
    assert len(fallen) == 32 and all(outcome == wanted for outcome, wanted in fallen)
