"""The equilibrium for two: against counting by the naive rules, against linear programs, and over all situations."""

import copy
import io
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.zahlenpoker.bot.pairings import pairings, value_of
from spielkiste.games.zahlenpoker.bot.rounds import choices, hands, lead
from spielkiste.games.zahlenpoker.bot.solver import chances, exact_value, strategy, value
from spielkiste.games.zahlenpoker.tests.naive import Naive, random_prefix
from spielkiste.games.zahlenpoker.tests.twins import twin
from spielkiste.games.zahlenpoker.tools.first_sight import worth
from spielkiste.games.zahlenpoker.tools.policies import (
    Policy,
    any_move,
    best_reply,
    best_response_value,
    exploitability,
    fair,
    first_sight,
    meet,
    shares,
    values,
)
from spielkiste.games.zahlenpoker.tools.positions import Position, all_positions
from spielkiste.games.zahlenpoker.tools.proof import moves_that_differ
from spielkiste.games.zahlenpoker.tools.report import freedom, print_report, rank
from spielkiste.search.limit import NO_LIMIT
from spielkiste.search.players import Greedy

PAGE = Path(__file__).parents[5] / "docs" / "zahlenpoker-equilibrium.md"


def played(*rounds: str) -> State:
    """What the two show, round by round; 0 is the empty hand, and its thief steals."""
    state = sk.game("zahlenpoker").start()
    for shown in rounds:
        for seat, thing in enumerate(shown):
            state = state.play(f"show {thing}", seat=seat)
        if not state.over and state.moves(state.turn[0])[0].startswith("steal"):
            state = state.play(state.moves()[0])
    return state


def random_game(seed: int) -> Iterator[State]:
    rng = np.random.default_rng(seed)
    state = sk.game("zahlenpoker").start()
    yield state
    while not state.over:
        seat = state.turn[rng.integers(len(state.turn))]
        moves = state.moves(seat)
        state = state.play(moves[rng.integers(len(moves))], seat=seat)
        yield state


# --- values -------------------------------------------------------------------------------------


def test_the_game_is_fair() -> None:
    start = sk.game("zahlenpoker").start()
    assert exact_value(start) == 0 and chances(start).win == chances(start).loss


def orders(things: Counter[int]) -> Iterator[list[int]]:
    """All ways to lay things in a row; equal ones are not told apart."""
    if not +things:
        yield []
    for first in sorted(+things):
        for rest in orders(things - Counter([first])):
            yield [first, *rest]


@pytest.mark.parametrize("mine", [[0, 1, 1, 2, 2, 3, 3, 4, 4], [4, 1, 3, 2, 0, 4, 3, 1, 2]])
def test_in_whatever_order_i_play_a_random_opponent_makes_the_same_games(mine: list[int]) -> None:
    """All orders of the opponent, played by the naive rules."""
    ends: Counter[str] = Counter()
    for theirs in orders(Counter(mine)):
        game = Naive()
        for shown in zip(mine, theirs, strict=True):
            if not game.over:  # two empty hands left over are not shown
                naive_round(game, shown)
        own, other = ((len(booty), sum(booty)) for booty in game.booty)
        ends["win" if own > other else "loss" if own < other else "draw"] += 1
    start = chances(sk.game("zahlenpoker").start())
    assert ends.total() == 22_680  # 9! / 2!⁴
    assert {end: Fraction(count, ends.total()) for end, count in ends.items()} == start._asdict()


def naive_round(game: Naive, shown: tuple[int, ...]) -> None:
    for seat, thing in enumerate(shown):
        game.play(seat, f"show {thing}")
    if game.thief is not None:
        game.play(game.thief, game.moves(game.thief)[0])


def test_with_one_stone_each_there_is_nothing_to_choose() -> None:
    state = played("00", "12", "12", "21", "33", "33", "44", "44")  # a 2 against a 1 to come
    assert state.scores == (1, 2) and value(state) == 0  # then 2:2 stones, 2 + 2 against 2 + 2
    assert value(played("00", "12", "12", "23", "21", "33", "44", "44")) == -1  # a 3 against a 1 makes it 2:3


def test_matching_pennies_with_stones() -> None:
    """One 4 each was won; 1 and 2 against 2 and 4, one stone ahead. 1-2 and 2-4 lose 1:2 more, 1-4 and 2-2 draw."""
    state = played("00", "11", "22", "33", "43", "34", "41")
    assert hands(state.record()) == ((1, 1, 0, 0, 0), (0, 1, 0, 1, 0)) and state.scores == (2, 1)
    assert exact_value(state) == Fraction(-1, 2)


