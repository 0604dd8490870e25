"""The players: what they overlook, when they knock, what they leave to others, and the best at the end."""

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.compiled import compiled
from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.games.cubus.bot import continuations
from spielkiste.games.cubus.bot.attention import ATTENTION, Attention, build_noticed, elementary_builds
from spielkiste.games.cubus.bot.builder import Builder
from spielkiste.games.cubus.bot.judge import BuildJudge
from spielkiste.games.cubus.bot.planner import Planner
from spielkiste.games.cubus.bot.solver import best_build, can_build, fast
from spielkiste.games.cubus.notation import read_columns
from spielkiste.games.cubus.rules import BUILD, KNOCKED, LAST, OFFER, WINDOW, set_stack
from spielkiste.search.bots import Bot
from spielkiste.search.explain import reason
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.thought import Thought

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
    blind = {
        level: sum(build_noticed(state, 0, ATTENTION[level], seed) is None for seed in range(300))
        for level in ATTENTION
    }
    assert blind[3] == blind[4] == 0
    best = best_build(state, 0)
    assert best is not None
    found = {
        level: sum(build_noticed(state, 0, ATTENTION[level], seed) == best[1] for seed in range(300))
        for level in ATTENTION
    }
    assert found[1] <= found[2] < found[3] < found[4] == 300


def test_where_one_build_is_possible_it_is_missed_as_often_as_the_table_says() -> None:
    state = laid("0,0=1", [[0, 1, 1, 0], [0, 0, 0, 0]])
    assert len(elementary_builds(state.record(), 0)) == 1
    missed = sum(build_noticed(state, 0, ATTENTION[1], seed) is None for seed in range(1000)) / 1000
    assert missed == pytest.approx(1 - ATTENTION[1].notices, abs=0.05)


def test_a_second_look_at_the_same_place_sees_the_same() -> None:
    state = laid(CORNER, [[2, 2, 2, 1], [1, 1, 1, 0]])
    for level in ATTENTION:
        assert len({build_noticed(state, 0, ATTENTION[level], 7) for _ in range(5)}) == 1


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
    for level in ATTENTION:
        for seed in range(40):
            player = sk.bot("cubus", level, seed=seed)
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
        sum(sk.bot("cubus", level, seed=seed).choose(state, 1) == "knock" for seed in range(60)) for level in (1, 3, 4)
    ]
    assert knocks[0] < knocks[1] < knocks[2] == 60


@pytest.mark.parametrize("options", [{}, {"players": 3, "young": True}, {"players": 3, "leftovers": "best"}])
def test_matches_of_all_levels_end_and_no_knock_fails(options: dict[str, Any]) -> None:
    game = sk.game("cubus", **options)
    players = [sk.bot(game, level, seed=level) for level in (5, 2, 1)][: game.players]
    made = play(game, players, 4)
    assert made[-1][0].over
    assert not [move for state, _, move in made if move == "pass" and state.record().phase == KNOCKED]


class Forgetful:
    """Asks a fresh player for every decision, as several processes would."""

    def __init__(self, game: Game, level: int, seed: int) -> None:
        self.fresh: Callable[[], Bot] = lambda: sk.bot(game, level, seed=seed)

    def choose(self, state: State, seat: int) -> str:
        return self.fresh().choose(state, seat)


def knocks_and_given_up(game: Game, level: int, games: int) -> tuple[int, int]:
    knocked = given_up = 0
    for seed in range(games):
        players = [Forgetful(game, level, 7 + seat) for seat in range(game.players)]
        for state, _, move in play(game, players, seed):
            knocked += move == "knock"
            given_up += move == "pass" and state.record().phase == KNOCKED
    return knocked, given_up


def test_who_is_asked_anew_for_every_decision_gives_up_no_knock() -> None:
    """The young of level 1, who overlook most; with two bot processes they used to give up every knock."""
    knocked, given_up = knocks_and_given_up(sk.game("cubus", players=3, young=True), 1, 15)
    assert knocked > 5 and given_up == 0


def test_what_others_say_before_and_after_a_knock_changes_no_look() -> None:
    game = sk.game("cubus", players=4)
    state = laid(CORNER, [[2, 2, 2, 0], *[[0, 0, 0, 0]] * 3], WINDOW, silent=1)
    quiet = state.play("quiet", seat=3)
    for level in (1, 2, 3):
        for seed in range(30):
            seen = [build_noticed(at, 2, ATTENTION[level], seed) for at in (state, quiet, quiet.play("knock", seat=2))]
            assert len(set(seen)) == 1
            assert sk.bot(game, level, seed=seed).choose(quiet, 2) == ("knock" if seen[0] else "quiet")


def test_players_made_alike_choose_alike_in_whatever_order_they_are_asked() -> None:
    for level in (1, 2, 3, 4, 5):
        made = play(sk.game("cubus", players=3), [sk.bot("cubus", level, seed=6)] * 3, level)[:-1]
        kept = sk.bot("cubus", level, seed=6)
        backwards = [kept.choose(state, seat) for state, seat, _ in reversed(made[:12])]
        anew = [sk.bot("cubus", level, seed=6).choose(state, seat) for state, seat, _ in made[:12]]
        assert backwards[::-1] == anew == [move for _, _, move in made[:12]]


