"""The players: what they overlook, when they knock, what they leave to others, and the best at the end."""

import random
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.compiled import compiled
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.games.cubus import ahead, bot
from spielkiste.games.cubus.notation import read_columns
from spielkiste.games.cubus.plans import Planner
from spielkiste.games.cubus.rules import BUILD, KNOCK, KNOCKED, LAST, OFFER, WINDOW, set_stack
from spielkiste.games.cubus.sight import SIGHTS, build_seen, elementary_builds
from spielkiste.games.cubus.solve import best_build, can_build, fast

CORNER = "0,0=2 0,1=2 1,0=2 1,1=1"


def laid(stack: str, hands: list[list[int]], phase: int = BUILD, **changes: Any) -> State:
    """A position with these tiles (L R T O) in hand; seat 0's turn, the rest of the tiles in the pile."""
    leftovers = changes.pop("leftovers", "none")
    game = sk.game("cubus", players=len(hands), leftovers=leftovers)
    s: Any = game.start().record()
    set_stack(s, read_columns(stack))
    for seat, hand in enumerate(hands):
        s.hand[seat] = hand
    used = [s.laid[kind] + sum(hand[kind] for hand in hands) for kind in range(4)]
    s.pile = [total - gone for total, gone in zip((16, 16, 12, 4), used, strict=True)]
    s.phase = phase
    for name, value in changes.items():
        setattr(s, name, value)
    return State(game, s.pack())


def seats(state: State) -> list[int]:
    return [seat for seat in state.turn if seat >= 0]


def play(game: Game, players: list[Any], seed: int) -> list[tuple[State, int, str]]:
    """Every choice of a match: position, seat, move; then the end."""
    rng, made = np.random.default_rng(seed), []
    state = sk.deal(game.start(), rng)
    while not state.over:
        seat = seats(state)[0]
        made.append((state, seat, players[seat].choose(state, seat)))
        state = sk.deal(state.play(made[-1][2], seat=seat), rng)
    return [*made, (state, -1, "")]


# --- what is seen --------------------------------------------------------------------------------


def test_low_levels_overlook_builds_and_high_ones_do_not() -> None:
    state = laid("0,0=2 0,1=1 1,0=1", [[3, 2, 2, 0], [0, 0, 0, 0]])
    blind = {level: sum(build_seen(state, 0, level, head) is None for head in range(300)) for level in SIGHTS}
    assert blind[3] == blind[4] == 0
    best = best_build(state, 0)
    assert best is not None
    found = {level: sum(build_seen(state, 0, level, head) == best[1] for head in range(300)) for level in SIGHTS}
    assert found[1] <= found[2] < found[3] < found[4] == 300


def test_where_one_build_is_possible_it_is_missed_as_often_as_the_table_says() -> None:
    state = laid("0,0=1", [[0, 1, 1, 0], [0, 0, 0, 0]])
    assert len(elementary_builds(state.record(), 0)) == 1
    missed = sum(build_seen(state, 0, 1, head) is None for head in range(1000)) / 1000
    assert missed == pytest.approx(1 - SIGHTS[1].notices, abs=0.05)


def test_a_second_look_at_the_same_place_sees_the_same() -> None:
    state = laid(CORNER, [[2, 2, 2, 1], [1, 1, 1, 0]])
    for level in SIGHTS:
        assert len({build_seen(state, 0, level, 7) for _ in range(5)}) == 1


def test_a_build_that_is_not_listed_is_found_where_only_pass_is() -> None:
    """A row of four boxes and three left sides become 2x2x2."""
    state = laid("0,0=1 1,0=1 2,0=1 3,0=1", [[3, 0, 0, 0], [0, 0, 0, 0]])
    assert state.moves() == ["pass"]
    for level in (4, 5):
        move = sk.bot("cubus", level, seed=1).choose(state, 0)
        assert state.play(move).scores[0] > 0
    assert sk.bot("cubus", 1, seed=1).choose(state, 0) == "pass"


# --- knocking ------------------------------------------------------------------------------------


def test_who_sees_a_build_knocks_and_makes_it() -> None:
    for level in SIGHTS:
        for head in range(40):
            player = sk.bot("cubus", level, seed=head)
            state = laid(CORNER, [[2, 2, 2, 0], [0, 0, 0, 0]], WINDOW, silent=1)
            if player.choose(state, 1) == "knock":
                knocked = state.play("knock", seat=1)
                assert player.choose(knocked, 1).startswith("build")
            else:
                assert level < 4


def test_nobody_knocks_where_there_is_no_build() -> None:
    state = laid("0,0=1", [[2, 0, 0, 0], [4, 4, 4, 0]], WINDOW, silent=1)
    assert not can_build(state, 1)
    assert {sk.bot("cubus", level, seed=5).choose(state, 1) for level in (1, 2, 3, 4, 5)} == {"quiet"}


