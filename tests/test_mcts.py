"""The tree search: it proves what can be proved, finds what theory says, and is the same for the same seed."""

import numpy as np
import pytest
from rooms import every_sample, random_states

import spielkiste as sk
from spielkiste.core.compiled import Machine, compiled
from spielkiste.core.game import Game
from spielkiste.core.room import HOME, Room
from spielkiste.core.state import State
from spielkiste.search import mcts
from spielkiste.search.limit import NO_LIMIT, Limit
from spielkiste.search.players import TreePlayer
from spielkiste.search.replant import actions_between
from spielkiste.search.think import PLAIN_UCT, Thinker, new_tree, ranked
from spielkiste.search.thought import Thought

SAMPLES = [sample.values[0] for sample in every_sample()]
OPEN = [
    game for game in SAMPLES if game.players > 1 and not {"hidden", "simultaneous", "real time"} & set(game.card.kinds)
]


def matches(**options: int) -> Game:
    room = Room("_template", HOME / "_template")
    return Game(room, room.card.settle(options))


@pytest.mark.parametrize("heap", range(4, 16))
def test_taking_matches_is_proved(heap: int) -> None:
    """Theory: a multiple of four is lost, else leave one."""
    game = matches()
    thoughts = Thinker(game, seed=3).think(game.start().play(f"pour {heap}"), Limit(simulations=200_000))
    best = thoughts[0]
    assert best.proved and best.value == (1 if heap % 4 else -1)
    if heap % 4:
        assert best.move == f"take {heap % 4}"
    assert best.line[0] == best.move


def test_chance_nodes_weigh_outcomes() -> None:
    """Before the pour nobody moves; after it the value of the heap for seat 0 is what the outcomes average to."""
    game = matches(most=7)
    thinker = Thinker(game, seed=1)
    for heap, value in ((4, -1.0), (5, 1.0), (6, 1.0), (7, 1.0)):
        assert thinker.think(game.start().play(f"pour {heap}"), Limit(simulations=10_000))[0].value == value


@pytest.mark.parametrize("game", OPEN, ids=repr)
def test_the_same_seed_thinks_the_same(game: Game) -> None:
    state = sk.deal(game.start(), np.random.default_rng(1))
    limit = Limit(simulations=300)
    first, second, other = (Thinker(game, seed=seed, nodes=1 << 14).think(state, limit) for seed in (5, 5, 6))
    assert first == second
    assert [thought.visits for thought in first] != [thought.visits for thought in other] or len(first) == 1
    assert sum(thought.visits for thought in first) == 300
    assert {thought.move for thought in first} == set(state.moves())


@pytest.mark.parametrize("game", OPEN, ids=repr)
def test_rewards_are_the_returns(game: Game) -> None:
    machine = Machine(game)
    teams = np.array(game.teams)
    for seed in range(5):
        *_, end = random_states(game, np.random.default_rng(seed))
        record = machine.records(1, end.data)[0]
        found = [compiled(mcts.reward)(record, seat, teams) for seat in range(game.players)]
        assert tuple(found) == pytest.approx(end.returns)


@pytest.mark.parametrize("game", [game for game in OPEN if game.players == 2], ids=repr)
def test_a_win_in_one_is_played(game: Game) -> None:
    """Where one move wins at once, the search finds and proves it (two players: others may have a say in between)."""
    rng, thinker, found = np.random.default_rng(2), Thinker(game, seed=2, nodes=1 << 16), 0
    while found < 3:
        for state in random_states(game, rng):
            if state.over or state.turn[0] < 0:
                continue
            seat = state.turn[0]
            wins = {move for move in state.moves() if (state.play(move).returns or (0, 0))[seat] == 1}
            if wins and len(wins) < len(state.moves()):
                best = thinker.think(state, Limit(simulations=2000))[0]
                assert best.proved and best.value == 1
                found += 1
                break


def test_a_full_tree_goes_on_without_growing() -> None:
    game = matches(most=60)
    thinker = Thinker(game, PLAIN_UCT, nodes=200)
    thoughts = thinker.think(game.start().play("pour 60"), Limit(simulations=20_000))
    assert thinker.simulations == sum(thought.visits for thought in thoughts) == 20_000
    assert 100 < thinker.trees[0].used[0] <= 200


# --- widening, sharing, keeping -------------------------------------------------------------------

SHARED = PLAIN_UCT._replace(shared=1)
WIDENING = PLAIN_UCT._replace(widen=1.0)


