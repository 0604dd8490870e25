"""A turn, capture, the end; and what states promise."""

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.check.walk import falls

from ..rules import goal, side, ways
from .positions import CLASSIC, FOUR, TWO, own_moves, play, position, stones

# --- which stones may move ---------------------------------------------------------------------

FOUR_STONES = """
    .   .   .   .   ●50
    .   .   .   .   .
    ○25 .   .   .   .
    ○8  ○18 .   .   .
    ○3  .   .   .   .
"""


def test_next_lower_and_next_higher_number() -> None:
    """Own stones on 3 8 18 25, draw 7: stones on 3 and 8 may move."""
    assert own_moves(position(TWO, FOUR_STONES, 0, drawn=7)) == {"a1", "a2"}


def test_only_the_next_higher_when_nothing_is_lower() -> None:
    assert own_moves(position(TWO, FOUR_STONES, 0, drawn=2)) == {"a1"}


def test_only_the_next_lower_when_nothing_is_higher() -> None:
    """On 4 14 19, draw 25: only the one on 19."""
    picture = """
        .   .   .   .   ●50
        .   .   .   .   .
        ○14 .   .   .   .
        .   .   .   .   .
        ○4  .   ○19 .   .
    """
    assert own_moves(position(TWO, picture, 0, drawn=25)) == {"c1"}


EQUAL_NUMBERS = """
    .   .   .   .   ●50
    .   .   .   .   .
    ○8  .   .   .   .
    .   ○20 .   .   .
    ○8  .   .   .   .
"""


def test_all_stones_on_a_neighbouring_number_qualify() -> None:
    """Numbers 8 8 20, draw 10: either 8 or the 20."""
    assert own_moves(position(TWO, EQUAL_NUMBERS, 0, drawn=10)) == {"a1", "a3", "b2"}


def test_one_of_the_stones_on_the_very_number_must_move() -> None:
    """Draw 8: one of the 8s only."""
    assert own_moves(position(TWO, EQUAL_NUMBERS, 0, drawn=8)) == {"a1", "a3"}
    assert own_moves(position(TWO, FOUR_STONES, 0, drawn=18)) == {"b2"}


CLASSIC_STONES = """
    .   .   .   .   ●3
    .   .   .   .   .
    .   ○2  .   .   .
    .   .   ○5  .   .
    .   .   .   .   .
"""


@pytest.mark.parametrize(
    ("rolled", "may"),
    [(1, {"b3"}), (2, {"b3"}), (3, {"b3", "c2"}), (4, {"b3", "c2"}), (5, {"c2"}), (6, {"c2"})],
)
def test_classic_moves_the_rolled_number_or_its_neighbours(rolled: int, may: set[str]) -> None:
    assert own_moves(position(CLASSIC, CLASSIC_STONES, 0, drawn=rolled)) == may


# --- how they move -----------------------------------------------------------------------------


def test_seat_0_goes_north_east_or_between() -> None:
    assert position(TWO, FOUR_STONES, 0, drawn=18).moves() == ["b2-b3", "b2-c2", "b2-c3"]


def test_seat_1_goes_south_west_or_between() -> None:
    assert position(TWO, FOUR_STONES, 1, drawn=9).moves() == ["e5-d4", "e5-d5", "e5-e4"]


@pytest.mark.parametrize(
    ("seat", "moves"),
    [
        (0, ["c3-c4", "c3-d3", "c3-d4"]),
        (1, ["c4-c3", "c4-d3", "c4-d4"]),
        (2, ["d4-c3", "d4-c4", "d4-d3"]),
        (3, ["d3-c3", "d3-c4", "d3-d4"]),
    ],
)
def test_each_of_four_goes_to_the_opposite_corner(seat: int, moves: list[str]) -> None:
    picture = """
        . . .  .  . .
        . . .  .  . .
        . . ◇1 ●2 . .
        . . ○3 ◆4 . .
        . . .  .  . .
        . . .  .  . .
    """
    assert position(FOUR, picture, seat, drawn=50).moves() == moves


def test_at_the_edge_a_stone_has_one_way() -> None:
    picture = """
        .  .  .  ○1 .
        .  .  .  .  ○3
        .  .  .  .  .
        ●2 .  .  .  .
        .  .  .  .  .
    """
    assert position(TWO, picture, 0, drawn=1).moves() == ["d5-e5"]
    assert position(TWO, picture, 0, drawn=3).moves() == ["e4-e5"]
    assert position(TWO, picture, 1, drawn=3).moves() == ["a2-a1"]


