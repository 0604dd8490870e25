"""Search over what players know: guesses fit, secrets stay secret, values are those of the solver, seeds decide all."""

from typing import Any

import numpy as np
import pytest
from rooms import every_sample, random_states, room_tests

import spielkiste as sk
from spielkiste.core.compiled import Machine
from spielkiste.core.game import Game
from spielkiste.core.room import HOME, Room, room
from spielkiste.core.state import State
from spielkiste.search.infoset import MIXING, UCT, Guesser
from spielkiste.search.limit import Limit

EVERY = [sample.values[0] for sample in every_sample()]
GUESSING = [game for game in EVERY if game.room.front.guesses and game.players > 1]
CHOOSING_AT_ONCE = [game for game in GUESSING if game.slug == "zahlenpoker"]
SIMULATIONS = 40_000


def pairs(*rounds: str) -> State:
    """What the two show, round by round; 0 is the empty hand, whose thief steals."""
    state = sk.game("zahlenpoker").start()
    for shown in rounds:
        for seat, thing in enumerate(shown):
            state = state.play(f"show {thing}", seat=seat)
        if state.turn and state.moves(state.turn[0])[0].startswith("steal"):
            state = state.play(state.moves()[0])
    return state


# --- guesses --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GUESSING, ids=repr)
def test_a_guess_might_be_true(game: Game) -> None:
    """It looks the same to the seat, the same seats are in turn, and this seat has the same moves."""
    machine, verbs = Machine(game), game.room.verbs
    dice, compared = machine.dice(3), 0
    for state in random_states(game, np.random.default_rng(8), limit=120):
        for seat in range(min(4, game.players)):
            seen = state.seen(seat)
            guessed = seen.copy()
            plain_dice = dice.tolist()
            verbs.guess(guessed, seat, plain_dice)
            fast = machine.records(1, seen.pack())
            machine.guess(fast[0], seat, dice)
            assert fast.tobytes() == guessed.pack() and dice.tolist() == plain_dice
            compared += guessed.pack() != seen.pack()
            assert verbs.in_turn(guessed) == verbs.in_turn(state.record())
            again = guessed.copy()
            verbs.conceal(again, seat)
            assert again.pack() == seen.pack()
            if seat in state.turn:
                assert State(game, guessed.pack()).moves(seat) == state.moves(seat)
    assert compared > 5


def test_guesses_try_everything_that_is_possible() -> None:
    state = sk.game("zahlenpoker").start().play("show 4", seat=1)
    machine, dice, found = Machine(state.game), Machine(state.game).dice(1), []
    for _ in range(900):
        fast = machine.records(1, state.seen(0).pack())
        machine.guess(fast[0], 0, dice)
        found.append(int(fast[0]["choice"][1]))
    counts = np.bincount(found, minlength=6)[1:]  # the values 1 to 4, then the empty hand: 2, 2, 2, 2, 1 of 9
    assert np.abs(counts - np.array([200, 200, 200, 200, 100])).max() < 45


def test_where_nothing_is_hidden_nothing_is_guessed() -> None:
    game = sk.game("torris")
    record = game.start().record()
    game.room.verbs.guess(record, 0, [1, 2, 3])
    assert record.pack() == game.start().data


# --- thoughts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("manner", [UCT, MIXING], ids=["uct", "mixing"])
def test_matching_pennies_are_mixed(manner: Any) -> None:
    """1 and 2 against 2 and 4, a stone ahead: half of the pairings draw, half lose."""
    state = pairs("00", "11", "22", "33", "43", "34", "41")
    for seat, value in ((0, -0.5), (1, 0.5)):
        guesser = Guesser(state.game, manner, seed=1)
        thoughts = guesser.think(state, seat, Limit(simulations=SIMULATIONS))
        assert all(share == pytest.approx(0.5, abs=0.03) for share in guesser.mixture(state, seat).values())
        assert all(thought.value == pytest.approx(value, abs=0.05) for thought in thoughts)


def test_the_opening_keeps_every_move_and_finds_it_even() -> None:
    """The equilibrium shows the empty hand with 1/9, each value with 2/9, and is worth nothing."""
    state = pairs()
    guesser = Guesser(state.game, MIXING, seed=1)
    thoughts = guesser.think(state, 0, Limit(simulations=2 * SIMULATIONS))
    mixture = guesser.mixture(state, 0)
    assert sum(mixture.values()) == pytest.approx(1) and min(mixture.values()) > 0.02 and max(mixture.values()) < 0.5
    assert all(abs(thought.value) < 0.08 for thought in thoughts)


