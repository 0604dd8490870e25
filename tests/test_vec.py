"""The batched environment on the CPU: right for every game, and clear about what it cannot do."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from lab_checks import ways
from rooms import chosen_rooms

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.lab import check, vec
from spielkiste.lab.vector import CpuVec, Settings, Step, Vec


def every_way() -> list[Any]:
    """Each room with its first sample options, in every way to play a batch."""
    first = {slug: sk.game(slug, **room.card.samples[0]) for slug, room in chosen_rooms().items()}
    return [
        pytest.param(chosen, way, id="-".join([slug, *map(str, sum(way.items(), ()))]))
        for slug, chosen in first.items()
        for way in ways(chosen)
    ]


@pytest.mark.parametrize(("chosen", "way"), every_way())
def test_a_batch_is_right(chosen: Game, way: dict[str, Any]) -> None:
    assert check(vec(chosen, 8, threads=1, **way), steps=8) == []


class Wrong(CpuVec):
    """A batch with a fault in what it gives back."""

    def __init__(self, fault: str, **way: Any) -> None:
        super().__init__(sk.game("zahlenpoker"), 8, Settings(**way))
        self.fault, self.calls = fault, 0

    def _answer(self, shown: Any, steps: int) -> Step:
        step = super()._answer(shown, steps)
        self.calls += 1
        match self.fault:
            case "mask":
                step.mask[0] ^= 1
            case "observation":
                step.observation[0, 0] += 1
            case "secret":
                step.observation[:, 0] = self.games.records["choice"][:, 0]
            case "seed":
                step.rewards[..., 0] += self.calls
            case "steps" if steps > 1:
                return step._replace(turn=step.turn[::-1])
            case "illegal":
                step.done[:] = False
        return step


@pytest.mark.parametrize(
    ("fault", "way", "says"),
    [
        ("mask", {}, "the mask shows"),
        ("observation", {}, "other numbers than its state gives"),
        ("seed", {}, "rewards after 0 steps is not the same a second time"),
        ("steps", {"steps": 3}, "turn of fused step 0 is another"),
        ("illegal", {}, "a game goes on after an illegal move"),
    ],
)
def test_what_is_wrong_is_found(fault: str, way: dict[str, Any], says: str) -> None:
    assert check(Wrong("", **way), steps=6) == []
    assert any(says in one for one in check(Wrong(fault, **way), steps=6))


def test_a_secret_that_is_shown_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    env = Wrong("secret")
    seen = env.observation.of

    def all_seen(state: sk.State, seat: int) -> Any:
        numbers = seen(state, seat)
        numbers[0] = state.record().choice[0]
        return numbers

    monkeypatch.setattr(env.observation, "of", all_seen)
    assert check(env, steps=6) == ["seat 1 is shown what it may not know"]


def test_arrays_that_are_used_again_are_found_unless_asked_for() -> None:
    env = vec("zahlenpoker", 8, reuse=True)
    assert check(env, steps=6) == []
    env.settings = replace(env.settings, reuse=False)
    shares = next(iter(env.kept.values()))  # type: ignore[attr-defined]
    env._shown = lambda steps: shares  # type: ignore[attr-defined]
    assert any("changed by the next one" in one for one in check(env, steps=6))


def test_seats_act_together_or_by_lot() -> None:
    together = vec("zahlenpoker", 8, together=True, players=3)
    step = together.reset(1)
    assert step.turn.tolist() == [[1, 1, 1]] * 8
    assert step.mask.shape == (8, 3, 8)
    assert check(together, steps=10) == []
    first = vec("zahlenpoker", 200, players=3).reset(1)
    assert set(first.turn.tolist()) == {0, 1, 2}


def random_actions(env: Vec, mask: Any, rng: np.random.Generator) -> Any:
    return (rng.random(mask.shape) * mask).argmax(-1)


def test_moves_by_number_and_by_place_are_the_same_moves() -> None:
    by_number, by_place = vec("torris", 4), vec("torris", 4, actions="list")
    step, other = by_number.reset(5), by_place.reset(5)
    rng = np.random.default_rng(0)
    for _ in range(10):
        chosen = random_actions(by_place, other.mask, rng)
        texts = [by_place.moves(i, int(other.turn[i]))[int(chosen[i])] for i in range(4)]
        numbers = [by_number.state(i).actions(int(step.turn[i]))[text] for i, text in enumerate(texts)]
        step, other = by_number.step(np.array(numbers)), by_place.step(chosen)
        assert np.array_equal(step.observation, other.observation)


def test_an_illegal_move_ends_the_game_with_minus_one() -> None:
    env = vec("huetchenspieler", 3)
    env.reset(1)
    step = env.step(np.array([44, 0, 10_000]))
    assert step.done.tolist() == [True, False, True]
    assert step.rewards.tolist() == [[-1.0, 0.0], [0.0, 0.0], [-1.0, 0.0]]


def test_results_are_the_returns_of_the_games() -> None:
    env = vec("zahlenpoker", 64)
    env.reset(2)
    sums = np.zeros(2)
    ended = 0
    for _ in range(60):
        step = env.step()
        assert (step.rewards[~step.done] == 0).all()
        sums += step.rewards.sum(0)
        ended += int(step.done.sum())
    assert ended > 64
    assert sums[0] == -sums[1]


def test_opponents_answer_inside_and_the_better_one_wins_more() -> None:
    def won(level: int) -> float:
        env = vec("torris", 64, opponent=level)
        env.reset(3)
        paid: list[float] = []
        for _ in range(40):
            step = env.step()
            assert (step.turn == 0).all()
            paid += step.rewards[step.done, 0].tolist()
        return sum(paid) / len(paid)

    assert won(2) < won(1) - 0.2


def test_several_steps_in_a_call_are_the_steps_one_by_one() -> None:
    one, three = vec("knister", 10, players=2), vec("knister", 10, steps=3, players=2)
    one.reset(4)
    three.reset(4)
    together = three.step()
    for k in range(3):
        step = one.step()
        assert all(np.array_equal(part[k], single) for part, single in zip(together, step, strict=True))


def test_a_batch_does_not_depend_on_the_number_of_threads() -> None:
    few, many = vec("abraeumen", 256, threads=1), vec("abraeumen", 256, threads=4)
    assert isinstance(many, CpuVec) and many.threads == 4
    few.reset(6)
    many.reset(6)
    for _ in range(5):
        assert all(np.array_equal(a, b) for a, b in zip(few.step(), many.step(), strict=True))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"actions": "text"}, "must be"),
        ({"opponent": 3}, "others search"),
        ({"seat": 2}, "from 0 to 1"),
        ({"together": True, "opponent": 1}, "without an opponent"),
        ({"steps": 0}, "1 or more"),
        ({"device": "tpu"}, '"cpu" or "cuda"'),
        ({"n": 0}, "at least one game"),
    ],
)
def test_what_cannot_be_is_said(wrong: dict[str, Any], says: str) -> None:
    asked: dict[str, Any] = {"slug": "torris", "n": 2} | wrong
    with pytest.raises(ValueError, match=says):
        vec(**asked)


def test_free_forms_have_no_numbers() -> None:
    with pytest.raises(ValueError, match="free forms"):
        vec("cubus", 2, actions="id")


def test_actions_of_a_wrong_kind_are_refused_and_nothing_happens() -> None:
    env = vec("abraeumen", 2)
    with pytest.raises(RuntimeError, match="reset"):
        env.step()
    env.reset(1)
    before = env.state(0)
    with pytest.raises(ValueError, match="shape"):
        env.step(np.zeros(3, dtype=int))
    with pytest.raises(ValueError, match="whole numbers"):
        env.step(np.zeros(2))
    assert env.state(0) == before


def test_other_libraries_read_results_without_a_copy() -> None:
    """By DLPack, as JAX, CuPy and torch do."""
    step = vec("knister", 8, threads=1).reset(1)
    for part in step:
        lent = np.from_dlpack(part)
        assert lent.dtype == part.dtype and np.shares_memory(lent, part)
        assert part.ctypes.data % 64 == 0  # JAX copies what begins elsewhere