def test_matching_pennies_with_the_empty_hand() -> None:
    """A 4 behind; a 4 and the empty hand against a 1 and the empty hand. If the empty hands meet, 4-1 makes it level;
    if not, each steals a stone, and the opponent stays ahead."""
    state = played("11", "22", "22", "33", "33", "44", "14")
    assert state.scores == (0, 1) and exact_value(state) == Fraction(-1, 2)
    assert strategy(state, 0) == {"show 0": 1 / 2, "show 4": 1 / 2}


def by_linear_programs(game: Naive, known: dict[Any, float]) -> float:
    """The value for seat 0, by the naive rules and a linear program for each round."""
    if game.over:
        own, other = ((len(booty), sum(booty)) for booty in game.booty)
        return float((own > other) - (own < other))
    ahead = tuple(len(booty) for booty in game.booty), tuple(sum(booty) for booty in game.booty)
    key = str(game.hands), str(game.empty_hand_unused), ahead
    if key not in known:
        matrix = [[after_round(game, (a, b), known) for b in things(game, 1)] for a in things(game, 0)]
        known[key] = matrix_value(matrix)
    return known[key]


def things(game: Naive, seat: int) -> list[int]:
    return [int(move.split()[1]) for move in game.moves(seat)]


def after_round(game: Naive, shown: tuple[int, int], known: dict[Any, float]) -> float:
    after = copy.deepcopy(game)
    naive_round(after, shown)
    return by_linear_programs(after, known)


def matrix_value(matrix: list[list[float]]) -> float:
    """The largest v such that some mixture of the rows gains v in each column."""
    rows, columns = len(matrix), len(matrix[0])
    found = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=[[*(-matrix[i][j] for i in range(rows)), 1.0] for j in range(columns)],
        b_ub=[0.0] * columns,
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    assert found.success
    return float(found.x[-1])


@pytest.mark.parametrize("seed", range(8))
def test_endgames_agree_with_linear_programs_over_the_naive_rules(seed: int) -> None:
    def three_stones_left(game: Naive) -> bool:
        return not game.chosen and max(map(len, game.hands)) == 3

    prefix = random_prefix(random.Random(seed), 2, three_stones_left)
    game, state = Naive(), sk.game("zahlenpoker").start()
    for seat, move in prefix:
        game.play(seat, move)
        state = state.play(move, seat=seat)
    assert value(state) == pytest.approx(by_linear_programs(game, {}), abs=1e-9)


def test_every_round_of_a_sample_is_solved_by_its_linear_program() -> None:
    choosing = [(position, ahead) for position in all_positions() if not position.over for ahead in position.leads]
    for position, ahead in [choosing[0], *random.Random(3).sample(choosing, 400)]:
        matrix = [[float(values()[after.number][ahead + gain]) for after, gain in row] for row in position.after]
        assert float(values()[position.number][ahead]) == pytest.approx(matrix_value(matrix), abs=1e-9)


def test_values_of_states_are_those_of_the_all_positions() -> None:
    known = {position.hands: position for position in all_positions()}
    for seed in range(20):
        for state in random_game(seed):
            record = state.record()
            if state.turn in ((0, 1), ()):
                position = known[hands(record)]
                assert position.moves == ((choices(record, 0), choices(record, 1)) if state.turn else ([], []))
                assert exact_value(state) == values()[position.number][lead(record)]
            if state.over:
                assert state.returns == (value(state), -value(state))


def test_a_secret_choice_does_not_change_the_value_and_a_theft_is_foreseen() -> None:
    start = sk.game("zahlenpoker").start()
    assert value(start.play("show 4", seat=1)) == value(start)
    caught = start.play("show 4", seat=1).play("show 0", seat=0)
    assert value(caught) == value(caught.play("steal 1")) == pytest.approx(0.62777777777)


def test_swapping_the_seats_turns_the_value_round() -> None:
    for position, by_lead in zip(all_positions(), values(), strict=True):
        assert all(value == -values()[position.mirror.number][-lead] for lead, value in by_lead.items())


# --- strategies ---------------------------------------------------------------------------------


def test_each_thing_in_hand_is_equally_likely() -> None:
    assert strategy(sk.game("zahlenpoker").start(), 1) == {"show 0": 1 / 9} | {f"show {k}": 2 / 9 for k in range(1, 5)}
    assert strategy(played("04"), 0) == {f"show {k}": 1 / 4 for k in range(1, 5)}
    assert strategy(played("04"), 1)["show 4"] == 1 / 8


