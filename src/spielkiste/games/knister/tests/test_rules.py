"""The rules of Knister, one test each."""

from collections.abc import Iterable, Sequence

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.check.walk import falls
from spielkiste.core.state import State
from spielkiste.games.knister.bot.hope import HopePlayer, hope
from spielkiste.games.knister.notation import cell_name
from spielkiste.games.knister.rules import LINE_START, LINE_STEP, LINES, line_points
from spielkiste.search.limit import NO_LIMIT

SHEET = """
     7  4  8  9 11
     3  7  3  7  7
     5  5 10  5  5
     8  9  3  6  9
     8 11  8  8  7
"""


def numbers_of(sheet: str) -> list[int]:
    """A drawn sheet, top row first, as numbers by cell."""
    rows = [[int(number) for number in line.split()] for line in sheet.split("\n") if line.strip()]
    return [number for row in reversed(rows) for number in row]


def filled(numbers: Sequence[int], order: Iterable[int] = range(25)) -> State:
    """A game alone that fills a sheet with these numbers; 0 stays free."""
    state = sk.game("knister").start()
    for cell in order:
        if numbers[cell]:
            state = state.play(f"roll {numbers[cell]}").play(cell_name(cell))
    return state


def line(*numbers: int) -> int:
    """The points of these numbers as the first row of a sheet."""
    state = filled([*numbers, *[0] * 20])
    assert state.scores == (line_points(state.record(), 0, 0),)
    return state.scores[0]


def points(state: State) -> list[int]:
    return [line_points(state.record(), 0, k) for k in range(LINES)]


def test_the_sheet_of_the_rule_page_scores_53() -> None:
    state = filled(numbers_of(SHEET))
    rows, columns, diagonals = points(state)[4::-1], points(state)[5:10], points(state)[10:]
    assert rows == [0, 8, 6, 1, 3]
    assert columns == [1, 0, 3, 8, 1]
    assert diagonals == [16, 6]
    assert state.over and state.scores == (53,) and state.places == (1,) and state.returns == (53 / 168,)


def test_the_best_sheet_scores_168() -> None:
    """Every line is a straight without a 7: a Latin square whose diagonals are Latin too."""
    state = filled([2 + (2 * row + column) % 5 for row in range(5) for column in range(5)])
    assert points(state) == [12] * 10 + [24] * 2
    assert state.scores == (168,) and state.returns == (1.0,)


def test_points_do_not_depend_on_the_order_of_writing() -> None:
    for seed in range(5):
        assert filled(numbers_of(SHEET), np.random.default_rng(seed).permutation(25)).scores == (53,)


def test_a_sheet_has_five_rows_five_columns_and_two_diagonals() -> None:
    lines = ["".join(cell_name(LINE_START[k] + LINE_STEP[k] * i) for i in range(5)) for k in range(LINES)]
    assert (
        lines[0] == "a1b1c1d1e1" and lines[4] == "a5b5c5d5e5" and lines[5] == "a1a2a3a4a5" and lines[9] == "e1e2e3e4e5"
    )
    assert lines[10:] == ["a1b2c3d4e5", "a5b4c3d2e1"] and len(set(lines)) == 12


@pytest.mark.parametrize(
    ("figure", "numbers", "worth"),
    [
        ("nothing", (2, 4, 6, 8, 10), 0),
        ("pair", (2, 9, 3, 9, 12), 1),
        ("two pairs", (4, 9, 4, 2, 9), 3),
        ("three", (4, 4, 11, 4, 9), 3),
        ("full house", (11, 4, 11, 4, 4), 8),
        ("four", (5, 5, 10, 5, 5), 6),
        ("five", (7, 7, 7, 7, 7), 10),
        ("straight with a 7 at its end", (7, 3, 5, 4, 6), 8),
        ("straight with a 7 at its start", (10, 7, 9, 8, 11), 8),
        ("straight 2 to 6", (6, 2, 5, 3, 4), 12),
        ("straight 8 to 12", (12, 11, 10, 9, 8), 12),
        ("four in a row and another", (2, 3, 4, 5, 7), 0),
        ("a pair spoils a straight", (3, 4, 5, 6, 6), 1),
    ],
)
def test_a_line_scores_its_best_figure_in_any_order(figure: str, numbers: tuple[int, ...], worth: int) -> None:
    assert line(*numbers) == line(*sorted(numbers)) == line(*reversed(numbers)) == worth
    assert hope(tuple(sorted(numbers))) == worth


