"""Many games at a time for a learner that plays both sides: a Gymnasium vector environment."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from dropfour import _native
from dropfour.batch import Batch
from dropfour.batch.positions import empty_masks
from dropfour.engines.engine import Limits, checked_seed
from dropfour.native import empty_native_board
from dropfour.rl.regret import judge_for
from dropfour.rl.spaces import (
    Observation,
    Starts,
    as_tensor,
    check_options,
    observation_space,
    start_positions,
)
from dropfour.rules import Rules, checked_integer, checked_rules


class VectorEnv(GymnasiumVectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """*num_envs* games on the native core; each action is played by the side to move in its game.

    Observations are always from the point of view of the side to move: its own stones, then the
    opponent's. The reward belongs to the side that has just played: 1 if it has won, -1 if it has lost
    or its column was full, else 0; its opponent's is the negative of that.

    A game that ends begins again in the same step (``AutoresetMode.SAME_STEP``): the observation is
    then that of the empty board. With *final_obs*, ``infos["final_obs"]`` holds the last observations
    of the games that ended, in Gymnasium's format. ``infos["illegal"]`` says which games ended by an
    action that cannot be played. With *regret*, True or the limits of a step's search for it,
    ``infos["regret"]`` holds ``int16[num_envs, columns]``, what each action costs in the returned
    observation (see dropfour.rl.regret), and ``infos["_regret"]`` in which games that is known.

    Games begin from *starts*, a position or several to draw from. With *tensor*, observations are those
    of `tensor_of` for the side to move.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        num_envs: int,
        rules: Rules | None = None,
        *,
        regret: bool | Limits = False,
        final_obs: bool = False,
        starts: Starts | None = None,
        tensor: bool = False,
    ) -> None:
        num_envs = checked_integer(num_envs, "num_envs")
        if num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs}")
        self.rules = checked_rules(rules)
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self.rules, tensor)
        self.single_action_space = spaces.Discrete(self.rules.columns)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._judge = judge_for(self.rules, regret, threads=None)
        self._final_obs = final_obs
        self._starts = start_positions(starts, self.rules)
        self._is_tensor = tensor
        self._make_games()

    @property
    def positions(self) -> Batch:
        """The positions of all games."""
        masks = empty_masks(self.num_envs, self.rules)
        with self._lock:
            self._native.copy_to(masks)
        return Batch._of(self.rules, masks)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Restart all games, or those where the option ``reset_mask``, ``bool[num_envs]``, is true.

        *seed*, one or one for each game, only affects `np_random`, which draws their starts. Raises
        ValueError for other options.
        """
        check_options(options, "reset_mask")
        mask = (options or {}).get("reset_mask")
        is_reset = None if mask is None else _as_mask(mask, self.num_envs)
        super().reset(seed=_one_seed(seed, self.num_envs))
        planes, action_masks = self._observation_arrays()
        with self._lock:
            if is_reset is None:
                self._native.reset()
            else:
                masks = empty_masks(self.num_envs, self.rules)
                self._native.copy_to(masks)
                masks[is_reset] = 0
                self._native.copy_from(masks)
            if self._starts is None:
                self._native.observe(planes, action_masks)
            else:
                everywhere = np.ones(self.num_envs, bool)
                self._restart(everywhere if is_reset is None else is_reset, planes, action_masks)
        return self._observation(planes, action_masks), self._infos()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return ``bool[num_envs, columns]``: the actions that can be played in each game."""
        planes, action_masks = self._observation_arrays()
        with self._lock:
            self._native.observe(planes, action_masks)
        return action_masks.astype(bool)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play one action in each game; raise ValueError and change nothing if one is not a column."""
        planes, action_masks = self._observation_arrays()
        rewards = np.empty(self.num_envs, np.float64)
        terminations, illegal = np.empty(self.num_envs, bool), np.empty(self.num_envs, bool)
        final_planes = np.zeros_like(planes) if self._final_obs else None
        columns = _as_actions(actions, self.num_envs)
        with self._lock:
            self._native.step(
                columns, planes, action_masks, rewards, terminations, illegal, final_planes
            )
            if self._starts is not None and terminations.any():
                self._restart(terminations, planes, action_masks)
        infos = {"illegal": illegal, **self._infos()}
        if final_planes is not None:
            infos |= self._final_infos(final_planes, terminations)
        observation = self._observation(planes, action_masks)
        return observation, rewards, terminations, np.zeros(self.num_envs, bool), infos

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_lock": None, "_native": self.positions.masks}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_games()
        self._native.copy_from(state["_native"])

    # --- internal -------------------------------------------------------------------------------

    def _make_games(self) -> None:
        self._lock = threading.Lock()  # a step releases the GIL
        self._native = _native.VectorEnv(empty_native_board(self.rules), self.num_envs)

    def _restart(
        self, is_new: NDArray[np.bool_], planes: NDArray[np.int8], action_masks: NDArray[np.int8]
    ) -> None:
        """Begin the games that are new from one of the starts, and observe all games."""
        assert self._starts is not None
        masks = empty_masks(self.num_envs, self.rules)
        self._native.copy_to(masks)
        drawn = self.np_random.integers(len(self._starts), size=int(is_new.sum()))
        masks[is_new] = self._starts.masks[drawn]
        self._native.copy_from(masks)
        self._native.observe(planes, action_masks)

    def _observation(self, planes: NDArray[np.int8], action_masks: NDArray[np.int8]) -> Observation:
        seen = as_tensor(planes) if self._is_tensor else planes
        return {"observation": seen, "action_mask": action_masks}

    def _observation_arrays(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        count, rows, columns = self.num_envs, self.rules.rows, self.rules.columns
        planes = np.empty((count, rows, columns, 2), np.int8)
        return planes, np.empty((count, columns), np.int8)

    def _infos(self) -> dict[str, Any]:
        if self._judge is None:
            return {}
        regrets, is_known = self._judge.regrets(self.positions)
        return {"regret": regrets, "_regret": is_known}

    def _final_infos(
        self, final_planes: NDArray[np.int8], is_final: NDArray[np.bool_]
    ) -> dict[str, Any]:
        final = np.full(self.num_envs, None, dtype=object)
        for i in is_final.nonzero()[0]:
            action_mask = np.zeros(self.rules.columns, np.int8)
            final[i] = self._observation(final_planes[i], action_mask)
        return {"final_obs": final, "_final_obs": is_final.copy()}


def _as_mask(given: object, count: int) -> NDArray[np.bool_]:
    mask = np.asarray(given)
    if mask.shape != (count,) or mask.dtype != np.bool_:
        raise ValueError(f"reset_mask must be {count} booleans, not {mask.dtype}{list(mask.shape)}")
    return mask


def _one_seed(seed: int | Sequence[int | None] | None, count: int) -> int | None:
    """Return the seed of `np_random`, given one or, as Gymnasium allows, one for each game."""
    if seed is None:
        return None
    if not isinstance(seed, Sequence | np.ndarray):
        return checked_integer(seed, "a seed")
    if len(seed) != count:
        raise ValueError(f"there must be one seed, or {count}, not {len(seed)}")
    seeds = [checked_seed(each) for each in seed if each is not None]
    return int(np.random.SeedSequence(seeds).generate_state(1)[0]) if seeds else None


def _as_actions(actions: NDArray[Any], count: int) -> NDArray[np.int64]:
    array = np.asarray(actions)
    if array.shape != (count,) or array.dtype.kind not in "iu":
        raise ValueError(f"actions must be {count} integers, not {array.dtype}{list(array.shape)}")
    return np.ascontiguousarray(array, dtype=np.int64)
