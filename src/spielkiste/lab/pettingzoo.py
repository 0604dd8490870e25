"""PettingZoo: `aec("torris")` one move at a time, `parallel("zahlenpoker", players=3)` all seats in a step.

Observations are {"observation", "action_mask"}, made of what the seat may know (`lab.vec` shows the same numbers).
Rewards come at the end, as `State.returns`; an illegal move ends the game with -1 for its seat.
"""

from functools import cached_property
from typing import Any

import numpy as np

from spielkiste.core.game import game
from spielkiste.lab.extras import needed
from spielkiste.lab.match import Match

with needed("pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv

RENDER_MODES = ["human", "ansi", "svg"]
Views = dict[str, dict[str, Any]]


def aec(slug: str, *, clock: int = 16, render_mode: str | None = None, **options: Any) -> "GameAEC":
    """A game with an agent for each seat, one move at a time. Where several seats may act, one by lot is next."""
    return GameAEC(Match(game(slug, **options), clock), render_mode)


def parallel(slug: str, *, clock: int = 16, render_mode: str | None = None, **options: Any) -> "GameParallel":
    """A game with an agent for each seat, and an action of each in every step; those of seats that are not in turn (an
    empty mask) are not heard."""
    return GameParallel(Match(game(slug, **options), clock), render_mode)


class Table:
    """What both kinds have in common."""

    match: Match
    render_mode: str | None
    agents: list[str]

    def sit_down(self, match: Match, render_mode: str | None) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode={render_mode!r}: must be one of {', '.join(RENDER_MODES)}")
        self.match, self.render_mode = match, render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(match.game.players)]
        self.agents = self.possible_agents[:]
        self.metadata = {
            "name": f"spielkiste_{match.game.slug}_v0",
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "is_parallelizable": False,
        }

    @cached_property
    def observation_spaces(self) -> dict[str, Any]:
        seen, count = self.match.seen, self.match.numbering.count
        return {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(seen.low, seen.high, dtype=seen.dtype.type),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    @cached_property
    def action_spaces(self) -> dict[str, Any]:
        return {agent: spaces.Discrete(self.match.numbering.count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def everybody(self, value: Any) -> dict[str, Any]:
        return dict.fromkeys(self.agents, value)

    def paid(self, wrong: list[int]) -> dict[str, float]:
        """-1 for those who made an illegal move; else the result, at the end."""
        if wrong:
            return {agent: -1.0 if self.seat(agent) in wrong else 0.0 for agent in self.agents}
        returns = self.match.state.returns or (0.0,) * len(self.possible_agents)
        return {agent: float(returns[self.seat(agent)]) for agent in self.agents}

    def view(self, agent: str) -> dict[str, Any]:
        return self.match.view(self.seat(agent))

    def render(self) -> str | None:
        """As people around the table see it, without what hands hide."""
        if self.render_mode == "svg":
            return self.match.state.svg(None)
        text = self.match.state.text(None)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""


class GameAEC(Table, AECEnv[str, dict[str, Any], Any]):  # type: ignore[misc]  # it ships no types
    """One move at a time."""

    def __init__(self, match: Match, render_mode: str | None) -> None:
        super().__init__()
        self.sit_down(match, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.match.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = self.everybody(0.0), self.everybody(0.0)
        self.terminations, self.truncations = self.everybody(False), self.everybody(False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.next_agent()
        self.show()

    def next_agent(self) -> str:
        return self.possible_agents[self.match.seat_by_lot()]

    def observe(self, agent: str) -> dict[str, Any]:
        return self.view(agent)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        wrong = self.match.play({self.seat(agent): int(action)})
        self.rewards = self.paid(wrong)
        if wrong or self.match.state.over:
            self.terminations = self.everybody(True)
        else:
            self.agent_selection = self.next_agent()
        self._accumulate_rewards()
        self.show()

    def show(self) -> None:
        if self.render_mode == "human":
            self.render()


class GameParallel(Table, ParallelEnv[str, dict[str, Any], Any]):  # type: ignore[misc]  # it ships no types
    """All seats in every step."""

    def __init__(self, match: Match, render_mode: str | None) -> None:
        super().__init__()
        self.sit_down(match, render_mode)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Views, dict[str, dict[str, Any]]]:
        self.match.begin(seed)
        self.agents = self.possible_agents[:]
        return self.views(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[Views, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        wrong = self.match.play({seat: int(actions[self.possible_agents[seat]]) for seat in self.match.seats})
        over = bool(wrong) or self.match.state.over
        told = (self.views(), self.paid(wrong), self.everybody(over), self.everybody(False))
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if over:
            self.agents = []
        return *told, infos

    def views(self) -> Views:
        return {agent: self.view(agent) for agent in self.agents}