def test_only_full_lines_count_while_the_game_runs() -> None:
    state = filled([7, 7, 7, 7, 0, *[0] * 20])
    assert state.scores == (0,)
    assert state.play("roll 2").play("e1").scores == (6,)


def test_two_dice_make_the_odds() -> None:
    chances = sk.game("knister").start().chances()
    assert len(chances) == 11
    assert dict(chances)["roll 8"] == pytest.approx(5 / 36)
    assert dict(chances) == pytest.approx({f"roll {n}": (6 - abs(n - 7)) / 36 for n in range(2, 13)})


def test_everybody_writes_the_same_number_in_any_order() -> None:
    state = sk.game("knister", players=3).start().play("roll 8")
    assert state.turn == (0, 1, 2)
    state = state.play("c3", seat=2)
    assert state.turn == (0, 1) and state.moves(2) == []
    state = state.play("a1", seat=0).play("c3", seat=1)
    assert state.turn == (sk.CHANCE,)
    assert [state.record().sheet[seat][cell] for seat, cell in ((0, 0), (1, 12), (2, 12))] == [8, 8, 8]


def test_a_number_goes_into_a_free_cell() -> None:
    state = filled([7, *[0] * 24]).play("roll 12")
    assert len(state.moves()) == 24 and "a1" not in state.moves()
    with pytest.raises(sk.IllegalMove, match="a1 holds 7 already"):
        state.play("a1")
    with pytest.raises(sk.IllegalMove, match="the 12 must be written"):
        state.play("roll 3")
    with pytest.raises(sk.IllegalMove, match="rolled first"):
        sk.game("knister").start().play("a1")
    for text in ("f1", "a6", "roll 1", "roll 13", "roll", ""):
        with pytest.raises(sk.NotAMove):
            state.play(text)


def test_25_rounds_fill_the_sheets() -> None:
    state = filled([7] * 24 + [0])
    assert state.turn == (sk.CHANCE,) and not state.over
    state = state.play("roll 7").play("e5")
    assert state.over and len(state.moves_made) == 50 and state.scores == (140,)


def test_entries_are_secret_until_the_last_has_written() -> None:
    state = sk.game("knister", players=3).start().play("roll 8").play("c3", seat=2)
    for viewer in (None, 0, 1):
        view = state.view(viewer)
        assert view["moves_made"] == [[sk.CHANCE, "roll 8"], [2, None]]
        sheet = view["position"]["sheets"][2]
        assert sheet["written"] and sheet["secret_entry"] is None and sheet["rows_from_top"] == [[None] * 5] * 5
    assert state.view(2)["moves_made"][1] == [2, "c3"]
    assert state.view(2)["position"]["sheets"][2]["secret_entry"] == "c3"
    state = state.play("a1", seat=0).play("a1", seat=1)
    assert state.view(None)["moves_made"] == [[sk.CHANCE, "roll 8"], [2, "c3"], [0, "a1"], [1, "a1"]]
    assert state.view(0)["position"]["sheets"][2]["rows_from_top"][2] == [None, None, 8, None, None]


def test_secret_entries_do_not_count() -> None:
    state = sk.game("knister", players=2).start()
    for cell in "abcd":
        state = state.play("roll 7").play(f"{cell}1", seat=0).play(f"{cell}1", seat=1)
    state = state.play("roll 7").play("e1", seat=0)
    assert state.scores == (0, 0)
    assert state.play("e2", seat=1).scores == (10, 0)