@pytest.mark.parametrize("manner", [SHARED, WIDENING, SHARED._replace(widen=1.0, priors=1)], ids=repr)
@pytest.mark.parametrize("heap", [5, 8, 11, 15])
def test_every_manner_proves_what_theory_says(manner: mcts.TreeManner, heap: int) -> None:
    game = matches()
    best = Thinker(game, manner, seed=3).think(game.start().play(f"pour {heap}"), Limit(simulations=200_000))[0]
    assert best.proved and best.value == (1 if heap % 4 else -1)


@pytest.mark.parametrize("manner", [SHARED, WIDENING], ids=["shared", "widening"])
@pytest.mark.parametrize("game", [sk.game("torris"), sk.game("zahlenluchs", classic=True)], ids=repr)
def test_every_manner_is_the_same_for_the_same_seed(game: Game, manner: mcts.TreeManner) -> None:
    state = sk.deal(game.start(), np.random.default_rng(1))
    first, second, other = (
        Thinker(game, manner, seed=seed, nodes=1 << 14).think(state, Limit(simulations=300)) for seed in (5, 5, 6)
    )
    assert first == second != other
    assert {thought.move for thought in first} == set(state.moves())
    assert sum(thought.visits for thought in first) == 300


def test_sharing_needs_fewer_nodes() -> None:
    """Taking one and two, or two and one: the heap is the same. Here all heaps are met a hundred times."""
    game = matches(most=60)
    state = game.start().play("pour 41")
    used, blocks = {}, {}
    for manner in (PLAIN_UCT, SHARED):
        thinker = Thinker(game, manner, seed=1, nodes=1 << 16)
        thinker.think(state, Limit(simulations=3000))
        tree = thinker.trees[0]
        used[manner] = int(tree.used[0])
        first = tree.first[: used[manner]][tree.count[: used[manner]] > 0]
        blocks[manner] = len(first) - len(set(first.tolist()))
    assert used[SHARED] < used[PLAIN_UCT] / 4
    assert blocks[PLAIN_UCT] == 0 < blocks[SHARED]


def test_shared_proofs_are_those_of_alpha_beta() -> None:
    """Endgames of Torris: what is proved with shared positions agrees with an exact search."""
    from spielkiste.search.deepen import Deepener

    game, compared = sk.game("torris"), 0
    thinker, deepener = Thinker(game, SHARED._replace(playout=0, priors=1), seed=1), Deepener(game)
    for seed in range(12):
        states = [state for state in random_states(game, np.random.default_rng(seed)) if state.turn[:1] != (sk.CHANCE,)]
        state = next(state for state in states if len(state.moves()) < 5 and not state.over)
        best, exact = thinker.think(state, Limit(simulations=20_000))[0], deepener.search(state)
        assert exact.exact
        if best.proved:
            assert best.value == exact.value
            compared += 1
    assert compared >= 8


def test_a_proved_draw_is_better_than_what_looks_lost() -> None:
    won, drawn, lost = (Thought(name, value, 1, True, (name,)) for name, value in (("w", 1.0), ("d", 0.0), ("l", -1.0)))
    bad, good = Thought("bad", -0.7, 50, False, ("bad",)), Thought("good", 0.1, 60, False, ("good",))
    assert ranked([lost, bad, drawn]) == [drawn, bad, lost]
    assert ranked([drawn, lost, bad, good]) == [good, bad, drawn, lost]
    assert ranked([good, drawn, won]) == [won, good, drawn]


def test_a_proved_draw_is_visited_where_nothing_promises_more() -> None:
    tree = new_tree(4)
    tree.first[0], tree.count[0], tree.visits[0], tree.actor[0] = 1, 2, 100, 0
    tree.proof[:4] = mcts.UNPROVED
    tree.visits[1], tree.total[1] = 99, -90.0
    tree.proof[2] = mcts.DRAWN
    choose = compiled(mcts.most_promising)
    dice = np.zeros(3, dtype=np.int64)
    assert choose(tree, 0, dice, PLAIN_UCT) == 2
    tree.total[1] = 20.0
    assert choose(tree, 0, dice, PLAIN_UCT) == 1


def test_widening_looks_at_few_moves_first() -> None:
    """With 30 moves to choose from and 100 visits only some are tried, those that `lean` likes most."""
    state = sk.deal(sk.game("torris").start(), np.random.default_rng(1))
    lean = state.game.room.verbs.lean
    thoughts = Thinker(state.game, WIDENING, seed=1).think(state, Limit(simulations=100))
    weights = {
        move: lean(state.record(), state.turn[0], action) for move, action in state.actions(state.turn[0]).items()
    }
    tried = [thought.move for thought in thoughts if thought.visits]
    untried = [thought.move for thought in thoughts if not thought.visits]
    assert len(tried) <= 11 < len(thoughts)
    assert min(weights[move] for move in tried) >= max(weights[move] for move in untried)


