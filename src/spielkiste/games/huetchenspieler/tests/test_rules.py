"""The rules of Hütchenspieler, one test each."""

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.huetchenspieler.rules import LAYOUTS


def after(state: State, *moves: str) -> State:
    """Plays moves, each by the only player in turn (the clock waits)."""
    for move in moves:
        (seat,) = (seat for seat in state.turn if seat != sk.CLOCK)
        state = state.play(move, seat=seat)
    return state


def covered(layout: str, players: int = 2, slides: tuple[str, ...] = ("slide 1 2", "slide 2 1", "slide 1 2")) -> State:
    """The first hiding, ready for the first question."""
    return after(sk.game("huetchenspieler", players=players).start(), f"lay {layout}", "cover", *slides)


def row(state: State) -> str:
    return "".join(map(str, state.record().row))


def hiding(state: State, right: bool = True) -> State:
    """One whole hiding, all questions answered right, or all wrong."""
    state = after(state, "lay 1234", "cover")
    while state.moves()[0].startswith("slide"):
        state = after(state, "slide 1 2" if row(state).startswith("1") else "slide 2 1")
    for _ in range(3):
        state = after(state, state.moves()[-1])
        place = row(state).index(str(state.record().asked)) + 1
        state = after(state, f"take {place}" if right else next(m for m in state.moves() if m != f"take {place}"))
    return state


def test_there_are_24_layouts_12_slides_4_first_questions_and_4_first_answers() -> None:
    state = sk.game("huetchenspieler").start()
    assert len(state.moves()) == len(set(LAYOUTS)) == 24
    state = after(state, "lay 3142", "cover")
    assert len(state.moves()) == 12
    state = after(state, "slide 1 4", "slide 2 3", "slide 1 4")
    assert state.moves() == ["ask 1", "ask 2", "ask 3", "ask 4"]
    assert after(state, "ask 3").moves() == ["take 1", "take 2", "take 3", "take 4"]


def test_moves_are_numbers_below_a_count() -> None:
    game, rng, met = sk.game("huetchenspieler", players=3), np.random.default_rng(1), set[int]()
    for _ in range(30):
        state = game.start()
        while not state.over:
            actions = state.actions(state.turn[-1])
            met |= set(actions.values())
            state = state.play(list(actions)[rng.integers(len(actions))], seat=state.turn[-1])
    assert game.action_count == 45 and met == set(range(45))


def test_stones_are_laid_face_up_from_left_to_right() -> None:
    state = after(sk.game("huetchenspieler").start(), "lay 3142")
    assert row(state) == "3142"
    assert [stone["symbol"] for stone in state.view(1)["position"]["row"]] == [3, 1, 4, 2]
    assert state.view(None)["moves_made"] == [[0, "lay 3142"]]


def test_the_slider_or_the_clock_covers() -> None:
    state = after(sk.game("huetchenspieler", players=3).start(), "lay 1234")
    assert state.turn == (sk.CLOCK, 0)
    assert state.moves(0) == state.moves(sk.CLOCK) == ["cover"] and state.moves(1) == []
    assert state.play("cover", seat=sk.CLOCK) == state.play("cover", seat=0)
    assert state.play("cover", seat=0).turn == (0,)


def test_a_slide_pushes_a_stone_in_again_elsewhere() -> None:
    state = after(sk.game("huetchenspieler").start(), "lay 1234", "cover", "slide 1 4")
    assert row(state) == "2341"
    assert row(after(state, "slide 4 2")) == "2134"


@pytest.mark.parametrize("move", ["slide 1 1", "slide 4 4"])
def test_a_slide_changes_the_place(move: str) -> None:
    state = after(sk.game("huetchenspieler").start(), "lay 1234", "cover")
    with pytest.raises(sk.IllegalMove, match="must change its place"):
        state.play(move)


def test_everybody_sees_which_stone_goes_where() -> None:
    state = after(sk.game("huetchenspieler").start(), "lay 1234", "cover", "slide 1 4", "slide 4 2")
    seen = state.view(1)["position"]["row"]
    assert [stone["laid_on"] for stone in seen] == [2, 1, 3, 4]
    assert [stone["symbol"] for stone in seen] == [None] * 4


def test_three_slides_in_the_first_round_and_four_in_the_second() -> None:
    state, slides = sk.game("huetchenspieler").start(), []
    for _ in range(4):
        made = len(state.moves_made)
        state = hiding(state)
        slides.append(sum(move.startswith("slide") for _, move in state.moves_made[made:]))
    assert slides == [3, 3, 4, 4] and state.over


def test_everybody_is_the_slider_once_a_round_from_seat_0_on() -> None:
    state, sliders = sk.game("huetchenspieler", players=3).start(), []
    while not state.over:
        sliders.append(state.turn[0])
        state = hiding(state)
    assert sliders == [0, 1, 2, 0, 1, 2]


def test_a_right_answer_takes_the_stone() -> None:
    state = after(covered("1234"), "ask 3", "take 3")
    assert row(state) == "2134" and state.scores == (0, 1) and state.turn == (0,)


