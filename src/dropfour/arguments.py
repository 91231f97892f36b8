"""What functions accept as a position."""

from __future__ import annotations

from typing import Protocol

from dropfour.position import Position
from dropfour.rules import Rules


class HasPosition(Protocol):
    """A game, an analysis, or anything else that is about one position."""

    @property
    def position(self) -> Position: ...


PositionLike = Position | str | HasPosition


def position_of(given: PositionLike, rules: Rules | None = None) -> Position:
    """Return the position that *given* is, describes or has.

    A text is a position string, or a move string played from the empty board of *rules* (default: the
    classic 7x6); of a game it is the current position.
    """
    if isinstance(given, Position):
        return given
    if isinstance(given, str):
        return Position.parse(given) if "." in given else Position.from_moves(given, rules)
    position = getattr(given, "position", None)
    if isinstance(position, Position):
        return position
    raise TypeError(f"expected a Position, a move string such as '4455' or a Game, not {given!r}")
