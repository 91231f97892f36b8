"""SearchEngine: an engine around a search with an evaluation written in Python."""

from __future__ import annotations

import time
from dataclasses import replace

from dropfour import _native
from dropfour.arguments import PositionLike
from dropfour.engines import searches
from dropfour.engines.engine import EXACT, NO_LIMITS, Choice, Limits, Score, turn_of
from dropfour.engines.evaluations import WIN, Evaluation, discounted_win
from dropfour.engines.mood import mood_of
from dropfour.position import Position
from dropfour.rules import Objective


class SearchEngine:
    """Searches as *spec* says, with *evaluation* in place of one of Dropfour's."""

    def __init__(self, spec: _native.Spec, evaluation: Evaluation) -> None:
        self.name = spec.name
        self._spec = spec
        self._values = searches.Values(evaluation, spec.discount, discounted_win(spec.evaluation))
        self._search = searches.minimax if spec.is_minimax else searches.alphabeta

    def choose(self, position: PositionLike, limits: Limits = NO_LIMITS) -> Choice:
        """Return the best column found; raise ValueError if the game is over."""
        position = turn_of(position, limits)
        started = time.monotonic()
        found = self._search(position, self._values, self._limits(limits))
        return choice_of(found, self._score(position, found), started)

    def __repr__(self) -> str:
        return f"<Engine {self.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        spec = self._spec
        return (_restored, (spec.name, spec.evaluation, self._values.evaluation))

    def _limits(self, limits: Limits) -> Limits:
        """Return the tighter of its own limits and the caller's."""
        depth = min(filter(None, (self._spec.depth, limits.depth)), default=None)
        if depth is None and limits.nodes is None and limits.time_s is None:
            default = Limits(depth=4) if self._spec.is_minimax else Limits(time_s=1.0)
            return replace(default, stop=limits.stop)
        return replace(limits, depth=depth)

    def _score(self, position: Position, found: searches.Findings) -> Score | None:
        if not found.depth:
            return None
        value = found.value + 0.0  # -0.0 becomes 0.0
        if not (self._spec.discount == 1 and found.is_settled):
            return Score(value, self._spec.evaluation)
        if position.rules.objective is Objective.FIRST_LINE and value:
            value -= WIN if value > 0 else -WIN
        return Score(value, EXACT)


def _restored(spec: str, name: str, evaluation: Evaluation) -> SearchEngine:
    return SearchEngine(_native.parse_spec(spec, [name]), evaluation)


def choice_of(
    found: searches.Findings | _native.Findings, score: Score | None, started: float
) -> Choice:
    """Return the choice that a search begun at *started* has found."""
    return Choice(
        found.column,
        score,
        found.depth or None,
        found.nodes,
        tuple(found.variation),
        time.monotonic() - started,
        None if score is None else mood_of(score),
    )