def test_higher_levels_knock_more() -> None:
    state = laid(CORNER, [[2, 2, 2, 0], [0, 0, 0, 0]], WINDOW, silent=1)
    knocks = [
        sum(sk.bot("cubus", level, seed=head).choose(state, 1) == "knock" for head in range(60)) for level in (1, 3, 4)
    ]
    assert knocks[0] < knocks[1] < knocks[2] == 60


@pytest.mark.parametrize("options", [{}, {"players": 3, "young": True}, {"players": 3, "leftovers": "best"}])
def test_matches_of_all_levels_end_and_no_knock_fails(options: dict[str, Any]) -> None:
    game = sk.game("cubus", **options)
    players = [sk.bot(game, level, seed=level) for level in (5, 2, 1)][: game.players]
    made = play(game, players, 4)
    assert made[-1][0].over
    assert not [move for state, _, move in made if move == "pass" and state.record().phase == KNOCKED]


# --- the look-ahead ------------------------------------------------------------------------------


def test_the_model_counts_as_the_exact_search_does() -> None:
    """With one open lid or none: the best choice of the model is worth the best build."""
    for seed in range(6):
        players = [sk.bot("cubus", 4, seed=1), sk.bot("cubus", 4, seed=2)]
        for state, seat, _ in play(sk.game("cubus"), players, seed)[:-1:3]:
            s = state.record()
            if s.phase != BUILD or sum(c & 1 for c in s.stack) > 1:
                continue
            best, planner = best_build(state, seat), Planner(state, seat, 0)
            found = np.zeros(ahead.CHOICE, np.int64)
            assert planner.best_choice(planner.now(), seat, found) == (best[0] if best else 0)


def test_the_model_keeps_all_tiles() -> None:
    state = laid(CORNER, [[2, 1, 2, 0], [1, 2, 1, 1]])
    model = Planner(state, 0, 0).now()
    before = model.copy()
    dice = np.array([12345, 67890, 13579], np.int64)
    ahead.play_on(model, dice, np.zeros(ahead.CHOICE, np.int64), 200)

    def tiles(m: Any) -> list[int]:
        hands = m[ahead.HANDS :].reshape(-1, ahead.SIDES_AND_LIDS).sum(axis=0)
        return [int(m[k] + m[ahead.PILE + k] + hands[k]) for k in range(ahead.SIDES_AND_LIDS)]

    assert tiles(model) == tiles(before) == [16, 16, 16]
    assert model[ahead.PILE : ahead.PILE + 3].sum() == 0 and model[ahead.BOXES] > before[ahead.BOXES]


def test_every_plan_is_a_legal_build_of_that_worth() -> None:
    state = laid(CORNER, [[2, 2, 3, 1], [1, 1, 1, 0]])
    plans = Planner(state, 0, 1).plans(seconds=60)
    assert len(plans) > 3 and any("o" in plan.move for plan in plans)
    for plan in plans:
        assert state.play(plan.move).scores[0] == plan.points


