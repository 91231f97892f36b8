"""Plain Python functions as engines: what a function means, and the engine that plays by a chooser."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from typing import Any, Literal

from dropfour.arguments import PositionLike
from dropfour.engines.engine import NO_LIMITS, Choice, Limits, turn_of
from dropfour.position import Position

Kind = Literal["choose", "evaluate", "agent"]
_CHOOSING = ("choose", "pick", "play", "best_move", "agent")


def kind_of(name: str, function: Callable[..., Any]) -> Kind:
    """Return what a function is: with two parameters an agent; with a name such as ``evaluate``,
    ``score`` or ``heuristic``, or a result annotated as float, an evaluation; otherwise a chooser."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return "choose"
    required = [
        parameter
        for parameter in signature.parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    if len(required) == 2 or name == "agent":
        return "agent"
    if signature.return_annotation in (float, "float"):
        return "evaluate"
    return "evaluate" if any(word in name for word in ("eval", "score", "heuristic")) else "choose"


def is_called_a_chooser(function: Callable[..., Any]) -> bool:
    """Return whether the name of *function* says that it returns a column."""
    return name_of(function).startswith(_CHOOSING)


def name_of(function: Callable[..., Any]) -> str:
    """Return what to call *function*."""
    return getattr(function, "__name__", type(function).__name__)


class ChooserEngine:
    """Plays the column that a function of the position returns."""

    def __init__(self, name: str, function: Callable[[Position], Any]) -> None:
        self.name = name
        self._function = function

    def choose(self, position: PositionLike, limits: Limits = NO_LIMITS) -> Choice:
        return Choice(checked_column(self._function(turn_of(position, limits))))

    def __repr__(self) -> str:
        return f"<Engine {self.name}>"


def engine_by(function: Callable[[Position], Any]) -> ChooserEngine:
    """Return the engine that plays by *function*, and is named after it; TypeError for an evaluation."""
    name = name_of(function)
    if kind_of(name, function) == "evaluate":
        raise TypeError(
            f"{name} seems to be an evaluation, and a player is a function that returns a column: "
            f"register('mine', {name}) makes it the engine 'mine'"
        )
    return ChooserEngine(name, function)


def checked_column(value: Any) -> int:
    """Return what a function chose; raise ValueError if it is not a column."""
    try:
        return operator.index(value)
    except TypeError:
        kind = type(value).__name__
        raise ValueError(f"returned {kind} {str(value)[:40]!r}, expected a column") from None
