"""ReusedSolver: one solver for a sequence of positions, replaced only when the rules change."""

from __future__ import annotations

from dropfour.engines.exact import DEFAULT_TABLE_MIB, Solver, checked_sizes
from dropfour.rules import Rules


class ReusedSolver:
    """Keeps the last solver, so that positions of one game share its transposition table.

    Threads may share it.
    """

    def __init__(self, table_mib: int = DEFAULT_TABLE_MIB, threads: int = 1) -> None:
        self._table_mib, self._threads = checked_sizes(table_mib, threads)
        self._solver: Solver | None = None

    def for_rules(self, rules: Rules) -> Solver:
        """Return the solver of the previous call, or a new one if that was for other rules."""
        solver = self._solver  # another thread may replace it meanwhile
        if solver is None or solver.rules != rules:
            solver = self._solver = Solver(rules, table_mib=self._table_mib, threads=self._threads)
        return solver
