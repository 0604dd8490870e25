"""The bots: what they may know, what they risk, and that each level wins more from predictable players."""

import random
import subprocess
import sys
import time
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.state import State
from spielkiste.games.zahlenpoker.bot import BACK, SETTINGS, rollout_kernel
from spielkiste.games.zahlenpoker.bot.opponent_model import KNOWN, chance_to_show, opinions, past_of, prediction
from spielkiste.games.zahlenpoker.bot.rounds import choices
from spielkiste.games.zahlenpoker.bot.safe_exploiter import SafeExploiter, balance, by_reply, gains_beyond, mixture
from spielkiste.games.zahlenpoker.bot.solver import exact_value, strategy
from spielkiste.games.zahlenpoker.bot.styles import FAIR, HIGHEST, LOWEST, MIRRORS, REPEATS, RISING, STYLES, weigh
from spielkiste.games.zahlenpoker.rules import MAX_MOVES
from spielkiste.games.zahlenpoker.tests.twins import twin
from spielkiste.games.zahlenpoker.tools.contest import (
    PREDICTABLE,
    STRANGERS,
    Match,
    habit,
    most_hurtful,
    neighbour_style,
    play_match,
)
from spielkiste.games.zahlenpoker.tools.measure import mean_of, overall
from spielkiste.search.limit import NO_LIMIT, Limit

LEVELS = (2, 3, 4, 5)


def states_of(players: int, seed: int) -> list[State]:
    """The states of a random game."""
    rng = random.Random(seed)
    states = [sk.game("zahlenpoker", players=players).start()]
    while not states[-1].over:
        seat = rng.choice(states[-1].turn)
        states.append(states[-1].play(rng.choice(states[-1].moves(seat)), seat=seat))
    return states


def after(players: int, *rounds: str) -> State:
    """What all show, round by round; 0 is the empty hand, whose thief robs the first it may."""
    state = sk.game("zahlenpoker", players=players).start()
    for shown in rounds:
        for seat, thing in enumerate(shown):
            state = state.play(f"show {thing}", seat=seat)
        if state.turn and state.moves(state.turn[0])[0].startswith("steal"):
            state = state.play(state.moves()[0])
    return state


# --- styles ---------------------------------------------------------------------------------------


def shown_in_order(style: int, rounds: int) -> list[str]:
    """What a habit without whims shows when the opponent shows 1 1 2 2 3 3 4 4 and then the empty hand."""
    state, rng, said = sk.game("zahlenpoker").start(), random.Random(1), []
    for theirs in "112233440"[:rounds]:
        seen = state.seen(0)
        out, weights = [0] * MAX_MOVES, [0] * MAX_MOVES
        count = weigh(seen, 0, style, out, weights)
        (shown,) = rng.choices(out[:count], weights[:count])
        said.append(str(shown))
        state = state.play(f"show {shown}", seat=0).play(f"show {theirs}", seat=1)
        if state.turn and state.moves(state.turn[0])[0].startswith("steal"):
            state = state.play(state.moves()[0])
    return said


@pytest.mark.parametrize(
    ("style", "shown"), [(HIGHEST, "44332211"), (LOWEST, "11223344"), (RISING, "12341234"), (5, "43214321")]
)
def test_habits_do_what_they_are_called(style: int, shown: str) -> None:
    assert "".join(shown_in_order(style, 8)) == shown


def test_habits_that_look_back() -> None:
    repeated = shown_in_order(REPEATS, 8)
    assert any(a == b for a, b in pairwise(repeated))
    mirrored = shown_in_order(MIRRORS, 5)
    assert mirrored[1:] == list("1122") or mirrored[0] in "12"  # the first is drawn, and may use up what it needs later


@pytest.mark.parametrize("style", range(len(STYLES)), ids=STYLES)
@pytest.mark.parametrize("players", [2, 4])
def test_a_habit_shows_only_what_it_has_and_plain_and_compiled_agree(players: int, style: int) -> None:
    machine = Machine(sk.game("zahlenpoker", players=players))
    fast_out, fast_weights = machine.out(), machine.out()
    for state in states_of(players, style):
        for seat in state.turn:
            if state.moves(seat)[0].startswith("show"):
                out, weights = [0] * MAX_MOVES, [0] * MAX_MOVES
                count = weigh(state.seen(seat), seat, style, out, weights)
                assert [f"show {thing}" for thing in out[:count]] == state.moves(seat)
                assert min(weights[:count]) >= 0 and sum(weights[:count]) > 0
                record = machine.records(1, state.seen(seat).pack())[0]
                assert compiled(weigh)(record, seat, style, fast_out, fast_weights) == count
                assert fast_weights[:count].tolist() == weights[:count]
                chances = [chance_to_show(state.seen(seat), seat, style, thing) for thing in out[:count]]
                assert sum(chances) == pytest.approx(1) and min(chances) > 0


