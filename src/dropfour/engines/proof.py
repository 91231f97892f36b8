"""What an exact search returns, for the side to move: results, analyses, and its progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Protocol

from dropfour.engines.engine import NO_LIMITS, Limits
from dropfour.position import Colour, Position
from dropfour.scores import OutcomeWord, ScoreRange, column_scores, plies_to_end

if TYPE_CHECKING:
    from dropfour.drawing.scene import Overlay

Source = Literal["rules", "book", "search"]


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """How far a running search has come; *column* is the one being solved in an analysis."""

    range: ScoreRange
    nodes: int
    time_s: float
    column: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-compatible values."""
        return {"column": self.column, "nodes": self.nodes, "time_s": round(self.time_s, 6)}


class _Proven:
    """Something of which *range* is proven."""

    __slots__ = ()
    range: ScoreRange

    @property
    def score(self) -> int | None:
        """The exact score; None if the search was stopped, or asked for less."""
        return self.range.score

    @property
    def outcome(self) -> OutcomeWord | None:
        """The result for the side to move with best play; it may be proven before the score is."""
        return self.range.outcome


@dataclass(frozen=True, slots=True)
class SolveResult(_Proven):
    """What is proven of a position, and how it is known; equal if what is proven is."""

    position: Position
    range: ScoreRange
    nodes: int = field(compare=False)
    time_s: float = field(compare=False)
    source: Source = field(compare=False)

    @property
    def is_exact(self) -> bool:
        """Whether the score is known exactly."""
        return self.range.is_exact

    @property
    def winner(self) -> Colour | None:
        """Who wins with best play; None for a draw, and while the outcome is not proven."""
        mover = self.position.to_move
        return {"win": mover, "loss": mover.opponent}.get(self.outcome or "draw")

    @property
    def distance(self) -> int | None:
        """How many plies the game still lasts with best play; None unless the score is exact."""
        return None if self.score is None else plies_to_end(self.position, self.score)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, as ``dropfour solve --json`` prints it."""
        return {"score": self.range.to_dict(self.position), **_effort(self)}


@dataclass(frozen=True, slots=True)
class ColumnScore:
    """What is proven of one column, for the side that would play it."""

    column: int
    range: ScoreRange
    nodes: int = 0
    time_s: float = 0.0

    def to_dict(self, position: Position) -> dict[str, Any]:
        """Return the JSON form of the score of a column of *position*."""
        return {"column": self.column, "score": self.range.to_dict(position)}


class VariationFinder(Protocol):
    """What an analysis needs of the solver that made it."""

    def find_variation(self, analysis: Analysis, *, limits: Limits = ...) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class Analysis(_Proven):
    """What is proven of every playable column; equal if that is, however long it took."""

    position: Position
    columns: Mapping[int, ScoreRange] = field(hash=False)
    range: ScoreRange
    nodes: int = field(compare=False)
    time_s: float = field(compare=False)
    source: Source = field(compare=False)
    solver: VariationFinder | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", MappingProxyType(dict(self.columns)))

    @property
    def scores(self) -> dict[int, int]:
        """The exact score of each column that has one; all playable ones if `is_exact`."""
        return {column: known.low for column, known in self.columns.items() if known.is_exact}

    @property
    def is_exact(self) -> bool:
        """Whether the scores of the position and of every column are known exactly."""
        return self.range.is_exact and all(known.is_exact for known in self.columns.values())

    @property
    def best(self) -> tuple[int, ...]:
        """The columns proven to be as good as any other."""
        return tuple(column_scores(self.position, self.columns).best)

    def find_variation(self, *, limits: Limits = NO_LIMITS) -> tuple[int, ...]:
        """Return the principal variation: best moves of both sides to the end of the game, fewer if the
        limits are reached, and none unless the score is exact. The solver that made the analysis
        searches for it, and remembers what it proves."""
        solver = self.solver
        if solver is None:
            from dropfour.engines.exact import shared_solvers

            solver = shared_solvers.get(self.position.rules)
        return solver.find_variation(self, limits=limits)

    def __reduce__(self) -> tuple[object, ...]:
        columns = dict(self.columns)
        state = (self.position, columns, self.range, self.nodes, self.time_s, self.source)
        return (Analysis, state)  # a solver cannot be copied

    def to_dict(self, *, limits: Limits = NO_LIMITS) -> dict[str, Any]:
        """Return the JSON form, as ``dropfour analyse --json`` and the page's API give it.

        The limits are those of `find_variation`.
        """
        return {
            "score": self.range.to_dict(self.position),
            "columns": [
                ColumnScore(column, known).to_dict(self.position)
                for column, known in self.columns.items()
            ],
            "exact": self.is_exact,
            "best": list(self.best),
            "variation": list(self.find_variation(limits=limits)),
            **_effort(self),
        }

    @property
    def overlay(self) -> Overlay:
        """What a drawing adds to the position: the scores over the columns, the best ones marked."""
        from dropfour.drawing.scene import Overlay
        from dropfour.drawing.words import status_text

        notes = {column: _range_text(known) for column, known in self.columns.items()}
        status = status_text(self.position)
        if self.columns:
            status += f"; score {_range_text(self.range)}"
        if self.best:
            status += f"; best: {' or '.join(map(str, self.best))}"
        return Overlay(notes=notes, best=self.best, caption=(status,))

    def __repr__(self) -> str:
        return f"<Analysis: {', '.join(self.overlay.caption)}>"

    def __str__(self) -> str:
        """The board with the score of each column under it, then the best ones."""
        from dropfour.drawing.text import draw_text

        overlay = self.overlay
        return "\n".join(
            [draw_text(self.position, status=False, notes=overlay.notes), *overlay.caption]
        )

    def _repr_svg_(self) -> str:
        from dropfour.drawing.svg import draw_svg

        return draw_svg(self)


def _range_text(known: ScoreRange) -> str:
    """Return what is proven of a score in a few characters; ``?`` if the outcome is open."""
    if known.is_exact:
        return f"{known.low:+d}" if known.low else "0"
    if known.low >= 0:
        return f"≥{known.low}"
    return f"≤{known.high}" if known.high <= 0 else "?"


def _effort(found: SolveResult | Analysis) -> dict[str, Any]:
    return {"nodes": found.nodes, "time_s": round(found.time_s, 6), "source": found.source}