@pytest.mark.parametrize("game", [TWO, FOUR, CLASSIC])
def test_a_stone_short_of_its_goal_always_has_a_way(game: sk.Game) -> None:
    s = game.plain.unpack(game.first)
    for seat in range(game.players):
        for row in range(1, side(s) + 1):
            for column in range(1, side(s) + 1):
                cell = 8 * row + column
                assert (ways(s, seat, cell, [0] * 3, 0) > 0) == (cell != goal(s, seat))


def test_turns_go_round_and_a_card_is_drawn_for_each() -> None:
    state = position(FOUR, FOUR_ABOUT_TO_MEET, 2)
    seats = []
    for _ in range(5):
        state = state.play("draw 50") if "draw 50" in state.moves() else state.play(state.moves()[0])
        seats.append(state.turn[0])
        state = state.play(state.moves()[0])
    assert seats == [2, 3, 0, 1, 2]


FOUR_ABOUT_TO_MEET = """
    ◇9  .   .   .   .   .
    ◇10 .   .   .   .   ●7
    .   .   ◇11 ●2  .   ●5
    .   .   ○3  ◆4  .   .
    ○6  .   .   .   .   ◆8
    .   ○1  .   .   .   .
"""


# --- capture and end ---------------------------------------------------------------------------

MEETING = """
    .   .   .   .   ●50
    .   .   .   .   .
    .   .   ●40 .   .
    .   ○20 ○21 .   .
    .   .   .   .   .
"""


def test_a_stone_of_the_opponent_is_captured() -> None:
    state = position(TWO, MEETING, 0, drawn=20).play("b2-c3")
    assert state.view(0)["position"]["stones_left"] == [2, 1] and not state.over
    assert stones(state) == {0: "c2 c3", 1: "e5"}


def test_an_own_stone_is_captured_too() -> None:
    state = position(TWO, MEETING, 0, drawn=20).play("b2-c2")
    assert stones(state) == {0: "c2", 1: "c3 e5"}


def test_classic_captures_either_side() -> None:
    picture = """
        .  .  .  .  ●1
        .  .  .  .  .
        .  .  ●4 .  .
        .  ○2 ○5 .  .
        .  .  .  .  .
    """
    table = position(CLASSIC, picture, 0, drawn=2)
    assert stones(table.play("b2-c3")) == {0: "c2 c3", 1: "e5"}
    assert stones(table.play("b2-c2")) == {0: "c2", 1: "c3 e5"}
    after = table.play("b2-c2").play("roll 3")
    assert own_moves(after) == {"c3", "e5"}


def test_reaching_the_far_corner_wins() -> None:
    picture = """
        .  .  .  .  ●9
        .  .  .  ○1 .
        .  .  .  .  .
        .  ●2 .  .  .
        ○3 .  .  .  .
    """
    state = position(TWO, picture, 0, drawn=1).play("d4-e5")
    assert state.over and state.scores == (1, 0) and state.places == (1, 2) and state.returns == (1, -1)
    state = position(TWO, picture, 1, drawn=2).play("b2-a1")
    assert state.over and state.scores == (0, 1)


@pytest.mark.parametrize("game", [TWO, CLASSIC])
def test_capturing_the_last_stone_wins(game: sk.Game) -> None:
    picture = """
        .  .  .  .  .
        .  .  .  .  .
        .  .  ●2 .  .
        .  ○1 .  .  .
        .  .  .  .  .
    """
    state = position(game, picture, 0, drawn=1).play("b2-c3")
    assert state.over and state.scores == (1, 0)
    state = position(game, picture, 1, drawn=2).play("c3-b2")
    assert state.over and state.scores == (0, 1)


LAST_STONES = """
    .  .  .  .  .  .
    .  .  .  .  ○5 ◆9
    .  .  .  .  .  .
    .  ◇1 ●2 .  .  .
    .  ○3 ◆4 .  .  .
    .  .  .  .  .  .
"""


def test_a_team_loses_when_a_colour_is_gone() -> None:
    state = position(FOUR, LAST_STONES, 0, drawn=3).play("b2-c3")  # takes seat 2's last stone
    assert state.over and state.scores == (1, 1, 0, 0)
    assert state.places == (1, 1, 3, 3) and state.returns == (1, 1, -1, -1)


def test_taking_the_partners_last_stone_loses() -> None:
    state = position(FOUR, LAST_STONES, 0, drawn=3).play("b2-b3")
    assert state.over and state.scores == (0, 0, 1, 1)


def test_taking_a_partners_stone_is_no_more_than_a_capture_otherwise() -> None:
    state = position(FOUR, LAST_STONES, 2, drawn=2).play("c3-c2")
    assert not state.over and state.view(0)["position"]["stones_left"] == [2, 1, 1, 1]


