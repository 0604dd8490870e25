"""Bad input gets its own clear error, and loses nothing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rooms import every_room, every_sample, random_states

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.room import Room
from spielkiste.search.answers import answers
from spielkiste.search.bots import is_closed

MOVE_LIKE = st.one_of(
    st.text(max_size=30),
    st.from_regex(r"[a-z]{1,8}( [-a-z0-9,=]{1,6}){0,6}", fullmatch=True),
    st.none(),
    st.integers(),
    st.binary(max_size=8),
    st.lists(st.integers(), max_size=3),
)
SAMPLES = [sample.values[0] for sample in every_sample()]


def middle(game: Game) -> sk.State:
    """A position from the midst of a random game."""
    states = [state for state in random_states(game, np.random.default_rng(4), limit=150) if not state.over]
    return states[len(states) * 2 // 3]


OPEN = [game for game in SAMPLES if game.players > 1 and not is_closed(game)]
MIDDLES = {game: middle(game) for game in SAMPLES}


@pytest.mark.parametrize("name", ["chess", "", "Torris ", None, 3, ("torris",)])
def test_unknown_game(name: object) -> None:
    with pytest.raises(sk.UnknownGame, match="there is no game"):
        sk.game(name)  # type: ignore[arg-type]  # that is the point


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(SAMPLES), MOVE_LIKE)
def test_garbage_moves_are_refused_and_change_nothing(game: Game, move: object) -> None:
    state = MIDDLES[game]
    before = state.to_bytes()
    for seat in state.turn:
        if move in state.moves(seat):
            continue
        try:
            state.play(move, seat=seat)  # type: ignore[arg-type]  # that is the point
        except (sk.NotAMove, sk.IllegalMove) as wrong:
            assert len(str(wrong)) > 10
    assert state.to_bytes() == before


@pytest.mark.parametrize("game", every_sample())
def test_what_is_no_move_at_all(game: Game) -> None:
    state = MIDDLES[game]
    for nonsense in ("", "blub", "\x00", "c2n c2n c2n", "🎲", "take", None, 7, b"c2n"):
        with pytest.raises(sk.NotAMove):
            state.play(nonsense, seat=state.turn[0])  # type: ignore[arg-type]  # that is the point


@pytest.mark.parametrize("game", every_sample())
def test_a_legal_move_at_the_wrong_time_is_illegal(game: Game) -> None:
    """A move of the game's own notation, taken from elsewhere in the match, is read but refused, with a reason."""
    tried = 0
    states = [state for state in random_states(game, np.random.default_rng(9), limit=400) if not state.over]
    every = {move for _, move in states[-1].moves_made}
    for state in states[:: max(1, len(states) // 12)]:
        for move in sorted(every - set(state.moves(state.turn[0])))[:20]:
            try:
                state.play(move, seat=state.turn[0])
            except sk.IllegalMove as wrong:
                tried += 1
                assert "not possible now" in str(wrong) and repr(move) in str(wrong)
    assert tried > 0 or game.card.kinds == ("chance", "perfect information")


@pytest.mark.parametrize("game", every_sample())
def test_wrong_missing_and_impossible_seats(game: Game) -> None:
    state = MIDDLES[game]
    move = state.moves(state.turn[0])[0]
    for seat in (game.players, 99, -3, "0", 1.0, True):
        with pytest.raises(sk.NotYourTurn):
            state.play(move, seat=seat)  # type: ignore[arg-type]  # that is the point
    for seat in set(range(sk.CLOCK, game.players)) - set(state.turn):
        with pytest.raises(sk.NotYourTurn, match="in turn"):
            state.play(move, seat=seat)
        assert state.moves(seat) == []
    for viewer in (game.players, -1, "x"):
        with pytest.raises(sk.NotYourTurn):
            state.view(viewer)  # type: ignore[arg-type]  # that is the point


@pytest.mark.parametrize("game", every_sample())
def test_where_several_may_act_the_seat_is_needed(game: Game) -> None:
    for state in random_states(game, np.random.default_rng(3), limit=300):
        if len(state.turn) > 1:
            with pytest.raises(sk.NotYourTurn, match="say which"):
                state.play(state.moves(state.turn[0])[0])
            with pytest.raises(sk.NotYourTurn, match="say which"):
                state.moves()
            return


@pytest.mark.parametrize("game", every_sample())
def test_damaged_bytes_are_refused(game: Game) -> None:
    good = MIDDLES[game].to_bytes()
    rng = np.random.default_rng(8)
    for _ in range(60):
        bad = bytearray(good)
        bad[rng.integers(len(bad))] ^= int(rng.integers(1, 256))
        with pytest.raises(sk.BadBytes):
            game.from_bytes(bytes(bad))
    for length in (0, 1, 3, 4, 15, 19, len(good) // 2, len(good) - 1):
        with pytest.raises(sk.BadBytes):
            game.from_bytes(good[:length])
    with pytest.raises(sk.BadBytes):
        game.from_bytes(good + b"\0")


@pytest.mark.parametrize("room", every_room())
def test_foreign_bytes_are_refused(room: Room) -> None:
    game = sk.game(room.slug)
    for other in SAMPLES:
        if other != game:
            with pytest.raises(sk.BadBytes, match="these bytes have"):
                game.from_bytes(MIDDLES[other].to_bytes())


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(SAMPLES),
    st.one_of(st.binary(max_size=200), st.binary(max_size=60).map(lambda b: b"SPK1" + b), st.text(), st.none()),
)
def test_random_bytes_are_refused(game: Game, data: object) -> None:
    with pytest.raises(sk.BadBytes):
        game.from_bytes(data)  # type: ignore[arg-type]  # that is the point


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(sorted(sk.games())),
    st.dictionaries(
        st.one_of(st.sampled_from(["players", "mode", "classic", "stack", "young", "highest"]), st.text(max_size=8)),
        st.one_of(st.integers(), st.text(max_size=12), st.booleans(), st.none(), st.floats(), st.lists(st.integers())),
        max_size=3,
    ),
)
def test_garbage_options_raise_an_option_error_or_give_a_game(slug: str, options: dict[str, object]) -> None:
    try:
        game = sk.game(slug, **options)
    except sk.OptionError as wrong:
        assert str(wrong)
    else:
        assert game.start().turn


def test_a_bot_of_another_game_or_level_is_refused() -> None:
    slug, other = sk.games()[:2]
    for level in (0, 9, "2", None, 1.0, True):
        with pytest.raises(sk.OptionError, match="level"):
            sk.bot(slug, level)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(sk.OptionError, match="plays"):
        sk.bot(slug, 1).choose(sk.game(other).start(), 0)
    with pytest.raises(sk.UnknownGame):
        sk.bot("chess", 1)


@pytest.mark.parametrize("game", SAMPLES, ids=repr)
def test_nonsense_limits_of_thought_are_refused(game: Game) -> None:
    for seconds in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(sk.OptionError, match="seconds"):
            sk.analyse(MIDDLES[game], seconds)
        with pytest.raises(sk.OptionError, match="seconds"):
            sk.bot(game, 1, seconds=seconds)
        with pytest.raises(sk.OptionError, match="seconds"):
            answers(MIDDLES[game], seconds=seconds)
    for simulations in (0, -5):
        with pytest.raises(sk.OptionError, match="simulations"):
            sk.analyse(MIDDLES[game], simulations=simulations)


@pytest.mark.parametrize("game", SAMPLES, ids=repr)
def test_nobody_thinks_who_is_not_in_turn(game: Game) -> None:
    state = MIDDLES[game]
    for seat in (-1, -2, game.players):
        with pytest.raises(sk.NotYourTurn):
            sk.bot(game, 1).choose(state, seat)
        with pytest.raises(sk.NotYourTurn):
            sk.analyse(state, seat=seat)
    *_, over = random_states(game, np.random.default_rng(5))
    assert over.over
    with pytest.raises(sk.GameOver):
        sk.bot(game, 1).choose(over, 0)
    with pytest.raises(sk.GameOver):
        sk.analyse(over)
    with pytest.raises(sk.GameOver):
        answers(over)


@pytest.mark.parametrize("game", OPEN, ids=repr)
def test_a_question_about_an_open_game_is_that_of_the_seat_in_turn(game: Game) -> None:
    state = sk.deal(MIDDLES[game], np.random.default_rng(1))
    waiting = next(seat for seat in range(game.players) if seat not in state.turn)
    with pytest.raises(sk.NotYourTurn, match=f"seat {waiting} is not in turn"):
        answers(state, seat=waiting, seconds=0.1)
