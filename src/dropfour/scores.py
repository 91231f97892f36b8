"""Exact scores: how much of one is proven, and what it means for the rest of the game.

Scores are those of the side to move: 0 a draw; positive a win, 1 with its last stone, 2 with the one
before it, …; negative the same for the opponent. For MOST_LINES: the final difference in lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from dropfour.position import Position
from dropfour.rules import Objective


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
        return self.low == self.high

    @property
    def score(self) -> int | None:
        return self.low if self.is_exact else None

    @property
    def outcome(self) -> Literal["win", "draw", "loss"] | None:
        """The result for the side to move; None if it is not proven."""
        if self.low > 0:
            return "win"
        if self.high < 0:
            return "loss"
        return "draw" if self.is_exact else None

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
    empty = position.rules.cell_count - position.ply
    if score == 0 or position.rules.objective is Objective.MOST_LINES:
        return empty
    if score > 0:
        return 2 * ((empty + 1) // 2 - score) + 1
    return 2 * (empty // 2 + score) + 2


def winning_stones(position: Position, score: int) -> int:
    """Return how many stones the winner still drops if *score*, not a draw, is exact."""
    # The winner makes the last move; the other side's moves lie between.
    return (plies_to_end(position, score) + 1) // 2


def finished_score(position: Position) -> int:
    """Return the score of a position whose game is over."""
    if position.rules.objective is Objective.MOST_LINES:
        colour = position.to_move
        return position.count_lines(colour) - position.count_lines(colour.opponent)
    empty = position.rules.cell_count - position.ply
    return 0 if position.winner is None else -(empty // 2 + 1)


def score_limits(position: Position) -> ScoreRange:
    """Return the bounds that the rules alone prove for an unfinished game."""
    if position.rules.objective is Objective.MOST_LINES:
        lines = len(position.rules.lines)
        return ScoreRange(-lines, lines)
    empty = position.rules.cell_count - position.ply
    return ScoreRange(-(empty // 2), (empty + 1) // 2)
