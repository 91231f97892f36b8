"""OpenEnv (extra ``openenv``): games of Connect Four against an engine, over HTTP.

``uvicorn dropfour.llm.openenv:app`` serves them. ``reset`` takes *opponent*, *colour*, *start* (a move
string), *notation*, *first_column* and *reward*, which mean the same as in `dropfour.llm.TextGame`.
"""

from __future__ import annotations

from typing import Any

from openenv.core.env_server import Action, Environment, Observation, State, create_app
from pydantic import Field

from dropfour.engines.registry import engine
from dropfour.llm.game import Reward, Step, TextGame
from dropfour.llm.prompts import Notation, Style
from dropfour.moves import format_moves


class Answer(Action):
    """What the model says; the column is in square brackets."""

    answer: str = Field(description="Text that ends with the column in square brackets.")


class Asked(Observation):
    """What to ask the model next, and what its last answer was worth."""

    prompt: str
    column: int | None = Field(default=None, description="The column it played, from 1.")
    reason: str = Field(default="", description="Why the last answer was no move.")
    regret: int | None = Field(default=None, description="What it cost, in exact points.")


class GameState(State):
    """The game so far."""

    moves: str = ""
    result: str | None = None


class ConnectFour(Environment[Answer, Asked, GameState]):
    """One game after another against an engine."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._episode: str | None = None
        self._steps = 0
        self._game = TextGame()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        opponent: str = "medium",
        colour: str = "red",
        start: str = "",
        notation: Notation = "drawing",
        first_column: int = 1,
        reward: Reward = "result",
        **_: Any,
    ) -> Asked:
        """Start a game; *seed* repeats an opponent's random play."""
        self._episode, self._steps = episode_id, 0
        self._game = TextGame(
            engine(opponent, seed),
            colour=colour,
            start=start,
            style=Style(notation, first_column),
            reward=reward,
        )
        return self._asked(None)

    def step(self, action: Answer, timeout_s: float | None = None, **_: Any) -> Asked:
        """Play an answer, and the opponent's reply."""
        self._steps += 1
        return self._asked(self._game.answer(action.answer))

    @property
    def state(self) -> GameState:
        """The game so far."""
        game = self._game.game
        result = None if game.result is None else str(game.result)
        return GameState(
            episode_id=self._episode,
            step_count=self._steps,
            moves=format_moves(game.moves),
            result=result,
        )

    def _asked(self, step: Step | None) -> Asked:
        asked = Asked(prompt=self._game.prompt, done=self._game.is_over)
        if step is not None:
            asked.reward, asked.column = step.reward, step.column
            asked.reason, asked.regret = step.reason, step.regret
        return asked


app = create_app(
    ConnectFour, Answer, Asked, env_name="connect-four", max_concurrent_envs=64, state_cls=GameState
)
