"""The searches in plain Python: what an evaluation written in Python is searched with, and the reference
for their fast twins in ``native/engines``.

A value belongs to the side to move. A FIRST_LINE game is worth WIN and its exact score to the winner,
so that sooner is better, and 0 if drawn; a MOST_LINES game the difference in lines. With a *discount*
(0.9 in document 002) a value is multiplied by it each time it is passed up, which prefers sooner by
itself: then a won game is worth WIN alone, or what the evaluation's own scale says.

Of equal moves the one nearest the middle is chosen, the left one of two.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from dropfour.engines.engine import NO_LIMITS, Limits
from dropfour.engines.evaluations import WIN, Evaluation
from dropfour.engines.proof import finished_score
from dropfour.position import Position
from dropfour.rules import Objective

# An estimate never reaches what a won game is worth.
_LARGEST_ESTIMATE = WIN / 2


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search found out, for the side to move; twin of ``_native.Findings``."""

    column: int
    value: float = 0.0
    depth: int = 0  # plies searched in full; 0: there was no time for one
    nodes: int = 0
    variation: tuple[int, ...] = ()
    is_settled: bool = False  # no deeper search could change it


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
    """Search deeper and deeper, and return what the last search that came to its end found."""
    found = Findings(position.columns_from_middle[0])
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
    """What positions are worth to a search: estimates, finished games, and values passed up."""

    evaluation: Evaluation
    discount: float = 1.0
    win: float = WIN  # where values are discounted

    def estimate(self, position: Position) -> float:
        value = float(self.evaluation(position))
        if math.isnan(value):
            raise ValueError("the evaluation returned not a number (NaN)")
        return max(-_LARGEST_ESTIMATE, min(_LARGEST_ESTIMATE, value))

    def finished(self, position: Position) -> float:
        score = finished_score(position)
        if score == 0 or position.rules.objective is Objective.MOST_LINES:
            return score
        # Only the side that waits can have made the line that ended the game.
        return score - WIN if self.discount == 1 else -self.win

    def passed_up(self, value: float) -> float:
        return -self.discount * value

    def is_settled(self, position: Position, value: float, depth: int) -> bool:
        """Tell whether a deeper search would find the same: it saw the end, or a forced one."""
        if position.ply + depth >= position.rules.cell_count:
            return True
        is_first_line = position.rules.objective is Objective.FIRST_LINE
        return is_first_line and self.discount == 1 and abs(value) >= WIN


def minimax(position: Position, values: Values, limits: Limits = NO_LIMITS) -> Findings:
    """Look at every move to a fixed depth (documents 003 and 004)."""
    budget = Budget(limits)

    def search(position: Position, depth: int) -> tuple[float, tuple[int, ...]]:
        budget.spend()
        if position.is_over:
            return values.finished(position), ()
        if depth == 0:
            return values.estimate(position), ()
        return best_of(position, depth)

    def best_of(position: Position, depth: int) -> tuple[float, tuple[int, ...]]:
        best, variation = -math.inf, tuple[int, ...]()
        for column in position.columns_from_middle:
            value, rest = search(position.play(column), depth - 1)
            if values.passed_up(value) > best:
                best, variation = values.passed_up(value), (column, *rest)
        return best, variation

    def at_depth(depth: int) -> Findings:
        value, variation = best_of(position, depth)
        settled = values.is_settled(position, value, depth)
        return Findings(variation[0], value, depth, 0, variation, settled)

    return deepen(position, at_depth, limits, budget)


def alphabeta(position: Position, values: Values, limits: Limits = NO_LIMITS) -> Findings:
    """Find what minimax finds, leaving out what cannot change it (documents 002 to 004).

    The bounds are passed down through the discount, with a hair on either side, so that no rounding can
    cut off what minimax would have chosen.
    """
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
    hair = 1e-12
    return (
        low - abs(low) * hair if math.isfinite(low) else low,
        high + abs(high) * hair if math.isfinite(high) else high,
    )
