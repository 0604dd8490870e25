"""The rules of Zahlenpoker, one test each."""

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.state import State


def showing(state: State, shown: str) -> State:
    """A round: what each seat shows, in the order of the seats; 0 is the empty hand."""
    for seat, value in enumerate(shown):
        state = state.play(f"show {value}", seat=seat)
    return state


def first_round(shown: str) -> State:
    return showing(sk.game("zahlenpoker", players=len(shown)).start(), shown)


def booty(state: State) -> list[list[int]]:
    return [player["booty"] for player in state.view(None)["position"]["players"]]


def hands(state: State) -> list[list[int]]:
    return [player["hand"] for player in state.view(None)["position"]["players"]]


@pytest.mark.parametrize(
    ("shown", "won"),
    [
        ("312", [[3], [], []]),
        ("443", [[], [], [3]]),
        ("22", [[], []]),
        ("4433", [[], [], [], []]),
        ("441", [[], [], [1]]),
        ("4332", [[4], [], [], []]),
    ],
)
def test_the_highest_value_shown_by_exactly_one_wins(shown: str, won: list[list[int]]) -> None:
    assert booty(first_round(shown)) == won


def test_all_other_stones_shown_are_out_of_the_game() -> None:
    state = first_round("312")
    assert hands(state) == [[1, 1, 2, 2, 3, 4, 4], [1, 2, 2, 3, 3, 4, 4], [1, 1, 2, 3, 3, 4, 4]]


@pytest.mark.parametrize(
    ("shown", "steal", "won"),
    [
        ("0431", "steal 1", [[4], [], [3], []]),  # the 1 is lost
        ("0332", "steal 3", [[2], [], [], []]),  # the threes cancel
        ("0332", "steal 1", [[3], [], [3], []]),  # the other 3 wins
        ("0332", "steal 2", [[3], [3], [], []]),
        ("10", "steal 0", [[], [1]]),
    ],
)
def test_one_empty_hand_steals_first_and_a_second_winner_is_found(shown: str, steal: str, won: list[list[int]]) -> None:
    assert booty(first_round(shown).play(steal)) == won


def test_two_empty_hands_cancel_each_other_and_are_used_up() -> None:
    state = first_round("0042")
    assert booty(state) == [[], [], [4], []]
    assert state.turn == (0, 1, 2, 3)
    assert "show 0" not in state.moves(0) + state.moves(1) and "show 0" in state.moves(2)


def test_with_nothing_but_empty_hands_nobody_wins() -> None:
    assert booty(first_round("00")) == [[], []]


def test_stealing_is_a_move_of_the_thief_alone() -> None:
    state = first_round("3043")
    assert state.turn == (1,) and state.moves() == ["steal 0", "steal 2", "steal 3"]
    assert first_round("01").moves() == ["steal 1"]
    with pytest.raises(sk.NotYourTurn):
        state.play("show 1", seat=0)


def test_choices_are_the_values_in_hand_and_the_unused_empty_hand() -> None:
    state = sk.game("zahlenpoker").start()
    assert state.turn == (0, 1) and state.moves(0) == ["show 0", "show 1", "show 2", "show 3", "show 4"]
    state = showing(showing(state, "43"), "42")
    assert state.moves(0) == ["show 0", "show 1", "show 2", "show 3"]
    assert state.moves(1) == ["show 0", "show 1", "show 2", "show 3", "show 4"]


def test_a_choice_once_made_stands() -> None:
    state = sk.game("zahlenpoker").start().play("show 4", seat=1)
    assert state.turn == (0,) and state.moves(1) == []
    with pytest.raises(sk.NotYourTurn):
        state.play("show 3", seat=1)


def test_choices_are_secret_until_all_have_chosen() -> None:
    state = sk.game("zahlenpoker", players=3).start().play("show 4", seat=1)
    for viewer, known in ((None, None), (0, None), (1, 4), (2, None)):
        view = state.view(viewer)
        seen = view["position"]["players"][1]
        assert seen["choice"] == known and seen["has_chosen"] and seen["hand"] == [1, 1, 2, 2, 3, 3, 4, 4]
        assert view["moves_made"] == [[1, "show 4" if known else None]]
    shown = state.play("show 0", seat=0).play("show 2", seat=2)
    assert [player["choice"] for player in shown.view(None)["position"]["players"]] == [0, 4, 2]
    assert shown.view(2)["moves_made"] == [[1, "show 4"], [0, "show 0"], [2, "show 2"]]