def test_to_fetch_compiled_code_is_no_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock on which only the first call of a compiled function takes time, more than there is to think."""
    state = laid("0,0=3o 0,1=2 1,0=2 1,1=2o 2,0=1 2,1=1", [[4, 4, 3, 1], [3, 3, 2, 1]])
    moves = [plan.move for plan in Planner(state, 0, 1).plans(seconds=600)]
    fetched: set[Callable[..., Any]] = set()

    def slow_at_first(function: Callable[..., Any], *game: State) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            fetched.add(function)
            return (fast(function, *game) if game else compiled(function))(*given)

        return call

    module = "spielkiste.games.cubus.plans"
    monkeypatch.setattr(f"{module}.compiled", slow_at_first)
    monkeypatch.setattr(f"{module}.fast", slow_at_first)
    monkeypatch.setattr(f"{module}.time", SimpleNamespace(perf_counter=lambda: 10.0 * len(fetched)))
    assert [plan.move for plan in Planner(state, 0, 1).plans(seconds=5)] == moves
    assert len(moves) > 3 and len(fetched) == 4


def test_a_rival_who_could_go_on_is_thought_of() -> None:
    """The strongest leads by more in the end than who takes the most at once, in the same continuations."""
    state = laid(CORNER, [[2, 2, 3, 1], [3, 3, 3, 0]])
    plans = Planner(state, 0, 1).plans(seconds=60)
    most = max(plans, key=lambda plan: plan.points)
    assert plans[0].lead >= most.lead and plans[0].lead == max(plan.lead for plan in plans)


def test_the_same_seed_plays_the_same() -> None:
    state = laid(CORNER, [[2, 2, 3, 1], [2, 2, 2, 0]])
    assert len({sk.bot("cubus", 5, seed=9, seconds=60).choose(state, 0) for _ in range(3)}) == 1


def test_the_strongest_answers_in_time() -> None:
    state = laid("0,0=3o 0,1=2 1,0=2 1,1=2o 2,0=1 2,1=1", [[4, 4, 3, 1], [3, 3, 2, 1]])
    player = sk.bot("cubus", 5, seed=1)
    player.choose(state, 0)  # compiled
    begun = time.process_time()
    player.choose(state, 0)
    assert time.process_time() - begun < 2


def test_the_ladder() -> None:
    """Far apart levels, few games; adjacent ones are measured by bench/strength.py (docs/strength-cubus.md)."""
    for strong, weak in ((3, 1), (4, 2), (5, 3)):
        won = 0
        for game in range(6):
            players = [sk.bot("cubus", level, seed=game) for level in (strong, weak)]
            end = play(sk.game("cubus"), players if game % 2 else players[::-1], game // 2)[-1][0]
            won += end.scores[1 - game % 2] > end.scores[game % 2]
        assert won >= 5


# --- leftovers, dismantling, analysis ------------------------------------------------------------


@pytest.mark.parametrize(("phase", "leftovers"), [(LAST, "lowest"), (OFFER, "best")])
def test_the_leftovers_are_used_for_the_best_build(phase: int, leftovers: str) -> None:
    state = laid(CORNER, [[0, 0, 0, 0], [0, 0, 0, 0]], phase, leftovers=leftovers, pile=[0, 0, 0, 0])
    s: Any = state.record()
    s.hand[6] = [2, 2, 3, 0]
    state = State(state.game, s.pack())
    best = best_build(state, 0)
    assert best is not None
    assert {sk.bot("cubus", level, seed=1).choose(state, 0) for level in (4, 5)} == {best[1]}


def test_the_dismantling_game_is_seen_to_its_end() -> None:
    """Against every answer: nobody could have done better than the strongest level says."""
    game = sk.game("cubus", mode="dismantle", stack=CORNER)

    def lead(state: State, seat: int) -> int:
        if state.over:
            return int(np.sign(state.scores[seat] - state.scores[1 - seat]))
        found = [lead(state.play(move), seat) for move in state.moves()]
        return max(found) if state.turn == (seat,) else min(found)

    state = game.start()
    while not state.over:
        seat = state.turn[0]
        move = sk.bot(game, 5, seed=1, seconds=0.2).choose(state, seat)
        assert lead(state.play(move), seat) == lead(state, seat)
        state = state.play(move)


@pytest.mark.parametrize("players", [2, 3])
def test_all_levels_dismantle(players: int) -> None:
    game = sk.game("cubus", mode="dismantle", stack=CORNER, players=players)
    for level in (1, 2, 3, 4, 5):
        one = sk.bot(game, level, seed=1, seconds=0.05 if level == 5 else None)
        assert play(game, [one] * players, 0)[-1][0].over


def test_the_analysis_lists_builds_and_knows_the_end() -> None:
    thoughts = sk.analyse(laid(CORNER, [[2, 2, 3, 1], [1, 1, 1, 0]]), seconds=2)
    assert len(thoughts) > 1 and all(-1 <= one.value <= 1 and one.move.startswith("build") for one in thoughts)
    assert [one.move for one in sk.analyse(laid("0,0=1", [[2, 0, 0, 0], [0, 0, 0, 0]]))] == ["pass"]
    taken = sk.analyse(sk.game("cubus", mode="dismantle", stack=CORNER).start(), seconds=0.5)
    assert taken[0].proved


def test_the_first_sight_counts_points() -> None:
    state = laid(CORNER, [[2, 2, 3, 1], [1, 1, 1, 0]])
    for move, action in state.actions(0).items():
        assert bot.worth(state.record(), 0, action) == state.play(move).scores[0]
    asked = laid(CORNER, [[2, 2, 3, 1], [1, 1, 1, 0]], WINDOW, silent=1)
    assert bot.worth(asked.record(), 1, KNOCK) == max(
        bot.worth(state.record(), 0, a) for a in state.actions(0).values()
    )


def test_oversights_are_each_players_own() -> None:
    state = laid(CORNER, [[2, 2, 2, 1], [1, 1, 1, 0]])
    one, other = random.Random(1), random.Random(2)
    chosen = [{bot.choose(state, 0, 1, rng, 1.0) for _ in range(4)} for rng in (one, other)]
    assert all(len(moves) == 1 for moves in chosen)
