"""Regret: what each action costs, in points of the exact score.

The regret of an action is the exact score of the position less the exact score of that action, for the
side to move; the best actions have regret 0. An action that cannot be played loses immediately, so it
costs one point more than the worst score possible under the rules. Scores come from the opening book or
from a search, which does not finish on boards that are too large to solve.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dropfour.batch import Batch
from dropfour.batch.scores import BatchSolver
from dropfour.position import Position
from dropfour.rules import Objective, Rules
from dropfour.scores import score_limits


class Judge:
    """Finds the regret of actions in positions with the same rules, and reuses what it has proven."""

    def __init__(self, rules: Rules, threads: int | None = 1) -> None:
        self._rules, self._threads = rules, threads
        self._solver = BatchSolver(rules, threads)

    def __reduce__(self) -> tuple[object, ...]:
        return (Judge, (self._rules, self._threads))

    def regrets(self, batch: Batch) -> NDArray[np.int16]:
        """Return ``int16[n, columns]`` for unfinished positions."""
        scores, is_playable = self._solver.analyse(batch)
        wide = scores.astype(np.int16)
        worst = -self._limits(batch) - 1
        worth = np.where(is_playable, wide, worst[:, None])
        regrets: NDArray[np.int16] = worth.max(axis=1, keepdims=True) - worth
        return regrets

    def regret(self, position: Position) -> NDArray[np.int16]:
        """Return ``int16[columns]`` for an unfinished position."""
        regret: NDArray[np.int16] = self.regrets(Batch([position]))[0]
        return regret

    def _limits(self, batch: Batch) -> NDArray[np.int16]:
        """Return how far below 0 the score of each position may be."""
        if self._rules.objective is Objective.MOST_LINES:
            lines = score_limits(Position(self._rules)).high
            return np.full(len(batch), lines, np.int16)
        return (self._rules.cell_count - batch.plies) // 2