@pytest.mark.parametrize("seed", range(4))
def test_endgames_are_worth_what_the_solver_says(seed: int) -> None:
    solver = room("zahlenpoker").part("bot.solver")
    states = [state for state in random_states(sk.game("zahlenpoker"), np.random.default_rng(seed)) if state.turn]
    state = next(state for state in states if state.turn == (0, 1) and state.record().round == 5)
    guesser = Guesser(state.game, MIXING, seed=seed)
    thoughts = guesser.think(state, 1, Limit(simulations=SIMULATIONS))
    mixture = guesser.mixture(state, 1)
    found = sum(mixture[thought.move] * thought.value for thought in thoughts)
    assert found == pytest.approx(-solver.value(state), abs=0.12)


def test_a_thief_who_ends_the_game_robs_best() -> None:
    """Whom to rob is an open choice; here the game is over after it, so what is best is known."""
    rng, found = np.random.default_rng(6), 0
    game = sk.game("zahlenpoker", players=4)
    guesser = Guesser(game, MIXING, seed=2, entries=1 << 12)
    while found < 5:
        for state in random_states(game, rng):
            ends = {move: state.play(move).returns for move in state.moves()} if len(state.turn) == 1 else {}
            worths = {move: end[state.turn[0]] for move, end in ends.items() if end is not None}
            if len(set(worths.values())) > 1:
                thoughts = guesser.think(state, state.turn[0], Limit(simulations=1000))
                assert worths[thoughts[0].move] == max(worths.values())
                assert {thought.move: thought.value for thought in thoughts} == pytest.approx(worths)
                found += 1


@pytest.mark.parametrize("heap", [5, 6, 7, 9])
def test_without_secrets_it_is_a_tree_search(heap: int) -> None:
    """Taking matches: leave a multiple of four."""
    home = Room("_template", HOME / "_template")
    game = Game(home, home.card.settle({}))
    state = game.start().play(f"pour {heap}")
    best = Guesser(game, UCT, seed=1).think(state, state.turn[0], Limit(simulations=20_000))[0]
    assert best.move == f"take {heap % 4}" and best.value > 0.8


@pytest.mark.parametrize("game", CHOOSING_AT_ONCE, ids=repr)
def test_nothing_hidden_is_used(game: Game) -> None:
    """Twins, which differ only in what a seat may not know, are thought of alike."""
    twins, rng, compared = room_tests(game.room, "twins"), np.random.default_rng(4), 0
    for state in random_states(game, rng):
        for seat in state.turn:
            twin = twins.twin(state, seat, rng) if twins else None
            if twin is not None:
                one, other = (Guesser(game, seed=9, entries=1 << 14) for _ in range(2))
                assert one.think(state, seat, Limit(simulations=300)) == other.think(twin, seat, Limit(simulations=300))
                compared += 1
    assert compared >= 5


# --- the same for the same seed, within limits ----------------------------------------------------


def test_the_signature_is_unchanged() -> None:
    """Visits for fixed positions and a fixed seed. A change in the search must show here, and say how strong it is."""
    found = {}
    for players in (2, 3, 4):
        state = sk.game("zahlenpoker", players=players).start().play("show 3", seat=1)
        thoughts = Guesser(state.game, MIXING, seed=5).think(state, 0, Limit(simulations=5000))
        found[players] = {thought.move[-1]: thought.visits for thought in thoughts}
    assert found == SIGNATURE


SIGNATURE = {
    2: {"0": 1777, "1": 1272, "2": 431, "3": 1333, "4": 187},
    3: {"0": 1334, "1": 440, "2": 708, "3": 265, "4": 2253},
    4: {"0": 900, "1": 2151, "2": 650, "3": 748, "4": 551},
}


def test_the_same_seed_thinks_the_same_on_one_core_and_on_two() -> None:
    state = sk.game("zahlenpoker", players=3).start().play("show 2", seat=2)
    for cores in (1, 2):
        one, two, other = (Guesser(state.game, seed=seed, cores=cores) for seed in (5, 5, 6))
        thoughts = one.think(state, 0, Limit(simulations=800))
        assert thoughts == two.think(state, 0, Limit(simulations=800)) != other.think(state, 0, Limit(simulations=800))
        assert sum(thought.visits for thought in thoughts) == 800 * cores == one.simulations
        assert {thought.move for thought in thoughts} == set(state.moves(0))
        assert all(-1 <= thought.value <= 1 and thought.line[0] == thought.move for thought in thoughts)


def test_time_and_memory_are_limits() -> None:
    state = sk.game("zahlenpoker", players=4).start()
    guesser = Guesser(state.game, seed=1, entries=1 << 10)
    guesser.think(state, 0, Limit(seconds=0.1))
    assert guesser.simulations > 0 and len(guesser.tables[0].key) * guesser.machine.size_of_out <= 1 << 10


def test_only_a_seat_in_turn_thinks() -> None:
    state = sk.game("zahlenpoker").start().play("show 2", seat=1)
    for seat in (1, -1, 2):
        with pytest.raises(sk.NotYourTurn):
            Guesser(state.game, entries=1 << 12).think(state, seat, Limit(simulations=10))
