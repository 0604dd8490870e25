"""The bots: perfect and imperfect memory, and what a slider makes of it."""

import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.huetchenspieler.bot import LAPSE, Remembering, player
from spielkiste.games.huetchenspieler.memory import (
    Hiding,
    Row,
    beliefs,
    best_question,
    crossings,
    misplaced,
    put_right,
)
from spielkiste.search.limit import Limit
from spielkiste.search.player import Player

GAME = "huetchenspieler"


def actor(state: State) -> int:
    return next(seat for seat in state.turn if seat != sk.CLOCK)


def after(*moves: str) -> State:
    state = sk.game(GAME).start()
    for move in moves:
        state = state.play(move, seat=actor(state))
    return state


def choice(state: State, seat: int, level: int, seed: int = 0) -> str:
    """What a player made for this move chooses."""
    return player(state.game, level, seed).choose(state, seat, Limit())


def remembered(hiding: Hiding, seat: int, level: int, seed: int) -> Row:
    return Remembering(level, seed).remembered(hiding, seat)


def played(players: list[Player]) -> State:
    """A whole game between players who may have played before."""
    state = sk.game(GAME, players=len(players)).start()
    while not state.over:
        seat = actor(state)
        state = state.play(players[seat].choose(state, seat, Limit()), seat=seat)
    return state


def game_of(levels: tuple[int, ...], seed: int) -> State:
    game = sk.game(GAME, players=len(levels))
    return played([player(game, level, 100 * seed + seat) for seat, level in enumerate(levels)])


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


# Over 200 games each, seats in turn: 66 % for level 2 against 1, 79 % for 3, 89 % for 4, 73 % for 5.
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


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_a_player_made_for_each_move_plays_as_one_that_is_kept(level: int) -> None:
    """Also when it is asked twice, and about other games in between: nothing but its seed tells players apart."""
    elsewhere = after("lay 4321", "cover", "slide 1 4", "slide 2 3", "slide 4 1", "ask 2")
    for seed in range(8):
        state = sk.game(GAME, players=3).start()
        old = player(state.game, level, seed)
        while not state.over:
            seat = actor(state)
            fresh = choice(state, seat, level, seed)
            old.choose(elsewhere, 1, Limit())
            assert old.choose(state, seat, Limit()) == fresh == old.choose(state, seat, Limit())
            state = state.play(fresh, seat=seat)


def right_answers(seeker: Player, games: int, seed: int) -> float:
    """The share of questions that a kept seeker answers right over many games."""
    asked = right = 0
    for number in range(games):
        state = sk.game(GAME).start()
        slider = player(state.game, 3, 1000 * seed + number)
        while not state.over:
            seat = actor(state)
            move = (seeker if seat == 1 else slider).choose(state, seat, Limit())
            if move.startswith("take") and seat == 1:
                asked += 1
                right += state.record().row[int(move[-1]) - 1] == state.record().asked
            state = state.play(move, seat=seat)
    return right / asked


def test_kept_players_of_a_level_are_equally_good() -> None:
    """Eight that stay for many games: fresh ones answer right in about 80 %, and so do these."""
    shares = [right_answers(player(sk.game(GAME), 3, seed), 60, seed) for seed in range(8)]
    assert all(0.72 < share < 0.88 for share in shares), shares


def test_a_kept_player_overlooks_something_else_in_each_hiding() -> None:
    """The same slides twice in a game, and once in another: other crossings are overlooked."""
    slides = ["slide 1 4", "slide 4 1", "slide 2 4"]
    first = after("lay 1234", "cover", *slides)
    again = after("lay 1234", "cover", *slides, "ask 1", "take 1", "ask 2", "take 2", "ask 4", "take 3",
                  "lay 1234", "cover", *slides)  # fmt: skip
    other = after("lay 1243", "cover", *slides)
    rows = [[remembered(Hiding(one), 1, 2, seed) for seed in range(60)] for one in (first, again)]
    assert sum(a != b for a, b in zip(*rows, strict=True)) > 20
    right = [[remembered(Hiding(one), 1, 3, seed) == Hiding(one).row() for seed in range(60)] for one in (first, other)]
    assert sum(a != b for a, b in zip(*right, strict=True)) > 10


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
    assert choice(after("lay 1234", "cover"), 0, 4) in ("slide 1 4", "slide 4 1")


def test_a_sly_slider_keeps_the_doubtful_stones_for_the_question_that_counts_twice() -> None:
    """Only 1 and 2 have crossed: asked at once they may bring one stone, asked in the end two."""
    state = after("lay 1234", "cover", "slide 1 2", "slide 1 2", "slide 1 2")
    hiding = Hiding(state)
    assert choice(state, 0, 4) in ("ask 3", "ask 4")
    last = after(*(move for _, move in state.moves_made), "ask 3", "take 3")
    assert choice(last, 0, 5) == "ask 4"
    spread = beliefs(hiding, hiding.slides)
    assert sum(spread.values()) == pytest.approx(1) and misplaced(spread, hiding.row()) > 0
    assert best_question({hiding.row(): 1.0}, (1, 2, 3, 4), hiding.row())[0] == 0


def test_a_bot_uses_only_what_was_seen() -> None:
    """Its answer follows from the moves everybody saw, not from the faces in the record."""
    state = after("lay 1234", "cover", "slide 1 4", "slide 1 4", "slide 1 4", "ask 2")
    record = state.record()
    record.row = [1, 1, 1, 1]  # type: ignore[attr-defined]  # a record is dynamic
    twin = state.with_record(record)
    assert choice(twin, 1, 5) == choice(state, 1, 5) == "take 3"
