"""What functions accept as a position."""

from __future__ import annotations

from dropfour.position import Position


def position_of(given: Position | str) -> Position:
    """Return a position as it is, and a move string as the classic 7x6 position it leads to."""
    if isinstance(given, str):
        return Position.from_moves(given)
    if not isinstance(given, Position):
        raise TypeError(f"expected a Position or a move string such as '4455', not {given!r}")
    return given


def checked_position(value: object) -> Position:
    """Return *value*; raise TypeError unless it is a Position."""
    if isinstance(value, Position):
        return value
    raise TypeError(
        f"expected a Position, not {value!r}; Position.from_moves takes a move string such as '4455'"
    )
