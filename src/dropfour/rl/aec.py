"""The game for two learners: a PettingZoo AEC environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from dropfour.engines.engine import Limits
from dropfour.position import RED, YELLOW, Position
from dropfour.rl.spaces import (
    ILLEGAL_REWARD,
    RENDER_MODES,
    Observation,
    OneGame,
    observation_space,
    observe,
    reward,
)
from dropfour.rules import Rules

_COLOURS = {"player_0": RED, "player_1": YELLOW}


def aec_env(
    rules: Rules | None = None, *, render_mode: str | None = None, regret: bool | Limits = False
) -> AECEnv:
    """Return a PettingZoo environment for the agents ``player_0``, who moves first, and ``player_1``.

    On 7x6 it is PettingZoo's ``connect_four_v3``: same observations, action masks and rewards, and an
    illegal action loses. With *regret*, True or the limits of the search for it, ``infos`` of the agent
    to move says what each action costs (see dropfour.rl.regret).
    """
    env: Any = DropfourAEC(rules, render_mode, regret)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class DropfourAEC(OneGame, AECEnv, EzPickle):  # type: ignore[misc]
    """The environment without PettingZoo's wrappers, which check what agents do."""

    def __init__(
        self,
        rules: Rules | None = None,
        render_mode: str | None = None,
        regret: bool | Limits = False,
    ) -> None:
        EzPickle.__init__(self, rules, render_mode, regret)
        AECEnv.__init__(self)
        OneGame.__init__(self, rules, render_mode, regret)
        self.metadata = {
            "name": f"dropfour_{self.rules.size}_v0",
            "render_modes": RENDER_MODES,
            "render_fps": 4,
            "is_parallelizable": False,
        }
        self.possible_agents = list(_COLOURS)
        self.observation_spaces = {a: observation_space(self.rules) for a in self.possible_agents}
        self.action_spaces = {a: spaces.Discrete(self.rules.columns) for a in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. Nothing is random, so *seed* has no effect; nor have *options*, which
        PettingZoo's own test of environments wants to be accepted."""
        self._position = Position(self.rules)
        self.agents = list(self.possible_agents)
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._update_infos()

    def observe(self, agent: str) -> Observation:
        return observe(self._position, _COLOURS[agent])

    def step(self, action: int | np.integer[Any] | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        mover, other = self.agent_selection, self.agents[self.agent_selection == self.agents[0]]
        self._position = self._position.play(int(action) + 1)
        self._cumulative_rewards[mover] = 0.0
        self.rewards = {agent: reward(self._position, _COLOURS[agent]) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, self._position.is_over)
        self.agent_selection = other
        self._accumulate_rewards()
        self._update_infos()

    def close(self) -> None:
        pass

    def _update_infos(self) -> None:
        """Update the agents' infos."""
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = self._info()
