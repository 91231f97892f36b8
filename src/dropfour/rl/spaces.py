"""Shared by all environments: observations, their spaces, and rendering."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from gymnasium import spaces

from dropfour.batch import Batch
from dropfour.drawing import draw_png, draw_text
from dropfour.position import Colour, Position
from dropfour.rules import Rules

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


def render(position: Position, mode: str) -> Any:
    """Return the board as text for ``ansi``, as ``uint8[height, width, 3]`` for ``rgb_array``."""
    if mode == "ansi":
        return draw_text(position)
    png = BytesIO(draw_png(position))  # raises an error that names the extra if it is missing
    from PIL import Image

    return np.asarray(Image.open(png).convert("RGB"))


def check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be {' or '.join(RENDER_MODES)}, not {mode!r}")