def test_the_order_of_choosing_makes_no_difference() -> None:
    start = sk.game("zahlenpoker").start()
    one, other = (
        start.play("show 4", seat=0).play("show 2", seat=1),
        start.play("show 2", seat=1).play("show 4", seat=0),
    )
    assert one == other and hash(one) == hash(other) and one.scores == (1, 0)


def test_eight_rounds_when_nobody_used_the_empty_hand() -> None:
    state = sk.game("zahlenpoker").start()
    for shown in ("11", "11", "22", "22", "33", "33", "44"):
        state = showing(state, shown)
        assert not state.over
    state = showing(state, "44")
    assert state.over and state.scores == (0, 0) and state.places == (1, 1)


def test_nine_rounds_when_somebody_did_and_who_has_no_stones_shows_the_empty_hand() -> None:
    state = showing(sk.game("zahlenpoker").start(), "01").play("steal 1")
    for shown in ("11", "12", "22", "23", "33", "34"):
        state = showing(state, shown)
    state = showing(state, "44")
    assert not state.over and state.moves(0) == ["show 4"] and state.moves(1) == ["show 0"]
    state = showing(state, "40")
    assert not state.over and state.turn == (1,)
    state = state.play("steal 0")
    assert state.over and booty(state) == [[1], [2, 3, 4, 4]]


def test_nine_rounds_also_when_all_used_it_at_once() -> None:
    state = first_round("00")
    for shown in ("11", "11", "22", "22", "33", "33", "44"):
        state = showing(state, shown)
    assert not state.over
    assert showing(state, "44").over


def test_most_booty_stones_win() -> None:
    state = sk.game("zahlenpoker").start()
    for shown in ("21", "21", "32", "32", "43", "43", "14", "14"):
        state = showing(state, shown)
    assert state.over and state.scores == (6, 2) and state.places == (1, 2)


def test_equal_numbers_compare_the_sum_of_the_values() -> None:
    state = sk.game("zahlenpoker").start()
    for shown in ("42", "21", "13", "34", "11", "22", "33", "44"):
        state = showing(state, shown)
    assert state.over and booty(state) == [[2, 4], [3, 4]]
    assert state.scores == (2, 2) and state.places == (2, 1)


def test_what_is_still_equal_shares_the_place() -> None:
    state = sk.game("zahlenpoker").start()
    for shown in ("41", "14", "42", "24", "33", "33", "12", "21"):
        state = showing(state, shown)
    assert state.over and state.scores == (3, 3) and booty(state) == [[2, 4, 4], [2, 4, 4]] and state.places == (1, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_have_eight_or_nine_rounds(players: int) -> None:
    lengths = set()
    for seed in range(60):
        rng = np.random.default_rng(seed)
        state = sk.game("zahlenpoker", players=players).start()
        while not state.over:
            seat = state.turn[rng.integers(len(state.turn))]
            moves = state.moves(seat)
            if seed < 5:  # some games without empty hands
                moves = [move for move in moves if move != "show 0"]
            state = state.play(moves[rng.integers(len(moves))], seat=seat)
        assert state.view(None)["position"]["phase"] == "over"
        lengths.add(state.view(None)["position"]["round"])
    assert lengths == {8, 9}


@pytest.mark.parametrize(
    ("shown", "seat", "move", "why"),
    [
        ("", 0, "steal 1", "only a single empty hand steals"),
        ("00", 0, "show 0", "used up"),
        ("10", 1, "show 1", "must steal first"),
        ("10", 1, "steal 1", "cannot rob the empty hand"),
        ("10", 1, "steal 3", "not that many players"),
    ],
)
def test_errors_say_why(shown: str, seat: int, move: str, why: str) -> None:
    state = showing(sk.game("zahlenpoker").start(), shown)
    with pytest.raises(sk.IllegalMove, match=why):
        state.play(move, seat=seat)


def test_a_value_that_is_gone_cannot_be_shown() -> None:
    state = showing(first_round("41"), "41")
    with pytest.raises(sk.IllegalMove, match="no 4 is left"):
        state.play("show 4", seat=0)


def test_a_clever_thief_leaves_no_second_winner() -> None:
    state = first_round("0332")
    assert sk.bot("zahlenpoker", 2, seed=1).choose(state, 0) == "steal 3"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_moves_are_numbered_without_gaps(players: int) -> None:
    game = sk.game("zahlenpoker", players=players)
    met: set[int] = set()
    for seed in range(40):
        rng = np.random.default_rng(seed)
        state = game.start()
        while not state.over:
            seat = state.turn[rng.integers(len(state.turn))]
            actions = state.actions(seat)
            met.update(actions.values())
            state = state.play(list(actions)[rng.integers(len(actions))], seat=seat)
    assert met == set(range(game.action_count or 0))
