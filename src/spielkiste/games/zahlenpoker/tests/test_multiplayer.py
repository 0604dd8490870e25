"""Three and four players: what the best reply wins from the rule, against trying every reply in small endgames."""

import random
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spielkiste as sk
from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.game import game
from spielkiste.core.state import State
from spielkiste.games.zahlenpoker.bot.multiplayer import robbed_stone, strategy, weights_by_rule
from spielkiste.games.zahlenpoker.bot.rollout_kernel import result
from spielkiste.games.zahlenpoker.bot.rounds import choices, copies
from spielkiste.games.zahlenpoker.rules import SHOW_EMPTY, all_have_chosen, in_turn, play, thief
from spielkiste.games.zahlenpoker.tests.twins import twin
from spielkiste.games.zahlenpoker.tools import measure, theft_kernel
from spielkiste.games.zahlenpoker.tools.best_reply import (
    BY_RULE,
    NAIVE,
    added,
    among_naive,
    best_reply,
    exploitability,
    key_of,
    rule,
    theft_values,
)
from spielkiste.games.zahlenpoker.tools.report import print_table, put_into_page

GAMES = 40_000


# --- the claim: nothing is won by showing, and the empty hand is best kept ------------------------


def worth(data: bytes, players: int, keep_empty: bool) -> float:
    """What seat 0 can win if the others show any thing and rob by the rule: by the best of all replies, or of those
    that show the first stone in hand and keep the empty hand to the end."""
    plain = game("zahlenpoker", players=players).plain

    @cache
    def best(data: bytes) -> float:
        record = plain.unpack(data)
        if in_turn(record) == 0:
            return result(record, 0)
        if all_have_chosen(record):
            return stolen(record)
        mine = choices(record, 0)
        if keep_empty:
            mine = [action for action in mine if action != SHOW_EMPTY][:1] or mine
        return max(shown(record, action) for action in mine)

    def stolen(record: Any) -> float:
        robber = thief(record)
        weights = weights_by_rule(record, robber)
        actions = choices(record, robber)
        allowed = actions if robber == 0 else [actions[weights.index(1)]]
        return max(best(played(record, [(robber, action)])) for action in allowed)

    def shown(record: Any, action: int) -> float:
        total, weight = 0.0, 0
        for theirs in product(*(choices(record, other) for other in range(1, players))):
            ways = prod(copies(record, other, thing) for other, thing in enumerate(theirs, start=1))
            total += ways * best(played(record, [(0, action), *enumerate(theirs, start=1)]))
            weight += ways
        return total / weight

    return best(data)


def played(record: Any, moves: list[tuple[int, int]]) -> bytes:
    after = record.copy()
    for seat, action in moves:
        play(after, seat, action)
    after.last_shown[:] = after.last_fate[:] = [0] * 4  # what is merely remembered makes no difference
    return bytes(after.pack())


def endgame(players: int, things: int, seed: int) -> State:
    """Between rounds of a random game, with so many things left to everybody, seat 0's empty hand among them."""
    rng = random.Random(seed)
    while True:
        state = sk.game("zahlenpoker", players=players).start()
        while not state.over:
            record = state.record()
            if record.round == 9 - things and len(state.turn) == players and record.unused[0]:
                return state
            seat = state.turn[0]
            state = state.play(rng.choice(state.moves(seat)), seat=seat)


@pytest.mark.parametrize(("players", "things", "seed"), [(3, 3, 1), (3, 3, 2), (3, 3, 3), (3, 4, 4), (4, 3, 5)])
def test_no_reply_beats_keeping_the_empty_hand(players: int, things: int, seed: int) -> None:
    data = endgame(players, things, seed).data
    assert worth(data, players, keep_empty=False) == pytest.approx(worth(data, players, keep_empty=True), abs=1e-12)


def test_the_measured_reply_is_the_one_of_the_claim() -> None:
    """From an endgame, the compiled games come to what trying everything says."""
    state = endgame(3, 3, 6)
    machine, sums = Machine(state.game), np.zeros(4)
    by_key, counts = np.zeros((theft_kernel.KEYS, 4)), np.zeros(theft_kernel.KEYS, dtype=np.int64)
    given = (machine.records(1, state.data), machine.records(2), rule(3, BY_RULE), machine.dice(1))
    compiled(theft_kernel.reply_best)(*given, GAMES, sums, by_key, counts)
    assert sums[0] / GAMES == pytest.approx(worth(state.data, 3, keep_empty=False), abs=0.015)


