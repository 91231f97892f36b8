"""Regret: what each action costs, in points of the exact score.

The regret of an action is the exact score of the position less the exact score of that action, for
the side to move; the best actions have regret 0. An action that cannot be played loses immediately,
so it costs one point more than the worst score possible under the rules. Scores come from the
opening book or from a search, which does not finish on boards that are too large to solve: give it
limits there. Regrets that are not known within the limits are not reported.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dropfour.batch import Batch
from dropfour.batch.scores import BatchSolver, Unfinished
from dropfour.engines.engine import NO_LIMITS, Limits
from dropfour.position import Position
from dropfour.rules import Objective, Rules
from dropfour.scores import score_limits


def judge_for(rules: Rules, regret: bool | Limits, threads: int | None = 1) -> Judge | None:
    """Return what an environment with this *regret* needs: True is without limits."""
    if isinstance(regret, Limits):
        return Judge(rules, threads, regret)
    if not isinstance(regret, bool):
        raise TypeError(
            f"regret is True, False or Limits, such as Limits(time_s=1), not {regret!r}"
        )
    return Judge(rules, threads) if regret else None


class Judge:
    """Finds the regret of actions in positions with the same rules, and reuses what it has proven."""

    def __init__(self, rules: Rules, threads: int | None = 1, limits: Limits = NO_LIMITS) -> None:
        self._arguments = rules, threads, limits
        self._rules, self._limits = rules, limits
        self._solver = BatchSolver(rules, threads)

    def __reduce__(self) -> tuple[object, ...]:
        return (Judge, self._arguments)

    def regrets(self, batch: Batch) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """Return ``int16[n, columns]`` for unfinished positions, and ``bool[n]``: which are known
        within the limits; the others are 0."""
        is_known = np.ones(len(batch), bool)
        try:
            scores, _ = self._solver.analyse(batch, self._limits)
        except Unfinished as stopped:
            scores, is_known = stopped.scores, stopped.is_known
        is_playable = ~batch.planes[:, 0].any(axis=2)
        worst = -self._lowest(batch) - 1
        worth = np.where(is_playable, scores.astype(np.int16), worst[:, None])
        regrets: NDArray[np.int16] = worth.max(axis=1, keepdims=True) - worth
        regrets[~is_known] = 0
        return regrets, is_known

    def regret(self, position: Position) -> NDArray[np.int16] | None:
        """Return ``int16[columns]`` for an unfinished position; None if the limits are reached."""
        regrets, is_known = self.regrets(Batch([position]))
        return regrets[0] if is_known[0] else None

    def _lowest(self, batch: Batch) -> NDArray[np.int16]:
        """Return how far below 0 the score of each position may be."""
        if self._rules.objective is Objective.MOST_LINES:
            lines = score_limits(Position(self._rules)).high
            return np.full(len(batch), lines, np.int16)
        return (self._rules.cell_count - batch.plies) // 2