def test_the_highest_total_wins_and_equal_totals_share_the_place() -> None:
    state = sk.game("knister", players=3).start()
    for k in range(25):
        state = state.play(f"roll {2 + k // 5}")  # five 2, five 3, ... five 6
        rows, columns, anywhere = k, 5 * (k % 5) + k // 5, 7 * k % 25
        for seat, cell in enumerate((rows, columns, anywhere)):
            state = state.play(cell_name(cell), seat=seat)
    assert state.scores[0] == state.scores[1] == 5 * 10 + 5 * 12 + 2 * 24 > state.scores[2]
    assert state.places == (1, 1, 3) and state.returns == (0.5, 0.5, -1.0)


def test_a_player_can_think_ahead_without_knowing_the_other_entries() -> None:
    """What a seat sees is a record the rules can play on: unknown entries stay blank."""
    state = sk.game("knister", players=2).start().play("roll 8").play("c3", seat=1)
    seen = state.seen(0)
    state.game.room.verbs.play(seen, 0, 0)
    assert seen.round == 1 and seen.sheet[0][0] == 8 and not any(seen.sheet[1])


@pytest.mark.parametrize("players", [1, 2, 4, 5, 12, 13, 30, 60])
def test_any_number_up_to_60_can_play(players: int) -> None:
    game = sk.game("knister", players=players)
    rng = np.random.default_rng(players)
    state = game.start()
    for _ in range(2):
        state = sk.deal(state, rng)
        assert state.turn == tuple(range(players))
        for seat in rng.permutation(players):
            state = state.play(state.moves(int(seat))[-1], seat=int(seat))
    assert state.record().round == 2 and sum(map(bool, state.record().sheet[players - 1])) == 2
    assert game.layout.size <= {1: 40, 2: 120, 4: 120, 5: 336, 12: 336}.get(players, 1632)


def test_61_are_too_many() -> None:
    for players in (0, 61):
        with pytest.raises(sk.OptionError, match="players"):
            sk.game("knister", players=players)


def test_the_greatest_hope_is_good_alone() -> None:
    """More than 50 is good; the average of some games, chance aside. (Level 2 misjudges it.)"""
    player, rng = HopePlayer(1), np.random.default_rng(1)
    totals = []
    for _ in range(20):
        state = sk.deal(sk.game("knister").start(), rng)
        while not state.over:
            state = sk.deal(state.play(player.choose(state, 0, NO_LIMIT)), rng)
        totals.append(state.scores[0])
    assert sum(totals) / len(totals) > 50


def test_pictures_show_every_sheet_and_the_points_of_lines() -> None:
    state = filled(numbers_of(SHEET))
    assert "Knister: the end" in str(state) and "/16" in str(state) and "\\6" in str(state)
    state = sk.game("knister", players=7).start().play("roll 8").play("c3", seat=2)
    assert "(8)" in state.text(2) and "(8)" not in state.text(1) and "player 3:       0  has written" in state.text(1)
    assert 'id="score-6"' in state.svg(2) and "c3: 8, still secret" in state.svg(2) and "secret" not in state.svg(1)


def test_an_action_is_a_cell() -> None:
    """The numbers of a whole random game are those below the count, all of them."""
    game, rng, met = sk.game("knister"), np.random.default_rng(1), set[int]()
    state = sk.deal(game.start(), rng)
    while not state.over:
        actions = state.actions()
        met.update(actions.values())
        state = sk.deal(state.play(list(actions)[int(rng.integers(len(actions)))]), rng)
    assert met == set(range(game.action_count or 0)) == set(range(25))


def test_what_falls_is_what_the_odds_say() -> None:
    fallen = list(falls(sk.game("knister")))
    assert len(fallen) == 25 and all(outcome == wanted for outcome, wanted in fallen)
