"""Shared by the environments: observations, their spaces, and what a single game needs."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from gymnasium import spaces

from dropfour.batch import Batch
from dropfour.drawing import draw_png, draw_text
from dropfour.engines.engine import Limits
from dropfour.position import Colour, Position
from dropfour.rl.regret import judge_for
from dropfour.rules import Rules, checked_rules

RENDER_MODES = ["ansi", "rgb_array"]
ILLEGAL_REWARD = -1

Observation = dict[str, Any]  # "observation" and "action_mask", both int8


def observation_space(rules: Rules) -> spaces.Dict:
    """Return the space of a player's observations: the planes, and which actions are legal."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (rules.rows, rules.columns, 2), np.int8),
            "action_mask": spaces.Box(0, 1, (rules.columns,), np.int8),
        }
    )


def observe(position: Position, colour: Colour) -> Observation:
    """Return what *colour* sees: its own stones and the opponent's, and its actions if it is to move."""
    planes = Batch([position]).planes[0]
    action_mask = np.zeros(position.rules.columns, np.int8)
    if colour is position.to_move:
        action_mask[[column - 1 for column in position.legal_columns]] = 1
    else:
        planes = np.ascontiguousarray(planes[..., ::-1])
    return {"observation": planes, "action_mask": action_mask}


def reward(position: Position, colour: Colour) -> float:
    """Return 1 if *colour* has won, -1 if it has lost, and 0 for a draw or an unfinished game."""
    winner = position.winner
    if winner is None:
        return 0.0
    return 1.0 if winner is colour else -1.0


def check_options(options: dict[str, Any] | None, *known: str) -> None:
    """Raise ValueError for options of `reset` that are not *known*."""
    for name in options or {}:
        if name not in known:
            expected = f"has only {', '.join(known)}" if known else "has none"
            raise ValueError(f"there is no option {name!r}: reset {expected}")


class OneGame:
    """What the environments of a single game share: its rules and position, regret and rendering."""

    def __init__(self, rules: Rules | None, render_mode: str | None, regret: bool | Limits) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(
                f"render_mode must be {' or '.join(RENDER_MODES)}, not {render_mode!r}"
            )
        self.rules = checked_rules(rules)
        self.render_mode = render_mode
        self._judge = judge_for(self.rules, regret)
        self._position = Position(self.rules)

    @property
    def position(self) -> Position:
        return self._position

    def render(self) -> Any:
        """Return the board as text for ``ansi``, as ``uint8[height, width, 3]`` for ``rgb_array``."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return draw_text(self._position)
        png = BytesIO(draw_png(self._position))  # raises an error that names a missing extra
        from PIL import Image

        return np.asarray(Image.open(png).convert("RGB"))

    def _info(self) -> dict[str, Any]:
        """Return what each action of the side to move costs, if that was asked for and is known."""
        if self._judge is None or self._position.is_over:
            return {}
        regret = self._judge.regret(self._position)
        return {} if regret is None else {"regret": regret}
