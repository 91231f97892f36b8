"""TextArena (extra ``textarena``): engines as agents in ``ConnectFour-v0``, and regret in its games.

TextArena counts columns from 0 and reads moves such as ``[col 4]``; red is its player 0, with ``X``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import textarena as ta

from dropfour.engines.engine import Limits
from dropfour.engines.exact import analyse
from dropfour.engines.registry import engine
from dropfour.llm.game import REGRET_LIMITS, regret_of
from dropfour.position import Position

_BOARD = re.compile(r"(?:^[.XO](?: [.XO])*\n?)+", re.MULTILINE)
_MARKS = {".": 0, "X": 1, "O": 2}


class EngineAgent(ta.Agent):
    """Plays ConnectFour by an engine, such as ``medium`` or ``perfect``."""

    def __init__(self, spec: str = "perfect", limits: Limits | None = None) -> None:
        self._engine = engine(spec)
        self._limits = limits or Limits(time_s=1)

    def __call__(self, observation: str) -> str:
        """Return the move for the last board in *observation*, such as ``[col 3]``."""
        board = _BOARD.findall(observation)[-1]
        choice = self._engine.choose(_position(board.splitlines()), self._limits)
        return f"[col {choice.column - 1}]"


class Judged(ta.Wrapper):
    """ConnectFour that says what each move costs in points of the exact score.

    It is ``regret`` in the information of every step, None for a move that was refused or could not be
    proven within *limits*, and a list of them for each player in ``game_info``."""

    def __init__(self, env: ta.Env, limits: Limits = REGRET_LIMITS) -> None:
        super().__init__(env)
        self._limits = limits
        self._regrets: dict[int, list[int | None]] = {}

    def reset(self, num_players: int, seed: int | None = None) -> Any:
        """Start a game."""
        self._regrets = {player: [] for player in range(num_players)}
        return super().reset(num_players, seed)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play *action*, and say what it cost."""
        player, before = self.env.state.current_player_id, _position(self._board)
        stones = [before.height(column) for column in range(1, before.rules.columns + 1)]
        done, info = super().step(action)
        columns = list(zip(*self._board, strict=True))
        grown = [
            column
            for column, (height, cells) in enumerate(zip(stones, columns, strict=True), start=1)
            if sum(cell != "." for cell in cells) > height
        ]
        regret = None
        if grown:
            analysis = analyse(before, limits=self._limits)
            if analysis.is_exact:
                regret = regret_of(before, grown[0], analysis.scores)
        self._regrets[player].append(regret)
        return done, {**info, "regret": regret}

    def close(self) -> Any:
        """Return rewards and game information, with the regrets of each player."""
        rewards, game_info = super().close()
        for player, regrets in self._regrets.items():
            game_info[player]["regret"] = regrets
        return rewards, game_info

    @property
    def _board(self) -> list[list[str]]:
        board: list[list[str]] = self.env.state.game_state["board"]
        return board


def _position(rows: Sequence[str] | Sequence[list[str]]) -> Position:
    cells = (row.split() if isinstance(row, str) else row for row in rows)
    return Position.from_rows([[_MARKS[cell] for cell in row] for row in cells])
