"""SearchEngine: an engine around a search with an evaluation written in Python."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from dropfour.engines.engine import EXACT, NO_LIMITS, Choice, Limits, Score, check_turn
from dropfour.engines.evaluations import WIN
from dropfour.engines.mood import mood_of
from dropfour.engines.searches import Findings
from dropfour.position import Position
from dropfour.rules import Objective

ONE_SECOND = Limits(time_s=1.0)


@dataclass(frozen=True, slots=True)
class SearchEngine:
    """An engine that searches with *find*, within the limits.

    *scale* names the unit of its estimates. If *proves* is set, a settled result is exact. *depth* is a
    limit of its own; *default* holds where neither it nor the caller sets one.
    """

    name: str
    find: Callable[[Position, Limits], Findings]
    scale: str
    proves: bool = False
    depth: int | None = None
    default: Limits = ONE_SECOND

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        """Return the best column found; raise ValueError if the game is over."""
        check_turn(position, limits)
        started = time.monotonic()
        found = self.find(position, self._limits(limits))
        score = self._score(position, found)
        return Choice(
            found.column,
            score,
            found.depth or None,
            found.nodes,
            tuple(found.variation) or (found.column,),
            time.monotonic() - started,
            None if score is None else mood_of(score),
        )

    def _limits(self, limits: Limits) -> Limits:
        """Return the tighter of its own limits and the caller's."""
        depth = min(filter(None, (self.depth, limits.depth)), default=None)
        if depth is None and limits.nodes is None and limits.time_s is None:
            return replace(self.default, stop=limits.stop)
        return replace(limits, depth=depth)

    def _score(self, position: Position, found: Findings) -> Score | None:
        if not found.depth:
            return None
        value = found.value + 0.0  # -0.0 becomes 0.0
        if not (self.proves and found.is_settled):
            return Score(value, self.scale)
        if position.rules.objective is Objective.FIRST_LINE and value:
            value -= WIN if value > 0 else -WIN
        return Score(value, EXACT)
