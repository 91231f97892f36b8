"""Exact scores: how much of one is proven, and what it means for the rest of the game.

Scores are those of the side to move: 0 a draw; positive a win, 1 with its last stone, 2 with the
one before it, …; negative the same for the opponent. For MOST_LINES: the final difference in lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from dropfour import _native
from dropfour.native import native_board
from dropfour.position import Position

OutcomeWord = Literal["win", "draw", "loss"]


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """Proven bounds of a score; exact when both are the same.

    >>> d4.ScoreRange(1, 18).outcome, d4.ScoreRange(2, 2).score
    ('win', 2)
    """

    low: int
    high: int

    @property
    def is_exact(self) -> bool:
        """Whether only one score is possible."""
        return self.low == self.high

    @property
    def score(self) -> int | None:
        """The only possible score; None if there are several."""
        return self.low if self.is_exact else None

    @property
    def outcome(self) -> OutcomeWord | None:
        """The result for the side to move; None if it is not proven."""
        return cast("OutcomeWord | None", _native.outcome_of(self.low, self.high))

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> ScoreRange:
        """Return the range in a JSON form that has its bounds."""
        return cls(values["low"], values["high"])

    def to_dict(self, position: Position) -> dict[str, Any]:
        """Return the JSON form of a score of *position*; null is what is not proven.

        *stones* is how many stones the winner still drops.
        """
        is_won = self.is_exact and self.low != 0 and not position.is_over
        return {
            "value": self.score,
            "low": self.low,
            "high": self.high,
            "exact": self.is_exact,
            "outcome": self.outcome,
            "stones": winning_stones(position, self.low) if is_won else None,
        }

    def __neg__(self) -> ScoreRange:
        return ScoreRange(-self.high, -self.low)

    def __and__(self, other: ScoreRange) -> ScoreRange:
        """Return what both prove together."""
        return ScoreRange(max(self.low, other.low), min(self.high, other.high))


def plies_to_end(position: Position, score: int) -> int:
    """Return how many plies the game still lasts if *score* is exact and both play their best."""
    return _native.plies_to_end(native_board(position), score)


def winning_stones(position: Position, score: int) -> int:
    """Return how many stones the winner still drops if *score*, not a draw, is exact."""
    return _native.winning_stones(native_board(position), score)


def finished_score(position: Position) -> int:
    """Return the score of a position whose game is over."""
    return _native.finished_score(native_board(position))


def score_limits(position: Position) -> ScoreRange:
    """Return the bounds that the rules alone prove for an unfinished game."""
    return ScoreRange(*_native.score_limits(native_board(position)))


def column_scores(position: Position, known: Mapping[int, ScoreRange]) -> _native.ColumnScores:
    """Return what the scores of its columns prove of *position*. A column that is missing in *known*
    counts with what the rules prove."""
    bounds = {column: (each.low, each.high) for column, each in known.items()}
    return _native.ColumnScores(native_board(position), bounds)
