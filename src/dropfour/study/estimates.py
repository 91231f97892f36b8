"""Estimates of the columns that a search cannot prove: what the strongest evaluation expects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dropfour import _native
from dropfour.engines.engine import Limits
from dropfour.engines.proof import Analysis
from dropfour.native import native_board
from dropfour.position import Position
from dropfour.rules import Objective


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
    flag = None if limits.stop is None else limits.stop._flag
    found = _native.estimate_column(
        native_board(position), column, limits.depth, limits.time_s, limits.nodes, flag
    )
    return None if found is None else ColumnEstimate(column, *found)


def estimates(analysis: Analysis, limits: Limits) -> Iterator[ColumnEstimate]:
    """Yield an estimate of each column whose result is not proven; the limits hold for each column."""
    position = analysis.position
    counts_lines = position.rules.objective is Objective.MOST_LINES
    for column in position.columns_from_middle:
        known = analysis.columns[column]
        if known.is_exact if counts_lines else known.outcome is not None:
            continue
        if (found := estimate_column(position, column, limits)) is not None:
            yield found
