"""What an exact search proves, as values: ranges of scores, solutions, analyses.

Scores are those of the side to move: 0 a draw; positive a win, 1 with its last stone, 2 with the one
before it, …; negative the same for the opponent. For MOST_LINES: the final difference in lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dropfour.position import Colour, Position
from dropfour.rules import Objective

Source = Literal["rules", "book", "search"]


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """Proven bounds of a score; exact when both are the same."""

    low: int
    high: int

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    @property
    def score(self) -> int | None:
        return self.low if self.is_exact else None

    def __neg__(self) -> ScoreRange:
        return ScoreRange(-self.high, -self.low)

    def __and__(self, other: ScoreRange) -> ScoreRange:
        """What both say together."""
        return ScoreRange(max(self.low, other.low), min(self.high, other.high))


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a running search has come, as its callback is told."""

    range: ScoreRange
    nodes: int
    time_s: float
    column: int | None = None  # the column being solved, in an analysis


@dataclass(frozen=True, slots=True)
class Solution:
    """What is proven of a position, and how it is known."""

    position: Position
    range: ScoreRange
    nodes: int
    time_s: float
    source: Source

    @property
    def is_exact(self) -> bool:
        return self.range.is_exact

    @property
    def score(self) -> int | None:
        """The exact score; None if the search was stopped, or asked for less."""
        return self.range.score

    @property
    def is_decided(self) -> bool:
        """Whether win, draw or loss is proven, be the score exact or not."""
        return self.range.low > 0 or self.range.high < 0 or self.range.is_exact

    @property
    def winner(self) -> Colour | None:
        """Who wins with best play; None for a draw, and while nothing is decided."""
        if self.range.low > 0:
            return self.position.to_move
        return self.position.to_move.opponent if self.range.high < 0 else None

    @property
    def distance(self) -> int | None:
        """How many plies the game still lasts with best play; None unless the score is exact."""
        return None if self.score is None else plies_to_end(self.position, self.score)


@dataclass(frozen=True, slots=True)
class ColumnScore:
    """What is proven of one column, for the side that would play it."""

    column: int
    range: ScoreRange
    nodes: int = 0
    time_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Ranking:
    """What is proven of every playable column, as far as it takes to know the best of them."""

    columns: dict[int, ScoreRange]
    nodes: int
    time_s: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is proven of every playable column, and the best line that follows."""

    position: Position
    columns: dict[int, ScoreRange]
    range: ScoreRange
    line: tuple[int, ...]  # replayable; to the end of the game if the score is exact
    nodes: int
    time_s: float
    source: Source

    @property
    def scores(self) -> dict[int, int]:
        """The exact score of each column that has one; all playable ones if `is_exact`."""
        return {column: known.low for column, known in self.columns.items() if known.is_exact}

    @property
    def is_exact(self) -> bool:
        return self.range.is_exact and all(known.is_exact for known in self.columns.values())

    @property
    def score(self) -> int | None:
        return self.range.score

    @property
    def best(self) -> tuple[int, ...]:
        """The columns proven to be as good as any other."""
        if not self.columns:
            return ()
        top = max(known.high for known in self.columns.values())
        return tuple(column for column, known in self.columns.items() if known.low >= top)


def plies_to_end(position: Position, score: int) -> int:
    """Return how many plies the game still lasts if *score* is exact and both play their best."""
    empty = position.rules.cell_count - position.ply
    if score == 0 or position.rules.objective is Objective.MOST_LINES:
        return empty
    if score > 0:
        return 2 * ((empty + 1) // 2 - score) + 1
    return 2 * (empty // 2 + score) + 2


def finished_score(position: Position) -> int:
    """Return the score of a position whose game is over."""
    if position.rules.objective is Objective.MOST_LINES:
        colour = position.to_move
        return position.count_lines(colour) - position.count_lines(colour.opponent)
    empty = position.rules.cell_count - position.ply
    return 0 if position.outcome is None or position.outcome.is_draw else -(empty // 2 + 1)


def score_limits(position: Position) -> ScoreRange:
    """Return what the rules alone say of the score of a game that goes on."""
    if position.rules.objective is Objective.MOST_LINES:
        lines = len(position.rules.lines)
        return ScoreRange(-lines, lines)
    empty = position.rules.cell_count - position.ply
    return ScoreRange(-(empty // 2), (empty + 1) // 2)