def test_a_wrong_answer_gives_the_stone_to_the_slider() -> None:
    assert after(covered("1234"), "ask 3", "take 1").scores == (1, 0)


def test_an_uncovered_symbol_cannot_be_asked_for_and_its_place_not_taken() -> None:
    state = after(covered("1234"), "ask 3", "take 1")  # uncovers the 2
    assert state.moves() == ["ask 1", "ask 3", "ask 4"]
    with pytest.raises(sk.IllegalMove, match="symbol 2 is uncovered already"):
        state.play("ask 2")
    state = after(state, "ask 3")
    assert state.moves() == ["take 2", "take 3", "take 4"]
    with pytest.raises(sk.IllegalMove, match="place 1 is uncovered already"):
        state.play("take 1")


def test_a_missed_symbol_may_be_asked_for_again() -> None:
    state = after(covered("1234"), "ask 3", "take 1", "ask 3", "take 3")
    assert state.scores == (1, 1)


def test_who_answers_the_third_question_right_gets_both_remaining_stones() -> None:
    state = after(covered("1234"), "ask 3", "take 1", "ask 3", "take 2", "ask 3", "take 3")
    assert state.scores == (2, 2)


def test_who_answers_the_third_question_wrong_leaves_both_to_the_slider() -> None:
    state = after(covered("1234"), "ask 3", "take 3", "ask 1", "take 2", "ask 2", "take 4")
    assert state.scores == (2, 2)


def test_after_the_third_question_all_are_open_and_the_next_slider_lays() -> None:
    state = after(covered("1234"), "ask 3", "take 3", "ask 1", "take 2", "ask 2", "take 4")
    assert state.turn == (1,) and len(state.moves()) == 24
    view = state.view(0)
    assert [(stone["symbol"], stone["taken_by"]) for stone in view["position"]["last_row"]] == [
        (2, 0),
        (1, 1),
        (3, 1),
        (4, 0),
    ]
    assert view["moves_made"][0] == [0, "lay 1234"] and view["position"]["row"] == []


@pytest.mark.parametrize(("players", "answering"), [(2, [1, 1, 1]), (3, [1, 2, 1]), (4, [1, 2, 3])])
def test_seekers_answer_in_turn_from_the_sliders_left(players: int, answering: list[int]) -> None:
    state = hiding(sk.game("huetchenspieler", players=players).start())
    assert [seat for seat, move in state.moves_made if move.startswith("take")] == answering
    made = len(state.moves_made)
    anew = hiding(state).moves_made[made:]
    assert [seat for seat, move in anew if move.startswith("take")] == [(seat + 1) % players for seat in answering]


def test_most_stones_win() -> None:
    state = sk.game("huetchenspieler").start()
    for right in (False, True, False, True):  # seat 0 keeps its own and finds all of the other's
        state = hiding(state, right)
    assert state.over and state.scores == (16, 0) and state.places == (1, 2)


def test_equal_numbers_share_the_place() -> None:
    state = sk.game("huetchenspieler", players=4).start()
    for _ in range(8):
        state = hiding(state, right=False)
    assert state.over and state.scores == (8, 8, 8, 8) and state.places == (1, 1, 1, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_eight_stones_for_each_player(players: int) -> None:
    rng = np.random.default_rng(players)
    state = sk.game("huetchenspieler", players=players).start()
    while not state.over:
        moves = state.moves(state.turn[-1])
        state = state.play(moves[rng.integers(len(moves))], seat=state.turn[-1])
    assert sum(state.scores) == 8 * players


def test_once_covered_no_view_contains_the_faces() -> None:
    state = after(covered("1234"), "ask 3", "take 3")
    for seat in (None, 0, 1):
        view = state.view(seat)
        assert [stone["symbol"] for stone in view["position"]["row"]] == [None, None, 3, None]
        assert view["moves_made"][0] == [0, None]


def test_positions_are_equal_however_the_row_came_about() -> None:
    game = sk.game("huetchenspieler").start()
    one, other = after(game, "lay 2134", "cover", "slide 3 4"), after(game, "lay 1243", "cover", "slide 1 2")
    assert row(one) == row(other) == "2143"
    assert one == other and hash(one) == hash(other)


@pytest.mark.parametrize(
    ("moves", "move", "why"),
    [
        ((), "cover", "first the slider lays"),
        ((), "lay 1123", "laid once"),
        (("lay 1234",), "slide 1 2", "must be covered first"),
        (("lay 1234", "cover"), "ask 1", "slides to make"),
        (("lay 1234", "cover", "slide 1 2", "slide 1 2", "slide 1 2"), "take 1", "must ask"),
        (("lay 1234", "cover", "slide 1 2", "slide 1 2", "slide 1 2", "ask 1"), "slide 1 2", "must take a stone"),
    ],
)
def test_errors_say_what_is_due(moves: tuple[str, ...], move: str, why: str) -> None:
    state = after(sk.game("huetchenspieler").start(), *moves)
    with pytest.raises(sk.IllegalMove, match=why):
        state.play(move, seat=state.turn[-1])
