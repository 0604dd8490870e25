"""Gymnasium: its own checks, all three ways to begin anew, masks; every game by `make lab-check`."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from lab_checks import gymnasium_holds

import spielkiste as sk
import spielkiste.lab.gym as adapter

SAMPLE = ["Spielkiste/Knister-v0", "Spielkiste/Zahlenpoker-v0"]  # alone, and against somebody


def any_legal(mask: Any, rng: np.random.Generator) -> Any:
    return (rng.random(mask.shape) * mask).argmax(-1)


def test_all_games_are_registered() -> None:
    wanted = {adapter.environment_id(slug) for slug in sk.games()}
    assert wanted <= set(gymnasium.registry) and "Spielkiste/FuenfGewinnt-v0" in wanted


@pytest.mark.parametrize("name", ["knister", "zahlenpoker"])
def test_gymnasium_finds_nothing_wrong(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    gymnasium_holds(name, {})
    assert capsys.readouterr().out  # the human way to render


def test_a_game_is_played_by_its_masks() -> None:
    env = gymnasium.make(SAMPLE[0])
    rng, over, steps = np.random.default_rng(1), False, 0
    _, info = env.reset(seed=3)
    while not over:
        assert np.array_equal(info["action_mask"], env.unwrapped.action_masks())  # type: ignore[attr-defined]
        _, reward, over, _, info = env.step(any_legal(info["action_mask"], rng))
        steps += 1
    state = env.unwrapped.state  # type: ignore[attr-defined]
    assert steps == 25 and state.over and np.float32(state.returns[0]) == np.float32(reward)
    assert not info["action_mask"].any()


def test_an_illegal_move_ends_the_game_with_minus_one() -> None:
    env = gymnasium.make(SAMPLE[1], players=3, seat=2, opponent=2)
    env.reset(seed=1)
    _, reward, terminated, truncated, _ = env.step(7)  # nobody is robbed in the first round
    assert (reward, terminated, truncated) == (-1.0, True, False)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(1)


def test_a_finished_game_begins_anew_with_the_next_step() -> None:
    envs = gymnasium.make_vec(SAMPLE[0], num_envs=3)
    first, _ = envs.reset(seed=1)
    final, rewards, done, _, infos = envs.step(np.array([99, 0, 0]))
    assert done.tolist() == [True, False, False] and rewards.tolist() == [-1.0, 0.0, 0.0]
    assert np.array_equal(final[0], first[0]) and not infos["action_mask"][0].any()
    begun, rewards, done, _, infos = envs.step(np.array([99, 1, 1]))  # what is said to the first is not heard
    assert not done.any() and not rewards.any()
    assert infos["action_mask"].sum(1).tolist() == [25, 23, 23]
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    later, *_ = envs.step(np.array([0, 2, 2]))
    assert not np.array_equal(later[0], begun[0])


def test_a_finished_game_begins_anew_in_the_same_step() -> None:
    envs = gymnasium.make_vec(SAMPLE[0], num_envs=2, autoreset_mode=AutoresetMode.SAME_STEP)
    first, _ = envs.reset(seed=1)
    _, rewards, done, _, infos = envs.step(np.array([0, 99]))
    assert done.tolist() == [False, True] and rewards.tolist() == [0.0, -1.0]
    assert infos["_final_obs"].tolist() == [False, True] and np.array_equal(infos["final_obs"][1], first[1])
    assert infos["action_mask"].sum(1).tolist() == [24, 25]


def test_a_finished_game_waits_until_it_is_asked_to_begin() -> None:
    envs = gymnasium.make_vec(SAMPLE[0], num_envs=2, autoreset_mode="Disabled")
    envs.reset(seed=1)
    observation, _, done, _, _ = envs.step(np.array([0, 99]))
    assert done.tolist() == [False, True]
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.array([1, 1]))
    begun, infos = envs.reset(options={"reset_mask": np.array([False, True])})
    assert np.array_equal(begun[0], observation[0]) and infos["action_mask"].sum(1).tolist() == [24, 25]
    envs.step(np.array([1, 1]))


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_gymnasiums_own_batches_take_the_same_modes(mode: AutoresetMode) -> None:
    envs = gymnasium.make_vec(SAMPLE[0], 2, "sync", vector_kwargs={"autoreset_mode": mode})
    envs.reset(seed=1)
    _, _, done, _, infos = envs.step(np.array([0, 99]))
    assert done.tolist() == [False, True] and infos["action_mask"].shape == (2, 25)


def test_the_same_seed_gives_the_same_games() -> None:
    def played() -> list[Any]:
        envs = gymnasium.make_vec(SAMPLE[1], 4, seat=None)
        _, infos = envs.reset(seed=5)
        rng, seen = np.random.default_rng(0), []
        for _ in range(20):
            observation, *_, infos = envs.step(any_legal(infos["action_mask"], rng))
            seen.append(observation)
        return seen

    assert np.array_equal(played(), played())


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(ValueError, match="human, ansi, svg"):
        adapter.GameEnv("torris", render_mode="film")
    with pytest.raises(sk.OptionError, match="colour"):
        gymnasium.make(SAMPLE[0], colour="red")
