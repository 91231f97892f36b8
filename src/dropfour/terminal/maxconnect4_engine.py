"""The default engine of Max-Connect4's file modes: alpha-beta to a depth, then exact to the end."""

from __future__ import annotations

import time
from dataclasses import replace

from dropfour.arguments import PositionLike
from dropfour.engines.engine import NO_LIMITS, Choice, Limits, Score, turn_of
from dropfour.engines.exact import SolverCache
from dropfour.engines.registry import engine
from dropfour.position import Position
from dropfour.scores import best_range

SEARCH = "alphabeta:parity"
SOLVING_TIME_S = 1.0

# With more empty cells than this a proof is out of reach in such a time, unless the book has the score.
_MOST_EMPTY_CELLS = 30
# By the clock a proof may take this many times as long: on a busy machine a second is not a second of
# processor time, and too short for positions that usually take half of it.
_PATIENCE = 10


class MaxConnect4Engine:
    """Plays exactly while the opening book has the position, and once it can solve the position within
    *solving_time_s* of processor time; otherwise it searches within its limits. Of a time limit, at most
    half goes to an attempt to solve.
    """

    def __init__(self, solving_time_s: float = SOLVING_TIME_S) -> None:
        self._search = engine(SEARCH)
        self._solving_time_s = solving_time_s
        self._solvers = SolverCache()

    @property
    def name(self) -> str:
        return "maxconnect4"

    def choose(self, position: PositionLike, limits: Limits = NO_LIMITS) -> Choice:
        """Return a legal choice; raise ValueError if the game is over."""
        position = turn_of(position, limits)
        started = time.monotonic()
        choice = self._prove(position, limits)
        if choice is None:
            choice = self._search.choose(position, limits.after(time.monotonic() - started))
        return replace(choice, time_s=time.monotonic() - started)

    def _prove(self, position: Position, limits: Limits) -> Choice | None:
        solver = self._solvers.get(position.rules)
        empty_cells = position.rules.cell_count - position.ply
        if empty_cells > _MOST_EMPTY_CELLS and not solver.knows(position):
            return None
        longest_s = _PATIENCE * self._solving_time_s
        if limits.time_s is not None:
            longest_s = min(longest_s, limits.time_s / 2)
        started, used_s = time.monotonic(), time.thread_time()
        while (left_s := longest_s - (time.monotonic() - started)) > 0:
            proof = replace(limits, depth=None, time_s=min(left_s, self._solving_time_s))
            ranked = solver.rank(position, limits=proof)
            known = best_range(position, ranked.columns)
            best = [column for column, each in ranked.columns.items() if each.low >= known.high]
            if best:
                column = solver.pick(position, ranked, left_s)
                return Choice(column, Score(known.low), nodes=ranked.nodes, variation=(column,))
            is_stopped = limits.stop is not None and limits.stop.is_set
            is_spent = time.thread_time() - used_s >= self._solving_time_s
            if is_stopped or is_spent or limits.nodes is not None:
                break
        return None
