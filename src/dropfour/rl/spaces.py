"""Shared by the environments: observations, their spaces, start positions, and rendering."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from dropfour.arguments import PositionLike, position_of
from dropfour.batch import Batch
from dropfour.drawing import draw_png, draw_text
from dropfour.engines.engine import Limits
from dropfour.position import Colour, Position
from dropfour.rl.regret import judge_for
from dropfour.rules import Rules, checked_rules

RENDER_MODES = ["ansi", "human", "rgb_array"]
ILLEGAL_REWARD = -1

Observation = dict[str, Any]  # "observation", and "action_mask" as int8
Starts = PositionLike | Iterable[PositionLike]


def observation_space(rules: Rules, is_tensor: bool = False) -> spaces.Dict:
    """Return the space of a player's observations: the planes or tensor, and which actions are legal."""
    columns, rows = rules.columns, rules.rows
    shape, kind = ((3, rows, columns), np.float32) if is_tensor else ((rows, columns, 2), np.int8)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, shape, kind),
            "action_mask": spaces.Box(0, 1, (columns,), np.int8),
        }
    )


def observe(position: PositionLike, colour: Colour, *, tensor: bool = False) -> Observation:
    """Return what *colour* sees: its own stones and the opponent's, and its actions if it is to move.

    The stones are ``int8[rows, columns, 2]``, top row first, or as a *tensor* what `tensor_of` returns.
    """
    position = position_of(position)
    action_mask = np.zeros(position.rules.columns, np.int8)
    if colour is position.to_move and not position.is_over:
        action_mask[[column - 1 for column in position.legal_columns]] = 1
    planes = _planes(position, colour)
    return {"observation": as_tensor(planes) if tensor else planes, "action_mask": action_mask}


def tensor_of(position: PositionLike, colour: Colour | None = None) -> NDArray[np.float32]:
    """Return ``float32[3, rows, columns]``, bottom row first, as OpenSpiel's ``observation_tensor``:
    the stones of red, those of yellow, and the empty cells.

    With *colour*, its own stones are the first plane, as with OpenSpiel's ``egocentric_obs_tensor``.
    """
    return as_tensor(_planes(position_of(position), colour or Colour.RED))


def as_tensor(planes: NDArray[np.int8]) -> NDArray[np.float32]:
    """Return planes, of one position or of many, as tensors."""
    stones = np.moveaxis(planes[..., ::-1, :, :], -1, -3)
    empty = 1 - stones.sum(axis=-3, keepdims=True)
    return np.concatenate((stones, empty), axis=-3, dtype=np.float32)


def _planes(position: Position, colour: Colour) -> NDArray[np.int8]:
    rules = position.rules
    size = rules.columns * (rules.rows + 1)
    masks = position.mask(colour) | position.mask(colour.opponent) << size
    octets = np.frombuffer(masks.to_bytes((2 * size + 7) // 8, "little"), np.uint8)
    bits = np.unpackbits(octets, count=2 * size, bitorder="little").view(np.int8)
    cells = bits.reshape(2, rules.columns, rules.rows + 1)
    return np.ascontiguousarray(cells[..., rules.rows - 1 :: -1].transpose(2, 1, 0))


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


def start_positions(starts: Starts | None, rules: Rules) -> Batch | None:
    """Return the positions that games start from, None for the empty board.

    Raises ValueError for other rules, for a position that is over, and if there are none.
    """
    if starts is None:
        return None
    is_one = isinstance(starts, str | Position) or hasattr(starts, "position")
    several: Any = [starts] if is_one else starts
    positions = [position_of(each, rules) for each in several]
    if not positions:
        raise ValueError("starts are one position or more, not none")
    for position in positions:
        if position.is_over:
            raise ValueError(f"the game is over in the start position {position.text}")
    return Batch(positions, rules)


class OneGame:
    """What the environments of a single game share: its rules and position, regret and rendering."""

    def __init__(
        self,
        rules: Rules | None,
        render_mode: str | None,
        regret: bool | Limits,
        starts: Starts | None = None,
        tensor: bool = False,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(
                f"render_mode must be {', '.join(RENDER_MODES)} or None, not {render_mode!r}"
            )
        self.rules = checked_rules(rules)
        self.render_mode = render_mode
        self._judge = judge_for(self.rules, regret)
        self._starts = start_positions(starts, self.rules)
        self._is_tensor = tensor
        self._position = Position(self.rules)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._position

    def action_masks(self) -> NDArray[np.bool_]:
        """Return ``bool[columns]``: the actions that can be played, as MaskablePPO asks for them."""
        masks = np.zeros(self.rules.columns, bool)
        masks[[column - 1 for column in self._position.legal_columns]] = True
        return masks

    def render(self) -> Any:
        """Return the board as text for ``ansi``, as ``uint8[height, width, 3]`` for ``rgb_array``.

        For ``human`` it is printed in colours, also after every reset and step.
        """
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return draw_text(self._position)
        if self.render_mode == "human":
            print(draw_text(self._position, ansi=True), flush=True)
            return None
        png = BytesIO(draw_png(self._position))  # raises an error that names a missing extra
        from PIL import Image

        return np.asarray(Image.open(png).convert("RGB"))

    def _begin(self, options: dict[str, Any] | None, chance: np.random.Generator) -> None:
        """Set up the start of a new game: that of the option ``start``, or one of the starts."""
        start = (options or {}).get("start")
        starts = self._starts if start is None else start_positions(start, self.rules)
        self._position = Position(self.rules)
        if starts is not None:
            self._position = starts[int(chance.integers(len(starts)))]

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _info(self) -> dict[str, Any]:
        """Return what each action of the side to move costs, if that was asked for and is known."""
        if self._judge is None or self._position.is_over:
            return {}
        regret = self._judge.regret(self._position)
        return {} if regret is None else {"regret": regret}