# --- opinions -------------------------------------------------------------------------------------


def test_an_opinion_is_formed_by_what_was_shown() -> None:
    state = after(2, "14", "24", "33")
    mine, theirs = opinions(past_of(state, 0), 2)
    assert sum(theirs) == pytest.approx(1) and theirs.index(max(theirs)) == HIGHEST and theirs[HIGHEST] > 0.5
    assert mine[RISING] > 0.5
    expected = prediction(state.record(), 1, theirs)
    assert sum(expected) == pytest.approx(1) and expected[choices(state.record(), 1).index(3)] > 0.5


def test_before_the_first_round_everybody_is_fair_rather() -> None:
    first = opinions(past_of(sk.game("zahlenpoker").start(), 0), 2)[1]
    assert first[FAIR] == max(first) and {style for style, chance in enumerate(first) if chance} == set(KNOWN)
    assert all(first[stranger] == 0 for stranger in STRANGERS) and len(STRANGERS) == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_past_is_what_was_shown(players: int) -> None:
    for state in states_of(players, 4):
        for seat in range(players):
            past = past_of(state, seat)
            record = state.record()
            assert len(past) == record.round
            for k, (before, shown) in enumerate(past):
                assert before.round == k and not any(before.choice) and len(shown) == players
            if past:
                assert [5 if thing == 0 else thing for thing in past[-1][1]] == record.last_shown[:players]


# --- only what a seat may know --------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_knows_only_what_its_seat_may_know(players: int, level: int) -> None:
    """The same move in twins, which differ only in what is secret."""
    compared, rng = 0, np.random.default_rng(3)
    for state in states_of(players, 1):
        for seat in state.turn:
            other = twin(state, seat, rng)
            if other is not None and len(state.moves(seat)) > 1 and compared < 8:
                one, two = (sk.bot("zahlenpoker", level, seed=7, seconds=60) for _ in range(2))
                assert one.choose(state, seat) == two.choose(other, seat)
                compared += 1
    assert compared >= 4


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("level", LEVELS)
def test_bots_play_alike_for_the_same_seed_and_in_time(players: int, level: int) -> None:
    """Begins in the middle of a game, a seat that chooses late first."""
    state = states_of(players, 2)[4 * players]
    one, two = (sk.bot("zahlenpoker", level, seed=1, seconds=60) for _ in range(2))
    if len(state.turn) == 1:
        state = state.play(state.moves()[0])
    one.choose(state, state.turn[-1]), two.choose(state, state.turn[-1])  # compiles
    slowest = 0.0
    for _ in range(2 * players):
        seat = state.turn[-1]
        begun = time.process_time()
        move = one.choose(state, seat)
        slowest = max(slowest, time.process_time() - begun)
        assert move == two.choose(state, seat) and move in state.moves(seat)
        state = state.play(move, seat=seat)
    assert slowest < 2


