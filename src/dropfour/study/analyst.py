"""What a search thread does: choose for an engine, analyse columns, look for a hint.

Everything here blocks, and runs in the pool. Each thread keeps a few solvers, so that positions of the
same game profit from what was proven before.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from dropfour.engines.engine import Limits
from dropfour.engines.exact import Solver
from dropfour.engines.proof import Analysis, ColumnScore, SearchProgress
from dropfour.position import Position
from dropfour.rules import Rules

_SOLVERS_PER_THREAD = 2
_REMEMBERED = 2000


class Analyst:
    """Solvers for the threads of a pool, and finished analyses for everybody."""

    def __init__(self, table_mib: int) -> None:
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
        """Return the exact analysis of *position* if somebody has asked for it before."""
        with self._lock:
            return self._known.get(position)

    def analyse(
        self,
        position: Position,
        limits: Limits,
        on_column: Callable[[ColumnScore], None] | None = None,
        progress: Callable[[SearchProgress], None] | None = None,
    ) -> Analysis:
        """Return what is proven of every column within the limits; what is known is told at once."""
        known = self.known(position)
        if known is not None:
            for column, proven in known.columns.items():
                if on_column is not None:
                    on_column(ColumnScore(column, proven))
            return known
        analysis = self.solver(position.rules).analyse(
            position, limits=limits, on_column=on_column, progress=progress
        )
        if analysis.is_exact:
            with self._lock:
                self._known[position] = analysis
                while len(self._known) > _REMEMBERED:
                    self._known.popitem(last=False)
        return analysis
