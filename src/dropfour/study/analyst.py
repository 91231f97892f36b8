"""Analyses that build on each other: solvers kept for each thread, and exact analyses remembered."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from dropfour.engines.engine import Limits
from dropfour.engines.exact import DEFAULT_TABLE_MIB, Solver
from dropfour.engines.proof import Analysis, ColumnScore, SearchProgress
from dropfour.position import Position
from dropfour.rules import Rules

_SOLVERS_PER_THREAD = 2
_REMEMBERED = 2000


class Analyst:
    """Analyses positions for several threads.

    Each thread has solvers of its own, which remember what they proved earlier in the same game; what
    is proven of all columns of a position is remembered for every thread.
    """

    def __init__(self, table_mib: int = DEFAULT_TABLE_MIB) -> None:
        self._table_mib = table_mib
        self._of_thread = threading.local()
        self._known: OrderedDict[Position, Analysis] = OrderedDict()
        self._lock = threading.Lock()

    def solver(self, rules: Rules) -> Solver:
        """Return this thread's solver for *rules*."""
        solvers: OrderedDict[Rules, Solver] | None = getattr(self._of_thread, "solvers", None)
        if solvers is None:
            solvers = self._of_thread.solvers = OrderedDict()
        solver = solvers.pop(rules, None)
        if solver is None:
            while len(solvers) >= _SOLVERS_PER_THREAD:
                solvers.popitem(last=False)
            solver = Solver(rules, table_mib=self._table_mib)
        solvers[rules] = solver
        return solver

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
