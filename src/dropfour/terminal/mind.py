"""Our player for Max-Connect4's file modes: alpha-beta to a depth, then exact to the end."""

from __future__ import annotations

import time
from dataclasses import replace

from dropfour.engines.engine import NO_LIMITS, Choice, Limits, Score
from dropfour.engines.exact import Solver
from dropfour.engines.registry import engine
from dropfour.position import Position
from dropfour.rules import Rules

SEARCH = "alphabeta:parity"
SOLVING_TIME_S = 1.0

# With more empty cells than this a proof is out of reach in such a time, and is not begun.
_MOST_EMPTY_CELLS = 26


class MaxConnect4Mind:
    """An engine that plays the rest exactly as soon as it can prove it within *solving_time_s*, and
    until then searches to the depth of its limits."""

    def __init__(self, solving_time_s: float = SOLVING_TIME_S) -> None:
        self._search = engine(SEARCH)
        self._solving_time_s = solving_time_s
        self._solver: Solver | None = None

    @property
    def name(self) -> str:
        return "maxconnect4"

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        """Return a legal choice; raise ValueError if the game is over."""
        started = time.monotonic()
        proof = None if position.is_over else self._prove(position)
        if proof is None:
            proof = self._search.choose(position, limits)
        return replace(proof, time_s=time.monotonic() - started)

    def _prove(self, position: Position) -> Choice | None:
        if position.rules.cell_count - position.ply > _MOST_EMPTY_CELLS:
            return None
        analysis = self._solver_for(position.rules).analyse(
            position, limits=Limits(time_s=self._solving_time_s)
        )
        if analysis.score is None:
            return None
        middle = (position.rules.columns + 1) / 2
        column = min(analysis.best, key=lambda column: abs(column - middle))
        return Choice(
            column, Score(analysis.score), nodes=analysis.nodes, variation=analysis.variation
        )

    def _solver_for(self, rules: Rules) -> Solver:
        if self._solver is None or self._solver.rules != rules:
            self._solver = Solver(rules)
        return self._solver
