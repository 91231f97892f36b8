"""What matters in a position, as sentences with their cells: facts that the rules or a proof imply.

``native/policy/facts.hpp`` finds them, here and in the browser; the sentences are in ``sentences.json``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from dropfour import _native
from dropfour.arguments import PositionLike, position_of
from dropfour.engines.proof import Analysis
from dropfour.native import native_board
from dropfour.position import Colour, Position
from dropfour.rules import Cell
from dropfour.scores import column_scores
from dropfour.study.sentences import fill

if TYPE_CHECKING:
    from dropfour.drawing.scene import Overlay


class FactKind(Enum):
    """What a fact is about, the most urgent first; the values are the words of the API."""

    OVER = "the game is over"
    WIN = "immediate win"
    LOST = "cannot be stopped"
    VERDICT = "proven"
    SCORE = "lines made"
    BLOCK = "forced block"
    ONLY_MOVE = "only move"
    TRAP = "trap"
    LINE = "immediate line"
    NOT_UNDER = "do not play under"
    TOWER = "threats on top of each other"
    THREAT = "threat"
    NO_LINE = "no line left"


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: the colour it belongs to (None: both), its place, and its text, a clause.

    *cells* are the cells it is about, *columns* those to play or to avoid because of it. *profits* is
    the colour that gets a threatened cell once the other columns are full: the number of stones on the
    board when it can be played is known then, and with it the side to move. On a board of even height
    red gets the odd rows and yellow the even ones.
    """

    kind: FactKind
    colour: Colour | None
    cells: tuple[Cell, ...]
    columns: tuple[int, ...]
    text: str
    profits: Colour | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, as the page's API gives it; the text is a sentence."""
        return {
            "kind": self.kind.value,
            "colour": None if self.colour is None else str(self.colour),
            "cells": [{"column": cell.column, "row": cell.row} for cell in self.cells],
            "columns": list(self.columns),
            "text": str(self),
            "profits": None if self.profits is None else str(self.profits),
        }

    def __str__(self) -> str:
        return f"{self.text[0].upper()}{self.text[1:]}."


@dataclass(frozen=True, slots=True)
class Explanation:
    """The facts of a position, the most urgent first."""

    position: Position
    facts: tuple[Fact, ...]

    def of_kind(self, kind: FactKind) -> tuple[Fact, ...]:
        """Return the facts of one kind."""
        return tuple(fact for fact in self.facts if fact.kind is kind)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-compatible values, as the API does."""
        return {"facts": [fact.to_dict() for fact in self.facts]}

    @property
    def overlay(self) -> Overlay:
        """What a drawing adds to the position: the facts, numbered, and their numbers in empty cells.

        A cell has the number of its most urgent fact.
        """
        from dropfour.drawing.scene import Overlay

        marks: dict[Cell, str] = {}
        for number, fact in enumerate(self.facts, start=1):
            for cell in fact.cells:
                if self.position[cell] is None:
                    marks.setdefault(cell, str(number))
        caption = [f"{number}. {fact}" for number, fact in enumerate(self.facts, start=1)]
        return Overlay(marks=marks, caption=caption or (str(self),))

    def _repr_svg_(self) -> str:
        from dropfour.drawing.svg import draw_svg

        return draw_svg(self)

    def __repr__(self) -> str:
        return f"<Explanation: {' '.join(map(str, self.facts)) or self}>"

    def __str__(self) -> str:
        """One sentence for each fact, each on a row of its own."""
        return "\n".join(map(str, self.facts)) or "No line is threatened yet."


def explain(position: PositionLike, analysis: Analysis | None = None) -> Explanation:
    """Return what matters in *position*; with an *analysis* of it, also what that proves.

    A move string is the position it leads to on 7x6. Raises ValueError if the analysis is of another
    position.

    >>> print(d4.explain("44556"))
    Red wins next: in columns 3 and 7, and yellow can block only one.
    """
    position = position_of(position)
    if analysis is not None and analysis.position != position:
        raise ValueError("the analysis is of another position")
    proven = None if analysis is None else column_scores(position, analysis.columns)
    facts = _native.find_facts(native_board(position), position.to_move is Colour.RED, proven)
    return Explanation(position, tuple(map(_in_words, facts)))


def result_text(position: Position, score: int) -> str:
    """Return what an exact *score* of *position* means, such as ``red wins in 3 moves``."""
    red_to_move = position.to_move is Colour.RED
    return fill(_native.result_of(native_board(position), red_to_move, score))


def _in_words(fact: _native.Fact) -> Fact:
    return Fact(
        FactKind(fact.kind),
        None if fact.colour is None else Colour[fact.colour.upper()],
        tuple(Cell(*cell) for cell in fact.cells),
        tuple(fact.columns),
        fill(fact.phrase),
        None if fact.profits is None else Colour[fact.profits.upper()],
    )
