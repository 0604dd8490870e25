"""Options, set-up, and who begins."""

import random

import pytest

import spielkiste as sk

from .positions import CLASSIC, FOUR, TWO, laid, play, stones

CLASSIC_DEAL = ("a1", "b1", "c1", "a2", "b2", "a3", "e3", "d4", "e4", "c5", "d5", "e5")

# --- options -----------------------------------------------------------------------------------


def test_the_deck_must_have_a_card_more_than_board_and_players_need() -> None:
    assert sk.game("zahlenluchs", highest=14, copies=2).start().moves()
    with pytest.raises(sk.OptionError, match=r"highest=27, copies=1.*27 cards.*at least 28"):
        sk.game("zahlenluchs", highest=27, copies=1)
    assert sk.game("zahlenluchs", highest=28, copies=1)
    with pytest.raises(sk.OptionError, match=r"copies=1.*at least 41"):
        sk.game("zahlenluchs", players=4, highest=40, copies=1)
    assert sk.game("zahlenluchs", players=4, highest=41, copies=1)


@pytest.mark.parametrize("wrong", [{"highest": 50}, {"copies": 2}, {"players": 4}])
def test_classic_has_no_cards_and_two_players(wrong: dict[str, int]) -> None:
    with pytest.raises(sk.OptionError, match=next(iter(wrong))):
        sk.game("zahlenluchs", classic=True, **wrong)
    assert sk.game("zahlenluchs", classic=True, players=2) == CLASSIC


# --- set-up ------------------------------------------------------------------------------------


def test_the_deck_has_1_to_50_twice_and_is_dealt_cell_by_cell() -> None:
    state = TWO.start()
    assert state.turn == (sk.CHANCE,) and len(state.moves()) == 50
    assert dict(state.chances())["deal 17"] == pytest.approx(2 / 100)
    state = play(state, "deal 17")
    assert dict(state.chances())["deal 17"] == pytest.approx(1 / 99)
    state = play(state, "deal 17", "deal 1", "deal 2", "deal 3", "deal 4")
    assert "deal 17" not in state.moves()
    assert state.view(0)["position"]["cards"] == {"a1": 17, "b1": 17, "c1": 1, "d1": 2, "e1": 3, "a2": 4}


def test_two_players_start_in_opposite_triangles() -> None:
    assert stones(TWO.start()) == {0: "a1 a2 a3 b1 b2 c1", 1: "c5 d4 d5 e3 e4 e5"}


def test_four_players_start_in_their_corners_clockwise() -> None:
    assert stones(FOUR.start()) == {
        0: "a1 a2 a3 b1 b2 c1",
        1: "a4 a5 a6 b5 b6 c6",
        2: "d6 e5 e6 f4 f5 f6",
        3: "d1 e1 e2 f1 f2 f3",
    }
    state = laid(FOUR, list(range(1, 37)))
    assert state.view(0)["position"]["cards"]["f6"] == 36 and state.moves()[0].startswith("draw")


def test_classic_numbers_are_dealt_in_board_order() -> None:
    state = CLASSIC.start()
    for k, cell in enumerate(CLASSIC_DEAL):
        assert state.moves() == [f"deal {n}" for n in range(k % 6 + 1, 7)]
        state = state.play(f"deal {k % 6 + 1}")
        assert state.view(0)["position"]["stones"][-1] == {
            "seat": k // 6, "stone": k % 6 + 1, "cell": cell, "number": k % 6 + 1
        }  # fmt: skip
    assert state.chances() == [(f"roll {n}", 1 / 6) for n in range(1, 7)]


# --- who begins --------------------------------------------------------------------------------


def test_the_higher_number_begins() -> None:
    table = laid(TWO, list(range(1, 26)))
    assert play(table, "draw 30", "draw 29", "draw 1").turn == (0,)
    assert play(table, "draw 29", "draw 30", "draw 1").turn == (1,)


def test_equal_numbers_draw_again_and_cards_are_laid_aside() -> None:
    state = play(laid(TWO, list(range(1, 26))), "draw 30", "draw 30")
    assert state.turn == (sk.CHANCE,) and "draw 30" not in state.moves()
    assert play(state, "draw 40", "draw 41", "draw 1").turn == (1,)


def test_only_those_tied_for_the_highest_draw_again() -> None:
    state = play(laid(FOUR, list(range(1, 37))), "draw 3", "draw 40", "draw 2", "draw 40")
    start = state.view(0)["position"]["start"]
    assert start == {"still_to_draw": [1, 3], "ahead": [], "highest": None}
    state = play(state, "draw 50", "draw 50", "draw 1", "draw 5")
    assert state.view(0)["position"]["seat"] == 3
    assert play(state, "draw 9").turn == (3,)


def test_lowest_tied_seat_begins_when_the_pile_is_too_small() -> None:
    game = sk.game("zahlenluchs", highest=14, copies=2)  # 28 cards, so 3 for the start
    board = [n for n in range(1, 14) for _ in range(2)][:25]  # 13 and twice 14 remain
    state = play(laid(game, board), "draw 14", "draw 14")
    assert state.view(0)["position"]["phase"] == "draw" and state.view(0)["position"]["seat"] == 0
    assert state.moves() == ["draw 13"]


def test_an_empty_pile_after_the_start_is_the_laid_aside_cards() -> None:
    game = sk.game("zahlenluchs", highest=11, copies=3)
    board = [n for n in range(1, 8) for _ in range(3)] + [8, 9, 10, 11]  # 8 8 9 9 10 10 11 11 remain
    table = laid(game, board)
    state = play(table, *(f"draw {n}" for n in (8, 8, 9, 9, 10, 10)))
    assert state.view(0)["position"]["phase"] == "start", "two cards are enough for two"
    state = play(state, "draw 11", "draw 11")
    assert state.view(0)["position"]["phase"] == "draw" and state.view(0)["position"]["seat"] == 0
    assert state.chances() == [(f"draw {n}", 1 / 4) for n in (10, 11, 8, 9)]


def test_an_empty_pile_is_the_laid_aside_cards() -> None:
    game = sk.game("zahlenluchs", highest=15, copies=2)
    board = [n for n in range(1, 14) for _ in range(2)][:25]  # 13 14 14 15 15 remain
    state = play(laid(game, board), "draw 15", "draw 15", "draw 14", "draw 14")
    assert state.moves() == ["draw 13"], "one card is too few for two"
    state = state.play("draw 13")
    assert state.turn == (0,)
    state = state.play(state.moves()[0])
    assert state.chances() == [("draw 13", 1 / 5), ("draw 14", 2 / 5), ("draw 15", 2 / 5)]


def test_classic_start_is_rolled_for_and_ties_roll_again() -> None:
    table = play(CLASSIC.start(), *(f"deal {k % 6 + 1}" for k in range(12)))
    assert play(table, "roll 2", "roll 5", "roll 1").turn == (1,)
    assert play(table, "roll 5", "roll 5", "roll 4", "roll 4", "roll 3", "roll 2", "roll 1").turn == (0,)


@pytest.mark.parametrize("game", [TWO, CLASSIC, FOUR])
def test_moves_are_numbers_below_the_count(game: sk.Game) -> None:
    rng, state = random.Random(3), game.start()
    while not state.over:
        if state.turn[0] >= 0:
            assert set(state.actions().values()) <= set(range(game.action_count or 0))
        state = state.play(rng.choice(state.moves()))