def test_two_players_and_level_two_need_no_numba() -> None:
    code = (
        "import sys, spielkiste as sk\n"
        "sk.bot('zahlenpoker', 5).choose(sk.game('zahlenpoker').start(), 0)\n"
        "sk.bot('zahlenpoker', 2).choose(sk.game('zahlenpoker', players=4).start(), 0)\n"
        "print('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


# --- the risk -------------------------------------------------------------------------------------


def lowest_account(level: int, seed: int, opponent: str) -> float:
    """A game of two; the least that the bot's account of gains and losses, without the allowance, ever showed. What the
    bot's mixture gains is written down as the game goes, apart from the account that the bot works out itself."""
    bot, other, mine = SafeExploiter(seed, SETTINGS[level].allowance), random.Random(-seed), seed % 2
    state, written, lowest = sk.game("zahlenpoker").start(), 0.0, 0.0
    while not state.over:
        if state.turn == (0, 1):
            before, past = state.record(), past_of(state, mine)
            by_their_move = by_reply(bot.mixture(before, mine, past), gains_beyond(before, mine))
            gained = dict(zip(choices(before, 1 - mine), by_their_move, strict=True))
        seat = state.turn[0]
        if seat == mine:
            move = bot.choose(state, seat, NO_LIMIT)
        elif opponent == "mind reader":
            move = most_hurtful(state, seat, bot)
        else:
            move = other.choice(state.moves(seat))
        if seat != mine and move.startswith("show"):
            written += gained[int(move.split()[1])]
        state = state.play(move, seat=seat)
        if state.turn in ((0, 1), ()):
            assert sum(bot.gained(mine, past_of(state, mine))) == pytest.approx(written, abs=1e-12)
        lowest = min(lowest, written)
    return lowest


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("opponent", ["mind reader", "random"])
def test_nobody_can_win_more_than_the_allowance(level: int, opponent: str) -> None:
    """The account is what the bot's mixtures gained in exact value; it never falls below minus the allowance, not even
    against an opponent who knows the mixtures and replies with what hurts most."""
    lowest = min(lowest_account(level, seed, opponent) for seed in range(4))
    assert lowest >= -SETTINGS[level].allowance - 1e-9
    if opponent == "mind reader" and level == max(LEVELS):
        assert lowest <= -0.6 * SETTINGS[level].allowance  # and it does dare something


def test_what_is_gained_can_be_risked_again() -> None:
    assert balance(0.1, [0.25, 0.25]) == pytest.approx(0.6)
    assert balance(0.1, []) == pytest.approx(0.1)
    assert balance(0.1, [-0.4]) == 0.0


def test_the_account_follows_from_what_was_shown() -> None:
    """Against somebody predictable it grows from round to round, and each round's mixture dares what is there."""
    state = after(2, "24", "14", "13")
    past, bot = past_of(state, 0), SafeExploiter(1, 0.1)
    gained = list(bot.gained(0, past))
    assert len(gained) == 3 and gained[0] == pytest.approx(0, abs=1e-12)  # nothing is known of a stranger
    assert bot.mixture(state.seen(0), 0, past) == mixture(state.seen(0), 0, past, balance(0.1, gained))


def test_a_bot_that_begins_anew_goes_on_as_one_that_played_from_the_start() -> None:
    """Two games at a time with one bot, and a fresh one for every move: the same moves."""
    for players, level in ((2, 5), (2, 3), (3, 3), (4, 2)):
        games = [states_of(players, seed) for seed in (6, 7)]
        kept = sk.bot("zahlenpoker", level, seed=5, seconds=60)
        asked = [
            (state, seat)
            for both in zip(*games, strict=False)
            for state in both
            for seat in state.turn
            if len(state.moves(seat)) > 1
        ][:: 1 if players == 2 else 5]
        moves = [kept.choose(state, seat) for state, seat in asked]
        fresh = [sk.bot("zahlenpoker", level, seed=5, seconds=60).choose(state, seat) for state, seat in asked[::-1]]
        assert moves == fresh[::-1] and len(set(moves)) > 3


def test_without_an_allowance_it_is_the_equilibrium() -> None:
    for state in (after(2), after(2, "14", "24", "33")):
        shares = SafeExploiter(1, 0.0).mixture(state.seen(0), 0, past_of(state, 0))
        assert max(map(abs, by_reply(shares, gains_beyond(state.record(), 0)))) < 1e-12
    start = after(2)
    assert mixture(start.seen(1), 1, past_of(start, 1), 0.0) == pytest.approx([1 / 9] + [2 / 9] * 4)


def test_gains_are_those_of_the_page() -> None:
    """The first round: to catch a 4 with the empty hand, and so on."""
    rows = gains_beyond(after(2).record(), 0)
    assert [round(gain, 3) for gain in rows[0]] == [0, -0.606, -0.244, 0.221, 0.628]
    assert np.allclose(rows, -np.transpose(gains_beyond(after(2).record(), 1)))


def test_a_sure_habit_is_met_with_the_best_reply() -> None:
    """Somebody who began 4, 4, 3 will show the other 3; a 4 beats it narrowly."""
    state = after(2, "24", "14", "13")
    shares = mixture(state.seen(0), 0, past_of(state, 0), 10.0)
    assert choices(state.record(), 0)[shares.index(max(shares))] in (0, 4) and max(shares) == 1.0


# --- analysis -------------------------------------------------------------------------------------


def against_the_equilibrium(state: State, seat: int, move: str) -> float:
    """What a move brings on average, by playing on with everything the opponent may show, as often as it should."""
    made = state.play(move, seat=seat)
    if state.turn != (0, 1):  # a theft
        return (1, -1)[seat] * float(exact_value(made))
    shares = strategy(state, 1 - seat)
    ends = {theirs: made.play(theirs, seat=1 - seat) for theirs in shares}
    return (1, -1)[seat] * sum(share * float(exact_value(ends[theirs])) for theirs, share in shares.items())


def test_the_analysis_of_two_players_is_exact() -> None:
    for state in (state for seed in range(4) for state in states_of(2, seed)):
        if state.turn == (0, 1) or (state.turn and state.moves(state.turn[0])[0].startswith("steal")):
            for seat in state.turn:
                thoughts = sk.analyse(state, seconds=0.01, seat=seat)
                assert sorted(one.move for one in thoughts) == state.moves(seat)
                for one in thoughts:
                    assert one.proved and one.line == (one.move,)
                    assert one.value == pytest.approx(against_the_equilibrium(state, seat, one.move))


def test_the_analysis_names_first_what_is_shown_most_often() -> None:
    thoughts = sk.analyse(after(2, "12", "13"))
    assert [one.move for one in thoughts] == ["show 2", "show 3", "show 4", "show 0"]
    assert {one.value for one in sk.analyse(sk.game("zahlenpoker").start())} == {0.0}


def test_a_secret_choice_changes_nothing_in_the_analysis() -> None:
    rng = np.random.default_rng(2)
    waiting = [(state, twin(state, state.turn[0], rng)) for state in states_of(2, 5) if len(state.turn) == 1]
    others = [(state, other) for state, other in waiting if other is not None]
    assert len(others) > 3 and all(sk.analyse(state) == sk.analyse(other) for state, other in others)


@pytest.mark.parametrize("players", [3, 4])
def test_of_more_players_nothing_is_proved_and_a_number_of_simulations_repeats(players: int) -> None:
    one, two = (sk.analyse(after(players, "1234"[:players]), simulations=300) for _ in range(2))
    assert one == two and len(one) == 5 and not any(thought.proved for thought in one)
    assert [thought.value for thought in one] == sorted((thought.value for thought in one), reverse=True)


def test_a_number_of_simulations_is_kept_to() -> None:
    """By the number, not by the clock."""
    state = after(3, "123")
    one, two = (BACK.player(state.game, 5, 1).choose(state, 0, Limit(simulations=40)) for _ in range(2))
    assert one == two


# --- strength -------------------------------------------------------------------------------------


def won(level: int, players: int, games: int, styles: Any) -> float:
    found = {(level, style): mean_of([play_match(Match(level, style, players, 0, games, 60.0))]) for style in styles}
    measured = overall(found, level, styles)
    assert measured is not None
    return measured.mean


def test_each_level_wins_more_from_predictable_players() -> None:
    """Few games and styles; the page has the figures of many."""
    styles = (HIGHEST, LOWEST, RISING, REPEATS, MIRRORS, 12)
    by_level = [won(level, 2, 16, styles) for level in (1, 2, 4, 5)]
    assert by_level == sorted(by_level) and by_level[-1] > 0.6 and abs(by_level[0]) < 0.3


def test_three_players_too() -> None:
    styles = (HIGHEST, RISING, 12)
    assert won(4, 3, 12, styles) > won(2, 3, 12, styles) + 0.1


def test_neighbours_have_different_habits() -> None:
    for style in PREDICTABLE:
        sitting = [neighbour_style(style, seat, 2, 4) for seat in (3, 0, 1)]
        assert sitting[0] == style and len(set(sitting)) == 3 and set(sitting) <= set(PREDICTABLE)


def test_a_habit_steals_the_highest_stone() -> None:
    state = sk.game("zahlenpoker", players=3).start()
    for seat, thing in enumerate("024"):
        state = state.play(f"show {thing}", seat=seat)
    assert habit(state, 0, HIGHEST, random.Random(1)) == "steal 2"


def test_simulations_are_games_by_the_rules() -> None:
    """Against fair players every move is worth the same, and nothing: seat 0 of three fair ones is level."""
    game = sk.game("zahlenpoker", players=3)
    machine = Machine(game)
    actions, totals = np.array([0, 1, 2, 3, 4]), np.zeros(5)
    beliefs = np.zeros((3, len(STYLES)))
    beliefs[:, FAIR] = 1.0
    given = (machine.records(1, game.first), machine.records(1), beliefs, 0, actions, totals)
    compiled(rollout_kernel.try_each)(*given, machine.out(), machine.out(), machine.dice(3), 20_000)
    assert np.abs(totals / 20_000).max() < 0.03
