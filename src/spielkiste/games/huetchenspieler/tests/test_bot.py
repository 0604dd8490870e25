"""The bots: perfect and imperfect memory, and what a slider makes of it."""

import random

import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.huetchenspieler.bot import LAPSE, choose, confusing_slide, remembered, sly_question
from spielkiste.games.huetchenspieler.memory import Hiding, beliefs, crossings, kept, misplaced, put_right

GAME = "huetchenspieler"


def actor(state: State) -> int:
    return next(seat for seat in state.turn if seat != sk.CLOCK)


def after(*moves: str) -> State:
    state = sk.game(GAME).start()
    for move in moves:
        state = state.play(move, seat=actor(state))
    return state


def game_of(levels: tuple[int, ...], seed: int) -> State:
    """A whole game; level 1 plays at random, as everywhere."""
    state = sk.game(GAME, players=len(levels)).start()
    rngs = [random.Random(100 * seed + seat) for seat in range(len(levels))]
    while not state.over:
        seat = actor(state)
        moves = state.moves(seat)
        if levels[seat] == 1 or len(moves) == 1:
            move = rngs[seat].choice(moves)
        else:
            move = choose(state, seat, levels[seat], rngs[seat], 1.0)
        state = state.play(move, seat=seat)
    return state


def points(better: int, worse: int, games: int) -> float:
    """The share of points of the better level, seats in turn; a draw is half a point."""
    won = 0.0
    for seed in range(games):
        levels = (better, worse) if seed % 2 == 0 else (worse, better)
        scores = game_of(levels, seed).scores
        mine, theirs = scores if seed % 2 == 0 else scores[::-1]
        won += (mine > theirs) + 0.5 * (mine == theirs)
    return won / games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_perfect_memory_everybody_gets_eight_stones(players: int) -> None:
    """The seekers are always right, so nothing depends on how stones are laid, slid or asked for."""
    for seed in range(3):
        state = game_of((5,) * players, seed)
        assert state.scores == (8,) * players and state.places == (1,) * players


def test_a_perfect_seeker_never_misses() -> None:
    for seed in range(5):
        scores = game_of((5, 1), seed).scores
        assert scores[0] >= 8


# Over 400 games each, seats in turn: 69 % for level 2 against 1, 80 % for 3, 90 % for 4, 78 % for 5.
@pytest.mark.parametrize("better", [2, 3, 4, 5])
def test_the_ladder(better: int) -> None:
    assert 0.55 < points(better, better - 1, 60) < 0.99


def test_memory_follows_the_slides() -> None:
    state = after("lay 1234", "cover", "slide 1 4", "slide 4 2", "slide 3 4")
    assert Hiding(state).row() == (2, 1, 4, 3) == tuple(state.record().row)
    assert crossings(0, 3) == [0, 1, 2] and crossings(3, 1) == [2, 1]


def test_what_was_forgotten_stays_forgotten() -> None:
    state = after("lay 1234", "cover", "slide 1 4", "slide 1 4", "slide 1 4", "ask 1")
    hiding = Hiding(state)
    for head in range(20):
        rows = {remembered(hiding, 1, 3, head) for _ in range(5)}
        assert len(rows) == 1
    assert len({remembered(hiding, 1, 3, head) for head in range(200)}) > 5


def test_a_bot_made_anew_with_its_seed_remembers_the_same() -> None:
    """So a bot may be made for each move, as long as it keeps its seed for the match."""
    for seed in range(20):
        old, state = sk.bot(GAME, level=3, seed=seed), sk.game(GAME).start()
        for _ in range(30):
            seat = actor(state)
            move = old.choose(state, seat)
            if move.startswith("take"):
                assert sk.bot(GAME, level=3, seed=seed).choose(state, seat) == move
            state = state.play(move, seat=seat)


def test_more_slides_are_harder_to_remember() -> None:
    slides = ["slide 1 4", "slide 4 1", "slide 2 4", "slide 1 3"]
    wrong = []
    for count in range(4):
        hiding = Hiding(after("lay 1234", "cover", *slides[:count]))
        wrong.append(sum(remembered(hiding, 1, 3, head) != hiding.row() for head in range(400)))
    assert wrong[0] == 0 and wrong == sorted(wrong) and wrong[3] > wrong[1] + 50
    assert LAPSE[2] > LAPSE[3] > LAPSE[4] > LAPSE[5] == 0


def test_an_uncovered_stone_puts_memory_right() -> None:
    assert put_right((1, 2, 3, 4), 0, 3) == (3, 2, 1, 4)
    state = after("lay 1234", "cover", "slide 1 2", "slide 1 2", "slide 1 2", "ask 1", "take 4", "ask 1")
    for head in range(50):
        assert remembered(Hiding(state), 1, 2, head)[3] == 4


def test_a_sly_slider_moves_a_stone_from_end_to_end() -> None:
    state = after("lay 1234", "cover")
    move = confusing_slide(Hiding(state), state.moves(0), random.Random(1))
    assert move in ("slide 1 4", "slide 4 1")


def test_a_sly_slider_keeps_the_doubtful_stones_for_the_question_that_counts_twice() -> None:
    """Only 1 and 2 have crossed: asked at once they may bring one stone, asked in the end two."""
    state = after("lay 1234", "cover", "slide 1 2", "slide 1 2", "slide 1 2")
    hiding = Hiding(state)
    assert sly_question(hiding) in (3, 4)
    last = after(*(move for _, move in state.moves_made), "ask 3", "take 3")
    assert sly_question(Hiding(last)) == 4
    spread = beliefs(hiding, hiding.slides)
    assert sum(spread.values()) == pytest.approx(1) and misplaced(spread, hiding.row()) > 0
    assert kept({hiding.row(): 1.0}, (1, 2, 3, 4), hiding.row())[0] == 0


def test_a_bot_uses_only_what_was_seen() -> None:
    """Its answer follows from the moves everybody saw, not from the faces in the record."""
    state = after("lay 1234", "cover", "slide 1 4", "slide 1 4", "slide 1 4", "ask 2")
    record = state.record()
    record.row = [1, 1, 1, 1]  # type: ignore[attr-defined]  # a record is dynamic
    twin = state.with_record(record)
    assert choose(twin, 1, 5, random.Random(0), 1.0) == choose(state, 1, 5, random.Random(0), 1.0) == "take 3"
