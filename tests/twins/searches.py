"""Minimax in plain Python, which defines what the searches of ``native/engines`` find.

A value belongs to the side to move. A won FIRST_LINE game is worth WIN plus its exact score, so that
sooner is better, and a draw 0; a MOST_LINES game is worth the difference in lines. A *discount* below 1
multiplies a value each time it is passed up the tree, which also makes sooner better; a won game is then
worth WIN alone, or the largest value on the evaluation's own scale.

Of equal moves the one nearest the middle is chosen, the left one of two.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from dropfour import Objective, Position
from dropfour.engines.engine import NO_LIMITS, Limits
from dropfour.engines.evaluations import Evaluation
from dropfour.scores import finished_score

WIN = 1_000_000.0
CONVOLUTION_WIN = 200.0


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of a search, for the side to move."""

    column: int
    value: float
    depth: int
    is_settled: bool  # no deeper search could change the result


def deepen(position: Position, at_depth: Callable[[int], Findings], limits: Limits) -> Findings:
    """Search one ply deeper each time."""
    left = position.rules.cell_count - position.ply
    depth = left if limits.depth is None else min(limits.depth, left)
    found = at_depth(1)
    for plies in range(2, depth + 1):
        if found.is_settled:
            break
        found = at_depth(plies)
    return found


@dataclass(frozen=True, slots=True)
class Values:
    """The values of a search: of estimates, of finished games, and when passed up the tree."""

    evaluation: Evaluation
    discount: float = 1.0
    win: float = WIN  # where values are discounted

    def finished(self, position: Position) -> float:
        score = finished_score(position)
        if score == 0 or position.rules.objective is Objective.MOST_LINES:
            return score
        # Only the side not to move can have completed the line that ended the game.
        return score - WIN if self.discount == 1 else -self.win

    def is_settled(self, position: Position, value: float, depth: int) -> bool:
        """Return whether a deeper search would find the same: it saw the end, or a forced one."""
        if position.ply + depth >= position.rules.cell_count:
            return True
        is_first_line = position.rules.objective is Objective.FIRST_LINE
        return is_first_line and self.discount == 1 and abs(value) >= WIN


def minimax(position: Position, values: Values, limits: Limits = NO_LIMITS) -> Findings:
    """Search every move to a fixed depth."""

    def search(position: Position, depth: int) -> float:
        if position.is_over:
            return values.finished(position)
        return values.evaluation(position) if depth == 0 else best_of(position, depth)[0]

    def best_of(position: Position, depth: int) -> tuple[float, int]:
        best, chosen = -math.inf, 0
        for column in position.columns_from_middle:
            value = -values.discount * search(position.play(column), depth - 1)
            if value > best:
                best, chosen = value, column
        return best, chosen

    def at_depth(depth: int) -> Findings:
        value, column = best_of(position, depth)
        return Findings(column, value, depth, values.is_settled(position, value, depth))

    return deepen(position, at_depth, limits)
