"""The searches in plain Python: for evaluations written in Python, and the reference for their native
twins in ``native/engines``.

A value belongs to the side to move. A won FIRST_LINE game is worth WIN plus its exact score, so that
sooner is better, and a draw 0; a MOST_LINES game is worth the difference in lines. A *discount* below 1
multiplies a value each time it is passed up the tree, which also makes sooner better; a won game is then
worth WIN alone, or the largest value on the evaluation's own scale.

Of equal moves the one nearest the middle is chosen, the left one of two.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from dropfour.engines.engine import NO_LIMITS, Limits
from dropfour.engines.evaluations import WIN, Evaluation
from dropfour.position import Position
from dropfour.rules import Objective, checked_number
from dropfour.scores import finished_score

# An estimate never reaches what a won game is worth.
_LARGEST_ESTIMATE = WIN / 2


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of a search, for the side to move, as ``_native.Findings``."""

    column: int
    value: float = 0.0
    depth: int = 0  # plies searched completely; 0: there was no time for one
    nodes: int = 0
    variation: tuple[int, ...] = ()
    is_settled: bool = False  # no deeper search could change the result


class OutOfBudget(Exception):
    """A search has reached its limits."""


class Budget:
    """Counts the nodes of a search and raises OutOfBudget when a limit is reached."""

    def __init__(self, limits: Limits = NO_LIMITS) -> None:
        self.nodes = 0
        self._limits = limits
        self._deadline = math.inf if limits.time_s is None else time.monotonic() + limits.time_s

    def spend(self) -> None:
        limits = self._limits
        if (
            (limits.nodes is not None and self.nodes >= limits.nodes)
            or (limits.stop is not None and limits.stop.is_set)
            or time.monotonic() >= self._deadline
        ):
            raise OutOfBudget
        self.nodes += 1


def deepen(
    position: Position, at_depth: Callable[[int], Findings], limits: Limits, budget: Budget
) -> Findings:
    """Search one ply deeper each time, and return the result of the last search that was completed."""
    first = position.columns_from_middle[0]
    found = Findings(first, variation=(first,))
    left = position.rules.cell_count - position.ply
    depth = left if limits.depth is None else min(limits.depth, left)
    try:
        for plies in range(1, depth + 1):
            found = at_depth(plies)
            if found.is_settled:
                break
    except OutOfBudget:
        pass
    return Findings(
        found.column, found.value, found.depth, budget.nodes, found.variation, found.is_settled
    )


@dataclass(frozen=True, slots=True)
class Values:
    """The values of a search: of estimates, of finished games, and when passed up the tree."""

    evaluation: Evaluation
    discount: float = 1.0
    win: float = WIN  # where values are discounted

    def estimate(self, position: Position) -> float:
        found = self.evaluation(position)
        if not isinstance(found, int | float):
            found = checked_number(found, "the value of an evaluation")
        value = float(found)
        if math.isnan(value):
            raise ValueError("the evaluation returned not a number (NaN)")
        return max(-_LARGEST_ESTIMATE, min(_LARGEST_ESTIMATE, value))

    def finished(self, position: Position) -> float:
        score = finished_score(position)
        if score == 0 or position.rules.objective is Objective.MOST_LINES:
            return score
        # Only the side not to move can have completed the line that ended the game.
        return score - WIN if self.discount == 1 else -self.win

    def passed_up(self, value: float) -> float:
        return -self.discount * value

    def is_settled(self, position: Position, value: float, depth: int) -> bool:
        """Return whether a deeper search would find the same: it saw the end, or a forced one."""
        if position.ply + depth >= position.rules.cell_count:
            return True
        is_first_line = position.rules.objective is Objective.FIRST_LINE
        return is_first_line and self.discount == 1 and abs(value) >= WIN


def minimax(position: Position, values: Values, limits: Limits = NO_LIMITS) -> Findings:
    """Search every move to a fixed depth."""
    return _search(position, values, limits, prunes=False)


def alphabeta(position: Position, values: Values, limits: Limits = NO_LIMITS) -> Findings:
    """Find what minimax finds, without searching moves that cannot change the result.

    The bounds are divided by the discount on the way down, and widened a little, so that rounding never
    cuts off a move that minimax would choose.
    """
    return _search(position, values, limits, prunes=True)


def _search(position: Position, values: Values, limits: Limits, prunes: bool) -> Findings:
    budget = Budget(limits)

    def search(
        position: Position, depth: int, low: float, high: float
    ) -> tuple[float, tuple[int, ...]]:
        budget.spend()
        if position.is_over:
            return values.finished(position), ()
        if depth == 0:
            return values.estimate(position), ()
        return best_of(position, depth, low, high)

    def best_of(
        position: Position, depth: int, low: float, high: float
    ) -> tuple[float, tuple[int, ...]]:
        best, variation = -math.inf, tuple[int, ...]()
        for column in position.columns_from_middle:
            bounds = _bounds_below(low, high, values.discount)
            value, rest = search(position.play(column), depth - 1, *bounds)
            if values.passed_up(value) > best:
                best, variation = values.passed_up(value), (column, *rest)
            if prunes:
                low = max(low, best)
                if low >= high:
                    break
        return best, variation

    def at_depth(depth: int) -> Findings:
        value, variation = best_of(position, depth, -math.inf, math.inf)
        settled = values.is_settled(position, value, depth)
        return Findings(variation[0], value, depth, 0, variation, settled)

    return deepen(position, at_depth, limits, budget)


def _bounds_below(low: float, high: float, discount: float) -> tuple[float, float]:
    """Return the bounds of a child."""
    if discount == 1:
        return -high, -low
    low, high = -high / discount, -low / discount
    margin = 1e-12
    return (
        low - abs(low) * margin if math.isfinite(low) else low,
        high + abs(high) * margin if math.isfinite(high) else high,
    )
