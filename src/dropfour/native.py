"""Positions in the form of the native core."""

from __future__ import annotations

from collections.abc import Callable

from dropfour import _native
from dropfour.position import RED, Position
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


def position_of(board: _native.Board, before: Position) -> Position:
    """Return the Python twin of *board*, a position of the game after *before*."""
    own_mask, occupied_mask = (int.from_bytes(mask, "little") for mask in board.masks())
    is_same = (occupied_mask.bit_count() - before.ply) % 2 == 0
    to_move = before.to_move if is_same else before.to_move.opponent
    masks = own_mask, own_mask ^ occupied_mask
    red_mask, yellow_mask = masks if to_move is RED else masks[::-1]
    return Position._make(before.rules, red_mask, yellow_mask, to_move, 0)


def empty_native_board(rules: Rules) -> _native.Board:
    """Return the native empty board, which also stands for the rules."""
    return native_board(Position(rules))


def count_sequences(
    position: Position, depth: int, on_count: Callable[[int], object] | None = None
) -> int:
    """Count the move sequences of *depth* plies, a finished game has none; in native code.

    *on_count* is called with each part of the count, and may raise an exception to end it.
    """
    depth = checked_depth(depth)
    if depth > position.rules.cell_count - position.ply:
        return 0
    if depth > _NATIVE_PLIES:
        after = map(position.play, position.legal_columns)
        return sum(count_sequences(each, depth - 1, on_count) for each in after)
    count = native_board(position).perft(depth)
    if on_count is not None:
        on_count(count)
    return count
