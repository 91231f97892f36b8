"""verifiers (extra ``verifiers``): Connect Four against an engine, to train and evaluate models.

verifiers finds a task set by the name of a module outside packages: write ``connect_four.py`` with
``from dropfour.llm.verifiers import ConnectFourEnv, ConnectFourTaskset, __all__`` and run it as
``PYTHONPATH=. vf-eval connect_four``.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from typing import Literal

import verifiers.v1 as vf

from dropfour.engines.registry import engine
from dropfour.game import random_game
from dropfour.llm.game import Reward, TextGame
from dropfour.llm.prompts import Notation, Style
from dropfour.moves import format_moves

__all__ = ["ConnectFourEnv", "ConnectFourTaskset"]


class ConnectFourConfig(vf.TasksetConfig):
    """The games of a run; what the options mean is said at `dropfour.llm.TextGame`."""

    opponent: str = "medium"
    colour: Literal["red", "yellow", "both"] = "both"
    """``both``: red in every other game."""
    opening_plies: int = 2
    """Random moves before the game begins, different in each task."""
    notation: Notation = "drawing"
    first_column: int = 1
    reward: Reward = "result"


class ConnectFourData(vf.TaskData):
    """One game: what it starts with, who plays it, and its options."""

    start: str
    seed: int
    colour: str
    options: ConnectFourConfig


class ConnectFourTask(vf.Task[ConnectFourData, vf.State, vf.TaskConfig]):
    """A game to play."""


class ConnectFourTaskset(vf.Taskset[ConnectFourTask, ConnectFourConfig]):
    """Games from random openings, without end."""

    INFINITE = True

    def load(self) -> Iterator[ConnectFourTask]:
        """Yield the games; the same number is always the same game."""
        for seed in itertools.count():
            start = format_moves(random_game(seed).moves[: self.config.opening_plies])
            colour = self.config.colour
            if colour == "both":
                colour = ("red", "yellow")[seed % 2]
            data = ConnectFourData(
                name=f"connect-four#{seed}",
                start=start,
                seed=seed,
                colour=colour,
                options=self.config,
            )
            yield ConnectFourTask(
                data.model_copy(update={"prompt": _game(data).prompt}), self.config.task
            )


class ConnectFourEnvConfig(vf.EnvConfig):
    """The one agent of the environment."""

    player: vf.AgentConfig = vf.AgentConfig()


class ConnectFourEnv(vf.Env[ConnectFourEnvConfig]):
    """A game between a model and an engine; the reward is the sum of those of its answers."""

    async def run(self, task: ConnectFourTask, agents: vf.Agents) -> None:
        """Play the game."""
        game, total, illegal = _game(task.data), 0.0, 0
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                step = await asyncio.to_thread(game.answer, segment.last_reply)
                total, illegal = total + step.reward, illegal + (step.column is None)
                if step.is_over:
                    break
                segment = await interaction.turn(game.prompt)
        trace = interaction.trace
        trace.record_reward(task.data.options.reward, total)
        trace.record_metric("illegal_answers", float(illegal))
        trace.info["moves"] = format_moves(game.game.moves)
        trace.info["result"] = None if game.game.result is None else str(game.game.result)


def _game(data: ConnectFourData) -> TextGame:
    options = data.options
    return TextGame(
        engine(options.opponent, data.seed),
        colour=data.colour,
        start=data.start,
        style=Style(options.notation, options.first_column),
        reward=options.reward,
    )
