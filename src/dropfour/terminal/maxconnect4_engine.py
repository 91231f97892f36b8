"""The default engine of Max-Connect4's file modes: alpha-beta to a depth, then exact to the end."""

from __future__ import annotations

import time
from dataclasses import replace

from dropfour.engines.engine import NO_LIMITS, Choice, Limits, Score, check_turn
from dropfour.engines.proof import best_range
from dropfour.engines.registry import engine
from dropfour.engines.reused_solver import ReusedSolver
from dropfour.position import Position

SEARCH = "alphabeta:parity"
SOLVING_TIME_S = 1.0

# With more empty cells than this a proof is out of reach in such a time, unless the book has the score.
_MOST_EMPTY_CELLS = 30
# If it has, some move is worth that score, and a search that takes longer is sure to find it: the last
# positions of a repertoire take half a second, or several on a busy machine.
_PATIENCE = 10


class MaxConnect4Engine:
    """Plays exactly while the opening book has the position, and once it can solve the position within
    *solving_time_s*; otherwise it searches within its limits. Of a time limit, at most half goes to an
    attempt to solve.
    """

    def __init__(self, solving_time_s: float = SOLVING_TIME_S) -> None:
        self._search = engine(SEARCH)
        self._solving_time_s = solving_time_s
        self._solver = ReusedSolver()

    @property
    def name(self) -> str:
        return "maxconnect4"

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        """Return a legal choice; raise ValueError if the game is over."""
        check_turn(position, limits)
        started = time.monotonic()
        choice = self._prove(position, limits)
        if choice is None:
            choice = self._search.choose(position, limits.after(time.monotonic() - started))
        return replace(choice, time_s=time.monotonic() - started)

    def _prove(self, position: Position, limits: Limits) -> Choice | None:
        solver = self._solver.for_rules(position.rules)
        is_known = solver.knows(position)
        if not is_known and position.rules.cell_count - position.ply > _MOST_EMPTY_CELLS:
            return None
        time_s = self._solving_time_s * (_PATIENCE if is_known else 1)
        if limits.time_s is not None:
            time_s = min(time_s, limits.time_s / 2)
        proof = Limits(time_s=time_s, nodes=limits.nodes, stop=limits.stop)
        ranked = solver.rank(position, limits=proof)
        known = best_range(ranked.columns)
        best = [column for column, each in ranked.columns.items() if each.low >= known.high]
        if not best:
            return None
        middle = next(column for column in position.columns_from_middle if column in best)
        column = solver.prefer(position, best) or middle
        return Choice(column, Score(known.low), nodes=ranked.nodes, variation=(column,))