def test_strategies_are_legal_and_know_only_what_the_seat_knows() -> None:
    rng = np.random.default_rng(1)
    for seed in range(30):
        for state in random_game(seed):
            for seat in state.turn:
                mixture = strategy(state, seat)
                assert list(mixture) == state.moves(seat) and sum(mixture.values()) == pytest.approx(1)
                other = twin(state, seat, rng)
                assert other is None or strategy(other, seat) == mixture


def test_a_game_between_two_equilibrium_players_ends() -> None:
    rng = random.Random(2)
    for _ in range(20):
        state = sk.game("zahlenpoker").start()
        while not state.over:
            seat = rng.choice(state.turn)
            mixture = strategy(state, seat)
            (move,) = rng.choices(list(mixture), list(mixture.values()))
            state = state.play(move, seat=seat)
        assert state.view(None)["position"]["round"] in (8, 9)


def test_errors_say_why() -> None:
    with pytest.raises(sk.OptionError, match="players=2"):
        value(sk.game("zahlenpoker", players=3).start())
    with pytest.raises(sk.OptionError, match="torris"):
        strategy(sk.game("torris").start(), 0)
    with pytest.raises(sk.NotYourTurn):
        strategy(sk.game("zahlenpoker").start().play("show 4", seat=1), 1)
    with pytest.raises(sk.NotYourTurn):
        strategy(played("11", "11", "22", "22", "33", "33", "44", "44"), 0)


# --- all situations -----------------------------------------------------------------------------


def test_no_move_changes_anything_against_the_equilibrium() -> None:
    """The proof, in whole numbers, for every pair of hands."""
    assert sum(moves_that_differ(position) for position in all_positions()) == 0


def test_nothing_can_be_won_from_the_equilibrium() -> None:
    assert exploitability() < 1e-12 and best_response_value(fair) == pytest.approx(0, abs=1e-12)


def drawn(seed: int) -> Policy:
    """Some policy or other, without reason."""

    def weights(position: Position, lead: int) -> Any:
        return shares(1 + (seed + 31 * position.number + 7 * lead + 53 * action) % 101 for action in position.moves[0])

    return weights


def test_nobody_can_make_a_mistake_against_the_equilibrium() -> None:
    for other in (any_move, first_sight, drawn(1), best_reply(any_move)):
        assert meet(fair, other) == pytest.approx(0, abs=1e-12) == meet(other, fair)


@pytest.mark.parametrize("policy", [any_move, first_sight, drawn(2)], ids=["level 1", "first sight", "drawn"])
def test_the_best_reply_wins_what_it_should(policy: Policy) -> None:
    assert meet(best_reply(policy), policy) == pytest.approx(best_response_value(policy))
    assert exploitability(policy) >= best_response_value(policy) > 0.1


def test_first_sight_is_the_greedy_bot() -> None:
    known = {position.hands: position for position in all_positions()}
    bot = Greedy(1, worth)
    for seed in range(5):
        for state in random_game(seed):
            if state.turn == (0, 1):
                position = known[hands(state.record())]
                chosen = int(bot.choose(state, 0, NO_LIMIT).split()[1])
                assert first_sight(position, 0)[position.moves[0].index(chosen)] > 0


def test_the_opening_has_one_equilibrium_and_decided_games_have_many() -> None:
    assert freedom(all_positions()[0], 0) == 0
    decided = next(p for p in all_positions() if len(p.moves[0]) == 2 and p.leads[-1] > 500)
    assert value_of(decided.record, decided.leads[-1]) == 1 and freedom(decided, decided.leads[-1]) == 1
    assert rank([[Fraction(1), Fraction(2)], [Fraction(2), Fraction(4)]]) == 1
    assert rank([[Fraction(0), Fraction(2)], [Fraction(2), Fraction(4)]]) == 2


def test_all_pairings_are_counted() -> None:
    assert pairings(all_positions()[0].record).total() == 362_880  # 9!


def test_the_page_shows_what_the_command_prints() -> None:
    printed = io.StringIO()
    with redirect_stdout(printed):
        print_report()
    lines = {line for line in printed.getvalue().splitlines() if line}
    exact, measured = PAGE.read_text(encoding="utf-8").split("## Against predictable players")
    page = exact.splitlines()
    assert re.findall("<!-- (.*?) -->", measured)[::2] == [
        "styles 2",
        "styles 3",
        "styles 4",
        "multiplayer 3",
        "multiplayer 4",
    ]
    assert lines - set(page) == set()
    assert {line for line in page if line.startswith("|")} <= lines


def test_the_snippet_of_the_page_runs() -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    done = subprocess.run([sys.executable, "-c", snippet], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 3 and str(exact_value(played("41"))) in done.stdout


def test_solving_needs_no_numba() -> None:
    code = "import sys, spielkiste.games.zahlenpoker.bot.solver; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
