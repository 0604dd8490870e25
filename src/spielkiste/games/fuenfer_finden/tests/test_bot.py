"""The players: legal, honest, as keen as their level; alike wherever they were made alike."""

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.state import State
from spielkiste.games.fuenfer_finden import bot
from spielkiste.games.fuenfer_finden.bot.noticing import notices
from spielkiste.games.fuenfer_finden.bot.players import Planning
from spielkiste.games.fuenfer_finden.bot.solver import best_round, fivers_of
from spielkiste.search.limit import Limit

from .positions import SIX, L, X, Y, done, drawn, edited, outlined

LEVELS = bot.BACK.levels
QUICK = Limit(simulations=8)
ALL_MODES = [{}, {"mode": "puzzle", "players": 3}, {"mode": "solo"}]


def choice(state: State, seat: int, level: int, seed: int = 1) -> str:
    """What a player made for this move chooses."""
    return bot.player(state.game, level, seed).choose(state, seat, QUICK)


def dealt(seed: int, **options: object) -> State:
    return sk.deal(sk.game("fuenfer_finden", **options).start(), np.random.default_rng(seed))


def played(seed: int, levels: dict[int, int], **options: object) -> State:
    """A game of these levels by seat, one move each in turn."""
    state, deals = dealt(seed, **options), np.random.default_rng(seed)
    while not state.over:
        for seat in [seat for seat in state.turn if seat >= 0]:
            if seat in state.turn:
                state = state.play(choice(state, seat, levels[seat], seed), seat=seat)
        state = sk.deal(state, deals)
    return state


@pytest.mark.parametrize("level", LEVELS)
def test_levels_play_all_games_to_the_end(level: int) -> None:
    for options, seats in (({}, 2), ({"mode": "puzzle"}, 2), ({"mode": "solo"}, 1)):
        state = played(level, dict.fromkeys(range(seats), level), **options)
        assert state.over and all(0 <= points <= 120 for points in state.scores)


def test_level_five_scores_the_best_round_every_time() -> None:
    state, deals, promised = dealt(1), np.random.default_rng(1), 0
    while not state.over:
        promised += best_round(state, 0).points + 1
        while 0 in state.turn:
            state = state.play(choice(state, 0, 5), seat=0)
        state = sk.deal(state.play("done", seat=1), deals)
    assert state.scores == (promised, 0)


def test_level_five_erases_what_stands_in_the_way() -> None:
    state, made = outlined(drawn(SIX), 0, "f8 g8 h8", L, Y), list[str]()
    while 0 in state.turn:
        made.append(choice(state, 0, 5))
        state = state.play(made[-1], seat=0)
    assert made[0] in ("erase a9", "erase f5") and made[-1] == "turn"  # of two that are worth 1 one must go
    assert not any(move.startswith("erase") for move in made[1:])  # a scrap may stay
    assert state.play("done", seat=1).scores == (14, 0)


def test_nobody_outlines_a_sixth() -> None:
    for level in LEVELS:
        for seed in range(6):
            state = dealt(seed)
            while 0 in state.turn:
                state = state.play(choice(state, 0, level, seed), seat=0)
            assert state.record().drawn[0] <= 5


def test_looking_again_finds_nothing_new() -> None:
    s = dealt(2).record()
    for level in LEVELS:
        first = notices(s, 0, level, fivers_of(s, 0))
        assert first == notices(s.copy(), 0, level, fivers_of(s, 0)) and set(first) <= set(fivers_of(s, 0))


def test_higher_levels_notice_more() -> None:
    counts = dict.fromkeys(LEVELS, 0)
    for seed in range(40):
        s = dealt(seed, mode="puzzle").record()
        for level in LEVELS:
            counts[level] += len(notices(s, 0, level, fivers_of(s, 0)))
    assert sorted(counts.values()) == list(counts.values()) and counts[1] > 0


def test_a_bot_does_not_look_at_the_others_outlines() -> None:
    state = drawn(SIX)
    for level in LEVELS:
        alone = {choice(state, 0, level, seed) for seed in range(3)}
        assert {choice(outlined(state, 1, L, X), 0, level, seed) for seed in range(3)} == alone


def test_done_where_the_hourglass_is_gone() -> None:
    state = drawn(SIX).play("turn", seat=1)
    while "outline" in (move := choice(state, 0, 5)):
        state = state.play(move, seat=0)
    assert move == "done"


