"""Positions in the form of the native core."""

from __future__ import annotations

from dropfour import _native
from dropfour.position import RED, YELLOW, Position
from dropfour.rules import Objective, Rules, checked_depth

_NATIVE_PLIES = 7  # counted without a look at Ctrl+C


def native_board(position: Position) -> _native.Board:
    """Return the native twin of *position*."""
    rules = position.rules
    size = rules.columns * (rules.rows + 1) // 8 + 1
    return _native.Board(
        rules.columns,
        rules.rows,
        rules.connect,
        _counts_lines(rules.objective),
        position.mask(position.to_move).to_bytes(size, "little"),
        position.occupied_mask.to_bytes(size, "little"),
    )


def _counts_lines(objective: Objective) -> bool:
    """Whether native code counts lines. An objective that it does not know is not taken for another."""
    if objective is Objective.MOST_LINES:
        return True
    if objective is Objective.FIRST_LINE:
        return False
    raise NotImplementedError(f"native code does not know the objective {objective}")


def position_from(board: _native.Board, rules: Rules) -> Position:
    """Return the position of which *board* is the native twin, of a game that red has begun."""
    own, occupied = (int.from_bytes(mask, "little") for mask in board.masks())
    other = occupied & ~own
    is_reds_turn = occupied.bit_count() % 2 == 0
    masks, mover = ((own, other), RED) if is_reds_turn else ((other, own), YELLOW)
    return Position.from_masks(*masks, rules, mover)


def empty_native_board(rules: Rules) -> _native.Board:
    """Return the native empty board, which also stands for the rules."""
    return native_board(Position(rules))


def count_sequences(position: Position, depth: int) -> int:
    """Count the move sequences of *depth* plies, a finished game has none; in native code."""
    depth = checked_depth(depth)
    if depth <= _NATIVE_PLIES:
        return native_board(position).perft(depth)
    columns = position.legal_columns
    return sum(count_sequences(position.play(column), depth - 1) for column in columns)
