"""The game for one learner: a Gymnasium environment in which an engine plays the other side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, SupportsInt, cast

import gymnasium
import numpy as np
from gymnasium import spaces

from dropfour.engines import registry
from dropfour.engines.engine import NO_LIMITS, Engine, Limits, checked_limits
from dropfour.players.seating import engine_of
from dropfour.position import RED, YELLOW, Colour, Position
from dropfour.rl.spaces import (
    ILLEGAL_REWARD,
    RENDER_MODES,
    Observation,
    OneGame,
    Starts,
    check_options,
    observation_space,
    observe,
    reward,
)
from dropfour.rules import Rules

ENV_ID = "Dropfour-v0"
SELF_PLAY_ID = "DropfourSelfPlay-v0"  # many games at a time, for ``make_vec``

Seat = Literal["red", "yellow", "random"]
Opponent = str | Engine | Callable[[Position], int]


class DropfourEnv(OneGame, gymnasium.Env[Observation, np.int64]):
    """A game against *opponent*: an engine, its spec, such as ``easy`` or ``alphabeta:lines,depth=4``,
    or a function that takes a Position and returns a column, counted from 1.

    The learner plays *colour*: red, which moves first, yellow, or a random one in each game. An action
    is a column counted from 0; an illegal one loses. Rewards: 1 for a win, -1 for a loss, else 0. An
    engine that takes a seed gets a new one for each game, drawn from the environment's own generator.
    With *regret*, True or the limits of the search for it, ``info["regret"]`` says what each action
    costs (see dropfour.rl.regret). *limits* are the opponent's. Games begin from *starts*, a position
    or several to draw from, in which the learner keeps its colour. With *tensor*, observations are
    those of `tensor_of`.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        opponent: Opponent = "easy",
        *,
        rules: Rules | None = None,
        colour: Seat | Colour = "red",
        limits: Limits = NO_LIMITS,
        regret: bool | Limits = False,
        render_mode: str | None = None,
        starts: Starts | None = None,
        tensor: bool = False,
    ) -> None:
        super().__init__(rules, render_mode, regret, starts, tensor)
        colour = cast("Seat", str(colour))  # of a Colour its name
        if colour not in ("red", "yellow", "random"):
            raise ValueError(f"colour must be red, yellow or random, not {colour!r}")
        self.observation_space = observation_space(self.rules, tensor)
        self.action_space = spaces.Discrete(self.rules.columns)
        self._opponent = _engine_of(opponent)
        self._seeded_spec = _spec_for_seeds(opponent)
        self._limits = checked_limits(limits)
        self._seat = colour
        self._colour = RED
        self._is_over = True

    @property
    def colour(self) -> Colour:
        """The learner's colour in this game."""
        return self._colour

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game, from the position of the option ``start`` if there is one."""
        check_options(options, "start")
        super().reset(seed=seed)
        is_red = self._seat == "red" or (self._seat == "random" and self.np_random.random() < 0.5)
        self._colour = RED if is_red else YELLOW
        if self._seeded_spec is not None:
            drawn = self.np_random.integers(1 << 32)
            self._opponent = registry.engine(f"{self._seeded_spec}seed={drawn}")
        self._begin(options, self.np_random)
        self._is_over = False
        self._play_opponent()
        self._show()
        return self._seen(), self._info()

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Drop the learner's stone, and then the opponent's unless the game is over."""
        if self._is_over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset first")
        if not self.action_space.contains(action):
            raise ValueError(f"an action must be 0 to {self.rules.columns - 1}, not {action!r}")
        if not self._position.is_over:  # as it is if the opponent has won from the start position
            column = int(action) + 1
            if not self._position.can_play(column):
                self._is_over = True
                return self._seen(), ILLEGAL_REWARD, True, False, {"illegal": True}
            self._position = self._position.play(column)
            self._play_opponent()
        self._is_over = self._position.is_over
        self._show()
        earned = reward(self._position, self._colour)
        return self._seen(), earned, self._is_over, False, self._info()

    def _seen(self) -> Observation:
        return observe(self._position, self._colour, tensor=self._is_tensor)

    def _play_opponent(self) -> None:
        if self._position.to_move is not self._colour and not self._position.is_over:
            choice = self._opponent.choose(self._position, self._limits)
            self._position = self._position.play(choice.column)


def _engine_of(opponent: Opponent) -> Engine:
    return registry.engine(opponent) if isinstance(opponent, str) else engine_of(opponent)


def _spec_for_seeds(opponent: Opponent) -> str | None:
    """Return the spec, ready for ``seed=``; None if the engine takes no seed or has one already."""
    if not isinstance(opponent, str):
        return None
    name, _, text = (part.strip() for part in opponent.partition(":"))
    listing = next(one for one in registry.available() if one.name == name)
    words = [word.partition("=")[0].strip() for word in text.split(",")]
    if "seed" in words or all(option.name != "seed" for option in listing.options):
        return None
    return f"{opponent.strip()}{',' if text else ':' if ':' not in opponent else ''}"


def register_env() -> None:
    """Register the environments for ``gymnasium.make`` and ``gymnasium.make_vec``."""
    if ENV_ID not in gymnasium.registry:
        gymnasium.register(ENV_ID, f"{__name__}:{DropfourEnv.__name__}")
        gymnasium.register(SELF_PLAY_ID, vector_entry_point="dropfour.rl.vector:VectorEnv")
