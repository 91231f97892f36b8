"""Analyses that build on each other: shared solvers, and exact analyses remembered."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from dropfour.engines.engine import Limits
from dropfour.engines.exact import DEFAULT_TABLE_MIB, Solver, SolverCache
from dropfour.engines.proof import Analysis, ColumnScore, SearchProgress
from dropfour.position import Position
from dropfour.rules import Rules

_SOLVERS = 8
_REMEMBERED = 2000


class Analyst:
    """Analyses positions for any number of threads.

    It keeps a solver for each of the last few rules, with all its proofs, and remembers positions all of
    whose columns are proven.
    """

    def __init__(self, table_mib: int = DEFAULT_TABLE_MIB) -> None:
        self._solvers = SolverCache(_SOLVERS, table_mib=table_mib)
        self._known: OrderedDict[Position, Analysis] = OrderedDict()
        self._lock = threading.Lock()

    def solver(self, rules: Rules) -> Solver:
        """Return the solver for *rules*."""
        return self._solvers.get(rules)

    def known(self, position: Position) -> Analysis | None:
        """Return the exact analysis of *position* if there was one before."""
        with self._lock:
            return self._known.get(position)

    def analyse(
        self,
        position: Position,
        limits: Limits,
        on_column: Callable[[ColumnScore], None] | None = None,
        progress: Callable[[SearchProgress], None] | None = None,
    ) -> Analysis:
        """Return what is proven of every column within the limits; see `Solver.analyse`."""
        known = self.known(position)
        if known is not None:
            for column, proven in known.columns.items():
                if on_column is not None:
                    on_column(ColumnScore(column, proven))
            return replace(known, solver=self.solver(position.rules))
        analysis = self.solver(position.rules).analyse(
            position, limits=limits, on_column=on_column, progress=progress
        )
        if analysis.is_exact:
            with self._lock:
                # Without its solver, which a thread may drop for other rules.
                self._known[position] = replace(analysis, solver=None)
                while len(self._known) > _REMEMBERED:
                    self._known.popitem(last=False)
        return analysis
