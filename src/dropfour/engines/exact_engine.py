"""ExactEngine: plays a column proven best, or the best estimate where the proof takes too long."""

from __future__ import annotations

import time
from dataclasses import replace

from dropfour.engines.engine import (
    NO_LIMITS,
    Choice,
    Engine,
    Limits,
    Score,
    check_turn,
    checked_seed,
)
from dropfour.engines.exact import DEFAULT_TABLE_MIB, SolverCache
from dropfour.engines.mood import mood_of
from dropfour.engines.native_search import drawn
from dropfour.position import Position
from dropfour.scores import column_scores

DEFAULT_TIME_S = 0.9

# The share of the time for the proof; the rest is for the estimate, if one is needed.
_PROOF_SHARE = 0.75


class ExactEngine:
    """Chooses a column proven to be as good as any, the quickest of wins and the slowest of losses.

    Where the limits do not suffice for a proof, it never plays a column proven worse than another, and
    *adviser* chooses among the rest. With a *seed* it picks among equally good columns at random, and
    repeatably; without one it takes the column nearest the middle. If the book has a repertoire, it
    stays within it. Threads may share it.
    """

    def __init__(
        self,
        adviser: Engine,
        *,
        name: str = "exact",
        threads: int = 1,
        table_mib: int = DEFAULT_TABLE_MIB,
        seed: int | None = None,
    ) -> None:
        self.name = name
        self._adviser = adviser
        self._seed = None if seed is None else checked_seed(seed)
        self._solvers = SolverCache(table_mib=table_mib, threads=threads)

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        """Return the best column known within the limits; raise ValueError if the game is over."""
        check_turn(position, limits)
        started = time.monotonic()
        time_s = limits.time_s or DEFAULT_TIME_S
        solver = self._solvers.get(position.rules)
        ranked = solver.rank(position, limits=replace(limits, time_s=time_s * _PROOF_SHARE))
        known = column_scores(position, ranked.columns)
        candidates, proven = known.not_worse, known.best
        low, high = known.range
        score = Score(low) if low == high else None
        nodes = ranked.nodes
        if proven:
            column = solver.prefer(position, proven) or self._pick(position, proven)
        else:
            left_s = max(0.01, time_s - (time.monotonic() - started) - 0.02)
            advice = self._adviser.choose(position, replace(limits, time_s=left_s))
            nodes += advice.nodes
            column = advice.column
            if column not in candidates:
                column = self._pick(position, candidates)
            elif score is None:
                score = advice.score
        spent = time.monotonic() - started
        mood = None if score is None else mood_of(score)
        return Choice(column, score, None, nodes, (column,), spent, mood)

    def _pick(self, position: Position, columns: list[int]) -> int:
        if self._seed is not None:
            return drawn(position, self._seed, columns)
        return next(column for column in position.columns_from_middle if column in columns)