def test_strong_levels_score_more_alone() -> None:
    means = [np.mean([played(seed, {0: level}, mode="solo").scores[0] for seed in range(12)]) for level in (1, 3, 5)]
    assert means[0] + 2 < means[1] and means[1] + 2 < means[2]


def test_pace_falls_with_the_level() -> None:
    paces = [bot.pace(level) for level in LEVELS]
    assert paces == sorted(paces, reverse=True) and min(paces) > 0


def test_analysis_of_a_round() -> None:
    state = drawn(SIX).play("done", seat=1)
    found = sk.analyse(state)
    assert {thought.move for thought in found} == set(state.moves())
    assert found[0].value == 13 / 18 and found[0].proved and len(found[0].line) == 5
    values = {thought.move: thought.value for thought in found}
    assert values["done"] == 0 and values["turn"] == 1 / 18


def test_analysis_for_a_seat_while_others_search() -> None:
    assert sk.analyse(drawn(SIX), seat=1)[0].value == 13 / 18
    with pytest.raises(sk.NotYourTurn):
        sk.analyse(done(drawn(SIX), 0), seat=0)


def test_analysis_of_a_solo_round() -> None:
    state = dealt(3, mode="solo")
    found = sk.analyse(state, seconds=0.1)
    assert {thought.move for thought in found} == set(state.moves()) and all(0 <= t.value <= 1 for t in found)
    assert found[0].move.startswith("outline")
    kept = {t.move: t.value for t in sk.analyse(state.play(found[0].move), seconds=0.1)}
    erase = f"erase {found[0].move.split()[1]}"
    assert set(kept) == {"done", erase} and kept[erase] >= kept["done"]
    strikes = sk.analyse(state.play("done"), seconds=0.1)
    assert strikes and {t.move for t in strikes} <= set(state.play("done").moves())


def test_a_struck_out_board() -> None:
    """No free cell: a shape is struck unmarked, by every level."""
    state = drawn(SIX, mode="solo").play("done")
    s = state.record()
    full = [p + 1 for p in range(11)]
    state = edited(state, sheet=[[2] * 11 + [0], *s.sheet[1:]], mark=[[*full, 0], *s.mark[1:]])
    for level in LEVELS:
        assert choice(state, 0, level).startswith("strike Z")


@pytest.mark.parametrize("options", ALL_MODES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_player_made_for_each_move_plays_as_one_that_is_kept(level: int, options: dict[str, object]) -> None:
    """Also when one is asked twice, about other positions in between, and by another process after a crash."""
    state, deals = dealt(level, **options), np.random.default_rng(level)
    kept = bot.player(state.game, level, 4)
    for _ in range(12):
        if state.over:
            break
        seat = max(state.turn)
        fresh = bot.player(state.game, level, 4).choose(state, seat, QUICK)
        bot.player(state.game, level, 4).choose(dealt(99, **options), 0, QUICK)
        assert kept.choose(state, seat, QUICK) == fresh == kept.choose(state, seat, QUICK)
        state = sk.deal(state.play(fresh, seat=seat), deals)


@pytest.mark.parametrize("options", ALL_MODES)
def test_analysis_by_simulations_repeats_and_is_best_first(options: dict[str, object]) -> None:
    searching = dealt(5, **options)
    found = sk.analyse(searching, seat=0, simulations=40, seed=3)
    outlining = searching.play(found[0].move, seat=0)
    positions = [searching, outlining]
    if options:  # the others find something, seat 0 nothing: it must strike
        after = done(searching, 0)
        for seat in [other for other in after.turn if other]:
            after = done(outlined(after, seat, choice(after, seat, 5).removeprefix("outline ")), seat)
        positions.append(after)
    for state in positions:
        first = sk.analyse(state, seat=0, simulations=40, seed=3)
        assert first == sk.analyse(state, seat=0, simulations=40, seed=3)
        values = [thought.value for thought in first]
        assert values == sorted(values, reverse=True)


def test_a_limit_by_number_does_not_go_by_the_cores() -> None:
    state = dealt(6, mode="solo")
    player = Planning(5, 1)
    one, many = (player.analyse(state, 0, Limit(simulations=24, cores=cores)) for cores in (1, 3))
    assert one == many
