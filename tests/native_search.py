"""The searches and evaluations of ``native/engines``, called with positions and limits."""

from dropfour import _native
from dropfour.engines.engine import NO_LIMITS, Limits
from dropfour.native import native_board
from dropfour.position import Position


def estimate(position: Position, evaluation: str) -> float:
    return _native.estimate(native_board(position), evaluation)


def minimax(
    position: Position, evaluation: str, discount: float = 1.0, limits: Limits = NO_LIMITS
) -> _native.Choice:
    return _find(f"minimax:{evaluation},discount={discount}", position, limits)


def alphabeta(
    position: Position, evaluation: str, discount: float = 1.0, limits: Limits = NO_LIMITS
) -> _native.Choice:
    return _find(f"alphabeta:{evaluation},discount={discount}", position, limits)


def averaging(position: Position, limits: Limits = NO_LIMITS) -> _native.Choice:
    return _find("averaging", position, limits)


def tree_search(position: Position, seed: int, limits: Limits = NO_LIMITS) -> _native.Choice:
    return _find(f"mcts:seed={seed}", position, limits)


def _find(spec: str, position: Position, limits: Limits) -> _native.Choice:
    parsed = _native.parse_spec(spec, [])
    flag = None if limits.stop is None else limits.stop._flag
    given = (limits.depth, limits.time_s, limits.nodes, flag)
    return _native.choose(parsed, native_board(position), 0, *given, None)
