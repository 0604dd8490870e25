"""PettingZoo: its own tests on a sample of games; every set of options by `make lab-check`."""

from typing import Any

import numpy as np
import pytest
from lab_checks import pettingzoo_holds

import spielkiste as sk
from spielkiste.lab.pettingzoo import aec, parallel


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")  # a mask beside the numbers, as its own games have it
@pytest.mark.parametrize(
    ("slug", "options"), [("torris", {}), ("zahlenpoker", {"players": 3}), ("huetchenspieler", {}), ("knister", {})]
)
def test_pettingzoo_finds_nothing_wrong(slug: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    pettingzoo_holds(slug, options)
    assert capsys.readouterr().out  # the human way to render


def test_rewards_are_the_returns_of_the_game() -> None:
    env = aec("zahlenpoker", players=4)
    env.reset(seed=2)
    rng, paid = np.random.default_rng(0), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        view, reward, over, _, _ = env.last()
        paid[agent] += reward
        legal = np.flatnonzero(view["action_mask"])
        env.step(None if over else rng.choice(legal))
    assert tuple(paid.values()) == env.match.state.returns


def test_all_choose_before_anybody_sees() -> None:
    env = parallel("zahlenpoker")
    before, _ = env.reset(seed=1)
    after, rewards, over, _, _ = env.step({"seat_0": 4, "seat_1": 2})
    assert env.match.state.moves_made == ((0, "show 4"), (1, "show 2")) and env.match.state.scores == (1, 0)
    assert not any(rewards.values()) and not any(over.values())
    assert not np.array_equal(before["seat_0"]["observation"], after["seat_0"]["observation"])


def test_a_secret_choice_is_not_seen() -> None:
    def seen_after(choice: int) -> Any:
        env = aec("zahlenpoker")
        env.reset(seed=1)
        chooser = env.agent_selection
        env.step(choice)
        assert env.agent_selection != chooser
        return env.observe(env.agent_selection)["observation"]

    assert np.array_equal(seen_after(1), seen_after(4))


@pytest.mark.parametrize("kind", [aec, parallel])
def test_an_illegal_move_ends_the_game_with_minus_one(kind: Any) -> None:
    env = kind("torris")
    env.reset(seed=1)
    if kind is aec:
        offender = env.agent_selection
        env.step(0)
        assert env.rewards[offender] == -1.0 and all(env.terminations.values())
    else:
        offender = env.possible_agents[env.match.seats[0]]
        _, rewards, over, _, _ = env.step(dict.fromkeys(env.agents, 0))
        assert rewards[offender] == -1.0 == sum(rewards.values()) and all(over.values()) and not env.agents


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(sk.OptionError):
        aec("torris", players=3)
    with pytest.raises(ValueError, match="human, ansi, svg"):
        parallel("torris", render_mode="film")