# --- figures --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "naive", "by_rule"), [(3, 0.1075, 0.0655), (4, 0.1155, 0.0312)])
def test_the_rule_loses_less_to_the_best_reply(players: int, naive: float, by_rule: float) -> None:
    for called, expected in ((NAIVE, naive), (BY_RULE, by_rule)):
        batch = best_reply(players, called, GAMES, seed=2)
        found = exploitability(batch)
        assert found.mean == pytest.approx(expected, abs=5 * found.error) and found.error < 0.002
        assert batch.sums[1] / GAMES == pytest.approx(0, abs=0.02)  # like all others: level
    assert among_naive(players, GAMES, 3).mean > 0.01


@pytest.mark.parametrize("players", [3, 4])
def test_the_rule_steals_what_it_pays_to_steal(players: int) -> None:
    """Where it matters at all: 1 3 3 is as good as even."""
    batch = added([best_reply(players, BY_RULE, 5 * GAMES, seed) for seed in (1, 2)])
    for stones, values in theft_values(players, batch):
        assert values[robbed_stone(stones)] >= max(values.values()) - 0.03, (stones, values)


def test_the_same_seed_measures_the_same() -> None:
    one, two, other = (best_reply(3, BY_RULE, 500, seed).sums.tolist() for seed in (1, 1, 2))
    assert one == two != other


# --- the rule -------------------------------------------------------------------------------------


def test_whom_to_rob() -> None:
    assert robbed_stone((1, 4)) == 4 and robbed_stone((3, 3)) == 3
    assert robbed_stone((2, 3, 3)) == 2 and robbed_stone((3, 2, 3)) == 2 and robbed_stone((1, 4, 4)) == 4
    assert robbed_stone((3, 3, 4)) == 4 and robbed_stone((2, 2, 2)) == 2


@pytest.mark.parametrize("players", [3, 4])
def test_the_compiled_rule_is_the_same(players: int) -> None:
    machine, table = Machine(sk.game("zahlenpoker", players=players)), rule(players, BY_RULE)
    dice, found = machine.dice(1), 0
    for seed in range(40):
        rng = random.Random(seed)
        state = sk.game("zahlenpoker", players=players).start()
        while not state.over:
            seat = state.turn[0]
            if state.moves(seat)[0].startswith("steal"):
                record = machine.records(1, state.data)[0]
                robbed = int(compiled(theft_kernel.robbed_by_rule)(record, seat, table, dice))
                assert strategy(state, seat)[f"steal {robbed}"] == 1.0
                others = [int(state.record().choice[(seat + step) % players]) for step in range(1, players)]
                assert compiled(theft_kernel.key_of)(record, seat) == key_of(tuple(others))
                found += 1
            state = state.play(rng.choice(state.moves(seat)), seat=seat)
    assert found > 10


def test_strategies_are_legal_and_know_only_what_the_seat_knows() -> None:
    rng = np.random.default_rng(1)
    for players in (3, 4):
        state = sk.game("zahlenpoker", players=players).start()
        while not state.over:
            for seat in state.turn:
                mixture = strategy(state, seat)
                assert list(mixture) == state.moves(seat) and sum(mixture.values()) == pytest.approx(1)
                other = twin(state, seat, rng)
                assert other is None or strategy(other, seat) == mixture
            seat = state.turn[rng.integers(len(state.turn))]
            state = state.play(state.moves(seat)[rng.integers(len(state.moves(seat)))], seat=seat)
    assert strategy(sk.game("zahlenpoker", players=3).start(), 2)["show 0"] == 1 / 9


def test_errors_say_why() -> None:
    with pytest.raises(sk.OptionError, match="three or four"):
        strategy(sk.game("zahlenpoker").start(), 0)
    with pytest.raises(sk.NotYourTurn):
        strategy(sk.game("zahlenpoker", players=3).start().play("show 4", seat=1), 1)


def test_tables_can_be_put_into_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measure, "BATCH", 200)
    monkeypatch.setattr(measure, "done", lambda work, tasks, *_: ((task, work(task)) for task in tasks))
    measure.print_multiplayer(3, 400, measure.Effort(), print_table)
    printed = capsys.readouterr().out
    assert printed.startswith("| 3 players | the best reply wins |") and "| 400 |" in printed
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- multiplayer 3 -->\nold\n<!-- end -->\nafter <!-- end -->\n", encoding="utf-8")
    put_into_page(page, "multiplayer 3", "new\n")
    assert page.read_text(encoding="utf-8") == "before\n<!-- multiplayer 3 -->\nnew\n<!-- end -->\nafter <!-- end -->\n"
    with pytest.raises(SystemExit, match="no mark"):
        put_into_page(page, "multiplayer 4", "new")