def test_the_corner_goes_before_a_lost_colour() -> None:
    picture = """
        .  .  .  .  .  ◇1
        .  .  .  .  ○5 .
        .  .  .  .  .  .
        .  .  ●2 .  .  .
        .  .  ◆4 .  .  .
        .  .  .  .  .  .
    """
    state = position(FOUR, picture, 0, drawn=5).play("e5-f6")
    assert state.over and state.scores == (1, 1, 0, 0)


def test_another_corner_does_not_win() -> None:
    picture = """
        .  .  ○6 .  .  .
        ●7 .  .  .  .  .
        .  .  .  .  .  .
        .  .  ◇1 .  .  .
        .  .  .  .  .  .
        .  .  .  .  ◆4 .
    """
    state = position(FOUR, picture, 2, drawn=7)
    assert state.moves() == ["a5-a4"]
    state = position(FOUR, picture.replace("○6", ". ").replace(".  .  .  .  ◆4 .", "○6 .  .  .  ◆4 ."), 3, drawn=4)
    state = state.play("e1-d1")
    assert not state.over


# --- states ------------------------------------------------------------------------------------


def test_equal_positions_are_equal_whichever_stone_came_there() -> None:
    picture = """
        .   .   .   .   ●50
        .   .   .   .   .
        .   .   .   .   .
        ○20 .   .   .   .
        ○10 ○15 .   .   .
    """
    table = position(TWO, picture, 0)
    twin = table.record()
    twin.where[0][1], twin.where[0][2] = twin.where[0][2], twin.where[0][1]
    assert sk.State(TWO, twin.pack()) == table and hash(sk.State(TWO, twin.pack())) == hash(table)
    assert sk.State(TWO, twin.pack()).play("draw 11").moves() == table.play("draw 11").moves()


@pytest.mark.parametrize(
    ("state", "move", "why"),
    [
        (TWO.start(), "draw 3", "time to deal"),
        (TWO.start(), "deal 51", "highest number is 50"),
        (TWO.start(), "a1-a2", "a number must come first"),
        (play(TWO.start(), "deal 3", "deal 3"), "deal 3", "no card 3 is in the pile"),
        (play(CLASSIC.start(), "deal 3"), "deal 3", "player 1 has the stone 3 already"),
        (position(TWO, FOUR_STONES, 0, drawn=7), "draw 3", "your move"),
        (position(TWO, FOUR_STONES, 0, drawn=7), "f1-f2", "ends at e5"),
        (position(TWO, FOUR_STONES, 0, drawn=7), "c3-c4", "none of your stones stands on c3"),
        (position(TWO, FOUR_STONES, 0, drawn=7), "e5-e4", "none of your stones stands on e5"),
        (position(TWO, FOUR_STONES, 0, drawn=7), "a2-a1", "towards the far corner"),
        (position(TWO, FOUR_STONES, 0, drawn=7), "b2-b3", "has the 18"),
    ],
)
def test_refusals_say_why(state: sk.State, move: str, why: str) -> None:
    with pytest.raises(sk.IllegalMove, match=why):
        state.play(move)


def test_the_bot_takes_a_win_and_spares_the_partner() -> None:
    bot = sk.bot("zahlenluchs", level=2, seed=1)
    assert (
        bot.choose(position(TWO, MEETING.replace(".   .   .   .   ●50", ".   .   .   .   ."), 0, drawn=20), 0)
        == "b2-c3"
    )
    assert bot.choose(position(FOUR, LAST_STONES, 0, drawn=3), 0) == "b2-c3"


@pytest.mark.parametrize("options", TWO.card.samples)
def test_cards_are_never_lost(options: dict[str, int]) -> None:
    """Random games: pile, board and laid-aside cards are the deck; stones and board agree."""
    rng = np.random.default_rng(3)
    for _ in range(10):
        state = sk.deal(sk.game("zahlenluchs", **options).start(), rng)
        while not state.over:
            s = state.record()
            for seat, cells in enumerate(s.where):
                assert s.left[seat] == sum(cell > 0 for cell in cells)
                assert all(s.board[cell] >> 3 == seat and s.board[cell] for cell in cells if cell)
            assert sum(s.left) == sum(code > 0 for code in s.board)
            assert s.in_pile == sum(s.pile) and all(count <= s.copies for count in s.pile)
            moves = state.moves()
            state = sk.deal(state.play(moves[rng.integers(len(moves))]), rng)


@pytest.mark.parametrize("options", [{}, {"players": 4}, {"classic": True}])
def test_what_falls_is_what_the_odds_say(options: dict[str, object]) -> None:
    fallen = list(falls(sk.game("zahlenluchs", **options)))
    assert len(fallen) > 15 and all(outcome == wanted for outcome, wanted in fallen)
