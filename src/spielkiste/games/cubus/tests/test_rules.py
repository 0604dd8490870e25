"""The rules of Cubus, one test each. Positions are drawn as columns, hands as letters."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.cubus.builds import has_elementary_build, is_build, worth
from spielkiste.games.cubus.notation import LETTERS, read_columns
from spielkiste.games.cubus.rules import BUILD, DRAW, HEAP, LAST, OFFER, TAKE, resolve, set_stack
from spielkiste.games.cubus.tests.test_rules_stack import drawable

ROW_OF_FOUR = "0,0=1 1,0=1 2,0=1 3,0=1"
CUBE_OF_EIGHT = "build 0,0=2 0,1=2 1,0=2 1,1=2"


def kinds(letters: str) -> list[int]:
    found = Counter(letters)
    return [found[letter] for letter in LETTERS]


def position(stack: str, *hands: str, pile: str = "LLRRTT", **changes: Any) -> State:
    """Seat 0 is to build, unless changes say otherwise: fields of the record, or options of the game."""
    options = {name: changes.pop(name) for name in ("young", "leftovers") if name in changes}
    game = sk.game("cubus", players=max(2, len(hands)), **options)
    s: Any = game.start().record()
    set_stack(s, read_columns(stack))
    s.phase = BUILD
    for seat, letters in enumerate(hands):
        s.hand[seat] = kinds(letters)
    s.pile = kinds(pile)
    for name, value in changes.items():
        setattr(s, name, value)
    return State(game, s.pack())


def hands(state: State) -> list[str]:
    s = state.record()
    return ["".join(letter * n for letter, n in zip(LETTERS, hand, strict=True)) for hand in s.hand[: s.players]]


def phase(state: State) -> str:
    return str(state.view(None)["position"]["phase"])


def builds(state: State, seat: int = 0) -> set[str]:
    return {move for move in state.moves(seat) if move.startswith("build")}


# --- set-up and turn ------------------------------------------------------------------------------


def test_one_box_lies_on_the_table_and_45_tiles_in_the_pile() -> None:
    position = sk.game("cubus").start().view(None)["position"]
    assert position["columns"] == [{"x": 0, "y": 0, "height": 1, "open": False}]
    assert position["pile"] == {"L": 15, "R": 15, "T": 11, "O": 4}


def test_the_young_play_without_open_lids() -> None:
    game = sk.game("cubus", young=True)
    assert game.start().view(None)["position"]["pile"] == {"L": 15, "R": 15, "T": 11, "O": 0}
    assert [move for move, _ in game.start().chances()] == ["draw L", "draw R", "draw T"]


def test_a_tile_is_drawn_by_its_share_of_the_pile() -> None:
    assert dict(sk.game("cubus").start().chances()) == pytest.approx(
        {"draw L": 15 / 45, "draw R": 15 / 45, "draw T": 11 / 45, "draw O": 4 / 45}
    )


def test_in_the_first_round_everybody_takes_one_tile() -> None:
    state = sk.game("cubus", players=3).start().play("draw L").play("draw R").play("draw T")
    assert hands(state) == ["L", "R", "T"] and phase(state) == "draw"
    state = state.play("draw O")
    assert hands(state) == ["LO", "R", "T"] and state.turn == (0,)


# --- builds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "hand", "build", "points", "left"),
    [
        ("0,0=1", "RT", "build 0,0=1 1,0=1", 1, ""),
        ("0,0=1 0,1=1 1,0=1", "T", "build 0,0=1 0,1=1 1,0=1 1,1=1", 2, ""),  # a corner with two neighbours
        ("0,0=2 0,1=2 1,0=2 1,1=1", "", "build 0,0=2 0,1=2 1,0=2 1,1=2", 3, ""),  # with three: the faces swap places
        ("0,1=2 1,0=2 1,1=2", "T", "build 0,0=2 0,1=2 1,0=2 1,1=2", 5, ""),  # on an unseen box at the back
        (ROW_OF_FOUR, "LLL", CUBE_OF_EIGHT, 9, ""),
        (
            "0,0=3 0,1=1 0,2=1 1,0=1 1,1=1 1,2=1 2,0=1 2,1=1 2,2=1",
            "LR",
            "build 0,0=2 0,1=2 0,2=2 1,0=2 1,1=2 1,2=2 2,0=2 2,1=2 2,2=2",
            19,
            "",
        ),
        ("0,0=1 0,1=1 0,2=1", "LR", "build 0,0=2 0,1=2", 2, "T"),  # tiles no longer needed come back
        ("0,0=1", "LRT", "build 0,0=2", 1, "T"),  # a layer under everything
    ],
)
def test_a_build_scores_three_a_box_less_the_tiles_spent(
    stack: str, hand: str, build: str, points: int, left: str
) -> None:
    state = position(stack, hand).play(build)
    assert state.scores == (points, 0) and hands(state)[0] == left
    assert phase(state) == "draw"


@pytest.mark.parametrize("one", "LRT")
@pytest.mark.parametrize("other", "LRT")
def test_two_tiles_allow_a_build_on_the_start_box_if_their_kinds_differ(one: str, other: str) -> None:
    state = position("0,0=1", one + other)
    s = state.record()
    possible = any(is_build(s, 0, stack) for n in (2, 3, 4) for stack in drawable(n))
    assert possible == (one != other) == bool(builds(state)) == has_elementary_build(s, 0)


@pytest.mark.parametrize(
    ("stack", "hand", "build", "why"),
    [
        ("0,0=1", "RT", "build 0,0=1 0,1=1", "missing 1 left side"),
        ("0,0=1", "LLRRTT", "build 0,0=1 0,1=2", "higher than one behind"),
        ("0,0=1", "LLRRTT", "build 0,0=1 1,1=1", "one piece"),
        ("0,0=2", "RT", "build 0,0=1 1,0=1", "more than 2 boxes"),
        ("0,0=1o", "LRTT", "build 0,0=2", "open lids"),
        ("0,0=2 0,1=2 1,0=2 1,1=2", "L" * 6 + "RTTTT", "build 0,0=9", "missing 4 right sides"),
        ("0,0=2 0,1=2 1,0=2 1,1=2", "L" * 5 + "R" * 5, "build 0,0=9", "it brings -4 points"),
    ],
)
def test_what_is_no_build_is_refused_with_the_reason(stack: str, hand: str, build: str, why: str) -> None:
    with pytest.raises(sk.IllegalMove, match=why):
        position(stack, hand).play(build)


def test_the_elementary_builds_are_listed() -> None:
    assert builds(position("0,0=1", "LR")) == {"build 0,0=2"}
    assert builds(position("0,0=1", "LRO")) == {
        "build 0,0=2", "build 0,0=2o", "build 0,0=1 0,1=1o", "build 0,0=1o 0,1=1", "build 0,0=1 1,0=1o",
        "build 0,0=1o 1,0=1",
    }  # fmt: skip
    assert builds(position("0,0=1 1,0=1", "LT")) == {"build 0,0=1 0,1=1 1,0=1", "build 0,1=1 1,0=1 1,1=1"}


def test_a_bar_made_longer_at_either_end_is_listed_once() -> None:
    assert builds(position("0,0=1 1,0=1", "RT")) == {"build 0,0=1 1,0=1 2,0=1"}


def test_nothing_is_put_on_an_open_lid() -> None:
    assert builds(position("0,0=1o", "LROT")) == {
        "build 0,0=2o", "build 0,0=1o 0,1=1", "build 0,0=1 0,1=1o", "build 0,0=1o 0,1=1o", "build 0,0=1 1,0=1o",
        "build 0,0=1o 1,0=1", "build 0,0=1o 1,0=1o",
    }  # fmt: skip


def test_a_closed_lid_may_be_exchanged_for_an_open_one() -> None:
    state = position("0,0=1", "LRO").play("build 0,0=2o")
    assert hands(state)[0] == "T" and state.scores == (1, 0)


def test_any_order_and_shift_is_the_same_build() -> None:
    state = position("0,0=1", "RT").play("build 5,-2=1 4,-2=1")
    assert state.moves_made[-1] == (0, "build 0,0=1 1,0=1")


@pytest.mark.parametrize("seed", range(40))
def test_listed_builds_are_builds_and_a_build_is_found_when_there_is_one_listed(seed: int) -> None:
    rng = np.random.default_rng(seed)
    state = sk.deal(sk.game("cubus").start(), rng)
    for _ in range(14):
        seat = state.turn[0] if state.turn[0] >= 0 else state.turn[-1]
        s = state.record()
        if s.phase == BUILD:
            listed = builds(state, seat)
            assert all(is_build(s, seat, read_columns(move.removeprefix("build "))) for move in listed)
            assert bool(listed) == has_elementary_build(s, seat)
        moves = state.moves(seat)
        state = sk.deal(state.play(moves[rng.integers(len(moves))], seat=seat), rng)


# --- passing and knocking -------------------------------------------------------------------------


def test_after_a_pass_every_other_player_may_knock_in_any_order() -> None:
    state = position("0,0=1", "RT", "", "").play("pass")
    assert state.turn == (sk.CLOCK, 1, 2)
    assert state.moves(1) == state.moves(2) == ["knock", "quiet"]
    state = state.play("quiet", seat=2)
    assert state.turn == (sk.CLOCK, 1)
    state = state.play("quiet", seat=1)
    assert phase(state) == "draw" and state.record().turn == 1


def test_the_window_closes_when_time_is_up() -> None:
    state = position("0,0=1", "RT", "").play("pass").play("time", seat=sk.CLOCK)
    assert phase(state) == "draw" and state.scores == (0, 0)


def test_a_knocker_builds_with_the_tiles_of_the_player_who_passed_and_gets_the_points() -> None:
    state = position("0,0=1", "RT", "L", "").play("pass").play("knock", seat=2)
    assert state.turn == (sk.CLOCK, 2)
    state = state.play("build 0,0=1 1,0=1", seat=2)
    assert state.scores == (0, 0, 1) and hands(state) == ["", "L", ""]
    assert state.record().turn == 1


@pytest.mark.parametrize(("move", "seat"), [("pass", 2), ("time", sk.CLOCK)])
def test_a_knocker_who_does_not_build_gives_every_other_player_two_points(move: str, seat: int) -> None:
    state = position("0,0=1", "RT", "L", "").play("pass").play("knock", seat=2).play(move, seat=seat)
    assert state.scores == (2, 2, 0)
    assert phase(state) == "draw" and state.record().turn == 1


def test_there_are_15_seconds_to_knock_and_60_to_build() -> None:
    clock = sk.game("cubus").card.clock
    window = position("0,0=1", "RT").play("pass")
    assert clock is not None
    assert clock(window.record(), {}) == 15
    assert clock(window.play("knock", seat=1).record(), {}) == 60


# --- the end --------------------------------------------------------------------------------------


def test_the_game_ends_when_the_pile_is_empty_and_nobody_can_build() -> None:
    state = position("0,0=1", "", "", pile="L", phase=DRAW).play("draw L")
    assert state.over and state.places == (1, 1)


def test_the_game_goes_on_while_somebody_can_build() -> None:
    state = position("0,0=1", "", "RT", pile="L", phase=DRAW).play("draw L")
    assert state.turn == (0,)
    state = state.play("pass").play("quiet", seat=1)
    assert state.turn == (1,)


def test_the_game_goes_on_for_a_build_that_is_not_listed() -> None:
    state = position(ROW_OF_FOUR, "LL", "", pile="L", phase=DRAW).play("draw L")
    assert state.moves() == ["pass"]
    state = state.play(CUBE_OF_EIGHT)
    assert state.over and state.scores == (9, 0)


def test_the_game_ends_after_a_turn_of_each_player_without_a_build() -> None:
    state = position("0,0=1", "", "RT", pile="L", phase=DRAW).play("draw L").play("pass").play("quiet", seat=1)
    state = state.play("pass").play("quiet", seat=0)
    assert phase(state) == "build"  # the first of these turns began with a tile in the pile
    state = state.play("pass").play("quiet", seat=1)
    assert state.over


def test_a_build_begins_the_count_of_turns_anew() -> None:
    state = position("0,0=1", "RTLRT", "RTT", pile="", idle=1).play("pass").play("quiet", seat=1)
    state = state.play("build 0,0=1 1,0=1")
    assert state.record().idle == 1 and state.turn == (0,)


def test_for_the_young_a_box_is_a_point() -> None:
    state = position(ROW_OF_FOUR, "LLL", young=True).play(CUBE_OF_EIGHT)
    assert state.scores == (4, 0)


def test_for_the_young_a_build_may_cost_any_number_of_tiles() -> None:
    state = position("0,0=2 0,1=2 1,0=2 1,1=2", "LLLLLRRRRR", young=True).play("build 0,0=9")
    assert state.scores == (1, 0) and hands(state)[0] == "TTT"


# --- leftovers ------------------------------------------------------------------------------------


def at_the_end(leftovers: str, *tiles: str, points: tuple[int, ...] = (5, 3, 3)) -> State:
    """The last tile is drawn with an L, and nobody alone can build."""
    given = list(points) + [0] * (6 - len(points))
    return position("0,0=1", *tiles, pile="L", phase=DRAW, leftovers=leftovers, points=given).play("draw L")


def test_without_leftovers_the_game_is_over_at_once() -> None:
    assert at_the_end("none", "", "R", "T").over


def test_the_lowest_may_build_with_all_leftovers() -> None:
    state = at_the_end("lowest", "", "R", "T")
    assert state.record().phase == LAST and state.turn == (1,)  # first in turn order of the two with 3 points
    assert state.record().hand[HEAP] == kinds("LRT")
    done = state.play("build 0,0=2")
    assert done.over and done.scores == (5, 4, 3) and done.record().hand[HEAP] == kinds("T")


def test_the_lowest_may_pass_and_no_clock_runs() -> None:
    state = at_the_end("lowest", "", "R", "T", points=(5, 3, 2))
    assert state.turn == (2,)
    assert state.play("pass").scores == (5, 3, 2)
    assert state.play("pass").over


def test_everybody_secretly_offers_a_build_and_the_best_is_built() -> None:
    state = at_the_end("best", "", "RR", "TTT")
    assert state.record().phase == OFFER and state.turn == (0, 1, 2)
    state = state.play("build 0,0=1 1,0=1", seat=2)
    assert state.turn == (0, 1)
    state = state.play("build 0,0=1 0,1=1 1,0=1 1,1=1", seat=1).play("pass", seat=0)
    assert state.over and state.scores == (5, 3 + 9 - 5, 3)
    assert state.view(None)["position"]["boxes"] == 4


def test_of_equal_offers_the_first_in_turn_order_is_built() -> None:
    state = at_the_end("best", "", "R", "T").play("build 0,0=2", seat=2).play("build 0,0=1 1,0=1", seat=1)
    assert state.play("pass", seat=0).scores == (5, 4, 3)


def test_nothing_is_built_if_all_pass() -> None:
    state = at_the_end("best", "", "R", "T")
    for seat in range(3):
        state = state.play("pass", seat=seat)
    assert state.over and state.scores == (5, 3, 3)


def test_offers_are_secret_until_all_are_made() -> None:
    state = at_the_end("best", "", "R", "T").play("build 0,0=2", seat=1)
    assert state.view(1)["position"]["offers"] == [None, "0,0=2", None]
    assert state.view(0)["position"]["offers"] == state.view(None)["position"]["offers"] == [None] * 3
    assert state.view(0)["moves_made"][-1] == [1, None]
    state = state.play("pass", seat=0).play("pass", seat=2)
    assert state.view(0)["position"]["offers"] == [None, "0,0=2", None]


# --- dismantling ----------------------------------------------------------------------------------


def dismantling(stack: str, players: int = 2) -> State:
    return sk.game("cubus", mode="dismantle", stack=stack, players=players).start()


def test_dismantling_starts_from_the_cube_of_27() -> None:
    state = sk.game("cubus", mode="dismantle", players=3).start()
    assert state.record().phase == TAKE and state.view(None)["position"]["boxes"] == 27
    assert "take 2,2" in state.moves()


def test_the_tiles_no_longer_needed_are_won_and_there_may_be_none() -> None:
    state = dismantling("0,0=2 0,1=2 1,0=2 1,1=2").play("take 1,1")
    assert state.scores == (0, 0)
    state = dismantling("0,0=1 1,0=1").play("take 1,0")
    assert hands(state) == ["RT", ""] and state.scores == (2, 0) and state.turn == (1,)


def test_what_remains_must_be_a_stack_that_can_be_drawn() -> None:
    assert dismantling("0,0=2 0,1=1").moves() == ["take 0,0", "take 0,1"]
    assert dismantling("0,0=1 0,1=1 0,2=1").moves() == ["take 0,0", "take 0,2"]
    assert dismantling("0,0=1 0,1=1 1,0=1 1,1=1").moves() == ["take 0,0", "take 1,1"]


def test_a_box_with_an_open_lid_waits_for_all_others() -> None:
    assert dismantling("0,0=2o 0,1=1").moves() == ["take 0,1"]
    assert dismantling("0,0=2o").moves() == ["take 0,0"]


def test_an_open_lid_is_won_and_the_box_below_gets_a_closed_one_for_free() -> None:
    state = dismantling("0,0=2o").play("take 0,0")
    assert hands(state) == ["LRO", ""]
    assert state.view(None)["position"]["stack"] == "0,0=1"
    assert state.view(None)["position"]["tiles"] == {"L": 1, "R": 1, "T": 1, "O": 0}


def test_the_game_ends_when_the_stack_is_gone() -> None:
    state = dismantling("0,0=2o").play("take 0,0").play("take 0,0")
    assert state.over and state.scores == (3, 3) and state.places == (1, 1)
    state = dismantling("0,0=1o").play("take 0,0")
    assert state.over and hands(state) == ["LRO", ""] and state.places == (1, 2)


def test_the_stack_is_normalised_after_each_take() -> None:
    state = dismantling("0,0=1 0,1=1").play("take 0,0")
    assert state.moves() == ["take 0,0"]


def test_worth_counts_tiles_that_come_back() -> None:
    s = position("0,0=1 0,1=1 0,2=1", "TR").record()
    assert worth(s, read_columns("0,0=2 0,1=2")) == 2


def test_a_question_nobody_asked_ends_nothing() -> None:
    record: Any = position("0,0=2 0,1=1 1,0=1", "L", "R").record()
    record.look = 0
    before = record.pack()
    resolve(record)
    assert record.pack() == before
