"""Estimates of the columns that a search cannot prove: what the strongest evaluation expects."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dropfour._native import Findings
from dropfour.engines import native_search
from dropfour.engines.engine import Limits
from dropfour.engines.parity import LINE
from dropfour.engines.proof import Analysis
from dropfour.position import Position
from dropfour.rules import Objective

# Of the logistic curve from values of `parity` to results: `python -m benchmarks.estimates`.
SHARE_SCALE = 10.0


@dataclass(frozen=True, slots=True)
class ColumnEstimate:
    """What the side to move can expect from a column, found by a search of *depth* plies.

    *value* is the expected result from 0 (a loss) to 1 (a win); in MOST_LINES, the expected difference
    in lines.
    """

    column: int
    value: float
    depth: int

    def to_dict(self) -> dict[str, Any]:
        return {"column": self.column, "value": self.value, "depth": self.depth}


def estimate_column(position: Position, column: int, limits: Limits) -> ColumnEstimate | None:
    """Return the estimate of *column*; None if its game is over or the limits allow no search."""
    child = position.play(column)
    if child.is_over:
        return None
    found = native_search.alphabeta(child, "parity", 1.0, limits)
    if not found.depth:
        return None
    value = searched_value(child, found)
    if position.rules.objective is Objective.MOST_LINES:
        expected = -value if found.is_settled else -value / LINE
    else:
        expected = 1 / (1 + math.exp(max(-50.0, min(50.0, value / SHARE_SCALE))))
    return ColumnEstimate(column, expected, found.depth + 1)


def searched_value(position: Position, found: Findings) -> float:
    """Return the value that a search has found, averaged with that of one ply less: whoever moves last
    before the evaluation looks better than they are."""
    if found.is_settled or found.depth == 1:
        return found.value
    less = Limits(depth=found.depth - 1)
    return (found.value + native_search.alphabeta(position, "parity", 1.0, less).value) / 2


def estimates(analysis: Analysis, limits: Limits) -> Iterator[ColumnEstimate]:
    """Yield an estimate of each column whose result is not proven; the limits hold for each column."""
    position = analysis.position
    is_race = position.rules.objective is Objective.MOST_LINES
    for column in position.columns_from_middle:
        known = analysis.columns[column]
        if known.is_exact if is_race else known.outcome is not None:
            continue
        if (found := estimate_column(position, column, limits)) is not None:
            yield found
