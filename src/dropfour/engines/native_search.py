"""The searches and evaluations of ``native/engines``, called with positions and limits."""

from __future__ import annotations

from collections.abc import Sequence

from dropfour import _native
from dropfour.engines.engine import NO_LIMITS, Limits
from dropfour.native import native_board
from dropfour.position import Position


def estimate(position: Position, evaluation: str) -> float:
    """Return a native evaluation of an unfinished game, for the side to move."""
    return _native.estimate(native_board(position), evaluation)


def minimax(
    position: Position, evaluation: str, discount: float = 1.0, limits: Limits = NO_LIMITS
) -> _native.Findings:
    """Search as searches.minimax does, with a native evaluation."""
    return _native.search_minimax(
        native_board(position),
        evaluation,
        discount,
        *_depth_time_nodes_stop(limits),
    )


def alphabeta(
    position: Position, evaluation: str, discount: float = 1.0, limits: Limits = NO_LIMITS
) -> _native.Findings:
    """Search as searches.alphabeta does, with a native evaluation, a transposition table and better move
    ordering."""
    return _native.search_alphabeta(
        native_board(position),
        evaluation,
        discount,
        *_depth_time_nodes_stop(limits),
    )


def averaging(position: Position, limits: Limits = NO_LIMITS) -> _native.Findings:
    """Search as averaging.averaging does."""
    return _native.search_averaging(native_board(position), *_depth_time_nodes_stop(limits))


def tree_search(position: Position, seed: int, limits: Limits = NO_LIMITS) -> _native.Findings:
    """Search by Monte Carlo tree search; `Limits.nodes` counts the random games.

    The value is their mean result, from -1 (all lost) to 1 (all won).
    """
    return _native.search_tree(
        native_board(position), seed, limits.time_s, limits.nodes, _flag(limits)
    )


def drawn(position: Position, seed: int, columns: Sequence[int]) -> int:
    """Return one of *columns* at random, the same for the same seed and position."""
    return columns[_native.draw(native_board(position), seed, len(columns))]


def _depth_time_nodes_stop(
    limits: Limits,
) -> tuple[int | None, float | None, int | None, _native.StopFlag | None]:
    return limits.depth, limits.time_s, limits.nodes, _flag(limits)


def _flag(limits: Limits) -> _native.StopFlag | None:
    return None if limits.stop is None else limits.stop._flag