def test_the_same_player_overlooks_other_builds_in_another_game() -> None:
    """The same seed, stack and tiles, but other tiles were drawn before."""
    player, missed = sk.bot("cubus", 1, seed=3), []
    for drawn in ("RRT", "RLT", "RTT", "ROT", "RTR", "RLR", "LRT", "TRT", "ORT"):
        state = sk.game("cubus").start()
        for letter in drawn:
            state = state.play(f"draw {letter}")
        s: Any = state.record()
        s.hand[0] = [0, 1, 1, 0]
        missed.append(player.choose(state.with_record(s), 0) == "pass")
    assert {True, False} == set(missed)


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
            found = np.zeros(continuations.CHOICE, np.int64)
            assert planner.best_choice(planner.now(), seat, found) == (best[0] if best else 0)


def test_the_model_keeps_all_tiles() -> None:
    state = laid(CORNER, [[2, 1, 2, 0], [1, 2, 1, 1]])
    model = Planner(state, 0, 0).now()
    before = model.copy()
    dice = np.array([12345, 67890, 13579], np.int64)
    continuations.play_on(model, dice, np.zeros(continuations.CHOICE, np.int64), 200)

    def tiles(m: Any) -> list[int]:
        hands = m[continuations.HANDS :].reshape(-1, continuations.SIDES_AND_LIDS).sum(axis=0)
        return [int(m[k] + m[continuations.PILE + k] + hands[k]) for k in range(continuations.SIDES_AND_LIDS)]

    assert tiles(model) == tiles(before) == [16, 16, 16]
    assert (
        model[continuations.PILE : continuations.PILE + 3].sum() == 0
        and model[continuations.BOXES] > before[continuations.BOXES]
    )


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

    module = "spielkiste.games.cubus.bot.planner"
    monkeypatch.setattr(f"{module}.compiled", slow_at_first)
    monkeypatch.setattr(f"{module}.fast", slow_at_first)
    monkeypatch.setattr(
        "spielkiste.games.cubus.bot.planning.time", SimpleNamespace(perf_counter=lambda: 10.0 * len(fetched))
    )
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


class Child:
    """Sees every elementary build, takes the best of them and never knocks."""

    def __init__(self, seed: int) -> None:
        self.builder = Builder(seed, Attention(notices=1.0, insight=0.0, watches=0.0))

    def choose(self, state: State, seat: int) -> str:
        return self.builder.choose(state, seat, NO_LIMIT)


def test_a_thoughtful_child_beats_level_1() -> None:
    won = 0
    for game in range(16):
        players = [Child(game), sk.bot("cubus", 1, seed=game)]
        end = play(sk.game("cubus"), players if game % 2 else players[::-1], game // 2)[-1][0]
        won += end.scores[1 - game % 2] > end.scores[game % 2]
    assert won >= 10


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


@pytest.mark.parametrize(
    ("options", "moves"),
    [({}, 9), ({"players": 3, "young": True}, 14), ({"leftovers": "best"}, 0), ({"mode": "dismantle"}, 6),
     ({"mode": "dismantle", "players": 3}, 6)],
)  # fmt: skip
def test_an_analysis_by_simulations_repeats_and_lists_the_best_first(options: dict[str, Any], moves: int) -> None:
    game = sk.game("cubus", **options)
    made = play(game, [sk.bot(game, 4 if "mode" not in options else 1, seed=1)] * game.players, 2)[:-1]
    asked = made[moves:][:8] if moves else made[-3:]
    for state, seat, _ in asked:
        one, again = (sk.analyse(state, seed=5, seat=seat, simulations=90) for _ in range(2))
        assert one == again
        values = [thought.value for thought in one]
        assert values == sorted(values, reverse=True) and all(-1 <= value <= 1 for value in values)


def test_more_simulations_mean_more_continuations_of_each_build() -> None:
    state = laid(CORNER, [[2, 2, 3, 1], [1, 1, 1, 0]])
    assert {one.visits for one in sk.analyse(state, simulations=30)} == {30}
    assert {one.visits for one in sk.analyse(state, simulations=300)} == {300}


def test_a_pass_where_there_is_no_build_is_judged_by_what_follows() -> None:
    def value(**points: Any) -> Thought:
        (only,) = sk.analyse(laid("0,0=1", [[2, 0, 0, 0], [2, 0, 0, 0]], **points), simulations=50)
        return only

    ahead_by_far, behind = value(points=[200, 0, 0, 0, 0, 0]), value(points=[0, 200, 0, 0, 0, 0])
    assert ahead_by_far.move == behind.move == "pass"
    assert (ahead_by_far.value, behind.value) == (1.0, -1.0)


# --- what a review says of knocking ------------------------------------------------------------------------


def knocking_judged(stack: str, tiles: list[int], move: str, lang: str = "en") -> tuple[str, str]:
    """How large an error it is to answer a pass with these tiles in such a way, and what is said of it. The pile is
    empty, so that every point decides."""
    state = laid(stack, [tiles, [0, 0, 0, 0]], WINDOW, silent=1, pile=[0, 0, 0, 0], idle=1)
    judge = BuildJudge(state.game)
    verdict = judge.verdict(state, 1, Limit(simulations=64))
    loss = verdict.value - verdict.values[move]
    why = reason(state, 1, verdict.best, move, verdict, loss, Look(1, lang))
    return judge.measure.size(loss, verdict.error_of(verdict.best, move)), why


def test_a_review_tells_right_wrong_and_missed_knocks() -> None:
    with_a_build, with_none = (CORNER, [2, 2, 2, 0]), ("0,0=1", [2, 0, 0, 0])
    assert knocking_judged(*with_a_build, "knock") == ("", "")
    assert knocking_judged(*with_none, "quiet") == ("", "")
    assert knocking_judged(*with_a_build, "quiet") == ("large", "With these tiles a build is possible.")
    assert knocking_judged(*with_none, "knock", "de") == ("large", "Mit diesen Teilen geht nichts.")