@pytest.mark.parametrize("manner", [PLAIN_UCT, SHARED], ids=["plain", "shared"])
def test_a_kept_tree_goes_on_where_it_was(manner: mcts.TreeManner) -> None:
    """The visits of the position that came about count; searching on from there is the same for the same seed."""
    game = sk.game("torris")
    state = sk.deal(game.start(), np.random.default_rng(1))
    one, other = (Thinker(game, manner, seed=2, keep=True) for _ in range(2))
    thoughts = one.think(state, Limit(simulations=3000))
    assert other.think(state, Limit(simulations=3000)) == thoughts
    after = state.play(thoughts[0].move)
    node = int(one.trees[0].first[0]) + int(np.argmax(one.trees[0].visits[one.trees[0].first[0] :][: len(thoughts)]))
    kept = int(one.trees[0].visits[node])
    again = one.think(after, Limit(simulations=1000))
    assert int(one.trees[0].visits[0]) == kept + 1000
    assert again == other.think(after, Limit(simulations=1000))
    assert {thought.move for thought in again} == set(after.moves())
    if manner is PLAIN_UCT:
        assert sum(thought.visits for thought in again) == kept - 1 + 1000  # the first visit had no move yet


def test_a_kept_tree_is_a_tree() -> None:
    """After each of some moves: every child of a node is legal there, and visits add up."""
    game = sk.game("zahlenluchs", classic=True)
    rng = np.random.default_rng(3)
    state, thinker = sk.deal(game.start(), rng), Thinker(game, seed=4, keep=True, nodes=1 << 16)
    for _ in range(6):
        move = thinker.think(state, Limit(simulations=500))[0].move
        assert_tree_fits(thinker.trees[0], state)
        state = sk.deal(state.play(move), rng)
    assert thinker.trees[0].visits[0] > 500


def assert_tree_fits(tree: mcts.Tree, state: State) -> None:
    waiting = [(0, state)]
    while waiting:
        node, at = waiting.pop()
        first, count = int(tree.first[node]), int(tree.count[node])
        if count:
            listed = at.actions(at.turn[0])
            known = {int(tree.action[child]) for child in range(first, first + count)}
            assert set(listed.values()) <= known
            assert tree.actor[node] == at.turn[0]
            assert sum(tree.visits[first : first + count]) in (tree.visits[node], tree.visits[node] - 1)
            for move, action in listed.items():
                child = next(child for child in range(first, first + count) if tree.action[child] == action)
                waiting.append((child, at.play(move, seat=at.turn[0])))


def test_another_match_begins_anew() -> None:
    game = sk.game("torris")
    one, other = (sk.deal(game.start(), np.random.default_rng(seed)) for seed in (1, 2))
    kept, fresh = Thinker(game, seed=2, keep=True), Thinker(game, seed=2)
    for state in (one, other):
        assert kept.think(state, Limit(simulations=300)) == fresh.think(state, Limit(simulations=300))
    assert actions_between(one, other) is None and actions_between(one, one) == []


def test_a_player_to_build_on_plays_in_any_manner() -> None:
    game = matches()
    manner = mcts.TreeManner(wish=1.0, priors=1, playout=0, widen=1.5, shared=1)
    player, state = TreePlayer(game, 1, manner, Limit(simulations=5000)), game.start().play("pour 15")
    for wanted in ("take 3", "take 1"):
        assert player.choose(state, 0, NO_LIMIT) == wanted
        state = state.play(wanted).play("take 3")


def test_two_players_made_alike_play_alike_and_others_differ() -> None:
    """What is left to chance follows from the seed and how far the game is, not from what was asked before."""
    game = sk.game("torris")
    states = [sk.deal(game.start(), np.random.default_rng(seed)) for seed in range(6)]
    one, two, other = (TreePlayer(game, seed, PLAIN_UCT, Limit(simulations=20)) for seed in (1, 1, 2))
    chosen = [one.choose(state, state.turn[0], NO_LIMIT) for state in states]
    assert chosen[::-1] == [two.choose(state, state.turn[0], NO_LIMIT) for state in reversed(states)]
    assert chosen != [other.choose(state, state.turn[0], NO_LIMIT) for state in states]


def test_analyse_gives_each_move_a_value_and_a_line() -> None:
    game = OPEN[0]
    state = sk.deal(game.start(), np.random.default_rng(1))
    thoughts = sk.analyse(state, seconds=0.1)
    assert {thought.move for thought in thoughts} == set(state.moves())
    assert all(-1 <= thought.value <= 1 and thought.line[0] == thought.move for thought in thoughts)
