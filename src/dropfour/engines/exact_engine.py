"""ExactEngine: plays what is proven best, and what a search estimates where nothing is proven."""

from __future__ import annotations

import random
import time
from dataclasses import replace

from dropfour.engines.engine import NO_LIMITS, Choice, Engine, Limits, Score
from dropfour.engines.exact import DEFAULT_TABLE_MIB, Solver
from dropfour.engines.mood import mood_of
from dropfour.engines.proof import ScoreRange
from dropfour.position import Position
from dropfour.rules import Rules

DEFAULT_TIME_S = 0.9

# Of the time there is, so much goes into the proof; the rest is for the estimate, if one is needed.
_PROOF_SHARE = 0.75


class ExactEngine:
    """Chooses a column proven to be as good as any, the quickest of wins and the slowest of losses.

    Where the limits do not suffice for a proof it never plays a column proven worse than another, and
    asks *adviser* about the rest. With a *seed* it draws among equally good columns, and draws the same
    ones again; without one it takes the one nearest the middle. Safe to share between threads.
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
        self._threads, self._table_mib = threads, table_mib
        self._seed = seed
        self._solver: Solver | None = None

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        """Return the best column known within the limits; raise ValueError if the game is over."""
        if position.is_over:
            raise ValueError("the game is over: there is no column to choose")
        started = time.monotonic()
        time_s = limits.time_s or DEFAULT_TIME_S
        solver = self._solver_for(position.rules)
        ranked = solver.rank(position, limits=replace(limits, time_s=time_s * _PROOF_SHARE))
        candidates = _not_worse(ranked.columns)
        known = ScoreRange(
            max(known.low for known in ranked.columns.values()),
            max(known.high for known in ranked.columns.values()),
        )
        proven = [column for column in candidates if ranked.columns[column].low >= known.high]
        score = Score(known.low) if known.is_exact else None
        nodes = ranked.nodes
        if proven:
            column = self._pick(position, proven)
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

    def _solver_for(self, rules: Rules) -> Solver:
        """Return the solver of the last game, which remembers, or a new one for other rules."""
        solver = self._solver  # another thread may replace it
        if solver is None or solver.rules != rules:
            solver = Solver(rules, table_mib=self._table_mib, threads=self._threads)
            self._solver = solver
        return solver

    def _pick(self, position: Position, columns: list[int]) -> int:
        if self._seed is not None:
            return random.Random(f"{self._seed} {position.key}").choice(columns)
        return next(column for column in position.columns_from_middle if column in columns)


def _not_worse(columns: dict[int, ScoreRange]) -> list[int]:
    """Return the columns that no other is proven to be better than."""
    best = max(known.low for known in columns.values())
    return [column for column, known in columns.items() if known.high >= best]
