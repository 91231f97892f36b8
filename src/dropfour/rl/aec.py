"""The game for two learners: a PettingZoo AEC environment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, SupportsInt

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from dropfour.engines.engine import Limits
from dropfour.position import RED, YELLOW
from dropfour.rl.spaces import (
    ILLEGAL_REWARD,
    RENDER_MODES,
    Observation,
    OneGame,
    Starts,
    observation_space,
    observe,
    reward,
)
from dropfour.rules import Rules

_COLOURS = {"player_0": RED, "player_1": YELLOW}
_AGENTS = {colour: agent for agent, colour in _COLOURS.items()}
_AFTER_RESET = {"agents", "agent_selection", "rewards", "terminations", "truncations", "infos"}


class DropfourAEC(OneGame, AECEnv, EzPickle):  # type: ignore[misc]
    """A PettingZoo environment for the agents ``player_0``, who moves first, and ``player_1``.

    On 7x6 it is PettingZoo's ``connect_four_v3``: same observations, action masks and rewards. It
    checks what PettingZoo's wrappers check: an illegal action loses, one that is not a column and a step
    before `reset` raise an error. With *regret*, True or the limits of the search for it, ``infos`` of
    the agent to move says what each action costs (see dropfour.rl.regret). Games begin from *starts*, a
    position or several to draw from. With *tensor*, observations are those of `tensor_of`.
    """

    agents: list[str]
    possible_agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    metadata: dict[str, Any]

    def __init__(
        self,
        rules: Rules | None = None,
        render_mode: str | None = None,
        regret: bool | Limits = False,
        starts: Starts | None = None,
        tensor: bool = False,
    ) -> None:
        EzPickle.__init__(self, rules, render_mode, regret, starts, tensor)
        AECEnv.__init__(self)
        OneGame.__init__(self, rules, render_mode, regret, starts, tensor)
        self.metadata = {
            "name": f"dropfour_{self.rules.size}_v0",
            "render_modes": RENDER_MODES,
            "render_fps": 4,
            "is_parallelizable": False,
        }
        self.possible_agents = list(_COLOURS)
        self.observation_spaces = {a: observation_space(self.rules, tensor) for a in _COLOURS}
        self.action_spaces = {a: spaces.Discrete(self.rules.columns) for a in _COLOURS}
        self._chance = np.random.default_rng()

    @property
    def unwrapped(self) -> DropfourAEC:
        """The environment itself."""
        return self

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of what *agent* sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of *agent*'s actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game, from the position of the option ``start`` if there is one.

        *seed* decides which of several starts are drawn; other options are ignored, which PettingZoo's
        own test of environments wants.
        """
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._begin(options, self._chance)
        self.agents = list(_COLOURS)
        self.agent_selection = _AGENTS[self._position.to_move]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._update_infos()
        self._show()

    def observe(self, agent: str) -> Observation:
        """Return what *agent* sees."""
        if "agents" not in self.__dict__:
            EnvLogger.error_observe_before_reset()
        return observe(self._position, _COLOURS[agent], tensor=self._is_tensor)

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, termination, truncation and info of the agent to move."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterable[str]:
        """Yield the agent to move until nobody is left; each turn takes a step."""
        if "agents" not in self.__dict__:
            EnvLogger.error_agent_iter_before_reset()
        turns: Iterable[str] = super().agent_iter(max_iter)
        return turns

    def step(self, action: SupportsInt | None) -> None:
        """Drop the stone of the agent to move; None for an agent whose game is over."""
        if "agents" not in self.__dict__:
            EnvLogger.error_step_before_reset()
        elif not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
        elif self.terminations[self.agent_selection]:
            self._was_dead_step(action)
        else:
            self._play(action)

    def _play(self, action: SupportsInt | None) -> None:
        mover = self.agent_selection
        assert self.action_spaces[mover].contains(action), "action is not in action space"
        assert action is not None
        column, position = int(action) + 1, self._position
        self._cumulative_rewards[mover] = 0.0
        if column not in position.legal_columns:
            self._lose(mover)
            return
        self._position = position = position.play(column)
        self.agent_selection = _AGENTS[position.to_move]
        if position.is_over:
            self.rewards = {agent: reward(position, _COLOURS[agent]) for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self._update_infos()
        self._show()

    def _lose(self, mover: str) -> None:
        """End the game by an illegal action, as PettingZoo's TerminateIllegalWrapper does."""
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[mover] = float(ILLEGAL_REWARD)
        self._accumulate_rewards()
        self._deads_step_first()

    def state(self) -> NDArray[np.int8]:
        """Return the stones of red and yellow, ``int8[rows, columns, 2]``."""
        planes: NDArray[np.int8] = observe(self._position, RED)["observation"]
        return planes

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __getattr__(self, name: str) -> Any:
        if name in _AFTER_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _update_infos(self) -> None:
        """Update the agents' infos."""
        self.infos = {agent: {} for agent in self.agents}
        if self._judge is not None:
            self.infos[self.agent_selection] = self._info()


aec_env = DropfourAEC  # the name that PettingZoo's environments have
